// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/window/row_text.h"

#include "app/gui/compare/row_notes.h"
#include "app/gui/text/words.h"

#include <QCoreApplication>
#include <QLocale>
#include <QStringList>

using namespace Qt::StringLiterals;

namespace patchscale {

namespace {

struct RowText
{
    Q_DECLARE_TR_FUNCTIONS(RowText)
};

QString number(const std::optional<double>& value)
{
    return value ? QString::number(*value, 'g', QLocale::FloatingPointShortest) : QString();
}

}

QString rowsText(const Comparison& comparison, const std::vector<RowPlace>& rows)
{
    if (rows.empty()) {
        return {};
    }
    const ComparisonGroup& first = comparison.groups[rows.front().group];
    QStringList lines;
    lines << QStringList {RowText::tr("Test"), fromUtf8(first.baseline),          fromUtf8(first.candidate),
                          RowText::tr("Unit"), RowText::tr("Change in per cent"), RowText::tr("Verdict"),
                          RowText::tr("Notes")}
                 .join(u'\t');
    for (const RowPlace& place : rows) {
        const ComparisonRow& row = comparison.groups[place.group].rows[place.row];
        const QString change = row.change ? QString::number(*row.change * 100, 'f', 2) : QString();
        lines << QStringList {fromUtf8(row.test),
                              number(row.baseline.value),
                              number(row.candidate.value),
                              fromUtf8(row.unit),
                              change,
                              verdictWord(row.verdict),
                              noteLines(comparison, row).join(u"; ")}
                     .join(u'\t');
    }
    return lines.join(u'\n') + u'\n';
}

}
