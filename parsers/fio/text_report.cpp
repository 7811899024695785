// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/fio/text_report.h"

#include "parsers/fio/block_size.h"
#include "parsers/fio/quantity.h"
#include "parsers/fio/recompute.h"
#include "parsers/fio/statistics.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <format>
#include <map>
#include <set>
#include <utility>

namespace patchscale::fio {
namespace {

constexpr auto kNpos = std::string_view::npos;
constexpr double kMilli = 1e-3;
/// No run takes a year: a longer one is an overflow of fio's.
constexpr double kLongest = 365.0 * 24 * 3600;
/// Up to here KB of "minb" and "maxb" is 1000 bytes, while it is 1024 beside it.
constexpr int kLastThousandMinimum = 2000006;
constexpr int kLastThousandGroup = 1031999; ///< KiB of "aggrb"
constexpr int kLastThousandJob = 1025001; ///< KiB of "bw"

/// The part of a job's report that a head or a headline opens.
struct Section
{
    Job job;
    std::string key; ///< name, group and process
    int group = -1;
    std::string pid;
    std::array<std::optional<Figure>, kDirections.size()> issued; ///< by direction; the first is unused
    std::vector<Parts> parts; ///< one for each side
    bool isHeaded = false;
    bool isGroup = false;
    bool isDisk = false;
    bool isSync = false;
};

std::string_view iopsUnit(std::string_view letter)
{
    constexpr auto kUnits = std::to_array<std::pair<std::string_view, std::string_view>>(
        {{"", "IOPS"}, {"k", "kIOPS"}, {"K", "kIOPS"}, {"M", "MIOPS"}, {"G", "GIOPS"}});
    const auto* hit = std::ranges::find(kUnits, letter, &std::pair<std::string_view, std::string_view>::first);
    return hit == kUnits.end() ? letter : hit->second;
}

class Reader
{
public:
    Reader(const Text& text, std::span<const Entry> entries, std::vector<Diagnostic>& diagnostics)
        : m_text(text)
        , m_entries(entries)
        , m_diagnostics(diagnostics)
        , m_version(versionOf())
        , m_statistics(text, versionNumber(m_version))
    {
    }

    Report read()
    {
        for (const auto& entry : m_entries) {
            take(entry.kind, textOf(m_text, entry));
        }
        finishSections();
        tellUnused();
        Report report {.version = m_version, .jobs = {}, .disks = {}, .span = spanOf(m_text, m_entries)};
        for (auto& section : m_sections) {
            (section.isDisk ? report.disks : report.jobs).push_back(std::move(section.job));
        }
        return report;
    }

private:
    // step 1: what stands in the block

    [[nodiscard]] std::string versionOf() const
    {
        for (const auto& entry : m_entries) {
            auto line = stripped(textOf(m_text, entry));
            if (entry.kind == Kind::Host && line.contains("fio=")) {
                line = line.substr(line.find("fio=") + 4);
            } else if (entry.kind != Kind::Version) {
                continue;
            }
            line.remove_prefix(line.starts_with("fio-") || line.starts_with("fio ") ? 4 : 0);
            return std::string(line.substr(0, line.find_first_of(", \t")));
        }
        return {};
    }

    void warn(const char* code, std::string message, std::string_view where, Severity severity = Severity::Warning)
    {
        m_diagnostics.push_back({.severity = severity,
                                 .code = code,
                                 .message = std::move(message),
                                 .span = m_text.spanOf(stripped(where))});
    }

    Section& section()
    {
        if (m_sections.empty() || m_isBetween) {
            auto& loose = m_sections.emplace_back();
            loose.job.name = m_banners.size() == 1 ? m_banners.front().name : "fio";
            loose.job.parameters = m_banners.size() == 1 ? m_banners.front().parameters : Parameters {};
            m_isBetween = false;
        }
        return m_sections.back();
    }

    /// The side at hand; a statistic without a headline has one without direction.
    Side& side()
    {
        auto& at = section();
        if (at.job.sides.empty()) {
            at.job.sides.emplace_back();
            at.parts.emplace_back();
        }
        return at.job.sides.back();
    }

