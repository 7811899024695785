// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/profiles/profiles_page.h"

#include "app/gui/library/library.h"
#include "app/gui/profiles/flame_view.h"
#include "app/gui/profiles/profile_delegate.h"
#include "app/gui/profiles/profile_table_model.h"
#include "app/gui/text/words.h"
#include "app/gui/theme/plain_table.h"
#include "app/gui/theme/theme.h"
#include "app/gui/window/labelled_combo.h"
#include "app/render/flame_file.h"
#include "app/workbench/jobs.h"
#include "core/charts/flame_svg.h"
#include "core/profile/profile_words.h"

#include <QAction>
#include <QEvent>
#include <QFileDialog>
#include <QFrame>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QInputDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QSortFilterProxyModel>
#include <QSplitter>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace patchscale {

namespace {

constexpr int kMargin = 16;
constexpr int kBarHeight = 45;
using Model = ProfileTableModel;

}

ProfilesPage::ProfilesPage(Session* session, Library* library, QWidget* parent)
    : Page(parent)
    , m_session(session)
    , m_library(library)
    , m_bar(new QFrame(this))
    , m_choice(new LabelledCombo(tr("profile"), {}, m_bar))
    , m_headline(new QLabel(this))
    , m_notes(new QLabel(this))
    , m_filterLine(new QLineEdit(this))
    , m_model(new ProfileTableModel(this))
    , m_filter(new QSortFilterProxyModel(this))
    , m_table(new QTableView(this))
    , m_parts(new QSplitter(Qt::Vertical, this))
    , m_flameBox(new QWidget(this))
    , m_flames(new FlameView)
    , m_told(new QLabel(this))
    , m_widths(new LabelledCombo(tr("width"), {}, this))
    , m_measure(new LabelledCombo(tr("colour by"), {}, this))
    , m_whole(new QPushButton(tr("Show All"), this))
    , m_pair(new QAction(tr("Pair With…"), this))
    , m_unpair(new QAction(tr("Take Apart"), this))
    , m_save(new QAction(tr("Save Flame Graph…"), this))
{
    layOut();
    connect(session, &Session::shownChanged, this, &ProfilesPage::followSession);
    connect(m_choice, &QComboBox::activated, this, &ProfilesPage::showProfile);
    connect(m_filterLine, &QLineEdit::textChanged, m_filter, &QSortFilterProxyModel::setFilterFixedString);
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, &ProfilesPage::followSelection);
    connect(m_table, &QWidget::customContextMenuRequested, this, &ProfilesPage::showMenu);
    connect(m_pair, &QAction::triggered, this, &ProfilesPage::choosePartner);
    connect(m_unpair, &QAction::triggered, this, &ProfilesPage::takeApart);
    connect(m_save, &QAction::triggered, this, &ProfilesPage::chooseFile);
    connect(m_flames, &FlameView::frameTold, this, [this](const QString& text) {
        m_told->setText(text.isEmpty() ? tr("Click a frame to make it the whole width") : text);
    });
    connect(m_flames, &FlameView::symbolChosen, this, &ProfilesPage::selectSymbol);
    connect(m_flames, &FlameView::zoomChanged, m_whole, &QWidget::setEnabled);
    connect(m_whole, &QPushButton::clicked, m_flames, &FlameView::zoomOut);
    connect(m_widths, &QComboBox::currentIndexChanged, m_flames,
            [this](int index) { m_flames->setWidths(static_cast<FlameWidth>(index)); });
    connect(m_measure, &QComboBox::currentIndexChanged, m_flames,
            [this](int index) { m_flames->setByAmount(index == 1); });
    write();
}

ProfilesPage::~ProfilesPage()
{
    m_stop.request_stop();
    m_pool.waitForDone();
}

