// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/perf/c2c_tables.h"

#include "parsers/perf/symbol_row.h"
#include "parsers/perf/table_head.h"
#include "parsers/perf/tool_cells.h"

#include <algorithm>
#include <cctype>
#include <format>
#include <optional>
#include <utility>

namespace patchscale::perf {
namespace {

constexpr std::string_view kBenchmark = "perf c2c";

struct Stretch
{
    std::size_t begin = 0;
    std::size_t end = 0;
};

/// Where the groups of characters that @p isPart accepts stand in @p line.
template<class Predicate>
std::vector<Stretch> stretchesOf(std::string_view line, Predicate isPart)
{
    std::vector<Stretch> out;
    for (std::size_t pos = 0; pos < line.size(); ++pos) {
        if (!isPart(line[pos])) {
            continue;
        }
        if (out.empty() || out.back().end != pos) {
            out.push_back({.begin = pos, .end = pos});
        }
        out.back().end = pos + 1;
    }
    return out;
}

std::string_view cut(std::string_view line, Stretch stretch)
{
    return stretch.begin >= line.size() ? std::string_view {}
                                        : trimmed(line.substr(stretch.begin, stretch.end - stretch.begin));
}

/// The words in @p line that touch @p column, with blanks of one between them: a name may be wider than its column.
std::string_view nameOver(std::string_view line, Stretch column)
{
    if (column.begin >= line.size()) {
        return {};
    }
    auto begin = column.begin;
    auto end = std::min(line.size(), column.end);
    const auto text = cut(line, {.begin = begin, .end = end});
    if (text.empty()) {
        return {};
    }
    begin = static_cast<std::size_t>(text.data() - line.data());
    end = begin + text.size();
    while (begin > 0 && line[begin - 1] != ' ') {
        --begin;
    }
    while (end < line.size() && line[end] != ' ') {
        ++end;
    }
    return line.substr(begin, end - begin);
}

/// "------- Load Hitm -------" over several columns: its words, and where it reaches.
struct Group
{
    std::string_view words;
    Stretch place;
};

std::vector<Group> groupsOf(std::string_view line)
{
    std::vector<Group> out;
    const auto dashes = stretchesOf(line, [](char c) { return c == '-'; });
    for (std::size_t i = 0; i + 1 < dashes.size(); i += 2) {
        const Stretch place {.begin = dashes[i].begin, .end = dashes[i + 1].end};
        out.push_back({.words = cut(line, {.begin = dashes[i].end, .end = dashes[i + 1].begin}), .place = place});
    }
    return out;
}

/// The names of the columns whose ruler is @p ruler; empty for those that hold no measurement.
std::vector<std::string> columnsOf(std::string_view groupLine, std::string_view names, std::string_view ruler)
{
    const auto groups = groupsOf(groupLine);
    std::vector<std::string> out;
    for (const auto& column : stretchesOf(ruler, [](char c) { return c == '.'; })) {
        std::string name;
        const auto group = std::ranges::find_if(groups, [&column](const Group& one) {
            return one.place.begin < column.end && column.begin < one.place.end;
        });
        const auto over = group != groups.end() ? group->words : nameOver(groupLine, column);
        const auto own = nameOver(names, column);
        const bool isMeasured =
            own != "Index" && own != "Cacheline" && own != "Address" && own != "Node" && own != "PA cnt";
        if (isMeasured && !own.empty()) {
            name = over.empty() || over == "#" ? std::string(own) : std::format("{} {}", over, own);
        }
        out.push_back(std::move(name));
    }
    return out;
}

/// "  Load Local HITM                   :       3402" taken apart.
struct Sum
{
    std::string_view name;
    std::string_view digits;
    bool isShare = false;
};

std::optional<Sum> sumIn(std::string_view view)
{
    const auto colon = view.rfind(':');
    if (colon == std::string_view::npos) {
        return std::nullopt;
    }
    Sum sum {.name = trimmed(view.substr(0, colon)), .digits = trimmed(view.substr(colon + 1))};
    if (sum.digits.ends_with('%')) {
        sum.digits.remove_suffix(1);
        sum.isShare = true;
    }
    const bool isName = !sum.name.empty() && std::isalpha(static_cast<unsigned char>(sum.name.front())) != 0;
    return isName && plainNumber(sum.digits) ? std::optional(sum) : std::nullopt;
}

bool isRuler(std::string_view view)
{
    const auto text = withoutHash(view);
    return !text.empty() && text.find_first_not_of(". ") == std::string_view::npos;
}

}

std::vector<C2cTable> findC2cTables(const Text& text, const Job& job)
{
    std::vector<C2cTable> out;
    const auto lines = text.lines();
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (i % 65536 == 0 && job.isCancelled()) {
            break;
        }
        if (!isWordsOnly(lines[i])) {
            continue;
        }
        const auto view = text.line(i);
        const auto title = trimmed(view);
        C2cTable table {.isSums =
                            title == "Trace Event Information" || title == "Global Shared Cache Line Event Information",
                        .columns = {},
                        .rows = {},
                        .begin = lines[i].begin,
                        .end = lines[i].end};
        auto next = i + 1;
        if (!table.isSums) {
            // "# Index   Cacheline  records …" between the line of groups and the ruler.
            const auto words = withoutHash(view);
            if (!words.starts_with("Index ") || i == 0 || next >= lines.size() || !isRuler(text.line(next))) {
                continue;
            }
            table.columns = columnsOf(text.line(i - 1), view, text.line(next));
            ++next;
        }
        for (; next < lines.size(); ++next) {
            const auto row = text.line(next);
            if (lines[next].kind == LineKind::Ruler || trimmed(row) == "#") {
                continue;
            }
            if (lines[next].kind == LineKind::Blank && table.rows.empty()) {
                continue;
            }
            if (lines[next].kind != LineKind::Body) {
                break;
            }
            auto rest = row;
            if (table.isSums ? !sumIn(row) : !isCount(takeWord(rest))) {
                break;
            }
            table.rows.push_back(next);
            table.end = lines[next].end;
        }
        if (!table.rows.empty()) {
            i = table.rows.back();
            out.push_back(std::move(table));
        }
    }
    return out;
}

void readC2cTable(const Text& text, const C2cTable& table, Run& run, std::vector<Diagnostic>& diagnostics)
{
    std::vector<std::string_view> words;
    for (const auto index : table.rows) {
        const auto view = text.line(index);
        if (table.isSums) {
            const auto sum = *sumIn(view);
            run.results.push_back(toolResult(text, kBenchmark, "trace", sum.name, sum.digits, sum.isShare ? "%" : ""));
            continue;
        }
        wordsOf(view, words);
        if (words.size() != table.columns.size()) {
            diagnostics.push_back(
                {.severity = Severity::Warning,
                 .code = "unread-row",
                 .message = "a row of the cache lines of perf c2c does not fit its head; it was left out",
                 .span = text.spanOf(view)});
            continue;
        }
        for (std::size_t i = 0; i < words.size(); ++i) {
            auto digits = words[i];
            const bool isShare = digits.ends_with('%');
            digits.remove_suffix(isShare ? 1 : 0);
            if (!table.columns[i].empty() && plainNumber(digits)) {
                run.results.push_back(toolResult(text, kBenchmark, std::format("cache line {}", words[0]),
                                                 table.columns[i], digits, isShare ? "%" : ""));
            }
        }
    }
}

}
