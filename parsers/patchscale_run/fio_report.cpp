// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/patchscale_run/fio_report.h"

#include "core/base/units.h"
#include "parsers/fio/json_report.h"
#include "parsers/fio/results.h"

#include <algorithm>
#include <array>
#include <map>
#include <tuple>

namespace patchscale::native {
namespace {

/// What is compared of a job; the rest of fio's report stays in the document.
constexpr std::array<std::string_view, 4> kMetrics {"bandwidth", "iops", "clat mean", "clat p99"};

class FioReader
{
public:
    FioReader(std::string_view text, const PlaceOf& placeOf, std::vector<Diagnostic>& diagnostics)
        : m_text(text)
        , m_placeOf(placeOf)
        , m_diagnostics(diagnostics)
    {
    }

    void take(const JsonValue& round)
    {
        const auto* written = round.member("report");
        m_nodes.clear();
        fio::Report report;
        if (written != nullptr) {
            const auto read = fio::appendJson(m_text, written->span.offset, m_nodes);
            report = fio::jsonReport(fio::JsonView(m_text, m_nodes, read.root), m_diagnostics);
        }
        if (report.jobs.empty()) {
            m_diagnostics.push_back({.severity = Severity::Warning,
                                     .code = "no-fio-jobs",
                                     .message = "a report of fio holds no job",
                                     .span = round.span});
            return;
        }
        m_place = m_placeOf(round);
        for (auto& job : report.jobs) {
            const bool isFailed = job.isFailed;
            for (auto& result : fio::resultsOf(std::move(job))) {
                if (std::ranges::contains(kMetrics, result.metric)) {
                    add(std::move(result), isFailed);
                }
            }
        }
    }

    FioResults finish()
    {
        FioResults out;
        for (auto& [result, isFailed] : m_results) {
            summarise(result);
            const auto unit = unitOf(result.unit);
            result.baseValue = result.value * unit.factor;
            result.baseUnit = unit.base;
            (isFailed ? out.failed : out.results).push_back(std::move(result));
        }
        return out;
    }

private:
    void add(TestResult&& found, bool isFailed)
    {
        auto sample = m_place;
        sample.value = found.value;
        sample.span = found.span;
        const auto [place, isNew] =
            m_index.try_emplace({found.test, found.parameters, found.metric, isFailed}, m_results.size());
        if (isNew) {
            m_results.emplace_back(std::move(found), isFailed);
        }
        m_results[place->second].first.samples.push_back(sample);
    }

    std::string_view m_text;
    const PlaceOf& m_placeOf;
    std::vector<Diagnostic>& m_diagnostics;
    std::vector<fio::JsonNode> m_nodes;
    Sample m_place;
    std::vector<std::pair<TestResult, bool>> m_results;
    std::map<std::tuple<std::string, Parameters, std::string, bool>, std::size_t> m_index;
};

}

FioResults fioResultsOf(std::string_view text, const JsonValue& entry, const PlaceOf& placeOf,
                        std::vector<Diagnostic>& diagnostics)
{
    FioReader reader(text, placeOf, diagnostics);
    const auto* rounds = entry.member("rounds");
    for (const auto& round : rounds == nullptr ? std::vector<JsonValue> {} : rounds->children) {
        if (round.isWhole) {
            reader.take(round);
        }
    }
    return reader.finish();
}

}
