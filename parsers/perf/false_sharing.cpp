// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of false-sharing tools: one row per cache line with its count and share, then the accesses within it. A web
// page often runs the whole table into one line, so this reads tokens, not columns.
#include "parsers/format.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <format>

namespace patchscale {
namespace {

/// What the head says a row may hold, in order.
enum class Column : std::uint8_t { Line, Address, Code, Function, Count, Share, Other };

struct ColumnName
{
    std::string_view text;
    Column column;
};

// Longest first where one starts another.
constexpr auto kColumnNames = std::to_array<ColumnName>({
    {.text = "Function", .column = Column::Function},
    {.text = "Symbol", .column = Column::Function},
    {.text = "Percentage", .column = Column::Share},
    {.text = "Percent", .column = Column::Share},
    {.text = "Ratio", .column = Column::Share},
    {.text = "%", .column = Column::Share},
    {.text = "Counts", .column = Column::Count},
    {.text = "Count", .column = Column::Count},
    {.text = "Samples", .column = Column::Count},
    {.text = "Offset", .column = Column::Address},
    {.text = "PA", .column = Column::Address},
    {.text = "VA", .column = Column::Address},
    {.text = "PC", .column = Column::Code},
    {.text = "IP", .column = Column::Code},
    {.text = "CPU", .column = Column::Other},
    {.text = "Node", .column = Column::Other},
});

constexpr auto kLineNames = std::to_array<std::string_view>({"Cache Line", "Cache line", "Cacheline", "CacheLine"});

/// The largest cache line that any machine has; accesses of a line lie within it.
constexpr std::uint64_t kLargestLine = 256;
constexpr std::size_t kMostLines = 500; ///< of a table
constexpr std::size_t kShortestAddress = 6;
constexpr std::string_view kSpace = " \t\n";

struct Token
{
    std::string_view text;
    std::size_t begin = 0; ///< in the clean text
};

struct Head
{
    std::vector<Column> columns;
    std::size_t end = 0; ///< of the head, in the clean text
};

/// The head that starts at @p begin with the name of the first column, or nothing.
std::optional<Head> headAt(std::string_view text, std::size_t begin, std::size_t nameLength)
{
    Head head {.columns = {Column::Line}, .end = begin + nameLength};
    for (;;) {
        const auto next = text.find_first_not_of(kSpace, head.end);
        if (next == std::string_view::npos) {
            break;
        }
        const auto rest = text.substr(next);
        const auto known = std::ranges::find_if(kColumnNames, [rest](const ColumnName& name) {
            return rest.starts_with(name.text)
                && (rest.size() == name.text.size() || kSpace.contains(rest[name.text.size()]));
        });
        if (known == kColumnNames.end()) {
            break;
        }
        head.columns.push_back(known->column);
        head.end = next + known->text.size();
    }
    const bool hasNumbers =
        std::ranges::contains(head.columns, Column::Count) || std::ranges::contains(head.columns, Column::Share);
    return hasNumbers && head.columns.size() >= 3 ? std::optional(head) : std::nullopt;
}

std::optional<std::uint64_t> address(std::string_view token)
{
    if (token.starts_with("0x")) {
        token.remove_prefix(2);
    } else if (token.size() < kShortestAddress) {
        return std::nullopt;
    }
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(token.data(), token.data() + token.size(), value, 16);
    if (error != std::errc {} || end != token.data() + token.size()) {
        return std::nullopt;
    }
    return value;
}

/// "56345", "56,345", "24.2": digits with thousands commas and a point.
std::optional<double> number(std::string_view token)
{
    std::string digits;
    std::ranges::copy_if(token, std::back_inserter(digits), [](char c) { return c != ','; });
    double value = 0;
    const auto [end, error] =
        std::from_chars(digits.data(), digits.data() + digits.size(), value, std::chars_format::fixed);
    if (error != std::errc {} || end != digits.data() + digits.size() || digits.empty() || digits.front() == '-') {
        return std::nullopt;
    }
    return value;
}

bool isRuler(std::string_view text)
{
    return text.find_first_not_of("-=. \t") == std::string_view::npos;
}

/// The words of a stretch of text, read as they are asked for: most heads have no table behind them.
class Tokens
{
public:
    Tokens(std::string_view text, std::size_t begin, std::size_t end)
        : m_text(text)
        , m_next(begin)
        , m_end(end)
    {
    }

