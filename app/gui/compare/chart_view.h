// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/comparison.h"

#include <QWidget>

#include <memory>
#include <vector>

class QScrollArea;

namespace patchscale {

/// The shown groups as change charts below each other. Painters are made when it is first seen: Qt Charts takes its
/// time.
class ChartView final : public QWidget
{
    Q_OBJECT

public:
    explicit ChartView(QWidget* parent = nullptr);
    ~ChartView() override;

    void show(const std::shared_ptr<const Comparison>& comparison, const std::vector<std::size_t>& groups);

signals:
    void saveWanted();
    void copyWanted();

protected:
    void showEvent(QShowEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    class Canvas;

    void refresh();

    QScrollArea* m_scroll;
    Canvas* m_canvas;
    std::shared_ptr<const Comparison> m_comparison;
    std::vector<std::size_t> m_groups;
    bool m_isStale = true;
};

}
