// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/fio/log_name.h"

#include "core/base/characters.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>

namespace patchscale {
namespace {

struct LogKind
{
    std::string_view mark; ///< in the name, before the number of the job
    std::string_view metric;
    std::string_view unit;
    std::string_view base;
    double factor = 1;
    Better better = Better::Unknown;
};

constexpr auto kKinds = std::to_array<LogKind>({
    {.mark = "_bw", .metric = "bandwidth", .unit = "KiB/s", .base = "B/s", .factor = 1024, .better = Better::Higher},
    {.mark = "_iops", .metric = "iops", .unit = "", .base = "1/s", .factor = 1, .better = Better::Higher},
    {.mark = "_clat", .metric = "clat", .unit = "ns", .base = "s", .factor = 1e-9, .better = Better::Lower},
    {.mark = "_slat", .metric = "slat", .unit = "ns", .base = "s", .factor = 1e-9, .better = Better::Lower},
    {.mark = "_lat", .metric = "lat", .unit = "ns", .base = "s", .factor = 1e-9, .better = Better::Lower},
});

struct LogName
{
    LogKind kind;
    std::string_view job; ///< digits; empty where the file has all jobs
};

/// "NAME_bw.2.log" and "NAME_bw.log", with anything behind that a copy or a packer may add.
std::optional<LogName> logName(std::string_view path)
{
    const auto slash = path.find_last_of("/\\");
    const auto name = slash == std::string_view::npos ? path : path.substr(slash + 1);
    const auto end = name.rfind(".log");
    if (end == std::string_view::npos) {
        return std::nullopt;
    }
    auto stem = name.substr(0, end);
    std::string_view job;
    const auto point = stem.rfind('.');
    if (point != std::string_view::npos && point + 1 < stem.size()
        && std::ranges::all_of(stem.substr(point + 1), isDigit)) {
        job = stem.substr(point + 1);
        stem = stem.substr(0, point);
    }
    for (const auto& kind : kKinds) {
        if (stem.ends_with(kind.mark) || stem == kind.mark.substr(1)) {
            return LogName {.kind = kind, .job = job};
        }
    }
    return std::nullopt;
}

/// The first row has more than the four columns of versions before 3.18.
bool hasFiveColumns(std::string_view bytes)
{
    return std::ranges::count(bytes.substr(0, bytes.find('\n')), ',') > 3;
}

}

void nameFioLog(ParsedDocument& document, std::string_view path, std::string_view bytes)
{
    const bool isLog = document.formats.size() == 1 && document.formats.front() == "fio-log";
    const auto name = isLog ? logName(path) : std::nullopt;
    if (!name) {
        return;
    }
    const bool isUnitKnown = name->kind.base != "s" || hasFiveColumns(bytes);
    for (auto& run : document.runs) {
        for (auto& result : run.results) {
            if (!name->job.empty()) {
                result.parameters["job"] = name->job;
            }
            if (result.metric != "logged value") {
                continue;
            }
            result.metric = name->kind.metric;
            result.better = name->kind.better;
            if (isUnitKnown) {
                result.unit = name->kind.unit;
                result.baseUnit = name->kind.base;
                result.baseValue = result.value * name->kind.factor;
            }
        }
    }
    for (auto& diagnostic : document.diagnostics) {
        if (diagnostic.code == "fio-log" && !document.runs.empty()) {
            diagnostic.message = std::string("by its file's name, this log counts ") + std::string(name->kind.metric)
                + (isUnitKnown ? (name->kind.unit.empty() ? "" : " in " + std::string(name->kind.unit))
                               : std::string("; whether in us (before fio 3) or ns, it does not tell"));
        }
    }
}

}
