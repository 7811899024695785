// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/compare/comparison_table.h"

#include "app/gui/compare/comparison_delegate.h"
#include "app/gui/compare/comparison_filter_model.h"
#include "app/gui/compare/comparison_header.h"
#include "app/gui/compare/comparison_table_model.h"
#include "app/gui/theme/plain_table.h"

#include <QEvent>
#include <QScrollBar>
#include <QTableView>

#include <algorithm>
#include <array>

namespace patchscale {

namespace {

using Model = ComparisonTableModel;

constexpr int kLeastTest = 150;
constexpr int kLeastSide = 110;
constexpr int kMostPicture = 260;
/// Empty room between the names and their numbers.
constexpr int kMostBesideNames = 260;
/// The heading "Notes".
constexpr int kLeastNotes = 54;

}

ComparisonTable::ComparisonTable(QWidget* parent)
    : QWidget(parent)
    , m_model(new ComparisonTableModel(this))
    , m_filter(new ComparisonFilterModel(m_model, this))
    , m_totals(new ComparisonTableModel(this))
    , m_view(new QTableView(this))
    , m_totalView(new QTableView(this))
    , m_header(new ComparisonHeader(m_view))
{
    m_view->setHorizontalHeader(m_header);
    m_view->setModel(m_filter);
    setUpView(m_view);
    m_view->setAccessibleName(tr("Comparison"));
    m_header->setSortIndicator(Model::VerdictWord, Qt::AscendingOrder);
    m_view->setSortingEnabled(true);

    m_totalView->setModel(m_totals);
    setUpView(m_totalView);
    m_totalView->setAccessibleName(tr("Total"));
    m_totalView->horizontalHeader()->hide();
    m_totalView->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_totalView->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_totalView->verticalHeader()->setDefaultSectionSize(ComparisonDelegate::kTotalHeight);

    connect(m_header, &QHeaderView::sectionResized, this,
            [this](int column, int, int width) { m_totalView->setColumnWidth(column, width); });
    connect(m_view->horizontalScrollBar(), &QScrollBar::valueChanged, m_totalView->horizontalScrollBar(),
            &QScrollBar::setValue);
    connect(m_filter, &QAbstractItemModel::layoutChanged, this, &ComparisonTable::spanSections);
    connect(m_view->selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] {
        if (m_view->selectionModel()->hasSelection()) {
            m_totalView->clearSelection();
        }
        emit selectionChanged();
    });
    connect(m_totalView->selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] {
        if (m_totalView->selectionModel()->hasSelection()) {
            m_view->clearSelection();
        }
        emit selectionChanged();
    });
    for (QTableView* view : {m_view, m_totalView}) {
        view->setContextMenuPolicy(Qt::CustomContextMenu);
        connect(view, &QWidget::customContextMenuRequested, this, [this, view](const QPoint& at) {
            if (selectedRow()) {
                emit menuWanted(view->viewport()->mapToGlobal(at));
            }
        });
    }
    setFocusProxy(m_view);
}

void ComparisonTable::setUpView(QTableView* view) const
{
    view->setItemDelegate(new ComparisonDelegate(view));
    view->setSelectionBehavior(QAbstractItemView::SelectRows);
    view->setSelectionMode(QAbstractItemView::ExtendedSelection);
    makePlain(*view, ComparisonDelegate::kRowHeight);
}

void ComparisonTable::show(const std::shared_ptr<const Comparison>& comparison, const std::vector<std::size_t>& groups)
{
    const std::optional<RowPlace> before = keptRow(selectedRow(), comparison.get());
    m_comparison = comparison;
    const bool isSingle = groups.size() == 1;
    m_model->show(comparison, groups, isSingle ? Model::Content::WithoutTotals : Model::Content::Everything);
    m_totals->show(comparison, isSingle ? groups : std::vector<std::size_t> {}, Model::Content::TotalsOnly);
    spanSections();
    layOutColumns();
    relayout();
    if (before && indexOf(*before).isValid()) {
        selectRow(*before);
    } else {
        for (int line = 0; line < m_filter->rowCount(); ++line) {
            if (m_filter->index(line, 0).flags().testFlag(Qt::ItemIsSelectable)) {
                choose(m_view, m_filter->index(line, 0));
                break;
            }
        }
    }
    emit selectionChanged();
}

