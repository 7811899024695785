// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/document_json.h"

#include "core/base/line_index.h"
#include "core/report/json_parts.h"
#include "core/report/report_words.h"

#include <array>
#include <cmath>
#include <utility>

namespace patchscale {
namespace {

using Layout = JsonWriter::Layout;

std::string_view wordOf(SpreadKind kind)
{
    switch (kind) {
    case SpreadKind::Stddev:
        return "stddev";
    case SpreadKind::Stderr:
        return "stderr";
    case SpreadKind::Cv:
        return "cv";
    case SpreadKind::Ci95:
        return "ci95";
    case SpreadKind::Range:
        break;
    }
    return "range";
}

/// Sums of decimal fractions carry dust in the last bits (0.9 - 1); what an author states has few digits.
double withoutDust(double value)
{
    constexpr double kScale = 1e12;
    return std::round(value * kScale) / kScale;
}

/// Writes the parts of one document.
class Writer
{
public:
    Writer(JsonWriter& json, const LineIndex& lines)
        : m_json(json)
        , m_lines(lines)
    {
    }

    void run(const Run& run)
    {
        m_json.beginObject();
        m_json.entry("benchmark", run.benchmark);
        machine(run.machine);
        variant(run.variant);
        writeParameters(m_json, run.parameters);
        m_json.list("results", run.results, [this](const auto& each) { result(each); });
        m_json.endObject();
    }

    void claim(const Claim& claim)
    {
        m_json.beginObject(Layout::Inline);
        writeTold(m_json, "test", claim.test);
        writeParameters(m_json, claim.parameters);
        writeTold(m_json, "metric", claim.metric);
        writeTold(m_json, "baseline", claim.baseline);
        writeTold(m_json, "candidate", claim.candidate);
        m_json.entry("stated", claim.stated);
        m_json.entry("stated_change", statedChange(claim));
        m_json.entry("computed_change", computedChange(claim));
        m_json.entry("verdict", reportedWord(claim.verdict));
        source(claim.span);
        m_json.endObject();
    }

    void diagnostic(const Diagnostic& diagnostic)
    {
        m_json.beginObject(Layout::Inline);
        m_json.entry("severity", reportedWord(diagnostic.severity));
        m_json.entry("code", diagnostic.code);
        m_json.entry("message", diagnostic.message);
        source(diagnostic.span);
        m_json.endObject();
    }

    void correction(const Correction& correction, std::span<const Run> asRead)
    {
        const auto& target = correction.target;
        const auto run = target.run ? findRun(asRead, *target.run) : std::nullopt;
        m_json.beginObject(Layout::Inline);
        m_json.entry("field", reportedWord(correction.field));
        m_json.entry("run", run ? std::optional(static_cast<std::int64_t>(*run + 1)) : std::nullopt);
        writeTold(m_json, "test", target.test);
        writeTold(m_json, "metric", target.metric);
        m_json.entry("unit", target.unit);
        m_json.key("lines");
        if (target.span) {
            const auto [first, last] = linesOf(*target.span);
            m_json.beginArray(Layout::Inline);
            m_json.value(first);
            m_json.value(last);
            m_json.endArray();
        } else {
            m_json.null();
        }
        m_json.entry("value", correction.value);
        m_json.endObject();
    }

private:
    [[nodiscard]] std::pair<std::size_t, std::size_t> linesOf(SourceSpan span) const
    {
        const SourceSpan last {.offset = span.length == 0 ? span.offset : span.end() - 1, .length = 0};
        return {m_lines.place(span).line, m_lines.place(last).line};
    }

    void machine(const Machine& machine)
    {
        m_json.key("machine");
        m_json.beginObject(Layout::Inline);
        writeTold(m_json, "label", machine.label);
        writeTold(m_json, "cpu", machine.cpu);
        m_json.entry("cpus", machine.cpus);
        writeTold(m_json, "memory", machine.memory);
        writeTold(m_json, "os", machine.os);
        writeTold(m_json, "kernel", machine.kernel);
        m_json.endObject();
    }

    void variant(const Variant& variant)
    {
        m_json.key("variant");
        m_json.beginObject(Layout::Inline);
        writeTold(m_json, "label", variant.label);
        writeTold(m_json, "role",
                  variant.role == Role::Baseline        ? "baseline"
                      : variant.role == Role::Candidate ? "candidate"
                                                        : "");
        m_json.entry("assumed", variant.isAssumed);
        m_json.endObject();
    }

    void result(const TestResult& result)
    {
        m_json.beginObject(Layout::Inline);
        m_json.entry("test", result.test);
        writeParameters(m_json, result.parameters);
        m_json.entry("metric", result.metric);
        m_json.entry("value", result.value);
        m_json.entry("unit", result.unit);
        m_json.entry("base_value", result.baseValue);
        m_json.entry("base_unit", result.baseUnit);
        m_json.entry("better", reportedWord(result.better));
        m_json.list(
            "samples", result.samples, [this](const auto& sample) { m_json.value(sample.value); }, Layout::Inline);
        m_json.key("spread");
        spread(result.spread);
        source(result.span);
        m_json.endObject();
    }

