// SPDX-License-Identifier: GPL-3.0-or-later
// `perf c2c report`: the Pareto of shared cache lines, whole or cut out of a report. Addresses differ between boots, so
// lines are known by their rank and accesses by their place in the code.
#include "parsers/context/vocabulary.h"
#include "parsers/format.h"
#include "parsers/perf/c2c_tables.h"
#include "parsers/perf/symbol_row.h"
#include "parsers/perf/table_head.h"
#include "parsers/perf/tool_cells.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <format>
#include <utility>
#include <variant>

namespace patchscale {
namespace {

/// Levels of accesses, and what stands over the tables.
constexpr auto kMarks = std::to_array<std::string_view>(
    {"[k] ", "[.] ", "[g] ", "[u] ", "[H] ", "[!] ", "[k]\t", "[.]\t", "[g]\t", "[u]\t", "[H]\t", "[!]\t", "Index ",
     "Trace Event Information", "Global Shared Cache Line Event Information"});

constexpr std::string_view kBenchmark = "perf c2c";
constexpr std::size_t kMostCounts = 8;

/// What the counts of a cache line are, in print order; perf that is older than 5.18 has no N/A.
constexpr auto kLineMetrics =
    std::to_array<std::string_view>({"RmtHitm", "LclHitm", "Store L1 Hit", "Store L1 Miss", "Store N/A"});
/// What stands between the code address of an access and its symbol.
constexpr auto kAccessMetrics =
    std::to_array<std::string_view>({"cycles rmt hitm", "cycles lcl hitm", "cycles load", "total records", "cpu cnt"});
constexpr std::size_t kFewestLineMetrics = 4;

/// "      0    13642    19392     9012       63  0xff1ddd3f0c8a3b00"
struct LineRow
{
    std::string_view rank;
    std::vector<std::string_view> counts;
};

/// "9.22%  7.37%  0.00%  0.00%  0x0  0  1  0xffffffffab344052  518  334  354  5490  160  [k] symbol  object  symbol+18"
struct AccessRow
{
    std::vector<std::string_view> shares;
    std::vector<std::string_view> counts;
    std::string_view place; ///< "vma_interval_tree_remove+18", "file.c:120"
};

std::optional<LineRow> lineRow(std::string_view line)
{
    const auto words = perf::wordsOf(line);
    const bool isRow = words.size() >= kFewestLineMetrics + 2 && words.size() <= kMostCounts + 1
        && perf::isAddress(words.back()) && std::all_of(words.begin(), words.end() - 1, perf::isCount);
    if (!isRow) {
        return std::nullopt;
    }
    return LineRow {.rank = words.front(), .counts = {words.begin() + 1, words.end() - 1}};
}

std::optional<AccessRow> accessRow(std::string_view line)
{
    const auto row = perf::symbolRow(line);
    if (!row || row->level == 0 || row->percentCount < kFewestLineMetrics) {
        return std::nullopt;
    }
    AccessRow access;
    access.shares.assign(row->percents.begin(), row->percents.begin() + static_cast<std::ptrdiff_t>(row->percentCount));
    const auto words = perf::wordsOf(row->middle); // offset, node, PA cnt, code address, counts
    const auto code =
        std::find_if(words.begin() + std::min<std::ptrdiff_t>(1, std::ssize(words)), words.end(), perf::isAddress);
    if (words.empty() || !perf::isAddress(words.front()) || code == words.end()
        || !std::all_of(code + 1, words.end(), perf::isCount)) {
        return std::nullopt;
    }
    access.counts.assign(code + 1, words.end());
    std::vector<std::string_view> cells;
    perf::splitCells(row->symbol, 0, cells); // symbol, object, source line, nodes
    if (cells.empty()) {
        return std::nullopt;
    }
    access.place = cells.size() > 2 ? cells[2] : cells.front();
    return access;
}

/// A cache line with the lines of text that tell its accesses.
struct SharedLine
{
    std::size_t line = 0;
    std::vector<std::size_t> accesses;
};

struct Pareto
{
    std::vector<SharedLine> lines;
    std::vector<std::string> lineMetrics; ///< by the head, where there is one
    std::vector<std::string> accessMetrics;
    std::size_t begin = 0;
    std::size_t end = 0;
};

/// The names in "#   Num  RmtHitm  LclHitm   L1 Hit  L1 Miss      N/A   Offset  Node  PA cnt  Code address  rmt hitm
/// …".
void readHead(std::string_view line, Pareto& pareto)
{
    std::vector<std::string_view> cells;
    perf::splitCells(perf::withoutHash(line), 0, cells);
    const auto offset = std::ranges::find(cells, "Offset");
    const auto code = std::ranges::find(cells, "Code address");
    const auto symbol = std::ranges::find(cells, "Symbol");
    if (cells.empty() || cells.front() != "Num" || offset == cells.end() || code == cells.end() || symbol < code) {
        return;
    }
    for (auto cell = cells.begin() + 1; cell != offset; ++cell) {
        const bool isStore =
            *cell == "L1 Hit" || *cell == "L1 Miss" || *cell == "N/A" || *cell == "L1Hit" || *cell == "L1Miss";
        pareto.lineMetrics.push_back(isStore                                ? std::format("Store {}", *cell)
                                         : *cell == "Rmt" || *cell == "Lcl" ? std::format("{}Hitm", *cell)
                                                                            : std::string(*cell));
    }
    for (auto cell = code + 1; cell != symbol; ++cell) {
        const bool isCycles = cell->starts_with("rmt ") || cell->starts_with("lcl ") || *cell == "load";
        pareto.accessMetrics.push_back(isCycles                 ? std::format("cycles {}", *cell)
                                           : *cell == "records" ? "total records"
                                           : *cell == "cnt"     ? "cpu cnt"
                                                                : std::string(*cell));
    }
}

class Finder
{
public:
    Finder(const Text& text, std::vector<Pareto>& out)
        : m_text(text)
        , m_out(out)
    {
    }

