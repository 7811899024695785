// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/session/choices.h"

#include "app/workbench/corrections.h"
#include "app/workbench/workspace_service.h"

#include <QString>

#include <map>
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
    std::vector<DocumentPtr> documents; ///< with what the user set by hand
    std::vector<CorrectedDocument> sources; ///< of each of `documents`
    std::shared_ptr<const ComparisonInput> input;
    GroupChoices choices;
    std::shared_ptr<const Comparison> comparison; ///< null when there is no answer
    std::optional<Error> failure; ///< why there is none
};

using OpenedPtr = std::shared_ptr<const OpenedComparison>;

/// The file's name of a document, or what stands for it.
QString documentName(const Document& document);

/// A document of which nothing was set by hand.
CorrectedDocument uncorrected(const DocumentPtr& document);

/// Lays documents side by side as one comparison.
OpenedPtr openTogether(std::vector<CorrectedDocument> sources, double limit, const Job& job,
                       const NoiseFloorsPtr& floors = {});
/// The same for documents of which nothing was set by hand.
OpenedPtr openTogether(const std::vector<DocumentPtr>& documents, double limit, const Job& job,
                       const NoiseFloorsPtr& floors = {});

/// Documents that tell both sides stand for themselves; those that do not are laid side by side, together with
/// @p waiting, documents that were opened before and miss their other side.
std::vector<OpenedPtr> openDocuments(const std::vector<CorrectedDocument>& documents,
                                     const std::vector<CorrectedDocument>& waiting, double limit, const Job& job,
                                     const NoiseFloorsPtr& floors = {});

/// The same documents, answered anew with other choices or another limit, and with @p floors where there are some.
OpenedPtr answerAnew(const OpenedComparison& opened, GroupChoices choices, double limit, const Job& job,
                     const NoiseFloorsPtr& floors = {});

/// The same documents with other corrections, answered anew with the choices that were made.
Result<OpenedPtr> correctAnew(const OpenedComparison& opened, const std::map<Sha256, Corrections>& corrections,
                              double limit, const Job& job);

/// The documents of @p opened as they are read without the user: what a workspace keeps.
std::vector<DocumentPtr> plainDocuments(const OpenedComparison& opened);

/// The same with those of @p notes that stand in its documents, in place of the notes it had; the same value where that
/// changes nothing.
OpenedPtr withNotes(OpenedPtr opened, std::span<const DocumentNote> notes);

/// Where a note on this row is kept, without its text; nothing for a row whose values come from no document.
std::optional<DocumentNote> notePlace(const OpenedComparison& opened, const ComparisonRow& row);

/// The groups that a page shows at first: the one with a score, or with the most rows; all when each has a row or two.
std::vector<std::size_t> firstGroups(const Comparison& comparison);

}
