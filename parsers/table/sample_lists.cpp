// SPDX-License-Identifier: GPL-3.0-or-later
// Repeated measurements written out behind the name of their side: "Before: 1523411, 1530012, 1519876" and, right
// below, "After: …". Every number is a sample of one and the same test.
#include "core/base/units.h"
#include "parsers/context/vocabulary.h"
#include "parsers/general_format.h"
#include "parsers/table/blanks.h"
#include "parsers/table/naming.h"

#include <algorithm>
#include <cmath>
#include <format>

namespace patchscale {
namespace {

using namespace patchscale::table;

constexpr std::size_t kFewestSamples = 3; // two numbers may be two columns
constexpr std::size_t kLongestLabel = 40;
constexpr std::size_t kLongestName = 60;
constexpr double kWidestSpread = 4; // samples of one test lie closer together than columns of different ones

/// A line "label: n, n, n".
struct SampleLine
{
    std::string_view label;
    std::vector<Number> samples; ///< spans in the clean text
    SourceSpan span;
    std::size_t line = 0;
};

/// Neighbouring lines, one for each side.
struct SampleGroup
{
    std::vector<SampleLine> sides;
    std::vector<Variant> variants;
    std::string_view lead; ///< the line above
    SourceSpan span;
};

bool isSeparator(char c)
{
    return c == ',' || c == ';';
}

/// The list of numbers that is all of @p text from @p at on; empty if it is none.
std::vector<Number> samplesFrom(std::string_view text, std::size_t at)
{
    std::vector<Number> out;
    for (at = skipBlanks(text, at); at < text.size();) {
        const auto number = numberAt(text, at);
        if (!number || number->isPercent() || number->isApproximate || number->isParenthesised) {
            return {};
        }
        out.push_back(*number);
        at = skipBlanks(text, number->end);
        if (at < text.size() && !isSeparator(text[at])) {
            return {};
        }
        at = skipBlanks(text, at + 1);
    }
    return out;
}

/// Whether the numbers may observe one thing: positive, of one unit, of one size.
bool areAlike(std::span<const Number> samples)
{
    const auto [least, most] = std::ranges::minmax(samples, {}, &Number::value);
    return least.value > 0 && most.value <= kWidestSpread * least.value
        && std::ranges::all_of(samples, [&](const Number& each) {
               return each.unit.empty() || samples.back().unit.empty() || each.unit == samples.back().unit;
           });
}

/// "[10234, 10312, 10198]" with what stands before and behind it; @p list is empty if there is none.
struct Bracketed
{
    std::string_view before;
    std::string_view list;
    std::string_view behind;
};

Bracketed bracketedIn(std::string_view view)
{
    const auto open = view.find('[');
    const auto close = open == std::string_view::npos ? open : view.find(']', open);
    if (close == std::string_view::npos) {
        return {};
    }
    auto before = trimmed(view.substr(0, open));
    while (!before.empty() && (before.back() == ':' || before.back() == '=')) {
        before = trimmed(before.substr(0, before.size() - 1));
    }
    auto behind = trimmed(view.substr(close + 1));
    while (!behind.empty() && (behind.front() == ':' || behind.front() == '-')) {
        behind = trimmed(behind.substr(1));
    }
    return {.before = before, .list = view.substr(open + 1, close - open - 1), .behind = behind};
}

std::optional<SampleLine> sampleLineAt(const Text& text, std::size_t index)
{
    const auto& line = text.lines()[index];
    const auto view = text.line(index);
    if (line.kind != LineKind::Body || line.firstDigit >= line.end) {
        return std::nullopt;
    }
    SampleLine out {.label = {}, .samples = {}, .span = {}, .line = index};
    auto list = view;
    if (const auto bracketed = bracketedIn(view); bracketed.before.empty() != bracketed.behind.empty()) {
        out.label = bracketed.before.empty() ? bracketed.behind : bracketed.before;
        list = bracketed.list;
        out.samples = samplesFrom(list, 0);
    } else if (const auto mark = view.find_first_of(":="); mark != std::string_view::npos) {
        out.label = trimmed(view.substr(0, mark));
        out.samples = samplesFrom(view, mark + 1);
    }
    if (out.label.empty() || out.label.size() > kLongestLabel || out.samples.size() < kFewestSamples
        || !areAlike(out.samples)) {
        return std::nullopt;
    }
    const auto offset = static_cast<std::size_t>(view.data() - text.view().data());
    for (auto& sample : out.samples) {
        sample.span.offset += static_cast<std::size_t>(list.data() - text.view().data());
    }
    out.span = {.offset = offset, .length = view.size()};
    return out;
}

/// The line above @p index that ends in a colon; blank lines may stand between.
std::string_view leadAbove(const Text& text, std::size_t index)
{
    constexpr std::size_t kReach = 3;
    for (std::size_t at = index; at > 0 && index - at < kReach; --at) {
        const auto line = trimmed(text.line(at - 1));
        if (!line.empty()) {
            return line.ends_with(':') ? trimmed(line.substr(0, line.size() - 1)) : std::string_view {};
        }
    }
    return {};
}

/// Whether the labels name sides of a comparison: at least one by a known word, and no two of them the same.
bool areSides(std::span<const SampleLine> sides)
{
    const bool isTold = std::ranges::any_of(sides, [](const SampleLine& side) {
        const auto phrase = variantPhrase(side.label);
        return phrase
            && (phrase->kind == VariantPhrase::Kind::Baseline || phrase->kind == VariantPhrase::Kind::Candidate);
    });
    const bool isRepeated = std::ranges::any_of(
        sides, [&](const SampleLine& side) { return std::ranges::count(sides, side.label, &SampleLine::label) > 1; });
    return sides.size() >= 2 && isTold && !isRepeated;
}

/// The group of lines that begins at @p index; @p next is set behind it.
std::optional<SampleGroup> groupAt(const Text& text, std::size_t index, std::size_t& next)
{
    SampleGroup group;
    std::size_t at = index;
    while (at < text.lines().size()) {
        auto line = sampleLineAt(text, at);
        if (!line || text.lines()[at].quoteDepth != text.lines()[index].quoteDepth) {
            break;
        }
        group.sides.push_back(std::move(*line));
        ++at;
        if (at + 1 < text.lines().size() && text.lines()[at].kind == LineKind::Blank) {
            ++at;
        }
    }
    if (!areSides(group.sides)) {
        return std::nullopt;
    }
    next = group.sides.back().line + 1;
    std::vector<std::string_view> labels;
    for (const auto& side : group.sides) {
        labels.push_back(side.label);
    }
    group.variants = assignRoles(labels);
    group.lead = leadAbove(text, index);
    const auto begin = group.sides.front().span.offset;
    group.span = {.offset = begin, .length = group.sides.back().span.end() - begin};
    return group;
}

/// What the samples are of, as far as the line above tells; the words around the block tell the rest.
std::string testOf(std::string_view lead)
{
    const auto named = benchmarksIn(lead);
    if (!lead.empty() && (lead.size() <= kLongestName || named.empty())) {
        return std::string(lead.substr(0, kLongestName));
    }
    return named.empty() ? "value" : std::string(named.front().id);
}

TestResult resultOf(const SampleLine& side, std::string_view lead)
{
    TestResult result;
    const auto ownUnit = side.samples.back().unit;
    const auto written = ownUnit.empty() ? unitIn(lead) : ownUnit;
    const auto unit = unitOf(written);
    // A sentence ("ran it five times") is not the name of a metric.
    const auto metric = lead.size() <= kLongestName ? metricIn(lead) : std::string_view {};
    result.test = testOf(lead);
    result.unit = std::string(written);
    result.metric = metric.empty() ? metricFor(written) : metric;
    double sum = 0;
    for (const auto& number : side.samples) {
        const int order = static_cast<int>(result.samples.size());
        result.samples.push_back({.value = number.value, .span = number.span, .round = order, .order = order});
        sum += number.value;
    }
    result.value = sum / static_cast<double>(side.samples.size());
    result.baseValue = result.value * unit.factor;
    result.baseUnit = std::string(unit.base);
    result.span = side.samples.front().span;
    return result;
}

class SampleLists final : public GeneralFormat
{
public:
    std::string_view id() const override
    {
        return "sample-lists";
    }
    std::string_view description() const override
    {
        return "repeated measurements listed behind the name of their side";
    }
    std::string_view example() const override
    {
        return "before: 1523, 1530, 1519 / after: 1602, 1598, 1610";
    }
    void findBeside(const Text& text, const TakenLines& taken, std::vector<Block>& out, const Job& job) const override;
    ParsedBlock parse(const Text& text, const Block& block, const Job& job) const override;
};

void SampleLists::findBeside(const Text& text, const TakenLines& taken, std::vector<Block>& out, const Job& job) const
{
    for (std::size_t i = 0; i < text.lines().size();) {
        const auto& line = text.lines()[i];
        std::size_t next = std::max(i + 1, taken.firstFree(i));
        if (next == i + 1 && line.kind == LineKind::Body && line.firstDigit < line.end && !job.isCancelled()) {
            if (auto group = groupAt(text, i, next)) {
                const auto span = group->span;
                out.push_back({.span = span,
                               .confidence = Confidence::Likely,
                               .state = std::make_shared<SampleGroup>(std::move(*group))});
            }
        }
        i = next;
    }
}

ParsedBlock SampleLists::parse(const Text& /*text*/, const Block& block, const Job& /*job*/) const
{
    const auto& group = *static_cast<const SampleGroup*>(block.state.get());
    ParsedBlock out;
    std::size_t count = 0;
    for (std::size_t i = 0; i < group.sides.size(); ++i) {
        auto result = resultOf(group.sides[i], group.lead);
        if (!std::isfinite(result.baseValue)) {
            continue;
        }
        count += result.samples.size();
        BlockRun run;
        run.run.span = group.span;
        run.run.variant = group.variants[i];
        run.run.results.push_back(std::move(result));
        run.knowsVariant = true;
        out.runs.push_back(std::move(run));
    }
    out.title = std::format("Samples, {} values", count);
    return out;
}

}

const Format& sample_lists()
{
    static const SampleLists instance;
    return instance;
}

}
