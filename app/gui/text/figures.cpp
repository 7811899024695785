// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/text/figures.h"

#include <QLocale>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

using namespace Qt::StringLiterals;

namespace patchscale {

namespace {

// A no-break space, so that a number in running text is never torn.
constexpr QChar kThinSpace = u'\u202f';
constexpr QChar kMinus = u'\u2212';
constexpr QChar kDash = u'\u2013';
// More significant digits than any benchmark prints: the value was computed, not read.
constexpr qsizetype kWrittenDigits = 12;
constexpr int kComputedDigits = 7;
// Below, a change comes from the rounding of doubles.
constexpr double kSmallestPercent = 1e-9;

QString plain(double value, std::optional<int> decimals)
{
    std::array<char, 400> buffer {};
    char* const end = buffer.data() + buffer.size();
    const auto result = decimals ? std::to_chars(buffer.data(), end, value, std::chars_format::fixed, *decimals)
                                 : std::to_chars(buffer.data(), end, value, std::chars_format::fixed);
    return QString::fromLatin1(buffer.data(), result.ptr - buffer.data());
}

qsizetype significantDigits(const QString& digits)
{
    qsizetype count = 0;
    for (const QChar c : digits) {
        if (c.isDigit() && (count > 0 || c != u'0')) {
            ++count;
        }
    }
    return count;
}

QString grouped(const QString& digits)
{
    QString out;
    for (qsizetype i = 0; i < digits.size(); ++i) {
        if (i > 0 && (digits.size() - i) % 3 == 0) {
            out += kThinSpace;
        }
        out += digits[i];
    }
    return out;
}

Figure cut(QString digits)
{
    Figure figure;
    if (digits.startsWith(u'-')) {
        figure.whole = kMinus;
        digits.remove(0, 1);
    }
    const qsizetype point = digits.indexOf(u'.');
    figure.whole += grouped(point < 0 ? digits : digits.left(point));
    if (point >= 0) {
        figure.fraction = QLocale().decimalPoint() + digits.mid(point + 1);
    }
    return figure;
}

}

Figure figureOf(double value, int fractionDigits)
{
    if (!std::isfinite(value)) {
        return {.whole = kDash, .fraction = {}};
    }
    const double size = std::abs(value);
    if (size != 0 && (size >= 1e15 || size < 1e-7)) {
        return {.whole = QLocale().toString(value, 'g', kComputedDigits), .fraction = {}};
    }
    QString digits = plain(value, std::nullopt);
    if (significantDigits(digits) > kWrittenDigits) {
        const int before = size < 1 ? 0 : static_cast<int>(std::log10(size)) + 1;
        digits = plain(value, std::max(0, kComputedDigits - before));
    }
    Figure figure = cut(std::move(digits));
    if (fractionDigits > 0) {
        figure.fraction = figure.fraction.isEmpty() ? QLocale().decimalPoint() : figure.fraction;
        figure.fraction = figure.fraction.leftJustified(fractionDigits + 1, u'0');
    }
    return figure;
}

QString figureText(std::optional<double> value)
{
    return value ? figureOf(*value).text() : QString(kDash);
}

QString changeFigure(double change)
{
    const double percent = change * 100;
    if (!std::isfinite(percent)) {
        return kDash;
    }
    const double size = std::abs(percent);
    // A change that two decimals would show as none gets its first digit that is not 0.
    const int decimals = size >= 1000              ? 0
        : size < 0.005 && size >= kSmallestPercent ? static_cast<int>(std::ceil(-std::log10(size)))
                                                   : 2;
    const QString text = cut(plain(size, decimals)).text();
    return (percent < 0 ? kMinus : QChar(u'+')) + text + kThinSpace + u'%';
}

QString percentFigure(double fraction)
{
    if (!std::isfinite(fraction)) {
        return kDash;
    }
    QString digits = plain(std::abs(fraction) * 100, 2);
    while (digits.endsWith(u'0')) {
        digits.chop(1);
    }
    if (digits.endsWith(u'.')) {
        digits.chop(1);
    }
    return cut(digits).text() + kThinSpace + u'%';
}

}
