// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/profiles/pair_command.h"

namespace patchscale {

PairCommand::PairCommand(ProfilesPage* page, std::vector<Sha256> documents, ProfileWishes before, ProfileWishes after,
                         const QString& name, const QString& partner)
    : QUndoCommand(partner.isEmpty() ? ProfilesPage::tr("Take %1 Apart").arg(name)
                                     : ProfilesPage::tr("Pair %1 with %2").arg(name, partner))
    , m_page(page)
    , m_documents(std::move(documents))
    , m_before(std::move(before))
    , m_after(std::move(after))
{
}

void PairCommand::redo()
{
    if (m_page) {
        m_page->setWishes(m_documents, m_after);
    }
}

void PairCommand::undo()
{
    if (m_page) {
        m_page->setWishes(m_documents, m_before);
    }
}

}
