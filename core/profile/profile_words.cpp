// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/profile_words.h"

#include "core/base/join.h"
#include "core/compare/figures.h"

#include <algorithm>
#include <cmath>
#include <format>

namespace patchscale {
namespace {

bool isShares(const ProfileComparison& profile)
{
    return profile.kind == ProfileKind::Symbols || profile.kind == ProfileKind::Instructions;
}

const char* nounOf(ProfileKind kind, std::size_t count)
{
    switch (kind) {
    case ProfileKind::Symbols:
        return count == 1 ? "symbol" : "symbols";
    case ProfileKind::Instructions:
        return count == 1 ? "instruction" : "instructions";
    case ProfileKind::CacheLines:
        return count == 1 ? "cache line" : "cache lines";
    case ProfileKind::CacheFunctions:
        break;
    }
    return count == 1 ? "function" : "functions";
}

std::string countsSentence(const ProfileComparison& profile)
{
    const auto& counts = profile.counts;
    std::vector<std::string> parts;
    const auto add = [&](std::size_t count, std::string_view one, std::string_view many) {
        if (count > 0) {
            parts.push_back(std::format("{} {}", count, count == 1 ? one : many));
        }
    };
    add(counts.more, "takes more", "take more");
    add(counts.less, "takes less", "take less");
    const bool areListsWhole = profile.baseline.isComplete() && profile.candidate.isComplete();
    const bool isWhole = areListsWhole || !isShares(profile) || !profile.group;
    add(counts.appeared, isWhole ? "is new" : "is listed after only", isWhole ? "are new" : "are listed after only");
    add(counts.gone, isWhole ? "is gone" : "is listed before only", isWhole ? "are gone" : "are listed before only");
    const auto size = profile.rows.size();
    const auto what = std::format("{} {}", size, nounOf(profile.kind, size));
    if (parts.empty()) {
        return profile.isTested ? std::format("Of {} none shows a difference.", what)
            : isShares(profile) ? std::format("Of {} none differs by more than half a point.", what)
                                : std::format("Of {} none differs by more than a tenth.", what);
    }
    return std::format("Of {}, {}.", what, join(parts, ", "));
}

/// "osq_lock 52.77 % -> 0.12 % (-52.65 points, -99.8 % cycles)".
std::string largestSentence(const ProfileComparison& profile)
{
    const auto largest = std::ranges::find_if(
        profile.rows, [](const ProfileRow& row) { return row.judged().difference().value_or(0) != 0; });
    if (largest == profile.rows.end()) {
        return {};
    }
    const auto& row = *largest;
    const auto& value = row.judged();
    auto text = std::format(" The largest: {} {} -> {}, {}", row.name, shareText(profile, value.before),
                            shareText(profile, value.after), differenceText(profile, value));
    if (isShares(profile)) {
        text += " points";
        if (const auto amount = amountText(row); !amount.empty()) {
            text += std::format(" ({} {})", amount, amountNoun(profile));
        }
    }
    return text + ".";
}

/// The ends of a name tell it from others, so that the middle of a long one goes; JSON has it whole.
std::string shortened(std::string name)
{
    constexpr std::size_t kLongest = 64;
    constexpr std::size_t kHead = 36;
    constexpr std::string_view kCut = "..";
    if (name.size() <= kLongest) {
        return name;
    }
    // Never within a letter.
    const auto isWithin = [&](std::size_t at) { return (static_cast<unsigned char>(name[at]) & 0xc0U) == 0x80U; };
    auto head = kHead;
    while (head > 0 && isWithin(head)) {
        --head;
    }
    auto tail = name.size() - (kLongest - kHead - kCut.size());
    while (tail + 1 < name.size() && isWithin(tail)) {
        ++tail;
    }
    return name.substr(0, head).append(kCut).append(name.substr(tail));
}

std::optional<double> totalChange(const ProfileComparison& profile)
{
    const auto& before = profile.baseline;
    const auto& after = profile.candidate;
    switch (profile.basis) {
    case ProfileBasis::Events:
        return *after.events / *before.events - 1;
    case ProfileBasis::Samples:
        return *after.samples / static_cast<double>(after.runs.size())
            / (*before.samples / static_cast<double>(before.runs.size()))
            - 1;
    case ProfileBasis::Time:
        return *before.seconds > 0 ? std::optional(*after.seconds / *before.seconds - 1) : std::nullopt;
    case ProfileBasis::None:
        break;
    }
    return std::nullopt;
}

void noteTotals(ProfileComparison& profile)
{
    if (const auto change = totalChange(profile)) {
        constexpr double kWorthAWord = 0.005;
        if (std::abs(*change) >= kWorthAWord) {
            profile.sentence += std::format(" The candidate has {} {} {} in all, so that a share may grow while its {} "
                                            "shrink: both are listed.",
                                            sizeText(*change, 1), *change > 0 ? "more" : "fewer", amountNoun(profile),
                                            amountNoun(profile));
        }
    } else if (profile.group) {
        profile.notes.emplace_back("No event or sample counts are told for both sides, so that these are shares only: "
                                   "one that grows may be less work in a shorter run. Keep the lines '# Samples' and "
                                   "'# Event count' of perf report");
    }
}

void noteTest(ProfileComparison& profile)
{
    const auto& before = profile.baseline;
    const auto& after = profile.candidate;
    if (!profile.isTested) {
        return;
    }
    const bool isByRank =
        !std::ranges::any_of(profile.rows, [](const ProfileRow& row) { return row.interval.has_value(); });
    if (isByRank) {
        profile.notes.push_back(
            std::format("Compared by rank over {} and {} profiles", before.runs.size(), after.runs.size()));
        return;
    }
    profile.notes.push_back(
        std::format("Tested as shares of {}{:.0f} and {}{:.0f} samples, adjusted for all rows: samples of one run see "
                    "only part of the noise, so that a small difference wants more profiles a side",
                    before.areSamplesCut ? "at least " : "", *before.samples, after.areSamplesCut ? "at least " : "",
                    *after.samples));
}

void noteLists(ProfileComparison& profile)
{
    for (const auto* side : {&profile.baseline, &profile.candidate}) {
        if (!side->isComplete() && side->listed > 0) {
            profile.notes.push_back(std::format("{} lists {} of its samples: a symbol that is missing there may be "
                                                "below the end of the list",
                                                side->label.empty() ? "One side" : "'" + side->label + "'",
                                                sizeText(side->listed, 1)));
        }
    }
    std::string guessed;
    std::size_t count = 0;
    constexpr std::size_t kMostNamed = 3;
    for (const auto& row : profile.rows) {
        if (row.pairedBy == PairedBy::Likeness && profile.kind != ProfileKind::CacheLines && ++count <= kMostNamed) {
            guessed += (guessed.empty() ? "" : ", ") + row.baselineName + " -> " + row.name;
        }
    }
    if (count > kMostNamed) {
        guessed += std::format(" and {} more", count - kMostNamed);
    }
    if (count > 0) {
        profile.notes.push_back("Taken as renamed, by likeness of the names: " + guessed
                                + ". Pair by hand what is something else");
    }
}

}

std::string_view reportedWord(ProfileChange change)
{
    switch (change) {
    case ProfileChange::More:
        return "more";
    case ProfileChange::Less:
        return "less";
    case ProfileChange::New:
        return "new";
    case ProfileChange::Gone:
        return "gone";
    case ProfileChange::NotListedBefore:
        return "not-listed-before";
    case ProfileChange::NotListedAfter:
        return "not-listed-after";
    case ProfileChange::Minor:
        return "minor";
    case ProfileChange::TooFew:
        return "too-few-samples";
    case ProfileChange::Same:
        break;
    }
    return "same";
}

std::string_view displayedWord(ProfileChange change)
{
    switch (change) {
    case ProfileChange::More:
        return "More";
    case ProfileChange::Less:
        return "Less";
    case ProfileChange::New:
        return "New";
    case ProfileChange::Gone:
        return "Gone";
    case ProfileChange::NotListedBefore:
        return "Not listed before";
    case ProfileChange::NotListedAfter:
        return "Not listed after";
    case ProfileChange::Minor:
        return "Minor";
    case ProfileChange::TooFew:
        return "Too few samples";
    case ProfileChange::Same:
        break;
    }
    return "Same";
}

std::string_view reportedWord(ProfileKind kind)
{
    switch (kind) {
    case ProfileKind::Symbols:
        return "symbols";
    case ProfileKind::Instructions:
        return "instructions";
    case ProfileKind::CacheLines:
        return "cache-lines";
    case ProfileKind::CacheFunctions:
        break;
    }
    return "cache-functions";
}

std::string_view reportedWord(PairedBy how)
{
    switch (how) {
    case PairedBy::Name:
        return "name";
    case PairedBy::Suffix:
        return "suffix";
    case PairedBy::Likeness:
        return "likeness";
    case PairedBy::Hand:
        break;
    }
    return "hand";
}

std::string_view reportedWord(ProfileBasis basis)
{
    switch (basis) {
    case ProfileBasis::Events:
        return "events";
    case ProfileBasis::Samples:
        return "samples";
    case ProfileBasis::Time:
        return "seconds";
    case ProfileBasis::None:
        break;
    }
    return {};
}

std::string amountNoun(const ProfileComparison& profile)
{
    if (profile.basis == ProfileBasis::Events) {
        // "cycles:ppp" counts cycles; a clock counts nanoseconds, which nobody calls an event.
        const auto name = profile.event.substr(0, profile.event.find(':'));
        return name == "cycles" || name == "cpu-cycles"                                       ? "cycles"
            : name.ends_with("-misses") || name.ends_with("-loads") || name == "instructions" ? name
                                                                                              : "events";
    }
    return std::string(reportedWord(profile.basis));
}

std::string profileTitle(const ProfileComparison& profile)
{
    if (profile.kind == ProfileKind::CacheLines) {
        return "perf c2c, hits in modified lines by cache line";
    }
    if (profile.kind == ProfileKind::CacheFunctions) {
        return "perf c2c, hits in modified lines by function";
    }
    return profile.event.empty() ? profile.benchmark : profile.benchmark + " of " + profile.event;
}

std::string shareText(const ProfileComparison& profile, const std::optional<double>& value)
{
    if (!value) {
        return "-";
    }
    return isShares(profile) ? sizeText(*value) : fixedText(*value, 0);
}

std::string differenceText(const ProfileComparison& profile, const ProfileValue& value)
{
    if (!isShares(profile)) {
        return value.change() ? changeText(*value.change(), 1) : std::string("-");
    }
    return value.difference() ? std::format("{:+.2f}", *value.difference() * 100) : std::string("-");
}

std::string amountText(const ProfileRow& row)
{
    const auto change = row.amount.change();
    return change ? changeText(*change, 1) : std::string();
}

std::string rowName(const ProfileRow& row)
{
    return row.baselineName.empty() ? row.name : row.name + " (was " + row.baselineName + ")";
}

std::string rowRemark(const ProfileRow& row)
{
    std::vector<std::string> parts;
    if (row.isPatched) {
        parts.emplace_back("in the patch");
    }
    if (row.pairedBy == PairedBy::Likeness) {
        parts.emplace_back("taken as renamed");
    } else if (row.pairedBy == PairedBy::Hand) {
        parts.emplace_back("paired by hand");
    }
    if (row.pAdjusted) {
        constexpr double kSmallest = 0.0005;
        parts.push_back(*row.pAdjusted < kSmallest ? std::string("p < 0.001")
                                                   : std::format("p {:.3f}", *row.pAdjusted));
    }
    return join(parts, ", ");
}

ProfileTable profileTable(const ProfileComparison& profile, std::size_t most)
{
    ProfileTable table;
    constexpr std::size_t kLongest = 14;
    const auto isPlain = [](const std::string& label) { return !label.empty() && label.size() <= kLongest; };
    const bool areLabels = isPlain(profile.baseline.label) && isPlain(profile.candidate.label);
    const std::string before = areLabels ? profile.baseline.label : "before";
    const std::string after = areLabels ? profile.candidate.label : "after";
    const bool isShare = isShares(profile);
    const bool hasAmounts = isShare && profile.basis != ProfileBasis::None;
    const auto add = [&](std::string head, bool isRight) {
        table.heads.push_back(std::move(head));
        table.isRight.push_back(isRight);
    };
    const std::string own = isShare ? "self" : "HITM";
    const std::string other = isShare ? "children" : "remote";
    const bool hasSelf =
        std::ranges::any_of(profile.rows, [](const ProfileRow& row) { return row.self.before || row.self.after; });
    add(profile.kind == ProfileKind::Instructions         ? "Instruction"
            : profile.kind == ProfileKind::CacheLines     ? "Cache line"
            : profile.kind == ProfileKind::CacheFunctions ? "Function"
                                                          : "Symbol",
        false);
    add(isShare ? "Object" : "", false);
    if (hasSelf) {
        add(own + " " + before, true);
        add(own + " " + after, true);
        add(isShare ? "points" : "change", true);
    }
    if (hasAmounts) {
        add(amountNoun(profile), true);
    }
    if (profile.hasChildren) {
        add(other + " " + before, true);
        add(other + " " + after, true);
        add(isShare ? "points" : "change", true);
    }
    add("Change", false);
    add("Note", false);
    for (std::size_t i = 0; i < profile.rows.size(); ++i) {
        const auto& row = profile.rows[i];
        if (i >= most && !row.isPatched) {
            if (table.left++ == 0) {
                const auto size = row.judged().difference();
                table.remainder = size ? differenceText(profile, row.judged()) : std::string();
            }
            continue;
        }
        auto& cells = table.cells.emplace_back();
        table.rows.push_back(&row);
        // A cache line has no name of its own that could have been another before: only what accesses it.
        cells = {shortened(profile.kind == ProfileKind::CacheLines ? row.name : rowName(row)), row.object};
        const auto addValue = [&](const ProfileValue& value) {
            cells.insert(
                cells.end(),
                {shareText(profile, value.before), shareText(profile, value.after), differenceText(profile, value)});
        };
        if (hasSelf) {
            addValue(row.self);
        }
        if (hasAmounts) {
            const auto amount = amountText(row);
            cells.push_back(amount.empty() ? "-" : amount);
        }
        if (profile.hasChildren) {
            addValue(row.children);
        }
        cells.emplace_back(displayedWord(row.change));
        cells.push_back(rowRemark(row));
    }
    if (table.left > 0) {
        const auto what = std::format("{} more {}", table.left, nounOf(profile.kind, table.left));
        table.remainder = table.remainder.empty() ? what + " not shown."
                                                  : std::format("{} not shown; the largest difference among them is "
                                                                "{}{}.",
                                                                what, table.remainder, isShare ? " points" : "");
    }
    return table;
}

void summarise(ProfileComparison& profile)
{
    profile.sentence = countsSentence(profile) + largestSentence(profile);
    if (!isShares(profile)) {
        profile.notes.emplace_back("Counts of one trace a side: record the same work or time on both, and repeat");
        if (profile.kind == ProfileKind::CacheLines) {
            profile.notes.emplace_back("Addresses differ from boot to boot: cache lines are matched by the functions "
                                       "that access them");
        }
        noteLists(profile);
        return;
    }
    noteTotals(profile);
    noteTest(profile);
    if (profile.group) {
        noteLists(profile);
    }
}

}
