// SPDX-License-Identifier: GPL-3.0-or-later
// `perf trace -s`: calls and times per system call, a table for each thread; and the summary of
// `perf sched timehist -s`, which has the same kind of rows.
#include "parsers/format.h"
#include "parsers/perf/profile_rows.h"
#include "parsers/perf/symbol_row.h"
#include "parsers/perf/tool_cells.h"

#include <algorithm>
#include <array>
#include <format>
#include <utility>

namespace patchscale {
namespace {

constexpr auto kMarks = std::to_array<std::string_view>({"syscall ", "comm "});

struct SummaryColumn
{
    std::string_view name;
    std::string_view unit; ///< empty for counts
};

/// What the two tools print, by the words of their heads.
constexpr auto kColumns = std::to_array<SummaryColumn>({
    {.name = "calls", .unit = ""},
    {.name = "errors", .unit = ""},
    {.name = "total", .unit = "msec"},
    {.name = "min", .unit = "msec"},
    {.name = "avg", .unit = "msec"},
    {.name = "max", .unit = "msec"},
    {.name = "stddev", .unit = "%"},
    {.name = "parent", .unit = ""},
    {.name = "sched-in", .unit = ""},
    {.name = "run-time", .unit = "msec"},
    {.name = "min-run", .unit = "msec"},
    {.name = "avg-run", .unit = "msec"},
    {.name = "max-run", .unit = "msec"},
    {.name = "migrations", .unit = ""},
});

/// The rows of one thread (trace) or of all (timehist).
struct Section
{
    std::size_t head = 0; ///< line of " thr (21933), 118 events, 6.5%"; that of the columns when there is none
    bool hasHead = false;
    std::vector<std::size_t> rows;
};

struct Summary
{
    bool isSched = false;
    std::vector<const SummaryColumn*> columns {};
    std::vector<Section> sections {};
    std::size_t begin = 0;
    std::size_t end = 0;
};

std::optional<Summary> headIn(std::string_view view, std::vector<std::string_view>& words)
{
    auto text = perf::trimmed(view);
    Summary summary {.isSched = text.starts_with("comm ")};
    if (!summary.isSched && !text.starts_with("syscall ")) {
        return std::nullopt;
    }
    perf::wordsOf(text, words);
    for (std::size_t i = 1; i < words.size(); ++i) {
        const auto known = std::ranges::find(kColumns, words[i], &SummaryColumn::name);
        if (known == kColumns.end()) {
            return std::nullopt;
        }
        summary.columns.push_back(&*known);
    }
    constexpr std::size_t kFewestColumns = 4;
    return summary.columns.size() >= kFewestColumns ? std::optional(std::move(summary)) : std::nullopt;
}

/// Numbers as the last words of a row, as many as there are columns; a row that the end of a text cut has fewer.
struct SummaryRow
{
    std::string_view name;
    std::vector<std::string_view> digits;
};

bool isNumber(std::string_view word)
{
    return perf::plainNumber(word) || word == "-1"; // the parent of a task that was there before
}

std::optional<SummaryRow> summaryRow(const Summary& summary, std::string_view view)
{
    const auto words = perf::wordsOf(view);
    const auto size = summary.columns.size();
    const auto first = summary.isSched ? words.size() - std::min(words.size(), size) : 1;
    if (words.size() <= first || first == 0 || words.size() - first < 3 || words.size() - first > size) {
        return std::nullopt;
    }
    SummaryRow row {.name = perf::trimmed(view.substr(0, static_cast<std::size_t>(words[first].data() - view.data()))),
                    .digits = {words.begin() + static_cast<std::ptrdiff_t>(first), words.end()}};
    for (std::size_t i = 0; i < row.digits.size(); ++i) {
        auto& digits = row.digits[i];
        const bool isShare = summary.columns[i]->unit == "%";
        if (isShare && digits.ends_with('%')) {
            digits.remove_suffix(1);
        } else if (isShare && !summary.isSched) {
            row.digits.resize(i); // cut off within the number
            break;
        }
        if (!isNumber(digits)) {
            return std::nullopt;
        }
    }
    return row;
}

/// "thr (21933), 118 events, 6.5%", "total, 2824 events".
bool isSectionHead(std::string_view view)
{
    const auto events = view.find(" events");
    const auto comma = view.rfind(',', events);
    return events != std::string_view::npos && comma != std::string_view::npos && comma > 0
        && perf::isCount(perf::trimmed(view.substr(comma + 1, events - comma - 1)));
}

/// The rest of a head and what perf prints between the threads.
bool isFurniture(std::string_view view)
{
    const auto text = perf::trimmed(view);
    return text.find_first_not_of("- ") == std::string_view::npos || text.starts_with("(msec)")
        || text.starts_with("(count)") || text.starts_with("Summary of events");
}

std::vector<Summary> findSummaries(const Text& text, const Job& job)
{
    std::vector<Summary> out;
    std::vector<std::string_view> words;
    const auto lines = text.lines();
    std::size_t open = lines.size(); // the last line of the summary before
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (i % 65536 == 0 && job.isCancelled()) {
            break;
        }
        if (!perf::isWordsOnly(lines[i])) {
            continue;
        }
        auto summary = headIn(text.line(i), words);
        if (!summary) {
            continue;
        }
        Section section {.head = i, .hasHead = false, .rows = {}};
        for (auto above = i; !summary->isSched && above > 0;) {
            --above;
            if (lines[above].kind == LineKind::Body) {
                section.hasHead = isSectionHead(text.line(above));
                section.head = section.hasHead ? above : i;
                break;
            }
        }
        auto last = i;
        for (auto next = i + 1; next < lines.size(); ++next) {
            if (lines[next].kind == LineKind::Blank || lines[next].kind == LineKind::Ruler) {
                if (!section.rows.empty()) {
                    break;
                }
                continue;
            }
            const auto view = text.line(next);
            if (lines[next].kind != LineKind::Body || lines[next].quoteDepth != lines[i].quoteDepth) {
                break;
            }
            if (summaryRow(*summary, view)) {
                section.rows.push_back(next);
                last = next;
            } else if (!isFurniture(view)) {
                break;
            }
        }
        if (section.rows.empty()) {
            continue;
        }
        // The threads of one trace follow each other with nothing but blank lines between them.
        bool continues =
            open < lines.size() && !summary->isSched && !out.back().isSched && out.back().columns == summary->columns;
        for (auto between = open + 1; continues && between < section.head; ++between) {
            continues = lines[between].kind == LineKind::Blank || lines[between].kind == LineKind::Ruler;
        }
        if (!continues) {
            out.push_back(std::move(*summary));
            out.back().begin = lines[section.head].begin;
        }
        out.back().sections.push_back(std::move(section));
        out.back().end = lines[last].end;
        open = last;
        i = last;
    }
    return out;
}

class Reader
{
public:
    Reader(const Text& text, const Summary& summary)
        : m_text(text)
        , m_summary(summary)
        , m_benchmark(summary.isSched ? "perf sched" : "perf trace")
        , m_occurrences(rowCount(summary))
    {
    }

