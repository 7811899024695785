// SPDX-License-Identifier: GPL-3.0-or-later
// Before/after tables of any benchmark, however they are drawn: columns, "|", "+---+", or run together into one line.
#include "parsers/context/vocabulary.h"
#include "parsers/general_format.h"
#include "parsers/table/changes_only.h"
#include "parsers/table/compound.h"
#include "parsers/table/flat.h"
#include "parsers/table/grid.h"
#include "parsers/table/naming.h"
#include "parsers/table/pair_rows.h"
#include "parsers/table/reading.h"
#include "parsers/table/slash_cells.h"
#include "parsers/table/turned.h"

#include <algorithm>
#include <iterator>

namespace patchscale {
namespace {

using namespace patchscale::table;

/// What find() has worked out of a block.
struct State
{
    Table table;
    Heads heads;
    Layout layout;
    std::optional<ParsedBlock> changes; ///< read already: a table without values
};

class BeforeAfter final : public GeneralFormat
{
public:
    std::string_view id() const override
    {
        return "before-after-table";
    }
    std::string_view description() const override
    {
        return "tables that set values without and with a patch side by side, of any benchmark";
    }
    std::string_view example() const override
    {
        return "I/O Type      w/o patch    with patch\n"
               "random read   8141.2 MB/s  8497.1 MB/s";
    }
    void findBeside(const Text& text, const TakenLines& taken, std::vector<Block>& out, const Job& job) const override;
    ParsedBlock parse(const Text& text, const Block& block, const Job& job) const override;
};

bool hasProof(const Layout& layout)
{
    return std::ranges::any_of(layout.deltas, &DeltaSource::isProven);
}

bool offer(Table table, Heads heads, Layout layout, std::vector<Block>& out);

bool offerTurned(std::optional<Turned> turned, std::vector<Block>& out)
{
    if (!turned) {
        return false;
    }
    auto layout = layoutOf(turned->table, turned->heads);
    if (!layout || (turned->needsProof && !hasProof(*layout))) {
        return false;
    }
    return offer(std::move(turned->table), std::move(turned->heads), std::move(*layout), out);
}

/// Variants may be the columns of a grid or its rows; words over the columns go first.
bool offerGrid(Table& table, std::vector<Block>& out)
{
    auto heads = bindHeads(table);
    if (!heads.reference.empty()) {
        return false; // changes against one row, no values
    }
    splitChangeHeads(table, heads);
    splitCompounds(table, heads);
    auto layout = layoutOf(table, heads);
    const bool areColumns = layout && layout->isProven && layout->hasWords;
    if (!areColumns && (offerTurned(turnGrid(table, heads), out) || offerTurned(splitSlashCells(table, heads), out))) {
        return true;
    }
    return layout && offer(std::move(table), std::move(heads), std::move(*layout), out);
}

/// What a grid below another takes over from it if it has no header of its own.
struct PreviousGrid
{
    std::vector<std::vector<std::string_view>> header;
    std::size_t columns = 0;
    std::size_t end = 0; ///< line behind it
    bool isPiped = false;
    std::string_view unitLine {}; ///< the line above it that tells the unit
    std::vector<std::string_view> labels {}; ///< of its rows
};

std::vector<std::string_view> labelsOf(const Table& table)
{
    std::vector<std::string_view> labels;
    std::ranges::transform(table.rows, std::back_inserter(labels),
                           [](const Row& row) { return row.cells.front().text; });
    std::ranges::sort(labels);
    return labels;
}

/// Whether two sorted lists of labels have one in common: blocks under one header measure the same things.
bool shareOne(const std::vector<std::string_view>& a, const std::vector<std::string_view>& b)
{
    return std::ranges::any_of(a, [&](std::string_view label) { return std::ranges::binary_search(b, label); });
}

/// The first of the lines above @p table that tells a unit.
std::string_view unitLineOf(const Table& table)
{
    const auto hit = std::ranges::find_if(table.titles, [](std::string_view title) { return !unitIn(title).empty(); });
    return hit != table.titles.end() ? *hit : table.unitSentence;
}

/// The header is often printed only once, above the first of several blocks with a heading each.
constexpr std::size_t kInheritReach = 5;

bool offerOrInherit(const Text& text, Table& table, PreviousGrid& previous, std::vector<Block>& out)
{
    const auto first = text.lineAt(table.span.offset);
    const auto last = text.lineAt(table.span.end() - 1);
    PreviousGrid own {.header = table.header,
                      .columns = table.columns(),
                      .end = last + 1,
                      .isPiped = table.isPiped,
                      .unitLine = unitLineOf(table),
                      .labels = labelsOf(table)};
    auto rows = table.rows;
    if (offerGrid(table, out)) {
        previous = std::move(own);
        return true;
    }
    table.rows = std::move(rows); // as they were: measures in one cell belong under the heads of another table
    const bool hasOwnHead = std::ranges::any_of(own.header, [](const auto& pieces) { return pieces.size() > 1; });
    const bool isNear = previous.columns > 0 && first >= previous.end && first - previous.end <= kInheritReach;
    if (auto changes = readChangesOnly(text.view(), table, bindHeads(table))) {
        const auto span = table.span;
        out.push_back({.span = span,
                       .confidence = Confidence::Maybe,
                       .state = std::make_shared<State>(
                           State {.table = {}, .heads = {}, .layout = {}, .changes = std::move(changes)})});
        return true;
    }
    if (hasOwnHead || !isNear || !shareOne(own.labels, previous.labels) || own.columns != previous.columns
        || own.isPiped != previous.isPiped) {
        return false;
    }
    if (!own.header.empty()) { // its heading tells its rows from those above
        table.sections.insert(table.sections.begin(), own.header.back().front());
        for (auto& row : table.rows) {
            row.section = row.section == Row::kNoSection ? 0 : row.section + 1;
        }
    }
    table.header.insert(table.header.begin(), previous.header.begin(), previous.header.end());
    if (table.unitSentence.empty()) {
        table.unitSentence = previous.unitLine;
    }
    if (!offerGrid(table, out)) {
        return false;
    }
    previous.end = last + 1;
    return true;
}

bool offerFlattened(Table table, std::vector<Block>& out)
{
    auto heads = bindHeads(table);
    auto layout = layoutOf(table, heads);
    // In running text words alone may be prose; a row needs a second one, a change that fits, or a test's full name.
    const auto known = knownTestAt(table.rows.front().cells.front().text);
    const bool isNamed = known && !known->isShort && known->length == table.rows.front().cells.front().text.size();
    if (!layout || (table.rows.size() < 2 && !isNamed && !hasProof(*layout))) {
        return false;
    }
    return offer(std::move(table), std::move(heads), std::move(*layout), out);
}

bool offer(Table table, Heads heads, Layout layout, std::vector<Block>& out)
{
    const auto span = table.span;
    const auto confidence = layout.isProven ? Confidence::Likely : Confidence::Maybe;
    out.push_back(
        {.span = span,
         .confidence = confidence,
         .state = std::make_shared<State>(State {
             .table = std::move(table), .heads = std::move(heads), .layout = std::move(layout), .changes = {}})});
    return true;
}

void BeforeAfter::findBeside(const Text& text, const TakenLines& taken, std::vector<Block>& out, const Job& job) const
{
    const auto lines = text.lines();
    std::vector<std::string_view> inherited;
    std::size_t inheritedAt = 0;
    PreviousGrid previous;
    for (std::size_t i = 0; i < lines.size();) {
        if (lines[i].numbers < 1 || lines[i].kind != LineKind::Body) {
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
        bool isTaken = false;
        if (mayBeFlattened(text, i)) {
            if (i > inheritedAt + 2) {
                inherited.clear();
            }
            for (auto& found : flattenedTablesIn(text, i, inherited, job)) {
                isTaken = offerFlattened(std::move(found), out) || isTaken;
            }
            if (isTaken) {
                inheritedAt = i;
            }
        }
        auto next = i + 1;
        if (!isTaken && mayBeRow(text, i)) {
            if (auto grid = gridAt(text, i, next, job)) {
                isTaken = offerOrInherit(text, *grid, previous, out);
            }
        }
        if (!isTaken && mayBePairRow(text, i)) {
            auto behind = i + 1;
            if (offerTurned(pairRowsAt(text, i, behind, job), out)) {
                next = behind;
            }
        }
        i = next;
    }
}

ParsedBlock BeforeAfter::parse(const Text& text, const Block& block, const Job& /*job*/) const
{
    const auto& state = *static_cast<const State*>(block.state.get());
    if (state.changes) {
        return *state.changes;
    }
    return readColumns(text.view(), state.table, state.heads, state.layout);
}

}

const Format& before_after()
{
    static const BeforeAfter instance;
    return instance;
}

}
