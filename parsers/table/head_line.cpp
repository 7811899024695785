// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/table/head_line.h"

#include "parsers/context/opposites.h"
#include "parsers/table/blanks.h"
#include "parsers/table/naming.h"
#include "parsers/table/variant_label.h"

#include <algorithm>

namespace patchscale::table {
namespace {

using Kind = VariantPhrase::Kind;

/// "Without Patch With Patch Diff" in one piece, taken apart at the phrases; empty if words are left over.
std::vector<std::string_view> phrasePieces(std::string_view piece)
{
    std::vector<std::string_view> out;
    std::size_t covered = 0;
    for (const auto& phrase : variantPhrasesIn(piece)) {
        if (!trimmed(piece.substr(covered, phrase.span.offset - covered)).empty()) {
            return {};
        }
        out.push_back(piece.substr(phrase.span.offset, phrase.span.length));
        covered = phrase.span.end();
    }
    if (!trimmed(piece.substr(covered)).empty() || out.size() < 2) {
        return {};
    }
    return out;
}

bool isVersion(std::string_view text)
{
    if (text.starts_with('v')) {
        text.remove_prefix(1);
    }
    return text.size() > 2 && text.front() >= '0' && text.front() <= '9' && text.contains('.') && !text.contains(' ');
}

/// In brackets behind a name only these words say that it is the baseline; "schbench(old)" is an old schbench.
bool isBaselineMark(std::string_view text)
{
    const auto lower = lowered(text);
    return lower == "baseline" || lower == "base" || lower == "reference" || lower == "control";
}

/// Whether what follows a stem says that something was added: " patched", "+fix", "-v2".
bool patchesStem(std::string_view tail)
{
    const auto word = trimmed(tail.substr(std::min(tail.find_first_not_of(" -+_/"), tail.size())));
    const auto phrase = variantPhrase(word);
    return tail.starts_with('+') || (phrase && phrase->kind == Kind::Candidate);
}

/// "5.6" is the baseline of "5.6 patched", whatever the words.
void nameSidesByStem(std::vector<Head>& heads)
{
    if (std::ranges::contains(heads, std::optional(Kind::Baseline), &Head::kind)) {
        return;
    }
    for (auto& stem : heads) {
        for (auto& other : heads) {
            if (!stem.kind && other.kind != Kind::Baseline && isStemOf(stem.text, other.text)
                && patchesStem(other.text.substr(stem.text.size()))) {
                stem.kind = Kind::Baseline;
                other.kind = Kind::Candidate;
                stem.label = stem.text;
                other.label = other.text;
            }
        }
    }
}

/// "Without LMh Support" is the baseline of "With LMh Support".
void nameSidesByOpposites(std::vector<Head>& heads)
{
    for (auto& first : heads) {
        for (auto& second : heads) {
            const bool areOpen = !namesVariant(first) && !namesVariant(second) && &first < &second;
            const auto isOld = areOpen ? isOldSideOf(first.text, second.text) : std::nullopt;
            if (isOld) {
                first.kind = *isOld ? Kind::Baseline : Kind::Candidate;
                second.kind = *isOld ? Kind::Candidate : Kind::Baseline;
                first.label = first.text;
                second.label = second.text;
            }
        }
    }
}

/// "nopatch lat  nopatch bw  w/ patch lat  w/ patch bw": each head names its side and one of the same measures.
void nameSidesWithMeasures(std::vector<Head>& heads)
{
    constexpr std::size_t kLongestHead = 40;
    constexpr std::ptrdiff_t kFewest = 4; // two sides with two measures each
    const auto mayBePart = [](const Head& head) {
        return !head.kind && head.text.size() <= kLongestHead && head.text.contains(' ');
    };
    if (std::ranges::any_of(heads, namesVariant) || std::ranges::count_if(heads, mayBePart) < kFewest) {
        return;
    }
    struct Part
    {
        Head* head;
        VariantLabel named;
    };
    std::vector<Part> parts;
    std::vector<std::string_view> sides;
    std::vector<std::string_view> measures;
    const auto addOnce = [](std::vector<std::string_view>& list, std::string_view item) {
        if (std::ranges::find(list, item) == list.end()) {
            list.push_back(item);
        }
    };
    for (auto& head : heads) {
        const auto named = mayBePart(head) ? variantLabel(head.text) : VariantLabel {};
        if (named.kind && !named.rest.empty()) {
            parts.push_back({.head = &head, .named = named});
            addOnce(sides, named.label);
            addOnce(measures, named.rest);
        }
    }
    if (sides.size() < 2 || measures.size() < 2 || parts.size() != sides.size() * measures.size()) {
        return;
    }
    for (const auto& part : parts) {
        part.head->kind = part.named.kind;
        part.head->label = part.named.label;
        part.head->group = part.named.rest;
        const auto measure = std::ranges::find(measures, part.named.rest) - measures.begin();
        part.head->part = static_cast<std::size_t>(measure) + 1;
    }
}

}

bool namesVariant(const Head& head)
{
    return head.kind == Kind::Baseline || head.kind == Kind::Candidate;
}

HeaderLine readLine(const std::vector<std::string_view>& pieces, std::size_t columns)
{
    HeaderLine line;
    for (auto piece : pieces) {
        if (piece.starts_with(": ")) { // "Kernel   : baseline   patched"
            piece = trimmed(piece.substr(2));
        }
        if (const auto colon = piece.find(": "); colon != std::string_view::npos && pieces.size() < columns) {
            if (const auto head = readHead(piece.substr(colon + 2)); head.kind) { // "#workers: base  patched"
                line.heads.push_back(readHead(piece.substr(0, colon + 1)));
                piece = head.text;
            }
        }
        const auto head = readHead(piece);
        const auto parts =
            !head.kind && pieces.size() < columns ? phrasePieces(piece) : std::vector<std::string_view> {};
        if (parts.empty()) {
            line.heads.push_back(head);
        }
        for (const auto part : parts) {
            line.heads.push_back(readHead(part));
        }
    }
    nameSidesByStem(line.heads);
    nameSidesByOpposites(line.heads);
    nameSidesWithMeasures(line.heads);
    for (const auto& head : line.heads) {
        line.variants += namesVariant(head) ? 1U : 0U;
        line.named += head.kind ? 1U : 0U;
    }
    return line;
}
std::vector<std::string_view> bracketsOf(std::string_view head)
{
    std::vector<std::string_view> out;
    head = trimmed(head);
    while (!head.empty() && (head.back() == ')' || head.back() == ']')) {
        const auto open = head.rfind(head.back() == ')' ? '(' : '[');
        if (open == std::string_view::npos || open == 0) {
            break;
        }
        out.insert(out.begin(), trimmed(head.substr(open + 1, head.size() - open - 2)));
        head = trimmed(head.substr(0, open));
    }
    return out;
}

Head readHead(std::string_view text)
{
    Head head {.text = trimmed(text), .suffix = {}, .kind = {}, .label = {}, .group = {}};
    const auto& cell = head.text;
    if (!cell.empty() && (cell.back() == ')' || cell.back() == ']')) {
        const auto open = cell.rfind(cell.back() == ')' ? '(' : '[');
        if (open != std::string_view::npos) {
            head.suffix = trimmed(cell.substr(open + 1, cell.size() - open - 2));
        }
    }
    if (const auto phrase = variantPhrase(cell)) {
        head.kind = phrase->kind;
        head.label = phrase->text;
    } else if (const auto named = variantLabel(cell); named.kind && isVersion(named.rest)) { // "4.9.0-rc5 vanilla"
        head.kind = named.kind;
        head.label = cell;
    } else if (isBaselineMark(head.suffix) && cell.size() > head.suffix.size() + 2) { // "5.9.0-ondemand (BASELINE)"
        head.kind = Kind::Baseline;
        head.label = trimmed(cell.substr(0, cell.size() - head.suffix.size() - 2));
    } else if (cell.contains(" vs ") || cell.contains(" vs. ")) { // "v3 vs base"
        head.kind = Kind::Delta;
    } else if (bracketsOf(cell).size() > 1) { // "eevdf[pct imp](CV)"
        head.label =
            trimmed(cell.substr(0, static_cast<std::size_t>(bracketsOf(cell).front().data() - cell.data()) - 1));
    }
    return head;
}

}
