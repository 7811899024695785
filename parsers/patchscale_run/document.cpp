// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/patchscale_run/document.h"

#include "core/base/units.h"
#include "parsers/context/vocabulary.h"
#include "parsers/patchscale_run/counts.h"
#include "parsers/patchscale_run/fio_report.h"
#include "parsers/patchscale_run/reports.h"
#include "parsers/patchscale_run/sampled.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <format>
#include <map>

namespace patchscale::native {
namespace {

using Kind = JsonValue::Kind;

constexpr int kVersion = 1;

Unit unitOfRate(std::string_view unit)
{
    if (unit == "KBps") {
        return {.factor = 1024, .base = "B/s"}; // the kernels count blocks of 1024 bytes, as UnixBench does
    }
    return unitOf(unit);
}

Better directionOf(std::string_view word)
{
    return word == "higher" ? Better::Higher : word == "lower" ? Better::Lower : Better::Unknown;
}

/// The role that is told, or the one that the label tells: "before", "with patch".
Role roleOf(const JsonValue& variant)
{
    const auto role = variant.textOf("role");
    if (role == "baseline" || role == "candidate") {
        return role == "baseline" ? Role::Baseline : Role::Candidate;
    }
    const auto phrase = variantPhrase(variant.textOf("label"));
    if (!phrase) {
        return Role::None;
    }
    return phrase->kind == VariantPhrase::Kind::Baseline ? Role::Baseline
        : phrase->kind == VariantPhrase::Kind::Candidate ? Role::Candidate
                                                         : Role::None;
}

/// "p99_ns" is the metric "p99" in ns. Names without a known unit at their end stay as they are.
struct MetricName
{
    std::string metric;
    std::string unit;
};

MetricName metricName(std::string_view written)
{
    const auto mark = written.rfind('_');
    if (mark == std::string_view::npos || mark == 0 || !findUnit(written.substr(mark + 1))) {
        return {.metric = std::string(written), .unit = {}};
    }
    return {.metric = std::string(written.substr(0, mark)), .unit = std::string(written.substr(mark + 1))};
}

class Builder
{
public:
    Builder(const JsonTree& tree, std::string_view text, SourceSpan block, const Job& job)
        : m_tree(tree)
        , m_text(text)
        , m_block(block)
        , m_job(job)
    {
    }

    ParsedBlock build()
    {
        const auto* version = m_tree.root.numberMember("patchscale-run");
        if (version == nullptr || std::abs(version->number - kVersion) > 0) {
            warn("unknown-version", version == nullptr ? m_block : version->span,
                 "the run document is of a version that this program does not know; a newer Patchscale reads it",
                 Severity::Error);
            m_out.title = "Patchscale run";
            return std::move(m_out);
        }
        readMachine();
        for (const auto& variant : elements(m_tree.root, "variants")) {
            readVariant(variant);
        }
        readWarnings();
        if (m_tree.fault) {
            warn("truncated-run", {.offset = m_tree.fault->offset, .length = 0},
                 std::format("the run document {} here; {}: fetch the file again", m_tree.fault->what,
                             m_results == 0 ? "no result was read" : "what was complete before was read"));
        } else if (m_results == 0) {
            warn("no-results", m_block,
                 "the run document holds no result; was the run stopped before its first sample?");
        }
        m_out.title = std::format("Patchscale run, {} {}", m_results, m_results == 1 ? "result" : "results");
        return std::move(m_out);
    }

private:
    void warn(std::string code, SourceSpan span, std::string message, Severity severity = Severity::Warning)
    {
        m_out.diagnostics.push_back(
            {.severity = severity, .code = std::move(code), .message = std::move(message), .span = span});
    }

    static const std::vector<JsonValue>& elements(const JsonValue& parent, std::string_view name)
    {
        static const std::vector<JsonValue> none;
        const auto* array = parent.member(name);
        return array != nullptr && array->kind == Kind::Array ? array->children : none;
    }