void ProfilesPage::layOut()
{
    setObjectName("page"_L1);
    setAttribute(Qt::WA_StyledBackground);
    m_bar->setObjectName("compareBar"_L1);
    m_bar->setFixedHeight(kBarHeight);
    auto* controls = new QHBoxLayout(m_bar);
    controls->setContentsMargins(14, 0, 14, 0);
    controls->setSpacing(10);
    controls->addWidget(m_choice);
    controls->addStretch();
    auto* save = new QToolButton(m_bar);
    save->setDefaultAction(m_save);
    save->setFocusPolicy(Qt::StrongFocus);
    save->setFixedHeight(28);
    controls->addWidget(save);

    m_headline->setFont(headlineFont());
    for (QLabel* label : {m_headline, m_notes}) {
        label->setWordWrap(true);
        label->setTextFormat(Qt::PlainText);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    m_notes->setObjectName("hint"_L1);
    m_filterLine->setPlaceholderText(tr("Filter symbols"));
    m_filterLine->setAccessibleName(tr("Filter symbols"));
    m_filterLine->setClearButtonEnabled(true);

    m_filter->setSourceModel(m_model);
    m_filter->setFilterRole(Model::SearchRole);
    m_filter->setFilterCaseSensitivity(Qt::CaseInsensitive);
    m_filter->setSortRole(Model::SortRole);
    m_table->setModel(m_filter);
    m_table->setItemDelegate(new ProfileDelegate(m_table));
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    makePlain(*m_table, ProfileDelegate::kRowHeight);
    m_table->setContextMenuPolicy(Qt::CustomContextMenu);
    m_table->setAccessibleName(tr("Symbols"));
    m_table->horizontalHeader()->setObjectName("profileHeader"_L1);
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->horizontalHeader()->setMinimumSectionSize(56);
    m_table->viewport()->installEventFilter(this);
    m_table->setSortingEnabled(true);

    auto* top = new QVBoxLayout;
    top->setContentsMargins(kMargin, 10, kMargin, 6);
    top->setSpacing(4);
    top->addWidget(m_headline);
    top->addWidget(m_notes);
    top->addSpacing(4);
    top->addWidget(m_filterLine);
    auto* upper = new QWidget(this);
    auto* column = new QVBoxLayout(upper);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(top);
    column->addWidget(m_table, 1);
    m_parts->addWidget(upper);
    m_parts->addWidget(makeFlameBox());
    m_parts->setStretchFactor(0, 1);
    m_parts->setStretchFactor(1, 1);
    m_parts->setSizes({380, 340});
    m_parts->setHandleWidth(1);
    m_parts->setChildrenCollapsible(false);
    auto* whole = new QVBoxLayout(this);
    whole->setContentsMargins(0, 0, 0, 0);
    whole->addWidget(m_parts);
}

QWidget* ProfilesPage::makeFlameBox()
{
    m_widths->addItems({tr("mean of both sides"), tr("A ● baseline"), tr("B ◆ candidate")});
    m_measure->addItems({tr("share"), tr("amount")});
    m_told->setTextFormat(Qt::PlainText);
    m_told->setObjectName("hint"_L1);
    m_told->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_told->setText(tr("Click a frame to make it the whole width"));
    m_whole->setEnabled(false);
    m_whole->setToolTip(tr("Show the whole flame graph again (Escape)"));
    auto* row = new QHBoxLayout;
    row->setContentsMargins(kMargin, 8, kMargin, 6);
    row->setSpacing(10);
    row->addWidget(m_told, 1);
    row->addWidget(m_whole);
    row->addWidget(m_widths);
    row->addWidget(m_measure);
    auto* scroll = new QScrollArea;
    scroll->setWidget(m_flames);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setFocusPolicy(Qt::NoFocus);
    auto* column = new QVBoxLayout(m_flameBox);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(row);
    column->addWidget(scroll, 1);
    return m_flameBox;
}

QString ProfilesPage::title() const
{
    return tr("Profiles", "page");
}

QString ProfilesPage::id() const
{
    return u"profiles"_s;
}

QString ProfilesPage::icon() const
{
    return u"profiles"_s;
}

QWidget* ProfilesPage::bar()
{
    return m_bar;
}

QWidget* ProfilesPage::firstFocus()
{
    return m_table;
}

PageStatus ProfilesPage::status() const
{
    const ProfileComparison* shown = profile();
    if (shown == nullptr) {
        return {.left = tr("No profile of two sides is open"), .right = {}};
    }
    const auto side = [](const ProfileSide& told) -> QString {
        const QString samples = !told.samples ? QString()
            : told.areSamplesCut              ? tr(", at least %L1 samples").arg(*told.samples, 0, 'f', 0)
                                              : tr(", %L1 samples").arg(*told.samples, 0, 'f', 0);
        return fromUtf8(told.label) + samples;
    };
    return {.left = u"A "_s + side(shown->baseline) + u"      B "_s + side(shown->candidate),
            .right = shown->isTested ? tr("Holm, α 5 %") : tr("not tested")};
}

const ProfileComparison* ProfilesPage::profile() const
{
    return m_model->profile();
}

const CallTree* ProfilesPage::tree() const
{
    const auto index = static_cast<std::size_t>(m_index);
    return m_answer && index < m_answer->trees.size() && m_answer->trees[index] ? &*m_answer->trees[index] : nullptr;
}

void ProfilesPage::followSession()
{
    const OpenedPtr opened = m_session->current();
    if (opened != m_opened) {
        m_opened = opened;
        ask();
    }
}

void ProfilesPage::ask()
{
    m_stop.request_stop(); // an answer to what is no longer asked
    if (!m_opened || !mayHoldProfiles(*m_opened)) {
        take(m_opened, nullptr);
        return;
    }
    auto work = [opened = m_opened](const Job& job) -> Result<ProfileAnswerPtr> {
        auto answer = profileAnswer(*opened, {}, job);
        if (job.isCancelled()) {
            return std::unexpected(Error {.code = Errc::Cancelled, .message = {}, .where = {}, .hints = {}});
        }
        return answer;
    };
    RunningJob<ProfileAnswerPtr> running = startJob<ProfileAnswerPtr>(&m_pool, std::move(work));
    m_stop = running.stop;
    whenDone(running, this, [this, opened = m_opened](const Result<ProfileAnswerPtr>& answer) {
        if (answer && opened == m_opened) {
            take(opened, *answer);
        }
    });
}

void ProfilesPage::take(const OpenedPtr& opened, ProfileAnswerPtr answer)
{
    m_opened = opened;
    const int before = m_choice->currentIndex();
    m_flames->show(nullptr); // it points into the last answer
    m_answer = std::move(answer);
    const QSignalBlocker quiet(m_choice);
    m_choice->clear();
    if (hasProfiles()) {
        for (const ProfileComparison& each : m_answer->profiles) {
            QString name = fromUtf8(profileTitle(each));
            if (!each.candidate.label.empty()) {
                name += u", "_s + fromUtf8(each.baseline.label) + u" → "_s + fromUtf8(each.candidate.label);
            }
            m_choice->addItem(name);
        }
    }
    const bool isKept = before >= 0 && before < m_choice->count();
    m_choice->updateGeometry();
    m_choice->setCurrentIndex(isKept ? before : 0);
    showProfile(isKept ? before : 0);
    emit profilesChanged();
}

void ProfilesPage::showProfile(int index)
{
    m_index = index;
    m_model->show(hasProfiles() ? m_answer : nullptr, static_cast<std::size_t>(index));
    m_flames->show(tree());
    m_flameBox->setVisible(tree() != nullptr);
    m_save->setEnabled(tree() != nullptr);
    const bool areAmountsKnown = tree() != nullptr && tree()->areTotalsAlike;
    m_measure->setEnabled(areAmountsKnown);
    if (!areAmountsKnown) {
        m_measure->setCurrentIndex(0);
    }
    // The largest differences first.
    m_table->sortByColumn(m_model->isUsed(Model::SelfDifference) ? Model::SelfDifference : Model::ChildrenDifference,
                          Qt::DescendingOrder);
    fitColumns();
    write();
    if (m_filter->rowCount() > 0) {
        m_table->selectRow(0);
    }
    emit statusChanged();
}

void ProfilesPage::write()
{
    const ProfileComparison* shown = profile();
    m_headline->setText(shown != nullptr ? screenText(shown->sentence)
                                         : tr("Open two profiles: outputs of perf report, perf script or perf c2c"));
    QStringList notes;
    if (shown != nullptr) {
        for (const std::string& note : shown->notes) {
            notes << fromUtf8(note) + u'.';
        }
    }
    m_notes->setText(notes.join(u'\n'));
    m_notes->setVisible(!notes.isEmpty());
}

void ProfilesPage::fitColumns()
{
    constexpr int kSampled = 100; // rows that are measured: the largest differences are on top
    const QFontMetrics metrics(tabular(m_table->font()));
    for (int column = 0; column < Model::ColumnCount; ++column) {
        m_table->setColumnHidden(column, !m_model->isUsed(column));
        int width = metrics.horizontalAdvance(m_model->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString())
            + 2 * ProfileDelegate::kPadding + 20;
        for (int row = 0; row < std::min(kSampled, m_filter->rowCount()); ++row) {
            const QModelIndex index = m_filter->index(row, column);
            int own = metrics.horizontalAdvance(index.data().toString()) + 2 * ProfileDelegate::kPadding + 6;
            if (column == Model::Name) {
                own += ProfileDelegate::kMargin + metrics.horizontalAdvance(index.data(Model::ObjectRole).toString());
            }
            width = std::max(width, own);
        }
        m_table->setColumnWidth(column, width);
        m_nameWidth = column == Model::Name ? width : m_nameWidth;
    }
    m_table->horizontalHeader()->setStretchLastSection(true);
    fitNames();
}

void ProfilesPage::fitNames()
{
    // Names get what the figures leave.
    constexpr int kLeast = 200;
    int others = 0;
    for (int column = Model::Name + 1; column < Model::Remark; ++column) {
        others += m_table->isColumnHidden(column) ? 0 : m_table->columnWidth(column);
    }
    constexpr int kRemark = 130;
    const int room = m_table->viewport()->width() - others - kRemark;
    m_table->setColumnWidth(Model::Name, std::clamp(room, kLeast, std::max(kLeast, m_nameWidth)));
}

bool ProfilesPage::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Resize && watched == m_table->viewport()) {
        fitNames();
    }
    return Page::eventFilter(watched, event);
}

