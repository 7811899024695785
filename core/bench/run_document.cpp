// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/run_document.h"

#include "core/base/json_writer.h"

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
    json.key("copies");
    json.beginArray();
    for (const double rate : sample.copyRates) {
        json.value(rate);
    }
    json.endArray();
    json.key("cpus");
    json.beginArray();
    for (const int cpu : sample.cpus) {
        json.value(cpu);
    }
    json.endArray();
    json.key("metrics");
    json.beginObject();
    for (const auto& [name, number] : sample.metrics) {
        json.entry(name, number);
    }
    json.endObject();
    if (!sample.perfStat.empty()) {
        json.key("perfStat");
        json.beginArray();
        for (const auto& object : sample.perfStat) {
            json.raw(object);
        }
        json.endArray();
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
    json.key("samples");
    json.beginArray();
    for (const auto& sample : result.samples) {
        writeSample(json, sample);
    }
    json.endArray();
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

void writeVariant(JsonWriter& json, const VariantRecord& variant)
{
    json.beginObject();
    json.entry("label", variant.label);
    writeRole(json, variant.role);
    json.key("results");
    json.beginArray();
    for (const auto& result : variant.results) {
        writeResult(json, result);
    }
    json.endArray();
    if (!variant.fio.empty()) {
        json.key("fio");
        json.beginArray();
        for (const auto& record : variant.fio) {
            writeFio(json, record);
        }
        json.endArray();
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

/// A file that is open for writing.
class OpenFile
{
public:
    explicit OpenFile(int descriptor)
        : m_descriptor(descriptor)
    {
    }
    OpenFile(const OpenFile&) = delete;
    OpenFile& operator=(const OpenFile&) = delete;
    ~OpenFile()
    {
        if (m_descriptor >= 0) {
            ::close(m_descriptor);
        }
    }
    [[nodiscard]] bool isOpen() const
    {
        return m_descriptor >= 0;
    }
    [[nodiscard]] bool write(std::string_view bytes) const
    {
        while (!bytes.empty()) {
            const auto written = ::write(m_descriptor, bytes.data(), bytes.size());
            if (written < 0 && errno == EINTR) {
                continue;
            }
            if (written < 0) {
                return false;
            }
            bytes.remove_prefix(static_cast<std::size_t>(written));
        }
        return true;
    }
    [[nodiscard]] int descriptor() const
    {
        return m_descriptor;
    }
    /// Some file systems tell only here that the disk is full.
    bool close()
    {
        const int status = ::close(m_descriptor);
        m_descriptor = -1;
        return status == 0;
    }

private:
    int m_descriptor;
};

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
    OpenFile file(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
    if (!file.isOpen() || !file.write(bytes) || !file.close()) {
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
    OpenFile file(::mkostemp(temporary.data(), O_CLOEXEC));
    if (!file.isOpen()) {
        return cannotWrite(path, errno);
    }
    const bool isWritten = file.write(bytes) && ::fchmod(file.descriptor(), plainMode()) == 0
        && ::fsync(file.descriptor()) == 0 && file.close() && ::rename(temporary.c_str(), path.c_str()) == 0;
    if (!isWritten) {
        const int error = errno;
        ::unlink(temporary.c_str());
        return cannotWrite(path, error);
    }
    // The new name lasts once the folder is on the disk; a file system that cannot do that has done what it can.
    const auto folder = path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
    const OpenFile opened(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (opened.isOpen()) {
        ::fsync(opened.descriptor());
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
    json.key("order");
    json.beginArray();
    for (const auto& step : record.order) {
        json.value(step);
    }
    json.endArray();
    json.key("variants");
    json.beginArray();
    for (const auto& variant : record.variants) {
        writeVariant(json, variant);
    }
    json.endArray();
    json.key("warnings");
    json.beginArray();
    for (const auto& warning : record.warnings) {
        writeWarning(json, warning);
    }
    json.endArray();
    json.entry("ended", record.ended);
    if (!record.files.empty()) {
        json.key("files");
        json.beginArray();
        for (const auto& file : record.files) {
            json.value(file);
        }
        json.endArray();
    }
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