    void readMachine()
    {
        for (const auto& [object, prefix] : {std::pair {"machine", ""}, std::pair {"tool", "tool."}}) {
            const auto* facts = m_tree.root.member(object);
            for (const auto& fact : facts == nullptr ? std::vector<JsonValue> {} : facts->children) {
                if (fact.kind == Kind::String && !fact.text.empty() && !fact.name.empty()) {
                    m_machine.facts[prefix + fact.name] = fact.text;
                }
            }
        }
        for (const auto* name : {"started", "directory"}) {
            if (const auto text = m_tree.root.textOf(name); !text.empty()) {
                m_machine.facts[std::format("run.{}", name)] = text;
            }
        }
        m_machine.label = fact("machine.name");
        m_machine.cpu = fact("cpu.model");
        m_machine.memory = fact("memory.total");
        m_machine.os = fact("os.name");
        m_machine.kernel = fact("kernel.release");
        const auto cpus = fact("cpu.count");
        int count = 0;
        if (std::from_chars(cpus.data(), cpus.data() + cpus.size(), count).ec == std::errc {} && count > 0) {
            m_machine.cpus = count;
        }
    }

    [[nodiscard]] std::string fact(const std::string& name) const
    {
        const auto hit = m_machine.facts.find(name);
        return hit == m_machine.facts.end() ? std::string {} : hit->second;
    }

    void readVariant(const JsonValue& variant)
    {
        m_variant = {.label = std::string(variant.textOf("label")), .role = roleOf(variant), .isAssumed = false};
        m_byCopies.clear();
        // How the variant was made is a fact of the machine while it was measured.
        for (const auto* name : {"switch", "check", "delay"}) {
            const auto fact = std::format("run.{}", name);
            m_machine.facts.erase(fact);
            if (const auto text = variant.textOf(name); !text.empty()) {
                m_machine.facts[fact] = text;
            }
        }
        for (const auto& result : elements(variant, "results")) {
            readResult(result, variant);
        }
        for (const auto& entry : elements(variant, "fio")) {
            readFio(entry, variant);
        }
        for (const auto& entry : elements(variant, "reports")) {
            readReport(entry);
        }
    }

    /// A new run of the variant at hand.
    Run& addRun(std::string benchmark, bool isFailed, SourceSpan span)
    {
        auto& added = m_out.runs.emplace_back();
        added.knowsVariant = !m_variant.label.empty();
        added.knowsMachine = !m_machine.label.empty();
        added.run.benchmark = std::move(benchmark);
        added.run.machine = m_machine;
        added.run.variant = m_variant;
        added.run.isFailed = isFailed;
        added.run.span = span;
        return added.run;
    }

    /// The run of the variant at hand with @p copies copies; what had to be stopped stands in a run of its own.
    Run& runFor(const std::string& copies, bool isFailed, const JsonValue& variant)
    {
        const auto [place, isNew] = m_byCopies.try_emplace({copies, isFailed}, m_out.runs.size());
        if (isNew) {
            auto& added = addRun("patchscale", isFailed, variant.span);
            added.parameters["copies"] = copies;
        }
        return m_out.runs[place->second].run;
    }

    void readResult(const JsonValue& result, const JsonValue& variant)
    {
        const auto name = result.textOf("name");
        const auto* samples = result.member("samples");
        if (!result.isWhole || samples == nullptr || samples->kind != Kind::Array) {
            if (m_tree.fault && !name.empty()) {
                warn("truncated-result", result.span,
                     std::format("{}: the document ends among its samples; the test was left out", name));
            } else if (!m_tree.fault) {
                warn("unreadable-result", result.span, "a result without samples was left out");
            }
            return;
        }
        if (name.empty()) {
            warn("unreadable-result", result.span, "a result without a name was left out");
            return;
        }
        const auto failed = result.textOf("failed");
        const auto mode = result.textOf("mode");
        if (!failed.empty()) {
            warn("kernel-failed", result.span,
                 std::format("{}{}{}: {}", name, mode.empty() ? "" : ", mode ", mode, failed));
        }
        if (samples->children.empty()) {
            if (failed.empty()) {
                warn("no-samples", result.span, std::format("{}: no sample was taken", name));
            }
            return;
        }
        const auto* copies = result.numberMember("copies");
        auto& run = runFor(std::format("{}", copies == nullptr ? 1 : copies->number), !failed.empty(), variant);
        addMetrics(result, *samples, run);
        ++m_results;
        addCounts(result, *samples, run);
    }

