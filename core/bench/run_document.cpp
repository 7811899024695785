// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/run_document.h"

#include "core/base/json_writer.h"
#include "core/base/posix.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <format>
#include <string_view>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace patchscale {
namespace {

using Layout = JsonWriter::Layout;

void writeTool(JsonWriter& json, const ToolFacts& tool)
{
    json.key("tool");
    json.beginObject();
    json.entry("version", tool.version);
    json.entry("compiler", tool.compiler);
    json.entry("flags", tool.flags);
    json.entry("libc", tool.libc);
    json.entry("shell", tool.shell);
    json.entry("coreutils", tool.coreutils);
    json.entry("locale", tool.locale);
    json.endObject();
}

void writeTexts(JsonWriter& json, std::string_view name, const std::map<std::string, std::string>& texts, Layout layout)
{
    json.key(name);
    json.beginObject(layout);
    for (const auto& [key, text] : texts) {
        json.entry(key, text);
    }
    json.endObject();
}

void writeRole(JsonWriter& json, std::optional<Role> role)
{
    json.key("role");
    if (role == Role::Baseline || role == Role::Candidate) {
        json.value(role == Role::Baseline ? "baseline" : "candidate");
    } else {
        json.null();
    }
}

void writeBetter(JsonWriter& json, Better better)
{
    json.key("better");
    if (better == Better::Unknown) {
        json.null();
    } else {
        json.value(better == Better::Higher ? "higher" : "lower");
    }
}

void writeSample(JsonWriter& json, const RoundSample& sample)
{
    json.beginObject(Layout::Inline);
    json.entry("boot", sample.boot);
    json.entry("round", sample.round);
    json.entry("order", sample.order);
    json.entry("rate", sample.rate);
    json.entry("wallRate", sample.wallRate);
    json.entry("count", sample.count);
    json.entry("seconds", sample.seconds);
    json.entry("user", sample.user);
    json.entry("system", sample.system);
    json.list("copies", sample.copyRates);
    json.list("cpus", sample.cpus);
    json.key("metrics");
    json.beginObject();
    for (const auto& [name, number] : sample.metrics) {
        json.entry(name, number);
    }
    json.endObject();
    if (!sample.perfStat.empty()) {
        json.list("perfStat", sample.perfStat, [&json](const auto& object) { json.raw(object); });
    }
    json.endObject();
}

void writeResult(JsonWriter& json, const KernelResult& result)
{
    json.beginObject();
    json.entry("kernel", result.kernel);
    json.entry("name", result.name);
    json.entry("mode", result.mode);
    json.entry("copies", result.copies);
    json.entry("unit", result.unit);
    writeBetter(json, result.better);
    json.entry("baseline", result.baseline);
    writeTexts(json, "parameters", result.parameters, Layout::Inline);
    json.entry("combined", result.combined);
    json.entry("index", result.index);
    json.entry("failed", result.failed);
    json.entry("ended", result.ended);
    json.list("samples", result.samples, [&json](const auto& sample) { writeSample(json, sample); });
    json.endObject();
}

void writeFio(JsonWriter& json, const FioRecord& record)
{
    json.beginObject();
    json.entry("name", record.name);
    json.entry("failed", record.failed);
    json.key("rounds");
    json.beginArray();
    for (const auto& round : record.rounds) {
        json.beginObject();
        json.entry("boot", round.boot);
        json.entry("round", round.round);
        json.entry("order", round.order);
        json.key("report");
        json.raw(round.report);
        json.endObject();
    }
    json.endArray();
    json.endObject();
}

/// Line by line, so that people can read it, and so that each number has a line of its own in the document.
void writeLines(JsonWriter& json, std::string_view name, std::string_view text)
{
    json.key(name);
    json.beginArray();
    while (!text.empty()) {
        const auto end = std::min(text.find('\n'), text.size());
        json.value(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    json.endArray();
}

void writeReport(JsonWriter& json, const ReportText& report)
{
    json.beginObject();
    json.entry("name", report.name);
    writeTexts(json, "parameters", report.parameters, Layout::Inline);
    writeLines(json, "lines", report.text);
    if (!report.log.empty()) {
        writeLines(json, "log", report.log);
    }
    json.endObject();
}

void writeVariant(JsonWriter& json, const VariantRecord& variant)
{
    json.beginObject();
    json.entry("label", variant.label);
    writeRole(json, variant.role);
    if (!variant.switchedBy.empty()) {
        json.entry("switch", variant.switchedBy);
        if (!variant.check.empty()) {
            json.entry("check", variant.check);
        }
    }
    if (variant.delayNs) {
        json.entry("delay", std::format("{} ns", *variant.delayNs));
    }
    json.list("results", variant.results, [&json](const auto& result) { writeResult(json, result); });
    if (!variant.fio.empty()) {
        json.list("fio", variant.fio, [&json](const auto& record) { writeFio(json, record); });
    }
    if (!variant.reports.empty()) {
        json.list("reports", variant.reports, [&json](const auto& report) { writeReport(json, report); });
    }
    json.endObject();
}

void writeWarning(JsonWriter& json, const BenchWarning& warning)
{
    json.beginObject(Layout::Inline);
    json.entry("code", warning.code);
    json.entry("message", warning.message);
    json.entry("mend", warning.mend);
    json.endObject();
}

/// Some file systems tell only here that the disk is full.
bool closeWritten(Descriptor& file)
{
    return ::close(file.release()) == 0;
}

std::unexpected<Error> cannotWrite(const std::filesystem::path& path, int error)
{
    const auto reason = std::generic_category().message(error);
    return std::unexpected(Error {.code = Errc::Io,
                                  .message = std::format("cannot write '{}': {}", path.string(), reason),
                                  .where = {},
                                  .hints = {"choose a file in a folder that you may write to, on a disk with room"}});
}

Result<void> writeThrough(const std::filesystem::path& path, std::string_view bytes)
{
    Descriptor file(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
    if (!file.isOpen() || !writeAll(file.get(), bytes) || !closeWritten(file)) {
        return cannotWrite(path, errno);
    }
    return {};
}

/// Readable for whom a file made in the plain way would be. The mask can only be read by setting it.
mode_t plainMode()
{
    const auto mask = ::umask(022);
    ::umask(mask);
    return 0666U & ~mask;
}

Result<void> replace(const std::filesystem::path& path, std::string_view bytes)
{
    std::string temporary = path.string() + ".XXXXXX";
    Descriptor file(::mkostemp(temporary.data(), O_CLOEXEC));
    if (!file.isOpen()) {
        return cannotWrite(path, errno);
    }
    const bool isWritten = writeAll(file.get(), bytes) && ::fchmod(file.get(), plainMode()) == 0
        && ::fsync(file.get()) == 0 && closeWritten(file) && ::rename(temporary.c_str(), path.c_str()) == 0;
    if (!isWritten) {
        const int error = errno;
        ::unlink(temporary.c_str());
        return cannotWrite(path, error);
    }
    // The new name lasts once the folder is on the disk; a file system that cannot do that has done what it can.
    const auto folder = path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
    const Descriptor opened(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (opened.isOpen()) {
        ::fsync(opened.get());
    }
    return {};
}

}

std::string runDocument(const RunRecord& record)
{
    std::string out;
    JsonWriter json(out);
    json.beginObject();
    json.entry("patchscale-run", 1);
    writeTool(json, record.tool);
    writeTexts(json, "machine", record.machine.values, Layout::Lines);
    json.entry("started", record.started);
    json.entry("directory", record.directory);
    json.entry("seed", record.seed);
    json.list("order", record.order);
    json.list("variants", record.variants, [&json](const auto& variant) { writeVariant(json, variant); });
    json.list("warnings", record.warnings, [&json](const auto& warning) { writeWarning(json, warning); });
    json.entry("ended", record.ended);
    json.endObject();
    out += '\n';
    return out;
}

Result<void> saveRunDocument(const std::filesystem::path& path, const RunRecord& record)
{
    const auto bytes = runDocument(record);
    std::error_code error;
    const auto target = std::filesystem::weakly_canonical(path, error); // the file behind a link, not the link
    if (error) {
        return cannotWrite(path, error.value());
    }
    const auto status = std::filesystem::status(target, error);
    if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) {
        return writeThrough(target, bytes);
    }
    return replace(target, bytes);
}

}
