// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/render/chart_painter.h"

#include <QFont>
#include <QString>

namespace patchscale {

/// The words around a chart: title and subtitle above, caption below.
class ChartFrame
{
public:
    static constexpr double kMargin = 16;

    /// @p spec must outlive the frame.
    ChartFrame(const ChartSpec& spec, const ChartColours& colours, const QFont& font);

    [[nodiscard]] double headHeight(double width) const;
    [[nodiscard]] double footHeight(double width) const;
    /// Paints the words of a chart that takes @p area.
    void paint(QPainter& painter, const QRectF& area) const;

    [[nodiscard]] const QFont& small() const
    {
        return m_small;
    }
    [[nodiscard]] const QFont& title() const
    {
        return m_title;
    }

private:
    const ChartSpec& m_spec;
    ChartColours m_colours;
    QFont m_small;
    QFont m_title;
};

}
