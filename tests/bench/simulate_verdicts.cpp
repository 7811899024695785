// SPDX-License-Identifier: GPL-3.0-or-later
// How often comparisons of made-up data are wrong, and how often they find what is there: simulate_verdicts [PAIRS].
// Prints the tables of docs/statistics.md. The same number of pairs gives the same tables.
#include "core/compare/compare.h"
#include "core/compare/noise_floor.h"
#include "core/stats/levels.h"
#include "core/stats/rank_test.h"
#include "core/stats/summary.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <format>
#include <functional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace patchscale {
namespace {

using Random = std::mt19937_64;
using Values = std::vector<double>;

constexpr double kLevel = 1000;
constexpr double kThreshold = 0.03; // a plain rule of other tools: a change of the means above 3 %

double normal(Random& random)
{
    return std::normal_distribution<double>()(random);
}

bool happens(Random& random, double share)
{
    return std::uniform_real_distribution<double>()(random) < share;
}

/// What the samples of a side look like before its change.
struct Shape
{
    std::string_view name;
    std::function<Values(Random&, std::size_t count, bool isCandidate)> draw;
};

/// One value after the other, each by itself.
auto each(double (*value)(Random&))
{
    return [value](Random& random, std::size_t count, bool /*isCandidate*/) {
        Values values(count);
        for (double& one : values) {
            one = kLevel * value(random);
        }
        return values;
    };
}

/// A rise of 3 % from the first sample of a side to its last, or over both sides one after the other.
auto drifting(bool goesOn)
{
    return [goesOn](Random& random, std::size_t count, bool isCandidate) {
        Values values(count);
        for (std::size_t i = 0; i < count; ++i) {
            const double place = (static_cast<double>(i) + 0.5) / static_cast<double>(count);
            const double passed = goesOn ? (place + (isCandidate ? 1 : 0)) / 2 : place;
            values[i] = kLevel * (1 + 0.03 * passed + 0.01 * normal(random));
        }
        return values;
    };
}

/// All samples of a side share the shift of their one boot.
Values ofOneBoot(Random& random, std::size_t count, bool /*isCandidate*/)
{
    const double shift = 1 + 0.015 * normal(random);
    Values values(count);
    for (double& value : values) {
        value = kLevel * shift * (1 + 0.003 * normal(random));
    }
    return values;
}

const std::vector<Shape>& shapes()
{
    static const std::vector<Shape> all {
        {.name = "normal 1 %", .draw = each([](Random& random) { return 1 + 0.01 * normal(random); })},
        {.name = "normal 3 %", .draw = each([](Random& random) { return 1 + 0.03 * normal(random); })},
        {.name = "log-normal 5 %", .draw = each([](Random& random) { return std::exp(0.05 * normal(random)); })},
        {.name = "outliers: 1 %, a tenth 15 % lower",
         .draw = each([](Random& random) { return (1 + 0.01 * normal(random)) * (happens(random, 0.1) ? 0.85 : 1); })},
        {.name = "two modes 4 % apart",
         .draw = each([](Random& random) { return (1 + 0.003 * normal(random)) * (happens(random, 0.5) ? 0.96 : 1); })},
        {.name = "drift of 3 % in each side", .draw = drifting(false)},
    };
    return all;
}

Run runOf(const Values& values, Role role)
{
    Run run;
    run.benchmark = "made up";
    run.machine.label = "none";
    run.variant = {.label = role == Role::Baseline ? "before" : "after", .role = role};
    auto& result = run.results.emplace_back();
    result.test = "test";
    result.metric = "rate";
    result.better = Better::Higher;
    for (const double value : values) {
        result.samples.emplace_back().value = value;
    }
    result.value = median(values);
    result.baseValue = result.value;
    return run;
}

Verdict ours(const Values& before, const Values& after, const NoiseFloors* floors = nullptr)
{
    const std::array runs {runOf(before, Role::Baseline), runOf(after, Role::Candidate)};
    const auto comparison = compare(runs, {}, {}, {}, {}, floors);
    return comparison ? comparison->groups.front().rows.front().verdict : Verdict::NotComparable;
}

bool isCalledChanged(Verdict verdict)
{
    return verdict == Verdict::Regressed || verdict == Verdict::Improved || verdict == Verdict::Minor;
}

/// Counts of what the rules say of pairs of one kind.
struct Tally
{
    int pairs = 0;
    int changed = 0; ///< ours: regressed, improved or minor
    int beyondLimit = 0; ///< ours: regressed or improved
    int wrongWay = 0; ///< ours, with the sign turned around
    int unchanged = 0; ///< ours
    int benchstat = 0; ///< Mann-Whitney, p <= 0.05
    int threshold = 0; ///< means more than kThreshold apart
};

Tally judgePairs(const Shape& shape, std::size_t count, double change, int pairs, RankTests& tests)
{
    Random random(std::hash<std::string_view> {}(shape.name) + count * 1000
                  + static_cast<std::uint64_t>(std::lround(std::abs(change) * 1000)));
    Tally tally {.pairs = pairs};
    for (int i = 0; i < pairs; ++i) {
        const auto before = shape.draw(random, count, false);
        auto after = shape.draw(random, count, true);
        for (double& value : after) {
            value *= 1 + change;
        }
        const auto verdict = ours(before, after);
        tally.changed += isCalledChanged(verdict) ? 1 : 0;
        tally.beyondLimit += verdict == Verdict::Regressed || verdict == Verdict::Improved ? 1 : 0;
        tally.wrongWay += verdict == (change < 0 ? Verdict::Improved : Verdict::Regressed) ? 1 : 0;
        tally.unchanged += verdict == Verdict::Unchanged ? 1 : 0;
        tally.benchstat += tests.mannWhitney(before, after).p <= 0.05 ? 1 : 0;
        tally.threshold += std::abs(mean(after) / mean(before) - 1) > kThreshold ? 1 : 0;
    }
    return tally;
}

std::string share(int count, int pairs)
{
    return std::format("{:.1f}", 100.0 * count / pairs);
}

void print(std::string_view line)
{
    std::fwrite(line.data(), 1, line.size(), stdout);
    std::fputc('\n', stdout);
}

void falseAlarms(int pairs, RankTests& tests)
{
    print("## False alarms: share of A/A pairs called changed, in percent");
    print("Ours (regressed, improved or minor) / benchstat's rule / means more than 3 % apart.\n");
    constexpr std::array<std::size_t, 8> kSizes {2, 3, 4, 5, 6, 10, 20, 30};
    std::string head = "| samples a side |";
    std::string rule = "|---|";
    for (const std::size_t size : kSizes) {
        head += std::format(" {} |", size);
        rule += "---|";
    }
    print(head);
    print(rule);
    auto all = shapes();
    all.push_back({.name = "drift of 3 % that goes on from side to side", .draw = drifting(true)});
    all.push_back({.name = "one boot a side, 1.5 % between boots", .draw = ofOneBoot});
    for (const auto& shape : all) {
        std::string line = std::format("| {} |", shape.name);
        for (const std::size_t size : kSizes) {
            const auto tally = judgePairs(shape, size, 0, pairs, tests);
            line += std::format(" {} / {} / {} |", share(tally.changed, pairs), share(tally.benchstat, pairs),
                                share(tally.threshold, pairs));
        }
        print(line);
    }
    print("");
}

void power(int pairs, RankTests& tests)
{
    print("## Power: share of pairs with a true loss that are called changed, in percent");
    print("Ours, any real change (beyond the limit of 1 %) / benchstat's rule / means more than 3 % apart.\n");
    constexpr std::array kChanges {-0.01, -0.02, -0.05};
    constexpr std::array<std::size_t, 3> kSizes {5, 10, 20};
    std::string head = "| data |";
    std::string rule = "|---|";
    for (const double change : kChanges) {
        for (const std::size_t size : kSizes) {
            head += std::format(" {:.0f} %, n = {} |", 100 * change, size);
            rule += "---|";
        }
    }
    print(head);
    print(rule);
    int wrongWay = 0;
    int unchanged = 0;
    int judged = 0;
    for (const auto& shape : shapes()) {
        std::string line = std::format("| {} |", shape.name);
        for (const double change : kChanges) {
            for (const std::size_t size : kSizes) {
                const auto tally = judgePairs(shape, size, change, pairs, tests);
                line +=
                    std::format(" {} ({}) / {} / {} |", share(tally.changed, pairs), share(tally.beyondLimit, pairs),
                                share(tally.benchstat, pairs), share(tally.threshold, pairs));
                wrongWay += tally.wrongWay;
                if (change < -0.01) {
                    unchanged += tally.unchanged;
                    judged += pairs;
                }
            }
        }
        print(line);
    }
    print(std::format(
        "\nOf all these pairs ours called {} improved. Of the {} with a loss of 2 % and more, {} were called "
        "unchanged within 1 %.\n",
        wrongWay, judged, unchanged));
}

/// Twenty tests of 10 + 10 samples in one comparison, none or one of them changed.
void manyRows(int pairs, RankTests& tests)
{
    constexpr std::size_t kRows = 20;
    constexpr std::size_t kSamples = 10;
    print("## Many rows: comparisons of 20 tests, normal 1 %, 10 samples a side");
    print("Share of comparisons, in percent, in which any unchanged test is called changed / the one changed test is "
          "found.\n");
    print("| one test changed by | ours (Holm) | ours (`--correction bh`) | benchstat's rule |\n|---|---|---|---|");
    for (const double change : {0.0, -0.01, -0.02, -0.05}) {
        Random random(static_cast<std::uint64_t>(std::lround(-change * 1000)) + 5);
        std::array<int, 3> falseAlarms {};
        std::array<int, 3> found {};
        for (int i = 0; i < pairs; ++i) {
            std::array runs {runOf({1}, Role::Baseline), runOf({1}, Role::Candidate)};
            std::array<std::vector<Values>, 2> sides;
            for (std::size_t side = 0; side < 2; ++side) {
                runs.at(side).results.clear();
                for (std::size_t row = 0; row < kRows; ++row) {
                    auto values = shapes().front().draw(random, kSamples, side == 1);
                    for (double& value : values) {
                        value *= side == 1 && row == 0 ? 1 + change : 1;
                    }
                    auto result = runOf(values, Role::Baseline).results.front();
                    result.test = std::to_string(row);
                    runs.at(side).results.push_back(std::move(result));
                    sides.at(side).push_back(std::move(values));
                }
            }
            const auto note = [&](std::size_t rule, std::size_t row, bool isCalled, bool& isFalse) {
                found.at(rule) += row == 0 && change < 0 && isCalled ? 1 : 0;
                isFalse = isFalse || (isCalled && (row > 0 || !(change < 0)));
            };
            for (const auto correction : {Adjustment::Holm, Adjustment::BenjaminiHochberg}) {
                const auto rule = static_cast<std::size_t>(correction);
                ComparisonSpec spec;
                spec.adjustment = correction;
                bool isFalse = false;
                const auto comparison = compare(runs, {}, spec, {});
                for (const auto& row : comparison->groups.front().rows) {
                    note(rule, row.test == "0" ? 0 : 1, isCalledChanged(row.verdict), isFalse);
                }
                falseAlarms.at(rule) += isFalse ? 1 : 0;
            }
            bool isFalse = false;
            for (std::size_t row = 0; row < kRows; ++row) {
                note(2, row, tests.mannWhitney(sides[0][row], sides[1][row]).p <= 0.05, isFalse);
            }
            falseAlarms[2] += isFalse ? 1 : 0;
        }
        std::string line = change < 0 ? std::format("| {:.0f} % |", 100 * change) : std::string("| nothing |");
        for (std::size_t rule = 0; rule < falseAlarms.size(); ++rule) {
            line += std::format(" {} / {} |", share(falseAlarms.at(rule), pairs),
                                change < 0 ? share(found.at(rule), pairs) : std::string("-"));
        }
        print(line);
    }
    print("");
}

/// Boots that shift all their samples: several boots a side, and one boot a side with what the machine is known for.
void boots(int pairs, RankTests& tests)
{
    constexpr std::array<std::size_t, 5> kBoots {2, 3, 4, 6, 10};
    constexpr std::size_t kSamples = 10;
    print("## Boots: 1.5 % between boots, 0.3 % within, 10 samples a boot");
    print("Called changed, in percent: ratio of means by levels / rank test over the medians of boots / rank test over "
          "all samples, as if boots did not matter.\n");
    print("| boots a side | no change | -2 % | -5 % |\n|---|---|---|---|");
    for (const std::size_t count : kBoots) {
        std::string line = std::format("| {} |", count);
        for (const double change : {0.0, -0.02, -0.05}) {
            Random random(count * 77 + static_cast<std::uint64_t>(std::lround(-change * 1000)));
            int byLevels = 0;
            int byMedians = 0;
            int bySamples = 0;
            for (int i = 0; i < pairs; ++i) {
                std::array<std::vector<LevelledValue>, 2> sides;
                std::array<Values, 2> samples;
                for (std::size_t side = 0; side < 2; ++side) {
                    for (std::size_t boot = 0; boot < count; ++boot) {
                        for (const double value : ofOneBoot(random, kSamples, side == 1)) {
                            const double changed = value * (side == 1 ? 1 + change : 1);
                            sides.at(side).push_back({.value = changed, .boot = static_cast<int>(boot)});
                            samples.at(side).push_back(changed);
                        }
                    }
                }
                const auto ratio = ratioByLevels(sides[0], sides[1], 0.95);
                byLevels += ratio && ratio->p && *ratio->p <= 0.05 ? 1 : 0;
                byMedians +=
                    tests.mannWhitney(unitMedians(sides[0], Level::Boot), unitMedians(sides[1], Level::Boot)).p <= 0.05
                    ? 1
                    : 0;
                bySamples += tests.mannWhitney(samples[0], samples[1]).p <= 0.05 ? 1 : 0;
            }
            line += std::format(" {} / {} / {} |", share(byLevels, pairs), share(byMedians, pairs),
                                share(bySamples, pairs));
        }
        print(line);
    }
    print("");
}

void noiseFloor(int pairs)
{
    print("## Noise floor: one boot a side, the machine known from earlier runs of one variant");
    print("Called changed, in percent: 10 samples a side / one value a side.\n");
    print("| earlier runs | no change | -2 % | -5 % | -10 % |\n|---|---|---|---|---|");
    for (const int known : {0, 3, 5, 10, 30}) {
        std::string line = std::format("| {} |", known);
        for (const double change : {0.0, -0.02, -0.05, -0.10}) {
            Random random(static_cast<std::uint64_t>(known) * 99
                          + static_cast<std::uint64_t>(std::lround(-change * 1000)));
            int ofSamples = 0;
            int ofValues = 0;
            for (int i = 0; i < pairs; ++i) {
                std::vector<Run> history;
                for (int run = 0; run < known; ++run) {
                    history.push_back(runOf(ofOneBoot(random, 10, false), Role::Baseline));
                }
                const NoiseFloors floors(history);
                const auto before = ofOneBoot(random, 10, false);
                auto after = ofOneBoot(random, 10, true);
                for (double& value : after) {
                    value *= 1 + change;
                }
                ofSamples += isCalledChanged(ours(before, after, &floors)) ? 1 : 0;
                ofValues += isCalledChanged(ours({before[0]}, {after[0]}, &floors)) ? 1 : 0;
            }
            line += std::format(" {} / {} |", share(ofSamples, pairs), share(ofValues, pairs));
        }
        print(line);
    }
    print("");
}

}
}

int main(int argc, char** argv)
{
    using namespace patchscale;
    int pairs = 4000;
    if (argc > 1) {
        const std::string_view text(argv[1]);
        if (std::from_chars(text.data(), text.data() + text.size(), pairs).ec != std::errc() || pairs < 1) {
            std::fputs("usage: simulate_verdicts [PAIRS]\n", stderr);
            return 2;
        }
    }
    RankTests tests;
    print(std::format("{} pairs for each number: a share of 5 % is known to +-{:.1f} %.\n", pairs,
                      196 * std::sqrt(0.05 * 0.95 / pairs)));
    falseAlarms(pairs, tests);
    power(pairs, tests);
    manyRows(std::max(1, pairs / 4), tests);
    boots(pairs, tests);
    noiseFloor(pairs);
    return 0;
}
