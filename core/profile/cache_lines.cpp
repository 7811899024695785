// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/cache_lines.h"

#include "core/profile/symbol_names.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>

namespace patchscale {
namespace {

constexpr std::string_view kLinePrefix = "cache line ";
constexpr double kSameLine = 0.3; ///< of their hits that two lines have in the same code
constexpr double kChange = 0.1; ///< of a count that is more than chance between two traces
constexpr double kOfAll = 0.01; ///< of all hits that is worth a word

struct Hits
{
    double remote = 0;
    double local = 0;

    [[nodiscard]] double all() const
    {
        return remote + local;
    }
};

struct CacheLine
{
    Hits hits;
    std::map<std::string, Hits> functions; ///< parts of the hits
    std::optional<RunResultRef> place;
};

/// By the number that perf gave the line.
using CacheLines = std::map<std::string, CacheLine, std::less<>>;

/// The function of "vma_interval_tree_remove+18"; a place in a source file is its own.
std::string functionOf(const TestResult& result)
{
    const auto symbol = result.parameters.find("symbol");
    return symbol != result.parameters.end() ? symbol->second : result.test.substr(0, result.test.rfind('+'));
}

CacheLines linesOf(std::span<const Run> runs, const ProfileSide& side)
{
    CacheLines lines;
    for (const std::size_t run : side.runs) {
        const auto& results = runs[run].results;
        for (std::size_t i = 0; i < results.size(); ++i) {
            const auto& result = results[i];
            const bool isRemote = result.metric == "RmtHitm";
            if ((!isRemote && result.metric != "LclHitm") || !result.test.starts_with(kLinePrefix)) {
                continue;
            }
            auto& line = lines[result.test.substr(kLinePrefix.size())];
            (isRemote ? line.hits.remote : line.hits.local) += result.baseValue;
            line.place = line.place ? line.place : std::optional(RunResultRef {.run = run, .result = i});
        }
        for (const auto& result : results) {
            const auto rank = result.parameters.find("cache line");
            const bool isRemote = result.metric == "RmtHitm";
            if (rank == result.parameters.end() || result.unit != "%" || (!isRemote && result.metric != "LclHitm")) {
                continue;
            }
            const auto line = lines.find(rank->second);
            if (line != lines.end()) {
                auto& hits = line->second.functions[functionOf(result)];
                const auto& all = line->second.hits;
                (isRemote ? hits.remote : hits.local) += result.baseValue * (isRemote ? all.remote : all.local);
            }
        }
    }
    return lines;
}

/// The part of their hits that two lines have in the same functions.
double sameness(const CacheLine& a, const CacheLine& b)
{
    double same = 0;
    for (const auto& [name, hits] : a.functions) {
        const auto other = b.functions.find(name);
        if (other != b.functions.end() && a.hits.all() > 0 && b.hits.all() > 0) {
            same += std::min(hits.all() / a.hits.all(), other->second.all() / b.hits.all());
        }
    }
    return same;
}

/// "line 0: osq_lock, mutex_unlock", with the functions that have most of its hits.
std::string nameOf(const std::string& rank, const CacheLine& line)
{
    constexpr std::size_t kMostNamed = 3;
    std::vector<std::pair<double, std::string>> functions;
    for (const auto& [name, hits] : line.functions) {
        functions.emplace_back(-hits.all(), name);
    }
    std::ranges::sort(functions);
    std::string text = "line " + rank;
    for (std::size_t i = 0; i < functions.size() && i < kMostNamed; ++i) {
        text += (i == 0 ? ": " : ", ") + functions[i].second;
    }
    return functions.size() > kMostNamed ? text + " …" : text;
}

double sumOf(const CacheLines& lines)
{
    double sum = 0;
    for (const auto& [rank, line] : lines) {
        sum += line.hits.all();
    }
    return sum;
}

ProfileRow rowOf(const Hits* before, const Hits* after, double largestSum)
{
    const auto value = [](const Hits* hits, double Hits::* part) { return hits == nullptr ? 0 : hits->*part; };
    ProfileRow row;
    row.children = {.before = value(before, &Hits::remote), .after = value(after, &Hits::remote)};
    row.self = {.before = *row.children.before + value(before, &Hits::local),
                .after = *row.children.after + value(after, &Hits::local)};
    const double difference = *row.self.difference();
    const double larger = std::max(*row.self.before, *row.self.after);
    if (std::abs(difference) >= kChange * larger && std::abs(difference) >= kOfAll * largestSum && larger > 0) {
        row.change = before == nullptr ? ProfileChange::New
            : after == nullptr         ? ProfileChange::Gone
            : difference > 0           ? ProfileChange::More
                                       : ProfileChange::Less;
    }
    return row;
}

ProfileComparison byLine(const CacheLines& before, const CacheLines& after, ProfileComparison profile)
{
    profile.kind = ProfileKind::CacheLines;
    profile.hasChildren = true;
    const double largestSum = std::max(sumOf(before), sumOf(after));
    std::map<std::string, std::string, std::less<>> partners; // of the candidate's lines
    std::map<std::string, bool, std::less<>> isTaken;
    std::vector<std::tuple<double, std::string, std::string>> alike;
    for (const auto& [rank, line] : before) {
        for (const auto& [other, candidate] : after) {
            const double same = sameness(line, candidate);
            if (same >= kSameLine) {
                alike.emplace_back(-same * (line.hits.all() + candidate.hits.all()), rank, other);
            }
        }
    }
    std::ranges::sort(alike);
    for (const auto& [score, rank, other] : alike) {
        if (!isTaken[rank] && !partners.contains(other)) {
            isTaken[rank] = true;
            partners.emplace(other, rank);
        }
    }
    for (const auto& [rank, line] : after) {
        const auto partner = partners.find(rank);
        const auto* was = partner == partners.end() ? nullptr : &before.find(partner->second)->second;
        auto row = rowOf(was == nullptr ? nullptr : &was->hits, &line.hits, largestSum);
        row.name = nameOf(rank, line);
        if (was != nullptr) {
            row.baselineResult = was->place;
            const auto name = nameOf(partner->second, *was);
            row.baselineName = name == row.name ? std::string() : name;
            row.pairedBy = name == row.name ? PairedBy::Name : PairedBy::Likeness;
        }
        row.candidateResult = line.place;
        profile.rows.push_back(std::move(row));
    }
    for (const auto& [rank, line] : before) {
        if (!isTaken[rank]) {
            auto row = rowOf(&line.hits, nullptr, largestSum);
            row.name = nameOf(rank, line);
            row.baselineResult = line.place;
            profile.rows.push_back(std::move(row));
        }
    }
    return profile;
}

ProfileComparison byFunction(const CacheLines& before, const CacheLines& after, ProfileComparison profile,
                             const ProfileSpec& spec)
{
    profile.kind = ProfileKind::CacheFunctions;
    profile.hasChildren = true;
    const auto functionsOf = [](const CacheLines& lines) {
        std::map<std::string, Hits> functions;
        for (const auto& [rank, line] : lines) {
            for (const auto& [name, hits] : line.functions) {
                functions[name].remote += hits.remote;
                functions[name].local += hits.local;
            }
        }
        return functions;
    };
    auto from = functionsOf(before);
    const auto to = functionsOf(after);
    const double largestSum = std::max(sumOf(before), sumOf(after));
    const auto add = [&](const std::string& name, const Hits* was, const Hits* is) {
        auto& row = profile.rows.emplace_back(rowOf(was, is, largestSum));
        row.name = name;
        row.isPatched = spec.patched.contains(std::string(sourceName(name)));
    };
    for (const auto& [name, hits] : to) {
        const auto was = from.find(name);
        add(name, was == from.end() ? nullptr : &was->second, &hits);
        if (was != from.end()) {
            from.erase(was);
        }
    }
    for (const auto& [name, hits] : from) {
        add(name, &hits, nullptr);
    }
    return profile;
}

}

std::vector<ProfileComparison> cacheComparisons(std::span<const Run> runs, ProfileComparison frame,
                                                const ProfileSpec& spec)
{
    const auto before = linesOf(runs, frame.baseline);
    const auto after = linesOf(runs, frame.candidate);
    std::vector<ProfileComparison> profiles;
    if (before.empty() || after.empty()) {
        return profiles; // sums and tables of lines without their code, which the comparison has as rows
    }
    profiles.push_back(byLine(before, after, frame));
    auto functions = byFunction(before, after, std::move(frame), spec);
    if (!functions.rows.empty()) {
        profiles.push_back(std::move(functions));
    }
    return profiles;
}

}
