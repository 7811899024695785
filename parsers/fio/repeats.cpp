// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/fio/repeats.h"

#include "parsers/fio/line_kind.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace patchscale::fio {
namespace {

constexpr std::size_t kFewest = 3; ///< two lines may be two cases
constexpr double kWidest = 1.5; ///< repeats of one test lie closer together than different cases
constexpr std::size_t kLongestCase = 16;

bool isRate(Kind kind)
{
    return kind == Kind::GroupLine || kind == Kind::NewHeadline || kind == Kind::OldHeadline;
}

/// Lines that name their job, group or command are no loose ones.
bool isLoose(const TextBlock& block)
{
    return std::ranges::none_of(block.entries, [](const Entry& entry) {
        return entry.kind == Kind::JobHead || entry.kind == Kind::GroupHead || entry.kind == Kind::Banner
            || entry.kind == Kind::Version || entry.kind == Kind::Host;
    });
}

/// What stands in front of the first rate of an execution: "1" of "1   write: IOPS=…", "passthru" of "(passthru) read:
/// …".
std::string_view caseOf(const Text& text, std::span<const Entry> entries)
{
    const auto rate = std::ranges::find_if(entries, [](const Entry& entry) { return isRate(entry.kind); });
    if (rate == entries.end()) {
        return {};
    }
    const auto line = stripped(textOf(text, *rate));
    const auto key = std::min({line.find("read"), line.find("write"), line.find("READ"), line.find("WRITE"),
                               line.find("trim"), line.find("TRIM"), line.find("mixed"), line.find("MIXED")});
    auto before = stripped(line.substr(0, std::min(key, line.size())));
    while (!before.empty() && std::string_view("():,").contains(before.front())) {
        before.remove_prefix(1);
    }
    while (!before.empty() && std::string_view("():,").contains(before.back())) {
        before.remove_suffix(1);
    }
    return key == std::string_view::npos || before.size() > kLongestCase || before.find_first_of("=|:") != before.npos
        ? std::string_view {}
        : before;
}

bool areAlike(const std::vector<const TestResult*>& results)
{
    const auto [least, most] = std::ranges::minmax(results, {}, [](const TestResult* each) { return each->baseValue; });
    return least->baseValue > 0 && most->baseValue <= kWidest * least->baseValue;
}

/// The same metric of the same test from each execution.
using Key = std::tuple<std::string, Parameters, std::string>;

void joinRuns(ParsedBlock& parsed)
{
    std::vector<Key> order;
    std::map<Key, std::vector<const TestResult*>> values;
    for (const auto& run : parsed.runs) {
        for (const auto& result : run.run.results) {
            Key key {result.test, result.parameters, result.metric};
            auto& known = values[key];
            if (known.empty()) {
                order.push_back(std::move(key));
            }
            known.push_back(&result);
        }
    }
    for (const auto& [key, results] : values) {
        const auto& metric = std::get<2>(key);
        if ((metric == "bandwidth" || metric == "iops") && results.size() > 1 && !areAlike(results)) {
            return;
        }
    }
    std::vector<TestResult> joined;
    for (const auto& key : order) {
        const auto& results = values[key];
        TestResult result = *results.front();
        if (results.size() > 1) {
            const double factor = result.value != 0 ? result.baseValue / result.value : 1;
            double sum = 0;
            for (const auto* each : results) {
                const int place = static_cast<int>(result.samples.size());
                const double value = factor != 0 ? each->baseValue / factor : each->value;
                result.samples.push_back({.value = value, .span = each->span, .round = place, .order = place});
                sum += value;
            }
            result.value = sum / static_cast<double>(results.size());
            result.baseValue = result.value * factor;
        }
        joined.push_back(std::move(result));
    }
    parsed.runs.resize(1);
    parsed.runs.front().run.results = std::move(joined);
}

}

void joinRepeats(const Text& text, const TextBlock& block, ParsedBlock& parsed)
{
    if (block.starts.size() < 2 || parsed.runs.size() != block.starts.size() || !isLoose(block)) {
        return;
    }
    std::vector<std::string_view> cases;
    for (std::size_t i = 0; i < block.starts.size(); ++i) {
        cases.push_back(caseOf(text, executionOf(block, i)));
    }
    const std::set<std::string_view> different(cases.begin(), cases.end());
    if (different.size() == cases.size() && !different.contains({})) {
        for (std::size_t i = 0; i < cases.size(); ++i) {
            parsed.runs[i].run.parameters.try_emplace("case", cases[i]);
        }
        return;
    }
    const bool isRepeated = different.size() == 1 && block.starts.size() >= kFewest;
    const bool holdsFailed = std::ranges::any_of(parsed.runs, [](const BlockRun& run) { return run.run.isFailed; });
    if (isRepeated && !holdsFailed) {
        joinRuns(parsed);
    }
}

}
