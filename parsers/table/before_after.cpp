// SPDX-License-Identifier: GPL-3.0-or-later
// Before/after tables of any benchmark, however they are drawn: columns, "|", "+---+", or run together into one line.
#include "parsers/format.h"
#include "parsers/table/flat.h"
#include "parsers/table/grid.h"
#include "parsers/table/reading.h"

#include <algorithm>

namespace patchscale {
namespace {

using namespace patchscale::table;

/// What find() has worked out of a block.
struct State
{
    Table table;
    Heads heads;
    Layout layout;
};

class BeforeAfter final : public Format
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
    void find(const Text& text, std::vector<Block>& out, const Job& job) const override;
    ParsedBlock parse(const Text& text, const Block& block, const Job& job) const override;
};

bool offer(Table table, std::vector<Block>& out)
{
    auto heads = bindHeads(table);
    auto layout = layoutOf(table, heads);
    if (!layout) {
        return false;
    }
    // In running text words alone may be prose; a row needs a second one or a change that fits.
    const bool isProven = std::ranges::any_of(layout->deltas, &DeltaSource::isProven);
    if (table.isFlattened && table.rows.size() < 2 && !isProven) {
        return false;
    }
    const auto span = table.span;
    const auto confidence = layout->isProven ? Confidence::Likely : Confidence::Maybe;
    out.push_back({.span = span,
                   .confidence = confidence,
                   .state = std::make_shared<State>(
                       State {.table = std::move(table), .heads = std::move(heads), .layout = std::move(*layout)})});
    return true;
}

void BeforeAfter::find(const Text& text, std::vector<Block>& out, const Job& job) const
{
    const auto lines = text.lines();
    std::vector<std::string_view> inherited;
    std::size_t inheritedAt = 0;
    for (std::size_t i = 0; i < lines.size();) {
        if (lines[i].numbers < 1 || lines[i].kind != LineKind::Body) {
            ++i;
            continue;
        }
        if (job.isCancelled()) {
            return;
        }
        bool isTaken = false;
        if (mayBeFlattened(text, i)) {
            if (i > inheritedAt + 2) {
                inherited.clear();
            }
            for (auto& found : flattenedTablesIn(text, i, inherited, job)) {
                isTaken = offer(std::move(found), out) || isTaken;
            }
            if (isTaken) {
                inheritedAt = i;
            }
        }
        auto next = i + 1;
        if (!isTaken && mayBeRow(text, i)) {
            if (auto grid = gridAt(text, i, next, job)) {
                offer(std::move(*grid), out);
            }
        }
        i = next;
    }
}

ParsedBlock BeforeAfter::parse(const Text& text, const Block& block, const Job& /*job*/) const
{
    const auto& state = *static_cast<const State*>(block.state.get());
    return readColumns(text.view(), state.table, state.heads, state.layout);
}

}

const Format& before_after()
{
    static const BeforeAfter instance;
    return instance;
}

}