    std::vector<Measure>& measures()
    {
        return section().isSync ? section().job.measures : side().measures;
    }

    void take(Kind kind, std::string_view line)
    {
        switch (kind) {
        case Kind::Banner:
            m_banners.push_back(bannerOf(line));
            break;
        case Kind::Message:
            takeMessage(line);
            break;
        case Kind::JobHead:
            takeJobHead(line);
            break;
        case Kind::NewHeadline:
            takeNewHeadline(line);
            break;
        case Kind::OldHeadline:
            takeOldHeadline(line);
            break;
        case Kind::GroupHead:
            takeGroupHead(line);
            break;
        case Kind::GroupLine:
            takeGroupLine(line);
            break;
        case Kind::Issued:
            takeIssued(line);
            break;
        case Kind::Errors:
            section().job.isFailed = true;
            warn("fio-failed",
                 std::format("fio's job '{}' went on after errors; its numbers are left out of comparisons",
                             section().job.name),
                 line);
            break;
        case Kind::Target:
            takeTarget(line);
            break;
        case Kind::SyncHead:
            section().isSync = true;
            break;
        case Kind::Disk:
            takeDisk(line);
            break;
        case Kind::Histogram:
        case Kind::Depths:
            m_unused = m_unused.empty() ? line : m_unused;
            break;
        default:
            takeStatistic(kind, line);
            break;
        }
    }

    void takeStatistic(Kind kind, std::string_view line)
    {
        switch (kind) {
        case Kind::Latency:
            m_statistics.takeLatency(line, measures());
            break;
        case Kind::PercentileHead:
            m_statistics.takePercentileHead(line, measures());
            break;
        case Kind::PercentileRow:
            m_statistics.takePercentiles(line, measures());
            break;
        case Kind::BandwidthInterval:
            m_statistics.takeBandwidthInterval(line, measures());
            break;
        case Kind::IopsInterval:
            if (!m_statistics.takeIopsInterval(line, measures())) {
                std::erase_if(measures(),
                              [](const Measure& measure) { return measure.metric.starts_with("interval"); });
                warn("fio-interval",
                     "fio wrote a log of each IO, so its lines 'bw (' and 'iops' count single IOs; they are left out",
                     line, Severity::Info);
            }
            break;
        case Kind::Cpu:
            m_statistics.takeCpu(line, section().job.measures);
            break;
        case Kind::Steady:
            m_statistics.takeSteady(line, section().job.measures);
            if (line.contains("attained=no")) {
                warn("fio-unsteady", "fio did not reach the steady state that was asked for", line, Severity::Info);
            }
            break;
        default:
            break;
        }
    }

    void takeMessage(std::string_view line)
    {
        if (line.contains("terminating on signal")) {
            m_isStopped = true;
            warn("fio-failed",
                 "fio was stopped by a signal: the numbers are of a shorter run, and left out of comparisons", line);
        } else if (line.contains("got signal=")) {
            const auto pid = quantityOf(line, "pid=");
            m_killed.insert(pid ? std::string(pid->digits) : std::string {});
            warn("fio-failed", "a job of fio's was killed; its numbers are left out of comparisons", line);
        }
    }

    void takeJobHead(std::string_view line)
    {
        const auto group = line.find("(groupid=");
        auto name = stripped(line.substr(0, group));
        name.remove_suffix(name.ends_with(':') ? 1 : 0);
        for (const std::string_view mark : {"[stdout] ", "[stderr] "}) {
            name = name.contains(mark) ? stripped(name.substr(name.find(mark) + mark.size())) : name;
        }
        Section added;
        added.isHeaded = true;
        added.job.name = name.empty() ? "fio" : std::string(name);
        if (const auto number = quantityAt(line, group + 9)) {
            added.group = static_cast<int>(std::min(number->value, 1e6));
        }
        const auto pid = quantityOf(line, "pid=", group);
        added.pid = pid ? std::string(pid->digits) : std::string {};
        added.key = std::format("{}\n{}\n{}", added.job.name, added.group, added.pid);
        if (const auto* banner = bannerFor(added.job.name)) {
            added.job.parameters = banner->parameters;
        }
        const auto jobs = quantityOf(line, "jobs=", group);
        if (jobs && jobs->value > 1) {
            added.job.parameters["numjobs"] = jobs->digits;
        }
        readError(line, group, added);
        replaceEarlier(added);
        m_isBetween = false;
        m_sections.push_back(std::move(added));
    }

