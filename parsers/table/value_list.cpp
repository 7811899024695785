// SPDX-License-Identifier: GPL-3.0-or-later
// Lists and tables of values under a heading, that come again with other values under another heading: "before" and,
// further down, "after". Which is which the words around them tell (parsers/context).
#include "core/base/units.h"
#include "parsers/context/opposites.h"
#include "parsers/context/passage.h"
#include "parsers/context/vocabulary.h"
#include "parsers/general_format.h"
#include "parsers/table/blanks.h"
#include "parsers/table/grid.h"
#include "parsers/table/heads.h"
#include "parsers/table/item_list.h"
#include "parsers/table/measures.h"
#include "parsers/table/naming.h"
#include "parsers/table/surroundings.h"

#include <algorithm>
#include <cmath>
#include <format>
#include <functional>
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
    std::optional<Number> spread {};
};

struct Candidate
{
    std::vector<Value> values;
    std::set<std::string> keys; ///< what must come again in a partner
    std::vector<SourceSpan> unread;
    SourceSpan span;
    std::size_t firstLine = 0;
    bool isGrid = false;
    bool isOneRow = false; ///< of a grid: too little to go without words for its variant
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
        Value value {.test = squeezed(item.name), .parameters = selected, .number = item.number, .spread = item.spread};
        if (list.hasNumericNames) {
            value.test = std::string(withoutColon(list.caption));
            value.parameters["case"] = std::string(item.name);
        }
        value.contextUnit = unitIn(item.name);
        if (const auto equals = item.selection.find('='); equals != std::string_view::npos) {
            value.parameters[std::string(item.selection.substr(0, equals))] =
                std::string(item.selection.substr(equals + 1));
        }
        out.keys.insert(squeezed(item.name) + std::string(item.selection));
        out.values.push_back(std::move(value));
    }
    return out;
}

/// @p grid without the heading above its heads ("w/o patch"), and without the words behind its values
/// ("Sat Apr 30 14:01:51 2005"), which no head stands over.
Table withoutRemarks(const Text& text, const Table& grid)
{
    Table out = grid;
    while (out.header.size() > 1 && out.header.front().size() == 1 && out.header.back().size() > 1) {
        out.header.erase(out.header.begin());
        const auto begin = text.spanOf(out.header.front().front()).offset;
        out.span = {.offset = begin, .length = grid.span.end() - begin};
    }
    const auto isRemark = [](const Row& row) {
        const auto& last = row.cells.back();
        return last.kind == CellKind::Text || last.text.contains(':'); // "2 14:01:51 2005" of a date
    };
    const auto headWidth = out.header.empty() ? 0 : out.header.back().size();
    const bool isNamed =
        grid.rows.front().cells.front().kind == CellKind::Text; // its head may be the one that is missing
    while (!isNamed && out.columns() > std::max<std::size_t>(headWidth, 2) && std::ranges::all_of(out.rows, isRemark)) {
        for (auto& row : out.rows) {
            row.cells.pop_back();
        }
    }
    return out;
}

/// "Tasks" over 1, 100, 200: whole numbers, each larger than the one above, select the case.
bool countsUp(const Table& grid)
{
    const auto isWhole = [](const Row& row) {
        const auto& cell = row.cells.front();
        return cell.kind == CellKind::Value && cell.parts.empty() && cell.value.unit.empty()
            && cell.text.find_first_not_of("0123456789") == std::string_view::npos;
    };
    return grid.rows.size() > 1 && std::ranges::all_of(grid.rows, isWhole)
        && std::ranges::is_sorted(grid.rows, std::ranges::less_equal {},
                                  [](const Row& row) { return row.cells.front().value.value; });
}

/// A row of a grid: its name, or the number that selects it.
struct RowCase
{
    std::string_view label {};
    Parameters parameters {};
};

/// What the numbers over the columns select: "iodepth" of "iodepth | 4 | 8".
std::string caseName(std::string_view corner)
{
    auto name = parameterName(corner);
    return name.empty() || name == "-" ? "case" : name;
}

/// A row that states changes against another table: "bw improve".
bool isChangeLabel(std::string_view label)
{
    const auto lower = lowered(label);
    return lower.contains("improve") || lower.contains("change") || lower.contains("diff") || lower.contains("delta");
}

