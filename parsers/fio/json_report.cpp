// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/fio/json_report.h"

#include "parsers/fio/block_size.h"
#include "parsers/fio/statistics.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <format>
#include <map>
#include <utility>

namespace patchscale::fio {
namespace {

constexpr double kMilli = 1e-3;
constexpr double kKi = 1024;
constexpr double kPercent = 0.01;
constexpr int kLastKiBytes = 2020999; ///< up to here io_bytes counts KiB

/// Options that select a case, with their other names.
constexpr auto kOptions = std::to_array<std::pair<std::string_view, std::string_view>>({{"rw", "rw"},
                                                                                        {"readwrite", "rw"},
                                                                                        {"bs", "bs"},
                                                                                        {"blocksize", "bs"},
                                                                                        {"ioengine", "ioengine"},
                                                                                        {"iodepth", "iodepth"},
                                                                                        {"numjobs", "numjobs"},
                                                                                        {"size", "size"},
                                                                                        {"direct", "direct"},
                                                                                        {"fsync", "fsync"},
                                                                                        {"rwmixread", "rwmixread"}});

/// A job's own options come before those for all jobs.
void addOptions(const JsonView& options, Parameters& parameters)
{
    options.each([&](const JsonView& option) {
        const auto* hit = std::ranges::find(kOptions, option.name(), &decltype(kOptions)::value_type::first);
        if (hit == kOptions.end() || option.node().kind != JsonNode::Kind::String || option.node().length == 0) {
            return;
        }
        const bool isSize = hit->second == "bs" || hit->second == "size";
        parameters.try_emplace(std::string(hit->second), isSize ? sizeText(option.string()) : option.string());
    });
}

std::optional<Figure> figureOf(const JsonView& number, std::string_view unit, double factor)
{
    const auto value = number.number();
    if (!value) {
        return std::nullopt;
    }
    return Figure {.value = *value, .unit = unit, .base = *value * factor, .step = 0, .span = number.span()};
}

void add(const JsonView& number, std::string metric, std::string_view unit, double factor, std::string_view baseUnit,
         std::vector<Measure>& out)
{
    if (const auto figure = figureOf(number, unit, factor)) {
        out.push_back({.metric = std::move(metric), .baseUnit = baseUnit, .figure = *figure});
    }
}

/// A latency object, whose numbers are nanoseconds or, up to 2.x, microseconds.
void addLatency(const JsonView& latency, const std::string& name, bool isMicro, std::vector<Measure>& out)
{
    const std::string_view unit = isMicro ? "us" : "ns";
    const double factor = isMicro ? 1e-6 : 1e-9;
    const auto count = latency.numberOf("N");
    const bool isMeasured =
        count ? *count > 0 : latency.numberOf("mean").value_or(0) > 0 || latency.numberOf("max").value_or(0) > 0;
    if (!isMeasured) {
        return;
    }
    latency.each([&](const JsonView& member) {
        const auto key = member.name();
        if (key == "min" || key == "max" || key == "mean" || key == "stddev") {
            add(member, name + ' ' + std::string(key), unit, factor, "s", out);
        } else if (key == "percentile") {
            member.each([&](const JsonView& percentile) {
                const bool isFiller = percentile.name().find_first_of("123456789") == std::string_view::npos;
                if (!isFiller) {
                    add(percentile, name + ' ' + percentileName(percentile.name()), unit, factor, "s", out);
                }
            });
        }
    });
}

void addPriorities(const JsonView& priorities, std::vector<Measure>& out)
{
    priorities.each([&](const JsonView& priority) {
        const auto name = std::format(" prio {}/{}", priority.numberOf("prioclass").value_or(0),
                                      priority.numberOf("prio").value_or(0));
        priority.each([&](const JsonView& latency) {
            const auto key = latency.name();
            if (key.ends_with("lat_ns")) {
                addLatency(latency, std::string(key.substr(0, key.size() - 3)) + name, false, out);
            }
        });
    });
}

void addIntervals(const JsonView& side, std::vector<Measure>& out)
{
    constexpr auto kBandwidth = std::to_array<std::pair<std::string_view, std::string_view>>(
        {{"bw_min", "min"}, {"bw_max", "max"}, {"bw_mean", "mean"}, {"bw_dev", "stddev"}});
    constexpr auto kIops = std::to_array<std::pair<std::string_view, std::string_view>>(
        {{"iops_min", "min"}, {"iops_max", "max"}, {"iops_mean", "mean"}, {"iops_stddev", "stddev"}});
    if (side.numberOf("bw_samples").value_or(1) <= 0 || side.numberOf("bw_mean").value_or(0) <= 0) {
        return;
    }
    if (side.numberOf("iops_min") == 1.0 && side.numberOf("iops_max") == 1.0) {
        return; // a log of each IO was written: the intervals are single IOs
    }
    for (const auto& [key, statistic] : kBandwidth) {
        add(side.member(key), "interval bandwidth " + std::string(statistic), "KiB/s", kKi, "B/s", out);
    }
    add(side.member("bw_samples"), "interval bandwidth samples", "", 1, "count", out);
    for (const auto& [key, statistic] : kIops) {
        add(side.member(key), "interval iops " + std::string(statistic), "IOPS", 1, "1/s", out);
    }
    add(side.member("iops_samples"), "interval iops samples", "", 1, "count", out);
}

class Reader
{
public:
    Reader(const JsonView& report, std::vector<Diagnostic>& diagnostics)
        : m_report(report)
        , m_diagnostics(diagnostics)
    {
    }

