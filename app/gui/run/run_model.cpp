// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/run/run_model.h"

#include "app/gui/text/figures.h"

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace patchscale {

namespace {

/// Four significant digits: a median of few samples knows no more.
QString rateText(double value)
{
    if (value == 0 || !std::isfinite(value)) {
        return figureText(value);
    }
    const double step = std::pow(10, std::floor(std::log10(std::abs(value))) - 3);
    return step >= 1 ? figureText(std::round(value / step) * step)
                     : figureOf(std::round(value / step) / std::round(1 / step)).text();
}

QString shapeOf(const QString& verdict)
{
    if (verdict == "Regressed"_L1) {
        return u"▼"_s;
    }
    if (verdict == "Improved"_L1) {
        return u"▲"_s;
    }
    return verdict == "Unchanged"_L1 ? u"●"_s : verdict == "Minor"_L1 ? u"≈"_s : u"?"_s;
}

}

QString soFarText(const RunLine& line, bool hasVariants)
{
    if (line.state == RunLine::State::Failed) {
        return line.failure;
    }
    if (line.finding) {
        const RunFinding& finding = *line.finding;
        QString text = shapeOf(finding.verdict) + u' ';
        text += finding.change ? changeFigure(*finding.change) : RunModel::tr("no change told");
        if (finding.verdict == "Undecided"_L1) {
            text += finding.moreRounds && *finding.moreRounds > 0
                ? u", "_s + RunModel::tr("undecided, about %1 more", "rounds").arg(*finding.moreRounds)
                : u", "_s + RunModel::tr("undecided");
        }
        return text;
    }
    if (hasVariants) {
        const std::optional<double> change = changeOf(line);
        return change                               ? RunModel::tr("%1 so far").arg(changeFigure(*change))
            : line.state == RunLine::State::Running ? RunModel::tr("running")
                                                    : QString();
    }
    const std::optional<double> span = spanOf(line.rates[0]);
    if (line.state == RunLine::State::Running) {
        return RunModel::tr("running");
    }
    return span ? RunModel::tr("varies by %1").arg(percentFigure(*span)) : QString();
}

void RunModel::show(const RunProgress* progress)
{
    if (m_progress == progress && m_rows == progress->lines().size() && m_rows > 0) {
        emit dataChanged(index(0, 0), index(static_cast<int>(m_rows) - 1, ColumnCount - 1));
        emit headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1);
        return;
    }
    beginResetModel();
    m_progress = progress;
    m_rows = progress->lines().size();
    endResetModel();
}

int RunModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows);
}

int RunModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString RunModel::text(const RunLine& line, int column) const
{
    switch (column) {
    case Test:
        return testText(line.test);
    case Median: {
        const std::optional<double> median = medianOf(line.rates[0].isEmpty() ? line.rates[1] : line.rates[0]);
        return median ? u"%1 %2"_s.arg(rateText(*median), line.unit) : line.unit;
    }
    case Samples: {
        const QList<double> all = line.rates[0] + line.rates[1];
        if (all.isEmpty()) {
            return line.state == RunLine::State::Failed ? tr("not measured") : tr("waiting");
        }
        const auto [least, most] = std::ranges::minmax(all);
        return tr("%n samples from %1 to %2", nullptr, static_cast<int>(all.size()))
            .arg(rateText(least), rateText(most));
    }
    case Count:
        return m_progress->hasVariants() ? u"%1 + %2"_s.arg(line.rates[0].size()).arg(line.rates[1].size())
                                         : tr("%1 of %2", "samples")
                                               .arg(line.rates[0].size())
                                               .arg(std::max<qsizetype>(line.rounds, line.rates[0].size()));
    case SoFar:
        return soFarText(line, m_progress->hasVariants());
    default:
        return {};
    }
}

QVariant RunModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= m_rows) {
        return {};
    }
    const RunLine& line = m_progress->lines()[index.row()];
    switch (role) {
    case Qt::DisplayRole:
        return text(line, index.column());
    case Qt::ToolTipRole:
        if (line.finding) {
            return line.finding->reason;
        }
        return line.failure.isEmpty() ? QVariant() : line.failure;
    case Qt::AccessibleTextRole:
        return text(line, index.column());
    case LineRole:
        return QVariant::fromValue(&line);
    default:
        return {};
    }
}

QVariant RunModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        const bool isNumber = section == Median || section == Count;
        return static_cast<int>((isNumber ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    }
    const bool hasVariants = m_progress != nullptr && m_progress->hasVariants();
    if (role == Qt::ToolTipRole && section == SoFar && !hasVariants) {
        return tr("How far samples are apart: (largest − smallest) / median");
    }
    if (role == Qt::ToolTipRole && section == Samples) {
        return tr("One mark for each sample; the line is the median");
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (section) {
    case Test:
        return tr("Test");
    case Median:
        return hasVariants ? tr("Median of A") : tr("Median");
    case Samples:
        return hasVariants ? tr("A ● above, B ◆ below") : tr("Samples");
    case Count:
        return hasVariants ? tr("n A + B") : tr("n");
    case SoFar:
        return tr("So Far");
    default:
        return {};
    }
}

}
