// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/comparison_service.h"

#include "core/compare/release_pairing.h"
#include "core/store/workspace.h"
#include "parsers/context/vocabulary.h"

#include <algorithm>
#include <filesystem>
#include <format>
#include <iterator>
#include <limits>
#include <map>
#include <set>

namespace patchscale {
namespace {

/// The document a run belongs to: an index into the names of documents.
using Owners = std::vector<std::size_t>;

/// The part of each path below the folder that all of them share, or nothing when a document lies in that folder.
std::vector<std::string> foldersOf(const std::vector<std::string>& paths)
{
    std::vector<std::vector<std::string>> parts;
    std::size_t shared = std::numeric_limits<std::size_t>::max();
    for (const auto& path : paths) {
        const auto folder = std::filesystem::path(path).lexically_normal().parent_path();
        std::vector<std::string> own;
        std::ranges::transform(folder, std::back_inserter(own), [](const auto& part) { return part.string(); });
        if (!parts.empty()) {
            const auto& first = parts.front();
            const auto differs = std::ranges::mismatch(first, own).in1;
            shared = std::min(shared, static_cast<std::size_t>(differs - first.begin()));
        }
        parts.push_back(std::move(own));
    }
    std::vector<std::string> folders;
    for (const auto& own : parts) {
        if (own.size() <= shared) {
            return {};
        }
        folders.push_back(own[shared]);
    }
    return folders;
}

/// Whether each folder holds files of the same names: runs of one kind, once for each side.
bool areAlike(const std::vector<std::string>& folders, const std::vector<std::string>& names)
{
    std::map<std::string, std::set<std::string>> held;
    for (std::size_t i = 0; i < folders.size(); ++i) {
        held[folders[i]].insert(names[i]);
    }
    return std::ranges::all_of(held, [&](const auto& entry) { return entry.second == held.begin()->second; });
}

/// Where the documents that are laid side by side come from.
enum class Origin : std::uint8_t {
    Opened, ///< somebody chose just these
    Stored, ///< whatever a workspace has come to hold
};

/// One label for each document: the file's name; where the files of each side lie in a folder of their own, that
/// folder's; the path where names are the same.
std::vector<std::string> labelsOf(const std::vector<std::string>& paths, Origin origin)
{
    std::vector<std::string> names;
    for (const auto& path : paths) {
        names.push_back(std::filesystem::path(path).filename().string());
    }
    const auto folders = foldersOf(paths);
    const std::set<std::string> sides(folders.begin(), folders.end());
    const bool isBySide = sides.size() > 1 && sides.size() < paths.size() && origin == Origin::Opened;
    if (isBySide || (sides.size() > 1 && areAlike(folders, names))) {
        return folders;
    }
    auto labels = names;
    for (std::size_t i = 0; i < labels.size(); ++i) {
        if (std::ranges::count(names, names[i]) > 1) {
            labels[i] = paths[i];
        }
    }
    return labels;
}

/// The roles that the words of @p labels give ("before", "patched"), or nothing where the words do not tell a baseline
/// and something to compare with it.
std::map<std::string, Role> rolesOf(const std::vector<std::string>& labels)
{
    std::vector<std::string_view> different;
    for (const auto& label : labels) {
        if (!std::ranges::contains(different, label)) {
            different.push_back(label);
        }
    }
    std::map<std::string, Role> roles;
    for (const auto& variant : assignRoles(different)) {
        if (variant.isAssumed) {
            return {};
        }
        roles.emplace(variant.label, variant.role);
    }
    const auto has = [&](Role role) {
        return std::ranges::any_of(roles, [role](const auto& entry) { return entry.second == role; });
    };
    return has(Role::Baseline) && has(Role::Candidate) ? roles : std::map<std::string, Role> {};
}

/// Names the variants that no document names, and gives roles where there are none at all.
void settleVariants(ComparisonInput& input, const std::vector<std::string>& paths, const Owners& owners, Origin origin)
{
    if (paths.size() < 2) {
        return;
    }
    const auto labels = labelsOf(paths, origin);
    input.sources = {.documents = labels, .ofRun = owners};
    const bool hasRoles =
        std::ranges::any_of(input.runs, [](const Run& run) { return run.variant.role != Role::None; });
    auto assumed = pairByRelease(input.runs);
    std::ranges::move(assumed, std::back_inserter(input.warnings));
    const auto roles = hasRoles ? std::map<std::string, Role> {} : rolesOf(labels);
    bool isFirstTaken = false;
    for (std::size_t i = 0; i < input.runs.size(); ++i) {
        auto& variant = input.runs[i].variant;
        if (variant.label.empty()) {
            variant.label = labels[owners[i]];
            variant.isAssumed = true;
        }
        if (!roles.empty() && variant.role == Role::None) {
            variant.role = roles.at(labels[owners[i]]);
            variant.isAssumed = true;
        } else if (!hasRoles && variant.role == Role::None) {
            variant.role = labels[owners[i]] == labels[0] ? Role::Baseline : Role::Candidate;
            variant.isAssumed = true;
            isFirstTaken = true;
        }
    }
    if (isFirstTaken) {
        input.warnings.push_back(std::format(
            "no document says what it is compared with: '{}' is taken as the baseline because it comes first",
            labels[0]));
    }
}

void annotate(const ComparisonInput& input, ComparisonRow& row)
{
    for (const auto& [result, text, isResolved] : input.notes) {
        const bool isOnRow =
            std::ranges::contains(row.baseline.results, result) || std::ranges::contains(row.candidate.results, result);
        if (isOnRow && !isResolved) {
            row.annotations.push_back({.code = "user", .text = text, .isUsers = true});
        }
    }
}

/// The user's notes on the runs that were chosen.
Result<void> addNotes(Workspace& workspace, ComparisonInput& input)
{
    return workspace.annotations().transform([&](const std::vector<ResultNote>& notes) {
        for (const auto& note : notes) {
            const auto run = std::ranges::find(input.origins, std::optional(note.run), &RunOrigin::storedRun);
            if (run != input.origins.end()) {
                const auto place = static_cast<std::size_t>(run - input.origins.begin());
                input.notes.push_back({.result = {.run = place, .result = note.result},
                                       .text = note.text,
                                       .isResolved = note.isResolved});
            }
        }
    });
}

/// Adds the pairs of symbols among the corrections of a document, whose runs are those that @p isOfIt.
void addPairs(ComparisonInput& input, const Corrections& corrections, auto&& isOfIt)
{
    if (!std::ranges::contains(corrections, CorrectedField::Symbol, &Correction::field)) {
        return;
    }
    std::vector<std::size_t> runs;
    for (std::size_t run = 0; run < input.origins.size(); ++run) {
        if (isOfIt(input.origins[run])) {
            runs.push_back(run);
        }
    }
    for (const auto& [field, target, value] : corrections) {
        if (field == CorrectedField::Symbol) {
            input.symbolPairs.push_back({.from = target.test, .to = value, .runs = runs});
        }
    }
}

/// The user's pairs of symbols in the documents that the runs are of.
Result<void> addStoredPairs(Workspace& workspace, ComparisonInput& input)
{
    return workspace.corrections().transform([&](const std::map<DocumentId, Corrections>& corrections) {
        for (const auto& [document, own] : corrections) {
            addPairs(input, own, [&](const RunOrigin& origin) { return origin.storedDocument == document; });
        }
    });
}

Result<NoiseFloorsPtr> floorsOf(Workspace& workspace, const Job& job)
{
    return workspace.loadRuns({}, job).transform(
        [](const StoredRuns& stored) -> NoiseFloorsPtr { return std::make_shared<NoiseFloors>(stored.runs); });
}

/// Where each document of the workspace came from, and which one each run belongs to.
Result<void> settleStored(Workspace& workspace, ComparisonInput& input)
{
    return workspace.documents().transform([&](const std::vector<DocumentEntry>& documents) {
        std::map<DocumentId, std::string> known;
        for (const auto& entry : documents) {
            known.emplace(entry.id, entry.path);
        }
        std::vector<std::string> paths;
        std::map<DocumentId, std::size_t> places;
        Owners owners;
        for (const auto& origin : input.origins) {
            const auto [place, isNew] = places.try_emplace(*origin.storedDocument, paths.size());
            owners.push_back(place->second);
            if (isNew) {
                paths.push_back(known[*origin.storedDocument]);
            }
        }
        settleVariants(input, paths, owners, Origin::Stored);
    });
}

}

ComparisonInput comparisonInput(std::span<const DocumentPtr> documents)
{
    ComparisonInput input;
    std::vector<std::string> paths;
    Owners owners;
    for (const auto& document : documents) {
        const std::size_t first = input.runs.size();
        owners.insert(owners.end(), document->parsed.runs.size(), paths.size());
        paths.push_back(document->path);
        for (std::size_t i = 0; i < document->parsed.runs.size(); ++i) {
            input.runs.push_back(document->parsed.runs[i]);
            input.origins.push_back({.document = document, .run = i, .storedDocument = {}, .storedRun = {}});
        }
        for (auto claim : document->parsed.claims) {
            for (auto* ref : {&claim.baselineResult, &claim.candidateResult}) {
                if (*ref) {
                    (*ref)->run += first;
                }
            }
            input.claims.push_back(std::move(claim));
            input.claimOrigins.push_back({.document = document, .run = 0, .storedDocument = {}, .storedRun = {}});
        }
    }
    settleVariants(input, paths, owners, Origin::Opened);
    return input;
}

void addSymbolPairs(ComparisonInput& input, const DocumentPtr& document, const Corrections& corrections)
{
    addPairs(input, corrections, [&](const RunOrigin& origin) { return origin.document == document; });
}

Result<ComparisonInput> storedInput(const std::filesystem::path& workspace, std::span<const RunId> ids, const Job& job)
{
    auto opened = Workspace::open(workspace);
    if (!opened) {
        return std::unexpected(std::move(opened.error()));
    }
    auto stored = opened->loadRuns(ids, job);
    if (!stored) {
        return std::unexpected(std::move(stored.error()));
    }
    ComparisonInput input;
    if (ids.empty()) {
        input.floors = std::make_shared<NoiseFloors>(stored->runs);
    } else if (auto floors = floorsOf(*opened, job)) {
        input.floors = std::move(*floors);
    } else {
        return std::unexpected(std::move(floors.error()));
    }
    input.runs = std::move(stored->runs);
    input.claims = std::move(stored->claims);
    for (const auto& entry : stored->entries) {
        input.origins.push_back(
            {.document = {}, .run = entry.position, .storedDocument = entry.document, .storedRun = entry.id});
    }
    for (const auto document : stored->claimDocuments) {
        input.claimOrigins.push_back({.document = {}, .run = 0, .storedDocument = document, .storedRun = {}});
    }
    return settleStored(*opened, input)
        .and_then([&] { return addNotes(*opened, input); })
        .and_then([&] { return addStoredPairs(*opened, input); })
        .transform([&] { return std::move(input); });
}

Result<NoiseFloorsPtr> storedFloors(const std::filesystem::path& workspace, const Job& job)
{
    auto opened = Workspace::open(workspace);
    if (!opened) {
        return std::unexpected(std::move(opened.error()));
    }
    return floorsOf(*opened, job);
}

Result<Comparison> compareInput(const ComparisonInput& input, const ComparisonSpec& spec, const Job& job)
{
    auto comparison = compare(input.runs, input.claims, spec, job, input.sources, input.floors.get());
    if (comparison) {
        comparison->warnings.insert(comparison->warnings.begin(), input.warnings.begin(), input.warnings.end());
        annotateRows(input, *comparison);
    }
    return comparison;
}

void annotateRows(const ComparisonInput& input, Comparison& comparison)
{
    for (auto& group : comparison.groups) {
        for (auto& row : group.rows) {
            std::erase_if(row.annotations, [](const Annotation& annotation) { return annotation.isUsers; });
            annotate(input, row);
        }
    }
}

const TestResult& resultOf(const ComparisonInput& input, RunResultRef ref)
{
    return input.runs.at(ref.run).results.at(ref.result);
}

}