    void spread(const std::optional<Spread>& spread)
    {
        if (!spread) {
            m_json.null();
            return;
        }
        m_json.beginObject(Layout::Inline);
        m_json.entry("kind", wordOf(spread->kind));
        m_json.entry("value", spread->value);
        m_json.entry("low", spread->low);
        m_json.entry("high", spread->high);
        m_json.endObject();
    }

    void source(const std::optional<SourceSpan>& span)
    {
        m_json.key("source");
        if (!span) {
            m_json.null();
            return;
        }
        const auto place = m_lines.place(*span);
        m_json.beginObject(Layout::Inline);
        m_json.entry("line", place.line);
        m_json.entry("column", place.column);
        m_json.entry("length", place.length);
        m_json.endObject();
    }

    JsonWriter& m_json;
    const LineIndex& m_lines;
};

std::string hex(const Sha256& sha256)
{
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::string out;
    for (const unsigned char byte : sha256) {
        out += kDigits[byte >> 4U];
        out += kDigits[byte & 0xFU];
    }
    return out;
}

}

double statedChange(const Claim& claim)
{
    const double middle = (claim.low + claim.high) / 2;
    return withoutDust(claim.kind == ClaimKind::Ratio ? middle - 1 : middle);
}

std::optional<double> computedChange(const Claim& claim)
{
    if (claim.computed && claim.kind == ClaimKind::Ratio) {
        return *claim.computed - 1;
    }
    return claim.computed;
}

std::string_view reportedWord(ClaimVerdict verdict)
{
    switch (verdict) {
    case ClaimVerdict::Agrees:
        return "agrees";
    case ClaimVerdict::Rounded:
        return "rounded";
    case ClaimVerdict::SignFlipped:
        return "sign-flipped";
    case ClaimVerdict::Wrong:
        return "wrong";
    case ClaimVerdict::Unverifiable:
        break;
    }
    return "unverifiable";
}

std::string_view reportedWord(Severity severity)
{
    switch (severity) {
    case Severity::Info:
        return "info";
    case Severity::Warning:
        return "warning";
    case Severity::Error:
        break;
    }
    return "error";
}

std::string_view reportedWord(CorrectedField field)
{
    switch (field) {
    case CorrectedField::VariantLabel:
        return "variant";
    case CorrectedField::VariantRole:
        return "role";
    case CorrectedField::MachineLabel:
        return "machine";
    case CorrectedField::Better:
        return "better";
    case CorrectedField::Unit:
        return "unit";
    case CorrectedField::Symbol:
        return "symbol";
    case CorrectedField::Format:
        break;
    }
    return "format";
}

DocumentJson::DocumentJson(std::string& out)
    : m_out(out)
    , m_json(out)
{
    m_json.beginObject();
    m_json.entry("patchscale", 1); // version of the contract
    m_json.key("documents");
    m_json.beginArray();
}

void DocumentJson::add(const Document& document, const Corrections& corrections, std::span<const Run> asRead)
{
    const LineIndex lines(document.bytes);
    Writer writer(m_json, lines);
    const auto& parsed = document.parsed;
    m_json.beginObject();
    m_json.entry("path", document.path);
    m_json.entry("sha256", hex(document.sha256));
    m_json.list("formats", parsed.formats, Layout::Inline);
    if (!corrections.empty()) {
        m_json.list("corrections", corrections, [&](const auto& correction) { writer.correction(correction, asRead); });
    }
    m_json.list("runs", parsed.runs, [&writer](const auto& run) { writer.run(run); });
    m_json.list("claims", parsed.claims, [&writer](const auto& claim) { writer.claim(claim); });
    m_json.list("diagnostics", parsed.diagnostics,
                [&writer](const auto& diagnostic) { writer.diagnostic(diagnostic); });
    m_json.endObject();
}

void DocumentJson::addUnread(std::string_view path, std::string_view why)
{
    const LineIndex lines({});
    Writer writer(m_json, lines);
    constexpr std::array<std::string_view, 0> kNone {};
    const std::array found {
        Diagnostic {.severity = Severity::Error, .code = "not-read", .message = std::string(why), .span = {}}};
    m_json.beginObject();
    m_json.entry("path", path);
    m_json.key("sha256");
    m_json.null();
    for (const auto* const list : {"formats", "runs", "claims"}) {
        m_json.list(list, kNone, Layout::Inline);
    }
    m_json.list("diagnostics", found, [&writer](const auto& diagnostic) { writer.diagnostic(diagnostic); });
    m_json.endObject();
}

void DocumentJson::finish()
{
    m_json.endArray();
    m_json.endObject();
    m_out += '\n';
}

}
