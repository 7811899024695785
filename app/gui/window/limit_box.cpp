// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/window/limit_box.h"

using namespace Qt::StringLiterals;

namespace patchscale {

LimitBox::LimitBox(QWidget* parent)
    : QDoubleSpinBox(parent)
{
    setRange(0, 100);
    setDecimals(2);
    setSingleStep(0.5);
    setPrefix(u"±"_s);
    setSuffix(u"\u202f%"_s);
    setButtonSymbols(QAbstractSpinBox::NoButtons);
    setKeyboardTracking(false);
    setFixedWidth(fontMetrics().horizontalAdvance(u"±10,00 %_"_s));
}

QString LimitBox::textFromValue(double value) const
{
    return locale().toString(value, 'g', 4);
}

}
