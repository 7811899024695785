// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/context/rounds.h"

#include "core/base/characters.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <format>
#include <map>
#include <optional>
#include <set>
#include <tuple>

namespace patchscale {
namespace {

/// A mean is printed with fewer digits than it has, and some authors cut instead of rounding.
constexpr double kMeanTolerance = 1e-3;

std::string lowered(std::string_view text)
{
    std::string out(text);
    std::ranges::transform(out, out.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return out;
}

bool isRoundWord(std::string_view word)
{
    constexpr auto kWords = std::to_array<std::string_view>(
        {"round", "run", "iter", "iteration", "trial", "attempt", "rep", "repetition", "pass"});
    return std::ranges::contains(kWords, word);
}

bool isMeanWord(std::string_view word)
{
    constexpr auto kWords = std::to_array<std::string_view>({"average", "avg", "avg.", "mean", "amean"});
    return std::ranges::contains(kWords, word);
}

std::optional<int> wholeIn(std::string_view text)
{
    int value = 0;
    const auto* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    return error == std::errc {} && stop == end ? std::optional(value) : std::nullopt;
}

/// 3 of "Run 3", "round #3", "iter-3"; nothing for other words.
std::optional<int> roundIn(std::string_view text)
{
    const auto lower = lowered(text);
    const auto digits = lower.find_first_of("0123456789");
    if (digits == std::string::npos) {
        return std::nullopt;
    }
    std::string_view word(lower.data(), digits);
    while (!word.empty() && (word.back() == ' ' || word.back() == '#' || word.back() == '-' || word.back() == '_')) {
        word.remove_suffix(1);
    }
    std::string_view number = std::string_view(lower).substr(digits);
    while (!number.empty() && (number.back() == ':' || number.back() == ' ')) {
        number.remove_suffix(1);
    }
    return isRoundWord(word.substr(word.rfind(' ') + 1)) && word.find(' ') == std::string_view::npos ? wholeIn(number)
                                                                                                     : std::nullopt;
}

/// What a result is apart from the round it tells of.
using Key = std::tuple<std::string, Parameters, std::string, std::string>; ///< test, parameters, metric, unit

/// Where a result stands among the rounds of a test.
struct Place
{
    Key key;
    std::optional<int> round; ///< nothing: the mean
};

std::optional<Place> placeOf(const TestResult& result)
{
    for (const auto& [name, value] : result.parameters) {
        const auto lower = lowered(name);
        const bool isCounter = isRoundWord(std::string_view(lower).substr(lower.rfind(' ') + 1));
        const auto round = isCounter ? wholeIn(value) : roundIn(value);
        const bool isMean = isMeanWord(lowered(value));
        if (!round && !isMean) {
            continue;
        }
        auto others = result.parameters;
        others.erase(name);
        return Place {.key = {result.test, std::move(others), result.metric, result.unit}, .round = round};
    }
    if (const auto round = roundIn(result.test)) {
        return Place {.key = {"", result.parameters, result.metric, result.unit}, .round = round};
    }
    return std::nullopt;
}

/// Rounds of one test, by their number, and what may be their mean.
struct Rounds
{
    std::map<int, std::size_t> rounds; ///< index of the result
    std::optional<std::size_t> mean;
    bool isRepeated = false; ///< two results of one number
};

class Folder
{
public:
    Folder(Run& run, const std::set<std::size_t>& claimed, std::vector<Diagnostic>& diagnostics)
        : m_run(run)
        , m_claimed(claimed)
        , m_diagnostics(diagnostics)
    {
    }

    /// The new place of each result; that of what went into another is the other's.
    std::vector<std::size_t> fold()
    {
        auto& results = m_run.results;
        std::map<Key, Rounds> groups;
        for (std::size_t i = 0; i < results.size(); ++i) {
            const auto place = placeOf(results[i]);
            if (!place) {
                continue;
            }
            auto& group = groups[place->key];
            if (!place->round) {
                group.isRepeated = group.isRepeated || group.mean.has_value();
                group.mean = i;
            } else {
                group.isRepeated = !group.rounds.emplace(*place->round, i).second || group.isRepeated;
            }
        }
        std::vector<std::size_t> owner(results.size());
        for (std::size_t i = 0; i < owner.size(); ++i) {
            owner[i] = i;
        }
        for (auto& [key, group] : groups) {
            findMean(key, group);
            if (isWhole(group)) {
                const auto first = group.rounds.begin()->second;
                join(key, group);
                for (const auto& [round, index] : group.rounds) {
                    owner[index] = first;
                }
                if (group.mean) {
                    owner[*group.mean] = first;
                }
            }
        }
        std::vector<TestResult> kept;
        std::vector<std::size_t> places(results.size());
        for (std::size_t i = 0; i < results.size(); ++i) {
            if (owner[i] == i) {
                places[i] = kept.size();
                kept.push_back(std::move(results[i]));
            }
        }
        for (std::size_t i = 0; i < results.size(); ++i) {
            places[i] = places[owner[i]];
        }
        results = std::move(kept);
        return places;
    }

private:
    [[nodiscard]] double meanOf(const Rounds& group) const
    {
        double sum = 0;
        for (const auto& [round, index] : group.rounds) {
            sum += m_run.results[index].value;
        }
        return sum / static_cast<double>(group.rounds.size());
    }

    /// A row "average" below "round 1", "round 2" has lost that name where rows are called after what they test.
    void findMean(const Key& key, Rounds& group) const
    {
        const auto& [test, parameters, metric, unit] = key;
        if (!test.empty() || group.mean || group.rounds.empty()) {
            return;
        }
        std::size_t last = 0;
        for (const auto& [round, index] : group.rounds) {
            last = std::max(last, index);
        }
        const auto next =
            std::find_if(m_run.results.begin() + static_cast<std::ptrdiff_t>(last) + 1, m_run.results.end(),
                         [&](const TestResult& result) { return result.metric == metric && result.unit == unit; });
        if (next == m_run.results.end()) {
            return;
        }
        const bool isMean = next->parameters == parameters && next->samples.empty()
            && std::abs(next->value - meanOf(group)) <= kMeanTolerance * std::abs(next->value);
        if (isMean) {
            group.mean = static_cast<std::size_t>(next - m_run.results.begin());
        }
    }

    /// All rounds from the first on are there, nobody speaks of a single one, and nothing but samples is lost.
    [[nodiscard]] bool isWhole(const Rounds& group) const
    {
        const std::size_t fewest = group.mean ? 2 : 3;
        if (group.isRepeated || group.rounds.size() < fewest) {
            return false;
        }
        const int first = group.rounds.begin()->first;
        const int last = group.rounds.rbegin()->first;
        const bool isCounted = (first == 0 || first == 1) && last - first + 1 == static_cast<int>(group.rounds.size());
        return isCounted && std::ranges::none_of(group.rounds, [&](const auto& entry) {
                   return m_claimed.contains(entry.second) || !m_run.results[entry.second].samples.empty();
               });
    }

    void join(const Key& key, const Rounds& group)
    {
        const double mean = meanOf(group);
        auto& first = m_run.results[group.rounds.begin()->second];
        TestResult joined = group.mean ? m_run.results[*group.mean] : first;
        const double factor = first.value != 0 ? first.baseValue / first.value : 1;
        joined.parameters = std::get<1>(key);
        joined.samples.clear();
        if (group.mean && std::abs(joined.value - mean) > kMeanTolerance * std::abs(mean)) {
            m_diagnostics.push_back(
                {.severity = Severity::Warning,
                 .code = "mean-mismatch",
                 .message = std::format("the text gives {} as the mean of these {} rounds; it is {:.6g}", joined.value,
                                        group.rounds.size(), mean),
                 .span = joined.span});
            joined.value = mean;
        }
        if (!group.mean) {
            joined.value = mean;
            if (std::get<0>(key).empty()) { // "round 1" names no test
                joined.test = m_run.benchmark.empty() ? joined.metric : m_run.benchmark;
            }
        }
        joined.baseValue = joined.value * factor;
        for (const auto& [round, index] : group.rounds) {
            const int order = static_cast<int>(joined.samples.size());
            const auto& result = m_run.results[index];
            joined.samples.push_back({.value = result.value, .span = result.span, .round = order, .order = order});
        }
        first = std::move(joined);
    }

    Run& m_run;
    const std::set<std::size_t>& m_claimed;
    std::vector<Diagnostic>& m_diagnostics;
};

}

void foldRounds(ParsedDocument& document)
{
    std::vector<std::set<std::size_t>> claimed(document.runs.size());
    const auto note = [&](const std::optional<ResultRef>& ref) {
        if (ref && ref->run < claimed.size()) {
            claimed[ref->run].insert(ref->result);
        }
    };
    for (const auto& claim : document.claims) {
        note(claim.baselineResult);
        note(claim.candidateResult);
    }
    std::vector<std::vector<std::size_t>> places(document.runs.size());
    for (std::size_t i = 0; i < document.runs.size(); ++i) {
        places[i] = Folder(document.runs[i], claimed[i], document.diagnostics).fold();
    }
    const auto move = [&](std::optional<ResultRef>& ref) {
        if (ref && ref->run < places.size() && ref->result < places[ref->run].size()) {
            ref->result = places[ref->run][ref->result];
        }
    };
    for (auto& claim : document.claims) {
        move(claim.baselineResult);
        move(claim.candidateResult);
    }
}

}