const ProfileRow* ProfilesPage::selectedRow() const
{
    const QModelIndexList rows = m_table->selectionModel()->selectedRows();
    return rows.isEmpty() || profile() == nullptr
        ? nullptr
        : &profile()->rows[static_cast<std::size_t>(m_filter->mapToSource(rows.front()).row())];
}

void ProfilesPage::followSelection()
{
    const ProfileRow* row = selectedRow();
    m_flames->mark(row != nullptr ? row->name : std::string());
    const bool isOneSided = row != nullptr && (!row->baselineResult || !row->candidateResult);
    m_pair->setEnabled(isOneSided && profile()->kind == ProfileKind::Symbols);
    m_unpair->setEnabled(row != nullptr && profile()->kind == ProfileKind::Symbols
                         && (row->pairedBy == PairedBy::Likeness || row->pairedBy == PairedBy::Hand));
}

void ProfilesPage::selectSymbol(const QString& symbol)
{
    for (int row = 0; row < m_filter->rowCount(); ++row) {
        const int source = m_filter->mapToSource(m_filter->index(row, 0)).row();
        if (fromUtf8(profile()->rows[static_cast<std::size_t>(source)].name) == symbol) {
            m_table->selectRow(row);
            m_table->scrollTo(m_filter->index(row, 0));
            return;
        }
    }
}

