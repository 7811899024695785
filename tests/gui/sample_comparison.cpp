// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/sample_comparison.h"

#include <algorithm>
#include <cmath>

namespace patchscale {

namespace {

// Each value stands once, so that a place can be found by its text.
constexpr const char* kText = "Subject: pad a structure\n"
                              "\n"
                              "Test            Without   With      Diff\n"
                              "Pipe            77295.8   68384.2   -11.5%\n"
                              "Copy            2669.8    2427.0    -9.09%\n"
                              "Switching       6733.1    21636.8   221%\n"
                              "Creation        5466.4    5495.0    0.05%\n"
                              "Whetstone       102026.2  102025.3  -0.00%\n"
                              "Score           10879.3   11755.8   8.06%\n"
                              "loads           257.714   594.973\n"
                              "misses          0.86      0.38\n";

void count(VerdictCounts& counts, const ComparisonRow& row)
{
    if (row.isTotal) {
        return;
    }
    switch (row.verdict) {
    case Verdict::Regressed:
        ++counts.regressed;
        break;
    case Verdict::Improved:
        ++counts.improved;
        break;
    case Verdict::Unchanged:
        ++counts.unchanged;
        break;
    default:
        ++counts.notComparable;
        break;
    }
}

ComparisonGroup suiteGroup()
{
    ComparisonGroup group {.benchmark = "suite", .machine = "host-a", .baseline = "Without", .candidate = "With"};
    group.rows = {bareRow("Pipe", 77295.8, 68384.2),        bareRow("Copy", 2669.8, 2427.0),
                  bareRow("Switching", 6733.1, 21636.8),    bareRow("Creation", 5466.4, 5495.0),
                  bareRow("Whetstone", 102026.2, 102025.3), bareRow("Score", 10879.3, 11755.8)};
    group.rows.back().isTotal = true;
    group.rows[0].annotations.push_back(
        {.code = "hidden-by-total", .text = "The total rose although this test fell.", .isUsers = false});
    group.rows[3].claims = {0};
    group.index = SuiteIndex {.name = "Score",
                              .baseline = 10879.3,
                              .candidate = 11755.8,
                              .statedBaseline = 10879.3,
                              .statedCandidate = 11755.8,
                              .change = 11755.8 / 10879.3 - 1,
                              .biggestTest = "Switching",
                              .biggestContribution = 0.1,
                              .othersChange = -0.02,
                              .rows = 5};
    group.sentence = "The score rose 8.06 %.";
    return group;
}

ComparisonGroup statGroup()
{
    ComparisonGroup group {.benchmark = "stat", .machine = "host-a", .baseline = "Without", .candidate = "With"};
    group.rows = {bareRow("loads", 257.714, 594.973), bareRow("misses", 0.86, 0.38, Better::Lower)};
    group.rows[0].unit = "M/s";
    group.rows[1].unit = "%";
    return group;
}

TestResult resultFrom(std::string_view text, const ComparisonRow& row, double value, std::string_view written)
{
    TestResult result {.test = row.test, .metric = row.metric, .value = value, .unit = row.unit, .better = row.better};
    result.span = {.offset = text.find(written), .length = written.size()};
    return result;
}

}

ComparisonRow bareRow(const std::string& test, double baseline, double candidate, Better better)
{
    ComparisonRow row {.benchmark = "suite", .machine = "host-a", .test = test, .metric = "index", .unit = "index"};
    row.better = better;
    row.baseline = {.label = "Without", .value = baseline};
    row.candidate = {.label = "With", .value = candidate};
    row.change = candidate / baseline - 1;
    const double gain = better == Better::Lower ? -*row.change : *row.change;
    row.verdict = gain < -row.limit ? Verdict::Regressed : gain > row.limit ? Verdict::Improved : Verdict::Unchanged;
    row.evidence = Evidence::Threshold;
    row.reason = "one value on each side";
    return row;
}

std::shared_ptr<const Comparison> sampleComparison()
{
    auto comparison = std::make_shared<Comparison>();
    comparison->groups = {suiteGroup(), statGroup()};
    for (ComparisonGroup& group : comparison->groups) {
        for (const ComparisonRow& row : group.rows) {
            count(group.counts, row);
            count(comparison->counts, row);
        }
    }
    comparison->claims.push_back({.test = "Creation",
                                  .metric = "index",
                                  .stated = "0.05%",
                                  .low = 0.0005,
                                  .high = 0.0005,
                                  .computed = 5495.0 / 5466.4 - 1,
                                  .verdict = ClaimVerdict::Wrong,
                                  .reason = "the numbers say +0.52 %"});
    return comparison;
}

OpenedPtr sampleOpened()
{
    const auto source = sampleComparison();
    auto comparison = std::make_shared<Comparison>(*source);
    auto document = std::make_shared<Document>();
    document->path = "/tmp/pad.eml";
    document->bytes = kText;
    document->parsed.title = "pad a structure";
    auto input = std::make_shared<ComparisonInput>();
    // One run a side and group; results in the order of the rows.
    for (ComparisonGroup& group : comparison->groups) {
        for (const bool isBaseline : {true, false}) {
            Run run {.format = "table", .benchmark = group.benchmark};
            run.machine.label = group.machine;
            run.variant = {.label = isBaseline ? group.baseline : group.candidate,
                           .role = isBaseline ? Role::Baseline : Role::Candidate};
            for (ComparisonRow& row : group.rows) {
                Side& side = isBaseline ? row.baseline : row.candidate;
                std::string written = std::to_string(*side.value);
                written.erase(written.find_last_not_of('0') + 1);
                written += written.ends_with('.') ? "0" : "";
                side.results = {{.run = input->runs.size(), .result = run.results.size()}};
                run.results.push_back(resultFrom(document->bytes, row, *side.value, written));
            }
            document->parsed.runs.push_back(run);
            input->runs.push_back(std::move(run));
        }
    }
    document->parsed.blocks.push_back({.format = "", .title = "Patch: a.h, +5", .span = {.offset = 0, .length = 8}});
    for (std::size_t r = 0; r < input->runs.size(); ++r) {
        input->origins.push_back({.document = document, .run = r, .storedDocument = {}, .storedRun = {}});
    }
    input->claims = comparison->claims;
    input->claimOrigins.push_back({.document = document, .run = 0, .storedDocument = {}, .storedRun = {}});

    auto opened = std::make_shared<OpenedComparison>();
    opened->title = QStringLiteral("pad a structure");
    opened->documents = {document};
    opened->sources = {uncorrected(document)};
    opened->input = input;
    opened->comparison = comparison;
    return opened;
}

}