    void find(const Job& job)
    {
        const auto lines = m_text.lines();
        for (std::size_t i = 0; i < lines.size(); ++i) {
            if (i % 65536 == 0 && job.isCancelled()) {
                return;
            }
            const auto view = m_text.line(i);
            switch (lines[i].kind) {
            case LineKind::Blank:
            case LineKind::Ruler:
                break;
            case LineKind::Body:
                if (lines[i].numbers < 2 || !view.contains("0x")) {
                    close();
                } else if (lineRow(view)) {
                    open(i);
                } else if (!m_pareto.lines.empty() && accessRow(view)) {
                    m_pareto.lines.back().accesses.push_back(i);
                    m_pareto.end = lines[i].end;
                } else {
                    close();
                }
                break;
            default:
                close();
            }
        }
        close();
    }

private:
    void open(std::size_t line)
    {
        if (m_pareto.lines.empty()) {
            m_pareto.begin = m_text.lines()[line].begin;
            constexpr std::size_t kMostLines = 6; // ruler of dots, "#", ruler of dashes
            for (auto above = line; above > 0 && line - above < kMostLines; --above) {
                readHead(m_text.line(above - 1), m_pareto);
            }
        }
        m_pareto.lines.push_back({.line = line, .accesses = {}});
        m_pareto.end = m_text.lines()[line].end;
    }

    void close()
    {
        if (m_pareto.lines.empty()) {
            return; // runs on most lines of a text
        }
        // Counts and an address alone may be anything; the accesses below them are perf's.
        if (std::ranges::any_of(m_pareto.lines, [](const SharedLine& line) { return !line.accesses.empty(); })) {
            m_out.push_back(std::move(m_pareto));
        }
        m_pareto = {};
    }

    const Text& m_text;
    std::vector<Pareto>& m_out;
    Pareto m_pareto;
};

class Reader
{
public:
    Reader(const Text& text, const Pareto& pareto)
        : m_text(text)
        , m_pareto(pareto)
    {
    }

    ParsedBlock read(SourceSpan span, const Job& job)
    {
        m_run.benchmark = kBenchmark;
        m_run.span = span;
        for (const auto& shared : m_pareto.lines) {
            if (job.isCancelled()) {
                break;
            }
            const auto line = *lineRow(m_text.line(shared.line));
            const auto test = std::format("cache line {}", line.rank);
            for (std::size_t i = 0; i < line.counts.size(); ++i) {
                add(test, {}, lineMetric(i, line.counts.size()), line.counts[i], "");
            }
            for (const auto index : shared.accesses) {
                const auto access = *accessRow(m_text.line(index));
                const Parameters parameters {{"cache line", std::string(line.rank)}};
                for (std::size_t i = 0; i < access.shares.size(); ++i) {
                    add(access.place, parameters, lineMetric(i, access.shares.size()), access.shares[i], "%");
                }
                for (std::size_t i = 0; i < access.counts.size(); ++i) {
                    const auto metric = accessMetric(i, access.counts.size());
                    add(access.place, parameters, metric, access.counts[i],
                        metric.starts_with("cycles") ? "cycles" : "");
                }
            }
        }
        ParsedBlock parsed;
        if (!m_unnamed.empty()) {
            parsed.diagnostics.push_back(
                {.severity = Severity::Warning,
                 .code = "unread-row",
                 .message = "rows of this perf c2c have another number of values than its head or than any version of "
                            "perf prints; what cannot be told was left out",
                 .span = m_text.spanOf(m_unnamed)});
        }
        parsed.title =
            std::format("perf c2c, {} cache {}", m_pareto.lines.size(), m_pareto.lines.size() == 1 ? "line" : "lines");
        parsed.runs.push_back({.run = std::move(m_run)});
        return parsed;
    }

private:
    /// What the number @p index of @p count is; empty if nothing tells.
    [[nodiscard]] std::string_view lineMetric(std::size_t index, std::size_t count) const
    {
        if (!m_pareto.lineMetrics.empty()) {
            return m_pareto.lineMetrics.size() == count ? std::string_view(m_pareto.lineMetrics[index])
                                                        : std::string_view {};
        }
        return index < kLineMetrics.size() ? kLineMetrics[index] : std::string_view {};
    }