void ProfilesPage::showMenu(const QPoint& place)
{
    QMenu menu(this);
    menu.addActions({m_pair, m_unpair});
    menu.addSeparator();
    menu.addAction(m_save);
    menu.exec(m_table->viewport()->mapToGlobal(place));
}

void ProfilesPage::choosePartner()
{
    const ProfileRow* row = selectedRow();
    if (row == nullptr) {
        return;
    }
    const bool isOld = row->baselineResult.has_value();
    const QString name = fromUtf8(row->name);
    QStringList others;
    for (const ProfileRow& other : profile()->rows) {
        const bool isPartner = isOld ? !other.baselineResult : !other.candidateResult;
        if (isPartner) {
            others << fromUtf8(other.name);
        }
    }
    if (others.isEmpty()) {
        emit problemFound({.message = tr("No symbol of the other side is without a partner"),
                           .hints = {},
                           .document = {},
                           .where = {}});
        return;
    }
    bool isChosen = false;
    const QString other = QInputDialog::getItem(this, tr("Pair %1").arg(name),
                                                isOld ? tr("%1 is called by the candidate").arg(name)
                                                      : tr("%1 was called by the baseline").arg(name),
                                                others, 0, false, &isChosen);
    if (isChosen && !other.isEmpty()) {
        pair(isOld ? name : other, isOld ? other : name);
    }
}