    void readError(std::string_view line, std::size_t group, Section& added)
    {
        const auto value = valueOf(line, "err=", group);
        if (value == kNpos) {
            return;
        }
        const auto number = quantityAt(line, line.find_first_not_of(" -", value));
        if (!number || number->value == 0) {
            return;
        }
        added.job.isFailed = true;
        added.job.measures.push_back({.metric = "error",
                                      .baseUnit = "errno",
                                      .figure = {.value = number->value,
                                                 .unit = "errno",
                                                 .base = number->value,
                                                 .step = 1,
                                                 .span = m_text.spanOf(number->digits)}});
        warn("fio-failed",
             std::format("fio's job '{}' ended with error {}; its numbers are left out of comparisons", added.job.name,
                         number->digits),
             line);
    }

    /// What fio printed of a job while it ran gives way to its last report.
    void replaceEarlier(const Section& added)
    {
        const auto isSame = [&](const Section& other) { return other.isHeaded && other.key == added.key; };
        const auto earlier = std::ranges::find_if(m_sections, isSame);
        if (earlier == m_sections.end()) {
            return;
        }
        m_dumps += 1;
        const int group = added.group;
        std::erase_if(m_sections,
                      [&](const Section& other) { return isSame(other) || (other.isGroup && other.group == group); });
        std::erase_if(m_sections, &Section::isDisk);
    }

    [[nodiscard]] const Banner* bannerFor(std::string_view name) const
    {
        const auto hit = std::ranges::find(m_banners, name, &Banner::name);
        if (hit != m_banners.end()) {
            return &*hit;
        }
        return m_banners.size() == 1 ? &m_banners.front() : nullptr;
    }

    Side& addSide(std::string_view line)
    {
        auto& at = section();
        at.isSync = false;
        const auto direction = directionOf(line);
        const bool isOpen = at.job.sides.size() == 1 && at.job.sides.front().direction == Direction::None
            && !at.job.sides.front().iops && at.job.sides.front().measures.empty();
        if (!isOpen) {
            at.job.sides.emplace_back();
            at.parts.emplace_back();
        }
        at.job.sides.back().direction = direction;
        at.parts.back().version = versionNumber(m_version);
        if (const auto* banner = bannerFor(at.job.name)) {
            at.parts.back().blockSize = banner->sizes[static_cast<std::size_t>(direction)].fixed();
        }
        return at.job.sides.back();
    }

    Figure figureOf(const Quantity& quantity, std::string_view unit, double factor) const
    {
        return {.value = quantity.value,
                .unit = unit,
                .base = quantity.value * factor,
                .step = quantity.step * factor,
                .span = m_text.spanOf(quantity.digits)};
    }

    std::optional<Figure> bytesFigure(const std::optional<Quantity>& quantity, Prefixes prefixes) const
    {
        const double factor = quantity ? bytesIn(quantity->unit, prefixes) : 0;
        return factor > 0 ? std::optional(figureOf(*quantity, quantity->unit, factor)) : std::nullopt;
    }

    void takeRuntime(const std::optional<Quantity>& quantity, Side& side)
    {
        if (!quantity) {
            return;
        }
        if (quantity->value * kMilli > kLongest) {
            warn("fio-overflow", "the time is no time that a run takes, and neither are numbers made with it",
                 quantity->digits);
            return;
        }
        side.runtime = figureOf(*quantity, "msec", kMilli);
    }