    /// What perf stat counted beside the samples: a run of perf stat, of the same variant.
    void addCounts(const JsonValue& result, const JsonValue& samples, const Run& of)
    {
        auto counts = countsOf(samples, result.textOf("name"), placeOf(), m_out.diagnostics);
        if (counts.empty()) {
            return;
        }
        auto parameters = of.parameters;
        const bool isFailed = of.isFailed;
        parameters["command"] = result.textOf("name");
        if (const auto mode = result.textOf("mode"); !mode.empty()) {
            parameters["mode"] = mode;
        }
        auto& run = addRun("perf stat", isFailed, result.span);
        run.parameters = std::move(parameters);
        run.results = std::move(counts);
    }

    void readFio(const JsonValue& entry, const JsonValue& variant)
    {
        const auto name = entry.textOf("name");
        if (!entry.isWhole) {
            warn("truncated-result", entry.span,
                 std::format("fio {}: the document ends among its reports; the job file was left out", name));
            return;
        }
        const auto failed = entry.textOf("failed");
        if (!failed.empty()) {
            warn("fio-failed", entry.span, std::string(failed));
        }
        auto found = fioResultsOf(m_text, entry, placeOf(), m_out.diagnostics);
        for (auto* const results : {&found.results, &found.failed}) {
            if (results->empty()) {
                continue;
            }
            auto& run = addRun("fio", results == &found.failed, variant.span);
            run.parameters["jobs"] = name;
            run.results = std::move(*results);
            ++m_results;
        }
    }

    /// What another program reported of the variant at hand, on this machine.
    void readReport(const JsonValue& entry)
    {
        for (auto& read : reportRunsOf(entry, m_text, m_job, m_out.diagnostics)) {
            auto& run = addRun(std::move(read.benchmark), read.isFailed, read.span);
            run.parameters = std::move(read.parameters);
            run.results = std::move(read.results);
            ++m_results;
        }
    }

    PlaceOf placeOf()
    {
        return [this](const JsonValue& sample) {
            const auto whole = [&sample](std::string_view name) {
                constexpr double kMost = 1e9;
                const auto* number = sample.numberMember(name);
                return number != nullptr && number->number >= 0 && number->number < kMost
                    ? static_cast<int>(number->number)
                    : 0;
            };
            return Sample {.value = 0,
                           .span = {},
                           .boot = bootOf(sample.textOf("boot")),
                           .round = whole("round"),
                           .order = whole("order")};
        };
    }

    void addMetrics(const JsonValue& result, const JsonValue& samples, Run& run)
    {
        TestResult common;
        common.test = result.textOf("name");
        if (const auto mode = result.textOf("mode"); !mode.empty()) {
            common.parameters["mode"] = mode;
        }
        if (const auto* parameters = result.member("parameters")) {
            for (const auto& parameter : parameters->children) {
                if (parameter.kind == Kind::String && !parameter.name.empty()) {
                    common.parameters[parameter.name] = parameter.text;
                }
            }
        }
        common.better = directionOf(result.textOf("better"));
        common.unit = result.textOf("unit");

        if (result.textOf("kernel") == "command") {
            addCommand(common, samples, run);
            return;
        }
        common.metric = "rate";
        addSampled(common, collect(samples, {}, "rate"), nullptr, run);
        common.metric = "result";
        addSampled(common, collect(samples, {}, "wallRate"), result.numberMember("combined"), run);
        if (const auto* index = result.numberMember("index")) {
            auto row = common;
            row.metric = "index";
            row.unit = "index";
            row.better = Better::Higher;
            addSampled(row, {}, index, run);
        }
        addOwnMetrics(common, samples, run);
    }

    /// A command that was timed: its rate is its wall time.
    void addCommand(const TestResult& common, const JsonValue& samples, Run& run)
    {
        struct Quantity
        {
            std::string_view metric;
            std::string_view unit;
            std::string_view within;
            std::string_view name;
        };
        constexpr std::array<Quantity, 4> kQuantities {
            {{.metric = "wall time", .unit = "s", .within = {}, .name = "rate"},
             {.metric = "user time", .unit = "s", .within = {}, .name = "user"},
             {.metric = "system time", .unit = "s", .within = {}, .name = "system"},
             {.metric = "max RSS", .unit = "B", .within = "metrics", .name = "max_rss_bytes"}}};
        for (const auto& quantity : kQuantities) {
            auto row = common;
            row.metric = quantity.metric;
            row.unit = quantity.unit;
            row.better = Better::Lower;
            addSampled(row, collect(samples, quantity.within, quantity.name), nullptr, run);
        }
    }

