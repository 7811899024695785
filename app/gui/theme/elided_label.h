// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

namespace patchscale {

/// A line of text that is cut in its middle where it has no room, and then says all of it in its tool tip.
class ElidedLabel final : public QLabel
{
    Q_OBJECT

public:
    explicit ElidedLabel(QWidget* parent = nullptr);

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    [[nodiscard]] QString shownText() const;
};

}