    Report read()
    {
        auto version = m_report.stringOf("fio version");
        version.erase(0, version.starts_with("fio-") || version.starts_with("fio ") ? 4 : 0);
        m_version = versionNumber(version);
        Report report {.version = std::move(version), .jobs = {}, .disks = {}, .span = m_report.span()};
        for (const auto* const list : {"jobs", "client_stats"}) {
            m_report.member(list).each([&](const JsonView& job) {
                if (job.isObject() && job.node().isWhole) {
                    takeJob(job, report);
                } else if (job.isObject()) {
                    say("truncated-result", job, "the document ends among the numbers of a job, which was left out",
                        Severity::Warning);
                }
            });
        }
        m_report.member("disk_util").each([&](const JsonView& disk) { takeDisk(disk, report); });
        return report;
    }

private:
    void say(const char* code, const JsonView& where, std::string message, Severity severity)
    {
        m_diagnostics.push_back(
            {.severity = severity, .code = code, .message = std::move(message), .span = where.span()});
    }

    void takeJob(const JsonView& from, Report& report)
    {
        Job job;
        job.name = from.stringOf("jobname");
        if (job.name.empty()) {
            job.name = "fio";
        }
        addOptions(from.member("job options"), job.parameters);
        addOptions(m_report.member("global options"), job.parameters);
        if (const auto host = from.stringOf("hostname"); !host.empty() && job.name != "All clients") {
            const auto port = from.numberOf("port");
            job.parameters["client"] = port ? std::format("{}:{}", host, *port) : host;
        }
        if (const int count = ++m_seen[{job.name, job.parameters}]; count > 1) {
            job.parameters["job"] = std::to_string(count);
        }
        for (std::size_t i = 1; i < kDirections.size(); ++i) {
            takeSide(from.member(kDirections[i]), static_cast<Direction>(i), job);
        }
        if (const auto sync = from.member("sync")) {
            addLatency(sync.member("lat_ns"), "sync", false, job.measures);
        }
        add(from.member("usr_cpu"), "cpu usr", "%", kPercent, "ratio", job.measures);
        add(from.member("sys_cpu"), "cpu sys", "%", kPercent, "ratio", job.measures);
        add(from.member("ctx"), "context switches", "", 1, "count", job.measures);
        add(from.member("majf"), "major faults", "", 1, "count", job.measures);
        add(from.member("minf"), "minor faults", "", 1, "count", job.measures);
        if (from.numberOf("latency_target").value_or(0) > 0 || from.numberOf("latency_target_ns").value_or(0) > 0) {
            add(from.member("latency_depth"), "latency target depth", "", 1, "count", job.measures);
        }
        takeSteady(from.member("steadystate"), job);
        if (job.sides.empty()) {
            job.measures.clear(); // a job without an IO has no result
        }
        takeErrors(from, job);
        if (!job.sides.empty() || job.isFailed) {
            report.jobs.push_back(std::move(job));
        } else {
            say("no-results", from, std::format("fio's job '{}' did no IO that it counts", job.name), Severity::Info);
        }
    }

