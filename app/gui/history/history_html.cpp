// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/history/history_html.h"

#include "app/gui/text/figures.h"
#include "app/gui/text/words.h"
#include "app/gui/theme/theme.h"
#include "core/report/history/history_report.h"

#include <QCoreApplication>
#include <QLocale>
#include <QStringList>

using namespace Qt::StringLiterals;

namespace patchscale {

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(HistoryHtml)
};

QString plain(const std::string& text)
{
    return fromUtf8(text).toHtmlEscaped();
}

QString linkTo(std::size_t unit, const QString& text)
{
    return u"<a href=\"unit:%1\" style=\"color:%2\">%3</a>"_s.arg(unit).arg(theme().accent.name(), text);
}

QString cell(const QString& content, bool isRight = false)
{
    return u"<td align=\"%1\" style=\"padding:2px 14px 2px 0;white-space:nowrap\">%2</td>"_s.arg(
        isRight ? u"right"_s : u"left"_s, content);
}

QString head(const QStringList& titles, qsizetype firstRight, qsizetype lastRight)
{
    QString row;
    for (qsizetype i = 0; i < titles.size(); ++i) {
        row +=
            u"<th align=\"%1\" style=\"padding:2px 14px 4px 0;white-space:nowrap;color:%2;font-weight:normal\">%3</th>"_s
                .arg(i >= firstRight && i <= lastRight ? u"right"_s : u"left"_s, theme().muted.name(),
                     titles[i].toHtmlEscaped());
    }
    return u"<tr>"_s + row + u"</tr>"_s;
}

QString stepWord(const HistoryStep& step)
{
    QString word = u"● "_s + Words::tr("No direction known");
    if (step.verdict != Verdict::NotComparable) {
        word = verdictShape(step.verdict) + u' ' + verdictWord(step.verdict);
    }
    return u"<b style=\"color:%1\">%2</b>"_s.arg(verdictColour(step.verdict).name(), word);
}

QString stepsTable(const HistorySeries& series)
{
    QString html = u"<table cellspacing=\"0\" width=\"100%\">"_s
        + head({Words::tr("Change Point"), Words::tr("Change"), Words::tr("95 % Interval"), Words::tr("Adjusted p"),
                Words::tr("Verdict")},
               1, 3);
    for (const HistoryStep& step : series.steps) {
        const QString interval = step.interval
            ? Words::tr("%1 to %2").arg(changeFigure(step.interval->low), changeFigure(step.interval->high))
            : u"–"_s;
        const QString where = (step.isWithinPlace ? Words::tr("within %1") : Words::tr("at %1")).arg(plain(step.after));
        html += u"<tr>"_s + cell(linkTo(step.unit, where))
            + cell(step.levelBefore > 0 ? changeFigure(step.change) : u"–"_s, true) + cell(interval, true)
            + cell(QLocale().toString(step.pAdjusted, 'f', 3), true) + cell(stepWord(step)) + u"</tr>"_s;
        QStringList lines;
        for (const std::string& explanation : step.explanations) {
            lines << plain(explanation);
        }
        html += u"<tr><td colspan=\"5\" style=\"padding:0 0 8px 12px;color:%1\">%2</td></tr>"_s.arg(
            theme().muted.name(), lines.join(u"<br>"_s));
    }
    return html + u"</table>"_s;
}

QString placesTable(const StoredHistory& stored, const HistorySeries& series)
{
    const QString unit = series.unit.empty() ? Words::tr("Median") : Words::tr("Median, %1").arg(fromUtf8(series.unit));
    QString html = u"<table cellspacing=\"0\">"_s
        + head({fromUtf8(std::string(placeHead(series.order))), Words::tr("n"), unit, Words::tr("Change"),
                Words::tr("Runs")},
               1, 3);
    const int decimals = historyDecimals(series);
    for (const HistoryPlace& place : series.places) {
        QStringList runs;
        for (std::size_t i = 0; i < place.units; ++i) {
            const std::size_t u = place.firstUnit + i;
            const auto ref = series.units[u].results.front();
            runs << linkTo(u, QString::number(stored.runs[ref.run].id.value));
        }
        html += u"<tr>"_s + cell(plain(place.label)) + cell(QString::number(place.units), true)
            + cell(figureOf(place.median, decimals).text(), true)
            + cell(place.change ? changeFigure(*place.change) : QString(), true) + cell(runs.join(u", "_s))
            + u"</tr>"_s;
    }
    return html + u"</table>"_s;
}

}

QString historyHtml(const StoredHistory& stored, const HistorySeries& series)
{
    QString html = u"<div style=\"color:%1\">"_s.arg(theme().text.name());
    if (!series.steps.empty()) {
        html += stepsTable(series);
    }
    for (const std::string& note : series.notes) {
        html += u"<p style=\"color:%1;margin:2px 0 8px 0\">%2</p>"_s.arg(theme().muted.name(), plain(note));
    }
    return html + placesTable(stored, series) + u"</div>"_s;
}

}
