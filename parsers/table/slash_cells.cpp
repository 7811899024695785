// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/table/slash_cells.h"

#include "parsers/table/blanks.h"
#include "parsers/table/naming.h"

#include <algorithm>
#include <iterator>

namespace patchscale::table {
namespace {

using Kind = VariantPhrase::Kind;

const CellPart* secondOf(const Cell& cell)
{
    const auto hit = std::ranges::find(cell.parts, CellPart::Kind::Second, &CellPart::kind);
    return cell.kind == CellKind::Value && hit != cell.parts.end() ? &*hit : nullptr;
}

struct Sides
{
    VariantLabel first;
    VariantLabel second;
};

/// "without this patchset / with this patchset", "(w/o vs w/)": two sides with a mark between them.
std::optional<Sides> sidesIn(std::string_view text)
{
    const auto open = text.find('(');
    if (open != std::string_view::npos && open > 0) { // "Throughput in MB/s (tip/patched)"
        if (auto sides = sidesIn(text.substr(open + 1, text.find(')', open) - open - 1))) {
            return sides;
        }
    }
    const auto phrases = variantPhrasesIn(text);
    for (std::size_t i = 0; i + 1 < phrases.size(); ++i) {
        const auto gap =
            trimmed(text.substr(phrases[i].span.end(), phrases[i + 1].span.offset - phrases[i].span.end()));
        const bool isMark = gap == "/" || gap == "vs" || gap == "vs." || gap == "->" || gap == "|";
        const bool areSides = (phrases[i].kind == Kind::Baseline && phrases[i + 1].kind == Kind::Candidate)
            || (phrases[i].kind == Kind::Candidate && phrases[i + 1].kind == Kind::Baseline);
        if (isMark && areSides) {
            const auto label = [&](const VariantPhrase& phrase) {
                return VariantLabel {
                    .kind = phrase.kind, .label = text.substr(phrase.span.offset, phrase.span.length), .rest = {}};
            };
            return Sides {.first = label(phrases[i]), .second = label(phrases[i + 1])};
        }
    }
    for (auto slash = text.find('/'); slash != std::string_view::npos; slash = text.find('/', slash + 1)) {
        auto left = variantLabel(text.substr(0, slash));
        auto right = variantLabel(text.substr(slash + 1));
        if (left.kind && right.kind && left.kind != right.kind && left.rest.empty() && right.rest.empty()) {
            return Sides {.first = left, .second = right};
        }
    }
    return std::nullopt;
}

/// What @p head says besides the sides: "IOPs Rand Read" of "IOPs Rand Read (before/after)", nothing of "tip /
/// patched".
std::string_view caseOf(std::string_view head)
{
    if (!sidesIn(head)) {
        return head;
    }
    const auto open = head.find('(');
    return open == std::string_view::npos || !sidesIn(head.substr(open)) ? std::string_view {}
                                                                         : trimmed(head.substr(0, open));
}

std::optional<Sides> sidesOf(const Table& table, const Heads& heads)
{
    std::vector<std::string_view> texts {heads.corner};
    texts.insert(texts.end(), heads.captions.begin(), heads.captions.end());
    texts.insert(texts.end(), heads.others.begin(), heads.others.end());
    std::ranges::transform(heads.columns, std::back_inserter(texts), &Head::text); // "groups  tip / patched"
    texts.insert(texts.end(), table.titles.begin(), table.titles.end());
    for (const auto text : texts) {
        if (auto sides = sidesIn(text)) {
            return sides;
        }
    }
    return std::nullopt;
}

}

std::optional<Turned> splitSlashCells(const Table& table, const Heads& heads)
{
    const auto labels = std::max<std::size_t>(heads.labels, 1);
    std::size_t pairs = 0;
    for (const auto& row : table.rows) {
        for (std::size_t i = labels; i < row.cells.size(); ++i) {
            pairs += secondOf(row.cells[i]) != nullptr ? 1U : 0U;
        }
    }
    const auto sides = pairs >= 2 ? sidesOf(table, heads) : std::nullopt;
    if (!sides) {
        return std::nullopt;
    }
    Turned out;
    out.heads.labels = 1;
    out.heads.columns = {{},
                         {.text = sides->first.label, .kind = sides->first.kind, .label = sides->first.label},
                         {.text = sides->second.label, .kind = sides->second.kind, .label = sides->second.label}};
    out.heads.captions = heads.captions;
    out.heads.others = heads.others;
    out.heads.corner = heads.corner;
    out.table.titles = table.titles;
    out.table.nearTitles = table.nearTitles;
    out.table.command = table.command;
    out.table.unitSentence = table.unitSentence;
    out.table.joined = table.joined;
    out.table.unread = table.unread;
    out.table.span = table.span;
    std::vector<Parameters> selected(table.columns()); // what the rows without a slash say of their columns
    for (const auto& row : table.rows) {
        const bool isPaired =
            std::ranges::any_of(row.cells, [](const Cell& cell) { return secondOf(cell) != nullptr; });
        for (std::size_t i = labels; i < row.cells.size(); ++i) {
            const auto& cell = row.cells[i];
            if (!isPaired && cell.kind != CellKind::Missing) {
                selected[i][parameterName(row.cells.front().text)] = std::string(cell.text);
                std::ranges::replace(selected[i][parameterName(row.cells.front().text)], '\n', ' ');
            }
            const auto* second = secondOf(cell);
            if (second == nullptr) {
                continue;
            }
            Row split {.cells = std::vector<Cell>(3), .span = row.span};
            split.cells[1] = {.kind = CellKind::Value, .text = cell.text, .value = cell.value};
            split.cells[2] = {.kind = CellKind::Value, .text = cell.text, .value = second->number};
            out.table.rows.push_back(std::move(split));
            GivenName name {.test = std::string(row.cells.front().text), .parameters = selected[i]};
            if (row.cells.front().kind == CellKind::Value && !parameterName(heads.corner).empty()) { // "groups" over 16
                name.parameters[parameterName(heads.corner)] = std::move(name.test);
                name.test.clear();
            }
            if (const auto head = caseOf(heads.columns[i].text); !head.empty()) {
                const auto cases = table.hasCases ? parameterName(heads.corner) : std::string {};
                name.parameters[cases.empty() ? "case" : cases] = std::string(head);
            } else if (!heads.columns[i].group.empty()) { // "read (MB/s)" over "base / patched"
                const auto group = heads.columns[i].group;
                const auto bracket = unitIn(group).empty() ? std::string_view::npos : group.find_first_of("([");
                name.parameters["case"] = std::string(trimmed(group.substr(0, bracket)));
            }
            name.unit = std::string(unitIn(heads.columns[i].group));
            if (name.unit.empty() && metricIn(heads.columns[i].text) == "iops") { // "IOPs Rand Read"
                name.unit = "IOPS";
                name.metric = "iops"; // also of "318K"
            }
            if (name.unit.empty()) {
                name.unit = std::string(unitIn(name.test));
            }
            out.table.names.push_back(std::move(name));
        }
    }
    return out;
}

void splitChangeHeads(Table& table, Heads& heads)
{
    for (std::size_t i = heads.labels; i < heads.columns.size(); ++i) {
        auto& head = heads.columns[i];
        const auto slash = head.text.rfind('/');
        if (slash == std::string_view::npos || slash == 0) {
            continue;
        }
        const auto left = trimmed(head.text.substr(0, slash));
        const auto right = trimmed(head.text.substr(slash + 1));
        const auto phrase = variantPhrase(right);
        const bool isPaired =
            std::ranges::any_of(table.rows, [&](const Row& row) { return secondOf(row.cells[i]) != nullptr; });
        if (left.empty() || !phrase || phrase->kind != Kind::Delta || !isPaired) {
            continue;
        }
        auto named = readHead(left);
        named.suffix = right;
        named.part = head.part;
        named.group = head.group;
        head = named;
        for (auto& row : table.rows) {
            for (auto& part : row.cells[i].parts) {
                part.kind = part.kind == CellPart::Kind::Second ? CellPart::Kind::Bracket : part.kind;
            }
        }
    }
}

}
