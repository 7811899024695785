// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/unixbench/join_log.h"

#include <algorithm>
#include <cmath>

namespace patchscale {
namespace {

/// Reports print one decimal of what a log has with fifteen digits.
constexpr double kPrinted = 0.051;

TestResult* resultOf(Run& run, std::string_view test, std::string_view metric)
{
    const auto found = std::ranges::find_if(
        run.results, [&](const TestResult& result) { return result.test == test && result.metric == metric; });
    return found == run.results.end() ? nullptr : &*found;
}

bool isSameLoad(const Run& one, const Run& other)
{
    const auto left = one.parameters.find("copies");
    const auto right = other.parameters.find("copies");
    return left == one.parameters.end() || right == other.parameters.end() || left->second == right->second;
}

/// The spread of the passes that count, on the scale of the index.
std::optional<Spread> spreadOf(const TestResult& logged, double scale)
{
    double sum = 0;
    int count = 0;
    for (const auto& sample : logged.samples) {
        sum += sample.isExcluded ? 0 : sample.value;
        count += sample.isExcluded ? 0 : 1;
    }
    if (count < 2) {
        return std::nullopt;
    }
    const double mean = sum / count;
    double squares = 0;
    for (const auto& sample : logged.samples) {
        squares += sample.isExcluded ? 0 : (sample.value - mean) * (sample.value - mean);
    }
    return Spread {.kind = SpreadKind::Stddev,
                   .value = std::sqrt(squares / (count - 1)) * scale,
                   .low = {},
                   .high = {},
                   .span = logged.samples.front().span};
}

/// Takes the samples of @p logged into the report's run if they are of its result.
bool join(Run& report, TestResult& logged)
{
    auto* const result = resultOf(report, logged.test, logged.metric);
    if (result == nullptr || !result->samples.empty() || std::abs(result->value - logged.value) > kPrinted) {
        return false;
    }
    if (auto* const index = resultOf(report, logged.test, "index"); index != nullptr && result->value > 0) {
        index->spread = spreadOf(logged, index->value / result->value);
        index->repeats = logged.repeats;
    }
    result->samples = std::move(logged.samples);
    result->repeats = logged.repeats;
    return true;
}

/// Runs of logs lose what reports took of them.
void joinBlock(std::vector<ReadBlock>& blocks, ReadBlock& log)
{
    for (auto& logged : log.parsed.runs) {
        if (logged.run.isFailed) {
            continue;
        }
        std::erase_if(logged.run.results, [&](TestResult& result) {
            return std::ranges::any_of(blocks, [&](ReadBlock& block) {
                return block.format->id() == "unixbench"
                    && std::ranges::any_of(block.parsed.runs, [&](BlockRun& report) {
                           return isSameLoad(report.run, logged.run) && join(report.run, result);
                       });
            });
        });
    }
    std::erase_if(log.parsed.runs, [](const BlockRun& logged) { return logged.run.results.empty(); });
}

}

void joinUnixBenchLogs(std::vector<ReadBlock>& blocks)
{
    for (auto& block : blocks) {
        if (block.format->id() == "unixbench-log") {
            joinBlock(blocks, block);
        }
    }
}

}
