// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/workbench/document_service.h"
#include "core/compare/compare.h"
#include "core/compare/noise_floor.h"
#include "core/model/correction.h"
#include "core/profile/profile.h"
#include "core/store/catalogue.h"

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace patchscale {

/// Where a compared run comes from.
struct RunOrigin
{
    DocumentPtr document; ///< null for runs that were loaded from a workspace without their document
    std::size_t run = 0; ///< index in the document's runs
    std::optional<DocumentId> storedDocument; ///< set when it comes from a workspace
    std::optional<RunId> storedRun;
};

/// A user's note on a result that is compared.
struct InputNote
{
    RunResultRef result;
    std::string text;
    bool isResolved = false; ///< no annotation comes of it, so that no report says it any more

    friend bool operator==(const InputNote&, const InputNote&) = default;
};

/// What is compared: runs, where they come from, and what their authors state. RunResultRefs of a Comparison and
/// ResultRefs of its claims count in `runs`.
struct ComparisonInput
{
    std::vector<Run> runs;
    std::vector<RunOrigin> origins; ///< one for each of `runs`
    RunSources sources; ///< the documents as they are named in the output
    std::vector<Claim> claims;
    std::vector<RunOrigin> claimOrigins; ///< one for each of `claims`; `run` has no meaning
    std::vector<std::string> warnings; ///< what had to be assumed to lay them side by side
    std::vector<InputNote> notes; ///< the user's, on results
    std::vector<KeptPair> symbolPairs; ///< the user's, of symbols that are called otherwise on the other side
    NoiseFloorsPtr floors; ///< what tests vary by from run to run, from all runs of the workspace; null without one
};

/// Puts documents side by side. Where there are several, runs without a variant's name get that of their file; when no
/// document says what it is compared with, the first one is the baseline, and a warning says so.
ComparisonInput comparisonInput(std::span<const DocumentPtr> documents);

/// Adds the pairs of symbols among @p corrections of @p document, whose runs are in @p input.
void addSymbolPairs(ComparisonInput& input, const DocumentPtr& document, const Corrections& corrections);

/// The chosen runs of a workspace, or with no ids all of them, with the user's corrections and notes; named as above.
Result<ComparisonInput> storedInput(const std::filesystem::path& workspace, std::span<const RunId> ids, const Job& job);

/// What tests vary by from run to run on their machines, learned from all runs of @p workspace with the user's
/// corrections.
Result<NoiseFloorsPtr> storedFloors(const std::filesystem::path& workspace, const Job& job);

/// compare() over the input; its warnings lead the comparison's and its notes become annotations.
Result<Comparison> compareInput(const ComparisonInput& input, const ComparisonSpec& spec, const Job& job);

/// Gives the rows of a comparison over @p input its open notes, in place of the user's notes that they had.
void annotateRows(const ComparisonInput& input, Comparison& comparison);

/// The result that @p ref of a Comparison over @p input speaks of.
const TestResult& resultOf(const ComparisonInput& input, RunResultRef ref);

}
