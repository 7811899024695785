// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/side_pairs.h"

#include "core/compare/suites.h"
#include "core/stats/summary.h"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <unordered_set>

namespace patchscale {
namespace {

using Keys = std::unordered_set<std::string>;

std::string keyOf(const Run& run, const TestResult& result)
{
    auto key = foldName(canonicalTest(run.benchmark, result.test)) + '\x1f' + result.metric;
    for (const auto& [name, value] : result.parameters) {
        key.append("\x1f").append(name).append("=").append(value);
    }
    return key;
}

Keys testsOf(std::span<const Run> runs, const RunSide& side)
{
    Keys tests;
    for (const std::size_t run : side.runs) {
        for (const auto& result : runs[run].results) {
            tests.insert(foldName(canonicalTest(runs[run].benchmark, result.test)));
        }
    }
    return tests;
}

void addRun(std::vector<RunSide>& sides, const std::string& label, std::size_t run)
{
    const auto hit = std::ranges::find(sides, label, &RunSide::label);
    if (hit != sides.end()) {
        hit->runs.push_back(run);
    } else {
        sides.push_back({.label = label, .runs = {run}});
    }
}

/// Blocks of documents by their span: the columns of a table are runs with one span.
std::vector<RunSides> blocksOf(std::span<const Run> runs, const RunSides& sides)
{
    std::vector<RunSides> blocks;
    std::map<std::pair<std::size_t, std::size_t>, std::size_t> bySpan;
    const auto add = [&](const std::vector<RunSide>& from, std::vector<RunSide> RunSides::* to) {
        for (const auto& side : from) {
            for (const std::size_t run : side.runs) {
                const auto span = runs[run].span;
                const auto [entry, isNew] = bySpan.try_emplace({span.offset, span.length}, blocks.size());
                if (isNew) {
                    blocks.emplace_back();
                }
                addRun(blocks[entry->second].*to, side.label, run);
            }
        }
    };
    add(sides.baselines, &RunSides::baselines);
    add(sides.candidates, &RunSides::candidates);
    return blocks;
}

/// True for a table with both sides. Two documents of the same length have blocks of the same span, too, but there
/// values stand at the same place.
bool isWholeTable(std::span<const Run> runs, const RunSides& block)
{
    if (block.baselines.empty() || block.candidates.empty()) {
        return false;
    }
    std::unordered_set<std::size_t> places;
    for (const auto* sides : {&block.baselines, &block.candidates}) {
        for (const auto& side : *sides) {
            for (const std::size_t run : side.runs) {
                for (const auto& result : runs[run].results) {
                    if (runs[run].span.length == 0 || !places.insert(result.span.offset).second) {
                        return false;
                    }
                }
            }
        }
    }
    return true;
}

/// Repeats of one variant spread by a few percent; runs under other conditions (copies, machine) by factors.
bool areRepeats(std::span<const Run> runs, const RunSide& side)
{
    constexpr double kMostSpread = 1.2;
    // Our own runner tells all conditions, which are in the parameters: what is left to differ is the boot.
    const auto isOurs = [runs](std::size_t run) { return isOfRunDocument(runs[run]); };
    if (side.runs.size() < 2 || std::ranges::all_of(side.runs, isOurs)) {
        return true;
    }
    struct Range
    {
        double least = 0;
        double most = 0;
        bool isRepeated = false;
    };
    std::unordered_map<std::string, Range> ranges;
    for (const std::size_t run : side.runs) {
        for (const auto& result : runs[run].results) {
            if (!(result.baseValue > 0)) {
                continue;
            }
            const auto [entry, isNew] = ranges.try_emplace(keyOf(runs[run], result),
                                                           Range {.least = result.baseValue, .most = result.baseValue});
            if (!isNew) {
                auto& range = entry->second;
                range.least = std::min(range.least, result.baseValue);
                range.most = std::max(range.most, result.baseValue);
                range.isRepeated = true;
            }
        }
    }
    std::vector<double> ratios;
    for (const auto& [key, range] : ranges) {
        if (range.isRepeated) {
            ratios.push_back(range.most / range.least);
        }
    }
    return ratios.empty() || median(ratios) <= kMostSpread;
}

/// The runs of @p side in parts that measure no test twice.
std::vector<RunSide> partsOf(std::span<const Run> runs, const RunSide& side)
{
    std::vector<RunSide> parts;
    std::vector<Keys> keys;
    for (const std::size_t run : side.runs) {
        Keys own;
        for (const auto& result : runs[run].results) {
            own.insert(keyOf(runs[run], result));
        }
        std::size_t part = 0;
        while (part < parts.size()
               && std::ranges::any_of(own, [&](const std::string& key) { return keys[part].contains(key); })) {
            ++part;
        }
        if (part == parts.size()) {
            parts.push_back({.label = side.label, .runs = {}});
            keys.emplace_back();
        }
        parts[part].runs.push_back(run);
        keys[part].merge(own);
    }
    return parts;
}

class Pairer
{
public:
    explicit Pairer(std::span<const Run> runs)
        : m_runs(runs)
    {
    }