    ParsedBlock read(SourceSpan span)
    {
        m_run.benchmark = m_benchmark;
        m_run.span = span;
        m_spread = spreadKind();
        for (const auto& section : m_summary.sections) {
            readSection(section);
        }
        ParsedBlock parsed;
        const auto rows = rowCount(m_summary);
        parsed.title = std::format("{}, {} {}", m_benchmark, rows, rows == 1 ? "row" : "rows");
        parsed.runs.push_back({.run = std::move(m_run)});
        return parsed;
    }

private:
    static std::size_t rowCount(const Summary& summary)
    {
        std::size_t rows = 0;
        for (const auto& section : summary.sections) {
            rows += section.rows.size() + 1;
        }
        return rows;
    }

    /// perf calls "stddev" the standard error of the mean (stddev_stats() in its stat.c), in percent of the mean; the
    /// summary that its BPF program makes has the standard deviation. Times are not negative, so that the first cannot
    /// exceed the mean, and only the second knows totals over all tasks.
    [[nodiscard]] SpreadKind spreadKind() const
    {
        for (const auto& section : m_summary.sections) {
            if (section.hasHead && perf::trimmed(m_text.line(section.head)).starts_with("total,")) {
                return SpreadKind::Stddev;
            }
            for (const auto index : section.rows) {
                const auto row = *summaryRow(m_summary, m_text.line(index));
                for (std::size_t i = 0; i < row.digits.size(); ++i) {
                    if (m_summary.columns[i]->unit == "%" && perf::plainNumber(row.digits[i]).value_or(0) > 100) {
                        return SpreadKind::Stddev;
                    }
                }
            }
        }
        return SpreadKind::Stderr;
    }

