// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/import_service.h"

#include "app/cli/measured.h"
#include "app/cli/subcommands.h"
#include "app/workbench/workspace_service.h"

#include <algorithm>
#include <format>
#include <fstream>
#include <set>
#include <span>
#include <utility>
#include <vector>

namespace patchscale::cli {
namespace {

constexpr auto kBenchmark = "patchscale";

/// @p word as a shell takes it for one word.
std::string shellWord(const std::string& word)
{
    const auto isPlain = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')
            || std::string_view("-_./+=:,@%").contains(c);
    };
    if (!word.empty() && std::ranges::all_of(word, isPlain)) {
        return word;
    }
    std::string out = "'";
    for (const char c : word) {
        out += c == '\'' ? std::string("'\\''") : std::string(1, c);
    }
    return out + "'";
}

std::vector<Variant> variantsOf(const ParsedDocument& parsed)
{
    std::vector<Variant> variants;
    for (const auto& run : parsed.runs) {
        if (std::ranges::find(variants, run.variant.label, &Variant::label) == variants.end()) {
            variants.push_back(run.variant);
        }
    }
    return variants;
}

bool shareTest(std::span<const Run> ours, const Run& other)
{
    return std::ranges::any_of(ours, [&](const Run& run) {
        return std::ranges::any_of(run.results, [&](const TestResult& result) {
            return std::ranges::contains(other.results, result.test, &TestResult::test);
        });
    });
}

/// What the variant of @p imported was measured against last: the newest run of ours with another label that measured
/// one of its tests.
std::optional<Variant> otherSideOf(const std::filesystem::path& workspace, const WorkspaceContents& contents,
                                   const ImportedDocument& imported, const Variant& variant)
{
    constexpr int kLookBack = 50; // each is read from the disk
    int looked = 0;
    for (auto entry = contents.runs.rbegin(); entry != contents.runs.rend() && looked < kLookBack; ++entry) {
        if (entry->document == imported.id || entry->benchmark != kBenchmark || entry->variant.label == variant.label) {
            continue;
        }
        ++looked;
        const auto loaded = loadRun(workspace, entry->id, Job {});
        if (loaded && shareTest(imported.document->parsed.runs, loaded->run)) {
            return entry->variant;
        }
    }
    return std::nullopt;
}

std::string compareCommand(const std::string& workspace, const Variant& baseline, const Variant& candidate)
{
    return std::format("patchscale-cli compare{} --baseline {} --candidate {}",
                       workspace.empty() ? "" : " -w " + shellWord(workspace), shellWord(baseline.label),
                       shellWord(candidate.label));
}

/// How to see what changed.
std::string nextStep(const MeasuredDocument& measured, const ImportedDocument& imported)
{
    auto variants = variantsOf(imported.document->parsed);
    const auto workspace = workspaceOf(measured.workspace);
    const auto contents = listWorkspace(workspace);
    if (variants.size() == 1 && contents) {
        if (const auto other = otherSideOf(workspace, *contents, imported, variants[0])) {
            variants.insert(variants[0].role == Role::Baseline ? variants.end() : variants.begin(), *other);
        }
    }
    if (variants.size() < 2) {
        return std::format("Next: measure the other side with another --label, then: patchscale-cli compare{}\n",
                           measured.workspace.empty() ? "" : " -w " + shellWord(measured.workspace));
    }
    return std::format("Compare: {}\n", compareCommand(measured.workspace, variants[0], variants[1]));
}

std::string summaryOf(const ImportedDocument& imported)
{
    std::string text;
    for (const auto& variant : variantsOf(imported.document->parsed)) {
        std::set<std::pair<std::string, Parameters>> tests;
        for (const auto& run : imported.document->parsed.runs) {
            if (run.variant.label == variant.label) {
                for (const auto& result : run.results) {
                    tests.emplace(result.test, result.parameters);
                }
            }
        }
        text += std::format("{}'{}'{}, {} {}", text.empty() ? "" : "; ", variant.label,
                            variant.role == Role::Baseline        ? " (baseline)"
                                : variant.role == Role::Candidate ? " (candidate)"
                                                                  : "",
                            tests.size(), tests.size() == 1 ? "test" : "tests");
    }
    return text;
}

/// A place for what the workspace does not take.
std::filesystem::path keepAside(const std::string& bytes)
{
    for (int number = 1; number < 1000; ++number) {
        std::filesystem::path path = std::format("patchscale-run-{}.json", number);
        std::error_code error;
        if (std::filesystem::exists(path, error)) {
            continue;
        }
        std::ofstream file(path, std::ios::binary);
        file << bytes << std::flush;
        return file ? path : std::filesystem::path();
    }
    return {};
}

}

bool importMeasured(Session& session, const MeasuredDocument& measured)
{
    const auto workspace = workspaceOf(measured.workspace);
    const auto imported = readBytes(measured.bytes, measured.origin, Job {}).and_then([&](DocumentPtr&& document) {
        return importDocument(workspace, std::move(document), Job {});
    });
    if (!imported) {
        auto error = imported.error();
        const auto kept = measured.file.empty() ? keepAside(measured.bytes) : measured.file;
        if (!kept.empty()) {
            error.hints.push_back(std::format("what was measured is kept in '{}'; import it with 'patchscale-cli "
                                              "import {}'",
                                              kept.string(), shellWord(kept.string())));
        }
        session.report(error);
        return false;
    }
    session.out.write(std::format("\nDocument {} in workspace '{}': {}\n{}", imported->id.value,
                                  printableLine(workspace.string()), printableLine(summaryOf(*imported)),
                                  printable(nextStep(measured, *imported))));
    return true;
}

}
