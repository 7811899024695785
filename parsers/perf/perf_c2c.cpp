// SPDX-License-Identifier: GPL-3.0-or-later
// `perf c2c report`: the Pareto of shared cache lines, whole or cut out of a report. Addresses differ between boots, so
// lines are known by their rank and accesses by their place in the code.
#include "parsers/context/vocabulary.h"
#include "parsers/format.h"
#include "parsers/perf/symbol_row.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <format>
#include <utility>

namespace patchscale {
namespace {

constexpr std::string_view kBenchmark = "perf c2c";
constexpr std::size_t kMostCounts = 6;

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

std::vector<std::string_view> wordsOf(std::string_view line)
{
    std::vector<std::string_view> words;
    for (auto pos = line.find_first_not_of(" \t"); pos != std::string_view::npos;) {
        const auto end = std::min(line.size(), line.find_first_of(" \t", pos));
        words.push_back(line.substr(pos, end - pos));
        pos = line.find_first_not_of(" \t", end);
    }
    return words;
}

bool isCount(std::string_view word)
{
    constexpr std::size_t kMostDigits = 18;
    return !word.empty() && word.size() <= kMostDigits
        && word.find_first_not_of("0123456789") == std::string_view::npos;
}

bool isAddress(std::string_view word)
{
    return word.size() > 2 && word.starts_with("0x")
        && word.find_first_not_of("0123456789abcdefABCDEF", 2) == std::string_view::npos;
}

std::optional<LineRow> lineRow(std::string_view line)
{
    const auto words = wordsOf(line);
    const bool isRow = words.size() >= kFewestLineMetrics + 2 && words.size() <= kMostCounts + 1
        && isAddress(words.back()) && std::all_of(words.begin(), words.end() - 1, isCount);
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
    const auto words = wordsOf(row->middle); // offset, node, PA cnt, code address, counts
    const auto code =
        std::find_if(words.begin() + std::min<std::ptrdiff_t>(1, std::ssize(words)), words.end(), isAddress);
    if (words.empty() || !isAddress(words.front()) || code == words.end()
        || !std::all_of(code + 1, words.end(), isCount)) {
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
    std::size_t begin = 0;
    std::size_t end = 0;
};

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
            for (std::size_t i = 0; i < line.counts.size() && i < kLineMetrics.size(); ++i) {
                add(test, {}, kLineMetrics[i], line.counts[i], "");
            }
            for (const auto index : shared.accesses) {
                const auto access = *accessRow(m_text.line(index));
                const Parameters parameters {{"cache line", std::string(line.rank)}};
                for (std::size_t i = 0; i < access.shares.size() && i < kLineMetrics.size(); ++i) {
                    add(access.place, parameters, kLineMetrics[i], access.shares[i], "%");
                }
                for (std::size_t i = 0; access.counts.size() == kAccessMetrics.size() && i < kAccessMetrics.size();
                     ++i) {
                    add(access.place, parameters, kAccessMetrics[i], access.counts[i], i < 3 ? "cycles" : "");
                }
            }
        }
        ParsedBlock parsed;
        parsed.title =
            std::format("perf c2c, {} cache {}", m_pareto.lines.size(), m_pareto.lines.size() == 1 ? "line" : "lines");
        parsed.runs.push_back({.run = std::move(m_run)});
        return parsed;
    }

private:
    void add(std::string_view test, const Parameters& parameters, std::string_view metric, std::string_view digits,
             std::string_view unit)
    {
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
    Run m_run;
};

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

    void find(const Text& text, std::vector<Block>& out, const Job& job) const override
    {
        std::vector<Pareto> paretos;
        Finder(text, paretos).find(job);
        for (auto& pareto : paretos) {
            out.push_back({.span = {.offset = pareto.begin, .length = pareto.end - pareto.begin},
                           .confidence = Confidence::Certain,
                           .state = std::make_shared<const Pareto>(std::move(pareto))});
        }
    }

    [[nodiscard]] ParsedBlock parse(const Text& text, const Block& block, const Job& job) const override
    {
        return Reader(text, *static_cast<const Pareto*>(block.state.get())).read(block.span, job);
    }
};

}

const Format& perf_c2c()
{
    static const PerfC2c instance;
    return instance;
}

}
