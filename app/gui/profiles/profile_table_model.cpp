// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/profiles/profile_table_model.h"

#include "app/gui/text/words.h"
#include "app/gui/theme/theme.h"
#include "core/profile/profile_words.h"

#include <algorithm>
#include <cmath>
#include <limits>

using namespace Qt::StringLiterals;

namespace patchscale {

namespace {

bool isShares(const ProfileComparison& profile)
{
    return profile.kind == ProfileKind::Symbols || profile.kind == ProfileKind::Instructions;
}

QString changeShape(ProfileChange change)
{
    switch (change) {
    case ProfileChange::More:
    case ProfileChange::New:
        return u"▲ "_s;
    case ProfileChange::Less:
    case ProfileChange::Gone:
        return u"▼ "_s;
    case ProfileChange::Minor:
        return u"≈ "_s;
    case ProfileChange::Same:
        return u"● "_s;
    default:
        return u"? "_s;
    }
}

QColor changeColour(ProfileChange change)
{
    switch (change) {
    case ProfileChange::More:
    case ProfileChange::New:
        return theme().worse;
    case ProfileChange::Less:
    case ProfileChange::Gone:
        return theme().better;
    default:
        return theme().muted;
    }
}

/// The minus sign as typographers have it, so that figures stand under each other.
QString signedText(const std::string& text)
{
    QString out = fromUtf8(text);
    if (out.startsWith(u'-') && out.size() > 1) {
        out[0] = u'−';
    }
    return out == u"-"_s ? u"–"_s : out;
}

}

void ProfileTableModel::show(ProfileAnswerPtr answer, std::size_t index)
{
    beginResetModel();
    m_answer = std::move(answer);
    m_index = index;
    m_largest = 0;
    if (profile() != nullptr) {
        for (const ProfileRow& row : profile()->rows) {
            m_largest = std::max({m_largest, std::abs(row.self.difference().value_or(0)),
                                  std::abs(row.children.difference().value_or(0))});
        }
    }
    endResetModel();
}

const ProfileComparison* ProfileTableModel::profile() const
{
    return m_answer && m_index < m_answer->profiles.size() ? &m_answer->profiles[m_index] : nullptr;
}

bool ProfileTableModel::isUsed(int column) const
{
    if (profile() == nullptr) {
        return false;
    }
    switch (column) {
    case SelfBefore:
    case SelfAfter:
    case SelfDifference:
        return std::ranges::any_of(profile()->rows,
                                   [](const ProfileRow& row) { return row.self.before || row.self.after; });
    case Amount:
        return isShares(*profile()) && profile()->basis != ProfileBasis::None;
    case ChildrenBefore:
    case ChildrenAfter:
    case ChildrenDifference:
        return profile()->hasChildren;
    default:
        return true;
    }
}

int ProfileTableModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() || profile() == nullptr ? 0 : static_cast<int>(profile()->rows.size());
}

int ProfileTableModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant ProfileTableModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return {};
    }
    const ProfileRow& row = profile()->rows[static_cast<std::size_t>(index.row())];
    const int column = index.column();
    switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole:
        return text(row, column);
    case Qt::ToolTipRole:
        return column == Name ? fromUtf8(rowName(row) + (row.object.empty() ? "" : "\n" + row.object)) : QString();
    case Qt::TextAlignmentRole:
        return QVariant::fromValue((column > Name && column < Change ? Qt::AlignRight : Qt::AlignLeft)
                                   | Qt::AlignVCenter);
    case Qt::ForegroundRole:
        return column == Change ? changeColour(row.change) : column == Remark ? theme().muted : theme().text;
    case SortRole:
        return sortKey(row, column);
    case SearchRole:
        return fromUtf8(row.name + '\n' + row.baselineName + '\n' + row.object);
    case ObjectRole:
        return fromUtf8(row.object);
    case PartRole:
        if (m_largest <= 0 || (column != SelfDifference && column != ChildrenDifference)) {
            return {};
        }
        return (column == SelfDifference ? row.self : row.children).difference().value_or(0) / m_largest;
    default:
        return {};
    }
}

