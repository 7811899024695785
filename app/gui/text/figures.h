// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers as the workbench shows them: thin spaces between thousands, the locale's decimal point, a sign on changes.
#pragma once

#include <QString>

#include <optional>

namespace patchscale {

/// A number cut at its decimal point, so that a column can be aligned there.
struct Figure
{
    QString whole; ///< with sign and thin spaces
    QString fraction; ///< with the decimal point; empty for whole numbers

    [[nodiscard]] QString text() const
    {
        return whole + fraction;
    }
};

/// @p value with the digits that it was written with; a computed value is cut to seven significant digits.
/// At least @p fractionDigits places after the point are written out.
Figure figureOf(double value, int fractionDigits = 0);
/// figureOf() as one text, or a dash for a missing value.
QString figureText(std::optional<double> value);

/// "+4.20 %": a change with its sign and two decimals; none above a thousand per cent, more where two would show 0.
QString changeFigure(double change);
/// "4.2 %": a size without a sign; trailing zeros are left out.
QString percentFigure(double fraction);

}
