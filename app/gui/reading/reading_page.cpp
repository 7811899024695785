// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/reading/reading_page.h"

#include "app/gui/reading/cell_model.h"
#include "app/gui/reading/reading_table.h"
#include "app/gui/source/source_view.h"
#include "app/gui/text/words.h"
#include "app/gui/theme/theme.h"
#include "app/gui/window/labelled_combo.h"
#include "app/workbench/jobs.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSplitter>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace patchscale {

namespace {

constexpr int kBarHeight = 45;
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
    , m_runs(new ReadingTable(m_runModel, tr("Runs that were read"), {90, 80, 0, 70, 80, 0, 0}, 4))
    , m_measures(new ReadingTable(m_measureModel, tr("What the selected run measures"), {90, 0, 0, 0, 90}, 4))
    , m_findings(new ReadingTable(m_findingModel, tr("What was not read, and what was assumed"), {0, 140, 80}, 1))
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
    for (const auto& [table, model] : {std::pair {m_runs, m_runModel}, std::pair {m_measures, m_measureModel},
                                       std::pair {m_findings, m_findingModel}}) {
        connect(model, &CellModel::corrected, this, &ReadingPage::correct);
        connect(table, &ReadingTable::rowEntered, this, [this, model](int row) { showPlaceOf(*model, row); });
    }
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

QWidget* ReadingPage::firstFocus()
{
    return m_runs;
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
    return side;
}

void ReadingPage::layOut()
{
    m_bar->setObjectName("compareBar"_L1);
    m_bar->setAttribute(Qt::WA_StyledBackground);
    m_bar->setFixedHeight(kBarHeight);
    auto* controls = new QHBoxLayout(m_bar);
    controls->setContentsMargins(14, 0, 14, 0);
    controls->setSpacing(10);
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
