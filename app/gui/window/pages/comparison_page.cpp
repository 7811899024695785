// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/window/pages/comparison_page.h"

#include "app/gui/compare/compare_page.h"
#include "app/gui/compare/headline.h"
#include "app/gui/compare/matrix_view.h"
#include "app/gui/library/library.h"
#include "app/gui/library/opened_tree.h"
#include "app/gui/reading/reading_edits.h"
#include "app/gui/source/evidence_panel.h"
#include "app/gui/text/figures.h"
#include "app/gui/text/words.h"
#include "app/gui/window/compare_bar.h"
#include "app/gui/window/empty_page.h"

#include <QAction>
#include <QActionGroup>
#include <QDataStream>
#include <QHBoxLayout>
#include <QIODevice>
#include <QMenu>
#include <QSplitter>
#include <QStackedWidget>
#include <QTimer>
#include <QUndoStack>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace patchscale {

namespace {

constexpr int kTreeWidth = 236;

}

ComparisonPage::ComparisonPage(Session* session, Library* library, const Actions& actions, QWidget* parent)
    : Page(parent)
    , m_session(session)
    , m_library(library)
    , m_actions(actions)
    , m_bar(new CompareBar(session, actions, this))
    , m_views(new QStackedWidget)
    , m_empty(new EmptyPage)
    , m_answer(new ComparePage)
    , m_evidence(new EvidencePanel)
    , m_tree(new OpenedTree(session, library))
    , m_columns(new QSplitter(Qt::Horizontal, this))
    , m_rows(new QSplitter(Qt::Vertical))
{
    layOut();
    connect(session, &Session::shownChanged, this, &ComparisonPage::followSession);
    // The keys are at once where the answer is.
    connect(session, &Session::openedChanged, this, [this] {
        if (m_views->currentWidget() == m_empty) {
            QTimer::singleShot(0, m_answer->table(), [this] { m_answer->table()->setFocus(); });
        }
    });
    connect(m_answer, &ComparePage::selectionChanged, this, &ComparisonPage::followSelection);
    connect(m_answer->matrix(), &MatrixView::rowWanted, this, [this](RowPlace place) {
        m_answer->showView(ComparePage::View::Table);
        showRow(place);
        m_answer->table()->setFocus();
    });
    connect(m_answer->table(), &ComparisonTable::menuWanted, this, &ComparisonPage::showMenu);
    connect(actions.directions, &QActionGroup::triggered, this,
            [this](const QAction* action) { setDirection(static_cast<Better>(action->data().toInt())); });
    connect(m_evidence, &EvidencePanel::rowWanted, this, &ComparisonPage::showRow);
    m_evidence->setNoteAction(actions.note);
    connect(m_evidence, &EvidencePanel::noteWritten, this, &ComparisonPage::writeNote);
    connect(m_evidence, &EvidencePanel::noteLeft, m_answer->table(), qOverload<>(&QWidget::setFocus));
    connect(library, &Library::corrected, session, &Session::correct);
    connect(library, &Library::contentsChanged, this, [this] {
        // What is still on its way to the disk is shown already.
        if (!m_library->isBusy()) {
            m_session->setCorrections(m_library->contents().corrections);
        }
        m_session->setNotes(m_library->contents().notes);
        followNote();
        m_session->setFloors(m_library->contents().floors);
        emit statusChanged();
    });
    connect(m_tree, &OpenedTree::storedWanted, this, [this](DocumentId id) {
        m_library->load(id, [this](const DocumentPtr& document) { m_session->openDocument(document); });
    });
    connect(m_tree, &OpenedTree::placeChosen, m_evidence, &EvidencePanel::showPlace);
}

void ComparisonPage::layOut()
{
    m_rows->addWidget(m_answer);
    m_rows->addWidget(m_evidence);
    m_rows->setStretchFactor(0, 2);
    m_rows->setStretchFactor(1, 1);
    m_rows->setHandleWidth(1);
    m_rows->setChildrenCollapsible(false);
    m_views->addWidget(m_empty);
    m_views->addWidget(m_rows);
    m_columns->addWidget(m_tree);
    m_columns->addWidget(m_views);
    m_columns->setStretchFactor(1, 1);
    m_columns->setHandleWidth(1);
    m_columns->setChildrenCollapsible(false);
    auto* whole = new QHBoxLayout(this);
    whole->setContentsMargins(0, 0, 0, 0);
    whole->addWidget(m_columns);
}

