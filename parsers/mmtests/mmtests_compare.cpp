// SPDX-License-Identifier: GPL-3.0-or-later
// Comparisons of mmtests: one column per kernel, each value with its change against the baseline column in brackets.
// mmtests counts every improvement as positive, so the changes themselves tell which way is good.
#include "core/base/units.h"
#include "parsers/context/vocabulary.h"
#include "parsers/format.h"
#include "parsers/mmtests/row.h"
#include "parsers/mmtests/table.h"
#include "parsers/table/delta.h"

#include <algorithm>
#include <cmath>
#include <format>
#include <map>
#include <utility>

namespace patchscale {
namespace {

using mmtests::Cell;
using mmtests::Row;
using mmtests::Section;
using mmtests::Table;

std::string lowered(std::string_view text)
{
    std::string out(text);
    std::ranges::transform(out, out.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return out;
}

bool isNumber(std::string_view text)
{
    return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

/// The column that others are compared with: the marked one, else the first without any change; nothing if none is.
std::optional<std::size_t> baselineColumn(const Text& text, const Section& section)
{
    if (const auto marked = std::ranges::find(section.isMarked, true); marked != section.isMarked.end()) {
        return static_cast<std::size_t>(marked - section.isMarked.begin());
    }
    std::vector<bool> isUnchanged;
    for (const auto span : section.rows) {
        const auto row = mmtests::rowOf(text.slice(span));
        isUnchanged.resize(row->cells.size(), true);
        for (std::size_t i = 0; i < row->cells.size(); ++i) {
            const auto& delta = row->cells[i].delta;
            isUnchanged[i] = isUnchanged[i] && (!delta || std::abs(delta->value) == 0);
        }
    }
    const auto first = std::ranges::find(isUnchanged, true);
    return first == isUnchanged.end() ? std::nullopt
                                      : std::optional(static_cast<std::size_t>(first - isUnchanged.begin()));
}

class Reader
{
public:
    Reader(const Text& text, const Table& table, SourceSpan span)
        : m_text(text)
        , m_table(table)
        , m_span(span)
    {
        m_baseline = baselineColumn(text, table.sections.front());
        readDirections();
    }

    ParsedBlock read(const Job& job)
    {
        for (const auto& section : m_table.sections) {
            const auto firstRun = m_parsed.runs.size();
            addRuns(section);
            for (const auto span : section.rows) {
                if (job.isCancelled()) {
                    break;
                }
                readRow(*mmtests::rowOf(m_text.slice(span)), firstRun);
            }
            for (const auto span : section.unread) {
                m_parsed.diagnostics.push_back(
                    {.severity = Severity::Warning,
                     .code = "unread-row",
                     .message =
                         "a row has another number of columns than its table and was left out; check it in the source",
                     .span = span});
            }
        }
        attachSpreads();
        if (m_isImprovementPositive) {
            m_parsed.diagnostics.push_back(
                {.severity = Severity::Info,
                 .code = "delta-convention",
                 .message = std::format("the table states its changes as {}; they are compared with (new - old) / old",
                                        table::formula(table::Convention::Improvement)),
                 .span = m_span});
        }
        const auto rows = m_table.sections.front().rows.size();
        m_parsed.title = std::format("mmtests{}{}, {} {}", m_table.title.empty() ? "" : " ", m_table.title, rows,
                                     rows == 1 ? "row" : "rows");
        return std::move(m_parsed);
    }

private:
    /// Where a row's numbers of the baseline column are.
    using Key = std::pair<std::string, std::string>; ///< statistic and name

    /// Which way is good for each statistic, by the arithmetic of its rows.
    void readDirections()
    {
        std::map<std::string, std::vector<table::Triple>> triples;
        for (const auto& section : m_table.sections) {
            for (const auto span : section.rows) {
                const auto row = *mmtests::rowOf(m_text.slice(span));
                const auto key = Key(row.statistic, row.name);
                if (&section == &m_table.sections.front() && m_baseline) {
                    m_baselines.emplace(key, row.cells[*m_baseline].value);
                }
                const auto baseline = m_baselines.find(key);
                for (const auto& cell : row.cells) {
                    if (baseline != m_baselines.end() && cell.delta) {
                        triples[key.first].push_back({.baseline = baseline->second.value,
                                                      .baselineResolution = baseline->second.resolution(),
                                                      .candidate = cell.value.value,
                                                      .candidateResolution = cell.value.resolution(),
                                                      .stated = cell.delta->value / 100,
                                                      .statedResolution = cell.delta->resolution() / 100});
                    }
                }
            }
        }
        for (const auto& [statistic, list] : triples) {
            const auto detected = table::detectConvention(list);
            if (!detected) {
                continue;
            }
            const bool isFlipped = detected->convention == table::Convention::Improvement;
            m_isImprovementPositive = m_isImprovementPositive || isFlipped;
            if (isFlipped || detected->convention == table::Convention::Change) {
                m_directions[statistic] = isFlipped ? Better::Lower : Better::Higher;
            }
        }
    }

    [[nodiscard]] Better directionOf(std::string_view statistic) const
    {
        if (const auto known = m_directions.find(std::string(statistic)); known != m_directions.end()) {
            return known->second;
        }
        if (statistic == mmtests::kDuration) {
            return Better::Lower;
        }
        const bool isSpread = statistic == "Stddev" || statistic == "CoeffVar";
        if (m_table.stated != Better::Unknown && !isSpread) {
            return m_table.stated;
        }
        // mmtests takes the harmonic mean of rates and the arithmetic mean of times.
        return isSpread || statistic.ends_with("Amean") ? Better::Lower
            : statistic.ends_with("Hmean")              ? Better::Higher
                                                        : Better::Unknown;
    }

    void addRuns(const Section& section)
    {
        const bool isFirst = &section == &m_table.sections.front();
        const auto first = mmtests::rowOf(m_text.slice(section.rows.front()));
        const auto columns = first->cells.size();
        const auto benchmark = benchmarkIn(m_table.title);
        for (std::size_t i = 0; i < columns; ++i) {
            BlockRun run;
            run.run.benchmark = benchmark.empty() ? "mmtests" : benchmark;
            run.run.span = m_span;
            if (!m_table.title.empty() && !needsTitle(*first)) {
                run.run.parameters.emplace("table", m_table.title);
            }
            if (i < section.labels.size()) {
                run.run.variant.label = section.labels[i];
                run.knowsVariant = true;
            }
            if (m_baseline || !isFirst) {
                run.run.variant.role = isFirst && i == *m_baseline ? Role::Baseline : Role::Candidate;
            }
            m_parsed.runs.push_back(std::move(run));
        }
    }

    /// A bare number of clients or groups needs the table's title to be a test.
    static bool needsTitle(const Row& row)
    {
        return row.name.empty() || isNumber(row.name);
    }

    [[nodiscard]] std::string testOf(const Row& row, Parameters& parameters) const
    {
        if (!needsTitle(row)) {
            return std::string(row.name);
        }
        if (m_table.title.empty()) {
            const auto what = m_table.varying.empty() ? row.statistic : m_table.varying;
            return row.name.empty() ? std::string(row.statistic) : std::format("{} {}", what, row.name);
        }
        if (!row.name.empty()) {
            parameters.emplace(m_table.varying.empty() ? "case" : m_table.varying, row.name);
        }
        return std::string(m_table.title);
    }

    void readRow(const Row& row, std::size_t firstRun)
    {
        const bool isCount = row.isPlain && row.statistic == mmtests::kOps; // of events in the whole run
        const auto metric = isCount ? "count" : lowered(row.statistic);
        Parameters parameters;
        const auto test = testOf(row, parameters);
        const auto better = directionOf(row.statistic);
        for (std::size_t i = 0; i < row.cells.size(); ++i) {
            const auto& cell = row.cells[i];
            TestResult result;
            result.test = test;
            result.parameters = parameters;
            result.metric = metric;
            result.value = cell.value.value;
            result.unit = unitOfRow(row);
            const auto known = unitOf(result.unit);
            result.baseValue = result.value * known.factor;
            result.baseUnit = known.base;
            result.better = better;
            result.span = m_text.spanOf(cell.value.text);
            result.spread = spreadOf(cell);
            auto& results = m_parsed.runs[firstRun + i].run.results;
            results.push_back(std::move(result));
            const ResultRef reference {.run = firstRun + i, .result = results.size() - 1};
            if (firstRun == 0 && i == m_baseline) {
                m_references.emplace(Key(row.statistic, row.name), reference);
            }
            if (cell.delta && !(firstRun == 0 && i == m_baseline)) {
                m_open.push_back({.key = Key(row.statistic, row.name), .delta = *cell.delta, .candidate = reference});
            }
        }
        addClaims();
    }

    [[nodiscard]] std::string_view unitOfRow(const Row& row) const
    {
        return row.statistic == "CoeffVar" ? "%" : row.statistic == mmtests::kDuration ? "s" : m_table.unit;
    }

    [[nodiscard]] std::optional<Spread> spreadOf(const Cell& cell) const
    {
        if (!cell.spread) {
            return std::nullopt;
        }
        const auto value = cell.spread->value;
        return Spread {.kind = cell.isRelative     ? SpreadKind::Cv
                           : m_table.hasConfidence ? SpreadKind::Ci95
                                                   : SpreadKind::Stddev,
                       .value = cell.isRelative ? value / 100 : value,
                       .low = {},
                       .high = {},
                       .span = m_text.spanOf(cell.spread->text)};
    }

    void addClaims()
    {
        for (const auto& open : m_open) {
            const auto& result = m_parsed.runs[open.candidate.run].run.results[open.candidate.result];
            Claim claim;
            claim.test = result.test;
            claim.parameters = result.parameters;
            claim.metric = result.metric;
            claim.candidate = m_parsed.runs[open.candidate.run].run.variant.label;
            claim.stated = std::string(open.delta.text) + "%";
            claim.low = claim.high = open.delta.value / 100;
            claim.resolution = open.delta.resolution() / 100;
            claim.span = m_text.spanOf(open.delta.text);
            claim.candidateResult = open.candidate;
            if (const auto baseline = m_references.find(open.key); baseline != m_references.end()) {
                claim.baselineResult = baseline->second;
                claim.baseline = m_parsed.runs[baseline->second.run].run.variant.label;
            }
            m_parsed.claims.push_back(std::move(claim));
        }
        m_open.clear();
    }

    /// The rows of standard deviations tell the spread of the means of the same name.
    void attachSpreads()
    {
        for (auto& run : m_parsed.runs) {
            auto& results = run.run.results;
            std::multimap<std::pair<std::string, Parameters>, std::size_t> means;
            for (std::size_t i = 0; i < results.size(); ++i) {
                const auto& metric = results[i].metric;
                if (metric.ends_with("amean") || metric.ends_with("hmean") || metric == "mean") {
                    means.emplace(std::pair(results[i].test, results[i].parameters), i);
                }
            }
            for (const auto& spread : results) {
                const bool isStddev = spread.metric == "stddev";
                if (!isStddev && spread.metric != "coeffvar") {
                    continue;
                }
                const auto [first, last] = means.equal_range(std::pair(spread.test, spread.parameters));
                for (auto mean = first; mean != last; ++mean) {
                    auto& target = results[mean->second].spread;
                    if (!target) {
                        target = Spread {.kind = isStddev ? SpreadKind::Stddev : SpreadKind::Cv,
                                         .value = isStddev ? spread.value : spread.value / 100,
                                         .low = {},
                                         .high = {},
                                         .span = spread.span};
                    }
                }
            }
        }
    }

    struct OpenClaim
    {
        Key key;
        mmtests::Number delta;
        ResultRef candidate;
    };

    const Text& m_text;
    const Table& m_table;
    SourceSpan m_span;
    std::optional<std::size_t> m_baseline;
    std::map<Key, mmtests::Number> m_baselines;
    std::map<Key, ResultRef> m_references;
    std::map<std::string, Better> m_directions; ///< by statistic
    bool m_isImprovementPositive = false;
    std::vector<OpenClaim> m_open; ///< of the row that is read
    ParsedBlock m_parsed;
};

class MmtestsCompare final : public Format
{
public:
    [[nodiscard]] std::string_view id() const override
    {
        return "mmtests-compare";
    }
    [[nodiscard]] std::string_view description() const override
    {
        return "mmtests comparisons: means with their change in brackets";
    }
    [[nodiscard]] std::string_view example() const override
    {
        return "Hmean     4       3971.74 (   0.00%)     3950.59 (  -0.53%)";
    }

    void find(const Text& text, std::vector<Block>& out, const Job& job) const override
    {
        for (auto& table : mmtests::findTables(text, job)) {
            out.push_back({.span = {.offset = table.begin, .length = table.end - table.begin},
                           .confidence = Confidence::Certain,
                           .state = std::make_shared<const Table>(std::move(table))});
        }
    }

    [[nodiscard]] ParsedBlock parse(const Text& text, const Block& block, const Job& job) const override
    {
        return Reader(text, *static_cast<const Table*>(block.state.get()), block.span).read(job);
    }
};

}

const Format& mmtests_compare()
{
    static const MmtestsCompare instance;
    return instance;
}

}
