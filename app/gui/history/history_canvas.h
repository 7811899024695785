// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/history/history_model.h"
#include "app/render/chart_painter.h"

#include <QWidget>

#include <memory>
#include <optional>

namespace patchscale {

/// The chart of one history. A click on a dot, or the arrow keys, choose an observation.
class HistoryCanvas final : public QWidget
{
    Q_OBJECT

public:
    explicit HistoryCanvas(QWidget* parent = nullptr);
    ~HistoryCanvas() override;

    /// Shows @p series of @p stored, or nothing for null.
    void show(StoredHistoryPtr stored, const HistorySeries* series);
    [[nodiscard]] std::optional<std::size_t> chosenUnit() const
    {
        return m_chosen;
    }
    void chooseUnit(std::size_t unit);

signals:
    void unitChosen(std::size_t unit);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void rebuild();

    StoredHistoryPtr m_stored; ///< keeps the series
    const HistorySeries* m_series = nullptr;
    std::unique_ptr<ChartPainter> m_painter;
    std::optional<std::size_t> m_chosen;
};

}
