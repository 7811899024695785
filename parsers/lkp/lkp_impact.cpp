// SPDX-License-Identifier: GPL-3.0-or-later
// What the kernel test robot states without values: its headline, and the table of other tests that a commit changed.
#include "parsers/context/vocabulary.h"
#include "parsers/format.h"
#include "parsers/lkp/metric.h"
#include "parsers/lkp/setup.h"
#include "parsers/text/find.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <format>

namespace patchscale {
namespace {

constexpr std::string_view kRow = "testcase: change";
constexpr auto kHeadlines = std::to_array<std::string_view>({"kernel test robot noticed a ", "FYI, we noticed a "});
constexpr auto kMarks = std::to_array<std::string_view>({kRow, kHeadlines[0], kHeadlines[1]});
constexpr auto kWords = std::to_array<std::string_view>({"regression", "improvement"});

std::string_view trimmed(std::string_view text)
{
    const auto begin = text.find_first_not_of(" \t");
    return begin == std::string_view::npos ? text.substr(0, 0)
                                           : text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

/// The two cells of "| testcase: change | netperf: netperf.Throughput_Mbps 39.9% improvement |", or nothing.
struct Cells
{
    std::string_view name;
    std::string_view value;
};

std::optional<Cells> cellsOf(std::string_view line)
{
    line = trimmed(line);
    if (!line.starts_with('|')) {
        return std::nullopt;
    }
    const auto middle = line.find('|', 1);
    if (middle == std::string_view::npos) {
        return std::nullopt;
    }
    const auto end = line.find('|', middle + 1);
    return Cells {.name = trimmed(line.substr(1, middle - 1)),
                  .value = trimmed(line.substr(middle + 1, end == std::string_view::npos ? end : end - middle - 1))};
}

/// Reads "63.5% regression" at the start of @p text. The sign follows from the word and the metric's direction, unless
/// it is written.
std::optional<Claim> statementAt(const Text& text, std::string_view words, std::string_view metric)
{
    double value = 0;
    const auto [end, error] = std::from_chars(words.data(), words.data() + words.size(), value);
    if (error != std::errc {} || end == words.data() + words.size() || *end != '%') {
        return std::nullopt;
    }
    const std::string_view digits(words.data(), end);
    const auto rest = trimmed(words.substr(digits.size() + 1));
    const auto* const word =
        std::ranges::find_if(kWords, [rest](std::string_view known) { return rest.starts_with(known); });
    if (word == kWords.end()) {
        return std::nullopt;
    }
    const bool isRegression = *word == kWords.front();
    const bool isLowerBetter = lkp::directionOf(metric) == Better::Lower;
    if (value > 0 && isRegression != isLowerBetter) {
        value = -value;
    }
    Claim claim;
    claim.test = metric;
    claim.metric = "value";
    claim.stated = std::string(words.data(), rest.data() + word->size());
    claim.low = claim.high = value / 100;
    const auto point = digits.find('.');
    claim.resolution = 0.005;
    for (auto i = point; point != std::string_view::npos && i + 1 < digits.size(); ++i) {
        claim.resolution /= 10;
    }
    claim.span = text.spanOf(digits);
    return claim;
}

/// "stress-ng: stress-ng.mmapfork.ops_per_sec  63.5% regression"
std::optional<Claim> claimOf(const Text& text, std::string_view cell)
{
    const auto colon = cell.find(": ");
    if (colon == std::string_view::npos) {
        return std::nullopt;
    }
    const auto rest = trimmed(cell.substr(colon + 2));
    const auto metric = rest.substr(0, rest.find_first_of(" \t"));
    auto claim = statementAt(text, trimmed(rest.substr(metric.size())), metric);
    if (claim) {
        claim->parameters.emplace("testcase", cell.substr(0, colon));
    }
    return claim;
}

/// "noticed a 12.7% improvement of will-it-scale.per_thread_ops on:"
std::optional<Claim> headlineClaim(const Text& text, std::string_view words)
{
    const auto of = words.find(" of ");
    if (of == std::string_view::npos) {
        return std::nullopt;
    }
    const auto behind = trimmed(words.substr(of + 4));
    const auto metric = behind.substr(0, behind.find_first_of(" \t\n"));
    return metric.contains('.') ? statementAt(text, words, metric) : std::nullopt;
}

class LkpImpact final : public Format
{
public:
    [[nodiscard]] std::string_view id() const override
    {
        return "lkp-impact";
    }
    [[nodiscard]] std::string_view description() const override
    {
        return "Changes that the kernel test robot states without values";
    }
    [[nodiscard]] std::string_view example() const override
    {
        return "| testcase: change | netperf: netperf.Throughput_Mbps 39.9% improvement |";
    }

    [[nodiscard]] std::span<const std::string_view> marks() const override
    {
        return kMarks;
    }

    void find(const Text& text, std::vector<Block>& out, const Job& job) const override
    {
        const auto view = text.view();
        for (auto pos = findText(view, kRow); pos != std::string_view::npos && !job.isCancelled();) {
            const auto first = text.lineAt(pos);
            const auto end = lastLine(text, first);
            out.push_back({.span = {.offset = text.lines()[first].begin,
                                    .length = text.lines()[end].end - text.lines()[first].begin},
                           .confidence = Confidence::Certain,
                           .state = {}});
            pos = findText(view, kRow, text.lines()[end].end);
        }
        for (const auto headline : kHeadlines) {
            for (auto pos = findText(view, headline); pos != std::string_view::npos;
                 pos = findText(view, headline, pos + 1)) {
                const auto begin = pos + headline.size();
                const auto length = view.substr(begin, 200).find(':');
                if (length != std::string_view::npos && headlineClaim(text, view.substr(begin, length))) {
                    out.push_back(
                        {.span = {.offset = begin, .length = length}, .confidence = Confidence::Certain, .state = {}});
                }
            }
        }
        std::ranges::sort(out, {}, [](const Block& block) { return block.span.offset; });
    }

    [[nodiscard]] ParsedBlock parse(const Text& text, const Block& block, const Job& /*job*/) const override
    {
        ParsedBlock parsed;
        const auto slice = text.slice(block.span);
        if (!slice.contains(kRow)) {
            if (auto claim = headlineClaim(text, slice)) {
                parsed.claims.push_back(std::move(*claim));
            }
            parsed.title = "Kernel test robot, headline";
            return parsed;
        }
        const auto last = text.lineAt(block.span.end());
        bool isOpen = false; // the rows below a claim tell its machine and its parameters
        for (auto line = text.lineAt(block.span.offset); line <= last; ++line) {
            const auto cells = cellsOf(text.line(line));
            if (!cells) {
                continue;
            }
            if (cells->name == kRow) {
                auto claim = claimOf(text, cells->value);
                isOpen = claim.has_value();
                if (claim) {
                    parsed.claims.push_back(std::move(*claim));
                }
            } else if (isOpen) {
                addParameter(cells->name, cells->value, parsed.claims.back().parameters);
            }
        }
        parsed.title = std::format("Kernel test robot, {} other tests", parsed.claims.size());
        return parsed;
    }

private:
    /// The last line of the table that holds line @p first; remarks of a reply may stand in it.
    static std::size_t lastLine(const Text& text, std::size_t first)
    {
        constexpr std::size_t kLinesOfRemarks = 12;
        auto last = first;
        for (auto line = first + 1; line < text.lines().size() && line - last <= kLinesOfRemarks; ++line) {
            const auto view = trimmed(text.line(line));
            if (view.starts_with('|') || view.starts_with("+-")) {
                last = line;
            }
        }
        return last;
    }

    static void addParameter(std::string_view name, std::string_view value, Parameters& parameters)
    {
        if (name == "test machine") {
            parameters.emplace("machine", value);
            return;
        }
        const auto equals = value.find('=');
        if (equals != std::string_view::npos && (name == "test parameters" || name.empty())) {
            parameters.emplace(value.substr(0, equals), value.substr(equals + 1));
        }
    }
};

}

const Format& lkp_impact()
{
    static const LkpImpact instance;
    return instance;
}

}
