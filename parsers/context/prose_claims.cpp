// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/context/prose_claims.h"

#include "parsers/context/phrase_words.h"
#include "parsers/context/vocabulary.h"
#include "parsers/text/number.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <initializer_list>

namespace patchscale {
namespace {

/// A stated number or range of them.
struct Stated
{
    std::size_t begin = 0; ///< of the first number
    std::size_t end = 0; ///< behind the last "%"
    std::size_t wordsBegin = 0; ///< with "about", "more than" in front
    double low = 0;
    double high = 0;
    double resolution = 0;
    bool isApproximate = false;
    bool isSigned = false;
    bool isPoints = false; ///< percentage points
};

bool isPercentSign(std::string_view unit)
{
    return unit == "%" || unit == "pct" || unit == "percent" || unit == "％";
}

/// "percent" may stand one blank on.
std::size_t percentEnd(std::string_view text, const Number& number)
{
    if (isPercentSign(number.unit)) {
        return number.end;
    }
    auto at = number.span.end();
    while (at < text.size() && (text[at] == ' ' || text[at] == '\n')) {
        ++at;
    }
    if (text.substr(at, 1) == "%") {
        return at + 1;
    }
    return lowered(text.substr(at, 7)) == "percent" ? at + 7 : 0;
}

/// The words "about", "~", "more than", "up to" in front of @p pos; the place where they begin.
std::size_t hedgeBegin(std::string_view text, std::size_t pos)
{
    constexpr auto kHedges = std::to_array<std::string_view>(
        {"about", "around", "roughly", "approximately", "nearly", "almost", "more than", "more than a", "over", "up to",
         "at least", "less than", "above", "below", "circa", "some", "as much as"});
    auto end = pos;
    while (end > 0 && (text[end - 1] == ' ' || text[end - 1] == '\n')) {
        --end;
    }
    if (end > 0 && (text[end - 1] == '~' || text[end - 1] == '>' || text[end - 1] == '<')) {
        return end - 1;
    }
    std::size_t best = pos;
    const auto head = lowered(text.substr(0, end));
    for (const auto hedge : kHedges) {
        const auto begin = head.size() - std::min(hedge.size(), head.size());
        const bool isWord = begin == 0 || head[begin - 1] == ' ' || head[begin - 1] == '\n';
        if (head.ends_with(hedge) && isWord) {
            best = std::min(best, begin);
        }
    }
    return best;
}

std::vector<Stated> statedIn(std::string_view sentence)
{
    std::vector<Number> numbers;
    numbersIn(sentence, numbers);
    std::vector<Stated> out;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const auto& first = numbers[i];
        auto end = percentEnd(sentence, first);
        std::size_t last = i;
        // "4% to 5%", "4-5%", "4~5%", "between 3 and 4 %"
        if (i + 1 < numbers.size()) {
            const auto from = end != 0 ? end : first.span.end();
            const auto until = numbers[i + 1].span.offset;
            const auto between = until > from ? lowered(trimmed(sentence.substr(from, until - from))) : std::string {};
            const bool isRange = between == "to" || between == "-" || between == "~" || between == "–"
                || between == "and" || (between.empty() && numbers[i + 1].isSigned && numbers[i + 1].value < 0);
            const auto secondEnd = percentEnd(sentence, numbers[i + 1]);
            if (isRange && secondEnd != 0
                && (between != "and" || lowered(sentence.substr(0, first.span.offset)).contains("between"))) {
                last = i + 1;
                end = secondEnd;
            }
        }
        if (end == 0) {
            continue;
        }
        const double a = first.value;
        const double b = last == i ? a : std::copysign(std::abs(numbers[last].value), a < 0 ? -1.0 : 1.0);
        Stated stated {.begin = first.span.offset, .end = end, .wordsBegin = hedgeBegin(sentence, first.span.offset)};
        stated.low = std::min(a, b) / 100;
        stated.high = std::max(a, b) / 100;
        stated.resolution = std::max(first.resolution, numbers[last].resolution) / 100;
        const bool hasPlusBehind = end < sentence.size() && sentence[end] == '+';
        stated.isApproximate =
            first.isApproximate || stated.wordsBegin != first.span.offset || last != i || hasPlusBehind;
        stated.isSigned = first.isSigned;
        out.push_back(stated);
        i = last;
    }
    return out;
}

struct Verb
{
    std::string_view stem;
    int sign; ///< +1: the number grows (or gets better), -1: it falls (or gets worse)
};

constexpr auto kVerbs = std::to_array<Verb>({
    {.stem = "drop", .sign = -1},    {.stem = "degrad", .sign = -1},  {.stem = "regress", .sign = -1},
    {.stem = "decreas", .sign = -1}, {.stem = "reduc", .sign = -1},   {.stem = "slow", .sign = -1},
    {.stem = "declin", .sign = -1},  {.stem = "loss", .sign = -1},    {.stem = "lose", .sign = -1},
    {.stem = "lower", .sign = -1},   {.stem = "worse", .sign = -1},   {.stem = "fall", .sign = -1},
    {.stem = "fell", .sign = -1},    {.stem = "shrink", .sign = -1},  {.stem = "less ", .sign = -1},
    {.stem = "improv", .sign = 1},   {.stem = "increas", .sign = 1},  {.stem = "gain", .sign = 1},
    {.stem = "boost", .sign = 1},    {.stem = "faster", .sign = 1},   {.stem = "speedup", .sign = 1},
    {.stem = "speed up", .sign = 1}, {.stem = "speed-up", .sign = 1}, {.stem = "better", .sign = 1},
    {.stem = "higher", .sign = 1},   {.stem = "rise", .sign = 1},     {.stem = "rose", .sign = 1},
    {.stem = "uplift", .sign = 1},   {.stem = "benefit", .sign = 1},  {.stem = "overhead", .sign = -1},
    {.stem = "提升", .sign = 1},     {.stem = "下降", .sign = -1},    {.stem = "降低", .sign = -1},
    {.stem = "退化", .sign = -1},    {.stem = "提高", .sign = 1},     {.stem = "劣化", .sign = -1},
});

bool isWordByte(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || (static_cast<unsigned char>(c) & 0x80U) != 0;
}

/// Sign of the word of change that @p word begins with, 0 if it is none.
int signOf(std::string_view word)
{
    const auto* const verb = std::ranges::find_if(kVerbs, [&](const Verb& one) { return word.starts_with(one.stem); });
    return verb == kVerbs.end() ? 0 : verb->sign;
}

/// The sign of the word of change that the number belongs to: "9% improvement", "drop by about 4%", 0 if there is none.
int signAround(std::string_view sentence, const Stated& stated)
{
    const auto lower = lowered(sentence);
    // "5% performance improvement", "30 % drop": at most two words between
    std::size_t pos = stated.end;
    for (int words = 0; words < 3 && pos < lower.size(); ++words) {
        while (pos < lower.size() && !isWordByte(lower[pos])) {
            if (lower[pos] == ',' || lower[pos] == ';' || lower[pos] == '.') {
                pos = lower.size();
                break;
            }
            ++pos;
        }
        if (const int sign = pos < lower.size() ? signOf(std::string_view(lower).substr(pos)) : 0; sign != 0) {
            return sign;
        }
        while (pos < lower.size() && isWordByte(lower[pos])) {
            ++pos;
        }
    }
    // "drops by about 4%", "an improvement of the score by 5%": a few words before
    pos = stated.begin;
    for (int words = 0; words < 7 && pos > 0; ++words) {
        while (pos > 0 && !isWordByte(lower[pos - 1])) {
            if (lower[pos - 1] == ';' || lower[pos - 1] == '%') {
                return 0;
            }
            --pos;
        }
        while (pos > 0 && isWordByte(lower[pos - 1])) {
            --pos;
        }
        if (const int sign = signOf(std::string_view(lower).substr(pos)); sign != 0) {
            return sign;
        }
    }
    return 0;
}

/// A share of something, not a change: "takes 90%cpu", "33% of CPU time", "at 50 % load", "99% confidence".
bool isShare(std::string_view sentence, const Stated& stated)
{
    const auto behind = lowered(sentence.substr(stated.end, 32));
    auto rest = std::string_view(behind);
    while (!rest.empty() && (rest.front() == ' ' || rest.front() == '\n' || rest.front() == '-')) {
        rest.remove_prefix(1);
    }
    constexpr auto kBehind = std::to_array<std::string_view>(
        {"cpu",         "of cpu",          "of the cpu",      "of memory",      "of the memory", "memory",
         "load",        "usage",           "utiliz",          "utilis",         "busy",          "idle",
         "of the time", "of time",         "of total",        "of the total",   "of all",        "confidence",
         "case",        "of the case",     "of cases",        "duty",           "of its",        "of them",
         "full",        "of ram",          "probab",          "percentile",     "of samples",    "of the samples",
         "of cycles",   "of the cycles",   "of the workload", "reads",          "writes",        "read",
         "write",       "of the overhead", "of runtime",      "of the runtime", "sys",           "user",
         "of machines", "of each",         "of a core",       "of one"});
    if (std::ranges::any_of(kBehind, [&](std::string_view word) { return rest.starts_with(word); })) {
        return true;
    }
    const auto before =
        lowered(sentence.substr(stated.begin > 40 ? stated.begin - 40 : 0, std::min<std::size_t>(stated.begin, 40)));
    constexpr auto kBefore = std::to_array<std::string_view>(
        {"takes ", "take ", "utilization of ", "usage of ", "load of ", "usage is ", "consumes ", "occupies ",
         "accounts for ", "spends ", "spend ", "limited to ", "set to ", "threshold of ", "watermark of "});
    return std::ranges::any_of(kBefore, [&](std::string_view word) { return before.ends_with(word); });
}

/// "about 90% of no disturbance", "95 % of the baseline": a ratio to another side, not a change.
bool isRatio(std::string_view sentence, const Stated& stated, int sign)
{
    const auto rest = squeezed(lowered(sentence.substr(stated.end, 40)));
    if (sign != 0 || !rest.starts_with("of ")) {
        return false;
    }
    constexpr auto kSides = std::to_array<std::string_view>(
        {"the baseline", "baseline", "the base", "base", "the original", "no ", "without ", "the old", "vanilla",
         "native", "the native", "bare metal", "bare-metal", "the unpatched", "mainline"});
    return std::ranges::any_of(kSides, [&](std::string_view side) { return rest.substr(3).starts_with(side); });
}

/// The test that the sentence names: a UnixBench name or id with the benchmark's name beside it.
std::string testIn(std::string_view sentence)
{
    const bool isUnixBench =
        std::ranges::any_of(benchmarksIn(sentence), [](const KnownBenchmark& one) { return one.id == "unixbench"; });
    for (std::size_t pos = 0; pos < sentence.size(); ++pos) {
        const bool startsWord = pos == 0 || sentence[pos - 1] == ' ' || sentence[pos - 1] == '\n'
            || sentence[pos - 1] == '\'' || sentence[pos - 1] == '"' || sentence[pos - 1] == '`';
        if (!startsWord) {
            continue;
        }
        const auto known = knownTestAt(sentence.substr(pos, 80));
        if (known && !known->isShort && known->resultUnit != "index") {
            return std::string(known->name);
        }
        if (!isUnixBench) {
            continue;
        }
        // "Unixbench spawn test": the id goes on as prose, so it is looked up as a word of its own
        const auto end = std::min(sentence.find_first_of(" \n,.;:'\"`)", pos), sentence.size());
        const auto id = knownTestAt(sentence.substr(pos, end - pos));
        if (id && id->isShort && id->length == end - pos && id->resultUnit != "index") {
            return std::string(id->name);
        }
    }
    return {};
}

bool holdsAny(std::string_view lower, std::initializer_list<std::string_view> words)
{
    return std::ranges::any_of(words, [&](std::string_view word) { return lower.contains(word); });
}

/// Several tests taken together: "the other eleven tests fell 2.1 % together", "4 of 4 tests better (loads most, …)".
bool isOfSeveralTests(std::string_view part)
{
    return holdsAny(lowered(part), {" together", "tests better", "tests worse", "tests fell", "tests rose"});
}

/// The test that a claim is of. @p lead stands before its number, @p part is all that belongs to it.
std::string testOf(std::string_view lead, std::string_view part, std::string_view paragraph)
{
    if (auto test = testIn(lead); !test.empty()) {
        return test;
    }
    if (holdsAny(lowered(lead), {"score", "total", "overall"})) {
        return {}; // that of the suite: "The score rose 8 %, but Pipe Throughput …"
    }
    const auto behind = part.substr(lead.size());
    const auto clause = behind.substr(0, std::min(behind.find_first_of(",;"), behind.size()));
    if (auto test = testIn(clause); !test.empty()) {
        return test;
    }
    return testIn(paragraph);
}

/// Values beside the percentage make it the business of the format that reads the values.
bool hasValues(std::string_view sentence, const std::vector<Stated>& stated)
{
    std::vector<Number> numbers;
    numbersIn(sentence, numbers);
    const auto lower = lowered(sentence);
    const bool comparesValues = (lower.contains("from ") && lower.contains(" to ")) || lower.contains("score is");
    std::size_t values = 0;
    for (const auto& number : numbers) {
        const bool isStated = std::ranges::any_of(
            stated, [&](const Stated& one) { return number.span.offset >= one.begin && number.span.offset < one.end; });
        values += !isStated && (number.value >= 20 || number.resolution < 0.4 || !number.unit.empty()) ? 1 : 0;
    }
    return (values >= 1 && comparesValues) || values >= stated.size() * 2;
}

std::string metricIn(std::string_view sentence)
{
    const auto lower = lowered(sentence);
    constexpr auto kMetrics =
        std::to_array<std::string_view>({"latency", "throughput", "bandwidth", "iops", "score", "runtime",
                                         "execution time", "elapsed time", "qps", "tps"});
    const auto* const metric =
        std::ranges::find_if(kMetrics, [&](std::string_view name) { return lower.contains(name); });
    return metric == kMetrics.end() ? std::string {} : std::string(*metric);
}

}

