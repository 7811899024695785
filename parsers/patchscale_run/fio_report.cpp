// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/patchscale_run/fio_report.h"

#include "core/base/units.h"

#include <array>
#include <cmath>
#include <format>
#include <map>
#include <tuple>

namespace patchscale::native {
namespace {

/// The options that tell what a job did; a job's own come before those for all jobs.
void addOptions(Parameters& parameters, const JsonValue* options)
{
    constexpr std::array kTelling {"rw", "bs", "ioengine", "iodepth", "numjobs", "direct", "fsync", "rwmixread"};
    for (const auto* const name : kTelling) {
        if (options != nullptr && !options->textOf(name).empty()) {
            parameters.try_emplace(name, options->textOf(name));
        }
    }
}

class FioReader
{
public:
    explicit FioReader(const PlaceOf& placeOf, std::vector<Diagnostic>& diagnostics)
        : m_placeOf(placeOf)
        , m_diagnostics(diagnostics)
    {
    }

    void take(const JsonValue& round)
    {
        const auto* report = round.member("report");
        const auto* jobs = report == nullptr ? nullptr : report->member("jobs");
        if (jobs == nullptr || jobs->children.empty()) {
            m_diagnostics.push_back({.severity = Severity::Warning,
                                     .code = "no-fio-jobs",
                                     .message = "a report of fio holds no job",
                                     .span = round.span});
            return;
        }
        m_place = m_placeOf(round);
        m_seen.clear();
        for (const auto& job : jobs->children) {
            takeJob(job, report->member("global options"));
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
    void takeJob(const JsonValue& job, const JsonValue* global)
    {
        TestResult common;
        common.test = job.textOf("jobname");
        addOptions(common.parameters, job.member("job options"));
        addOptions(common.parameters, global);
        if (const int count = ++m_seen[common.test]; count > 1) {
            common.parameters["job"] = std::to_string(count);
        }
        const auto* error = job.numberMember("error");
        const bool isFailed = error != nullptr && std::abs(error->number) > 0;
        if (isFailed) {
            m_diagnostics.push_back({.severity = Severity::Warning,
                                     .code = "fio-failed",
                                     .message = std::format("fio's job '{}' ended with error {}; its numbers are left "
                                                            "out of comparisons",
                                                            common.test, error->number),
                                     .span = error->span});
        }
        for (const auto* const direction : {"read", "write", "trim", "mixed"}) {
            const auto* side = job.member(direction);
            const auto* ios = side == nullptr ? nullptr : side->numberMember("total_ios");
            if (ios == nullptr || ios->number <= 0) {
                continue; // the job did nothing that way
            }
            common.parameters["direction"] = direction;
            add(common, "bandwidth", "B/s", Better::Higher, side->numberMember("bw_bytes"), isFailed);
            add(common, "iops", "IOPS", Better::Higher, side->numberMember("iops"), isFailed);
            const auto* latency = side->member("clat_ns");
            if (latency == nullptr) {
                continue;
            }
            add(common, "clat mean", "ns", Better::Lower, latency->numberMember("mean"), isFailed);
            const auto* percentiles = latency->member("percentile");
            if (percentiles != nullptr) {
                add(common, "clat p99", "ns", Better::Lower, percentiles->numberMember("99.000000"), isFailed);
            }
        }
    }

    void add(const TestResult& common, const char* metric, const char* unit, Better better, const JsonValue* number,
             bool isFailed)
    {
        if (number == nullptr) {
            return;
        }
        const auto [place, isNew] =
            m_index.try_emplace({common.test, common.parameters, metric, isFailed}, m_results.size());
        if (isNew) {
            auto& added = m_results.emplace_back(common, isFailed).first;
            added.metric = metric;
            added.unit = unit;
            added.better = better;
        }
        auto sample = m_place;
        sample.value = number->number;
        sample.span = number->span;
        m_results[place->second].first.samples.push_back(sample);
    }

    const PlaceOf& m_placeOf;
    std::vector<Diagnostic>& m_diagnostics;
    Sample m_place;
    std::vector<std::pair<TestResult, bool>> m_results;
    std::map<std::tuple<std::string, Parameters, std::string, bool>, std::size_t> m_index;
    std::map<std::string, int> m_seen; ///< within a report: jobs of one name
};

}

FioResults fioResultsOf(const JsonValue& entry, const PlaceOf& placeOf, std::vector<Diagnostic>& diagnostics)
{
    FioReader reader(placeOf, diagnostics);
    const auto* rounds = entry.member("rounds");
    for (const auto& round : rounds == nullptr ? std::vector<JsonValue> {} : rounds->children) {
        if (round.isWhole) {
            reader.take(round);
        }
    }
    return reader.finish();
}

}
