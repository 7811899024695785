// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/compare/matrix_model.h"

#include "app/gui/text/figures.h"
#include "app/gui/text/words.h"

#include <algorithm>
#include <cmath>
#include <utility>

using namespace Qt::StringLiterals;

namespace patchscale {

namespace {

QString placeText(const AcrossPlace& place)
{
    return place.change ? changeFigure(*place.change) : u"–"_s;
}

QString countsText(const VerdictCounts& counts)
{
    return MatrixModel::tr("%1 worse, %2 better, %3 the same, %4 open")
        .arg(counts.regressed)
        .arg(counts.improved)
        .arg(counts.unchanged + counts.minor)
        .arg(counts.undecided);
}

}

MatrixModel::MatrixModel(QObject* parent)
    : QAbstractTableModel(parent)
    , m_accepts(acceptAll())
{
}

MatrixModel::Accepts MatrixModel::acceptAll()
{
    return [](const ComparisonRow&) { return true; };
}

void MatrixModel::show(std::shared_ptr<const Comparison> comparison, std::shared_ptr<const Across> across,
                       Accepts accepts)
{
    beginResetModel();
    m_accepts = std::move(accepts);
    m_comparison = std::move(comparison);
    m_across = std::move(across);
    choose();
    endResetModel();
}

void MatrixModel::setFilter(Accepts accepts)
{
    beginResetModel();
    m_accepts = std::move(accepts);
    choose();
    endResetModel();
}

void MatrixModel::sort(int column, Qt::SortOrder order)
{
    beginResetModel();
    m_sortColumn = column;
    m_sortOrder = order;
    choose();
    endResetModel();
}

void MatrixModel::choose()
{
    m_shown.clear();
    if (!m_across) {
        return;
    }
    for (std::size_t i = 0; i < m_across->tests.size(); ++i) {
        const auto isShown = [this](const ComparisonRow* row) { return row != nullptr && m_accepts(*row); };
        if (std::ranges::any_of(m_across->tests[i].rows, isShown)) {
            m_shown.push_back(i);
        }
    }
    // Tests stand in the order of the document; a place sorts by its change, what it has not stays last; the last
    // column brings those on top that differ, then those that change at all.
    const auto keyOf = [this](std::size_t index) -> std::pair<int, double> {
        const AcrossTest& test = m_across->tests[index];
        if (isPlace(m_sortColumn)) {
            const ComparisonRow* row = test.rows[static_cast<std::size_t>(m_sortColumn - 1)];
            const bool hasChange = row != nullptr && row->change && std::isfinite(*row->change);
            const double change = hasChange ? *row->change : 0;
            return {hasChange ? 0 : 1, m_sortOrder == Qt::AscendingOrder ? change : -change};
        }
        const int rank = !test.isConsistent ? 0 : test.sentence.empty() ? 2 : 1;
        return {m_sortColumn == 0 ? 0 : m_sortOrder == Qt::AscendingOrder ? rank : -rank, 0};
    };
    std::ranges::stable_sort(m_shown, {}, keyOf);
    if (m_sortColumn == 0 && m_sortOrder == Qt::DescendingOrder) {
        std::ranges::reverse(m_shown);
    }
}

bool MatrixModel::isPlace(int column) const
{
    return m_across && column > 0 && column <= static_cast<int>(m_across->places.size());
}

const AcrossTest* MatrixModel::test(int line) const
{
    const bool isTest = m_across && line > 0 && line <= static_cast<int>(m_shown.size());
    return isTest ? &m_across->tests[m_shown[static_cast<std::size_t>(line - 1)]] : nullptr;
}

const ComparisonRow* MatrixModel::row(const QModelIndex& index) const
{
    const AcrossTest* shown = test(index.row());
    return shown != nullptr && isPlace(index.column()) ? shown->rows[static_cast<std::size_t>(index.column() - 1)]
                                                       : nullptr;
}

std::optional<RowPlace> MatrixModel::placeOf(const QModelIndex& index) const
{
    const ComparisonRow* shown = row(index);
    if (shown == nullptr) {
        return std::nullopt;
    }
    const ComparisonGroup* group = m_across->places[static_cast<std::size_t>(index.column() - 1)].group;
    return RowPlace {.group = static_cast<std::size_t>(group - m_comparison->groups.data()),
                     .row = static_cast<std::size_t>(shown - group->rows.data())};
}

QModelIndex MatrixModel::indexOf(RowPlace place) const
{
    if (!m_across || place.group >= m_comparison->groups.size()) {
        return {};
    }
    const ComparisonGroup& group = m_comparison->groups[place.group];
    const auto column = std::ranges::find(m_across->places, &group, &AcrossPlace::group);
    if (column == m_across->places.end() || place.row >= group.rows.size()) {
        return {};
    }
    const auto c = static_cast<std::size_t>(column - m_across->places.begin());
    for (std::size_t line = 0; line < m_shown.size(); ++line) {
        if (m_across->tests[m_shown[line]].rows[c] == &group.rows[place.row]) {
            return index(static_cast<int>(line) + 1, static_cast<int>(c) + 1);
        }
    }
    return {};
}

int MatrixModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() || !m_across ? 0 : static_cast<int>(m_shown.size()) + 1;
}

int MatrixModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() || !m_across ? 0 : static_cast<int>(m_across->places.size()) + 2;
}

QVariant MatrixModel::summary(int column, int role) const
{
    if (!isPlace(column)) {
        const bool isName = column == 0;
        return role == Qt::DisplayRole && isName ? QVariant(tr("Total, else geometric mean")) : QVariant();
    }
    const AcrossPlace& place = m_across->places[static_cast<std::size_t>(column - 1)];
    switch (role) {
    case PlaceRole:
        return QVariant::fromValue(&place);
    case Qt::DisplayRole:
        return placeText(place);
    case Qt::ToolTipRole:
    case Qt::AccessibleTextRole: {
        QString text = fromUtf8(place.label) + u": "_s + placeText(place);
        if (place.interval) {
            text += tr(", 95 % interval %1 to %2")
                        .arg(changeFigure(place.interval->low), changeFigure(place.interval->high));
        }
        return QString(text + u"; "_s + countsText(place.group->counts));
    }
    default:
        return {};
    }
}

QString MatrixModel::spoken(const QModelIndex& index) const
{
    const AcrossTest* shown = test(index.row());
    const ComparisonRow* cell = row(index);
    const QString place = fromUtf8(m_across->places[static_cast<std::size_t>(index.column() - 1)].label);
    const QString name = fromUtf8(shown->first().test) + u", "_s + place + u": "_s;
    if (cell == nullptr) {
        return name + tr("not measured");
    }
    return name + (cell->change ? changeFigure(*cell->change) + u", "_s : QString()) + verdictWord(cell->verdict)
        + (cell->reason.empty() ? QString() : u"; "_s + fromUtf8(cell->reason));
}

QVariant MatrixModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || !m_across) {
        return {};
    }
    if (index.row() == 0) {
        return summary(index.column(), role);
    }
    const AcrossTest& shown = *test(index.row());
    if (isPlace(index.column())) {
        const ComparisonRow* cell = row(index);
        switch (role) {
        case RowRole:
            return QVariant::fromValue(cell);
        case Qt::DisplayRole:
            return cell != nullptr && cell->change ? changeFigure(*cell->change) : u"–"_s;
        case Qt::ToolTipRole:
        case Qt::AccessibleTextRole:
            return spoken(index);
        default:
            return {};
        }
    }
    const bool isName = index.column() == 0;
    switch (role) {
    case IsOddRole:
        return !isName && !shown.isConsistent;
    case DetailRole:
        return isName ? parametersText(shown.first().parameters) : QString();
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole:
        return isName ? fromUtf8(shown.first().test) : capitalised(fromUtf8(shown.sentence));
    case Qt::ToolTipRole:
        return isName ? fromUtf8(shown.first().test) + u" "_s + parametersText(shown.first().parameters)
                      : capitalised(fromUtf8(shown.sentence));
    default:
        return {};
    }
}

QVariant MatrixModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || !m_across) {
        return {};
    }
    const bool isText = role == Qt::DisplayRole || role == Qt::ToolTipRole;
    if (isPlace(section) && isText) {
        return fromUtf8(m_across->places[static_cast<std::size_t>(section - 1)].label);
    }
    if (role == Qt::DisplayRole) {
        return section == 0 ? tr("Test") : tr("Over All");
    }
    if (role == Qt::TextAlignmentRole) {
        return QVariant(isPlace(section) ? Qt::AlignRight | Qt::AlignVCenter : Qt::AlignLeft | Qt::AlignVCenter);
    }
    return {};
}

}
