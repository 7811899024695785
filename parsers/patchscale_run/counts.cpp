// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/patchscale_run/counts.h"

#include "parsers/perf/stat_metric.h"
#include "parsers/perf/stat_result.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <format>
#include <map>
#include <optional>
#include <tuple>

namespace patchscale::native {
namespace {

/// A number that perf writes as a string ("0.526592") or as a number, with its place.
struct Number
{
    double value = 0;
    SourceSpan span;
};

std::optional<Number> numberIn(const JsonValue& object, std::string_view name)
{
    const auto* value = object.member(name);
    if (value == nullptr) {
        return std::nullopt;
    }
    if (value->kind == JsonValue::Kind::Number) {
        return value->isFinite ? std::optional(Number {.value = value->number, .span = value->span}) : std::nullopt;
    }
    Number number;
    const std::string_view text = value->text;
    const auto result = std::from_chars(text.data(), text.data() + text.size(), number.value);
    const bool isWhole = result.ec == std::errc {} && result.ptr == text.data() + text.size();
    if (value->kind != JsonValue::Kind::String || text.empty() || !isWhole || !std::isfinite(number.value)
        || value->span.length != text.size() + 2) {
        return std::nullopt;
    }
    number.span = {.offset = value->span.offset + 1, .length = text.size()}; // without the quotes
    return number;
}

class Counts
{
public:
    explicit Counts(const PlaceOf& placeOf)
        : m_placeOf(placeOf)
    {
    }

    void take(const JsonValue& sample)
    {
        m_place = m_placeOf(sample);
        m_seen.clear();
        std::string event;
        const auto* objects = sample.member("perfStat");
        for (const auto& object : objects == nullptr ? std::vector<JsonValue> {} : objects->children) {
            const auto named = object.textOf("event");
            event = named.empty() ? event : named; // a metric alone goes with the event before it
            if (!event.empty()) {
                takeObject(object, event);
            }
        }
    }

    std::vector<TestResult> finish(std::string_view test, std::vector<Diagnostic>& diagnostics)
    {
        for (const auto& [event, missing] : m_missing) {
            const bool isElsewhere = std::ranges::contains(m_results, event, &TestResult::test);
            diagnostics.push_back(
                {.severity = Severity::Info,
                 .code = "not-counted",
                 .message = std::format("{}: perf has no value for {} ({}){}; this is missing, not 0", test, event,
                                        missing.first, isElsewhere ? " in some samples" : ""),
                 .span = missing.second});
        }
        for (auto& result : m_results) {
            const auto factor = result.baseValue;
            summarise(result);
            result.baseValue = result.value * factor;
        }
        return std::move(m_results);
    }

private:
    void takeObject(const JsonValue& object, const std::string& event)
    {
        Parameters parameters;
        for (const auto* const scope : {"cpu", "core", "socket", "die", "node", "thread", "cgroup"}) {
            if (const auto text = object.textOf(scope); !text.empty()) {
                parameters[scope] = text;
            }
        }
        if (object.member("counter-value") != nullptr) {
            if (const int count = ++m_seen[{event, parameters}]; count > 1) {
                parameters["occurrence"] = std::to_string(count);
            }
            const auto written = object.textOf("counter-value");
            const auto count = numberIn(object, "counter-value");
            if (!count) {
                constexpr std::string_view kBrackets = "<>";
                const auto begin = std::min(written.find_first_not_of(kBrackets), written.size());
                const auto word = written.substr(begin, written.find_last_not_of(kBrackets) + 1 - begin);
                m_missing.try_emplace(event, word.empty() ? "no number" : std::string(word), object.span);
                return; // what perf computes of a missing count says nothing
            }
            add(event, parameters, "value", object.textOf("unit"), "count", *count);
            if (const auto running = numberIn(object, "pcnt-running"); running && running->value < 100) {
                add(event, parameters, "running", "%", {}, *running);
            }
        }
        const auto words = object.textOf("metric-unit");
        const auto metric = numberIn(object, "metric-value");
        if (metric && words.find_first_not_of(" %") != std::string_view::npos) {
            // Shares of all branches, of a cache's accesses, are in percent, which the JSON does not write.
            const bool isPercent = words.starts_with('%') || words.starts_with("of all ");
            const auto named = perf::namedMetric(
                {.number = {}, .isPercent = isPercent, .words = words.substr(words.starts_with('%') ? 1 : 0)});
            add(event, parameters, named.name, named.unit, "ratio", *metric);
        }
    }

    void add(const std::string& event, const Parameters& parameters, const std::string& metric, std::string_view unit,
             std::string_view baseWithoutUnit, const Number& number)
    {
        const auto [place, isNew] =
            m_index.try_emplace({event, metric, std::string(unit), parameters}, m_results.size());
        if (isNew) {
            auto& added = m_results.emplace_back();
            added.test = event;
            added.metric = metric;
            added.parameters = parameters;
            added.value = 1;
            perf::setStatUnit(added, unit, baseWithoutUnit); // baseValue is what 1 is in the base unit
            added.better = perf::statDirection(added);
        }
        auto sample = m_place;
        sample.value = number.value;
        sample.span = number.span;
        m_results[place->second].samples.push_back(sample);
    }

    const PlaceOf& m_placeOf;
    Sample m_place;
    std::vector<TestResult> m_results;
    std::map<std::tuple<std::string, std::string, std::string, Parameters>, std::size_t> m_index;
    std::map<std::pair<std::string, Parameters>, int> m_seen; ///< within a sample
    std::map<std::string, std::pair<std::string, SourceSpan>> m_missing;
};

}

std::vector<TestResult> countsOf(const JsonValue& samples, std::string_view test, const PlaceOf& placeOf,
                                 std::vector<Diagnostic>& diagnostics)
{
    Counts counts(placeOf);
    for (const auto& sample : samples.children) {
        counts.take(sample);
    }
    return counts.finish(test, diagnostics);
}

}