    void takeIops(const std::optional<Quantity>& quantity, Side& side)
    {
        const double factor = quantity ? thousands(quantity->unit) : 0;
        if (factor > 0) {
            side.iops = figureOf(*quantity, iopsUnit(quantity->unit), factor);
        }
    }

    void takeNewHeadline(std::string_view line)
    {
        auto& added = addSide(line);
        auto& parts = section().parts.back();
        takeIops(quantityOf(line, "IOPS="), added);
        const auto bandwidth = quantityOf(line, "BW=");
        if (line.contains("aggrb=")) {
            warn("fio-doubtful", "the line mixes what different versions of fio print; it may not be fio's own", line);
        }
        if (!bandwidth) {
            return;
        }
        const bool hasSize = bandwidth->unit.contains('B') || bandwidth->unit.contains("bit")
            || bandwidth->unit.ends_with('i') || bandwidth->value == 0;
        added.bandwidth = hasSize ? bytesFigure(bandwidth, Prefixes::Told) : std::nullopt;
        auto pos = line.find_first_not_of(" \t\n", bandwidth->end);
        if (pos == kNpos || line[pos] != '(') {
            return;
        }
        auto inner = quantityAt(line, pos + 1);
        if (inner && line.find_first_not_of(" \t\n", inner->end) != kNpos && line[inner->end] != '/') {
            const double factor = bytesIn(inner->unit, Prefixes::Told);
            parts.twin = inner->value * factor;
            parts.twinStep = inner->step * factor;
            pos = line.find('(', inner->end);
            inner = pos == kNpos ? std::nullopt : quantityAt(line, pos + 1);
        }
        if (inner && inner->end < line.size() && line[inner->end] == '/') {
            added.bytes = bytesFigure(inner, Prefixes::Told);
            const auto runtime = quantityAt(line, inner->end + 1);
            takeRuntime(runtime && line.substr(runtime->end).starts_with("msec") ? runtime : std::nullopt, added);
        }
    }

    void takeOldHeadline(std::string_view line)
    {
        auto& added = addSide(line);
        const auto version = versionNumber(m_version);
        takeIops(quantityOf(line, "iops="), added);
        const auto bandwidth = quantityOf(line, "bw=");
        added.bytes = bytesFigure(quantityOf(line, "io="), Prefixes::Binary);
        takeRuntime(quantityOf(line, "runt="), added);
        if (!bandwidth) {
            return;
        }
        auto prefixes = Prefixes::Binary;
        if (bandwidth->unit.contains("KiB")) {
            prefixes = version > kLastThousandJob ? Prefixes::Binary : Prefixes::Thousand;
            const bool isUntold = version == 0;
            if (isUntold && added.bytes && added.runtime && added.runtime->base > 0) {
                const double rate = added.bytes->base / added.runtime->base;
                const double binary = bandwidth->value * bytesIn(bandwidth->unit, Prefixes::Binary);
                const double thousand = bandwidth->value * bytesIn(bandwidth->unit, Prefixes::Thousand);
                prefixes = std::abs(rate - binary) < std::abs(rate - thousand) ? Prefixes::Binary : Prefixes::Thousand;
            }
        }
        added.bandwidth = bytesFigure(bandwidth, prefixes);
    }

    void takeIssued(std::string_view line)
    {
        auto& at = section();
        const auto value = valueOf(line, "total=");
        if (value == kNpos) {
            return;
        }
        auto pos = value;
        for (auto direction = static_cast<std::size_t>(Direction::Read); direction <= 3; ++direction) {
            // "total=r=1/w=2/d=0", "total=1,2,0,0", "total=1/2"
            constexpr std::string_view kLetters = "rwdt=";
            pos = std::min(line.find_first_not_of(kLetters, pos), line.size());
            const auto end = std::min(line.find_first_not_of("0123456789", pos), line.size());
            const auto digits = line.substr(pos, end - pos);
            const auto number = quantityAt(std::string(digits) + ' ', 0);
            if (!number || end == line.size()) {
                return;
            }
            at.issued[direction] = Figure {
                .value = number->value, .unit = "", .base = number->value, .step = 1, .span = m_text.spanOf(digits)};
            if (line[end] != ',' && line[end] != '/') {
                return;
            }
            pos = end + 1;
        }
    }

