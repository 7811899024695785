// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/compare/comparison_filter_model.h"

#include "app/gui/compare/comparison_table_model.h"
#include "app/gui/compare/row_notes.h"

#include <algorithm>

namespace patchscale {

ComparisonFilterModel::ComparisonFilterModel(ComparisonTableModel* source, QObject* parent)
    : QSortFilterProxyModel(parent)
    , m_source(source)
{
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
        const ComparisonRow* row = m_source->rowAt(line);
        count += row != nullptr && !row->isTotal && matches(*row, choice) ? 1 : 0;
    }
    return count;
}

LineKind ComparisonFilterModel::kindOf(int line) const
{
    return m_source->kindAt(mapToSource(index(line, 0)).row());
}

int ComparisonFilterModel::shownTests() const
{
    int count = 0;
    for (int line = 0; line < rowCount(); ++line) {
        count += kindOf(line) == LineKind::Test ? 1 : 0;
    }
    return count;
}

bool ComparisonFilterModel::filterAcceptsRow(int sourceRow, const QModelIndex& /*sourceParent*/) const
{
    if (const ComparisonRow* row = m_source->rowAt(sourceRow)) {
        return accepts(*row);
    }
    // A heading stays as long as a line below it does.
    for (int next = sourceRow + 1; next < m_source->rowCount(); ++next) {
        const ComparisonRow* below = m_source->rowAt(next);
        if (below == nullptr) {
            return false;
        }
        if (accepts(*below)) {
            return true;
        }
    }
    return false;
}

bool ComparisonFilterModel::lessThan(const QModelIndex& left, const QModelIndex& right) const
{
    // Sections keep their order, begin with their heading and end with their total, whichever way the rows are sorted.
    const bool isAscending = sortOrder() == Qt::AscendingOrder;
    if (m_source->sectionAt(left.row()) != m_source->sectionAt(right.row())) {
        return (left.row() < right.row()) == isAscending;
    }
    const LineKind leftKind = m_source->kindAt(left.row());
    const LineKind rightKind = m_source->kindAt(right.row());
    if (leftKind != rightKind) {
        return (leftKind < rightKind) == isAscending;
    }
    return leftKind == LineKind::Test && m_source->isBefore(left.row(), right.row(), left.column());
}

}