void ProfilesPage::pair(const QString& before, const QString& after)
{
    const std::string name = before.toStdString();
    if (profile() == nullptr) {
        return;
    }
    const auto row = std::ranges::find_if(profile()->rows, [&name](const ProfileRow& each) {
        return each.baselineResult && name == (each.baselineName.empty() ? each.name : each.baselineName);
    });
    if (row == profile()->rows.end()) {
        return;
    }
    const RunOrigin& origin = m_opened->input->origins[row->baselineResult->run];
    const auto source = std::ranges::find(m_opened->sources, origin.document, &CorrectedDocument::document);
    if (source != m_opened->sources.end()) {
        keepPair(*source, name, after.toStdString(),
                 after.isEmpty() ? tr("Take %1 Apart").arg(before) : tr("Pair %1 with %2").arg(before, after));
    }
}

void ProfilesPage::keepPair(const CorrectedDocument& source, const std::string& from, const std::string& to,
                            const QString& what)
{
    Corrections after = source.corrections;
    setCorrection(after,
                  {.field = CorrectedField::Symbol,
                   .target = {.run = {}, .test = from, .metric = {}, .unit = {}, .span = {}},
                   .value = to});
    m_library->setCorrections(source.plain, source.corrections, after, what);
}

void ProfilesPage::takeApart()
{
    const ProfileRow* row = selectedRow();
    if (row == nullptr) {
        return;
    }
    const std::string& before = row->baselineName.empty() ? row->name : row->baselineName;
    // A pair that was made with the sides the other way round is kept with the document that is the candidate now.
    for (const CorrectedDocument& source : m_opened->sources) {
        for (const auto& [field, target, value] : source.corrections) {
            if (field == CorrectedField::Symbol && target.test == row->name && value == before
                && value != target.test) {
                keepPair(source, row->name, {}, tr("Take %1 Apart").arg(fromUtf8(row->name)));
                return;
            }
        }
    }
    pair(fromUtf8(before), {});
}

void ProfilesPage::chooseFile()
{
    const QString path = QFileDialog::getSaveFileName(this, tr("Save Flame Graph"), u"flame-graph.svg"_s,
                                                      tr("SVG pictures (*.svg)") + u";;"_s + tr("PNG pictures (*.png)")
                                                          + u";;"_s + tr("PDF pages (*.pdf)"));
    if (path.isEmpty()) {
        return;
    }
    if (const Result<void> saved = saveFlames(path); !saved) {
        QStringList hints;
        for (const std::string& hint : saved.error().hints) {
            hints << fromUtf8(hint);
        }
        emit problemFound({.message = fromUtf8(saved.error().message), .hints = hints, .document = {}, .where = {}});
    }
}

Result<void> ProfilesPage::saveFlames(const QString& path)
{
    if (tree() == nullptr) {
        return std::unexpected(Error {.code = Errc::Usage,
                                      .message = tr("no profile has stacks on both sides").toStdString(),
                                      .where = {},
                                      .hints = {}});
    }
    return saveFlameGraph(flameSvg(*tree(),
                                   {.title = profile()->sentence,
                                    .baseline = profile()->baseline.label,
                                    .candidate = profile()->candidate.label},
                                   m_flames->options()),
                          path);
}

void ProfilesPage::changeEvent(QEvent* event)
{
    Page::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        m_table->viewport()->update();
        m_flames->update();
    }
}

}
