// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/reading/reading_page.h"

#include "app/gui/reading/cell_model.h"
#include "app/gui/reading/choice_delegate.h"
#include "app/gui/reading/reading_edits.h"
#include "app/gui/source/source_view.h"
#include "app/gui/text/words.h"
#include "app/gui/theme/theme.h"
#include "app/gui/window/labelled_combo.h"
#include "app/workbench/jobs.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSplitter>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <functional>
#include <utility>

using namespace Qt::StringLiterals;

namespace patchscale {

namespace {

/// The keys of a table's cell: Delete takes it back, Enter edits it, as F2 does.
class CellKeys : public QObject
{
public:
    CellKeys(QAbstractItemView* view, std::function<void()> reset)
        : QObject(view)
        , m_view(view)
        , m_reset(std::move(reset))
    {
    }

    bool eventFilter(QObject* /*watched*/, QEvent* event) override
    {
        if (event->type() != QEvent::KeyPress) {
            return false;
        }
        const auto key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Delete || key == Qt::Key_Backspace) {
            m_reset();
            return true;
        }
        if (key == Qt::Key_Return || key == Qt::Key_Enter) {
            m_view->edit(m_view->currentIndex());
            return true;
        }
        return false;
    }

private:
    QAbstractItemView* m_view;
    std::function<void()> m_reset;
};

constexpr int kBarHeight = 45;
constexpr int kRowHeight = 27;
constexpr int kMargin = 16;

QLabel* makeHeading(const QString& text)
{
    auto* label = new QLabel(text);
    QFont font = labelFont();
    font.setWeight(QFont::DemiBold);
    label->setFont(font);
    label->setObjectName("hint"_L1);
    label->setContentsMargins(kMargin, 10, kMargin, 2);
    return label;
}

void setWidths(QTableView* view, std::initializer_list<int> widths, int stretched)
{
    int column = 0;
    for (const int width : widths) {
        view->setColumnWidth(column++, width);
    }
    view->horizontalHeader()->setSectionResizeMode(stretched, QHeaderView::Stretch);
}

}

ReadingPage::ReadingPage(Session* session, Library* library, QWidget* parent)
    : Page(parent)
    , m_session(session)
    , m_library(library)
    , m_bar(new QWidget)
    , m_documents(new LabelledCombo(tr("Document"), tr("Document")))
    , m_reset(new QPushButton(tr("Take Back All")))
    , m_compare(new QPushButton(tr("Compare")))
    , m_sentence(new QLabel)
    , m_hint(new QLabel)
    , m_legend(new QLabel)
    , m_measuresTitle(makeHeading({}))
    , m_findingsTitle(makeHeading({}))
    , m_source(new SourceView)
    , m_runModel(new CellModel(runTitles(), this))
    , m_measureModel(new CellModel(measureTitles(), this))
    , m_findingModel(new CellModel(findingTitles(), this))
    , m_runs(makeTable(m_runModel, tr("Runs that were read")))
    , m_measures(makeTable(m_measureModel, tr("What the selected run measures")))
    , m_findings(makeTable(m_findingModel, tr("What was not read, and what was assumed")))
    , m_columns(new QSplitter(Qt::Horizontal, this))
{
    m_pool.setMaxThreadCount(1);
    layOut();
    connect(session, &Session::shownChanged, this, &ReadingPage::followSession);
    connect(session, &Session::openedChanged, this, &ReadingPage::followSession);
    connect(m_documents, &QComboBox::currentIndexChanged, this, [this] { fill(); });
    connect(m_reset, &QPushButton::clicked, this, &ReadingPage::resetAll);
    connect(m_compare, &QPushButton::clicked, this, &ReadingPage::comparisonWanted);
    connect(m_source, &SourceView::placeClicked, this, &ReadingPage::findPlace);
    connect(m_runs->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this] { fillMeasures(); });
    followSession();
}

ReadingPage::~ReadingPage()
{
    m_pool.waitForDone();
}

QString ReadingPage::title() const
{
    return tr("Reading", "page");
}

QString ReadingPage::id() const
{
    return u"reading"_s;
}

QString ReadingPage::icon() const
{
    return u"reading"_s;
}

QWidget* ReadingPage::bar()
{
    return m_bar;
}

PageStatus ReadingPage::status() const
{
    if (!m_reading.source) {
        return {.left = tr("Nothing open"), .right = {}};
    }
    const auto count = static_cast<int>(m_reading.source->corrections.size());
    return {.left = documentName(*m_reading.source->plain),
            .right = count > 0 ? tr("%n things set by hand", nullptr, count) : QString()};
}

