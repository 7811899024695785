// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/comparison_service.h"

#include "core/store/workspace.h"

#include <algorithm>
#include <filesystem>
#include <format>

namespace patchscale {
namespace {

bool tellsItsSides(const Document& document)
{
    return std::ranges::any_of(document.parsed.runs,
                               [](const Run& run) { return run.variant.role != Role::None && !run.variant.isAssumed; });
}

/// One label for each document: the file's name, or its path where names are the same.
std::vector<std::string> labelsOf(std::span<const DocumentPtr> documents)
{
    std::vector<std::string> names;
    for (const auto& document : documents) {
        names.push_back(std::filesystem::path(document->path).filename().string());
    }
    auto labels = names;
    for (std::size_t i = 0; i < labels.size(); ++i) {
        if (std::ranges::count(names, names[i]) > 1) {
            labels[i] = documents[i]->path;
        }
    }
    return labels;
}

}

ComparisonInput comparisonInput(std::span<const DocumentPtr> documents)
{
    ComparisonInput input;
    for (const auto& document : documents) {
        const std::size_t first = input.runs.size();
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
    if (documents.size() < 2 || std::ranges::any_of(documents, [](const auto& d) { return tellsItsSides(*d); })) {
        return input;
    }
    const auto labels = labelsOf(documents);
    for (std::size_t i = 0; i < input.runs.size(); ++i) {
        const auto place = std::ranges::find(documents, input.origins[i].document) - documents.begin();
        auto& variant = input.runs[i].variant;
        variant.label = labels[static_cast<std::size_t>(place)];
        variant.role = place == 0 ? Role::Baseline : Role::Candidate;
        variant.isAssumed = true;
    }
    input.warnings.push_back(std::format(
        "no document says what it is compared with: '{}' is taken as the baseline because it comes first", labels[0]));
    return input;
}

Result<ComparisonInput> storedInput(const std::filesystem::path& workspace, std::span<const RunId> ids, const Job& job)
{
    return Workspace::open(workspace)
        .and_then([&](Workspace&& opened) { return opened.loadRuns(ids, job); })
        .transform([](StoredRuns&& stored) {
            ComparisonInput input;
            input.runs = std::move(stored.runs);
            input.claims = std::move(stored.claims);
            for (const auto& entry : stored.entries) {
                input.origins.push_back(
                    {.document = {}, .run = entry.position, .storedDocument = entry.document, .storedRun = entry.id});
            }
            for (const auto document : stored.claimDocuments) {
                input.claimOrigins.push_back({.document = {}, .run = 0, .storedDocument = document, .storedRun = {}});
            }
            return input;
        });
}

Result<Comparison> compareInput(const ComparisonInput& input, const ComparisonSpec& spec, const Job& job)
{
    auto comparison = compare(input.runs, input.claims, spec, job);
    if (comparison) {
        comparison->warnings.insert(comparison->warnings.begin(), input.warnings.begin(), input.warnings.end());
    }
    return comparison;
}

const TestResult& resultOf(const ComparisonInput& input, RunResultRef ref)
{
    return input.runs.at(ref.run).results.at(ref.result);
}

}
