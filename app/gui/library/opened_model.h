// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/session/opened_comparison.h"

#include <QStandardItemModel>

#include <vector>

namespace patchscale {

/// What is open and what else the workspace holds, as a tree: comparison > documents > what was read from them, and
/// stored document > runs. The newest is on top; opening a stored document does not move it.
class OpenedModel final : public QStandardItemModel
{
    Q_OBJECT

public:
    enum class Kind : std::uint8_t { Comparison, Document, Group, Block, Stored, StoredRun };
    enum Role {
        KindRole = Qt::UserRole, ///< Kind as int
        OpenedRole, ///< index of the comparison
        GroupRole, ///< Group: index in the comparison
        DocumentRole, ///< Document, Block: index in the comparison's documents
        PlaceRole, ///< Block: byte offset
        PillRole, ///< short text beside the name
        DetailRole, ///< what is said quieter after the name
        WorseRole, ///< number of regressions
        BetterRole, ///< number of improvements
        StoredRole, ///< Stored, StoredRun: the DocumentId's value
        KeyRole, ///< top items: what they are, whether open or stored
    };

    using QStandardItemModel::QStandardItemModel;

    void show(const std::vector<OpenedPtr>& opened, const WorkspaceContents& contents);
    /// The top item of an opened comparison.
    [[nodiscard]] QModelIndex topOf(std::size_t opened) const;
    /// The item that stands for these groups of an opened comparison.
    [[nodiscard]] QModelIndex indexOf(std::size_t opened, const std::vector<std::size_t>& groups) const;
};

}
