// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/archive/result_set.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <format>
#include <memory>

namespace patchscale {
namespace {

enum class Part : std::uint8_t { Other, Report, Log, Copy };

Part partOf(std::string_view bytes)
{
    if (bytes.contains("\n# COUNT0: ") && bytes.contains("\n#### Pass ")) {
        return Part::Log;
    }
    if (bytes.starts_with("Concurrency,")) {
        return Part::Copy;
    }
    if (!bytes.contains("BYTE UNIX Benchmarks (Version ")) {
        return Part::Other;
    }
    return bytes.contains("<html>") ? Part::Copy : Part::Report;
}

bool hasResult(const ParsedDocument& parsed, const Run& run, const TestResult& wanted)
{
    // Pages print one decimal, logs fifteen digits.
    constexpr double kHalfADigit = 0.051;
    return std::ranges::any_of(parsed.runs, [&](const Run& other) {
        const auto copies = run.parameters.find("copies");
        const auto otherCopies = other.parameters.find("copies");
        const bool isSameLoad = copies == run.parameters.end() || otherCopies == other.parameters.end()
            || copies->second == otherCopies->second;
        return isSameLoad && std::ranges::any_of(other.results, [&](const TestResult& result) {
                   return result.test == wanted.test && result.metric == wanted.metric
                       && std::abs(result.value - wanted.value) <= kHalfADigit;
               });
    });
}

/// Everything that @p copy tells stands in @p whole already.
bool isRepeatOf(const ParsedDocument& copy, const ParsedDocument& whole)
{
    return std::ranges::all_of(copy.runs, [&](const Run& run) {
        return std::ranges::all_of(run.results,
                                   [&](const TestResult& result) { return hasResult(whole, run, result); });
    });
}

std::string fileName(const std::string& name)
{
    return std::filesystem::path(name).filename().string();
}

}

std::string_view resultSetName(std::string_view name)
{
    for (const std::string_view ending : {".log", ".html", ".htm", ".csv", ".txt"}) {
        if (name.size() > ending.size() && name.ends_with(ending)) {
            return name.substr(0, name.size() - ending.size());
        }
    }
    return name;
}

std::vector<std::pair<std::string, Result<DocumentPtr>>> readResultSet(std::vector<LoadedFile> files, const Job& job)
{
    std::vector<std::pair<std::string, Result<DocumentPtr>>> out;
    std::vector<LoadedFile*> copies;
    LoadedFile* report = nullptr;
    LoadedFile* log = nullptr;
    const auto readAlone = [&](LoadedFile& file) {
        out.emplace_back(file.name, readBytes(std::move(file.bytes), file.name, job));
    };
    for (auto& file : files) {
        const auto part = files.size() > 1 ? partOf(file.bytes) : Part::Other;
        if (part == Part::Report && report == nullptr) {
            report = &file;
        } else if (part == Part::Log && log == nullptr) {
            log = &file;
        } else if (part == Part::Copy) {
            copies.push_back(&file);
        } else {
            readAlone(file);
        }
    }
    auto* const first = report != nullptr ? report : log;
    if (first == nullptr) {
        for (auto* copy : copies) {
            readAlone(*copy);
        }
        return out;
    }
    auto bytes = std::move(first->bytes);
    if (report != nullptr && log != nullptr) {
        // The report comes first, so that its lines have the numbers that they have in its file.
        bytes += std::format("{}\n==> {} <==\n", bytes.ends_with('\n') ? "" : "\n", fileName(log->name));
        bytes += log->bytes;
    }
    auto whole = readBytes(std::move(bytes), first->name, job);
    if (!whole) {
        out.emplace_back(first->name, std::move(whole));
        return out;
    }
    auto document = std::make_shared<Document>(**whole);
    for (auto* copy : copies) {
        const auto name = copy->name;
        auto read = readBytes(std::move(copy->bytes), name, job);
        if (read && !isRepeatOf((*read)->parsed, document->parsed)) {
            out.emplace_back(name, std::move(read));
            continue;
        }
        document->parsed.diagnostics.push_back(
            {.severity = Severity::Info,
             .code = "same-run",
             .message = std::format("'{}' tells the same run again and was not counted twice", fileName(name)),
             .span = std::nullopt});
    }
    out.emplace(out.begin(), first->name, DocumentPtr(std::move(document)));
    return out;
}

}
