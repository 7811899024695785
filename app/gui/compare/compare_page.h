// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/compare/comparison_table.h"
#include "core/compare/comparison.h"

#include <QWidget>

#include <memory>
#include <optional>
#include <vector>

class QButtonGroup;
class QLabel;
class QStackedWidget;

namespace patchscale {

class ChartView;
class FilterBar;
class MatrixView;

/// The answer: one sentence, what stands behind it, and the table that proves it.
class ComparePage final : public QWidget
{
    Q_OBJECT

public:
    explicit ComparePage(QWidget* parent = nullptr);

    /// Shows these groups of the comparison, judged with @p limit.
    void show(const std::shared_ptr<const Comparison>& comparison, const std::vector<std::size_t>& groups,
              double limit);

    /// The height at which no row is hidden.
    [[nodiscard]] int wantedHeight() const;
    [[nodiscard]] ComparisonTable* table() const
    {
        return m_table;
    }
    [[nodiscard]] ChartView* chart() const
    {
        return m_chart;
    }
    [[nodiscard]] MatrixView* matrix() const
    {
        return m_matrix;
    }
    /// The ways to look at the answer.
    enum class View : std::uint8_t { Table, Matrix, Chart };
    void showView(View view);
    [[nodiscard]] View view() const;
    void showChart(bool isChart);
    /// The row that the table, or the matrix where that is shown, has selected.
    [[nodiscard]] std::optional<RowPlace> selectedRow() const;
    [[nodiscard]] std::vector<RowPlace> selectedRows() const;
    [[nodiscard]] FilterBar* filterBar() const
    {
        return m_filterBar;
    }
    [[nodiscard]] QLabel* headlineLabel() const
    {
        return m_headline;
    }

signals:
    void viewChosen(patchscale::ComparePage::View view);
    void selectionChanged();

protected:
    void changeEvent(QEvent* event) override;

private:
    QWidget* makeSwitch();
    void writeHeadline();

    QLabel* m_headline;
    QLabel* m_subline;
    ComparisonTable* m_table;
    MatrixView* m_matrix;
    ChartView* m_chart;
    QStackedWidget* m_views;
    QButtonGroup* m_switch;
    FilterBar* m_filterBar;
    std::shared_ptr<const Comparison> m_comparison;
    std::vector<std::size_t> m_groups;
    double m_limit = 0.01;
};

}
