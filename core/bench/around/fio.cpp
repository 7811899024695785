// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/around/fio.h"

#include "core/base/join.h"
#include "core/base/json_tree.h"
#include "core/base/posix.h"
#include "core/bench/command.h"
#include "core/bench/guard.h"
#include "core/bench/journal.h"
#include "core/bench/process.h"

#include <algorithm>
#include <format>
#include <system_error>

namespace patchscale {
namespace {

namespace fs = std::filesystem;

/// The comment that a job file begins with, as one line.
std::string firstComment(std::string_view text)
{
    std::string comment;
    while (text.starts_with('#')) {
        const auto end = std::min(text.find('\n'), text.size());
        const auto line = trimmedText(text.substr(1, end - 1));
        comment += (comment.empty() ? "" : " ") + std::string(line);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return comment;
}

/// The JSON in what fio wrote: notices may stand in front of it.
std::string_view jsonIn(std::string_view text)
{
    const auto begin = text.starts_with('{') ? 0 : text.find("\n{");
    if (begin == std::string_view::npos) {
        return {};
    }
    return trimmedText(text.substr(begin));
}

}

fs::path findFioPresets(const fs::path& chosen)
{
    if (!chosen.empty()) {
        return chosen;
    }
    std::error_code error;
    const auto program = fs::read_symlink("/proc/self/exe", error);
    const auto installed = program.parent_path().parent_path() / "share" / "patchscale" / "fio";
    if (fs::is_directory(installed, error)) {
        return installed;
    }
    for (auto above = program.parent_path(); above.has_relative_path(); above = above.parent_path()) {
        if (fs::is_regular_file(above / "resources" / "fio" / "seq-read.fio", error)) {
            return above / "resources" / "fio";
        }
    }
    return installed;
}

std::vector<FioPreset> listFioPresets(const fs::path& presets)
{
    std::vector<FioPreset> found;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(presets, error)) {
        if (entry.path().extension() != ".fio") {
            continue;
        }
        FioPreset preset {.id = entry.path().stem().string(), .name = {}, .description = {}};
        const auto comment = firstComment(readSmallFile(entry.path()).value_or(""));
        const auto colon = comment.find(": ");
        preset.name = colon == std::string::npos ? preset.id : comment.substr(0, colon);
        preset.description = colon == std::string::npos ? comment : comment.substr(colon + 2);
        found.push_back(std::move(preset));
    }
    std::ranges::sort(found, {}, &FioPreset::id);
    return found;
}

Result<FioJob> findFioJob(const std::string& word, const fs::path& presets)
{
    std::error_code error;
    const auto preset = presets / (word + ".fio");
    if (!word.contains('/') && fs::is_regular_file(preset, error)) {
        return FioJob {.name = word, .file = fs::absolute(preset, error)};
    }
    if (fs::is_regular_file(word, error)) {
        return FioJob {.name = fs::path(word).stem().string(), .file = fs::absolute(word, error)};
    }
    const auto known = join(listFioPresets(presets), ", ", &FioPreset::id);
    return std::unexpected(
        Error {.code = Errc::Usage,
               .message = std::format("there is no job file and no preset '{}' for fio", word),
               .where = {},
               .hints = {known.empty()
                             ? std::format("no presets are in '{}'; --fio-presets names their folder", presets.string())
                             : std::format("presets are {}", known)}});
}

Result<void> runFio(const FioJob& job, const fs::path& folder, Guard& guard, const Job& stop, FioRound& report)
{
    std::error_code error;
    const auto parent = folder.empty() ? fs::temp_directory_path(error) : folder;
    const auto work = guard.makeFolder(parent);
    if (!work) {
        return std::unexpected(work.error());
    }
    const ScratchPath removed(*work);
    constexpr double kLongest = 86400;
    const auto output = *work / "report.json";
    const auto outcome =
        runCommand({.argv = {"fio", "--output-format=json", "--output=" + output.string(), job.file.string()},
                    .environment = {guard.mark(), "LC_ALL=C"},
                    .cpus = {},
                    .timeout = kLongest,
                    .observer = nullptr,
                    .folder = *work},
                   stop);
    if (!outcome) {
        return std::unexpected(outcome.error());
    }
    const auto written = readSmallFile(output).value_or("");
    const auto json = jsonIn(written);
    const bool isReport = readJson(json).has_value();
    if (isReport) {
        report.report = json;
        report.boot = bootId();
    }
    if (outcome->status != 0 || !isReport) {
        return std::unexpected(
            Error {.code = Errc::Io,
                   .message = outcome->status != 0
                       ? std::format("fio {}: fio {}{}", job.name, describeStatus(outcome->status), saidLine(*outcome))
                       : std::format("fio {}: fio wrote no report that can be read{}", job.name, saidLine(*outcome)),
                   .where = {},
                   .hints = {}});
    }
    return {};
}

}