QString ProfileTableModel::text(const ProfileRow& row, int column) const
{
    const auto share = [this](const std::optional<double>& value) { return signedText(shareText(*profile(), value)); };
    switch (column) {
    case Name:
        return fromUtf8(rowName(row));
    case SelfBefore:
        return share(row.self.before);
    case SelfAfter:
        return share(row.self.after);
    case SelfDifference:
        return signedText(differenceText(*profile(), row.self));
    case Amount:
        return signedText(amountText(row));
    case ChildrenBefore:
        return share(row.children.before);
    case ChildrenAfter:
        return share(row.children.after);
    case ChildrenDifference:
        return signedText(differenceText(*profile(), row.children));
    case Change:
        return changeShape(row.change) + fromUtf8(std::string(displayedWord(row.change)));
    case Remark:
        return fromUtf8(rowRemark(row));
    default:
        return {};
    }
}

QVariant ProfileTableModel::sortKey(const ProfileRow& row, int column) const
{
    // What is missing sorts behind every number.
    constexpr double kMissing = -std::numeric_limits<double>::infinity();
    const auto size = [](const ProfileValue& value) {
        return value.before || value.after ? std::abs(value.after.value_or(0) - value.before.value_or(0)) : kMissing;
    };
    switch (column) {
    case Name:
        return fromUtf8(row.name).toCaseFolded();
    case SelfBefore:
        return row.self.before.value_or(kMissing);
    case SelfAfter:
        return row.self.after.value_or(kMissing);
    case SelfDifference:
        return size(row.self);
    case Amount:
        return row.amount.change().value_or(kMissing);
    case ChildrenBefore:
        return row.children.before.value_or(kMissing);
    case ChildrenAfter:
        return row.children.after.value_or(kMissing);
    case ChildrenDifference:
        return size(row.children);
    case Change:
        return static_cast<int>(row.change);
    case Remark:
        return static_cast<int>(row.isPatched);
    default:
        return {};
    }
}

QString ProfileTableModel::head(int column) const
{
    const bool isShare = profile() == nullptr || isShares(*profile());
    const QString own = isShare ? tr("Self") : tr("HITM");
    const QString other = isShare ? tr("Children") : tr("Remote");
    switch (column) {
    case Name:
        if (profile() != nullptr && profile()->kind != ProfileKind::Symbols) {
            return profile()->kind == ProfileKind::Instructions ? tr("Instruction")
                : profile()->kind == ProfileKind::CacheLines    ? tr("Cache Line")
                                                                : tr("Function");
        }
        return tr("Symbol");
    case SelfBefore:
        return tr("%1 A ●").arg(own);
    case SelfAfter:
        return tr("%1 B ◆").arg(own);
    case SelfDifference:
    case ChildrenDifference:
        return isShare ? tr("Points") : tr("Change");
    case Amount: {
        QString noun = profile() == nullptr ? QString() : fromUtf8(amountNoun(*profile()));
        return noun.isEmpty() ? tr("Amount") : noun.left(1).toUpper() + noun.mid(1);
    }
    case ChildrenBefore:
        return tr("%1 A ●").arg(other);
    case ChildrenAfter:
        return tr("%1 B ◆").arg(other);
    case Change:
        return tr("Verdict", "of a symbol");
    case Remark:
        return tr("Notes");
    default:
        return {};
    }
}

QVariant ProfileTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal) {
        return {};
    }
    if (role == Qt::DisplayRole) {
        return head(section);
    }
    if (role == Qt::TextAlignmentRole) {
        return QVariant::fromValue((section > Name && section < Change ? Qt::AlignRight : Qt::AlignLeft)
                                   | Qt::AlignVCenter);
    }
    if (role == Qt::ToolTipRole && section == Amount) {
        return tr("How much was counted in the symbol itself: a share can grow while this shrinks");
    }
    return {};
}

}
