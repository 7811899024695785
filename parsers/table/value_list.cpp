// SPDX-License-Identifier: GPL-3.0-or-later
// Lists and tables of values under a heading, that come again with other values under another heading: "before" and,
// further down, "after". Which is which the words around them tell (parsers/context).
#include "core/base/units.h"
#include "parsers/context/vocabulary.h"
#include "parsers/format.h"
#include "parsers/table/blanks.h"
#include "parsers/table/grid.h"
#include "parsers/table/heads.h"
#include "parsers/table/item_list.h"
#include "parsers/table/naming.h"

#include <algorithm>
#include <cmath>
#include <format>
#include <set>

namespace patchscale {
namespace {

using namespace patchscale::table;

/// How many lists further on the partner of a list may stand.
constexpr std::size_t kPartnerReach = 8;
/// How far above a list the words that name its variant may stand.
constexpr std::size_t kHeadingReach = 6;

/// A named value of a list or of a grid's cell.
struct Value
{
    std::string test;
    std::string metric {}; ///< empty: from test and unit
    std::string_view contextUnit {};
    Parameters parameters {};
    Number number {};
};

struct Candidate
{
    std::vector<Value> values;
    std::set<std::string> keys; ///< what must come again in a partner
    std::vector<SourceSpan> unread;
    SourceSpan span;
    std::size_t firstLine = 0;
    bool isGrid = false;
    bool hasHeading = false; ///< words for a variant stand right above
    bool hasPartner = false;
};

std::string_view withoutColon(std::string_view text)
{
    while (!text.empty() && (text.back() == ':' || text.back() == ' ')) {
        text.remove_suffix(1);
    }
    return text;
}

Candidate candidateFrom(const Text& text, const ItemList& list)
{
    Candidate out;
    out.firstLine = list.firstLine;
    out.unread = list.unread;
    const auto begin = text.lines()[list.firstLine].begin;
    out.span = {.offset = begin, .length = text.lines()[list.lastLine].end - begin};
    Parameters selected;
    for (const auto& selection : list.selections) {
        selected[lowered(selection.name)] =
            std::string(text.slice({.offset = selection.number.span.offset, .length = selection.number.span.length}));
    }
    for (const auto& item : list.items) {
        Value value {.test = std::string(item.name), .parameters = selected, .number = item.number};
        if (list.hasNumericNames) {
            value.test = std::string(withoutColon(list.caption));
            value.parameters["case"] = std::string(item.name);
        }
        value.contextUnit = unitIn(item.name);
        out.keys.insert(std::string(item.name));
        out.values.push_back(std::move(value));
    }
    return out;
}

/// A grid without variants: rows are tests, heads are metrics.
std::optional<Candidate> candidateFrom(const Text& text, const Table& grid)
{
    const auto heads = bindHeads(grid);
    const bool namesVariant =
        std::ranges::any_of(heads.columns, [](const Head& head) { return head.kind.has_value(); });
    const bool hasHeads = std::ranges::all_of(heads.columns, [&](const Head& head) {
        const auto index = static_cast<std::size_t>(&head - heads.columns.data());
        return index < heads.labels || !head.text.empty();
    });
    if (heads.labels != 1 || namesVariant || !hasHeads || grid.rows.size() < 2) {
        return std::nullopt;
    }
    Candidate out;
    out.isGrid = true;
    out.span = grid.span;
    out.firstLine = text.lineAt(grid.span.offset);
    for (const auto& row : grid.rows) {
        const auto label = withoutColon(row.cells.front().text);
        for (std::size_t i = 1; i < row.cells.size(); ++i) {
            const auto& cell = row.cells[i];
            const auto head = heads.columns[i].text;
            if (cell.kind == CellKind::Text || label.empty()) {
                return std::nullopt;
            }
            if (cell.kind == CellKind::Value) {
                out.values.push_back({.test = std::string(label),
                                      .metric = lowered(withoutColon(head)),
                                      .contextUnit = unitIn(head),
                                      .parameters = {},
                                      .number = cell.value});
            }
        }
        out.keys.insert(std::string(label));
    }
    for (const auto& head : heads.columns) {
        out.keys.insert("\t" + std::string(head.text));
    }
    return out;
}

bool isLinkingWord(std::string_view line)
{
    const auto lower = lowered(withoutColon(trimmed(line)));
    return lower.ends_with(" from") || lower == "from" || lower == "to" || lower.ends_with(" to")
        || lower.ends_with(" now");
}

/// Whether words above line @p index name a variant.
bool hasHeading(const Text& text, std::size_t index)
{
    const auto lines = text.lines();
    std::size_t seen = 0;
    for (auto at = index; at > 0 && index - at < kHeadingReach && seen < 3; --at) {
        const auto& line = lines[at - 1];
        if (line.kind != LineKind::Body) {
            continue;
        }
        ++seen;
        const auto view = trimmed(text.line(at - 1));
        if (isLinkingWord(view) || !variantPhrasesIn(view).empty() || variantPhrase(view)) {
            return true;
        }
    }
    return false;
}

bool arePartners(const Candidate& a, const Candidate& b)
{
    if (a.isGrid != b.isGrid) {
        return false;
    }
    std::size_t shared = 0;
    for (const auto& key : a.keys) {
        shared += b.keys.contains(key) ? 1U : 0U;
    }
    const auto larger = std::max(a.keys.size(), b.keys.size());
    return shared >= std::min<std::size_t>(2, larger) && shared * 10 >= larger * 6;
}

class ValueList final : public Format
{
public:
    std::string_view id() const override
    {
        return "value-list";
    }
    std::string_view description() const override
    {
        return "lists of named values that come again under another heading, of any benchmark";
    }
    std::string_view example() const override
    {
        return "before: / Pipe bandwidth: 4631.28 MB/sec … after: / Pipe bandwidth: 4649.96 MB/sec …";
    }
    void find(const Text& text, std::vector<Block>& out, const Job& job) const override;
    ParsedBlock parse(const Text& text, const Block& block, const Job& job) const override;
};

void ValueList::find(const Text& text, std::vector<Block>& out, const Job& job) const
{
    const auto lines = text.lines();
    std::vector<Candidate> candidates;
    for (std::size_t i = 0; i < lines.size();) {
        if (lines[i].kind != LineKind::Body || lines[i].firstDigit >= lines[i].end) {
            ++i;
            continue;
        }
        if (job.isCancelled()) {
            return;
        }
        auto next = i + 1;
        if (mayBeItem(text, i)) {
            if (const auto list = itemListAt(text, i, next, job)) {
                candidates.push_back(candidateFrom(text, *list));
            }
        }
        if (next == i + 1 && mayBeRow(text, i)) {
            if (const auto grid = gridAt(text, i, next, job)) {
                if (auto candidate = candidateFrom(text, *grid)) {
                    candidates.push_back(std::move(*candidate));
                }
            }
        }
        i = next;
    }
    for (auto& candidate : candidates) {
        candidate.hasHeading = hasHeading(text, candidate.firstLine);
    }
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        for (std::size_t j = i + 1; j < std::min(candidates.size(), i + 1 + kPartnerReach); ++j) {
            if (arePartners(candidates[i], candidates[j])) {
                // What stands right below a list that has a heading belongs to it as well.
                const bool isTold =
                    candidates[i].hasHeading || candidates[j].hasHeading || (i > 0 && candidates[i - 1].hasPartner);
                candidates[i].hasPartner = candidates[i].hasPartner || isTold;
                candidates[j].hasPartner = candidates[j].hasPartner || isTold;
            }
        }
    }
    for (auto& candidate : candidates) {
        if (candidate.hasPartner) {
            const auto span = candidate.span;
            out.push_back({.span = span,
                           .confidence = Confidence::Maybe,
                           .state = std::make_shared<Candidate>(std::move(candidate))});
        }
    }
}

TestResult resultOf(const Value& value, SourceSpan span)
{
    TestResult result;
    result.test = value.test;
    result.parameters = value.parameters;
    result.value = value.number.value;
    result.span = span;
    const auto written = value.number.unit.empty() ? value.contextUnit : value.number.unit;
    auto unit = unitOf(written);
    const auto named = findUnit(value.test == "IOPS" ? "IOPS" : value.contextUnit);
    if (!value.number.unit.empty() && unit.base == "count" && named && named->base != "count") { // "IOPS=108.41M"
        unit = {.factor = unit.factor * named->factor, .base = named->base};
    }
    result.unit = std::string(written);
    result.baseValue = result.value * unit.factor;
    result.baseUnit = std::string(unit.base);
    result.metric = value.metric;
    if (result.metric.empty()) {
        const auto known = metricIn(value.test);
        result.metric = std::string(known.empty() ? metricFor(result.unit) : known);
    }
    return result;
}

/// A name that comes again is a further observation: the mean is the value.
void addSample(TestResult& result, const Number& number)
{
    const double factor = result.value != 0 ? result.baseValue / result.value : 1;
    if (result.samples.empty()) {
        result.samples.push_back({.value = result.value, .span = result.span});
    }
    const int order = static_cast<int>(result.samples.size());
    result.samples.push_back({.value = number.value, .span = number.span, .round = order, .order = order});
    double sum = 0;
    for (const auto& sample : result.samples) {
        sum += sample.value;
    }
    result.value = sum / static_cast<double>(result.samples.size());
    result.baseValue = result.value * factor;
}

ParsedBlock ValueList::parse(const Text& /*text*/, const Block& block, const Job& job) const
{
    const auto& candidate = *static_cast<const Candidate*>(block.state.get());
    ParsedBlock out;
    BlockRun run;
    run.run.span = candidate.span;
    auto& results = run.run.results;
    for (const auto& value : candidate.values) {
        if (job.isCancelled()) {
            break;
        }
        auto result = resultOf(value, value.number.span);
        const auto same = std::ranges::find_if(results, [&](const TestResult& other) {
            return other.test == result.test && other.metric == result.metric && other.parameters == result.parameters
                && other.unit == result.unit;
        });
        if (!std::isfinite(result.baseValue) || !std::isfinite(result.value)) {
            continue;
        }
        if (same != results.end()) {
            addSample(*same, value.number);
        } else {
            results.push_back(std::move(result));
        }
    }
    for (const auto& span : candidate.unread) {
        out.diagnostics.push_back({.severity = Severity::Info,
                                   .code = "unread-row",
                                   .message =
                                       "a line among named values holds several numbers that nothing names and was "
                                       "left out; see it in the source",
                                   .span = span});
    }
    out.title = std::format("Values, {} {}", results.size(), results.size() == 1 ? "row" : "rows");
    out.runs.push_back(std::move(run));
    return out;
}

}

const Format& value_list()
{
    static const ValueList instance;
    return instance;
}

}