std::optional<RowPlace> ComparisonTable::keptRow(std::optional<RowPlace> place, const Comparison* next) const
{
    if (!place || !m_comparison || next == nullptr || place->group >= next->groups.size()) {
        return std::nullopt;
    }
    const ComparisonGroup& before = m_comparison->groups[place->group];
    const ComparisonGroup& after = next->groups[place->group];
    if (before.benchmark != after.benchmark || before.machine != after.machine || before.candidate != after.candidate) {
        return std::nullopt;
    }
    const ComparisonRow& old = before.rows[place->row];
    const auto row = std::ranges::find_if(after.rows, [&old](const ComparisonRow& other) {
        return other.test == old.test && other.metric == old.metric && other.parameters == old.parameters;
    });
    if (row == after.rows.end()) {
        return std::nullopt;
    }
    return RowPlace {.group = place->group, .row = static_cast<std::size_t>(row - after.rows.begin())};
}

std::optional<RowPlace> ComparisonTable::placeOf(const QModelIndex& index) const
{
    const auto* row = index.data(Model::RowRole).value<const ComparisonRow*>();
    const auto* group = index.data(Model::GroupRole).value<const ComparisonGroup*>();
    if (row == nullptr || group == nullptr) {
        return std::nullopt;
    }
    return RowPlace {.group = index.data(Model::GroupIndexRole).value<std::size_t>(),
                     .row = static_cast<std::size_t>(row - group->rows.data())};
}

std::vector<RowPlace> ComparisonTable::selectedRows() const
{
    std::vector<RowPlace> places;
    for (const QTableView* view : {m_view, m_totalView}) {
        QModelIndexList lines = view->selectionModel()->selectedRows();
        std::ranges::sort(lines, {}, &QModelIndex::row);
        for (const QModelIndex& line : std::as_const(lines)) {
            if (const auto place = placeOf(line)) {
                places.push_back(*place);
            }
        }
    }
    return places;
}

std::optional<RowPlace> ComparisonTable::selectedRow() const
{
    for (const QTableView* view : {m_view, m_totalView}) {
        const QItemSelectionModel* selection = view->selectionModel();
        if (selection->hasSelection()) {
            const QModelIndex current = selection->currentIndex();
            return placeOf(selection->isSelected(current) ? current : selection->selectedRows().value(0));
        }
    }
    return std::nullopt;
}

QModelIndex ComparisonTable::indexOf(RowPlace place) const
{
    const int line = m_model->lineOf(place.group, place.row);
    const QModelIndex shown = line < 0 ? QModelIndex() : m_filter->mapFromSource(m_model->index(line, 0));
    const int total = m_totals->lineOf(place.group, place.row);
    return shown.isValid() || total < 0 ? shown : m_totals->index(total, 0);
}

