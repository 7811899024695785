// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of the kernel test robot (lkp, 0-day): the metrics of a parent commit and of one or more later commits, each
// with its relative standard deviation, and the change against the first.
#include "core/base/units.h"
#include "parsers/format.h"
#include "parsers/lkp/metric.h"
#include "parsers/lkp/row.h"
#include "parsers/lkp/setup.h"
#include "parsers/text/find.h"

#include <algorithm>
#include <array>
#include <format>
#include <utility>

namespace patchscale {
namespace {

constexpr std::string_view kMark = "%stddev";
constexpr auto kMarks = std::to_array<std::string_view>({kMark});
constexpr std::size_t kLinesOfRemarks = 12; ///< a reply may stand between two rows
constexpr std::size_t kMostCommits = 8;

/// Where a row stands in the clean text, and where its metric does if a mailer broke it off.
struct RowPlace
{
    SourceSpan numbers;
    SourceSpan metric;
};

struct Table
{
    std::size_t head = 0; ///< line of "%stddev  %change  %stddev"
    std::size_t commits = 0;
    bool isFlat = false; ///< the whole table stands on the line of the head
    std::vector<RowPlace> rows;
};

std::size_t countOf(std::string_view text, std::string_view word)
{
    std::size_t count = 0;
    for (auto pos = text.find(word); pos != std::string_view::npos; pos = text.find(word, pos + word.size())) {
        ++count;
    }
    return count;
}

bool isName(std::string_view line)
{
    const lkp::Words words(line);
    return !words.peek().empty() && words.rest() == words.peek() && words.peek().contains('.');
}

SourceSpan spanOfLine(const Text& text, std::size_t line)
{
    const auto& place = text.lines()[line];
    return {.offset = place.begin, .length = place.size()};
}

/// Finds the rows that stand behind the head on its own line.
void findFlatRows(const Text& text, Table& table)
{
    const auto line = text.line(table.head);
    lkp::Words words(line.substr(line.rfind(kMark) + kMark.size()));
    while (!words.peek().empty()) {
        if (words.peek() == "\\" || words.peek() == "|") {
            words.take();
            continue;
        }
        const auto row = lkp::takeNumbers(words, table.commits);
        const auto metric = words.take();
        if (!row || !metric.contains('.') || std::isalpha(static_cast<unsigned char>(metric.front())) == 0) {
            return;
        }
        const auto begin = text.spanOf(row->cells.front().value.text).offset;
        table.rows.push_back({.numbers = {.offset = begin, .length = text.spanOf(metric).end() - begin}, .metric = {}});
    }
}

/// Finds the rows below the head of @p table.
void findRows(const Text& text, Table& table)
{
    const auto lines = text.lines();
    auto last = table.head;
    for (auto line = table.head + 1; line < lines.size() && line - last <= kLinesOfRemarks; ++line) {
        const auto view = text.line(line);
        if (view.contains(kMark) || view.starts_with("====") || view.starts_with("****")) {
            return;
        }
        if (lines[line].kind != LineKind::Body || lines[line].numbers < 2) {
            continue;
        }
        const auto row = lkp::rowOf(view, table.commits);
        if (!row) {
            continue;
        }
        auto metricLine = line;
        if (row->metric.empty()) {
            if (line + 1 >= lines.size() || !isName(text.line(line + 1))) {
                continue;
            }
            ++metricLine; // a mailer broke the row before the metric
        }
        table.rows.push_back({.numbers = spanOfLine(text, line),
                              .metric = metricLine == line ? SourceSpan {} : spanOfLine(text, metricLine)});
        line = metricLine;
        last = metricLine;
    }
}

lkp::Setup setupOf(const Text& text, const Table& table)
{
    if (!table.isFlat) {
        return lkp::readSetup(text, table.head, table.commits);
    }
    const auto line = text.line(table.head);
    return lkp::readFlatSetup(text, table.head, line.substr(0, line.find(kMark)));
}

class Reader
{
public:
    Reader(const Text& text, const Table& table, SourceSpan span)
        : m_text(text)
        , m_table(table)
        , m_setup(setupOf(text, table))
    {
        for (std::size_t i = 0; i < table.commits; ++i) {
            BlockRun run;
            run.run.benchmark = "lkp";
            run.run.span = span;
            run.run.parameters = m_setup.parameters;
            run.run.machine = m_setup.machine;
            run.run.variant.role = i == 0 ? Role::Baseline : Role::Candidate;
            run.run.variant.label = i < m_setup.commits.size() ? m_setup.commits[i] : std::format("commit {}", i + 1);
            run.knowsVariant = true;
            run.knowsMachine = !m_setup.machine.label.empty() || m_setup.machine.cpus.has_value();
            m_parsed.runs.push_back(std::move(run));
        }
        // Of two commits the first is the parent; a tag ("v6.12-rc1") says for itself what it is.
        auto& first = m_parsed.runs[0].run.variant.label;
        if (table.commits == 2 && first.find_first_not_of("0123456789abcdef") == std::string::npos) {
            first += " (parent commit)";
        }
    }

