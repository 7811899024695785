// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/profile_service.h"

#include "app/workbench/workspace_service.h"
#include "parsers/mail/patched_functions.h"
#include "parsers/perf/call_stacks.h"
#include "parsers/text/decode.h"

#include <algorithm>
#include <iterator>
#include <map>

namespace patchscale {
namespace {

bool holdsProfile(const Run& run)
{
    return isProfile(run.benchmark) || run.benchmark == "perf diff";
}

/// The documents of an input, from the memory or from the workspace, each once.
class Documents
{
public:
    Documents(const ComparisonInput& input, const std::filesystem::path& workspace, const Job& job)
        : m_input(input)
        , m_workspace(workspace)
        , m_job(job)
    {
    }

    /// Null where the workspace has it no longer.
    DocumentPtr of(std::size_t run)
    {
        const auto& origin = m_input.origins[run];
        if (origin.document || !origin.storedDocument || m_workspace.empty()) {
            return origin.document;
        }
        const auto [entry, isNew] = m_loaded.try_emplace(*origin.storedDocument);
        if (isNew) {
            entry->second = loadDocument(m_workspace, *origin.storedDocument, m_job).value_or(nullptr);
        }
        return entry->second;
    }

private:
    const ComparisonInput& m_input;
    const std::filesystem::path& m_workspace;
    const Job& m_job;
    std::map<DocumentId, DocumentPtr> m_loaded;
};

Result<Text> textOf(const Document& document, const Job& job)
{
    std::vector<Diagnostic> told; // when the document was read
    return decodeText(document.bytes, told, job);
}

std::set<std::string> patchedIn(const ComparisonInput& input, Documents& documents, const Job& job)
{
    std::set<std::string> functions;
    std::vector<DocumentPtr> seen;
    for (std::size_t run = 0; run < input.runs.size(); ++run) {
        if (!holdsProfile(input.runs[run])) {
            continue;
        }
        const auto document = documents.of(run);
        if (!document || document->parsed.patchedFiles.empty() || std::ranges::contains(seen, document)) {
            continue;
        }
        seen.push_back(document);
        if (const auto text = textOf(*document, job)) {
            std::ranges::move(patchedFunctions(*text), std::inserter(functions, functions.end()));
        }
    }
    return functions;
}

/// Which of the runs of one block @p run is: folded stacks with two counts are two runs.
std::size_t columnOf(const Document& document, const Run& run, std::size_t index)
{
    std::size_t column = 0;
    for (std::size_t i = 0; i < index && i < document.parsed.runs.size(); ++i) {
        column += document.parsed.runs[i].span == run.span && run.benchmark == "folded stacks" ? 1 : 0;
    }
    return column;
}

std::vector<CallStacks> stacksOf(const ComparisonInput& input, const std::vector<std::size_t>& runs,
                                 Documents& documents, const Job& job)
{
    std::vector<CallStacks> out;
    std::map<const Document*, std::vector<perf::RunStacks>> read;
    for (const std::size_t index : runs) {
        const auto& run = input.runs[index];
        const auto document = documents.of(index);
        if (!document || (run.benchmark != "perf script" && run.benchmark != "folded stacks")) {
            return {};
        }
        const auto [entry, isNew] = read.try_emplace(document.get());
        if (isNew) {
            if (const auto text = textOf(*document, job)) {
                entry->second = perf::callStacksIn(*text, job);
            }
        }
        const auto event = run.parameters.find("event");
        const auto column = columnOf(*document, run, input.origins[index].run);
        const auto hit = std::ranges::find_if(entry->second, [&](const perf::RunStacks& stacks) {
            const bool isEvent =
                stacks.event.empty() || (event != run.parameters.end() && event->second == stacks.event);
            return stacks.span == run.span && isEvent && stacks.column == column;
        });
        if (hit == entry->second.end()) {
            return {};
        }
        out.push_back(hit->stacks);
    }
    return out;
}

}

std::vector<ProfileComparison> profilesOf(const ComparisonInput& input, const Comparison& comparison,
                                          const ProfileWishes& wishes, const std::filesystem::path& workspace,
                                          const Job& job)
{
    if (std::ranges::none_of(input.runs, holdsProfile)) {
        return {};
    }
    Documents documents(input, workspace, job);
    ProfileSpec spec;
    spec.pairs = wishes.pairs;
    spec.kept = input.symbolPairs;
    spec.adjustment = wishes.adjustment;
    spec.patched = patchedIn(input, documents, job);
    auto profiles = compareProfiles(comparison, input.runs, spec, job);
    for (auto& profile : profiles) {
        profile.isInsteadOfRows = !wishes.areRowsWanted;
    }
    return profiles;
}

std::optional<CallTree> callTreeOf(const ComparisonInput& input, const ProfileComparison& profile,
                                   const std::filesystem::path& workspace, const Job& job)
{
    if (profile.kind != ProfileKind::Symbols || !profile.group) {
        return std::nullopt;
    }
    Documents documents(input, workspace, job);
    const auto before = stacksOf(input, profile.baseline.runs, documents, job);
    const auto after = stacksOf(input, profile.candidate.runs, documents, job);
    if (before.empty() || after.empty()) {
        return std::nullopt;
    }
    return callTree(before, after, &profile);
}

}
