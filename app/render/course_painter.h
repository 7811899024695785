// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/render/chart_frame.h"
#include "app/render/chart_painter.h"

#include <QPointF>

#include <optional>
#include <vector>

namespace patchscale {

/// Draws the course of a chart: values over places, from left to right.
class CoursePainter
{
public:
    /// The height of plot, labels and axis together that a course is drawn at.
    static constexpr double kHeight = 270;

    /// @p spec must have a course and outlive the painter.
    CoursePainter(const ChartSpec& spec, const ChartColours& colours, const QFont& font);

    /// Draws into @p area; the dot of @p chosen is ringed.
    void paint(QPainter& painter, const QRectF& area, std::optional<std::size_t> chosen);
    /// The unit whose dot was painted last at @p place, or near it.
    [[nodiscard]] std::optional<std::size_t> unitAt(QPointF place) const;

private:
    struct Label
    {
        double x = 0;
        int line = 0;
        QString text;
        Verdict verdict = Verdict::NotComparable;
    };

    void layOut(const QRectF& area);
    void layOutSteps(const QRectF& area);
    void paintAxes(QPainter& painter, const QRectF& area) const;
    void paintPlaces(QPainter& painter, const QRectF& area) const;
    void paintSteps(QPainter& painter) const;
    void paintLevels(QPainter& painter) const;
    void paintDots(QPainter& painter, std::optional<std::size_t> chosen);
    [[nodiscard]] double slot() const;
    /// The middle of a place; half a place less is the boundary before it.
    [[nodiscard]] double x(double place) const;
    [[nodiscard]] double y(double value) const;
    [[nodiscard]] double stepX(const CourseStep& step) const;
    [[nodiscard]] QColor toneOf(Verdict verdict) const;

    const ChartSpec& m_spec;
    const ChartCourse& m_course;
    ChartColours m_colours;
    QFont m_font;
    QFont m_small;
    QRectF m_plot;
    std::vector<Label> m_labels;
    std::vector<QPointF> m_dots; ///< by index of ChartCourse::dots
};

/// A course with the words around it.
class CourseChart
{
public:
    CourseChart(ChartSpec spec, const ChartColours& colours, const QFont& font);

    [[nodiscard]] double heightFor(double width) const;
    void paint(QPainter& painter, const QRectF& area);
    /// See ChartPainter.
    [[nodiscard]] std::optional<std::size_t> unitAt(QPointF place) const
    {
        return m_painter.unitAt(place);
    }
    void choose(std::optional<std::size_t> unit)
    {
        m_chosen = unit;
    }

private:
    ChartSpec m_spec;
    ChartColours m_colours;
    ChartFrame m_frame;
    CoursePainter m_painter;
    std::optional<std::size_t> m_chosen;
};

}
