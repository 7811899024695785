// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/charts/flame_graph.h"

#include <QWidget>

#include <optional>

namespace patchscale {

/// Two call trees over each other, the outermost callers on top. A click or Enter makes a frame the whole width, Escape
/// goes back; arrows go from frame to frame.
class FlameView final : public QWidget
{
    Q_OBJECT

public:
    explicit FlameView(QWidget* parent = nullptr);

    /// Shows @p tree, which must outlive this or the next call; null for none.
    void show(const CallTree* tree);
    void setWidths(FlameWidth width);
    void setByAmount(bool isByAmount);
    /// Marks the frames of this symbol; empty for none.
    void mark(const std::string& symbol);
    void zoomTo(std::uint32_t node);
    void zoomOut();

    [[nodiscard]] const FlameOptions& options() const
    {
        return m_options;
    }
    [[nodiscard]] const FlameGraph& graph() const
    {
        return m_graph;
    }
    [[nodiscard]] std::optional<std::uint32_t> selected() const
    {
        return m_selected;
    }
    [[nodiscard]] QString nameOf(const FlameFrame& frame) const;
    /// Where a frame is painted.
    [[nodiscard]] QRectF frameRect(const FlameFrame& frame) const;

signals:
    /// What is under the pointer or selected, in words.
    void frameTold(const QString& text);
    void symbolChosen(const QString& symbol);
    void zoomChanged(bool isZoomed);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void leaveEvent(QEvent* event) override;
    bool event(QEvent* event) override;

private:
    void layOut();
    void select(std::optional<std::uint32_t> node);
    void tell();
    [[nodiscard]] const FlameFrame* frameAt(const QPointF& place) const;
    [[nodiscard]] const FlameFrame* frameOf(std::uint32_t node) const;
    /// The next frame at the same level in direction @p step, or null.
    [[nodiscard]] const FlameFrame* beside(const FlameFrame& frame, int step) const;
    void paintFrame(QPainter& painter, const FlameFrame& frame) const;

    const CallTree* m_tree = nullptr;
    FlameOptions m_options;
    FlameGraph m_graph;
    std::optional<std::uint32_t> m_selected;
    std::optional<std::uint32_t> m_hovered;
    std::string m_marked;
};

}