    void takeErrors(const JsonView& from, Job& job)
    {
        const auto error = from.member("error");
        const double code = error.number().value_or(0);
        if (code != 0) {
            job.isFailed = true;
            say("fio-failed", error,
                std::format("fio's job '{}' ended with error {}; its numbers are left out of comparisons", job.name,
                            code),
                Severity::Warning);
            add(error, "error", "errno", 1, "errno", job.measures);
            return;
        }
        const auto total = from.member("total_err");
        if (total.number().value_or(0) > 0) {
            job.isFailed = true;
            say("fio-failed", total,
                std::format("fio's job '{}' went on after errors; its numbers are left out of comparisons", job.name),
                Severity::Warning);
        }
    }

    /// What one count of "io_bytes" stands for.
    [[nodiscard]] double byteFactor(const JsonView& from) const
    {
        if (from.member("io_kbytes")) {
            return 1;
        }
        const auto bytes = from.numberOf("io_bytes");
        const auto rate = from.numberOf("bw");
        const auto runtime = from.numberOf("runtime");
        if (bytes && rate && runtime && *rate > 0 && *runtime > 0) {
            const double kibibytes = *rate * *runtime * kMilli; // one of the two is off by a factor of 1024
            return *bytes > kibibytes * 32 ? 1 : kKi;
        }
        return m_version > 0 && m_version <= kLastKiBytes ? kKi : 1;
    }

    void takeSide(const JsonView& from, Direction direction, Job& job)
    {
        const auto ios = from.numberOf("total_ios");
        const auto positive = [&](std::string_view name) { return from.numberOf(name).value_or(0) > 0; };
        const bool isUsed = ios ? *ios > 0 : positive("io_bytes") || positive("iops") || positive("bw");
        if (!isUsed) {
            return;
        }
        auto& side = job.sides.emplace_back();
        side.direction = direction;
        side.bytes = figureOf(from.member("io_bytes"), "B", 1);
        if (side.bytes && byteFactor(from) > 1) {
            side.bytes->unit = "KiB";
            side.bytes->base *= kKi;
        }
        side.runtime = figureOf(from.member("runtime"), "ms", kMilli);
        side.issued = figureOf(from.member("total_ios"), "", 1);
        const bool hasRate = !side.runtime || side.runtime->value > 0;
        if (hasRate) {
            side.bandwidth = figureOf(from.member("bw_bytes"), "B/s", 1);
            if (!side.bandwidth) {
                side.bandwidth = figureOf(from.member("bw"), "KiB/s", kKi);
            }
            side.iops = figureOf(from.member("iops"), "IOPS", 1);
            takeExactRate(side);
        }
        for (const auto* const name : {"slat", "clat", "lat"}) {
            if (const auto latency = from.member(std::string(name) + "_ns")) {
                addLatency(latency, name, false, side.measures);
            } else {
                addLatency(from.member(name), name, true, side.measures);
            }
        }
        addPriorities(from.member("prios"), side.measures);
        addIntervals(from, side.measures);
    }

    /// The rates are cut to whole numbers; their parts are exact.
    static void takeExactRate(Side& side)
    {
        if (!side.bytes || !side.runtime || !side.bandwidth || side.runtime->base <= 0) {
            return;
        }
        const double rate = side.bytes->base / side.runtime->base;
        constexpr double kClose = 1e-3;
        if (std::abs(rate - side.bandwidth->base) <= kClose * rate + kKi) {
            side.bandwidth->base = rate;
        }
    }