    void takeTarget(std::string_view line)
    {
        const auto target = quantityOf(line, "target=");
        if (target && target->value > 0) {
            m_statistics.add(line, "depth=", "latency target depth", "", 1, "count", section().job.measures);
        }
    }

    void takeDisk(std::string_view line)
    {
        const auto name = stripped(line.substr(0, line.find(": ios=")));
        const auto blank = name.find_last_of(" \t>|");
        Section disk;
        disk.isDisk = true;
        disk.job.name = "disk " + std::string(blank == kNpos ? name : name.substr(blank + 1));
        m_statistics.takeDisk(line, disk.job.measures);
        m_sections.push_back(std::move(disk));
        m_isBetween = true;
    }

    void takeGroupHead(std::string_view line)
    {
        auto& group = m_sections.emplace_back();
        const auto number = quantityAt(line, line.find("group ") + 6);
        group.group = number ? static_cast<int>(std::min(number->value, 1e6)) : 0;
        group.isGroup = true;
        group.job.name = std::format("group {}", group.group);
        m_isBetween = false;
    }

    void takeGroupLine(std::string_view line)
    {
        if (m_sections.empty() || !m_sections.back().isGroup) {
            auto& group = m_sections.emplace_back();
            group.isGroup = true;
            group.job.name = "all jobs";
            m_isBetween = false;
        }
        auto& added = addSide(line);
        auto& parts = section().parts.back();
        parts.blockSize = 0;
        const auto aggregate = quantityOf(line, "aggrb=");
        if (aggregate) {
            takeOldGroup(line, *aggregate, added);
            return;
        }
        const auto bandwidth = quantityOf(line, "bw=");
        added.bandwidth = bytesFigure(bandwidth, Prefixes::Told);
        added.bytes = bytesFigure(quantityOf(line, "io="), Prefixes::Told);
        if (bandwidth && bandwidth->end + 1 < line.size() && line.substr(bandwidth->end).starts_with(" (")) {
            if (const auto twin = quantityAt(line, bandwidth->end + 2)) {
                const double factor = bytesIn(twin->unit, Prefixes::Told);
                parts.twin = twin->value * factor;
                parts.twinStep = twin->step * factor;
            }
        }
        if (const auto value = valueOf(line, "run="); value != kNpos) {
            const auto least = quantityAt(line, value);
            const bool isRange = least && least->end < line.size() && line[least->end] == '-';
            takeRuntime(isRange ? quantityAt(line, least->end + 1) : std::nullopt, added);
        }
        takeJobRange(line, bandwidth, added);
    }

    /// "bw=… (…), 10.2MiB/s-11.0MiB/s (…)": the slowest and the fastest job of the group.
    void takeJobRange(std::string_view line, const std::optional<Quantity>& bandwidth, Side& side) const
    {
        const auto comma = bandwidth ? line.find(',', bandwidth->end) : kNpos;
        const auto least = comma == kNpos ? std::nullopt : quantityAt(line, comma + 1);
        if (!least || least->end >= line.size() || line[least->end] != '-') {
            return;
        }
        const auto most = quantityAt(line, least->end + 1);
        for (const auto& [metric, number] :
             {std::pair {"slowest job bandwidth", least}, {"fastest job bandwidth", most}}) {
            if (const auto figure = bytesFigure(number, Prefixes::Told)) {
                side.measures.push_back({.metric = metric, .baseUnit = "B/s", .figure = *figure});
            }
        }
    }