    void readSection(const Section& section)
    {
        std::string_view task;
        if (section.hasHead) {
            const auto head = perf::trimmed(m_text.line(section.head));
            task = perf::trimmed(head.substr(0, std::min(head.find(" ("), head.find(','))));
            if (!task.empty()) {
                readCounts(task, head);
            }
        }
        for (const auto index : section.rows) {
            const auto row = *summaryRow(m_summary, m_text.line(index));
            const auto name = m_summary.isSched ? row.name.substr(0, row.name.rfind('[')) : row.name;
            perf::Identity identity {.test = name.empty() ? row.name : name, .parameters = {}};
            if (!task.empty() && task != "total") {
                identity.parameters.emplace("task", task);
            }
            m_occurrences.number(identity);
            readRow(row, identity);
        }
    }

    void readCounts(std::string_view task, std::string_view head)
    {
        perf::Identity identity {.test = task, .parameters = {}};
        m_occurrences.number(identity);
        const auto events = head.find(" events");
        const auto digits =
            perf::trimmed(head.substr(head.rfind(',', events) + 1, events - head.rfind(',', events) - 1));
        add(identity, "events", digits, "").better = Better::Unknown;
        auto share = head.substr(events + std::string_view(" events").size());
        share = share.starts_with(',') ? perf::trimmed(share.substr(1)) : std::string_view {};
        share = share.substr(0, share.find('%'));
        if (perf::plainNumber(share)) {
            add(identity, "share", share, "%").better = Better::Unknown;
        }
    }

    void readRow(const SummaryRow& row, const perf::Identity& identity)
    {
        std::size_t mean = m_run.results.size();
        bool hasMean = false;
        double count = 0;
        for (std::size_t i = 0; i < row.digits.size(); ++i) {
            const auto& column = *m_summary.columns[i];
            if (column.name == "parent") {
                continue; // a process id
            }
            auto& result = add(identity, column.name, row.digits[i], column.unit);
            if (column.name == "calls" || column.name == "sched-in") {
                count = result.value;
            }
            if (column.name.starts_with("avg")) {
                mean = m_run.results.size() - 1;
                hasMean = true;
            }
            if (column.name == "stddev" && hasMean && count > 1) {
                auto& average = m_run.results[mean];
                average.spread = Spread {.kind = m_spread,
                                         .value = average.value * result.value / 100,
                                         .low = {},
                                         .high = {},
                                         .span = result.span};
                average.repeats = count < 1e9 ? std::optional(static_cast<int>(count)) : std::nullopt;
            }
        }
    }

    TestResult& add(const perf::Identity& identity, std::string_view metric, std::string_view digits,
                    std::string_view unit)
    {
        auto& result =
            m_run.results.emplace_back(perf::toolResult(m_text, m_benchmark, identity.test, metric, digits, unit));
        result.parameters = identity.parameters;
        const bool isBad = unit == "msec" || metric == "errors";
        result.better = isBad ? Better::Lower : Better::Unknown;
        return result;
    }

    const Text& m_text;
    const Summary& m_summary;
    std::string_view m_benchmark;
    perf::Occurrences m_occurrences;
    SpreadKind m_spread = SpreadKind::Stderr;
    Run m_run;
};

class PerfTrace final : public Format
{
public:
    [[nodiscard]] std::string_view id() const override
    {
        return "perf-trace";
    }
    [[nodiscard]] std::string_view description() const override
    {
        return "perf trace -s and perf sched timehist -s: summaries per system call or task";
    }
    [[nodiscard]] std::string_view example() const override
    {
        return "syscall            calls  errors  total       min       avg       max       stddev";
    }

    [[nodiscard]] std::span<const std::string_view> marks() const override
    {
        return kMarks;
    }

    void find(const Text& text, std::vector<Block>& out, const Job& job) const override
    {
        for (auto& summary : findSummaries(text, job)) {
            out.push_back({.span = {.offset = summary.begin, .length = summary.end - summary.begin},
                           .confidence = Confidence::Certain,
                           .state = std::make_shared<const Summary>(std::move(summary))});
        }
    }

    [[nodiscard]] ParsedBlock parse(const Text& text, const Block& block, const Job& /*job*/) const override
    {
        return Reader(text, *static_cast<const Summary*>(block.state.get())).read(block.span);
    }
};

}

const Format& perf_trace()
{
    static const PerfTrace instance;
    return instance;
}

}
