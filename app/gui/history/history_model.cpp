// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/history/history_model.h"

#include "app/gui/text/figures.h"
#include "app/gui/text/words.h"
#include "core/report/history/history_report.h"
#include "core/report/report_words.h"

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace patchscale {

QString historyName(const HistorySeries& series)
{
    return fromUtf8(historyTest(series));
}

const HistoryStep* leadingStep(const HistorySeries& series)
{
    const HistoryStep* leading = nullptr;
    for (const HistoryStep& step : series.steps) {
        const auto rank = [](const HistoryStep& each) {
            return std::pair(each.verdict == Verdict::Regressed, std::abs(each.change));
        };
        if (leading == nullptr || rank(step) > rank(*leading)) {
            leading = &step;
        }
    }
    return leading;
}

void HistoryModel::show(StoredHistoryPtr stored)
{
    beginResetModel();
    m_stored = std::move(stored);
    endResetModel();
}

const HistorySeries* HistoryModel::series(const QModelIndex& index) const
{
    const bool isThere = m_stored && index.isValid() && index.row() < rowCount();
    return isThere ? &m_stored->history.series[static_cast<std::size_t>(index.row())] : nullptr;
}

int HistoryModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() || !m_stored ? 0 : static_cast<int>(m_stored->history.series.size());
}

QVariant HistoryModel::data(const QModelIndex& index, int role) const
{
    const HistorySeries* shown = series(index);
    if (shown == nullptr) {
        return {};
    }
    QStringList parts;
    for (const std::string& part : {shown->machine, displayedBenchmark(shown->benchmark), shown->metric}) {
        if (!part.empty()) {
            parts << fromUtf8(part);
        }
    }
    const QString detail = parts.join(u", "_s);
    switch (role) {
    case SeriesRole:
        return QVariant::fromValue(shown);
    case DetailRole:
        return detail;
    case SearchRole:
        return QString(historyName(*shown) + u' ' + detail);
    case Qt::DisplayRole:
        return historyName(*shown);
    case Qt::ToolTipRole:
    case Qt::AccessibleTextRole:
        return QString(historyName(*shown) + u", "_s + detail + u". "_s + fromUtf8(shown->sentence));
    default:
        return {};
    }
}

void HistoryFilterModel::setWords(const QString& text)
{
    m_words = text.split(u' ', Qt::SkipEmptyParts);
    invalidateFilter();
}

bool HistoryFilterModel::filterAcceptsRow(int sourceRow, const QModelIndex& sourceParent) const
{
    const QString text = sourceModel()->index(sourceRow, 0, sourceParent).data(HistoryModel::SearchRole).toString();
    return std::ranges::all_of(m_words, [&text](const QString& word) {
        const bool isNegated = word.size() > 1 && word.startsWith(u'-');
        return text.contains(isNegated ? word.mid(1) : word, Qt::CaseInsensitive) != isNegated;
    });
}

}
