// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/compare/comparison_table_model.h"

#include "app/gui/compare/change_axis.h"
#include "app/gui/compare/row_notes.h"
#include "app/gui/text/figures.h"
#include "app/gui/text/group_name.h"
#include "app/gui/text/words.h"
#include "core/compare/verdict_order.h"

#include <algorithm>
#include <cmath>
#include <limits>

using namespace Qt::StringLiterals;

namespace patchscale {

namespace {

int fractionDigits(const std::optional<double>& value)
{
    return value ? std::max(0, static_cast<int>(figureOf(*value).fraction.size()) - 1) : 0;
}

/// Mixed units have digits of their own: 257.714 M/s and 0.86 % are not padded to each other.
bool hasOneUnit(const ComparisonGroup& group)
{
    return std::ranges::all_of(group.rows,
                               [&group](const ComparisonRow& row) { return row.unit == group.rows.front().unit; });
}

QString sideText(const Side& side, int digits)
{
    return side.value ? figureOf(*side.value, digits).text() : figureText(side.value);
}

/// Candidates of one or two rows against the same baseline stand in one section, so that they can be compared.
bool sharesSection(const ComparisonGroup& group, const ComparisonGroup& before)
{
    constexpr std::size_t kFewRows = 2;
    return group.rows.size() <= kFewRows && before.rows.size() <= kFewRows && group.benchmark == before.benchmark
        && group.machine == before.machine && group.parameters == before.parameters && group.baseline == before.baseline
        && group.documents == before.documents;
}

QString totalRemark(const ComparisonGroup& group)
{
    if (!group.index) {
        return {};
    }
    const SuiteIndex& index = *group.index;
    if (!index.statedBaseline && !index.statedCandidate) {
        return ComparisonTableModel::tr("recomputed, not stated");
    }
    if (index.agrees) {
        return ComparisonTableModel::tr("recomputed, agrees");
    }
    return ComparisonTableModel::tr("recomputed %1 → %2, differs")
        .arg(figureText(index.baseline), figureText(index.candidate));
}

}

void ComparisonTableModel::show(std::shared_ptr<const Comparison> comparison, std::vector<std::size_t> groups,
                                Content content)
{
    beginResetModel();
    m_comparison = std::move(comparison);
    m_groups = m_comparison ? std::move(groups) : std::vector<std::size_t> {};
    m_lines.clear();
    m_groupsInSection.clear();
    buildLines(m_groups, content);
    measure(m_groups);
    endResetModel();
}

void ComparisonTableModel::buildLines(const std::vector<std::size_t>& groups, Content content)
{
    const ComparisonGroup* before = nullptr;
    for (const std::size_t g : groups) {
        const ComparisonGroup& group = m_comparison->groups[g];
        if (before != nullptr && sharesSection(group, *before)) {
            ++m_groupsInSection.back();
        } else {
            m_groupsInSection.push_back(1);
            if (content == Content::Everything && groups.size() > 1) {
                m_lines.push_back({.kind = LineKind::Section, .group = g, .row = 0, .section = lastSection()});
            }
        }
        before = &group;
        for (std::size_t r = 0; r < group.rows.size(); ++r) {
            const bool isTotal = group.rows[r].isTotal;
            if ((isTotal && content == Content::WithoutTotals) || (!isTotal && content == Content::TotalsOnly)) {
                continue;
            }
            m_lines.push_back(
                {.kind = isTotal ? LineKind::Total : LineKind::Test, .group = g, .row = r, .section = lastSection()});
        }
    }
}

void ComparisonTableModel::measure(const std::vector<std::size_t>& groups)
{
    m_formats.assign(m_comparison ? m_comparison->groups.size() : 0, {});
    m_details.assign(m_formats.size(), {});
    // The axis is one for the page: dots of different sections can be compared.
    std::vector<const ComparisonRow*> rows;
    int baselineRoom = 0;
    int candidateRoom = 0;
    for (const std::size_t g : groups) {
        LineFormat& format = m_formats[g];
        m_details[g] = RowDetails(m_comparison->groups[g]);
        const bool isPadded = hasOneUnit(m_comparison->groups[g]);
        for (const ComparisonRow& row : m_comparison->groups[g].rows) {
            const int baseline = fractionDigits(row.baseline.value);
            const int candidate = fractionDigits(row.candidate.value);
            baselineRoom = std::max(baselineRoom, baseline);
            candidateRoom = std::max(candidateRoom, candidate);
            if (isPadded) {
                // Both sides of a table are printed alike: 1583 beside 1729.4 is 1583.0.
                const int padding = std::max({format.baseline.padding, baseline, candidate});
                format.baseline.padding = padding;
                format.candidate.padding = padding;
            }
            rows.push_back(&row);
        }
        baselineRoom = std::max(baselineRoom, format.baseline.padding);
        candidateRoom = std::max(candidateRoom, format.candidate.padding);
    }
    padSections();
    m_axis = changeAxisLimit(rows);
    for (LineFormat& format : m_formats) {
        format.baseline.room = baselineRoom;
        format.candidate.room = candidateRoom;
        format.axis = m_axis;
    }
}

void ComparisonTableModel::padSections()
{
    // Groups that stand in one section are read as one table: 3172 above 3172.0 is 3172.0 too.
    std::vector<std::vector<std::size_t>> sections(m_groupsInSection.size());
    for (const Line& line : m_lines) {
        std::vector<std::size_t>& section = sections[static_cast<std::size_t>(line.section)];
        if (section.empty() || section.back() != line.group) { // the lines of a group stand together
            section.push_back(line.group);
        }
    }
    for (const std::vector<std::size_t>& groups : sections) {
        const auto isLike = [&](std::size_t g) {
            const ComparisonGroup& group = m_comparison->groups[g];
            return hasOneUnit(group)
                && group.rows.front().unit == m_comparison->groups[groups.front()].rows.front().unit;
        };
        if (groups.empty() || !std::ranges::all_of(groups, isLike)) {
            continue;
        }
        int padding = 0;
        for (const std::size_t g : groups) {
            padding = std::max(padding, m_formats[g].baseline.padding);
        }
        for (const std::size_t g : groups) {
            m_formats[g].baseline.padding = padding;
            m_formats[g].candidate.padding = padding;
        }
    }
}

int ComparisonTableModel::lastSection() const
{
    return static_cast<int>(m_groupsInSection.size()) - 1;
}

bool ComparisonTableModel::isMerged(int section) const
{
    return m_groupsInSection[static_cast<std::size_t>(section)] > 1;
}

int ComparisonTableModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_lines.size());
}

int ComparisonTableModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

const ComparisonRow* ComparisonTableModel::row(const QModelIndex& index) const
{
    return data(index, RowRole).value<const ComparisonRow*>();
}

Qt::ItemFlags ComparisonTableModel::flags(const QModelIndex& index) const
{
    if (!index.isValid()) {
        return Qt::NoItemFlags;
    }
    const bool isSection = m_lines[static_cast<std::size_t>(index.row())].kind == LineKind::Section;
    return isSection ? Qt::ItemIsEnabled : Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemNeverHasChildren;
}

QVariant ComparisonTableModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return {};
    }
    const Line& line = m_lines[static_cast<std::size_t>(index.row())];
    const ComparisonGroup& group = m_comparison->groups[line.group];
    const ComparisonRow* row = line.kind == LineKind::Section ? nullptr : &group.rows[line.row];
    switch (role) {
    case Qt::DisplayRole:
        if (row == nullptr) {
            return index.column() == Test ? groupName(*m_comparison, group).text() : QString();
        }
        return text(line, *row, index.column());
    case Qt::AccessibleTextRole:
        if (row == nullptr) {
            return groupName(*m_comparison, group).text();
        }
        if (index.column() == Picture) {
            return row->interval ? tr("Change between %1 and %2")
                                       .arg(changeFigure(row->interval->low), changeFigure(row->interval->high))
                                 : tr("Change without a known spread");
        }
        return text(line, *row, index.column());
    case Qt::TextAlignmentRole: {
        const bool isNumber = index.column() == Baseline || index.column() == Candidate || index.column() == Change;
        return QVariant::fromValue((isNumber ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    }
    case Qt::ToolTipRole:
        if (row != nullptr && index.column() == Notes) {
            return noteLines(*m_comparison, *row).join(u'\n');
        }
        if (row == nullptr || index.column() != Test) {
            return {};
        }
        // The name in full, which the column may have cut.
        return QStringList {text(line, *row, Test) + u"  " + detail(line), screenText(row->reason)}
            .join(u'\n')
            .trimmed();
    case RowRole:
        return QVariant::fromValue(row);
    case GroupRole:
        return QVariant::fromValue(&group);
    case GroupIndexRole:
        return QVariant::fromValue(line.group);
    case SectionRole:
        return line.section;
    case KindRole:
        return static_cast<int>(line.kind);
    case FormatRole:
        return QVariant::fromValue(m_formats[line.group]);
    case DetailRole:
        return detail(line);
    default:
        return {};
    }
}

QString ComparisonTableModel::detail(const Line& line) const
{
    const ComparisonGroup& group = m_comparison->groups[line.group];
    const QString candidate = fromUtf8(group.candidate);
    if (line.kind == LineKind::Section) {
        const QString baseline = fromUtf8(group.baseline);
        return isMerged(line.section) ? tr("against %1").arg(baseline) : QString(baseline + u" → " + candidate);
    }
    const ComparisonRow& row = group.rows[line.row];
    if (row.isTotal) {
        return totalRemark(group);
    }
    const QString own = m_details[line.group].of(row);
    if (!isMerged(line.section)) {
        return own;
    }
    return own.isEmpty() ? candidate : candidate + u" · " + own;
}

QString ComparisonTableModel::text(const Line& line, const ComparisonRow& row, int column) const
{
    const ComparisonGroup& group = m_comparison->groups[line.group];
    switch (column) {
    case Test:
        return fromUtf8(row.test);
    case Baseline:
        return sideText(row.baseline, m_formats[line.group].baseline.padding);
    case Candidate:
        return sideText(row.candidate, m_formats[line.group].candidate.padding);
    case Change:
        return row.change ? changeFigure(*row.change) : QString();
    case VerdictWord:
        // The total is no test of its own: it sums up the rows that have been judged.
        return row.isTotal && group.rows.size() > 1 ? QString() : verdictWord(row.verdict);
    case Notes: {
        QStringList labels;
        for (const RowNote& note : notesOf(*m_comparison, row)) {
            labels << note.label;
        }
        return labels.join(u"; ");
    }
    default:
        return {};
    }
}

const ComparisonRow* ComparisonTableModel::rowAt(int line) const
{
    const Line& at = m_lines[static_cast<std::size_t>(line)];
    return at.kind == LineKind::Section ? nullptr : &m_comparison->groups[at.group].rows[at.row];
}

int ComparisonTableModel::lineOf(std::size_t group, std::size_t row) const
{
    const auto line = std::ranges::find_if(
        m_lines, [&](const Line& at) { return at.kind != LineKind::Section && at.group == group && at.row == row; });
    return line == m_lines.end() ? -1 : static_cast<int>(line - m_lines.begin());
}

double ComparisonTableModel::sortKey(const ComparisonRow& row, int column) const
{
    // What is missing sorts behind every number.
    constexpr double kMissing = std::numeric_limits<double>::infinity();
    switch (column) {
    case Baseline:
        return row.baseline.value.value_or(kMissing);
    case Candidate:
        return row.candidate.value.value_or(kMissing);
    case Picture:
    case Change:
        return row.change.value_or(kMissing);
    case VerdictWord:
        return verdictOrder(row.verdict) * 10 - std::min(9.0, std::abs(row.change.value_or(0)));
    case Notes:
        return -static_cast<double>(notesOf(*m_comparison, row).size());
    default:
        return 0;
    }
}

bool ComparisonTableModel::isBefore(int left, int right, int column) const
{
    const ComparisonRow& a = *rowAt(left);
    const ComparisonRow& b = *rowAt(right);
    if (column == Test) {
        return fromUtf8(a.test).compare(fromUtf8(b.test), Qt::CaseInsensitive) < 0;
    }
    return sortKey(a, column) < sortKey(b, column);
}

QString ComparisonTableModel::sideLabel(bool isBaseline) const
{
    QString label;
    for (const std::size_t g : m_groups) {
        const ComparisonGroup& group = m_comparison->groups[g];
        const QString own = fromUtf8(isBaseline ? group.baseline : group.candidate);
        if (label.isEmpty()) {
            label = own;
        }
        if (own != label) {
            return isBaseline ? tr("Baseline") : tr("Candidate");
        }
    }
    return label.isEmpty() ? (isBaseline ? tr("Baseline") : tr("Candidate")) : label;
}

QVariant ComparisonTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        const bool isNumber = section == Baseline || section == Candidate || section == Change;
        return QVariant::fromValue((isNumber                 ? Qt::AlignRight
                                        : section == Picture ? Qt::AlignHCenter
                                                             : Qt::AlignLeft)
                                   | Qt::AlignVCenter);
    }
    if (role == ShortHeadRole && section == Picture) {
        return QString(u"±"_s + percentFigure(m_axis));
    }
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole) {
        return {};
    }
    switch (section) {
    case Test:
        return tr("Test");
    case Baseline:
        return tr("A ● %1").arg(sideLabel(true));
    case Candidate:
        return tr("B ◆ %1").arg(sideLabel(false));
    case Picture: {
        const QString end = percentFigure(m_axis);
        return u"−%1  ·  %2  ·  +%1"_s.arg(end, tr("change"));
    }
    case Change:
        return tr("Change");
    case VerdictWord:
        return tr("Verdict");
    case Notes:
        return tr("Notes");
    default:
        return {};
    }
}

}
