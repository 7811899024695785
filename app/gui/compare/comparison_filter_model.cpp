// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/compare/comparison_filter_model.h"

#include "app/gui/compare/comparison_table_model.h"
#include "app/gui/compare/row_notes.h"

#include <algorithm>

namespace patchscale {

namespace {

LineKind kindOf(const QModelIndex& index)
{
    return static_cast<LineKind>(index.data(ComparisonTableModel::KindRole).toInt());
}

}

ComparisonFilterModel::ComparisonFilterModel(ComparisonTableModel* source, QObject* parent)
    : QSortFilterProxyModel(parent)
    , m_source(source)
{
    setSortRole(ComparisonTableModel::SortRole);
    setSourceModel(source);
}

void ComparisonFilterModel::setChoice(RowChoice choice)
{
    m_choice = choice;
    invalidateFilter();
}

void ComparisonFilterModel::setFilter(const RowFilter& filter)
{
    m_filter = filter;
    invalidateFilter();
}

bool ComparisonFilterModel::matches(const ComparisonRow& row, RowChoice choice) const
{
    switch (choice) {
    case RowChoice::All:
        return true;
    case RowChoice::Worse:
        return row.verdict == Verdict::Regressed;
    case RowChoice::Better:
        return row.verdict == Verdict::Improved;
    case RowChoice::ClaimsOff:
        return hasClaimOff(*m_source->comparison(), row);
    }
    return true;
}

bool ComparisonFilterModel::accepts(const ComparisonRow& row) const
{
    return matches(row, m_choice) && m_filter.accepts(row);
}

int ComparisonFilterModel::count(RowChoice choice) const
{
    int count = 0;
    for (int line = 0; line < m_source->rowCount(); ++line) {
        const ComparisonRow* row = m_source->row(m_source->index(line, 0));
        count += row != nullptr && !row->isTotal && matches(*row, choice) ? 1 : 0;
    }
    return count;
}

int ComparisonFilterModel::shownTests() const
{
    int count = 0;
    for (int line = 0; line < rowCount(); ++line) {
        count += kindOf(index(line, 0)) == LineKind::Test ? 1 : 0;
    }
    return count;
}

bool ComparisonFilterModel::filterAcceptsRow(int sourceRow, const QModelIndex& /*sourceParent*/) const
{
    const QModelIndex line = m_source->index(sourceRow, 0);
    if (kindOf(line) != LineKind::Section) {
        return accepts(*m_source->row(line));
    }
    // A heading stays as long as a line below it does.
    for (int next = sourceRow + 1; next < m_source->rowCount(); ++next) {
        const QModelIndex below = m_source->index(next, 0);
        if (kindOf(below) == LineKind::Section) {
            return false;
        }
        if (accepts(*m_source->row(below))) {
            return true;
        }
    }
    return false;
}

bool ComparisonFilterModel::lessThan(const QModelIndex& left, const QModelIndex& right) const
{
    // Sections keep their order, begin with their heading and end with their total, whichever way the rows are sorted.
    const bool isAscending = sortOrder() == Qt::AscendingOrder;
    if (left.data(ComparisonTableModel::SectionRole) != right.data(ComparisonTableModel::SectionRole)) {
        return (left.row() < right.row()) == isAscending;
    }
    const LineKind leftKind = kindOf(left);
    const LineKind rightKind = kindOf(right);
    if (leftKind != rightKind) {
        return (leftKind < rightKind) == isAscending;
    }
    if (leftKind != LineKind::Test) {
        return false;
    }
    return QSortFilterProxyModel::lessThan(left, right);
}

}
