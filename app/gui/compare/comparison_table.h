// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/comparison.h"

#include <QWidget>

#include <memory>
#include <optional>
#include <vector>

class QTableView;

namespace patchscale {

class ComparisonFilterModel;
class ComparisonHeader;
class ComparisonTableModel;

/// A row of a comparison by its place, which stays valid when the table is filtered or sorted.
struct RowPlace
{
    std::size_t group = 0;
    std::size_t row = 0;

    friend bool operator==(const RowPlace&, const RowPlace&) = default;
};

/// The comparison table with the total of a single group pinned below its rows.
class ComparisonTable final : public QWidget
{
    Q_OBJECT

public:
    explicit ComparisonTable(QWidget* parent = nullptr);

    /// Shows these groups; the row that was selected stays so if it is still there, else the first one is.
    void show(const std::shared_ptr<const Comparison>& comparison, const std::vector<std::size_t>& groups);

    [[nodiscard]] ComparisonFilterModel* filterModel() const
    {
        return m_filter;
    }
    [[nodiscard]] QTableView* view() const
    {
        return m_view;
    }
    [[nodiscard]] QTableView* totalView() const
    {
        return m_totalView;
    }
    [[nodiscard]] std::optional<RowPlace> selectedRow() const;
    /// The rows that are selected, in the order in which they are shown.
    [[nodiscard]] std::vector<RowPlace> selectedRows() const;
    void selectRow(RowPlace place);
    /// Selects the next (+1) or previous (-1) regression; returns whether there is one.
    bool stepRegression(int direction);
    /// The height at which no row is hidden.
    [[nodiscard]] int wantedHeight() const;
    /// Lays out the pinned total after the filter has changed.
    void relayout();

signals:
    void selectionChanged();
    /// The context menu of the selected rows is wanted at this place of the screen.
    void menuWanted(const QPoint& place);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void setUpView(QTableView* view) const;
    void layOutColumns();
    [[nodiscard]] int tableHeight() const;
    void spanSections();
    void choose(QTableView* view, const QModelIndex& index);
    /// Where the row at @p place of the shown comparison is in @p next, a new answer to the same question.
    [[nodiscard]] std::optional<RowPlace> keptRow(std::optional<RowPlace> place, const Comparison* next) const;
    [[nodiscard]] std::optional<RowPlace> placeOf(const QModelIndex& index) const;
    [[nodiscard]] QModelIndex indexOf(RowPlace place) const;

    ComparisonTableModel* m_model;
    ComparisonFilterModel* m_filter;
    ComparisonTableModel* m_totals;
    QTableView* m_view;
    QTableView* m_totalView;
    ComparisonHeader* m_header;
    std::shared_ptr<const Comparison> m_comparison;
};

}