void claimsIn(const Text& text, const Paragraph& paragraph, std::vector<Claim>& claims)
{
    if (!paragraph.text.contains('%') && !paragraph.text.contains("percent") && !paragraph.text.contains("Percent")) {
        return;
    }
    for (const auto sentence : sentencesOf(paragraph.text)) {
        if (sentence.find('%') == std::string_view::npos && !lowered(sentence).contains("percent")) {
            continue;
        }
        const auto stated = statedIn(sentence);
        if (stated.empty() || hasValues(sentence, stated)) {
            continue;
        }
        for (std::size_t i = 0; i < stated.size(); ++i) {
            const auto& one = stated[i];
            const int sign = signAround(sentence, one);
            const bool ratio = isRatio(sentence, one, sign);
            if ((one.low >= 0 && one.high <= 0) || isShare(sentence, one) || (sign == 0 && !ratio)) {
                continue; // "-5%" with no word of change near it may be anything
            }
            // of several claims in a sentence each has its own part of it
            const auto begin = i == 0 ? 0 : stated[i - 1].end;
            const auto end =
                i + 1 == stated.size() ? sentence.size() : std::min(stated[i + 1].begin, sentence.find('\n', one.end));
            const auto part = sentence.substr(begin, end - begin);
            if (isOfSeveralTests(part)) {
                continue;
            }
            Claim claim;
            claim.test = testOf(sentence.substr(begin, std::max(begin, one.wordsBegin) - begin), part, paragraph.text);
            claim.metric = metricIn(part);
            claim.kind = ratio ? ClaimKind::Ratio : ClaimKind::Change;
            claim.stated = squeezed(sentence.substr(one.wordsBegin, one.end - one.wordsBegin));
            const double factor = ratio || one.isSigned ? 1 : sign;
            claim.low = std::min(factor * one.low, factor * one.high);
            claim.high = std::max(factor * one.low, factor * one.high);
            claim.resolution = one.resolution;
            claim.isApproximate = one.isApproximate;
            claim.span = text.spanOf(sentence.substr(one.begin, one.end - one.begin));
            claims.push_back(std::move(claim));
        }
    }
}

}
