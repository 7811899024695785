// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runner/events.h"

#include "app/runner/session.h"

#include "core/base/json_writer.h"
#include "core/bench/rounds.h"

#include <algorithm>

namespace patchscale::runner {
namespace {

using Layout = JsonWriter::Layout;

void writeStart(JsonWriter& json, const RoundStart& start)
{
    json.entry("variant", start.variant);
    json.entry("kernel", start.kernel);
    json.entry("name", start.name);
    json.entry("mode", start.mode);
    json.entry("copies", start.copies);
    json.entry("round", start.round);
    json.entry("rounds", start.rounds);
    json.entry("secondsLeft", start.secondsLeft);
}

}

EventLines::EventLines(std::function<void()> gone)
    : m_gone(std::move(gone))
{
}

void EventLines::event(std::string_view name, const std::function<void(JsonWriter&)>& fill)
{
    std::string line;
    JsonWriter json(line);
    json.beginObject(Layout::Inline);
    json.entry("event", name);
    fill(json);
    json.endObject();
    if (!line.ends_with('\n')) {
        line += '\n';
    }
    if (!print(line)) {
        m_gone();
    }
}

void EventLines::planned(const RunPlan& plan, const std::vector<std::string>& variants)
{
    event("plan", [&](JsonWriter& json) {
        const auto size = sizeOf(plan, variants.size());
        json.entry("version", 1);
        json.list("variants", variants, Layout::Inline);
        json.entry("samples", size.samples);
        json.entry("secondsLeft", size.seconds);
        json.entry("seed", static_cast<std::int64_t>(plan.seed));
        json.key("results");
        json.beginArray(Layout::Inline);
        for (const auto& slot : slotsOf(plan)) {
            const auto& kernel = plan.kernels[slot.kernel].kernel;
            const auto result = emptyResult(plan, slot);
            json.beginObject(Layout::Inline);
            json.entry("kernel", result.kernel);
            json.entry("name", result.name);
            json.entry("mode", result.mode);
            json.entry("copies", result.copies);
            json.entry("unit", result.unit);
            json.entry("better", result.better == Better::Lower ? "lower" : "higher");
            json.entry("rounds", roundsOf(plan, kernel));
            json.endObject();
        }
        for (const auto& name : plan.fio) {
            json.beginObject(Layout::Inline);
            json.entry("kernel", "fio:" + name);
            json.entry("name", "fio " + name);
            json.entry("mode", "");
            json.entry("copies", 1);
            json.entry("unit", "B/s");
            json.entry("better", "higher");
            json.entry("rounds", plan.fioRounds);
            json.endObject();
        }
        json.endArray();
    });
}

void EventLines::roundStarted(const RoundStart& start)
{
    gate();
    event("round-started", [&](JsonWriter& json) { writeStart(json, start); });
}

void EventLines::sampleTaken(const RoundStart& start, const RoundSample& sample)
{
    event("sample", [&](JsonWriter& json) {
        writeStart(json, start);
        json.entry("order", sample.order);
        json.entry("rate", sample.rate);
        json.entry("wallRate", sample.wallRate);
        json.entry("count", sample.count);
        json.entry("seconds", sample.seconds);
        json.entry("user", sample.user);
        json.entry("system", sample.system);
        json.list("copyRates", sample.copyRates, Layout::Inline);
        json.list("cpus", sample.cpus, Layout::Inline);
        json.key("metrics");
        json.beginObject(Layout::Inline);
        for (const auto& [name, value] : sample.metrics) {
            json.entry(name, value);
        }
        json.endObject();
    });
}

void EventLines::kernelFailed(const RoundStart& start, std::string_view reason)
{
    event("kernel-failed", [&](JsonWriter& json) {
        writeStart(json, start);
        json.entry("reason", reason);
    });
}

void EventLines::warned(const BenchWarning& warning)
{
    event("warning", [&](JsonWriter& json) {
        json.entry("code", warning.code);
        json.entry("message", warning.message);
        json.entry("mend", warning.mend);
    });
}

void EventLines::logged(std::string_view line)
{
    event("log", [&](JsonWriter& json) { json.entry("message", line); });
}

void EventLines::paused(bool isPaused)
{
    event(isPaused ? "paused" : "resumed", [](JsonWriter&) { });
}

void EventLines::found(const Finding& finding)
{
    event("finding", [&](JsonWriter& json) {
        json.entry("kernel", finding.kernel);
        json.entry("name", finding.name);
        json.entry("mode", finding.mode);
        json.entry("copies", finding.copies);
        json.entry("before", finding.before);
        json.entry("after", finding.after);
        json.entry("change", finding.change);
        json.key("interval");
        if (finding.interval) {
            json.beginArray(Layout::Inline);
            json.value(finding.interval->first);
            json.value(finding.interval->second);
            json.endArray();
        } else {
            json.null();
        }
        json.entry("verdict", verdictWord(finding.verdict));
        json.entry("moreRounds", finding.moreRounds);
        json.entry("reason", finding.reason);
    });
}

void EventLines::finished(const FinishNotice& notice)
{
    event("finished", [&](JsonWriter& json) {
        json.entry("status", notice.status);
        json.key("reason");
        json.toldText(notice.reason);
        json.key("document");
        json.toldText(notice.document);
        json.entry("samples", notice.samples);
    });
}

}
