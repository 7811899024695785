// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/profiles/flame_view.h"

#include "app/gui/text/words.h"
#include "app/gui/theme/theme.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace patchscale {

namespace {

constexpr int kRow = 20;
constexpr int kMargin = 16;
constexpr double kSmallestText = 22;

QColor mixed(const QColor& from, const QColor& to, double part)
{
    const auto mix = [part](int a, int b) { return static_cast<int>(std::lround(a + (b - a) * part)); };
    return {mix(from.red(), to.red()), mix(from.green(), to.green()), mix(from.blue(), to.blue())};
}

/// The fill of a frame: pale enough that the theme's text is read on it.
QColor fillOf(double tone)
{
    constexpr double kStrongest = 0.55;
    // The root of the size: a change of a tenth is to be seen.
    return mixed(theme().rail, tone > 0 ? theme().worse : theme().better, kStrongest * std::sqrt(std::abs(tone)));
}

/// What is said of a frame, with an arrow that people read.
QString told(const CallTree& tree, std::uint32_t node)
{
    return fromUtf8(frameText(tree, node)).replace(u"->"_s, u"→"_s);
}

}

FlameView::FlameView(QWidget* parent)
    : QWidget(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAccessibleName(tr("Flame graph of what changed"));
    setFont(labelFont());
}

void FlameView::show(const CallTree* tree)
{
    m_tree = tree;
    m_options.root = 0;
    m_selected.reset();
    m_hovered.reset();
    layOut();
    emit zoomChanged(false);
}

void FlameView::setWidths(FlameWidth width)
{
    m_options.width = width;
    layOut();
}

void FlameView::setByAmount(bool isByAmount)
{
    m_options.isByAmount = isByAmount;
    layOut();
}

void FlameView::mark(const std::string& symbol)
{
    if (symbol != m_marked) {
        m_marked = symbol;
        update();
    }
}

void FlameView::zoomTo(std::uint32_t node)
{
    m_options.root = node;
    layOut();
    emit zoomChanged(node != 0);
}

void FlameView::zoomOut()
{
    zoomTo(0);
}

void FlameView::layOut()
{
    m_graph = m_tree != nullptr ? flameGraph(*m_tree, m_options) : FlameGraph {};
    if (m_graph.frames.empty() && m_options.root != 0) {
        // Nothing of it on the side whose widths are shown.
        m_options.root = 0;
        m_graph = flameGraph(*m_tree, m_options);
        emit zoomChanged(false);
    }
    setMinimumHeight(static_cast<int>(m_graph.depth) * kRow + kMargin);
    update();
}

QRectF FlameView::frameRect(const FlameFrame& frame) const
{
    const double room = width() - 2 * kMargin;
    return {kMargin + frame.left * room, static_cast<double>(frame.depth) * kRow, frame.width * room, kRow - 1};
}

QString FlameView::nameOf(const FlameFrame& frame) const
{
    return fromUtf8(frameName(*m_tree, frame.node));
}

const FlameFrame* FlameView::frameAt(const QPointF& place) const
{
    const auto hit =
        std::ranges::find_if(m_graph.frames, [&](const FlameFrame& frame) { return frameRect(frame).contains(place); });
    return hit == m_graph.frames.end() ? nullptr : &*hit;
}

const FlameFrame* FlameView::frameOf(std::uint32_t node) const
{
    const auto hit = std::ranges::find(m_graph.frames, node, &FlameFrame::node);
    return hit == m_graph.frames.end() ? nullptr : &*hit;
}

const FlameFrame* FlameView::beside(const FlameFrame& frame, int step) const
{
    const FlameFrame* best = nullptr;
    for (const FlameFrame& other : m_graph.frames) {
        const bool isBeside =
            other.depth == frame.depth && (step > 0 ? other.left > frame.left : other.left < frame.left);
        const bool isNearer = best == nullptr || (step > 0 ? other.left < best->left : other.left > best->left);
        best = isBeside && isNearer ? &other : best;
    }
    return best;
}

void FlameView::paintEvent(QPaintEvent* event)
{
    QPainter painter(this);
    painter.fillRect(event->rect(), theme().page);
    for (const FlameFrame& frame : m_graph.frames) {
        if (frameRect(frame).intersects(event->rect())) {
            paintFrame(painter, frame);
        }
    }
}

