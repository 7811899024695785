// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/fio/repeats.h"

#include "parsers/context/opposites.h"
#include "parsers/context/vocabulary.h"
#include "parsers/fio/line_kind.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace patchscale::fio {
namespace {

constexpr std::size_t kFewest = 3; ///< two lines may be two cases
constexpr double kWidest = 1.5; ///< repeats of one test lie closer together than different cases
constexpr std::size_t kLongestCase = 40;

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
/// …", "written file" of "written file: IOPS=…".
std::string_view caseOf(const Text& text, std::span<const Entry> entries)
{
    const auto rate = std::ranges::find_if(entries, [](const Entry& entry) { return isRate(entry.kind); });
    if (rate == entries.end()) {
        return {};
    }
    const auto line = stripped(textOf(text, *rate));
    auto before = line.substr(0, std::min({line.find("IOPS="), line.find("bw="), line.find("io="), line.size()}));
    const auto trim = [&before] {
        before = stripped(before);
        while (!before.empty() && std::string_view("():,*").contains(before.front())) {
            before.remove_prefix(1);
        }
        while (!before.empty() && std::string_view("():,* ").contains(before.back())) {
            before.remove_suffix(1);
        }
    };
    trim();
    for (const std::string_view word : {"read", "write", "trim", "mixed", "READ", "WRITE", "TRIM", "MIXED"}) {
        const bool isWord = before.ends_with(word)
            && (before.size() == word.size()
                || std::string_view(" \t)").contains(before[before.size() - word.size() - 1]));
        if (isWord) {
            before.remove_suffix(word.size());
            trim();
            break;
        }
    }
    const bool isOdd = before.size() > kLongestCase || before.find_first_of("=|") != std::string_view::npos;
    return isOdd ? std::string_view {} : before;
}

/// "before: IOPS=…" above "after: IOPS=…": the sides of a comparison. False if no word says so.
bool nameSides(const std::vector<std::string_view>& cases, ParsedBlock& parsed)
{
    const bool isTold = std::ranges::any_of(cases, [](std::string_view label) {
        const auto phrase = variantPhrase(label);
        return phrase
            && (phrase->kind == VariantPhrase::Kind::Baseline || phrase->kind == VariantPhrase::Kind::Candidate);
    });
    const auto isOld = cases.size() == 2 && !isTold ? isOldSideOf(cases[0], cases[1]) : std::nullopt;
    if (!isTold && !isOld) {
        return false;
    }
    auto variants = assignRoles(cases);
    if (isOld) { // "nowait-off" and "nowait-on"
        variants[0].role = *isOld ? Role::Baseline : Role::Candidate;
        variants[1].role = *isOld ? Role::Candidate : Role::Baseline;
        variants[0].isAssumed = variants[1].isAssumed = false;
    }
    for (std::size_t i = 0; i < cases.size(); ++i) {
        parsed.runs[i].run.variant = variants[i];
        parsed.runs[i].knowsVariant = true;
        parsed.runs[i].group = parsed.runs.front().group;
    }
    return true;
}

bool areAlike(const std::vector<const TestResult*>& results)
{
    const auto [least, most] = std::ranges::minmax(results, {}, [](const TestResult* each) { return each->baseValue; });
    return least->baseValue > 0 && most->baseValue <= kWidest * least->baseValue;
}

/// The same metric of the same test from each execution.
using Key = std::tuple<std::string, Parameters, std::string>;

/// One run of @p runs, with samples; nothing if they are too far apart to be repeats.
std::optional<BlockRun> joined(const std::vector<BlockRun>& runs)
{
    std::vector<Key> order;
    std::map<Key, std::vector<const TestResult*>> values;
    for (const auto& run : runs) {
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
            return std::nullopt;
        }
    }
    BlockRun out = runs.front();
    out.run.results.clear();
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
        out.run.results.push_back(std::move(result));
    }
    return out;
}

/// "nowait-on" of "nowait-on-2.fio": the name that grep put in front, without what counts the files; empty if it counts
/// nothing.
std::string_view stemOf(std::string_view label)
{
    auto name = label.substr(0, label.rfind('.'));
    const auto end = name.find_last_not_of("0123456789");
    if (name.size() == label.size() || end == std::string_view::npos || end + 1 == name.size()) {
        return {};
    }
    name = name.substr(0, end + 1);
    const auto last = name.find_last_not_of("-_.");
    return last == std::string_view::npos ? std::string_view {} : name.substr(0, last + 1);
}

/// Files that are counted are repeats of what the rest of their names says. False if they are not.
bool joinFiles(std::vector<std::string_view> cases, ParsedBlock& parsed)
{
    std::vector<std::string_view> stems;
    for (auto& label : cases) {
        label = stemOf(label);
        if (label.empty()) {
            return false;
        }
        if (!std::ranges::contains(stems, label)) {
            stems.push_back(label);
        }
    }
    std::vector<BlockRun> runs;
    for (const auto stem : stems) {
        std::vector<BlockRun> own;
        for (std::size_t i = 0; i < cases.size(); ++i) {
            if (cases[i] == stem) {
                own.push_back(parsed.runs[i]);
            }
        }
        auto run = own.size() > 1 ? joined(own) : std::nullopt;
        if (!run) {
            return false;
        }
        runs.push_back(std::move(*run));
    }
    parsed.runs = std::move(runs);
    if (stems.size() > 1 && !nameSides(stems, parsed)) {
        for (std::size_t i = 0; i < stems.size(); ++i) {
            parsed.runs[i].run.parameters.try_emplace("case", stems[i]);
        }
    }
    return true;
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
        if (joinFiles(cases, parsed) || nameSides(cases, parsed)) {
            return;
        }
        for (std::size_t i = 0; i < cases.size(); ++i) {
            parsed.runs[i].run.parameters.try_emplace("case", cases[i]);
        }
        return;
    }
    const bool isRepeated = different.size() == 1 && block.starts.size() >= kFewest;
    const bool holdsFailed = std::ranges::any_of(parsed.runs, [](const BlockRun& run) { return run.run.isFailed; });
    if (auto run = isRepeated && !holdsFailed ? joined(parsed.runs) : std::nullopt) {
        parsed.runs.assign(1, std::move(*run));
    }
}

}