QString ComparisonPage::title() const
{
    return tr("Compare", "page");
}

QString ComparisonPage::id() const
{
    return u"compare"_s;
}

QString ComparisonPage::icon() const
{
    return u"compare"_s;
}

QWidget* ComparisonPage::bar()
{
    return m_bar;
}

bool ComparisonPage::hasTable() const
{
    const OpenedPtr opened = m_session->current();
    return opened && opened->comparison && !m_session->groups().empty();
}

QWidget* ComparisonPage::firstFocus()
{
    return hasTable() ? static_cast<QWidget*>(m_answer->table()) : m_empty;
}

PageStatus ComparisonPage::status() const
{
    const OpenedPtr opened = m_session->current();
    if (!hasTable()) {
        return {.left = opened ? opened->title : tr("Nothing open"), .right = {}};
    }
    const Comparison& comparison = *opened->comparison;
    QStringList parts;
    if (m_session->groups().size() == 1) {
        const ComparisonGroup& group = comparison.groups[m_session->groups().front()];
        parts << u"A "_s + fromUtf8(group.baseline) << u"B "_s + fromUtf8(group.candidate);
    }
    const QString claims = claimsText(comparison.claims);
    parts << countsText(countsOf(comparison, m_session->groups())) + (claims.isEmpty() ? QString() : u"; " + claims);
    const QString saved = m_library->path().empty() ? QString()
        : m_library->holds(*opened)                 ? tr("saved")
                                                    : tr("not saved");
    const QString limit = tr("limit %1").arg(percentFigure(m_session->limit()));
    return {.left = parts.join(u"      "), .right = saved.isEmpty() ? limit : limit + u"      " + saved};
}

void ComparisonPage::offerFiles(const QStringList& recentFiles)
{
    m_recentFiles = recentFiles;
    if (!m_session->current()) {
        m_empty->showStart(m_recentFiles);
    }
}

void ComparisonPage::resetLayout()
{
    m_columns->setSizes({kTreeWidth, width() - kTreeWidth});
    m_evidence->setSizes({640, 510});
    m_isLaidOut = false;
    fitTable();
}

QByteArray ComparisonPage::saveLayout() const
{
    QByteArray state;
    QDataStream out(&state, QIODevice::WriteOnly);
    // A page that never had a table says nothing of where it ended.
    out << m_columns->saveState() << m_evidence->saveState() << (m_isLaidOut ? m_rows->saveState() : QByteArray());
    return state;
}

bool ComparisonPage::restoreLayout(const QByteArray& state)
{
    QByteArray columns;
    QByteArray evidence;
    QByteArray rows;
    QDataStream in(state);
    in >> columns >> evidence >> rows;
    if (in.status() != QDataStream::Ok || !m_columns->restoreState(columns) || !m_evidence->restoreState(evidence)) {
        return false;
    }
    m_isLaidOut = !rows.isEmpty() && m_rows->restoreState(rows);
    return true;
}

void ComparisonPage::fitTable()
{
    // Once there is a table: as high as it needs, at most two thirds; from then on the user decides.
    if (m_isLaidOut || m_views->currentWidget() != m_rows || m_rows->height() == 0) {
        return;
    }
    const int page = std::min(m_answer->wantedHeight(), m_rows->height() * 2 / 3);
    m_rows->setSizes({page, m_rows->height() - page});
    m_isLaidOut = isVisible();
}

void ComparisonPage::resizeEvent(QResizeEvent* event)
{
    Page::resizeEvent(event);
    fitTable();
}

void ComparisonPage::followSession()
{
    const OpenedPtr opened = m_session->current();
    if (hasTable()) {
        m_answer->show(opened->comparison, m_session->groups(), m_session->limit());
        m_views->setCurrentWidget(m_rows);
        fitTable();
        followSelection();
    } else {
        showNoTable(opened);
    }
    emit statusChanged();
}

void ComparisonPage::showNoTable(const OpenedPtr& opened)
{
    m_views->setCurrentWidget(m_empty);
    if (!opened) {
        m_empty->showStart(m_recentFiles);
        return;
    }
    const bool isOneSided = !opened->input->runs.empty();
    m_empty->showMissing(
        isOneSided ? tr("Only one side is known") : tr("No numbers to compare in %1").arg(opened->title),
        opened->failure ? QString(capitalised(fromUtf8(opened->failure->message)) + u'.') : QString(), isOneSided);
}

