// SPDX-License-Identifier: GPL-3.0-or-later
#include "documents.h"

#include <cstdlib>
#include <format>
#include <fstream>
#include <iterator>
#include <limits>

namespace patchscale::testing_store {
namespace {

TestResult sampledResult()
{
    return {.test = "Pipe-based Context Switching",
            .parameters = {{"copies", "40"}, {"note", "quote \" back \\ line\n"}},
            .metric = "result",
            .value = 1782.3,
            .unit = "MB/s",
            .baseValue = 1.7823e9,
            .baseUnit = "B/s",
            .better = Better::Higher,
            .samples = {{.value = 1780.1, .span = {.offset = 3, .length = 6}, .boot = 1, .round = 2, .order = 7},
                        {.value = 0.1 + 0.2,
                         .span = {.offset = 13, .length = 6},
                         .boot = 1,
                         .round = 3,
                         .order = 8,
                         .isExcluded = true}},
            .spread = Spread {.kind = SpreadKind::Range,
                              .value = 4.5,
                              .low = 1780.0,
                              .high = 1784.5,
                              .span = {.offset = 20, .length = 4}},
            .repeats = 10,
            .span = {.offset = 3, .length = 6}};
}

TestResult reportedResult()
{
    return {.test = "osq_lock",
            .parameters = {},
            .metric = "self overhead",
            .value = 55.0,
            .unit = "%",
            .baseValue = 0.55,
            .baseUnit = "ratio",
            .better = Better::Lower,
            .samples = {},
            .spread = Spread {.kind = SpreadKind::Cv, .value = 0.05, .low = {}, .high = {}, .span = {}},
            .repeats = {},
            .span = {.offset = 30, .length = 5}};
}

Run fullRun(Role role)
{
    return {.format = "unixbench",
            .formatVersion = 3,
            .benchmark = "unixbench",
            .machine = {.label = "m1",
                        .cpu = "Kunpeng 920",
                        .cpus = 96,
                        .memory = "256G",
                        .os = "any",
                        .kernel = "5.19-rc3",
                        .facts = {{"governor", "performance"}, {"机器", "甲"}}},
            .variant = {.label = role == Role::Baseline ? "without patch" : "with patch",
                        .role = role,
                        .isAssumed = role == Role::Candidate},
            .parameters = {{"copies", "40"}},
            // The same test and metric twice: a document may say so, and it must come back so.
            .results = {sampledResult(), reportedResult(), reportedResult()},
            .isFailed = role == Role::Candidate,
            .span = {.offset = 1, .length = 40}};
}

Claim fullClaim()
{
    Claim claim;
    claim.test = "osq_lock";
    claim.parameters = {{"copies", "40"}};
    claim.metric = "self overhead";
    claim.baseline = "without patch";
    claim.candidate = "with patch";
    claim.stated = "about -11.5%";
    claim.kind = ClaimKind::Difference;
    claim.low = -0.12;
    claim.high = -0.115;
    claim.resolution = 0.0005;
    claim.isApproximate = true;
    claim.span = {.offset = 36, .length = 6};
    claim.baselineResult = ResultRef {.run = 0, .result = 1};
    claim.candidateResult = ResultRef {.run = 1, .result = 2};
    return claim;
}

}

Document fullDocument()
{
    Document document;
    document.path = "mails/patch one.txt";
    document.sha256.fill(0xab);
    document.sha256[31] = 0;
    document.bytes = std::string("bytes with \0 and \xff in them\n", 28);
    Run bare;
    bare.benchmark = "fio";
    Claim bareClaim;
    bareClaim.stated = "4%";
    document.parsed = {.title = "sched: spin less — 少转",
                       .formats = {"unixbench", "perf-report"},
                       .blocks = {{.format = "unixbench", .title = "12 tests", .span = {.offset = 0, .length = 9}},
                                  {.format = "", .title = "Patch: a.c, +5", .span = {.offset = 9, .length = 8}}},
                       .runs = {fullRun(Role::Baseline), fullRun(Role::Candidate), bare},
                       .claims = {fullClaim(), bareClaim},
                       .diagnostics = {{.severity = Severity::Error,
                                        .code = "index-mismatch",
                                        .message = "the index does not follow from the result",
                                        .span = SourceSpan {.offset = 5, .length = 2}},
                                       {.severity = Severity::Info, .code = "note", .message = "m", .span = {}}},
                       .patchedFiles = {"kernel/locking/osq_lock.c", "include/linux/a.h"},
                       .patchedFunctions = {"osq_lock", "b"}};
    return document;
}

Document plainDocument(std::string_view name, std::size_t results)
{
    Document document;
    document.path = name;
    document.bytes = std::format("document {}\n", name);
    for (std::size_t i = 0; i < name.size() && i < document.sha256.size(); ++i) {
        document.sha256[i] = static_cast<unsigned char>(name[i]);
    }
    for (const auto role : {Role::Baseline, Role::Candidate}) {
        Run run;
        run.format = "table";
        run.benchmark = "table";
        run.variant = {.label = role == Role::Baseline ? "base" : "patched", .role = role};
        for (std::size_t i = 0; i < results / 2; ++i) {
            const double value = static_cast<double>(i) + (role == Role::Baseline ? 1.0 : 1.5);
            run.results.push_back({.test = std::format("test {}", i),
                                   .parameters = {{"bs", "4k"}},
                                   .metric = "bandwidth",
                                   .value = value,
                                   .unit = "MB/s",
                                   .baseValue = value * 1e6,
                                   .baseUnit = "B/s",
                                   .better = Better::Higher,
                                   .samples = {},
                                   .spread = {},
                                   .repeats = {},
                                   .span = {.offset = i, .length = 1}});
        }
        document.parsed.runs.push_back(std::move(run));
    }
    return document;
}

WorkspaceTest::WorkspaceTest()
{
    std::string pattern = testing::TempDir() + "patchscale-XXXXXX";
    m_folder = ::mkdtemp(pattern.data());
    m_workspace = m_folder / "lab.pscale";
}

WorkspaceTest::~WorkspaceTest()
{
    std::filesystem::remove_all(m_folder);
}

std::filesystem::path WorkspaceTest::write(std::string_view name, std::string_view bytes) const
{
    std::ofstream(m_folder / name, std::ios::binary) << bytes;
    return m_folder / name;
}

std::string WorkspaceTest::read(const std::filesystem::path& path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

}
