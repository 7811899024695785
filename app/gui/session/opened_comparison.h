// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/session/choices.h"

#include "app/workbench/workspace_service.h"

#include <QString>

#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace patchscale {

/// Documents that are compared with each other: one mail that tells both sides, or several files that make the sides.
/// Immutable: a new answer makes a new value.
struct OpenedComparison
{
    QString title;
    std::vector<DocumentPtr> documents;
    std::shared_ptr<const ComparisonInput> input;
    GroupChoices choices;
    DirectionChoices directions;
    std::shared_ptr<const Comparison> comparison; ///< null when there is no answer
    std::optional<Error> failure; ///< why there is none
};

using OpenedPtr = std::shared_ptr<const OpenedComparison>;

/// The file's name of a document, or what stands for it.
QString documentName(const Document& document);

/// Lays @p documents side by side as one comparison.
OpenedPtr openTogether(std::vector<DocumentPtr> documents, double limit, const Job& job,
                       const NoiseFloorsPtr& floors = {});

/// Documents that tell both sides stand for themselves; those that do not are laid side by side, together with
/// @p waiting, documents that were opened before and miss their other side.
std::vector<OpenedPtr> openDocuments(const std::vector<DocumentPtr>& documents, const std::vector<DocumentPtr>& waiting,
                                     double limit, const Job& job, const NoiseFloorsPtr& floors = {});

/// The same documents, answered anew with other choices or another limit, and with @p floors where there are some.
OpenedPtr answerAnew(const OpenedComparison& opened, GroupChoices choices, double limit, const Job& job,
                     const NoiseFloorsPtr& floors = {});

/// The same with those of @p notes that stand in its documents, in place of the notes it had; the same value where that
/// changes nothing.
OpenedPtr withNotes(OpenedPtr opened, std::span<const DocumentNote> notes);

/// Where a note on this row is kept, without its text; nothing for a row whose values come from no document.
std::optional<DocumentNote> notePlace(const OpenedComparison& opened, const ComparisonRow& row);

/// The groups that a page shows at first: the one with a score, or with the most rows; all when each has a row or two.
std::vector<std::size_t> firstGroups(const Comparison& comparison);

}
