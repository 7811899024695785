// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/profiles/profile_answer.h"

#include <QAbstractTableModel>

namespace patchscale {

/// The rows of one profile, largest differences first.
class ProfileTableModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column : int {
        Name,
        SelfBefore,
        SelfAfter,
        SelfDifference,
        Amount,
        ChildrenBefore,
        ChildrenAfter,
        ChildrenDifference,
        Change,
        Remark,
        ColumnCount,
    };
    enum Role : int {
        SortRole = Qt::UserRole + 1,
        SearchRole, ///< all names of the row, for the filter
        PartRole, ///< a difference as a part of the largest one, from -1 to 1
        ObjectRole,
    };

    using QAbstractTableModel::QAbstractTableModel;

    /// Shows profile @p index of @p answer, or nothing without one.
    void show(ProfileAnswerPtr answer, std::size_t index);
    /// The profile that is shown, or null.
    [[nodiscard]] const ProfileComparison* profile() const;
    /// Whether @p column holds anything for the profile that is shown.
    [[nodiscard]] bool isUsed(int column) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] QString text(const ProfileRow& row, int column) const;
    [[nodiscard]] QVariant sortKey(const ProfileRow& row, int column) const;
    [[nodiscard]] QString head(int column) const;

    ProfileAnswerPtr m_answer;
    std::size_t m_index = 0;
    double m_largest = 0; ///< difference of self or children
};

}
