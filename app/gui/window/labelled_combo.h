// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>

namespace patchscale {

/// A combo box that says in small letters before its text what is chosen with it.
class LabelledCombo final : public QComboBox
{
    Q_OBJECT

public:
    explicit LabelledCombo(const QString& label, QWidget* parent = nullptr);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_label;
};

}
