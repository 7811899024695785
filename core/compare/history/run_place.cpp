// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/history/run_place.h"

#include "core/base/characters.h"
#include "core/compare/history/moment.h"
#include "core/compare/suites.h"

#include <algorithm>
#include <cmath>

namespace patchscale {
namespace {

constexpr std::size_t kLeastHash = 7;
constexpr std::size_t kMostHash = 40;
constexpr std::size_t kShortHash = 12; // what kernel people write

bool isCommit(std::string_view word)
{
    return word.size() >= kLeastHash && word.size() <= kMostHash && std::ranges::any_of(word, isDigit)
        && word.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

std::string factOf(const Run& run, const char* name)
{
    const auto fact = run.machine.facts.find(name);
    return fact == run.machine.facts.end() ? std::string() : fact->second;
}

std::string commitOf(const Run& run)
{
    for (const auto& text : {run.variant.label, factOf(run, "kernel.commit"), factOf(run, "commit")}) {
        if (isCommit(text)) {
            return text.substr(0, kShortHash);
        }
    }
    return {};
}

/// The release as it was told: from its first digit to the next blank.
std::string labelIn(std::string_view text)
{
    text.remove_prefix(std::min(text.find_first_of("0123456789"), text.size()));
    return std::string(text.substr(0, text.find_first_of(" \t")));
}

HistoryRunPlace placeOf(const Run& run)
{
    HistoryRunPlace place;
    for (const auto& [text, release] : {std::pair {run.variant.label, releaseNamed(run.variant.label)},
                                        std::pair {run.machine.kernel, releaseIn(run.machine.kernel)}}) {
        if (release && !place.release) {
            place.release = release;
            place.releaseLabel = labelIn(text);
        }
    }
    place.mark = commitOf(run);
    if (const auto boot = factOf(run, "kernel.boot-id"); place.mark.empty() && !boot.empty()) {
        place.mark = "boot " + boot.substr(0, boot.find('-'));
    }
    place.started = momentOf(factOf(run, "run.started"));
    if (!place.started) {
        place.started = momentOf(factOf(run, "document.date")); // of a mail: nobody knows when it was measured
    }
    return place;
}

/// Just the same numbers in the same order: a report that another document quotes.
bool isSameReport(const Run& a, const Run& b)
{
    return std::ranges::equal(a.results, b.results, [](const TestResult& one, const TestResult& other) {
        return one.test == other.test && one.metric == other.metric && one.parameters == other.parameters
            && one.unit == other.unit && std::abs(one.value - other.value) <= 0
            && std::ranges::equal(
                   one.samples, other.samples, [](double x, double y) { return std::abs(x - y) <= 0; }, &Sample::value,
                   &Sample::value);
    });
}

/// Finds runs that repeat what one before them tells.
class Quotes
{
public:
    Quotes(std::span<const Run> runs, const HistorySources& sources)
        : m_runs(runs)
        , m_sources(sources)
    {
    }

    /// Whether @p run repeats one that was asked for before, of another document. A boot that is told by its id tells
    /// repeats apart by itself.
    bool isQuote(std::size_t run)
    {
        const auto& asked = m_runs[run];
        if (!factOf(asked, "kernel.boot-id").empty() || run >= m_sources.documentOfRun.size()) {
            return false;
        }
        auto& alike = m_byKind[asked.benchmark + '\x1f' + asked.machine.label + '\x1f' + asked.machine.kernel + '\x1f'
                               + asked.variant.label];
        const bool isQuote = std::ranges::any_of(alike, [&](std::size_t other) {
            return m_sources.documentOfRun[other] != m_sources.documentOfRun[run] && isSameReport(m_runs[other], asked);
        });
        alike.push_back(run);
        return isQuote;
    }

private:
    std::span<const Run> m_runs;
    const HistorySources& m_sources;
    std::map<std::string, std::vector<std::size_t>> m_byKind;
};

}

std::vector<HistoryRunPlace> placesOf(std::span<const Run> runs, const HistorySources& sources, const HistorySpec& spec,
                                      LeftOut& leftOut)
{
    const auto documentOf = [&](std::size_t run) {
        return run < sources.documentOfRun.size() ? sources.documentOfRun[run] : 0;
    };
    std::vector<HistoryRunPlace> places;
    std::map<std::size_t, std::vector<std::size_t>> baselines; // by document
    for (std::size_t i = 0; i < runs.size(); ++i) {
        places.push_back(placeOf(runs[i]));
        if (runs[i].variant.role == Role::Baseline) {
            baselines[documentOf(i)].push_back(i);
        }
    }
    const auto isWanted = [&](const Run& run) {
        return std::ranges::any_of(spec.variants,
                                   [&](const auto& wanted) { return foldName(wanted) == foldName(run.variant.label); });
    };
    const auto isPatched = [&](std::size_t run) {
        return runs[run].variant.role == Role::Candidate
            && std::ranges::any_of(baselines[documentOf(run)], [&](std::size_t baseline) {
                   return places[baseline].release == places[run].release && places[baseline].mark == places[run].mark;
               });
    };
    Quotes quotes(runs, sources);
    for (std::size_t i = 0; i < runs.size(); ++i) {
        auto& place = places[i];
        if (runs[i].isFailed) {
            ++leftOut.failed;
            place.isLeftOut = true;
        } else if (!spec.variants.empty()) {
            place.isLeftOut = !isWanted(runs[i]);
        } else if (!place.isTold()) {
            ++leftOut.placeless;
            place.isLeftOut = true;
        } else if (isPatched(i)) {
            ++leftOut.patched;
            place.isLeftOut = true;
        }
        if (!place.isLeftOut && quotes.isQuote(i)) {
            ++leftOut.quoted;
            place.isLeftOut = true;
        }
        place.isLeftOut = place.isLeftOut || !place.isTold();
    }
    return places;
}

}