    ParsedBlock read(const Job& job)
    {
        for (const auto& place : m_table.rows) {
            if (job.isCancelled()) {
                break;
            }
            auto row = lkp::rowOf(m_text.slice(place.numbers), m_table.commits);
            if (!row) {
                continue;
            }
            if (place.metric.length > 0) {
                row->metric = lkp::Words(m_text.slice(place.metric)).peek();
            }
            take(*row);
        }
        m_parsed.title =
            std::format("Kernel test robot, {} metrics of {} commits", m_table.rows.size(), m_table.commits);
        return std::move(m_parsed);
    }

private:
    void take(const lkp::Row& row)
    {
        const auto unit = lkp::unitOf(row.metric);
        const auto better = lkp::directionOf(row.metric);
        for (std::size_t i = 0; i < row.cells.size(); ++i) {
            const auto& cell = row.cells[i];
            TestResult result;
            result.test = row.metric;
            result.metric = "value";
            result.value = cell.value.value;
            result.unit = unit;
            const auto known = lkp::meaningOf(row.metric);
            result.baseValue = result.value * known.factor;
            result.baseUnit = known.base;
            result.better = better;
            result.span = m_text.spanOf(cell.value.text);
            if (cell.spread) {
                result.spread = Spread {.kind = SpreadKind::Cv,
                                        .value = cell.spread->value / 100,
                                        .low = {},
                                        .high = {},
                                        .span = m_text.spanOf(cell.spread->text)};
            }
            auto& results = m_parsed.runs[i].run.results;
            results.push_back(std::move(result));
            if (cell.change) {
                m_parsed.claims.push_back(claimOf(row, cell, i, results.size() - 1));
            }
        }
    }

    [[nodiscard]] Claim claimOf(const lkp::Row& row, const lkp::Cell& cell, std::size_t run, std::size_t result) const
    {
        Claim claim;
        claim.test = row.metric;
        claim.metric = "value";
        claim.parameters = m_setup.parameters;
        claim.baseline = m_parsed.runs[0].run.variant.label;
        claim.candidate = m_parsed.runs[run].run.variant.label;
        claim.stated = std::string(cell.change->text) + (cell.isPercent ? "%" : "");
        // Without "%" the robot prints the difference, which it does for metrics that are percentages themselves.
        claim.kind = cell.isPercent ? ClaimKind::Change : ClaimKind::Difference;
        const double scale = cell.isPercent ? 0.01 : 1;
        claim.low = claim.high = cell.change->value * scale;
        claim.resolution = cell.change->resolution() * scale;
        claim.span = m_text.spanOf(cell.change->text);
        claim.baselineResult = ResultRef {.run = 0, .result = result};
        claim.candidateResult = ResultRef {.run = run, .result = result};
        return claim;
    }

    const Text& m_text;
    const Table& m_table;
    lkp::Setup m_setup;
    ParsedBlock m_parsed;
};

class LkpTable final : public Format
{
public:
    [[nodiscard]] std::string_view id() const override
    {
        return "lkp-table";
    }
    [[nodiscard]] std::string_view description() const override
    {
        return "Tables of the kernel test robot (lkp, 0-day)";
    }
    [[nodiscard]] std::string_view example() const override
    {
        return "37389 ±  2%     +12.7%      42124        will-it-scale.per_thread_ops";
    }

    [[nodiscard]] std::span<const std::string_view> marks() const override
    {
        return kMarks;
    }

    void find(const Text& text, std::vector<Block>& out, const Job& job) const override
    {
        const auto view = text.view();
        for (auto pos = findText(view, kMark); pos != std::string_view::npos;) {
            if (job.isCancelled()) {
                return;
            }
            Table table {.head = text.lineAt(pos), .commits = 0, .rows = {}};
            const auto line = text.line(table.head);
            table.commits = countOf(line, kMark);
            std::size_t next = text.lines()[table.head].end;
            if (table.commits > 1 && table.commits <= kMostCommits && countOf(line, "%change") + 1 == table.commits) {
                findFlatRows(text, table);
                table.isFlat = !table.rows.empty();
                if (!table.isFlat) {
                    findRows(text, table);
                }
                if (!table.rows.empty()) {
                    const auto begin = setupOf(text, table).begin;
                    const auto& last = table.rows.back();
                    const auto end = std::max(last.numbers.end(), last.metric.end());
                    next = std::max(next, end);
                    out.push_back({.span = {.offset = begin, .length = end - begin},
                                   .confidence = Confidence::Certain,
                                   .state = std::make_shared<const Table>(std::move(table))});
                }
            }
            pos = findText(view, kMark, next);
        }
    }

    [[nodiscard]] ParsedBlock parse(const Text& text, const Block& block, const Job& job) const override
    {
        return Reader(text, *static_cast<const Table*>(block.state.get()), block.span).read(job);
    }
};

}

const Format& lkp_table()
{
    static const LkpTable instance;
    return instance;
}

}
