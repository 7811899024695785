// SPDX-License-Identifier: GPL-3.0-or-later
// `perf stat -j`: an object for each event, or for each interval with --metric-only.
#include "parsers/format.h"
#include "parsers/perf/stat_head.h"
#include "parsers/perf/stat_json_row.h"
#include "parsers/perf/stat_reader.h"
#include "parsers/text/find.h"

#include <algorithm>
#include <array>
#include <utility>

namespace patchscale {
namespace {

using Objects = std::vector<std::size_t>; ///< where the objects of a block begin

constexpr std::size_t kMostForeignBytes = 400; ///< of the measured program, between intervals

/// What only perf's objects hold; the later ones are names of metrics, which are the members of --metric-only.
constexpr auto kAnchors = std::to_array<std::string_view>(
    {"\"counter-value\"", "\"metric-value\"", "\"metricgroup\"", "\"insn per cycle\"", "\"GHz\"", "\"CPUs utilized\"",
     " of all branches\"", " tma_", "\"tma_", "\"frontend cycles idle\""});

/// Where objects begin that may be perf's, in order.
Objects candidates(std::string_view text)
{
    Objects out;
    if (!text.contains('{')) { // most tables and logs: one look instead of one for each anchor
        return out;
    }
    for (const auto anchor : kAnchors) {
        auto from = std::size_t {0};
        for (auto hit = findText(text, anchor); hit != std::string_view::npos; hit = findText(text, anchor, from)) {
            const auto open = text.substr(from, hit - from).rfind('{');
            if (open != std::string_view::npos) {
                out.push_back(from + open);
            }
            from = hit + anchor.size();
        }
    }
    std::ranges::sort(out);
    out.erase(std::ranges::unique(out).begin(), out.end());
    return out;
}

/// True if nothing but what joins objects stands in @p gap; between intervals the measured program may have its say.
bool mayJoin(std::string_view gap, bool isTimed)
{
    return gap.find_first_not_of(" \t\n,[]") == std::string_view::npos || (isTimed && gap.size() <= kMostForeignBytes);
}

class Scanner
{
public:
    explicit Scanner(const Text& text)
        : m_text(text)
    {
    }

    void scan(std::vector<Block>& out, const Job& job)
    {
        for (const auto begin : candidates(m_text.view())) {
            if (job.isCancelled()) {
                return;
            }
            const auto object = begin < m_end ? std::nullopt : perf::statJsonRow(m_text.view(), begin);
            if (!object) {
                continue;
            }
            const bool hasRow = !object->rows.empty();
            const auto time = hasRow && object->rows.front().time ? object->rows.front().time->value : 0;
            const bool isTotal = hasRow && time == 0 && m_isTimed; // of --summary, behind the intervals
            const bool isTimed = hasRow && !isTotal ? time > 0 : m_isTimed;
            const auto gap = m_objects.empty() ? std::string_view() : m_text.view().substr(m_end, begin - m_end);
            if (!m_objects.empty()
                && (!mayJoin(gap, isTimed && !isTotal) || isTimed != m_isTimed
                    || (hasRow && !isTotal && time < m_time))) {
                close(out);
            }
            m_isTimed = isTimed;
            m_time = hasRow && !isTotal ? time : m_time;
            m_objects.push_back(begin);
            m_end = object->end;
        }
        close(out);
    }

private:
    void close(std::vector<Block>& out)
    {
        if (!m_objects.empty()) {
            const auto begin = m_objects.front();
            const auto line = m_text.lineAt(begin);
            const auto start = perf::lineOfStart(m_text, line);
            const auto from = start < line ? m_text.lines()[start].begin : begin;
            out.push_back({.span = {.offset = from, .length = m_end - from},
                           .confidence = Confidence::Certain,
                           .state = std::make_shared<const Objects>(std::exchange(m_objects, {}))});
        }
        m_time = 0;
    }

    const Text& m_text;
    Objects m_objects;
    std::size_t m_end = 0;
    double m_time = 0;
    bool m_isTimed = false;
};

/// A further metric belongs to the event before it; one that is alone stands for itself.
void takeMore(perf::StatRow& row, const std::vector<perf::StatRow>& before)
{
    if (!before.empty()) {
        row.event = before.front().event;
        row.scope = before.front().scope;
        row.time = before.front().time;
        return;
    }
    const auto metric = row.tail.metrics.front();
    row.tail.metrics.clear();
    row.kind = perf::StatRow::Kind::Metric;
    row.event = metric.words;
    row.count = metric.number;
    row.unit = metric.isPercent ? "%" : "";
}

class PerfStatJson final : public Format
{
public:
    [[nodiscard]] std::string_view id() const override
    {
        return "perf-stat-json";
    }
    [[nodiscard]] std::string_view description() const override
    {
        return "perf stat -j: event counts as JSON";
    }
    [[nodiscard]] std::string_view example() const override
    {
        return R"({"counter-value" : "98.000000", "unit" : "", "event" : "cs", "event-runtime" : 269249961})";
    }

    [[nodiscard]] std::span<const std::string_view> marks() const override
    {
        return kAnchors;
    }

    void find(const Text& text, std::vector<Block>& out, const Job& job) const override
    {
        Scanner(text).scan(out, job);
    }

    [[nodiscard]] ParsedBlock parse(const Text& text, const Block& block, const Job& job) const override
    {
        perf::StatReader reader(text, block.span, {});
        std::vector<perf::StatRow> before;
        bool isEmpty = true;
        for (const auto begin : *static_cast<const Objects*>(block.state.get())) {
            if (job.isCancelled()) {
                break;
            }
            auto object = perf::statJsonRow(text.view(), begin);
            if (!object || object->rows.empty()) {
                continue;
            }
            if (object->isMore) {
                takeMore(object->rows.front(), before);
            }
            for (const auto& row : object->rows) {
                reader.take(row);
            }
            isEmpty = false;
            before = object->isMore ? before : std::move(object->rows);
        }
        auto parsed = reader.finish();
        if (isEmpty) {
            parsed.diagnostics.push_back(
                {.severity = Severity::Info,
                 .code = "no-metrics",
                 .message =
                     "perf printed no metric; the events that the metrics need may not be supported on the machine",
                 .span = block.span});
        }
        return parsed;
    }
};

}

const Format& perf_stat_json()
{
    static const PerfStatJson instance;
    return instance;
}

}
