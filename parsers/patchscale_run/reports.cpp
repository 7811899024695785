// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/patchscale_run/reports.h"

#include "parsers/blocks.h"
#include "parsers/context/leftovers.h"
#include "parsers/patchscale_run/report_lines.h"
#include "parsers/text/decode.h"
#include "parsers/unixbench/join_log.h"

#include <format>

namespace patchscale::native {
namespace {

/// Reads the text of one report, with its log, and leads what it finds back to the run document.
class ReportReader
{
public:
    ReportReader(const JsonValue& entry, const JsonValue& lines, std::string_view document,
                 std::vector<Diagnostic>& diagnostics)
        : m_entry(entry)
        , m_lines(lines, document)
        , m_diagnostics(diagnostics)
    {
        const auto* log = entry.member("log"); // UnixBench's, with each pass
        if (log != nullptr && log->isWhole && log->kind == JsonValue::Kind::Array) {
            m_lines.append(*log);
        }
    }

    std::vector<Run> read(const Job& job)
    {
        if (m_lines.text().contains("\"patchscale-run\"")) {
            warn("is a run document itself: import it by itself");
            return {};
        }
        std::vector<Diagnostic> decoding;
        const auto text = decodeText(m_lines.text(), decoding, job);
        auto blocks = text ? readBlocks(*text, job) : Result<std::vector<ReadBlock>>(std::unexpected(text.error()));
        if (!blocks) {
            if (blocks.error().code != Errc::Cancelled) {
                warn(std::format("cannot be read: {}", blocks.error().message));
            }
            return {};
        }
        joinUnixBenchLogs(*blocks);
        std::vector<Run> runs;
        std::vector<SourceSpan> taken;
        for (auto& block : *blocks) {
            taken.push_back(block.block.span);
            take(block.parsed.diagnostics, *text);
            for (auto& read : block.parsed.runs) {
                runs.push_back(std::move(read.run));
                toDocument(runs.back(), *text);
            }
        }
        std::vector<Diagnostic> leftovers;
        listLeftovers(*text, taken, leftovers, job);
        take(leftovers, *text);
        if (runs.empty()) {
            warn("holds no number that is known; was the program stopped before it wrote its report?");
        }
        return runs;
    }

private:
    void warn(std::string_view what)
    {
        m_diagnostics.push_back({.severity = Severity::Warning,
                                 .code = "unread-report",
                                 .message = std::format("{} {}", m_entry.textOf("name"), what),
                                 .span = m_entry.span});
    }

    void take(std::vector<Diagnostic>& found, const Text& text)
    {
        for (auto& diagnostic : found) {
            if (diagnostic.span) {
                toDocument(*diagnostic.span, text);
            }
            m_diagnostics.push_back(std::move(diagnostic));
        }
    }

    void toDocument(SourceSpan& span, const Text& text) const
    {
        span = m_lines.source(text.source(span));
    }

    void toDocument(Run& run, const Text& text) const
    {
        toDocument(run.span, text);
        for (auto& result : run.results) {
            toDocument(result.span, text);
            for (auto& sample : result.samples) {
                toDocument(sample.span, text);
            }
            if (result.spread) {
                toDocument(result.spread->span, text);
            }
        }
    }

    const JsonValue& m_entry;
    ReportLines m_lines;
    std::vector<Diagnostic>& m_diagnostics;
};

}

std::vector<Run> reportRunsOf(const JsonValue& entry, std::string_view document, const Job& job,
                              std::vector<Diagnostic>& diagnostics)
{
    const auto* lines = entry.member("lines");
    if (!entry.isWhole || lines == nullptr || !lines->isWhole || lines->kind != JsonValue::Kind::Array) {
        diagnostics.push_back(
            {.severity = Severity::Warning,
             .code = "truncated-result",
             .message = std::format("{}: the report does not end here; it was left out", entry.textOf("name")),
             .span = entry.span});
        return {};
    }
    auto runs = ReportReader(entry, *lines, document, diagnostics).read(job);
    const auto* parameters = entry.member("parameters");
    for (auto& run : runs) {
        for (const auto& parameter : parameters == nullptr ? std::vector<JsonValue> {} : parameters->children) {
            if (parameter.kind == JsonValue::Kind::String && !parameter.name.empty()) {
                run.parameters[parameter.name] = parameter.text;
            }
        }
    }
    return runs;
}

}
