// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>

namespace patchscale {

/// A combo box that says in small letters before its text what is chosen with it.
class LabelledCombo final : public QComboBox
{
    Q_OBJECT

public:
    /// @p shortLabel stands for the label where room is scarce.
    explicit LabelledCombo(const QString& label = {}, const QString& shortLabel = {}, QWidget* parent = nullptr);

    void setShort(bool isShort);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    [[nodiscard]] int labelWidth() const;
    [[nodiscard]] const QString& label() const
    {
        return m_isShort ? m_shortLabel : m_label;
    }

    QString m_label;
    QString m_shortLabel;
    bool m_isShort = false;
};

}
