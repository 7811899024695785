// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/history/history_canvas.h"

#include "app/gui/compare/chart_colours.h"
#include "app/gui/text/words.h"
#include "app/gui/theme/theme.h"
#include "core/charts/history_chart.h"
#include "core/compare/figures.h"

#include <QEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace patchscale {

HistoryCanvas::HistoryCanvas(QWidget* parent)
    : QWidget(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAccessibleName(tr("Course of the test; the arrow keys choose a run"));
}

HistoryCanvas::~HistoryCanvas() = default;

void HistoryCanvas::show(StoredHistoryPtr stored, const HistorySeries* series)
{
    m_stored = std::move(stored);
    m_series = series;
    m_chosen.reset();
    setAccessibleDescription(series == nullptr ? QString() : fromUtf8(series->sentence));
    rebuild();
}

void HistoryCanvas::rebuild()
{
    m_painter.reset();
    if (m_series != nullptr) {
        m_painter = std::make_unique<ChartPainter>(historyChart(*m_series), chartColours(), font());
        m_painter->choose(m_chosen);
        setMinimumHeight(static_cast<int>(std::ceil(m_painter->heightFor(width()))));
    }
    update();
}

void HistoryCanvas::chooseUnit(std::size_t unit)
{
    if (m_series == nullptr || unit >= m_series->units.size() || m_chosen == unit) {
        return;
    }
    m_chosen = unit;
    m_painter->choose(unit);
    const HistoryUnit& chosen = m_series->units[unit];
    setAccessibleDescription(fromUtf8(m_series->places[chosen.place].label) + u": " + fromUtf8(valueText(chosen.value))
                             + u' ' + fromUtf8(m_series->unit));
    update();
    emit unitChosen(unit);
}

void HistoryCanvas::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    painter.fillRect(rect(), theme().page);
    if (m_painter) {
        m_painter->paint(painter, QRectF(rect()));
    }
    if (hasFocus()) {
        painter.setPen(theme().accent);
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
}

void HistoryCanvas::mousePressEvent(QMouseEvent* event)
{
    if (const auto unit = m_painter ? m_painter->unitAt(event->position()) : std::nullopt) {
        chooseUnit(*unit);
    }
}

void HistoryCanvas::mouseMoveEvent(QMouseEvent* event)
{
    const auto unit = m_painter ? m_painter->unitAt(event->position()) : std::nullopt;
    setCursor(unit ? Qt::PointingHandCursor : Qt::ArrowCursor);
    if (unit) {
        const HistoryUnit& under = m_series->units[*unit];
        setToolTip(fromUtf8(m_series->places[under.place].label) + u": " + fromUtf8(valueText(under.value)) + u' '
                   + fromUtf8(m_series->unit));
    } else {
        setToolTip({});
    }
}

void HistoryCanvas::keyPressEvent(QKeyEvent* event)
{
    const bool isNext = event->key() == Qt::Key_Right;
    const bool isPrevious = event->key() == Qt::Key_Left;
    if (m_series == nullptr || (!isNext && !isPrevious)) {
        QWidget::keyPressEvent(event);
        return;
    }
    const std::size_t last = m_series->units.size() - 1;
    if (!m_chosen) {
        chooseUnit(isNext ? 0 : last);
    } else if (isNext ? *m_chosen < last : *m_chosen > 0) {
        chooseUnit(isNext ? *m_chosen + 1 : *m_chosen - 1);
    }
}

void HistoryCanvas::focusInEvent(QFocusEvent* event)
{
    QWidget::focusInEvent(event);
    update();
}

void HistoryCanvas::focusOutEvent(QFocusEvent* event)
{
    QWidget::focusOutEvent(event);
    update();
}

void HistoryCanvas::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
        rebuild();
    }
}

void HistoryCanvas::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    if (m_painter) {
        setMinimumHeight(static_cast<int>(std::ceil(m_painter->heightFor(width()))));
    }
}

}