    static void takeSteady(const JsonView& steady, Job& job)
    {
        if (steady.numberOf("attained").value_or(0) <= 0) {
            return;
        }
        const auto data = steady.member("data");
        add(data.member("bw_mean"), "steady bandwidth", "B/s", 1, "B/s", job.measures);
        add(data.member("iops_mean"), "steady iops", "IOPS", 1, "1/s", job.measures);
    }

    static void takeDisk(const JsonView& from, Report& report)
    {
        const auto name = from.stringOf("name");
        if (name.empty() || !from.node().isWhole) {
            return;
        }
        Job disk;
        disk.name = "disk " + name;
        add(from.member("read_ios"), "read ios", "", 1, "count", disk.measures);
        add(from.member("write_ios"), "write ios", "", 1, "count", disk.measures);
        add(from.member("read_sectors"), "read sectors", "", 1, "count", disk.measures);
        add(from.member("write_sectors"), "write sectors", "", 1, "count", disk.measures);
        add(from.member("read_merges"), "read merges", "", 1, "count", disk.measures);
        add(from.member("write_merges"), "write merges", "", 1, "count", disk.measures);
        add(from.member("read_ticks"), "read ticks", "ms", kMilli, "s", disk.measures);
        add(from.member("write_ticks"), "write ticks", "ms", kMilli, "s", disk.measures);
        add(from.member("in_queue"), "in queue", "ms", kMilli, "s", disk.measures);
        add(from.member("util"), "util", "%", kPercent, "ratio", disk.measures);
        report.disks.push_back(std::move(disk));
    }

    JsonView m_report;
    std::vector<Diagnostic>& m_diagnostics;
    int m_version = 0;
    std::map<std::pair<std::string, Parameters>, int> m_seen;
};

}

Report jsonReport(const JsonView& report, std::vector<Diagnostic>& diagnostics)
{
    return Reader(report, diagnostics).read();
}

bool isJsonReport(const JsonView& value)
{
    const auto isList = [&](const char* name) {
        const auto list = value.member(name);
        return list && list.node().kind == JsonNode::Kind::Array;
    };
    return isList("jobs") || isList("client_stats");
}

bool continues(const JsonView& earlier, const JsonView& later)
{
    const auto jobsOf = [](const JsonView& report) {
        std::vector<JsonView> jobs;
        for (const auto* const list : {"jobs", "client_stats"}) {
            report.member(list).each([&](const JsonView& job) { jobs.push_back(job); });
        }
        return jobs;
    };
    const auto first = jobsOf(earlier);
    const auto second = jobsOf(later);
    if (first.empty() || first.size() != second.size()
        || earlier.stringOf("fio version") != later.stringOf("fio version")) {
        return false;
    }
    const auto stampOf = [](const JsonView& report) {
        const auto milliseconds = report.numberOf("timestamp_ms");
        return milliseconds ? std::optional(*milliseconds * kMilli) : report.numberOf("timestamp");
    };
    const auto firstStamp = stampOf(earlier);
    const auto secondStamp = stampOf(later);
    double longest = 0;
    bool isLater = false;
    for (std::size_t i = 0; i < first.size(); ++i) {
        if (first[i].stringOf("jobname") != second[i].stringOf("jobname")
            || first[i].numberOf("groupid") != second[i].numberOf("groupid")) {
            return false;
        }
        for (const auto direction : kDirections) {
            const auto a = first[i].member(direction);
            const auto b = second[i].member(direction);
            for (const auto* const counter : {"io_bytes", "total_ios", "runtime"}) {
                const double from = a.numberOf(counter).value_or(0);
                const double to = b.numberOf(counter).value_or(0);
                if (to < from) {
                    return false;
                }
                isLater = isLater || to > from;
            }
            longest = std::max(longest, b.numberOf("runtime").value_or(0) - a.numberOf("runtime").value_or(0));
        }
    }
    if (!firstStamp || !secondStamp) {
        return isLater; // the same numbers again may be a copy, but two runs are never equal
    }
    constexpr double kSlack = 1.5; // seconds: stamps of old versions are whole seconds
    const double elapsed = *secondStamp - *firstStamp;
    return elapsed >= 0 && std::abs(elapsed - longest * kMilli) <= kSlack && (isLater || elapsed < kSlack);
}

}
