// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/compare/chart_view.h"

#include "app/gui/compare/chart_colours.h"
#include "app/gui/theme/theme.h"
#include "app/render/chart_file.h"

#include <QCoreApplication>
#include <QEvent>
#include <QHBoxLayout>
#include <QPainter>
#include <QPushButton>
#include <QResizeEvent>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace patchscale {

namespace {

constexpr double kMostWidth = 980;

}

class ChartView::Canvas final : public QWidget
{
public:
    using QWidget::QWidget;

    void show(const std::vector<ChartSpec>& charts)
    {
        m_painters.clear();
        QStringList told;
        for (const ChartSpec& chart : charts) {
            m_painters.emplace_back(chart, chartColours(), font());
            told << QString::fromStdString(chart.title + " " + chart.caption);
        }
        setAccessibleName(QCoreApplication::translate("ChartView", "Change chart"));
        setAccessibleDescription(told.join(u'\n'));
        fit();
        update();
    }

    void fit()
    {
        double height = 0;
        for (const ChartPainter& painter : m_painters) {
            height += std::ceil(painter.heightFor(chartWidth()));
        }
        setMinimumHeight(static_cast<int>(height));
    }

protected:
    void resizeEvent(QResizeEvent* event) override
    {
        QWidget::resizeEvent(event);
        fit();
    }

    void paintEvent(QPaintEvent* /*event*/) override
    {
        QPainter painter(this);
        painter.fillRect(rect(), theme().page);
        double top = 0;
        for (const ChartPainter& chart : m_painters) {
            const double height = std::ceil(chart.heightFor(chartWidth()));
            chart.paint(painter, QRectF(0, top, chartWidth(), height));
            top += height;
        }
    }

private:
    [[nodiscard]] double chartWidth() const
    {
        return std::min<double>(width(), kMostWidth);
    }

    std::vector<ChartPainter> m_painters;
};

ChartView::ChartView(QWidget* parent)
    : QWidget(parent)
    , m_scroll(new QScrollArea(this))
    , m_canvas(new Canvas)
{
    m_scroll->setWidget(m_canvas);
    m_scroll->setWidgetResizable(true);
    m_scroll->setFrameShape(QFrame::NoFrame);
    auto* save = new QPushButton(tr("Save Chart…"), this);
    auto* copy = new QPushButton(tr("Copy Chart"), this);
    auto* buttons = new QHBoxLayout;
    buttons->setContentsMargins(16, 4, 16, 8);
    buttons->setSpacing(10);
    buttons->addWidget(save);
    buttons->addWidget(copy);
    buttons->addStretch();
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_scroll, 1);
    column->addLayout(buttons);
    setFocusProxy(m_scroll);
    connect(save, &QPushButton::clicked, this, &ChartView::saveWanted);
    connect(copy, &QPushButton::clicked, this, &ChartView::copyWanted);
}

ChartView::~ChartView() = default;

void ChartView::show(const std::shared_ptr<const Comparison>& comparison, const std::vector<std::size_t>& groups)
{
    m_comparison = comparison;
    m_groups = groups;
    m_isStale = true;
    if (isVisible()) {
        refresh();
    }
}

void ChartView::refresh()
{
    if (m_isStale) {
        m_canvas->show(m_comparison ? chartsOf(*m_comparison, m_groups) : std::vector<ChartSpec> {});
        m_isStale = false;
    }
}

void ChartView::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    refresh();
}

void ChartView::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
        m_isStale = true;
        if (isVisible()) {
            refresh();
        }
    }
}

}
