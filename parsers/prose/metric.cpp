// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/prose/metric.h"

#include <algorithm>

namespace patchscale::sentences {
namespace {

constexpr std::size_t kMetricReach = 18; ///< tokens between a metric word and its number
constexpr std::size_t kSubjectWords = 3;

std::string lowerCase(std::string text)
{
    std::ranges::transform(text, text.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return text;
}

/// A word that can be part of what a metric belongs to: no verb, pronoun, preposition or word of change.
bool isSubjectWord(const SentenceView& sentence, std::size_t i)
{
    const auto word = sentence.word(i);
    return !word.empty() && !sentence.isInLabel(i)
        && !sentence.hasClass(i, DeterminerClass | LinkClass | LabelEndClass | SettingClass | MetricClass)
        && (!sentence.hasClass(i, VariantNounClass) || word == "kernel") && changeSense(word) == ChangeSense::None
        && !sentence.isWord(i, {"and",  "or",       "for",      "of",     "with",      "that",    "then", "also",
                                "this", "measured", "observed", "better", "its",       "our",     "same", "such",
                                "like", "e.g",      "i.e",      "test",   "benchmark", "per",     "each", "every",
                                "more", "no",       "not",      "into",   "both",      "overall", "final"});
}

std::string subjectBefore(const SentenceView& sentence, std::size_t first)
{
    std::size_t begin = first;
    while (begin > 0 && first - begin < kSubjectWords && isSubjectWord(sentence, begin - 1)
           && (begin < first || !isMetricQualifier(sentence.word(begin - 1)))
           && (begin == first || !sentence[begin].startsLine || first - begin < 2)) {
        --begin;
    }
    // "This lifts IOPS", "the patch lifts IOPS": behind a subject of its own stands a verb.
    const bool isVerb = begin > 0 && begin < first
        && (sentence.isWord(begin - 1, {"this", "it", "that", "which", "we", "they", "i"})
            || isVariantNoun(sentence.word(begin - 1)));
    begin += isVerb ? 1 : 0;
    return sentence.written(begin, first);
}

/// "the latency of cgroup_procs_write is".
std::string subjectBehind(const SentenceView& sentence, std::size_t token)
{
    if (!sentence.isWord(token + 1, {"of", "for", "spent"})) {
        return {};
    }
    std::size_t begin = token + 2;
    while (begin < sentence.size() && (isDeterminer(sentence.word(begin)) || sentence.isWord(begin, {"on", "in"}))) {
        ++begin;
    }
    std::size_t end = begin;
    while (end < sentence.size() && end - begin < kSubjectWords && isSubjectWord(sentence, end)) {
        ++end;
    }
    return sentence.written(begin, end);
}

NamedMetric metricAt(const SentenceView& sentence, std::size_t i)
{
    NamedMetric out;
    out.word = metricWord(sentence[i].lower);
    out.token = i;
    out.first = i;
    while (out.first > 0 && i - out.first < 3 && isMetricQualifier(sentence.word(out.first - 1))
           && !sentence.isInLabel(out.first - 1)) {
        --out.first;
    }
    for (std::size_t at = out.first; at < i; ++at) {
        const auto& lower = sentence[at].lower;
        if (lower.starts_with("multi") || lower.starts_with("single")) {
            out.extent = sentence.written(at, at + 1);
        } else {
            out.name += out.name.empty() ? "" : " ";
            out.name += lower;
        }
    }
    out.name += out.name.empty() ? std::string(out.word->name) : " " + std::string(out.word->name);
    if (sentence.isInName(i)) {
        return out;
    }
    out.subject = subjectBefore(sentence, out.first);
    if (out.subject.empty()) {
        out.subject = subjectBehind(sentence, i);
    }
    return out;
}

}

std::string subjectFor(const SentenceView& sentence, std::size_t floor, std::size_t end)
{
    std::size_t begin = end;
    while (begin > floor && end - begin < kSubjectWords && isSubjectWord(sentence, begin - 1)) {
        --begin;
    }
    const bool isNamed = begin < end && begin > floor && sentence.isWord(begin - 1, {"for", "of"});
    return isNamed ? sentence.written(begin, end) : std::string {};
}

bool isMeasure(Dimension dimension)
{
    return dimension == Dimension::Rate || dimension == Dimension::Bandwidth || dimension == Dimension::Time
        || dimension == Dimension::Cycles || dimension == Dimension::Energy;
}

std::optional<NamedMetric> metricBefore(const SentenceView& sentence, std::size_t i, std::size_t floor)
{
    for (std::size_t at = i; at-- > floor && i - at <= kMetricReach;) {
        if (!sentence.hasClass(at, MetricClass)) {
            continue;
        }
        // "System Benchmarks Index Score rises from": the name of a test may end in its metric
        const bool mayTell = !sentence.isInName(at) || sentence.endsName(at);
        if (mayTell && !sentence.isInLabel(at)) {
            return metricAt(sentence, at);
        }
    }
    return std::nullopt;
}

std::optional<NamedMetric> metricAfter(const SentenceView& sentence, std::size_t i)
{
    for (std::size_t at = i + 1; at < sentence.size() && at <= i + 4; ++at) {
        const auto word = sentence.word(at);
        if (word.empty() || sentence.isInLabel(at) || sentence.isInName(at)) {
            return std::nullopt;
        }
        if (sentence.hasClass(at, MetricClass)) {
            auto metric = metricAt(sentence, at);
            metric.subject.clear();
            return metric;
        }
        if (!sentence.hasClass(at, QualifierClass) && !(at == i + 1 && (word == "of" || word == "in"))) {
            return std::nullopt;
        }
    }
    return std::nullopt;
}

bool leadsStraight(const SentenceView& sentence, const NamedMetric& metric, std::size_t i)
{
    for (std::size_t at = metric.token + 1; at < i; ++at) {
        const auto& token = sentence[at];
        const bool isLeading = sentence.isInLabel(at) || token.isMark(":") || token.isMark("=") || token.isMark(",")
            || token.isMark("(") || token.isMark("\"") || token.isMark("'")
            || (token.isWord()
                && (token.has(LinkClass) || changeSense(token.lower) != ChangeSense::None
                    || sentence.isWord(at, {"also", "slightly", "further", "significantly", "even", "from", "by"})));
        if (!isLeading) {
            return false;
        }
    }
    return true;
}

std::string metricNameOf(const std::string& unit, Dimension dimension)
{
    const auto lower = lowerCase(unit);
    for (const std::string_view name : {"iops", "tps", "qps", "rps", "fps", "lps"}) {
        if (lower.ends_with(name)) {
            return std::string(name);
        }
    }
    switch (dimension) {
    case Dimension::Bandwidth:
        return "bandwidth";
    case Dimension::Time:
        return "time";
    case Dimension::Cycles:
        return "cycles";
    case Dimension::Energy:
        return "energy";
    default:
        return "throughput";
    }
}

}
