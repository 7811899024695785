// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/session/direction_command.h"

#include "app/gui/session/session.h"

namespace patchscale {

DirectionCommand::DirectionCommand(Session* session, OpenedPtr opened, DirectionChoices after)
    : QUndoCommand(Session::tr("Set Direction"))
    , m_session(session)
    , m_opened(std::move(opened))
    , m_after(std::move(after))
{
}

void DirectionCommand::redo()
{
    m_session->setDirections(*m_opened, m_after);
}

void DirectionCommand::undo()
{
    m_session->setDirections(*m_opened, m_opened->directions);
}

}