/// A grid without variants: rows are tests or cases, heads are metrics. A single row needs no name.
std::optional<Candidate> candidateFrom(const Text& text, const Table& whole)
{
    const auto grid = withoutRemarks(text, whole);
    const auto heads = bindHeads(grid);
    const bool areCases = heads.labels == 0 && countsUp(grid);
    const bool isNameless = heads.labels == 0 && grid.rows.size() == 1;
    const auto first = areCases ? 1 : heads.labels;
    const bool namesVariant =
        std::ranges::any_of(heads.columns, [](const Head& head) { return head.kind.has_value(); });
    const bool hasHeads = std::ranges::all_of(heads.columns, [&](const Head& head) {
        const auto index = static_cast<std::size_t>(&head - heads.columns.data());
        return index < heads.labels || (!head.text.empty() && (grid.hasCases || hasLetters(head.text)));
    });
    if ((heads.labels != 1 && !areCases && !isNameless) || namesVariant || !hasHeads) {
        return std::nullopt;
    }
    Candidate out;
    out.isGrid = true;
    out.isOneRow = grid.rows.size() == 1;
    out.span = grid.span;
    out.firstLine = text.lineAt(grid.span.offset);
    for (const auto& row : grid.rows) {
        RowCase which;
        if (areCases) {
            which.parameters[parameterName(heads.columns.front().text)] = std::string(row.cells.front().text);
        } else if (!isNameless) {
            which.label = withoutColon(row.cells.front().text);
        }
        if (grid.hasCases && isChangeLabel(which.label)) {
            continue; // "bw improve | 5.5% | …"
        }
        for (std::size_t i = first; i < row.cells.size(); ++i) {
            const auto& cell = row.cells[i];
            const auto head = withoutColon(heads.columns[i].text);
            if (cell.kind == CellKind::Text || (which.label.empty() && which.parameters.empty() && !isNameless)) {
                return std::nullopt;
            }
            if (cell.kind == CellKind::Value) {
                const bool isNamed = !which.label.empty();
                if (grid.hasCases) {
                    which.parameters[caseName(heads.corner)] = std::string(head);
                }
                out.values.push_back({.test = std::string(isNamed ? which.label : head),
                                      .metric = isNamed && !grid.hasCases ? lowered(head) : std::string {},
                                      .contextUnit = unitIn(head),
                                      .parameters = which.parameters,
                                      .number = cell.value});
            }
        }
        if (!isNameless) {
            out.keys.insert(std::string(withoutColon(row.cells.front().text)));
        }
    }
    for (const auto& head : heads.columns) {
        out.keys.insert("\t" + std::string(head.text));
    }
    return out;
}

bool isLinkingWord(std::string_view line)
{
    const auto lower = lowered(withoutColon(table::trimmed(line)));
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
        const auto view = table::trimmed(text.line(at - 1));
        if (isLinkingWord(view) || !variantPhrasesIn(view).empty() || variantPhrase(view)) {
            return true;
        }
    }
    return false;
}

/// Whether the line right above line @p index is nothing but words for one side: "Before:", "w/ patch".
bool isUnderSide(const Text& text, std::size_t index)
{
    while (index > 0 && text.lines()[index - 1].kind != LineKind::Body) {
        --index;
    }
    const auto phrase = index > 0 ? variantPhrase(withoutColon(table::trimmed(text.line(index - 1)))) : std::nullopt;
    return phrase && (phrase->kind == VariantPhrase::Kind::Baseline || phrase->kind == VariantPhrase::Kind::Candidate);
}

/// The line above line @p index that is text.
std::string_view lineAbove(const Text& text, std::size_t index)
{
    const auto floor = index > kHeadingReach ? index - kHeadingReach : 0;
    while (index > floor && text.lines()[index - 1].kind != LineKind::Body) {
        --index;
    }
    return index > floor ? withoutColon(withoutNumbering(text.line(index - 1))) : std::string_view {};
}

/// "polling without queue support" above one and "polling with queue support" above the other.
bool areUnderOpposites(const Text& text, const Candidate& a, const Candidate& b)
{
    const auto first = lineAbove(text, a.firstLine);
    const auto second = lineAbove(text, b.firstLine);
    return !first.empty() && !second.empty() && isOldSideOf(first, second).has_value();
}

/// Lines of which every value comes again as it was are settings: "flags=3000, delay=10 usec".
bool areSettings(const Text& text, const Candidate& a, const Candidate& b)
{
    const auto line = text.slice(a.span);
    const bool isOfPairs = a.values.size() > 1 && line.contains('=') && !line.contains('\n');
    return isOfPairs && std::ranges::equal(a.values, b.values, [](const Value& left, const Value& right) {
               return left.test == right.test && left.metric == right.metric && left.parameters == right.parameters
                   && left.number.unit == right.number.unit && left.number.value == right.number.value;
           });
}

bool arePartners(const Text& text, const Candidate& a, const Candidate& b)
{
    if (a.isGrid != b.isGrid || areSettings(text, a, b)) {
        return false;
    }
    std::size_t shared = 0;
    for (const auto& key : a.keys) {
        shared += b.keys.contains(key) ? 1U : 0U;
    }
    const auto larger = std::max(a.keys.size(), b.keys.size());
    return shared >= std::min<std::size_t>(2, larger) && shared * 10 >= larger * 6;
}

class ValueList final : public GeneralFormat
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
    void findBeside(const Text& text, const TakenLines& taken, std::vector<Block>& out, const Job& job) const override;
    ParsedBlock parse(const Text& text, const Block& block, const Job& job) const override;
};

void ValueList::findBeside(const Text& text, const TakenLines& taken, std::vector<Block>& out, const Job& job) const
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
        if (const auto free = taken.firstFree(i); free != i) {
            i = free;
            continue;
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
        candidate.hasHeading =
            candidate.isOneRow ? isUnderSide(text, candidate.firstLine) : hasHeading(text, candidate.firstLine);
    }
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        for (std::size_t j = i + 1; j < std::min(candidates.size(), i + 1 + kPartnerReach); ++j) {
            if (arePartners(text, candidates[i], candidates[j])) {
                // What stands right below a list that has a heading belongs to it as well.
                const bool isTold = candidates[i].isOneRow
                    ? candidates[i].hasHeading && candidates[j].hasHeading
                    : candidates[i].hasHeading || candidates[j].hasHeading || (i > 0 && candidates[i - 1].hasPartner)
                        || areUnderOpposites(text, candidates[i], candidates[j]);
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
    if (value.spread) {
        result.spread = spreadOf(*value.spread, result.unit);
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
    result.spread.reset(); // of one of them
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