QTableView* ReadingPage::makeTable(CellModel* model, const QString& name)
{
    auto* view = new QTableView;
    view->setObjectName("reading"_L1);
    view->setModel(model);
    view->setItemDelegate(new ChoiceDelegate(view));
    view->setAccessibleName(name);
    view->setSelectionBehavior(QAbstractItemView::SelectItems);
    view->setSelectionMode(QAbstractItemView::SingleSelection);
    // Single letters are keys of the window's actions.
    view->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::SelectedClicked
                          | QAbstractItemView::EditKeyPressed);
    view->setTabKeyNavigation(false);
    view->setShowGrid(false);
    view->horizontalHeader()->setFont(labelFont());
    view->setWordWrap(false);
    view->setMouseTracking(true);
    view->verticalHeader()->hide();
    view->verticalHeader()->setDefaultSectionSize(kRowHeight);
    view->horizontalHeader()->setHighlightSections(false);
    view->horizontalHeader()->setMinimumSectionSize(44);
    view->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    view->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(model, &CellModel::corrected, this, &ReadingPage::correct);
    connect(view->selectionModel(), &QItemSelectionModel::currentChanged, this,
            [this, model](const QModelIndex& current) {
                if (current.isValid()) {
                    showPlaceOf(*model, current.row());
                }
            });
    const auto resetCell = [view, model] { model->reset(view->currentIndex()); };
    view->installEventFilter(new CellKeys(view, resetCell));
    connect(view, &QWidget::customContextMenuRequested, this, [this, view, model, resetCell](const QPoint& point) {
        const QModelIndex index = view->indexAt(point);
        if (!index.isValid()) {
            return;
        }
        view->setCurrentIndex(index);
        QMenu menu;
        QAction* edit = menu.addAction(tr("Set by Hand"), this, [view, index] { view->edit(index); });
        edit->setEnabled(index.flags().testFlag(Qt::ItemIsEditable));
        QAction* reset = menu.addAction(tr("Take Back"), this, resetCell);
        reset->setEnabled(model->cell(index).isByHand);
        menu.exec(view->viewport()->mapToGlobal(point));
    });
    return view;
}

QWidget* ReadingPage::makeTables()
{
    auto* side = new QWidget;
    side->setObjectName("page"_L1);
    side->setAttribute(Qt::WA_StyledBackground);
    m_sentence->setFont(headlineFont());
    m_sentence->setWordWrap(true);
    m_sentence->setTextFormat(Qt::PlainText);
    m_sentence->setContentsMargins(kMargin, 14, kMargin, 0);
    m_hint->setObjectName("hint"_L1);
    m_hint->setWordWrap(true);
    m_hint->setContentsMargins(kMargin, 2, kMargin, 6);
    auto* tables = new QSplitter(Qt::Vertical);
    tables->setChildrenCollapsible(false);
    tables->setHandleWidth(1);
    const auto add = [tables](QLabel* heading, QTableView* view, int stretch) {
        auto* part = new QWidget;
        auto* column = new QVBoxLayout(part);
        column->setContentsMargins(0, 0, 0, 0);
        column->setSpacing(0);
        if (heading != nullptr) {
            column->addWidget(heading);
        }
        column->addWidget(view, 1);
        tables->addWidget(part);
        tables->setStretchFactor(tables->count() - 1, stretch);
    };
    add(nullptr, m_runs, 3);
    add(m_measuresTitle, m_measures, 3);
    add(m_findingsTitle, m_findings, 2);
    auto* column = new QVBoxLayout(side);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_sentence);
    column->addWidget(m_hint);
    column->addWidget(tables, 1);
    setWidths(m_runs, {136, 116, 82, 96, 120, 56, 74}, 4);
    setWidths(m_measures, {150, 90, 84, 60, 160}, 4);
    setWidths(m_findings, {74, 300, 110}, 1);
    return side;
}