    void takeOldGroup(std::string_view line, const Quantity& aggregate, Side& side)
    {
        const auto version = versionNumber(m_version);
        const bool isThousand = aggregate.unit.contains("KiB")
            && (version == 0 || version <= kLastThousandGroup); // the label of 1.12 to 1.31
        side.bandwidth = bytesFigure(aggregate, isThousand ? Prefixes::Thousand : Prefixes::Binary);
        side.bytes = bytesFigure(quantityOf(line, "io="), Prefixes::Binary);
        takeRuntime(quantityOf(line, "maxt="), side);
        const auto least = quantityOf(line, "minb=");
        const auto most = quantityOf(line, "maxb=");
        if (!least || !most) {
            return;
        }
        const auto prefixes = isThousand ? std::optional(Prefixes::Thousand) : minimumPrefixes(*most, side);
        if (!prefixes) {
            warn("fio-unit",
                 "'minb' and 'maxb' count 1000 or 1024 bytes, which only the version of fio tells; they are "
                 "left out",
                 least->digits, Severity::Info);
            return;
        }
        for (const auto& [metric, number] :
             {std::pair {"slowest job bandwidth", least}, {"fastest job bandwidth", most}}) {
            if (const auto figure = bytesFigure(number, *prefixes)) {
                side.measures.push_back({.metric = metric, .baseUnit = "B/s", .figure = *figure});
            }
        }
    }

    /// What KB of "maxb" means, by the version, or because no job is faster than all of them.
    std::optional<Prefixes> minimumPrefixes(const Quantity& most, const Side& side) const
    {
        const auto version = versionNumber(m_version);
        if (version > 0) {
            return version <= kLastThousandMinimum ? Prefixes::Thousand : Prefixes::Binary;
        }
        const auto isLater = [](const Entry& entry) { return entry.kind == Kind::Target || entry.kind == Kind::Host; };
        if (std::ranges::any_of(m_entries, isLater)) {
            return Prefixes::Binary;
        }
        if (!side.bandwidth) {
            return std::nullopt;
        }
        const double binary = most.value * bytesIn(most.unit, Prefixes::Binary);
        constexpr double kClose = 0.01;
        const double jobs = side.bandwidth->base / binary;
        if (jobs < 1 - kClose) {
            return Prefixes::Thousand;
        }
        const bool isBinary = std::abs(jobs - std::round(jobs)) <= kClose * jobs;
        const double thousandJobs = side.bandwidth->base / (most.value * bytesIn(most.unit, Prefixes::Thousand));
        const bool isThousand = std::abs(thousandJobs - std::round(thousandJobs)) <= kClose * thousandJobs;
        if (isBinary == isThousand) {
            return std::nullopt;
        }
        return isBinary ? Prefixes::Binary : Prefixes::Thousand;
    }

    // step 2: what it means together

    void finishSections()
    {
        std::set<int> failedGroups;
        for (auto& at : m_sections) {
            const bool isKilled = m_killed.contains(at.pid) && at.isHeaded;
            at.job.isFailed = at.job.isFailed || m_isStopped || isKilled;
            if (at.job.isFailed && at.isHeaded) {
                failedGroups.insert(at.group);
            }
            m_wasKilledFound = m_wasKilledFound || isKilled;
        }
        const bool isAnyKilled = !m_killed.empty() && !m_wasKilledFound;
        for (auto& at : m_sections) {
            at.job.isFailed = at.job.isFailed || isAnyKilled || (at.isGroup && failedGroups.contains(at.group));
            finishSection(at);
        }
        if (m_dumps > 0) {
            m_diagnostics.push_back({.severity = Severity::Info,
                                     .code = "fio-status-dump",
                                     .message = "fio printed reports while it ran; the last of each job is taken",
                                     .span = spanOf(m_text, m_entries)});
        }
        numberRepeated();
    }

    void finishSection(Section& at)
    {
        for (std::size_t i = 0; i < at.job.sides.size(); ++i) {
            auto& side = at.job.sides[i];
            const auto direction = static_cast<std::size_t>(side.direction);
            const bool isMixed = side.direction == Direction::Mixed && at.job.sides.size() == 1;
            auto issued = isMixed ? at.issued[static_cast<std::size_t>(Direction::Read)] : at.issued[direction];
            if (side.direction == Direction::None && at.job.sides.size() == 1) {
                issued = onlyIssued(at);
            }
            side.issued = issued && issued->value > 0 ? issued : std::nullopt;
            dropZeros(side);
            takeBase(side, at, at.parts[i].blockSize);
            if (!at.job.isFailed) {
                recompute(side, at.parts[i], m_diagnostics);
            }
        }
    }