    /// The token number @p index; an empty one behind the last.
    Token at(std::size_t index)
    {
        while (m_tokens.size() <= index && m_next < m_end) {
            const auto begin = std::min(m_end, m_text.find_first_not_of(kSpace, m_next));
            m_next = std::min(m_end, m_text.find_first_of(kSpace, begin));
            const auto token = m_text.substr(begin, m_next - begin);
            if (!token.empty() && !isRuler(token)) {
                m_tokens.push_back({.text = token, .begin = begin});
            }
        }
        return index < m_tokens.size() ? m_tokens[index] : Token {};
    }

private:
    std::string_view m_text;
    std::size_t m_next;
    std::size_t m_end;
    std::vector<Token> m_tokens;
};

/// A cache line and what was counted on it.
struct SharedLine
{
    Token line;
    Token count; ///< empty when none is printed
    Token share; ///< without "%"
    std::vector<std::string_view> accesses; ///< functions, or code addresses where no function is printed
};

struct Table
{
    std::vector<SharedLine> lines;
    std::size_t end = 0;
};

class Reader
{
public:
    Reader(std::string_view text, const Head& head, std::size_t end)
        : m_head(head)
        , m_tokens(text, head.end, end)
    {
    }

    Table read()
    {
        Table table;
        while (!at(m_next).empty()) {
            if (auto line = sharedLine()) {
                m_line = *address(line->line.text);
                table.lines.push_back(std::move(*line));
            } else if (table.lines.empty() || !access(table.lines.back())) {
                break;
            }
            const auto last = m_tokens.at(m_next - 1);
            table.end = last.begin + last.text.size();
        }
        return table;
    }

private:
    [[nodiscard]] std::string_view at(std::size_t index)
    {
        return m_tokens.at(index).text;
    }

    /// An address, then the count and the share in the order of the head.
    std::optional<SharedLine> sharedLine()
    {
        if (!address(at(m_next))) {
            return std::nullopt;
        }
        SharedLine line {.line = m_tokens.at(m_next), .count = {}, .share = {}, .accesses = {}};
        auto next = m_next + 1;
        for (const auto column : m_head.columns) {
            if (column == Column::Count && number(at(next)) && at(next).find('.') == std::string_view::npos) {
                line.count = m_tokens.at(next++);
            } else if (column == Column::Share && at(next).ends_with('%')
                       && number(at(next).substr(0, at(next).size() - 1))) {
                line.share = {.text = at(next).substr(0, at(next).size() - 1), .begin = m_tokens.at(next).begin};
                ++next;
            }
        }
        // A count alone could as well be the address of an instruction.
        const bool needsShare = std::ranges::contains(m_head.columns, Column::Share);
        if (needsShare ? line.share.text.empty() : line.count.text.empty()) {
            return std::nullopt;
        }
        m_next = next;
        return line;
    }

    /// An address within the line, then the code's address and the function.
    bool access(SharedLine& line)
    {
        const auto place = address(at(m_next));
        if (!place || (*place - m_line >= kLargestLine && *place >= kLargestLine)) {
            return false;
        }
        auto next = m_next + 1;
        std::string_view name;
        if (std::ranges::contains(m_head.columns, Column::Code) && address(at(next))) {
            name = at(next++);
        }
        const bool isName = !at(next).empty() && !address(at(next))
            && (std::isalpha(static_cast<unsigned char>(at(next).front())) != 0 || at(next).front() == '_');
        if (std::ranges::contains(m_head.columns, Column::Function) && isName) {
            name = at(next++);
        }
        if (name.empty()) {
            return false;
        }
        line.accesses.push_back(name);
        m_next = next;
        return true;
    }