void ReadingPage::layOut()
{
    m_bar->setObjectName("compareBar"_L1);
    m_bar->setAttribute(Qt::WA_StyledBackground);
    m_bar->setFixedHeight(kBarHeight);
    auto* controls = new QHBoxLayout(m_bar);
    controls->setContentsMargins(12, 0, 12, 0);
    controls->setSpacing(8);
    controls->addWidget(m_documents);
    controls->addStretch(1);
    controls->addWidget(m_reset);
    controls->addWidget(m_compare);
    m_reset->setToolTip(tr("Takes back all that was set by hand of this document"));
    m_compare->setToolTip(tr("Shows what comes of what was read"));

    auto* text = new QWidget;
    text->setObjectName("sourcePanel"_L1);
    text->setAttribute(Qt::WA_StyledBackground);
    m_legend->setFont(labelFont());
    m_legend->setObjectName("panelTitle"_L1);
    m_legend->setContentsMargins(kMargin, 9, 14, 4);
    auto* column = new QVBoxLayout(text);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    column->addWidget(m_legend);
    column->addWidget(m_source, 1);

    m_columns->addWidget(text);
    m_columns->addWidget(makeTables());
    m_columns->setStretchFactor(0, 4);
    m_columns->setStretchFactor(1, 6);
    m_columns->setChildrenCollapsible(false);
    m_columns->setHandleWidth(1);
    auto* whole = new QHBoxLayout(this);
    whole->setContentsMargins(0, 0, 0, 0);
    whole->addWidget(m_columns);
    writeLegend();
}

void ReadingPage::writeLegend()
{
    const auto entry = [](StretchKind kind, const QString& word) {
        return u"<span style=\"color:%1\">■</span> %2"_s.arg(stretchColour(kind).name(), word);
    };
    m_legend->setText(entry(StretchKind::Read, tr("read")) + u"&nbsp;&nbsp; "_s
                      + entry(StretchKind::Unread, tr("numbers not read")) + u"&nbsp;&nbsp; "_s
                      + entry(StretchKind::Aside, tr("patch, or set aside")));
}

void ReadingPage::showEvent(QShowEvent* event)
{
    Page::showEvent(event);
    fill();
}

void ReadingPage::changeEvent(QEvent* event)
{
    Page::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        writeLegend();
    }
}

void ReadingPage::followSession()
{
    const OpenedPtr opened = m_session->current();
    QStringList names;
    for (const CorrectedDocument& source : opened ? opened->sources : std::vector<CorrectedDocument> {}) {
        names << documentName(*source.plain);
    }
    QStringList shown;
    for (int i = 0; i < m_documents->count(); ++i) {
        shown << m_documents->itemText(i);
    }
    if (names != shown) {
        const QSignalBlocker quiet(m_documents);
        m_documents->clear();
        m_documents->addItems(names);
        m_documents->updateGeometry();
    }
    m_documents->setEnabled(names.size() > 1);
    m_compare->setEnabled(opened != nullptr);
    fill();
}

void ReadingPage::showDocument(int index)
{
    m_documents->setCurrentIndex(index);
}

void ReadingPage::fill()
{
    const OpenedPtr opened = m_session->current();
    const int chosen = m_documents->currentIndex();
    const bool hasOne = opened && chosen >= 0 && static_cast<std::size_t>(chosen) < opened->sources.size();
    if (!isVisible() && hasOne) {
        return; // a large document costs time that nobody asked for
    }
    m_isFilling = true;
    if (!hasOne) {
        m_reading = {};
        m_offersOf = {};
        m_source->showDocument({}, {});
        m_sentence->setText(tr("Nothing is open"));
        m_hint->setText(tr("Open a mail or results: this page shows what is read of them, and lets you set it right."));
        for (CellModel* model : {m_runModel, m_measureModel, m_findingModel}) {
            model->setRows({});
        }
    } else {
        m_reading.source = std::make_shared<const CorrectedDocument>(opened->sources[static_cast<std::size_t>(chosen)]);
        const CorrectedDocument& source = *m_reading.source;
        if (!m_source->shownDocument() || m_source->shownDocument()->sha256 != source.plain->sha256) {
            m_source->showDocument(source.plain, {});
        }
        m_reading.lineOf = [this](std::size_t offset) { return m_source->lineOf({.offset = offset, .length = 0}); };
        lookForOffers();
        std::vector<Stretch> stretches;
        for (const DocumentBlock& block : source.document->parsed.blocks) {
            stretches.push_back(
                {.place = block.span, .kind = block.format.empty() ? StretchKind::Aside : StretchKind::Read});
        }
        for (const SourceSpan& place : unreadPlaces(source.document->parsed)) {
            stretches.push_back({.place = place, .kind = StretchKind::Unread});
        }
        m_source->showStretches(stretches);
        m_sentence->setText(readingSentence(source));
        m_hint->setText(source.corrections.empty()
                            ? tr("Enter or a double click on a cell sets it by hand; it is kept with the document.")
                            : tr("Set by hand: bold. Delete takes a cell back, Edit > Undo the last step."));
        m_runModel->setRows(runRows(m_reading));
        m_findingModel->setRows(findingRows(m_reading));
        if (!m_runs->currentIndex().isValid() && m_runModel->rowCount() > 0) {
            m_runs->setCurrentIndex(m_runModel->index(0, 0));
        }
    }
    m_reset->setEnabled(hasOne && !m_reading.source->corrections.empty());
    const int findings = m_findingModel->rowCount();
    m_findingsTitle->setText(findings > 0 ? tr("Not Read, Assumed or Doubtful (%1)").arg(findings)
                                          : tr("Nothing Was Left Out or Assumed"));
    fillMeasures();
    m_isFilling = false;
    emit statusChanged();
}

