// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/session/opened_comparison.h"

#include <QUndoCommand>

namespace patchscale {

class Session;

/// Sets directions by hand and takes them back.
class DirectionCommand final : public QUndoCommand
{
public:
    /// From the directions that @p opened has to @p after.
    DirectionCommand(Session* session, OpenedPtr opened, DirectionChoices after);

    void redo() override;
    void undo() override;

private:
    Session* m_session;
    OpenedPtr m_opened;
    DirectionChoices m_after;
};

}