void ComparisonPage::followSelection()
{
    const std::optional<RowPlace> place = m_answer->selectedRow();
    if (place) {
        m_evidence->showRow(m_session->current(), *place);
    } else {
        m_evidence->clear();
    }
    checkDirection(place);
    followNote();
}

void ComparisonPage::showMenu(const QPoint& place)
{
    QMenu menu(this);
    menu.addActions({m_actions.note, m_actions.resolveNote, m_actions.copyRow, m_actions.runMore});
    menu.addSeparator();
    menu.addActions(m_actions.directions->actions());
    menu.exec(place);
}

void ComparisonPage::checkDirection(std::optional<RowPlace> place)
{
    const OpenedPtr opened = m_session->current();
    auto set = Better::Unknown;
    if (place && opened && opened->comparison) {
        set = directionSetBy(*opened, opened->comparison->groups[place->group].rows[place->row]);
    }
    for (QAction* action : m_actions.directions->actions()) {
        action->setChecked(static_cast<Better>(action->data().toInt()) == set);
    }
}

void ComparisonPage::setDirection(Better better)
{
    const OpenedPtr opened = m_session->current();
    if (!opened || !opened->comparison) {
        return;
    }
    std::vector<const ComparisonRow*> rows;
    for (const RowPlace& place : m_answer->selectedRows()) {
        rows.push_back(&opened->comparison->groups[place.group].rows[place.row]);
    }
    QUndoStack* stack = m_library->undoStack();
    std::vector<std::pair<const CorrectedDocument*, Corrections>> changes;
    for (const CorrectedDocument& source : opened->sources) {
        Corrections after = withDirection(*opened, source, rows, better);
        if (after != source.corrections) {
            changes.emplace_back(&source, std::move(after));
        }
    }
    // Both sides of a row may stand in documents of their own: one step takes both back.
    const bool areSeveral = changes.size() > 1;
    if (areSeveral) {
        stack->beginMacro(tr("Set Direction"));
    }
    for (const auto& [source, after] : changes) {
        m_library->setCorrections(source->plain, source->corrections, after, tr("Set Direction"));
    }
    if (areSeveral) {
        stack->endMacro();
    }
}

std::optional<DocumentNote> ComparisonPage::selectedNote() const
{
    const std::optional<RowPlace> place = m_answer->selectedRow();
    const OpenedPtr opened = m_session->current();
    if (!place || !opened || !opened->comparison) {
        return std::nullopt;
    }
    return notePlace(*opened, opened->comparison->groups[place->group].rows[place->row])
        .transform([this](const DocumentNote& note) { return m_library->noteAt(note); });
}

void ComparisonPage::editNote()
{
    if (const std::optional<DocumentNote> note = selectedNote()) {
        m_evidence->editNote(fromUtf8(note->text));
    }
}

void ComparisonPage::resolveNote()
{
    std::optional<DocumentNote> note = selectedNote();
    if (note && !note->text.empty()) {
        note->isResolved = !note->isResolved;
        setNote(m_session->current(), *note);
    }
}

void ComparisonPage::followNote()
{
    const std::optional<DocumentNote> note = selectedNote();
    const bool hasNote = note && !note->text.empty() && hasTable();
    m_actions.resolveNote->setEnabled(hasNote);
    m_actions.resolveNote->setText(hasNote && note->isResolved ? tr("Open Note Again") : tr("Resolve Note"));
    m_evidence->showResolvedNote(hasNote && note->isResolved ? fromUtf8(note->text) : QString());
}

void ComparisonPage::writeNote(const OpenedPtr& opened, RowPlace place, const QString& text)
{
    std::optional<DocumentNote> note = notePlace(*opened, opened->comparison->groups[place.group].rows[place.row]);
    if (note) {
        note->text = text.toStdString();
        setNote(opened, *note);
    }
}

void ComparisonPage::setNote(const OpenedPtr& opened, const DocumentNote& note)
{
    const auto source = std::ranges::find(opened->sources, note.document,
                                          [](const CorrectedDocument& candidate) { return candidate.plain->sha256; });
    if (source != opened->sources.end()) {
        m_library->setNote(source->plain, note);
    }
}

void ComparisonPage::showRow(RowPlace place)
{
    if (std::ranges::find(m_session->groups(), place.group) == m_session->groups().end()) {
        m_session->show(m_session->currentIndex(), {place.group});
    }
    m_answer->table()->selectRow(place);
}

}
