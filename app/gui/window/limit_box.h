// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDoubleSpinBox>

namespace patchscale {

/// The limit in per cent: "±1 %", without decimals that say nothing.
class LimitBox final : public QDoubleSpinBox
{
    Q_OBJECT

public:
    explicit LimitBox(QWidget* parent = nullptr);

    [[nodiscard]] QString textFromValue(double value) const override;
};

}