int ReadingPage::selectedRun() const
{
    return m_runs->currentIndex().row();
}

void ReadingPage::fillMeasures()
{
    const int run = selectedRun();
    const bool hasRun = m_reading.source && run >= 0 && run < m_runModel->rowCount();
    m_measureModel->setRows(hasRun ? measureRows(m_reading, static_cast<std::size_t>(run)) : std::vector<ReadRow> {});
    QString name;
    if (hasRun) {
        const Run& shown = m_reading.source->document->parsed.runs[static_cast<std::size_t>(run)];
        name = shown.variant.label.empty() ? fromUtf8(shown.benchmark) : fromUtf8(shown.variant.label);
    }
    m_measuresTitle->setText(!hasRun              ? tr("No Run Selected")
                                 : name.isEmpty() ? tr("What the Selected Run Measures")
                                                  : tr("What \"%1\" Measures").arg(name));
}

void ReadingPage::lookForOffers()
{
    const DocumentPtr plain = m_reading.source->plain;
    if (plain->sha256 == m_offersOf) {
        return;
    }
    m_offersOf = plain->sha256;
    m_reading.offers.clear();
    auto work = [plain](const Job& job) { return readableAs(*plain, job); };
    whenDone(startJob<std::vector<ReadableAs>>(&m_pool, std::move(work)), this,
             [this, plain](const Result<std::vector<ReadableAs>>& offers) {
                 if (offers && m_reading.source && m_reading.source->plain->sha256 == plain->sha256) {
                     m_reading.offers = *offers;
                     fill();
                 }
             });
}

void ReadingPage::correct(const Corrections& corrections, const QString& step)
{
    if (m_reading.source) {
        m_library->setCorrections(m_reading.source->plain, m_reading.source->corrections, corrections, step);
    }
}

void ReadingPage::resetAll()
{
    correct({}, tr("Take Back All"));
}

void ReadingPage::showPlaceOf(const CellModel& model, int row)
{
    if (m_isFilling || row >= model.rowCount()) {
        return;
    }
    const ReadRow& shown = model.rows()[static_cast<std::size_t>(row)];
    m_source->mark(shown.marks.empty() ? std::vector {shown.place} : shown.marks);
    m_source->reveal(shown.marks.empty() ? shown.place : shown.marks.front());
}

void ReadingPage::findPlace(std::size_t offset)
{
    const auto holds = [offset](const ReadRow& row) { return row.place.offset <= offset && offset <= row.place.end(); };
    const auto holdsValue = [offset](const ReadRow& row) {
        return std::ranges::any_of(
            row.marks, [offset](const SourceSpan& mark) { return mark.offset <= offset && offset <= mark.end(); });
    };
    const auto choose = [this](QTableView* view, CellModel* model, auto found) {
        const auto row = static_cast<int>(found - model->rows().begin());
        if (found == model->rows().end()) {
            return false;
        }
        // The text stays where the user clicked it.
        m_isFilling = true;
        view->setCurrentIndex(model->index(row, std::max(0, view->currentIndex().column())));
        m_isFilling = false;
        return true;
    };
    const auto& runs = m_runModel->rows();
    auto run = std::ranges::find_if(runs, holdsValue);
    run = run == runs.end() ? std::ranges::find_if(runs, holds) : run;
    if (choose(m_runs, m_runModel, run)) {
        const auto& measures = m_measureModel->rows();
        const auto measure = std::ranges::find_if(measures, holdsValue);
        choose(m_measures, m_measureModel, measure);
        m_source->mark(measure != measures.end() ? measure->marks : run->marks);
        return;
    }
    const auto& findings = m_findingModel->rows();
    if (const auto finding = std::ranges::find_if(findings, holds); choose(m_findings, m_findingModel, finding)) {
        m_source->mark({finding->place});
    }
}

}
