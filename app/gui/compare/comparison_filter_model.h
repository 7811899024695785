// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/compare/comparison_table_model.h"
#include "app/gui/compare/row_filter.h"

#include <QSortFilterProxyModel>

namespace patchscale {

/// The chips beside the filter line.
enum class RowChoice : std::uint8_t { All, Worse, Better, ClaimsOff };

/// Filters lines by chip and filter line and sorts within each section; sections without rows disappear, totals stay
/// last.
class ComparisonFilterModel final : public QSortFilterProxyModel
{
    Q_OBJECT

public:
    explicit ComparisonFilterModel(ComparisonTableModel* source, QObject* parent = nullptr);

    void setChoice(RowChoice choice);
    void setFilter(const RowFilter& filter);
    /// Whether the chip and the filter line let @p row through.
    [[nodiscard]] bool accepts(const ComparisonRow& row) const;
    /// How many tests of the shown groups the chip and the filter line let through.
    [[nodiscard]] int shownTests() const;
    /// How many tests @p choice alone lets through.
    [[nodiscard]] int count(RowChoice choice) const;
    /// What line @p line of this model is.
    [[nodiscard]] LineKind kindOf(int line) const;

protected:
    [[nodiscard]] bool filterAcceptsRow(int sourceRow, const QModelIndex& sourceParent) const override;
    [[nodiscard]] bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;

private:
    [[nodiscard]] bool matches(const ComparisonRow& row, RowChoice choice) const;

    ComparisonTableModel* m_source;
    RowChoice m_choice = RowChoice::All;
    RowFilter m_filter;
};

}