    [[nodiscard]] std::string_view accessMetric(std::size_t index, std::size_t count) const
    {
        if (!m_pareto.accessMetrics.empty()) {
            return m_pareto.accessMetrics.size() == count ? std::string_view(m_pareto.accessMetrics[index])
                                                          : std::string_view {};
        }
        return count == kAccessMetrics.size() ? kAccessMetrics[index] : std::string_view {};
    }

    void add(std::string_view test, const Parameters& parameters, std::string_view metric, std::string_view digits,
             std::string_view unit)
    {
        if (metric.empty()) {
            m_unnamed = m_unnamed.empty() ? digits : m_unnamed;
            return;
        }
        TestResult result;
        result.test = test;
        result.parameters = parameters;
        result.metric = metric;
        result.unit = unit;
        std::from_chars(digits.data(), digits.data() + digits.size(), result.value);
        const bool isShare = unit == "%";
        result.baseValue = isShare ? result.value / 100 : result.value;
        result.baseUnit = isShare ? "ratio" : unit.empty() ? "count" : unit;
        // A share only tells which access of the line it was.
        result.better = isShare ? Better::Unknown : knownDirection(kBenchmark, "", metric, unit);
        result.span = m_text.spanOf(digits);
        m_run.results.push_back(std::move(result));
    }

    const Text& m_text;
    const Pareto& m_pareto;
    std::string_view m_unnamed; ///< the first value whose meaning nothing tells
    Run m_run;
};

using Part = std::variant<Pareto, perf::C2cTable>;

class PerfC2c final : public Format
{
public:
    [[nodiscard]] std::string_view id() const override
    {
        return "perf-c2c";
    }
    [[nodiscard]] std::string_view description() const override
    {
        return "perf c2c: hits in modified cache lines and where they come from";
    }
    [[nodiscard]] std::string_view example() const override
    {
        return "0    13642    19392     9012       63  0xff1ddd3f0c8a3b00";
    }

    [[nodiscard]] std::span<const std::string_view> marks() const override
    {
        return kMarks;
    }

    void find(const Text& text, std::vector<Block>& out, const Job& job) const override
    {
        std::vector<Pareto> paretos;
        Finder(text, paretos).find(job);
        for (auto& pareto : paretos) {
            out.push_back({.span = {.offset = pareto.begin, .length = pareto.end - pareto.begin},
                           .confidence = Confidence::Certain,
                           .state = std::make_shared<const Part>(std::move(pareto))});
        }
        for (auto& table : perf::findC2cTables(text, job)) {
            out.push_back({.span = {.offset = table.begin, .length = table.end - table.begin},
                           .confidence = Confidence::Certain,
                           .state = std::make_shared<const Part>(std::move(table))});
        }
        std::ranges::sort(out, {}, [](const Block& block) { return block.span.offset; });
    }

    [[nodiscard]] ParsedBlock parse(const Text& text, const Block& block, const Job& job) const override
    {
        const auto& part = *static_cast<const Part*>(block.state.get());
        if (const auto* pareto = std::get_if<Pareto>(&part)) {
            return Reader(text, *pareto).read(block.span, job);
        }
        const auto& table = std::get<perf::C2cTable>(part);
        ParsedBlock parsed;
        Run run;
        run.benchmark = kBenchmark;
        run.span = block.span;
        perf::readC2cTable(text, table, run, parsed.diagnostics);
        parsed.title = std::format("perf c2c, {} {}", table.rows.size(), table.rows.size() == 1 ? "row" : "rows");
        if (!run.results.empty()) {
            parsed.runs.push_back({.run = std::move(run)});
        }
        return parsed;
    }
};

}

const Format& perf_c2c()
{
    static const PerfC2c instance;
    return instance;
}

}
