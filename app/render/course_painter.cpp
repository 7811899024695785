// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/render/course_painter.h"

#include "app/render/chart_marks.h"

#include <QLineF>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>
#include <utility>

namespace patchscale {

namespace {

constexpr double kGap = 8;
constexpr double kMargin = 16;
constexpr double kLabelLine = 20; ///< of the words above a step
constexpr int kMostLabelLines = 4;
constexpr double kShape = 5;
constexpr double kDot = 3.6;
constexpr double kReach = 9; ///< of a click around a dot
constexpr double kAxisLine = 18;

QString text(const std::string& utf8)
{
    return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
}

/// The shape that says what the colour says.
void paintShape(QPainter& painter, QPointF centre, Verdict verdict, const QColor& colour)
{
    QPainterPath path;
    const double turn = verdict == Verdict::Regressed ? 1 : -1;
    if (verdict == Verdict::Regressed || verdict == Verdict::Improved) {
        path.addPolygon(QPolygonF {centre + QPointF(-kShape, -kShape * turn), centre + QPointF(kShape, -kShape * turn),
                                   centre + QPointF(0, kShape * turn)});
        path.closeSubpath();
    } else {
        path.addEllipse(centre, kShape - 1, kShape - 1);
    }
    painter.fillPath(path, colour);
}

}

CoursePainter::CoursePainter(const ChartSpec& spec, const ChartColours& colours, const QFont& font)
    : m_spec(spec)
    , m_course(*spec.course)
    , m_colours(colours)
    , m_font(font)
    , m_small(font)
{
    m_small.setPointSizeF(font.pointSizeF() * 0.87);
}

double CoursePainter::slot() const
{
    return m_plot.width() / static_cast<double>(std::max<std::size_t>(m_course.places.size(), 1));
}

double CoursePainter::x(double place) const
{
    return m_plot.left() + (place + 0.5) * slot();
}

double CoursePainter::y(double value) const
{
    const double span = m_spec.axis.high - m_spec.axis.low;
    return m_plot.bottom() - (span > 0 ? (value - m_spec.axis.low) / span : 0.5) * m_plot.height();
}

double CoursePainter::stepX(const CourseStep& step) const
{
    return x(static_cast<double>(step.place) - (step.isWithinPlace ? 0 : 0.5));
}

QColor CoursePainter::toneOf(Verdict verdict) const
{
    return verdict == Verdict::Regressed || verdict == Verdict::Improved ? markColour(m_colours, verdict)
                                                                         : m_colours.muted;
}

void CoursePainter::layOut(const QRectF& area)
{
    const QFontMetricsF metrics(m_small);
    double widest = 0;
    for (const ChartTick& tick : m_spec.axis.ticks) {
        widest = std::max(widest, metrics.horizontalAdvance(text(tick.text)));
    }
    m_plot = area.adjusted(kMargin + std::ceil(widest) + kGap, 0, -kMargin, -(2 * kAxisLine + kGap));
    layOutSteps(area);
    int lines = 0;
    for (const Label& label : m_labels) {
        lines = std::max(lines, label.line + 1);
    }
    m_plot.setTop(m_plot.top() + lines * kLabelLine + kGap);
}

void CoursePainter::layOutSteps(const QRectF& area)
{
    const QFontMetricsF metrics(m_font);
    m_labels.clear();
    std::vector<double> ends(kMostLabelLines, area.left());
    for (const CourseStep& step : m_course.steps) {
        const QString words = text(step.text);
        const double width = metrics.horizontalAdvance(words) + 2 * kShape + kGap;
        // Behind its line, or before it where there is no room.
        const double at = stepX(step) + width > area.right() - kMargin ? area.right() - kMargin - width : stepX(step);
        const auto line = std::ranges::find_if(ends, [at](double end) { return end <= at; });
        if (line == ends.end()) {
            continue; // its line and shape stay, and the table tells it
        }
        m_labels.push_back(
            {.x = at, .line = static_cast<int>(line - ends.begin()), .text = words, .verdict = step.verdict});
        *line = at + width + kGap;
    }
}

void CoursePainter::paint(QPainter& painter, const QRectF& area, std::optional<std::size_t> chosen)
{
    layOut(area);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    paintAxes(painter, area);
    paintPlaces(painter, area);
    paintSteps(painter);
    paintLevels(painter);
    paintDots(painter, chosen);
    painter.restore();
}

void CoursePainter::paintAxes(QPainter& painter, const QRectF& area) const
{
    painter.setFont(m_small);
    for (const ChartTick& tick : m_spec.axis.ticks) {
        const double at = y(tick.value);
        painter.setPen(QPen(m_colours.line, 1));
        painter.drawLine(QPointF(m_plot.left(), at), QPointF(m_plot.right(), at));
        painter.setPen(m_colours.muted);
        painter.drawText(
            QRectF(area.left() + kMargin, at - kAxisLine / 2, m_plot.left() - area.left() - kMargin - kGap, kAxisLine),
            Qt::AlignRight | Qt::AlignVCenter, text(tick.text));
    }
    painter.drawText(QRectF(m_plot.left(), m_plot.bottom() + kGap / 2 + kAxisLine, m_plot.width(), kAxisLine),
                     Qt::AlignHCenter | Qt::AlignVCenter, text(m_course.placeTitle));
}

void CoursePainter::paintPlaces(QPainter& painter, const QRectF& area) const
{
    const QFontMetricsF metrics(m_small);
    painter.setFont(m_small);
    painter.setPen(m_colours.muted);
    // The places of steps and both ends come first, the others where there is room.
    std::vector<std::size_t> wanted {0, m_course.places.size() - 1};
    for (const CourseStep& step : m_course.steps) {
        wanted.push_back(step.place);
    }
    for (std::size_t i = 0; i < m_course.places.size(); ++i) {
        wanted.push_back(i);
    }
    std::vector<QRectF> taken;
    for (const std::size_t place : wanted) {
        const QString label = text(m_course.places[place]);
        const double width = metrics.horizontalAdvance(label);
        const double left = std::clamp(x(static_cast<double>(place)) - width / 2, area.left() + kMargin,
                                       area.right() - kMargin - width);
        const QRectF box(left, m_plot.bottom() + kGap / 2, width, kAxisLine);
        const bool isFree = std::ranges::none_of(
            taken, [&](const QRectF& other) { return other.adjusted(-kGap, 0, kGap, 0).intersects(box); });
        if (isFree) {
            painter.drawText(box, Qt::AlignCenter, label);
            taken.push_back(box);
        }
    }
}

void CoursePainter::paintSteps(QPainter& painter) const
{
    for (const CourseStep& step : m_course.steps) {
        const QColor colour = toneOf(step.verdict);
        painter.setPen(QPen(colour, 1.2, Qt::DashLine));
        painter.drawLine(QPointF(stepX(step), m_plot.top()), QPointF(stepX(step), m_plot.bottom()));
        paintShape(painter, QPointF(stepX(step), m_plot.top()), step.verdict, colour);
    }
    QFont font = m_font;
    font.setWeight(QFont::DemiBold);
    painter.setFont(font);
    for (const Label& label : m_labels) {
        const double top = m_plot.top() - kGap - (label.line + 1) * kLabelLine;
        paintShape(painter, QPointF(label.x + kShape, top + kLabelLine / 2), label.verdict, toneOf(label.verdict));
        painter.setPen(toneOf(label.verdict));
        painter.drawText(QRectF(label.x + 2 * kShape + kGap / 2, top, m_plot.right(), kLabelLine),
                         Qt::AlignLeft | Qt::AlignVCenter, label.text);
    }
}

void CoursePainter::paintLevels(QPainter& painter) const
{
    QColor bar = m_colours.better;
    bar.setAlphaF(0.28F);
    painter.setPen(QPen(bar, 7, Qt::SolidLine, Qt::FlatCap));
    for (std::size_t i = 0; i < m_course.levels.size(); ++i) {
        const CourseLevel& level = m_course.levels[i];
        const double left = i == 0 ? m_plot.left() : stepX(m_course.steps[i - 1]);
        const double right = i == m_course.steps.size() ? m_plot.right() : stepX(m_course.steps[i]);
        painter.drawLine(QPointF(left, y(level.value)), QPointF(right, y(level.value)));
    }
    QPolygonF medians;
    for (std::size_t i = 0; i < m_course.medians.size(); ++i) {
        medians << QPointF(x(static_cast<double>(i)), y(m_course.medians[i]));
    }
    painter.setPen(QPen(m_colours.text, 1.4));
    painter.drawPolyline(medians);
}

void CoursePainter::paintDots(QPainter& painter, std::optional<std::size_t> chosen)
{
    constexpr double kSpread = 9; // between the dots of one place
    std::vector<std::size_t> count(m_course.places.size(), 0);
    for (const CourseDot& dot : m_course.dots) {
        ++count[dot.place];
    }
    std::vector<std::size_t> seen(m_course.places.size(), 0);
    m_dots.clear();
    for (const CourseDot& dot : m_course.dots) {
        const auto all = static_cast<double>(count[dot.place]);
        const double apart = std::min(kSpread, 0.7 * slot() / all);
        const double offset = (static_cast<double>(seen[dot.place]++) - (all - 1) / 2) * apart;
        m_dots.emplace_back(x(static_cast<double>(dot.place)) + offset, y(dot.value));
        const bool isChosen = chosen == dot.unit;
        painter.setBrush(isChosen ? m_colours.better : m_colours.page);
        painter.setPen(QPen(isChosen ? m_colours.better : m_colours.unchanged, 1.7));
        painter.drawEllipse(m_dots.back(), kDot, kDot);
        if (isChosen) {
            painter.setBrush(Qt::NoBrush);
            painter.drawEllipse(m_dots.back(), kDot + 4, kDot + 4);
        }
    }
}

std::optional<std::size_t> CoursePainter::unitAt(QPointF place) const
{
    std::optional<std::size_t> nearest;
    double best = kReach;
    for (std::size_t i = 0; i < m_dots.size(); ++i) {
        const double away = QLineF(m_dots[i], place).length();
        if (away <= best) {
            best = away;
            nearest = m_course.dots[i].unit;
        }
    }
    return nearest;
}

CourseChart::CourseChart(ChartSpec spec, const ChartColours& colours, const QFont& font)
    : m_spec(std::move(spec))
    , m_colours(colours)
    , m_frame(m_spec, colours, font)
    , m_painter(m_spec, colours, font)
{
}

double CourseChart::heightFor(double width) const
{
    return m_frame.headHeight(width) + CoursePainter::kHeight + m_frame.footHeight(width);
}

void CourseChart::paint(QPainter& painter, const QRectF& area)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(area, m_colours.page);
    painter.translate(area.topLeft());
    const QRectF own(0, 0, area.width(), area.height());
    m_painter.paint(painter, own.adjusted(0, m_frame.headHeight(own.width()), 0, -m_frame.footHeight(own.width())),
                    m_chosen);
    m_frame.paint(painter, own);
    painter.restore();
}

}
