// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/table/flat.h"
#include "parsers/table/blanks.h"

#include "parsers/context/phrase_words.h"
#include "parsers/context/vocabulary.h"
#include "parsers/table/variant_label.h"

#include <algorithm>

namespace patchscale::table {
namespace {

using Kind = VariantPhrase::Kind;

/// A name in running text is not longer than this; further on it is prose.
constexpr std::size_t kLongestName = 120;
constexpr std::size_t kShortestLine = 60;

bool isBlank(char c)
{
    return c == ' ' || c == '\t';
}

std::size_t skipBlanks(std::string_view text, std::size_t pos)
{
    while (pos < text.size() && isBlank(text[pos])) {
        ++pos;
    }
    return pos;
}

std::size_t wordEnd(std::string_view text, std::size_t pos)
{
    while (pos < text.size() && !isBlank(text[pos])) {
        ++pos;
    }
    return pos;
}

bool isRuler(std::string_view word)
{
    return word.size() >= 3 && word.find_first_not_of("-=+_|*") == std::string_view::npos;
}

/// The values of a row that begin at @p pos, exactly @p count of them: what follows is a word or the end.
std::vector<Cell> valuesAt(std::string_view whole, std::string_view text, std::size_t& pos, std::size_t count)
{
    std::vector<Cell> values;
    std::size_t at = pos;
    while (at < text.size() && values.size() <= count) {
        at = skipBlanks(text, at);
        const auto begin = at;
        const auto end = wordEnd(text, at);
        if (begin == end) {
            break;
        }
        auto cell = readValue(whole, text, at, NumberStyle::Plain);
        if (!cell) {
            auto missing = readCell(whole, text.substr(begin, end - begin), NumberStyle::Plain);
            if (missing.kind != CellKind::Missing || isRuler(missing.text)) {
                break;
            }
            cell = std::move(missing);
            at = end;
        }
        if (at < text.size() && !isBlank(text[at])) {
            break; // "10%-like", "256,"
        }
        if (values.size() == count) {
            return {};
        }
        values.push_back(std::move(*cell));
        pos = at;
    }
    return values.size() == count ? values : std::vector<Cell> {};
}

/// A known test's name at the end of @p name: what stands before it belongs to a header that was run together with it.
std::string_view knownTail(std::string_view name)
{
    for (std::size_t pos = 0; pos < name.size(); pos = skipBlanks(name, wordEnd(name, pos))) {
        const auto known = knownTestAt(name.substr(pos));
        if (known && !known->isShort && known->length == name.size() - pos) {
            return name.substr(pos);
        }
    }
    return name;
}

std::optional<Row> flatRowAt(std::string_view whole, std::string_view text, std::size_t& pos, std::size_t count)
{
    auto begin = skipBlanks(text, pos);
    for (auto end = wordEnd(text, begin); end > begin && isRuler(text.substr(begin, end - begin));
         end = wordEnd(text, begin)) {
        begin = skipBlanks(text, end);
    }
    const auto known = knownTestAt(text.substr(begin));
    auto at = known ? begin + known->length : begin;
    while (at < text.size() && at - begin <= kLongestName) {
        at = skipBlanks(text, at);
        auto after = at;
        auto values = at > begin ? valuesAt(whole, text, after, count) : std::vector<Cell> {};
        const auto name = trimmed(text.substr(begin, at - begin));
        if (!values.empty() && !name.empty()) {
            Row row;
            row.cells.push_back({.kind = CellKind::Text, .text = knownTail(name), .value = {}, .parts = {}});
            std::ranges::move(values, std::back_inserter(row.cells));
            row.span = patchscale::spanOf(whole, text.substr(begin, after - begin));
            pos = after;
            return row;
        }
        at = wordEnd(text, at);
    }
    return std::nullopt;
}

std::optional<Table> tableFrom(std::string_view whole, std::string_view text, std::size_t begin,
                               const std::vector<std::string_view>& header, const Job& job)
{
    Table table;
    table.isFlattened = true;
    table.header = {header};
    std::size_t pos = begin;
    while (!job.isCancelled()) {
        auto row = flatRowAt(whole, text, pos, header.size());
        if (!row) {
            break;
        }
        table.rows.push_back(std::move(*row));
    }
    if (table.rows.empty()) {
        return std::nullopt;
    }
    return table;
}

struct Group
{
    std::size_t begin = 0;
    std::size_t end = 0;
    std::vector<std::string_view> names {};
    bool hasBaseline = false;
    bool hasCandidate = false;
};

/// "5.19-rc3 5.19-rc3+patch Diff": the version before the patched one is its other side.
void addStem(std::string_view text, Group& group)
{
    const auto before = trimmed(text.substr(0, group.begin));
    const auto word = before.substr(before.find_last_of(" \t|") + 1);
    if (!group.hasBaseline && group.hasCandidate && group.names.size() > 1
        && isStemOf(group.names[0], group.names[1])) {
        group.hasBaseline = true;
    } else if (!group.hasBaseline && group.hasCandidate
               && isKernelVersion(lowered(word.substr(0, word.find_first_of("-+_"))))
               && isStemOf(word, group.names.front())) {
        group.names.insert(group.names.begin(), word);
        group.begin = static_cast<std::size_t>(word.data() - text.data());
        group.hasBaseline = true;
        const auto behind = skipBlanks(text, group.end);
        const auto next = text.substr(behind, wordEnd(text, behind) - behind);
        const auto phrase = group.names.size() == 2 ? variantPhrase(next) : std::nullopt;
        if (phrase && phrase->kind == Kind::Delta) {
            group.names.push_back(next);
            group.end = behind + next.size();
        }
    }
}

/// Variant phrases that stand right beside one another.
std::vector<Group> headerGroups(std::string_view text)
{
    std::vector<Group> groups;
    for (const auto& phrase : variantPhrasesIn(text)) {
        const bool isNext =
            !groups.empty() && trimmed(text.substr(groups.back().end, phrase.span.offset - groups.back().end)).empty();
        if (!isNext) {
            groups.push_back({.begin = phrase.span.offset, .end = 0, .names = {}});
        }
        auto& group = groups.back();
        group.end = phrase.span.end();
        group.names.push_back(text.substr(phrase.span.offset, phrase.span.length));
        group.hasBaseline = group.hasBaseline || phrase.kind == Kind::Baseline;
        group.hasCandidate = group.hasCandidate || phrase.kind == Kind::Candidate;
    }
    for (auto& group : groups) {
        addStem(text, group);
    }
    std::erase_if(
        groups, [](const Group& group) { return group.names.size() < 2 || !group.hasBaseline || !group.hasCandidate; });
    return groups;
}

}

bool mayBeFlattened(const Text& text, std::size_t index)
{
    const auto& line = text.lines()[index];
    return line.kind == LineKind::Body && line.numbers >= 2 && line.size() >= kShortestLine;
}

std::vector<Table> flattenedTablesIn(const Text& text, std::size_t index, std::vector<std::string_view>& inherited,
                                     const Job& job)
{
    const auto whole = text.view();
    const auto line = text.line(index);
    const auto groups = headerGroups(line);
    std::vector<Table> out;
    const auto add = [&](std::size_t begin, std::size_t rowsBegin, std::size_t end,
                         const std::vector<std::string_view>& header) {
        if (auto table = tableFrom(whole, line.substr(0, end), rowsBegin, header, job)) {
            const auto first = patchscale::spanOf(whole, line.substr(begin)).offset;
            table->span = {.offset = first, .length = table->rows.back().span.end() - first};
            if (begin > 0) {
                table->titles.push_back(trimmed(line.substr(0, begin)));
            }
            out.push_back(std::move(*table));
        }
    };
    if (!inherited.empty()) {
        add(0, 0, groups.empty() ? line.size() : groups.front().begin, inherited);
    }
    for (std::size_t i = 0; i < groups.size(); ++i) {
        add(groups[i].begin, groups[i].end, i + 1 < groups.size() ? groups[i + 1].begin : line.size(), groups[i].names);
    }
    if (!groups.empty()) {
        inherited = groups.back().names;
    }
    return out;
}

}