void FlameView::paintFrame(QPainter& painter, const FlameFrame& frame) const
{
    const QRectF area = frameRect(frame);
    const std::string& name = frameName(*m_tree, frame.node);
    painter.fillRect(area.adjusted(0, 0, -0.6, 0), fillOf(frame.tone));
    const bool isMarked = !m_marked.empty() && name == m_marked;
    const bool isSelected = m_selected == frame.node && hasFocus();
    if (isMarked || isSelected || m_hovered == frame.node) {
        painter.setPen(QPen(isMarked || isSelected ? theme().text : theme().muted, isSelected ? 2 : 1));
        painter.drawRect(area.adjusted(0.5, 0.5, -1, -0.5));
    }
    if (area.width() < kSmallestText) {
        return;
    }
    QString label = fromUtf8(name);
    if (frame.tone != 0) {
        label = (frame.tone > 0 ? u"▲ "_s : u"▼ "_s) + label + u"  "_s
            + fromUtf8(framePoints(*m_tree, frame.node)).replace(u'-', u'−');
    }
    painter.setPen(theme().text);
    const QRectF inner = area.adjusted(4, 0, -3, 0);
    painter.drawText(inner, Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(label, Qt::ElideRight, static_cast<int>(inner.width())));
}

void FlameView::select(std::optional<std::uint32_t> node)
{
    m_selected = node;
    tell();
    update();
}

void FlameView::tell()
{
    const auto node = m_hovered ? m_hovered : m_selected;
    const QString text = node && m_tree != nullptr ? told(*m_tree, *node) : QString();
    setAccessibleDescription(text);
    emit frameTold(text);
}

void FlameView::mouseMoveEvent(QMouseEvent* event)
{
    const FlameFrame* frame = frameAt(event->position());
    const auto hovered = frame != nullptr ? std::optional(frame->node) : std::nullopt;
    if (hovered != m_hovered) {
        m_hovered = hovered;
        setCursor(frame != nullptr ? Qt::PointingHandCursor : Qt::ArrowCursor);
        tell();
        update();
    }
}

void FlameView::mousePressEvent(QMouseEvent* event)
{
    const FlameFrame* frame = frameAt(event->position());
    if (frame == nullptr || event->button() != Qt::LeftButton) {
        QWidget::mousePressEvent(event);
        return;
    }
    const std::uint32_t node = frame->node;
    select(node);
    zoomTo(node);
    emit symbolChosen(fromUtf8(frameName(*m_tree, node)));
}

void FlameView::keyPressEvent(QKeyEvent* event)
{
    if (m_graph.frames.empty()) {
        QWidget::keyPressEvent(event);
        return;
    }
    const FlameFrame* frame = m_selected ? frameOf(*m_selected) : nullptr;
    if (frame == nullptr) {
        frame = frameOf(m_options.root);
    }
    const FlameFrame* next = nullptr;
    switch (event->key()) {
    case Qt::Key_Left:
        next = beside(*frame, -1);
        break;
    case Qt::Key_Right:
        next = beside(*frame, 1);
        break;
    case Qt::Key_Up:
        next = frame->node != 0 ? frameOf(m_tree->nodes[frame->node].parent) : nullptr;
        break;
    case Qt::Key_Down: {
        const auto child = std::ranges::find_if(m_graph.frames, [&](const FlameFrame& other) {
            return other.node != 0 && m_tree->nodes[other.node].parent == frame->node;
        });
        next = child == m_graph.frames.end() ? nullptr : &*child;
        break;
    }
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space: {
        const std::uint32_t node = frame->node;
        select(node);
        zoomTo(node);
        emit symbolChosen(fromUtf8(frameName(*m_tree, node)));
        return;
    }
    case Qt::Key_Escape:
    case Qt::Key_Backspace:
        if (m_options.root == 0) {
            QWidget::keyPressEvent(event);
            return;
        }
        zoomTo(event->key() == Qt::Key_Escape ? 0 : m_tree->nodes[m_options.root].parent);
        return;
    default:
        QWidget::keyPressEvent(event);
        return;
    }
    if (next != nullptr) {
        select(next->node);
    }
}

void FlameView::leaveEvent(QEvent* /*event*/)
{
    m_hovered.reset();
    tell();
    update();
}

bool FlameView::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const FlameFrame* frame = frameAt(help->pos());
        QToolTip::showText(help->globalPos(), frame != nullptr ? told(*m_tree, frame->node) : QString(), this);
        return true;
    }
    return QWidget::event(event);
}

}
