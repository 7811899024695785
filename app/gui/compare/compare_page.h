// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/comparison.h"

#include <QWidget>

#include <memory>
#include <vector>

class QButtonGroup;
class QLabel;
class QStackedWidget;

namespace patchscale {

class ChartView;
class ComparisonTable;
class FilterBar;

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
    void showChart(bool isChart);
    [[nodiscard]] FilterBar* filterBar() const
    {
        return m_filterBar;
    }
    [[nodiscard]] QLabel* headlineLabel() const
    {
        return m_headline;
    }

signals:
    void chartChosen(bool isChart);

protected:
    void changeEvent(QEvent* event) override;

private:
    QWidget* makeSwitch();
    void writeHeadline();

    QLabel* m_headline;
    QLabel* m_subline;
    ComparisonTable* m_table;
    ChartView* m_chart;
    QStackedWidget* m_views;
    QButtonGroup* m_switch;
    FilterBar* m_filterBar;
    std::shared_ptr<const Comparison> m_comparison;
    std::vector<std::size_t> m_groups;
    double m_limit = 0.01;
};

}