    /// Up to 2.16 fio prints the same letters with --kb_base=1000: number and size of the IOs tell.
    void takeBase(Side& side, const Section& at, double blockSize)
    {
        if (side.bytes && side.issued && blockSize > 0 && !side.bytes->unit.contains('i')) {
            const double exact = blockSize * side.issued->base;
            auto thousand = *side.bytes;
            rescale(thousand);
            const bool isBinary = std::abs(exact - side.bytes->base) <= side.bytes->step * 1.001;
            m_isThousand = m_isThousand || (!isBinary && std::abs(exact - thousand.base) <= thousand.step * 1.001);
        }
        if (!m_isThousand || (!at.isGroup && !at.isHeaded)) {
            return;
        }
        for (auto* const figure : {&side.bytes, &side.bandwidth}) {
            if (*figure) {
                rescale(**figure);
            }
        }
        for (auto& measure : side.measures) {
            if (measure.metric.ends_with("job bandwidth")) {
                rescale(measure.figure);
            }
        }
    }

    static void rescale(Figure& figure)
    {
        const double factor = bytesIn(figure.unit, Prefixes::Told);
        if (factor > 0 && figure.base > 0) {
            figure.step *= figure.value * factor / figure.base;
            figure.base = figure.value * factor;
        }
    }

    static std::optional<Figure> onlyIssued(const Section& at)
    {
        std::optional<Figure> only;
        for (const auto& figure : at.issued) {
            if (figure && figure->value > 0) {
                if (only) {
                    return std::nullopt;
                }
                only = figure;
            }
        }
        return only;
    }

    /// Some versions print 0 for all clients, and for both directions together: that is missing.
    void dropZeros(Side& side)
    {
        const auto isZero = [](const std::optional<Figure>& figure) { return figure && figure->value == 0; };
        const bool hasWork = side.issued.has_value() || !side.measures.empty();
        if (isZero(side.iops) && isZero(side.bandwidth) && hasWork && (isZero(side.bytes) || !side.bytes)) {
            m_diagnostics.push_back({.severity = Severity::Info,
                                     .code = "fio-zero",
                                     .message = "fio printed 0 for IOs that took time; the rates are missing, not 0",
                                     .span = side.iops->span});
            side.iops.reset();
            side.bandwidth.reset();
            side.bytes.reset();
        }
    }

    /// Jobs of one name are told apart by their place.
    void numberRepeated()
    {
        std::map<std::string, int> count;
        for (const auto& at : m_sections) {
            ++count[std::format("{}\n{}", at.job.name, at.isHeaded)];
        }
        std::map<std::string, int> seen;
        for (auto& at : m_sections) {
            const auto key = std::format("{}\n{}", at.job.name, at.isHeaded);
            if (count[key] > 1) {
                at.job.parameters["job"] = std::to_string(++seen[key]);
            }
        }
    }

    void tellUnused()
    {
        if (!m_unused.empty()) {
            warn("fio-histogram", "the shares of latencies and of queue depths are not kept as results", m_unused,
                 Severity::Info);
        }
    }

    const Text& m_text;
    std::span<const Entry> m_entries;
    std::vector<Diagnostic>& m_diagnostics;
    std::string m_version;
    Statistics m_statistics;
    std::vector<Banner> m_banners;
    std::vector<Section> m_sections;
    std::set<std::string> m_killed; ///< processes that got a signal
    std::string_view m_unused;
    int m_dumps = 0;
    bool m_isBetween = false; ///< behind a disk: what follows belongs to no section so far
    bool m_isStopped = false;
    bool m_isThousand = false; ///< --kb_base=1000 of an old version
    bool m_wasKilledFound = false;
};

}

Report textReport(const Text& text, std::span<const Entry> entries, std::vector<Diagnostic>& diagnostics)
{
    return Reader(text, entries, diagnostics).read();
}

}
