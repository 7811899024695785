// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/profiles/profiles_page.h"

#include <QPointer>
#include <QUndoCommand>

namespace patchscale {

/// Pairs two symbols by hand, or takes them apart, and takes that back.
class PairCommand final : public QUndoCommand
{
public:
    PairCommand(ProfilesPage* page, std::vector<Sha256> documents, ProfileWishes before, ProfileWishes after,
                const QString& name, const QString& partner);

    void redo() override;
    void undo() override;

private:
    QPointer<ProfilesPage> m_page;
    std::vector<Sha256> m_documents;
    ProfileWishes m_before;
    ProfileWishes m_after;
};

}
