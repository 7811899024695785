// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/report_words.h"

#include <algorithm>
#include <array>
#include <format>

namespace patchscale {
namespace {

struct Replacement
{
    std::string_view from;
    std::string_view to;
};

constexpr auto kAscii = std::to_array<Replacement>({
    {.from = "\u00b1", .to = "+-"},  {.from = "\u00b5", .to = "u"},   {.from = "\u03bc", .to = "u"},
    {.from = "\u00d7", .to = "x"},   {.from = "\u2013", .to = "-"},   {.from = "\u2014", .to = "-"},
    {.from = "\u2212", .to = "-"},   {.from = "\u2018", .to = "'"},   {.from = "\u2019", .to = "'"},
    {.from = "\u201c", .to = "\""},  {.from = "\u201d", .to = "\""},  {.from = "\u2026", .to = "..."},
    {.from = "\u00a0", .to = " "},   {.from = "\u2009", .to = " "},   {.from = "\u202f", .to = " "},
    {.from = "\u2192", .to = "->"},  {.from = "\u2264", .to = "<="},  {.from = "\u2265", .to = ">="},
    {.from = "\u2248", .to = "~"},   {.from = "\u00ae", .to = "(R)"}, {.from = "\u2122", .to = "(TM)"},
    {.from = "\u00b0", .to = "deg"},
});

}

std::string_view reportedWord(Verdict verdict)
{
    switch (verdict) {
    case Verdict::Regressed:
        return "regressed";
    case Verdict::Improved:
        return "improved";
    case Verdict::Unchanged:
        return "unchanged";
    case Verdict::Minor:
        return "minor";
    case Verdict::Undecided:
        return "undecided";
    case Verdict::NotComparable:
        break;
    }
    return "not-comparable";
}

std::string_view reportedWord(Evidence evidence)
{
    switch (evidence) {
    case Evidence::Threshold:
        return "threshold";
    case Evidence::NoiseFloor:
        return "noise-floor";
    case Evidence::Summary:
        return "summary";
    case Evidence::Tested:
        return "tested";
    case Evidence::None:
        break;
    }
    return "none";
}

std::string_view reportedWord(Better better)
{
    switch (better) {
    case Better::Higher:
        return "higher";
    case Better::Lower:
        return "lower";
    case Better::Unknown:
        break;
    }
    return "unknown";
}

std::string displayedBenchmark(std::string_view benchmark)
{
    return std::string(benchmark == "unixbench" ? "UnixBench" : benchmark);
}

std::string displayedTest(const ComparisonRow& row, const Parameters& shared)
{
    std::string text = row.test.empty() ? row.metric : row.test;
    for (const auto& [name, value] : row.parameters) {
        const auto words = name + "=" + value;
        if (!shared.contains(name) && text != words) { // a test may be nothing but its case
            text.append(" ").append(words);
        }
    }
    return text;
}

std::string acrossHeading(std::string_view over)
{
    const bool isOurs = over == "machine" || over == "candidate" || over == "place";
    return isOurs ? std::format("Across {}s", over) : std::format("Across values of {}", over);
}

std::string asciiText(std::string_view text)
{
    std::string ascii;
    ascii.reserve(text.size());
    for (std::size_t i = 0; i < text.size();) {
        const auto byte = static_cast<unsigned char>(text[i]);
        if (byte < 0x80U) {
            ascii += byte < 0x20U || byte == 0x7FU ? ' ' : text[i];
            ++i;
            continue;
        }
        const auto rest = text.substr(i);
        const auto hit =
            std::ranges::find_if(kAscii, [&](const Replacement& known) { return rest.starts_with(known.from); });
        if (hit != kAscii.end()) {
            ascii += hit->to;
            i += hit->from.size();
            continue;
        }
        ascii += '?';
        ++i;
        while (i < text.size() && (static_cast<unsigned char>(text[i]) & 0xC0U) == 0x80U) {
            ++i;
        }
    }
    return ascii;
}

}