void ComparisonTable::choose(QTableView* view, const QModelIndex& index)
{
    view->selectionModel()->setCurrentIndex(index, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    view->scrollTo(index);
}

void ComparisonTable::selectRow(RowPlace place)
{
    const QModelIndex index = indexOf(place);
    if (index.isValid()) {
        choose(index.model() == m_totals ? m_totalView : m_view, index);
    }
}

bool ComparisonTable::stepRegression(int direction)
{
    const int lines = m_filter->rowCount();
    const int start = m_view->selectionModel()->hasSelection() ? m_view->currentIndex().row() : -1;
    // step 1: look on from the selected line, wrapping around once
    for (int step = 1; step <= lines; ++step) {
        const int line = ((start + direction * step) % lines + lines) % lines;
        const QModelIndex index = m_filter->index(line, 0);
        const auto* row = index.data(Model::RowRole).value<const ComparisonRow*>();
        if (row != nullptr && !row->isTotal && row->verdict == Verdict::Regressed) {
            choose(m_view, index);
            return true;
        }
    }
    return false;
}

void ComparisonTable::spanSections()
{
    m_view->clearSpans();
    for (int line = 0; line < m_filter->rowCount(); ++line) {
        const LineKind kind = m_filter->kindOf(line);
        if (kind == LineKind::Section) {
            m_view->setSpan(line, 0, 1, Model::ColumnCount);
        }
        const int height = kind == LineKind::Test ? ComparisonDelegate::kRowHeight : ComparisonDelegate::kTotalHeight;
        if (m_view->rowHeight(line) != height) {
            m_view->setRowHeight(line, height);
        }
    }
}

void ComparisonTable::layOutColumns()
{
    std::array<int, Model::ColumnCount> widths {};
    std::array<int, Model::ColumnCount> contents {};
    QStyleOptionViewItem option;
    option.font = m_view->font();
    for (int column = 0; column < Model::ColumnCount; ++column) {
        auto& width = contents.at(static_cast<std::size_t>(column));
        // A long table is measured by its first lines: looking at all of them would cost more than it helps.
        for (const auto* model :
             {static_cast<QAbstractItemModel*>(m_model), static_cast<QAbstractItemModel*>(m_totals)}) {
            const int lines = std::min(model->rowCount(), 300);
            for (int line = 0; line < lines && column != Model::Picture; ++line) {
                const QModelIndex index = model->index(line, column);
                if (static_cast<LineKind>(index.data(Model::KindRole).toInt()) != LineKind::Section) {
                    width = std::max(width, m_view->itemDelegate()->sizeHint(option, index).width());
                }
            }
        }
        widths.at(static_cast<std::size_t>(column)) = std::max(width, m_header->headWidth(column));
    }
    auto& test = widths[Model::Test];
    auto& picture = widths[Model::Picture];
    auto& notes = widths[Model::Notes];
    const bool isScrolled = wantedHeight() > height();
    int room = width() - (isScrolled ? m_view->verticalScrollBar()->sizeHint().width() : 0);
    for (const int width : widths) {
        room -= width;
    }
    // step 1: too narrow: what stands behind names, the picture, notes, the labels of the sides (never their values),
    // at last the names of the tests give way, each down to what is still of use; of notes their marks stay
    const auto leastSide = [&contents](Model::Column side) { return std::max(kLeastSide, contents[side]); };
    for (auto [width, least] :
         {std::pair {&test, kLeastTest + 110}, std::pair {&picture, 110}, std::pair {&notes, 90},
          std::pair {&picture, 80}, std::pair {&widths[Model::Baseline], leastSide(Model::Baseline)},
          std::pair {&widths[Model::Candidate], leastSide(Model::Candidate)}, std::pair {&test, kLeastTest},
          std::pair {&notes, kLeastNotes}}) {
        if (room < 0) {
            const int given = std::min(-room, std::max(0, *width - least));
            *width -= given;
            room += given;
        }
    }
    // step 2: room to spare: the picture grows first, then the names, but not so far that their numbers are lost from
    // sight; what is still left widens picture and notes
    if (room > 0) {
        const int forPicture = std::clamp(kMostPicture - picture, 0, room / 2);
        const int forNames = std::min(room - forPicture, kMostBesideNames);
        const int left = room - forPicture - forNames;
        picture += forPicture + left / 2;
        test += forNames;
        notes += left - left / 2;
    }
    for (int column = 0; column < Model::ColumnCount; ++column) {
        m_view->setColumnWidth(column, widths.at(static_cast<std::size_t>(column)));
        m_totalView->setColumnWidth(column, widths.at(static_cast<std::size_t>(column)));
    }
}

int ComparisonTable::tableHeight() const
{
    const int bar =
        m_view->horizontalScrollBar()->maximum() > 0 ? m_view->horizontalScrollBar()->sizeHint().height() : 0;
    return m_header->sizeHint().height() + m_view->verticalHeader()->length() + bar;
}

int ComparisonTable::wantedHeight() const
{
    return tableHeight() + m_totals->rowCount() * ComparisonDelegate::kTotalHeight;
}

void ComparisonTable::relayout()
{
    const int totalHeight = m_totals->rowCount() * ComparisonDelegate::kTotalHeight;
    // The total follows the last row and stays at the bottom edge when there are more rows than room.
    const int rowsHeight = totalHeight == 0 ? height() : std::min(tableHeight(), height() - totalHeight);
    m_view->setGeometry(0, 0, width(), rowsHeight);
    m_totalView->setVisible(totalHeight > 0);
    m_totalView->setGeometry(0, rowsHeight, width(), totalHeight);
}

void ComparisonTable::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    layOutColumns();
    relayout();
}

void ComparisonTable::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange) {
        layOutColumns();
    }
}

}
