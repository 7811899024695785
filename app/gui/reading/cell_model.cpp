// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/reading/cell_model.h"

#include "app/gui/theme/theme.h"

#include <QApplication>
#include <QFont>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace patchscale {

CellModel::CellModel(QStringList titles, QObject* parent)
    : QAbstractTableModel(parent)
    , m_titles(std::move(titles))
{
}

void CellModel::setRows(std::vector<ReadRow> rows)
{
    if (rows.size() == m_rows.size() && !rows.empty()) {
        m_rows = std::move(rows);
        emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
        return;
    }
    beginResetModel();
    m_rows = std::move(rows);
    endResetModel();
}

const ReadCell& CellModel::cell(const QModelIndex& index) const
{
    return m_rows[static_cast<std::size_t>(index.row())].cells[static_cast<std::size_t>(index.column())];
}

int CellModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int CellModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_titles.size());
}

QVariant CellModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section >= m_titles.size()) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        const bool isNumber = !m_rows.empty() && m_rows.front().cells[static_cast<std::size_t>(section)].isNumber;
        return static_cast<int>((isNumber ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    }
    return role == Qt::DisplayRole ? m_titles[section] : QVariant();
}

QVariant CellModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid()) {
        return {};
    }
    const ReadCell& shown = cell(index);
    switch (role) {
    case Qt::DisplayRole:
    case Qt::EditRole:
        return shown.text;
    case Qt::ToolTipRole:
        return shown.toolTip.isEmpty() ? QVariant() : shown.toolTip;
    case Qt::AccessibleTextRole:
        return shown.isByHand ? tr("%1, set by hand").arg(shown.text)
            : shown.isAssumed ? tr("%1, assumed").arg(shown.text)
                              : shown.text;
    case Qt::TextAlignmentRole:
        return static_cast<int>((shown.isNumber ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case Qt::FontRole: {
        QFont font = QApplication::font();
        font.setWeight(shown.isByHand ? QFont::DemiBold : QFont::Normal);
        font.setItalic(shown.isAssumed && !shown.isByHand);
        return shown.isNumber ? tabular(font) : font;
    }
    case Qt::ForegroundRole:
        return shown.isByHand ? theme().accent : shown.isMuted ? theme().muted : theme().text;
    default:
        return {};
    }
}

Qt::ItemFlags CellModel::flags(const QModelIndex& index) const
{
    if (!index.isValid()) {
        return Qt::NoItemFlags;
    }
    const Qt::ItemFlags flags = Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemNeverHasChildren;
    return cell(index).set ? flags | Qt::ItemIsEditable : flags;
}

bool CellModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (!index.isValid() || role != Qt::EditRole || !cell(index).set) {
        return false;
    }
    // A copy: the answer to the signal replaces the rows.
    const ReadCell edited = cell(index);
    const QString text = value.toString().simplified();
    if (text == edited.text) {
        return false;
    }
    const qsizetype choice = edited.choices.indexOf(text);
    if (choice < 0 && !edited.isFree) {
        return false;
    }
    const bool isNamed = choice >= 0 && static_cast<std::size_t>(choice) < edited.values.size();
    emit corrected(edited.set(isNamed ? edited.values[static_cast<std::size_t>(choice)] : text.toStdString()),
                   edited.step);
    return true;
}

bool CellModel::reset(const QModelIndex& index)
{
    if (!index.isValid() || !cell(index).isByHand || !cell(index).reset) {
        return false;
    }
    const ReadCell edited = cell(index);
    emit corrected(edited.reset(), edited.step);
    return true;
}

}