    std::vector<SidePair> pair(const RunSides& sides)
    {
        RunSides rest;
        for (auto& block : blocksOf(m_runs, sides)) {
            if (isWholeTable(m_runs, block)) {
                pairWithin(block, false);
                continue;
            }
            for (const auto& side : block.baselines) {
                for (const std::size_t run : side.runs) {
                    addRun(rest.baselines, side.label, run);
                }
            }
            for (const auto& side : block.candidates) {
                for (const std::size_t run : side.runs) {
                    addRun(rest.candidates, side.label, run);
                }
            }
        }
        pairWithin(rest, true);
        countOccurrences();
        return std::move(m_pairs);
    }

private:
    void pairWithin(const RunSides& sides, bool mayPool)
    {
        std::vector<bool> isUsed(sides.baselines.size(), false);
        for (const auto& candidate : sides.candidates) {
            if (sides.baselines.empty()) {
                m_pairs.push_back({.baseline = {}, .candidate = candidate});
                continue;
            }
            std::size_t best = 0;
            std::size_t most = 0;
            for (std::size_t i = 0; sides.baselines.size() > 1 && i < sides.baselines.size(); ++i) {
                const auto shared = sharedTests(m_runs, sides.baselines[i], candidate);
                if (shared > most) {
                    most = shared;
                    best = i;
                }
            }
            isUsed[best] = true;
            addPairs(sides.baselines[best], candidate, mayPool);
        }
        for (std::size_t i = 0; i < isUsed.size(); ++i) {
            if (!isUsed[i]) {
                m_pairs.push_back({.baseline = sides.baselines[i], .candidate = {}});
            }
        }
    }

    void addPairs(const RunSide& baseline, const RunSide& candidate, bool mayPool)
    {
        if (mayPool && areRepeats(m_runs, baseline) && areRepeats(m_runs, candidate)) {
            m_pairs.push_back({.baseline = baseline, .candidate = candidate});
            return;
        }
        const auto left = partsOf(m_runs, baseline);
        const auto right = partsOf(m_runs, candidate);
        for (std::size_t i = 0; i < std::max(left.size(), right.size()); ++i) {
            m_pairs.push_back(
                {.baseline = left[std::min(i, left.size() - 1)], .candidate = right[std::min(i, right.size() - 1)]});
        }
    }

    void countOccurrences()
    {
        std::map<std::pair<std::string, std::string>, std::vector<std::size_t>> byLabels;
        for (std::size_t i = 0; i < m_pairs.size(); ++i) {
            if (!m_pairs[i].baseline.runs.empty() && !m_pairs[i].candidate.runs.empty()) {
                byLabels[{foldName(m_pairs[i].baseline.label), foldName(m_pairs[i].candidate.label)}].push_back(i);
            }
        }
        for (const auto& [labels, indexes] : byLabels) {
            if (indexes.size() < 2) {
                continue;
            }
            Keys seen;
            bool isAgain = false;
            for (const std::size_t index : indexes) {
                for (const auto& test : testsOf(m_runs, m_pairs[index].baseline)) {
                    isAgain = !seen.insert(test).second || isAgain;
                }
            }
            for (std::size_t i = 0; isAgain && i < indexes.size(); ++i) {
                m_pairs[indexes[i]].occurrence = static_cast<int>(i + 1);
            }
        }
    }

    std::span<const Run> m_runs;
    std::vector<SidePair> m_pairs;
};

}

std::vector<SidePair> pairSides(std::span<const Run> runs, const RunSides& sides)
{
    return Pairer(runs).pair(sides);
}

std::size_t sharedTests(std::span<const Run> runs, const RunSide& a, const RunSide& b)
{
    const auto left = testsOf(runs, a);
    const auto right = testsOf(runs, b);
    return static_cast<std::size_t>(
        std::ranges::count_if(left, [&](const std::string& test) { return right.contains(test); }));
}

}
