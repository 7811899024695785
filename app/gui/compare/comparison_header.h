// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHeaderView>

namespace patchscale {

/// Column heads set as the cells below them, with a small arrow at the column that is sorted.
class ComparisonHeader final : public QHeaderView
{
    Q_OBJECT

public:
    explicit ComparisonHeader(QWidget* parent = nullptr);

    [[nodiscard]] QSize sizeHint() const override;
    /// The width at which the head of @p section is not cut.
    [[nodiscard]] int headWidth(int section) const;

protected:
    [[nodiscard]] QSize sectionSizeFromContents(int section) const override;
    void paintSection(QPainter* painter, const QRect& rect, int section) const override;

private:
    [[nodiscard]] QFont headFont() const;
};

}