    /// What the kernel measured beside its rate.
    void addOwnMetrics(const TestResult& common, const JsonValue& samples, Run& run)
    {
        std::vector<std::string> names;
        for (const auto& sample : samples.children) {
            const auto* metrics = sample.member("metrics");
            for (const auto& metric : metrics == nullptr ? std::vector<JsonValue> {} : metrics->children) {
                if (!metric.name.empty() && !std::ranges::contains(names, metric.name)) {
                    names.push_back(metric.name);
                }
            }
        }
        for (const auto& name : names) {
            auto row = common;
            auto split = metricName(name);
            const auto base = unitOf(split.unit).base;
            row.metric = std::move(split.metric);
            row.unit = std::move(split.unit);
            row.better = base == "s" ? Better::Lower : base.ends_with("/s") ? Better::Higher : Better::Unknown;
            addSampled(row, collect(samples, "metrics", name), nullptr, run);
        }
    }

    /// Boots are numbered as they come.
    int bootOf(std::string_view id)
    {
        if (id.empty()) {
            return 0;
        }
        return m_boots.try_emplace(std::string(id), static_cast<int>(m_boots.size()) + 1).first->second;
    }

    std::vector<Sample> collect(const JsonValue& samples, std::string_view within, std::string_view name)
    {
        const auto place = placeOf();
        std::vector<Sample> out;
        for (const auto& sample : samples.children) {
            const auto* holder = within.empty() ? &sample : sample.member(within);
            const auto* value = holder == nullptr ? nullptr : holder->numberMember(name);
            if (value == nullptr) {
                if (within.empty() && name == "rate") {
                    warn("missing-rate", sample.span, "a sample without a rate was left out");
                }
                continue;
            }
            auto& added = out.emplace_back(place(sample));
            added.value = value->number;
            added.span = value->span;
        }
        return out;
    }

    /// A metric with its samples; its value is @p stated, or the median of the samples.
    static void addSampled(const TestResult& common, std::vector<Sample> samples, const JsonValue* stated, Run& run)
    {
        if (stated == nullptr && samples.empty()) {
            return;
        }
        auto row = common;
        const auto unit = unitOfRate(row.unit);
        row.value = stated != nullptr ? stated->number : medianOf(samples);
        row.span = stated != nullptr ? stated->span : samples.front().span;
        row.baseValue = row.value * unit.factor;
        row.baseUnit = unit.base;
        row.samples = std::move(samples);
        if (std::isfinite(row.value) && std::isfinite(row.baseValue)) {
            run.results.push_back(std::move(row));
        }
    }

    void readWarnings()
    {
        for (const auto& warning : elements(m_tree.root, "warnings")) {
            const auto message = warning.textOf("message");
            if (!warning.isWhole || message.empty()) {
                continue;
            }
            const auto mend = warning.textOf("mend");
            warn(std::format("run-{}", warning.textOf("code")), warning.span,
                 std::format("{}{}{}", message, mend.empty() ? "" : ": ", mend));
        }
        if (const auto ended = m_tree.root.textOf("ended"); !ended.empty()) {
            warn("run-ended", m_tree.root.member("ended")->span, std::format("the rounds ended at: {}", ended),
                 Severity::Info);
        }
    }

    const JsonTree& m_tree;
    std::string_view m_text;
    SourceSpan m_block;
    const Job& m_job;
    ParsedBlock m_out;
    Machine m_machine;
    Variant m_variant;
    std::map<std::pair<std::string, bool>, std::size_t> m_byCopies;
    std::map<std::string, int> m_boots;
    std::size_t m_results = 0;
};

}

ParsedBlock runsOf(const JsonTree& tree, std::string_view text, SourceSpan block, const Job& job)
{
    return Builder(tree, text, block, job).build();
}

}
