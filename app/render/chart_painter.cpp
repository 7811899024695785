// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/render/chart_painter.h"

#include "app/render/chart_frame.h"
#include "app/render/chart_marks.h"
#include "app/render/course_painter.h"
#include "app/render/plot_painter.h"

#include <QCategoryAxis>
#include <QChart>
#include <QGraphicsLayout>
#include <QGraphicsScene>
#include <QPainter>
#include <QScatterSeries>
#include <QValueAxis>

#include <algorithm>
#include <cmath>

namespace patchscale {

namespace {

constexpr double kMargin = ChartFrame::kMargin;
constexpr double kRow = 26;
constexpr double kAxisHeight = 34;
constexpr double kGap = 10;
constexpr double kMostLabelShare = 0.42; ///< of the width

QString text(const std::string& utf8)
{
    return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
}

}

/// The chart as a graphics scene: axes, grid and dots are Qt Charts' own, what it cannot draw lies in front of it.
class ChartPainter::Scene
{
public:
    Scene(ChartSpec spec, const ChartColours& colours, const QFont& font)
        : m_spec(std::move(spec))
        , m_colours(colours)
        , m_font(font)
        , m_frame(m_spec, colours, font)
    {
        m_chart = new QChart;
        m_scene.addItem(m_chart);
        m_marks = new ChartMarks(m_chart, m_spec, m_colours, m_font);
        setUpChart();
        setUpAxes();
        setUpDots();
    }

    [[nodiscard]] double heightFor(double width) const
    {
        return m_frame.headHeight(width) + kRow * static_cast<double>(std::max<std::size_t>(m_spec.marks.size(), 1))
            + kAxisHeight + m_frame.footHeight(width);
    }

    void paint(QPainter& painter, const QRectF& area)
    {
        const QRectF own(0, 0, area.width(), area.height());
        const double head = m_frame.headHeight(own.width());
        const double bottom = own.bottom() - m_frame.footHeight(own.width()) - kAxisHeight;
        const double left = labelWidth(own.width()) + kMargin + kGap;
        const QRectF plot(left, head, own.width() - left - valueWidth() - kMargin - kGap, bottom - head);
        m_chart->setPlotArea(plot);
        m_chart->setGeometry(own);
        // Axes and grid take the plot area only when they are laid out, which a size that stays the same does not ask
        // for.
        m_chart->layout()->setGeometry(own);
        m_marks->layOut(own, plot);
        m_scene.setSceneRect(own);

        painter.save();
        painter.setRenderHint(QPainter::Antialiasing);
        painter.fillRect(area, m_colours.page);
        m_scene.render(&painter, area, own, Qt::IgnoreAspectRatio);
        painter.translate(area.topLeft());
        m_frame.paint(painter, own);
        painter.restore();
    }

private:
    void setUpChart()
    {
        m_chart->setBackgroundVisible(false);
        m_chart->setMargins({});
        m_chart->legend()->hide();
        m_chart->setAnimationOptions(QChart::NoAnimation);
    }

    void setUpAxes()
    {
        m_x = new QCategoryAxis;
        m_x->setRange(m_spec.axis.low, m_spec.axis.high);
        m_x->setStartValue(m_spec.axis.low);
        m_x->setLabelsPosition(QCategoryAxis::AxisLabelsPositionOnValue);
        for (const ChartTick& tick : m_spec.axis.ticks) {
            m_x->append(text(tick.text), tick.value);
        }
        m_x->setLabelsFont(m_frame.small());
        m_x->setLabelsColor(m_colours.muted);
        m_x->setGridLineColor(m_colours.line);
        m_x->setLinePenColor(m_colours.line);
        m_chart->addAxis(m_x, Qt::AlignBottom);

        m_y = new QValueAxis;
        m_y->setRange(-0.5, static_cast<double>(std::max<std::size_t>(m_spec.marks.size(), 1)) - 0.5);
        m_y->setReverse(true);
        m_y->setVisible(false);
        m_chart->addAxis(m_y, Qt::AlignLeft);
    }

    void setUpDots()
    {
        for (const MarkShape shape : {MarkShape::Dot, MarkShape::HollowDot}) {
            for (const Verdict verdict : {Verdict::Regressed, Verdict::Improved, Verdict::Unchanged}) {
                addDots(shape, verdict);
            }
        }
    }

    void addDots(MarkShape shape, Verdict tone)
    {
        auto* series = new QScatterSeries;
        const QColor colour = markColour(m_colours, tone);
        series->setMarkerSize(9);
        series->setBorderColor(colour);
        series->setPen(QPen(colour, 2));
        series->setColor(shape == MarkShape::Dot ? colour : m_colours.page);
        for (std::size_t i = 0; i < m_spec.marks.size(); ++i) {
            const ChartMark& mark = m_spec.marks[i];
            if (mark.shape == shape && markTone(mark.verdict) == tone) {
                series->append(mark.value, static_cast<double>(i));
            }
        }
        m_chart->addSeries(series);
        series->attachAxis(m_x);
        series->attachAxis(m_y);
    }

    [[nodiscard]] double labelWidth(double width) const
    {
        double widest = 0;
        for (const ChartMark& mark : m_spec.marks) {
            widest = std::max(
                widest, QFontMetricsF(mark.isTotal ? m_frame.title() : m_font).horizontalAdvance(text(mark.label)));
        }
        return std::min(std::ceil(widest), width * kMostLabelShare);
    }

    [[nodiscard]] double valueWidth() const
    {
        double widest = 0;
        for (const ChartMark& mark : m_spec.marks) {
            widest = std::max(widest, QFontMetricsF(m_frame.title()).horizontalAdvance(text(mark.text)));
        }
        return std::ceil(widest) + kGap;
    }

    ChartSpec m_spec;
    ChartColours m_colours;
    QFont m_font;
    ChartFrame m_frame;
    QGraphicsScene m_scene;
    QChart* m_chart; ///< owned by the scene
    ChartMarks* m_marks; ///< owned by the chart
    QCategoryAxis* m_x = nullptr;
    QValueAxis* m_y = nullptr;
};

ChartPainter::ChartPainter(ChartSpec spec, ChartColours colours, const QFont& font)
{
    if (spec.course) {
        m_course = std::make_unique<CourseChart>(std::move(spec), colours, font);
    } else if (spec.kind == ChartKind::Marks) {
        m_scene = std::make_unique<Scene>(std::move(spec), colours, font);
    } else {
        m_plot = std::make_unique<PlotPainter>(std::move(spec), colours, font);
    }
}

ChartPainter::~ChartPainter() = default;
ChartPainter::ChartPainter(ChartPainter&&) noexcept = default;

double ChartPainter::heightFor(double width) const
{
    if (m_course) {
        return m_course->heightFor(width);
    }
    return m_plot ? m_plot->heightFor(width) : m_scene->heightFor(width);
}

void ChartPainter::paint(QPainter& painter, const QRectF& area) const
{
    if (m_course) {
        m_course->paint(painter, area);
    } else if (m_plot) {
        m_plot->paint(painter, area);
    } else {
        m_scene->paint(painter, area);
    }
}

std::optional<std::size_t> ChartPainter::unitAt(QPointF place) const
{
    return m_course ? m_course->unitAt(place) : std::nullopt;
}

void ChartPainter::choose(std::optional<std::size_t> unit)
{
    if (m_course) {
        m_course->choose(unit);
    }
}

}
