// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/tools/collector.h"

#include "parsers/tools/pattern.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <format>

namespace patchscale::tools {
namespace {

struct SpeltOut
{
    std::string_view written;
    Unit unit;
};

/// Units as only the tools write them.
Unit unitAsWritten(std::string_view written)
{
    constexpr double kBit = 0.125;
    constexpr std::array kSpeltOut {
        SpeltOut {.written = "requests per second", .unit = {.factor = 1, .base = "1/s"}},
        SpeltOut {.written = "per sec", .unit = {.factor = 1, .base = "1/s"}},
        SpeltOut {.written = "per second", .unit = {.factor = 1, .base = "1/s"}},
        SpeltOut {.written = "Trans/s", .unit = {.factor = 1, .base = "1/s"}},
        SpeltOut {.written = "10^3bits/s", .unit = {.factor = 1e3 * kBit, .base = "B/s"}},
        SpeltOut {.written = "10^6bits/s", .unit = {.factor = 1e6 * kBit, .base = "B/s"}},
        SpeltOut {.written = "10^6bits/sec", .unit = {.factor = 1e6 * kBit, .base = "B/s"}},
        SpeltOut {.written = "10^9bits/s", .unit = {.factor = 1e9 * kBit, .base = "B/s"}},
        SpeltOut {.written = "TBytes", .unit = {.factor = 1e12, .base = "B"}},
    };
    const auto* const hit = std::ranges::find(kSpeltOut, written, &SpeltOut::written);
    return hit == kSpeltOut.end() ? unitOf(written) : hit->unit;
}

}

Collector::Collector(const Text& text, std::string_view benchmark)
    : m_text(text)
{
    m_run.benchmark = benchmark;
}

TestResult* Collector::add(const Value& value, Again again)
{
    const auto number = wholeNumber(value.number);
    if (value.number.empty()) {
        return nullptr;
    }
    if (!number) {
        warn("not-a-number", std::format("'{}' of {} is no number and was left out", value.number, value.test),
             value.number);
        return nullptr;
    }
    return add(value, *number, again);
}

TestResult* Collector::add(const Value& value, double number, Again again)
{
    if (value.test.empty() || value.metric.empty()) {
        return nullptr;
    }
    if (value.perSecond > 0) {
        m_rates.insert_or_assign(std::string(value.unit), value.perSecond);
    }
    const auto span = m_text.spanOf(value.number);
    std::tuple key {std::string(value.test), m_selection, std::string(value.metric)};
    const auto [place, isNew] = m_index.try_emplace(std::move(key), m_run.results.size());
    if (isNew) {
        m_run.results.push_back({.test = std::string(value.test),
                                 .parameters = m_selection,
                                 .metric = std::string(value.metric),
                                 .value = number,
                                 .unit = std::string(value.unit),
                                 .baseValue = 0,
                                 .baseUnit = {},
                                 .better = value.better,
                                 .samples = {},
                                 .spread = std::nullopt,
                                 .repeats = std::nullopt,
                                 .span = span});
        return &m_run.results.back();
    }
    auto& result = m_run.results[place->second];
    if (again == Again::Update && result.samples.empty()) {
        result.value = number;
        result.unit = value.unit;
        result.span = span;
        return &result;
    }
    if (result.unit != value.unit) {
        const auto mine = meaningOf(value.unit);
        const auto first = meaningOf(result.unit);
        if (mine.base != first.base) {
            warn("mixed-units",
                 std::format("{} is given in {} and in {}; the second was left out", value.test, result.unit,
                             value.unit),
                 value.number);
            return nullptr;
        }
        number *= mine.factor / first.factor;
    }
    if (again == Again::Update) {
        result.samples.back().value = number;
        result.samples.back().span = span;
        return nullptr;
    }
    if (result.samples.empty()) {
        result.samples.push_back({.value = result.value, .span = result.span});
        result.spread.reset(); // of one run; the runs have their own
    }
    result.samples.push_back({.value = number,
                              .span = span,
                              .round = static_cast<int>(result.samples.size()),
                              .order = static_cast<int>(result.samples.size())});
    return nullptr;
}

void Collector::warn(std::string code, std::string message, std::string_view where, Severity severity)
{
    m_diagnostics.push_back(
        {.severity = severity, .code = std::move(code), .message = std::move(message), .span = m_text.spanOf(where)});
}

Unit Collector::meaningOf(std::string_view unit) const
{
    const auto rate = m_rates.find(unit);
    return rate == m_rates.end() ? unitAsWritten(unit) : Unit {.factor = rate->second, .base = "1/s"};
}

void Collector::summarise(TestResult& result) const
{
    // a tool that prints its samples prints their mean as well, elsewhere
    if (!result.samples.empty() && result.samples.front().span == result.span) {
        double sum = 0;
        for (const auto& sample : result.samples) {
            sum += sample.value;
        }
        result.value = sum / static_cast<double>(result.samples.size());
    }
    const auto unit = meaningOf(result.unit);
    result.baseValue = result.value * unit.factor;
    result.baseUnit = unit.base;
}

/// What all results share selects the run: "8 clients" here and "16 clients" there are no sides of one comparison.
void Collector::hoistParameters()
{
    if (m_run.results.empty()) {
        return;
    }
    for (const auto& [name, value] : Parameters(m_run.results.front().parameters)) {
        const bool isShared = std::ranges::all_of(m_run.results, [&](const TestResult& result) {
            const auto own = result.parameters.find(name);
            return own != result.parameters.end() && own->second == value;
        });
        if (isShared) {
            m_run.parameters.emplace(name, value);
            for (auto& result : m_run.results) {
                result.parameters.erase(name);
            }
        }
    }
}

ParsedBlock Collector::finish(std::string_view tool)
{
    for (auto& result : m_run.results) {
        summarise(result);
        if (!std::isfinite(result.value) || !std::isfinite(result.baseValue)) {
            m_diagnostics.push_back(
                {.severity = Severity::Warning,
                 .code = "out-of-range",
                 .message = std::format("the value of {} is too large and was left out", result.test),
                 .span = result.span});
        }
    }
    std::erase_if(m_run.results, [](const TestResult& result) {
        return !std::isfinite(result.value) || !std::isfinite(result.baseValue);
    });
    hoistParameters();
    ParsedBlock out;
    const auto count = m_run.results.size();
    out.title = std::format("{}, {} result{}", tool, count, count == 1 ? "" : "s");
    out.diagnostics = std::move(m_diagnostics);
    if (count > 0) {
        out.runs.push_back({.run = std::move(m_run), .knowsVariant = false, .knowsMachine = false, .group = 0});
    }
    return out;
}

std::optional<Spread> spreadOf(const Text& text, SpreadKind kind, std::string_view number)
{
    const auto value = wholeNumber(number);
    if (!value) {
        return std::nullopt;
    }
    return Spread {
        .kind = kind, .value = *value, .low = std::nullopt, .high = std::nullopt, .span = text.spanOf(number)};
}

}
