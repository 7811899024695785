// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/prose/words.h"

#include "core/base/units.h"
#include "core/base/word_table.h"
#include "parsers/context/first_letter.h"

#include <algorithm>
#include <array>
#include <utility>

namespace patchscale::sentences {
namespace {

constexpr std::uint16_t bits(std::initializer_list<Dimension> dimensions)
{
    std::uint16_t out = 0;
    for (const auto dimension : dimensions) {
        out = static_cast<std::uint16_t>(out | (1U << static_cast<unsigned>(dimension)));
    }
    return out;
}

constexpr auto kScore = bits({Dimension::None, Dimension::Score, Dimension::Multiplier});
constexpr auto kTime = bits({Dimension::Time, Dimension::Cycles});
constexpr auto kThroughput = bits({Dimension::None, Dimension::Rate, Dimension::Bandwidth, Dimension::Multiplier});
constexpr auto kBandwidth = bits({Dimension::None, Dimension::Bandwidth});
constexpr auto kCount = bits({Dimension::None, Dimension::Rate, Dimension::Multiplier});
constexpr auto kAnyMeasure = bits({Dimension::None, Dimension::Rate, Dimension::Bandwidth, Dimension::Time,
                                   Dimension::Cycles, Dimension::Score, Dimension::Multiplier});
constexpr auto kEnergy = bits({Dimension::Energy});

constexpr auto kMetrics = std::to_array<MetricWord>({
    {.word = "score", .name = "score", .needsUnit = false, .dimensions = kScore},
    {.word = "scores", .name = "score", .needsUnit = false, .dimensions = kScore},
    {.word = "index", .name = "index", .needsUnit = false, .dimensions = kScore, .needsStraightLead = true},
    {.word = "throughput", .name = "throughput", .needsUnit = false, .dimensions = kThroughput},
    {.word = "throughtput", .name = "throughput", .needsUnit = false, .dimensions = kThroughput},
    {.word = "bandwidth", .name = "bandwidth", .needsUnit = false, .dimensions = kBandwidth},
    {.word = "bw", .name = "bandwidth", .needsUnit = false, .dimensions = kBandwidth},
    {.word = "iops", .name = "iops", .needsUnit = false, .dimensions = kCount},
    {.word = "tps", .name = "tps", .needsUnit = false, .dimensions = kCount},
    {.word = "qps", .name = "qps", .needsUnit = false, .dimensions = kCount},
    {.word = "rps", .name = "rps", .needsUnit = false, .dimensions = kCount},
    {.word = "fps", .name = "fps", .needsUnit = false, .dimensions = kCount},
    {.word = "lps", .name = "lps", .needsUnit = false, .dimensions = kCount},
    {.word = "latency", .name = "latency", .dimensions = kTime},
    {.word = "latencies", .name = "latency", .dimensions = kTime},
    {.word = "time", .name = "time", .dimensions = kTime},
    {.word = "times", .name = "time", .dimensions = kTime},
    {.word = "runtime", .name = "runtime", .dimensions = kTime},
    {.word = "duration", .name = "duration", .dimensions = kTime},
    {.word = "elapsed", .name = "elapsed time", .dimensions = kTime},
    {.word = "cost", .name = "cost", .dimensions = kTime},
    {.word = "overhead", .name = "overhead", .dimensions = kTime},
    {.word = "power", .name = "power", .dimensions = kEnergy},
    {.word = "energy", .name = "energy", .dimensions = kEnergy},
    {.word = "consumption", .name = "consumption", .dimensions = kEnergy},
    {.word = "performance",
     .name = "performance",
     .needsUnit = false,
     .dimensions = kAnyMeasure,
     .needsPair = true,
     .needsStraightLead = true},
    {.word = "speed", .name = "speed", .dimensions = bits({Dimension::Rate, Dimension::Bandwidth})},
    {.word = "rate", .name = "rate", .dimensions = bits({Dimension::Rate, Dimension::Bandwidth})},
    {.word = "result",
     .name = "result",
     .needsUnit = false,
     .dimensions = kAnyMeasure,
     .needsPair = true,
     .needsStraightLead = true},
    {.word = "results",
     .name = "result",
     .needsUnit = false,
     .dimensions = kAnyMeasure,
     .needsPair = true,
     .needsStraightLead = true},
});

constexpr auto kMetricNames = [] {
    std::array<std::string_view, kMetrics.size()> out;
    std::ranges::transform(kMetrics, out.begin(), &MetricWord::word);
    return out;
}();
constexpr WordTable kMetricTable(kMetricNames);

constexpr auto kAllQualifiers = std::to_array<std::string_view>({
    "average",    "avg",         "mean",       "median",     "tail",        "max",       "maximum",    "min",
    "minimum",    "peak",        "total",      "overall",    "real",        "user",      "sys",        "elapsed",
    "wall",       "wall-clock",  "wallclock",  "p50",        "p90",         "p95",       "p99",        "p99.9",
    "read",       "write",       "random",     "sequential", "randread",    "randwrite", "seq",        "single-core",
    "multi-core", "single-cpu",  "multi-cpu",  "singlecore", "multicore",   "run",       "running",    "build",
    "boot",       "compile",     "scheduling", "wakeup",     "wake-up",     "request",   "response",   "round-trip",
    "execution",  "completion",  "aggregate",  "geomean",    "99th",        "95th",      "90th",       "50th",
    "percentile", "performance", "send",       "receive",    "tx",          "rx",        "system",     "processing",
    "allocation", "lookup",      "fault",      "insertion",  "compilation", "benchmark", "worst-case", "startup",
});
constexpr WordTable kQualifiers(kAllQualifiers);

constexpr auto kAllLinks = std::to_array<std::string_view>({
    "went",     "go",       "came",     "is",      "was",       "are",      "were",     "be",        "of",
    "at",       "to",       "reaches",  "reached", "reach",     "hits",     "becomes",  "became",    "get",
    "gets",     "got",      "goes",     "drops",   "dropped",   "falls",    "fell",     "rises",     "rose",
    "takes",    "took",     "take",     "taking",  "needs",     "needed",   "gives",    "gave",      "give",
    "achieves", "achieved", "achieve",  "shows",   "showed",    "measures", "measured", "scores",    "scored",
    "yields",   "yielded",  "down",     "up",      "just",      "now",      "still",    "only",      "an",
    "a",        "we're",    "see",      "saw",     "reports",   "reported", "delivers", "delivered", "stays",
    "remains",  "averages", "averaged", "returns", "completes", "finishes", "equals",   "sustains",  "sustained",
    "exactly",  "even",     "also",     "it's",    "i'm",       "being",    "spends",   "spent",     "have",
    "had",      "has",      "does",     "did",     "do",        "runs",     "ran",      "the",       "improves",
    "reduces",  "that's",   "doing",
});
constexpr WordTable kLinks(kAllLinks);

constexpr auto kAllHedges = std::to_array<std::string_view>({
    "about",
    "around",
    "approximately",
    "approx",
    "roughly",
    "nearly",
    "almost",
    "some",
    "circa",
    "ca",
    "over",
    "under",
    "than",
    "least",
    "most",
    "to",
});
constexpr WordTable kHedges(kAllHedges);

constexpr auto kAllCountNouns = std::to_array<std::string_view>({
    "kernel",      "kernels",     "release",    "releases", "version",    "versions",    "thread",
    "threads",     "cpu",         "cpus",       "core",     "cores",      "socket",      "sockets",
    "node",        "nodes",       "vcpu",       "vcpus",    "client",     "clients",     "job",
    "jobs",        "process",     "processes",  "task",     "tasks",      "instance",    "instances",
    "connection",  "connections", "user",       "users",    "copy",       "copies",      "iteration",
    "iterations",  "run",         "runs",       "loops",    "loop",       "files",       "file",
    "directories", "disks",       "disk",       "drives",   "devices",    "queues",      "queue",
    "groups",      "group",       "pairs",      "workers",  "worker",     "readers",     "writers",
    "streams",     "flows",       "vms",        "guests",   "containers", "cgroups",     "patches",
    "bytes",       "pages",       "warehouses", "tables",   "rows",       "times",       "tests",
    "test",        "rounds",      "concurrent", "parallel", "entries",    "descriptors", "children",
    "gb",          "kernel",      "kernels",    "release",  "releases",   "mb",          "kb",
    "gib",         "mib",         "kib",        "tb",       "bit",        "lines",       "fds",
    "cases",       "samples",     "boots",      "channels", "ports",      "nics",        "ssds",
    "rules",       "filters",     "hosts",      "machines", "servers",    "systems",     "configurations",
    "members",     "people",      "of",         "percent",
});
constexpr WordTable kCountNouns(kAllCountNouns);

constexpr auto kAllSettingWords = std::to_array<std::string_view>({
    "residency", "expires", "lifetime", "resolution", "timeout",  "timeouts", "interval", "intervals",  "period",
    "periods",   "every",   "sleep",    "sleeps",     "sleeping", "timer",    "slice",    "slices",     "granularity",
    "tick",      "ticks",   "warmup",   "ramp",       "budget",   "quota",    "deadline", "limit",      "threshold",
    "default",   "setting", "window",   "least",      "slack",    "delay",    "delays",   "usleep",     "msleep",
    "udelay",    "hz",      "per",      "within",     "minutes",  "wait",     "waits",    "size",       "sizes",
    "range",     "ranges",  "ranging",  "ranged",     "vary",     "varies",   "between",  "fluctuates", "older",
    "ago",       "later",   "last",     "refill",     "horizon",  "watchdog", "polls",    "polling",    "cap",
});
constexpr WordTable kSettingWords(kAllSettingWords);

constexpr auto kAllVariantNouns = std::to_array<std::string_view>({
    "patch",       "patches",      "patchset",     "patchsets",     "series",     "change",       "changes",
    "commit",      "commits",      "fix",          "fixes",         "revert",     "kernel",       "mitigation",
    "mitigations", "optimization", "optimisation", "optimizations", "workaround", "modification", "modifications",
    "patched",     "unpatched",    "vanilla",      "mainline",      "baseline",   "rfc",
});
constexpr WordTable kVariantNouns(kAllVariantNouns);

constexpr auto kAllDeterminers = std::to_array<std::string_view>({
    "the",
    "a",
    "an",
    "my",
    "our",
    "this",
    "that",
    "these",
    "those",
    "your",
    "his",
    "its",
    "their",
    "above",
    "any",
    "all",
    "both",
});
constexpr WordTable kDeterminers(kAllDeterminers);

constexpr auto kAllLabelEnds = std::to_array<std::string_view>({
    "is",           "was",       "are",       "were",      "we",        "i",        "you",        "he",
    "they",         "there",     "which",     "takes",     "took",      "take",     "gives",      "gave",
    "gets",         "got",       "get",       "shows",     "showed",    "would",    "has",        "have",
    "had",          "can",       "could",     "will",      "should",    "may",      "vs",         "versus",
    "than",         "from",      "compared",  "while",     "whereas",   "but",      "because",    "so",
    "when",         "where",     "if",        "achieves",  "achieved",  "reaches",  "reached",    "drops",
    "dropped",      "increases", "increased", "decreases", "decreased", "improves", "improved",   "goes",
    "went",         "becomes",   "became",    "scores",    "scored",    "runs",     "needs",      "yields",
    "in",           "on",        "at",        "under",     "over",      "during",   "since",      "against",
    "as",           "by",        "instead",   "we're",     "i'm",       "makes",    "allows",     "brings",
    "results",      "causes",    "leads",     "does",      "do",        "did",      "also",       "only",
    "still",        "without",   "with",      "w/o",       "w/",        "before",   "after",      "it's",
    "respectively", "completes", "completed", "finishes",  "finished",  "delivers", "respective", "rises",
    "rose",         "falls",     "fell",
});
constexpr WordTable kLabelEnds(kAllLabelEnds);

constexpr auto kAllLoadWords = std::to_array<std::string_view>({
    "cpu",        "cpus",     "load",      "utilization", "utilisation", "usage",      "idle",      "busy",
    "util",       "loaded",   "duty",      "sys",         "user",        "confidence", "stddev",    "std",
    "percentile", "capacity", "occupancy", "hit",         "miss",        "full",       "deviation",
});
constexpr WordTable kLoadWords(kAllLoadWords);

constexpr WordTable kDisturbance(std::to_array<std::string_view>({
    "disturbance",
    "disturbances",
    "disturber",
    "background",
    "interference",
    "noise",
    "load",
    "antagonist",
    "sibling",
    "contention",
}));

/// Every word of the lists above once or more; the first of equal ones counts.
constexpr auto kListed = [] {
    std::array<std::string_view,
               kMetrics.size() + kAllQualifiers.size() + kAllLinks.size() + kAllHedges.size() + kAllCountNouns.size()
                   + kAllSettingWords.size() + kAllVariantNouns.size() + kAllDeterminers.size() + kAllLabelEnds.size()
                   + kAllLoadWords.size() + kLabelOpeners.size()>
        out;
    auto end = out.begin();
    const auto add = [&](const auto& words) { end = std::ranges::copy(words, end).out; };
    add(kMetricNames);
    add(kAllQualifiers);
    add(kAllLinks);
    add(kAllHedges);
    add(kAllCountNouns);
    add(kAllSettingWords);
    add(kAllVariantNouns);
    add(kAllDeterminers);
    add(kAllLabelEnds);
    add(kAllLoadWords);
    add(kLabelOpeners);
    return out;
}();
constexpr WordTable kAllWords(kListed);

constexpr auto kClassesOfAll = [] {
    constexpr WordTable kOpeners(kLabelOpeners);
    std::array<std::uint16_t, kListed.size()> out {};
    for (std::size_t i = 0; i < out.size(); ++i) {
        const auto word = kListed[i];
        unsigned classes = 0;
        const auto mark = [&](bool isListed, WordClass what) { classes |= isListed ? unsigned {what} : 0U; };
        mark(kMetricTable.contains(word), MetricClass);
        mark(kQualifiers.contains(word), QualifierClass);
        mark(kLinks.contains(word) || kHedges.contains(word), LinkClass);
        mark(kCountNouns.contains(word), CountNounClass);
        mark(kSettingWords.contains(word), SettingClass);
        mark(kVariantNouns.contains(word), VariantNounClass);
        mark(kDeterminers.contains(word), DeterminerClass);
        mark(kLabelEnds.contains(word), LabelEndClass);
        mark(kLoadWords.contains(word), LoadClass);
        mark(kOpeners.contains(word), LabelOpenerClass);
        out[i] = static_cast<std::uint16_t>(classes);
    }
    return out;
}();

constexpr auto kChangeSenses = std::to_array<std::pair<std::string_view, ChangeSense>>({
    {"improve", ChangeSense::Better},  {"better", ChangeSense::Better}, {"gain", ChangeSense::Better},
    {"boost", ChangeSense::Better},    {"faster", ChangeSense::Better}, {"speedup", ChangeSense::Better},
    {"speed-up", ChangeSense::Better}, {"win", ChangeSense::Better},    {"regress", ChangeSense::Worse},
    {"worse", ChangeSense::Worse},     {"slower", ChangeSense::Worse},  {"slowdown", ChangeSense::Worse},
    {"degrad", ChangeSense::Worse},    {"loss", ChangeSense::Worse},    {"increas", ChangeSense::Up},
    {"higher", ChangeSense::Up},       {"more", ChangeSense::Up},       {"rise", ChangeSense::Up},
    {"rose", ChangeSense::Up},         {"grow", ChangeSense::Up},       {"grew", ChangeSense::Up},
    {"decreas", ChangeSense::Down},    {"drop", ChangeSense::Down},     {"reduc", ChangeSense::Down},
    {"lower", ChangeSense::Down},      {"less", ChangeSense::Down},     {"fall", ChangeSense::Down},
    {"fell", ChangeSense::Down},       {"shrink", ChangeSense::Down},   {"saving", ChangeSense::Down},
    {"shorter", ChangeSense::Down},    {"decline", ChangeSense::Down},
});

constexpr FirstLetterIndex kStemsByLetter([] {
    std::array<std::string_view, kChangeSenses.size()> out;
    std::ranges::transform(kChangeSenses, out.begin(), &std::pair<std::string_view, ChangeSense>::first);
    return out;
}());

}

Dimension dimensionOf(std::string_view unit)
{
    if (unit.empty()) {
        return Dimension::None;
    }
    if (unit == "k" || unit == "K" || unit == "M" || unit == "G") {
        return Dimension::Multiplier;
    }
    if (unit == "points" || unit == "pts" || unit == "index") {
        return Dimension::Score;
    }
    if (const auto known = findUnit(unit)) {
        constexpr auto kBases = std::to_array<std::pair<std::string_view, Dimension>>({
            {"1/s", Dimension::Rate},
            {"B/s", Dimension::Bandwidth},
            {"s", Dimension::Time},
            {"cycles", Dimension::Cycles},
            {"J", Dimension::Energy},
            {"W", Dimension::Energy},
            {"B", Dimension::Bytes},
            {"MWIPS", Dimension::Rate},
            {"index", Dimension::Score},
        });
        const auto* const hit = std::ranges::find(kBases, known->base, &std::pair<std::string_view, Dimension>::first);
        return hit == kBases.end() ? Dimension::Other : hit->second;
    }
    for (const auto* const end : {"pps", "/s", "/sec", "/second", " per second", " per sec", "/min", " per minute"}) {
        if (unit.ends_with(end)) {
            return Dimension::Rate;
        }
    }
    return Dimension::Other;
}

bool isUnitWord(std::string_view word)
{
    switch (dimensionOf(word)) {
    case Dimension::Rate:
    case Dimension::Bandwidth:
    case Dimension::Time:
    case Dimension::Cycles:
    case Dimension::Energy:
    case Dimension::Score:
    case Dimension::Bytes:
        return true;
    default:
        return false;
    }
}

const MetricWord* metricWord(std::string_view lower)
{
    const auto hit = kMetricTable.find(lower);
    return hit == kMetrics.size() ? nullptr : &kMetrics[hit];
}

std::uint16_t wordClasses(std::string_view lower)
{
    const auto hit = kAllWords.find(lower);
    return hit == kAllWords.kNone ? std::uint16_t {0} : kClassesOfAll[hit];
}

bool isMetricQualifier(std::string_view lower)
{
    return kQualifiers.contains(lower);
}

bool isLinkWord(std::string_view lower)
{
    return kLinks.contains(lower) || kHedges.contains(lower);
}

bool isHedge(std::string_view lower)
{
    return kHedges.contains(lower);
}

bool isCountNoun(std::string_view lower)
{
    return kCountNouns.contains(lower);
}

bool isSettingWord(std::string_view lower)
{
    return kSettingWords.contains(lower);
}

bool isVariantNoun(std::string_view lower)
{
    return kVariantNouns.contains(lower);
}

bool isDeterminer(std::string_view lower)
{
    return kDeterminers.contains(lower);
}

bool endsLabel(std::string_view lower)
{
    return kLabelEnds.contains(lower);
}

bool isLoadWord(std::string_view lower)
{
    return kLoadWords.contains(lower);
}

bool isDisturbanceWord(std::string_view lower)
{
    return kDisturbance.contains(lower);
}

ChangeSense changeSense(std::string_view lower)
{
    if (lower.empty()) {
        return ChangeSense::None;
    }
    for (const auto entry : kStemsByLetter.at(lower.front())) {
        const auto& [stem, sense] = kChangeSenses[entry];
        if (lower.starts_with(stem)) {
            return sense;
        }
    }
    return ChangeSense::None;
}

}
