// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/compare.h"
#include "core/model/document.h"

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace patchscale {

/// Ids of rows in a workspace; they never change and are never used again.
struct DocumentId
{
    std::int64_t value = 0;
    friend auto operator<=>(const DocumentId&, const DocumentId&) = default;
};

struct RunId
{
    std::int64_t value = 0;
    friend auto operator<=>(const RunId&, const RunId&) = default;
};

struct AnnotationId
{
    std::int64_t value = 0;
    friend auto operator<=>(const AnnotationId&, const AnnotationId&) = default;
};

struct ComparisonId
{
    std::int64_t value = 0;
    friend auto operator<=>(const ComparisonId&, const ComparisonId&) = default;
};

/// A stored document without its bytes and numbers, for lists.
struct DocumentEntry
{
    DocumentId id;
    std::string path; ///< where it was imported from
    Sha256 sha256 {};
    std::string title;
    std::vector<std::string> formats;
    std::string importedAt; ///< as it was given to addDocument()
    std::size_t sizeBytes = 0;
    std::size_t runs = 0;
    std::size_t claims = 0;
};

/// A stored run without its results, for lists. Corrections of the user are applied.
struct RunEntry
{
    RunId id;
    DocumentId document;
    std::size_t position = 0; ///< index in ParsedDocument::runs
    std::string benchmark;
    Machine machine;
    Variant variant;
    Parameters parameters;
    std::size_t results = 0;
    std::size_t samples = 0;
    bool isFailed = false;
};

/// What addDocument() did.
struct AddedDocument
{
    DocumentId id;
    bool isNew = false; ///< false: the same bytes were there already and nothing was added
};

/// Runs as they are compared, with the user's corrections, and the claims that their documents make. ResultRefs of the
/// claims count in `runs`; a claim that speaks of a run that was not chosen has lost that reference.
struct StoredRuns
{
    std::vector<Run> runs;
    std::vector<RunEntry> entries; ///< one for each of `runs`, in the same order
    std::vector<Claim> claims;
    std::vector<DocumentId> claimDocuments; ///< one for each of `claims`
};

/// A user's note on a result; it shows on each comparison row that uses the result.
struct ResultNote
{
    AnnotationId id; ///< filled by the workspace
    RunId run;
    std::size_t result = 0; ///< index into Run::results
    std::string text;
    bool isResolved = false; ///< the user is done with it: kept, but no longer said

    friend bool operator==(const ResultNote&, const ResultNote&) = default;
};

/// A comparison as it is kept: the question, never its answer.
struct SavedComparison
{
    ComparisonId id; ///< filled by the workspace
    std::string name; ///< unique; saving under the same name replaces
    std::vector<RunId> runs; ///< empty: all runs of the workspace
    ComparisonSpec spec;
};

}