    const Head& m_head;
    Tokens m_tokens;
    std::size_t m_next = 0;
    std::uint64_t m_line = 0;
};

/// Where a table that starts on line @p index ends at the latest: at the first line that is no text of a table.
std::size_t lastEnd(const Text& text, std::size_t index)
{
    const auto lines = text.lines();
    auto end = lines[index].end;
    for (auto i = index + 1; i < lines.size() && i - index < kMostLines; ++i) {
        const bool isTable = lines[i].kind == LineKind::Ruler
            || (lines[i].kind == LineKind::Body && (lines[i].firstDigit < lines[i].end || isRuler(text.line(i))));
        if (!isTable) {
            break;
        }
        end = lines[i].end;
    }
    return end;
}

TestResult resultOf(const SharedLine& line, const Token& token, bool isShare)
{
    TestResult result;
    result.test = line.line.text;
    result.metric = isShare ? "share" : "count";
    result.value = *number(token.text);
    result.unit = isShare ? "%" : "samples";
    result.baseValue = isShare ? result.value / 100 : result.value;
    result.baseUnit = isShare ? "ratio" : "count";
    result.span = {.offset = token.begin, .length = token.text.size()};
    return result;
}

class FalseSharing final : public Format
{
public:
    [[nodiscard]] std::string_view id() const override
    {
        return "false-sharing";
    }
    [[nodiscard]] std::string_view description() const override
    {
        return "False-sharing reports: samples per cache line";
    }
    [[nodiscard]] std::string_view example() const override
    {
        return "Cache Line  PA  PC  Function  Count  Percent";
    }

    [[nodiscard]] std::span<const std::string_view> marks() const override
    {
        return kLineNames;
    }

    void find(const Text& text, std::vector<Block>& out, const Job& job) const override
    {
        const auto view = text.view();
        for (const auto name : kLineNames) {
            for (auto pos = view.find(name); pos != std::string_view::npos; pos = view.find(name, pos + name.size())) {
                if (job.isCancelled()) {
                    return;
                }
                const auto head = headAt(view, pos, name.size());
                if (!head) {
                    continue;
                }
                auto table = Reader(view, *head, lastEnd(text, text.lineAt(head->end - 1))).read();
                if (!table.lines.empty()) {
                    out.push_back({.span = {.offset = pos, .length = table.end - pos},
                                   .confidence = Confidence::Certain,
                                   .state = std::make_shared<const Table>(std::move(table))});
                }
            }
        }
        std::ranges::sort(out, {}, [](const Block& block) { return block.span.offset; });
    }

    [[nodiscard]] ParsedBlock parse(const Text& text, const Block& block, const Job& /*job*/) const override
    {
        const auto& table = *static_cast<const Table*>(block.state.get());
        ParsedBlock parsed;
        Run run;
        run.benchmark = "false sharing";
        run.span = block.span;
        for (const auto& line : table.lines) {
            if (!line.count.text.empty()) {
                run.results.push_back(resultOf(line, line.count, false));
            }
            if (!line.share.text.empty()) {
                run.results.push_back(resultOf(line, line.share, true));
            }
            if (!line.accesses.empty()) {
                std::string names;
                for (const auto name : line.accesses) {
                    names += names.empty() ? "" : ", ";
                    names += name;
                }
                parsed.diagnostics.push_back(
                    {.severity = Severity::Info,
                     .code = "accesses-without-values",
                     .message = std::format("cache line {} is shared by {}; the table prints no count for each of them",
                                            line.line.text, names),
                     .span = text.spanOf(line.line.text)});
            }
        }
        parsed.title =
            std::format("False sharing, {} cache {}", table.lines.size(), table.lines.size() == 1 ? "line" : "lines");
        parsed.runs.push_back({.run = std::move(run)});
        return parsed;
    }
};

}

const Format& false_sharing()
{
    static const FalseSharing instance;
    return instance;
}

}
