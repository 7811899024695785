// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/fio/results.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>
#include <utility>

namespace patchscale::fio {
namespace {

Better directionOf(std::string_view metric)
{
    if (metric == "bandwidth" || metric == "iops") {
        return Better::Higher;
    }
    const bool isLatency = metric.starts_with("clat") || metric.starts_with("slat") || metric.starts_with("lat ")
        || metric.starts_with("sync ");
    return isLatency ? Better::Lower : Better::Unknown;
}

class Results
{
public:
    Results(Job& job, std::vector<TestResult>& out)
        : m_job(job)
        , m_out(out)
    {
    }

    void append()
    {
        if (m_job.name.empty()) {
            m_job.name = "fio"; // its name was lost with the line that told it
        }
        for (auto& side : m_job.sides) {
            m_parameters = m_job.parameters;
            if (side.direction != Direction::None) {
                m_parameters["direction"] = kDirections[static_cast<std::size_t>(side.direction)];
            }
            addSide(side);
        }
        m_parameters = std::move(m_job.parameters);
        for (auto& measure : m_job.measures) {
            add(std::move(measure.metric), measure.baseUnit, measure.figure);
        }
    }

private:
    void addSide(Side& side)
    {
        for (const auto& [metric, unit, figure] :
             {std::tuple {"bandwidth", "B/s", &side.bandwidth}, std::tuple {"iops", "1/s", &side.iops},
              std::tuple {"io", "B", &side.bytes}, std::tuple {"runtime", "s", &side.runtime},
              std::tuple {"issued", "count", &side.issued}}) {
            if (*figure) {
                add(metric, unit, **figure);
            }
        }
        for (auto& measure : side.measures) {
            add(std::move(measure.metric), measure.baseUnit, measure.figure);
        }
    }

    void add(std::string metric, std::string_view baseUnit, const Figure& figure)
    {
        if (!std::isfinite(figure.value) || !std::isfinite(figure.base)) {
            return;
        }
        auto& result = m_out.emplace_back();
        result.test = m_job.name;
        result.parameters = m_parameters;
        result.better = directionOf(metric);
        result.metric = std::move(metric);
        result.value = figure.value;
        result.unit = figure.unit;
        result.baseValue = figure.base;
        result.baseUnit = baseUnit;
        result.span = figure.span;
    }

    Job& m_job;
    Parameters m_parameters;
    std::vector<TestResult>& m_out;
};

/// How many results @p job has at most.
std::size_t mostResults(const Job& job)
{
    std::size_t count = job.measures.size();
    for (const auto& side : job.sides) {
        count += side.measures.size() + 5;
    }
    return count;
}

void addRun(const Report& report, std::vector<TestResult>&& results, bool isFailed, ParsedBlock& block)
{
    if (results.empty()) {
        return;
    }
    auto& added = block.runs.emplace_back();
    added.group = static_cast<int>(block.runs.size());
    added.run.benchmark = "fio";
    added.run.isFailed = isFailed;
    added.run.span = report.span;
    added.run.results = std::move(results);
    if (!report.version.empty()) {
        added.run.machine.facts["tool.fio"] = report.version;
    }
}

}

int versionNumber(std::string_view version)
{
    int out = 0;
    const auto* pos = version.data();
    const auto* const end = pos + version.size();
    for (const int weight : {1000000, 1000, 1}) {
        int part = 0;
        const auto [next, error] = std::from_chars(pos, end, part);
        if (error != std::errc {} || part < 0 || part > 999) {
            break;
        }
        out += part * weight;
        pos = next;
        if (pos == end || *pos != '.') {
            break;
        }
        ++pos;
    }
    return out;
}

std::vector<TestResult> resultsOf(Job&& job)
{
    std::vector<TestResult> out;
    out.reserve(mostResults(job));
    Results(job, out).append();
    return out;
}

void addRuns(Report&& report, ParsedBlock& block)
{
    std::vector<TestResult> whole;
    std::vector<TestResult> failed;
    // a disk's numbers hold those of the failed job
    const bool isAnyFailed = std::ranges::any_of(report.jobs, &Job::isFailed);
    std::ranges::for_each(report.disks, [&](Job& disk) { disk.isFailed = disk.isFailed || isAnyFailed; });
    std::ranges::move(report.disks, std::back_inserter(report.jobs));
    std::size_t most = 0;
    std::ranges::for_each(report.jobs, [&most](const Job& job) { most += mostResults(job); });
    (isAnyFailed ? failed : whole).reserve(most);
    for (auto& job : report.jobs) {
        Results(job, job.isFailed ? failed : whole).append();
    }
    addRun(report, std::move(whole), false, block);
    addRun(report, std::move(failed), true, block);
}

}
