// SPDX-License-Identifier: GPL-3.0-or-later
// A comparison laid out as tables, before any writer draws them: candidates that share a baseline are columns beside
// each other, rows of one direction share a table, rows stand in the order of the document, since a reviewer lays the
// table beside the suite's own output; totals last. What got worse is said in words below.
#pragma once

#include "core/compare/comparison.h"
#include "core/profile/profile.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace patchscale {

/// One candidate's cells in a row; empty where it has no such test.
struct ReportCells
{
    std::string value;
    std::string change; ///< "-11.53%"
    const ComparisonRow* row = nullptr;
};

struct ReportRow
{
    std::string name; ///< test and parameters
    std::string baseline;
    std::vector<ReportCells> candidates; ///< one for each of ReportBlock::candidates
    bool isTotal = false;
};

/// Rows of one direction (and of one metric where tests have several).
struct ReportTable
{
    std::string title; ///< "UnixBench index, higher is better, mean of 10 runs"
    std::vector<ReportRow> rows;
};

/// What a block has values of.
enum class ReportSides : std::uint8_t { Both, BaselineOnly, CandidateOnly };

/// What one machine did under one baseline and its candidates.
struct ReportBlock
{
    ReportSides sides = ReportSides::Both;
    std::string machine; ///< machine, parameters and documents; empty when not told
    std::string baseline; ///< variant labels, never empty
    std::vector<std::string> candidates;
    std::vector<ReportTable> tables;
    std::vector<std::string> sentences; ///< one for each candidate, with what got worse
    std::vector<std::string> series; ///< where tests that were logged over time are compared, or why they are not
    std::vector<std::string> notes; ///< the user's, each with the test it speaks of
    std::vector<std::string> warnings;
};

/// Lays out @p comparison, which must outlive the blocks, but for the groups that one of @p profiles tells.
std::vector<ReportBlock> reportBlocks(const Comparison& comparison, std::span<const ProfileComparison> profiles = {});

/// What holds over machines, parameters or candidates and what does not: "Across machines: lab1 (-2.10 %), lab2
/// (+0.30 %). Of 12 tests: …", then the tests that change in one place only, or one way here and the other way there.
std::vector<std::string> acrossWords(const Comparison& comparison);

/// Where the rows of @p group that were logged over time are compared, or why they are not, with the tests that it is
/// said of: "log direction=read bandwidth: compared in 12 s to 60 s, where both are steady; …".
std::vector<std::string> seriesWords(const ComparisonGroup& group, const Parameters& sharedParameters);

/// "Process Creation: stated 0.05%, the numbers say …" for each claim that is wrong or has its sign flipped.
std::vector<std::string> claimWords(const Comparison& comparison);

}
