// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/format.h"
#include "parsers/unixbench/log_reader.h"
#include "parsers/unixbench/raw_counts.h"
#include "parsers/unixbench/result_unit.h"

#include "parsers/context/vocabulary.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <format>

namespace patchscale {
namespace {

constexpr auto kMarks = std::to_array<std::string_view>({"==> \"", "COUNT|"});

using namespace unix_bench;

/// The name as reports have it.
std::string nameOf(const std::string& logged)
{
    const auto known = knownTestAt(logged);
    return known && !known->isShort && known->length == logged.size() ? std::string(known->name) : logged;
}

std::string failureOf(const LoggedPass& pass, int copies)
{
    const auto failed =
        std::ranges::find_if(pass.copies, [](const LoggedCopy& copy) { return copy.status != 0 || !copy.count; });
    if (failed == pass.copies.end()) {
        return std::format("it has {} of {} copies", pass.copies.size(), copies);
    }
    // The high byte is what the program returned, the low one the signal that ended it.
    const auto signal = failed->status & 0x7F;
    auto text = signal != 0   ? std::format("a copy was ended by signal {}", signal)
        : failed->status != 0 ? std::format("a copy returned {}", failed->status >> 8)
                              : std::string("a copy told no count");
    return failed->error.empty() ? text : text + ": " + failed->error;
}

class LogBuilder
{
public:
    explicit LogBuilder(ParsedBlock& parsed)
        : m_parsed(parsed)
    {
    }

    void build(const std::vector<LoggedTest>& tests)
    {
        for (const auto& test : tests) {
            take(test);
        }
        m_parsed.title = std::format("UnixBench log, {} {}", tests.size(), tests.size() == 1 ? "test" : "tests");
    }

private:
    void take(const LoggedTest& test)
    {
        TestResult result;
        result.test = nameOf(test.name);
        result.metric = "result";
        result.better = Better::Higher;
        takePasses(test, result);
        if (test.score) {
            result.value = test.score->value;
            result.span = test.score->span;
            result.repeats = test.iterations;
            check(test, result);
        } else if (!takeUnfinished(test, result)) {
            return;
        }
        const auto base = unitOfResult(result.unit);
        result.baseValue = result.value * base.factor;
        result.baseUnit = base.base;
        auto& run = runFor(test, result);
        run.results.push_back(std::move(result));
        run.span.length = test.span.end() - run.span.offset;
    }

    void takePasses(const LoggedTest& test, TestResult& result)
    {
        auto dumped = test.dumped;
        int order = 0;
        for (const auto& pass : test.passes) {
            ++order;
            const auto rate = rateOf(test, pass);
            if (!rate) {
                m_parsed.diagnostics.push_back({.severity = Severity::Warning,
                                                .code = "failed-pass",
                                                .message = std::format("{}, pass {}: {}; the pass was left out",
                                                                       test.name, order, failureOf(pass, test.copies)),
                                                .span = pass.span.length > 0 ? pass.span : test.span});
                continue;
            }
            double count = 0;
            for (const auto& copy : pass.copies) {
                count += copy.count->value;
            }
            constexpr double kPrinted = 0.051; // "*Dump score:" has one decimal
            const auto drop =
                std::ranges::find_if(dumped, [&](double value) { return std::abs(value - count) <= kPrinted; });
            const bool isDropped = drop != dumped.end();
            if (isDropped) {
                dumped.erase(drop);
            }
            result.unit = pass.copies.front().unit;
            result.samples.push_back({.value = *rate,
                                      .span = pass.span,
                                      .boot = 0,
                                      .round = 0,
                                      .order = order - 1,
                                      .isExcluded = isDropped});
        }
    }

    /// Geometric mean of the samples that count: what Run prints as the score.
    static std::optional<double> scoreOf(const TestResult& result)
    {
        double logs = 0;
        int count = 0;
        for (const auto& sample : result.samples) {
            if (!sample.isExcluded) {
                logs += sample.value > 0 ? std::log(sample.value) : 0;
                ++count;
            }
        }
        return count > 0 ? std::optional(std::exp(logs / count)) : std::nullopt;
    }

    void check(const LoggedTest& test, const TestResult& result)
    {
        const auto score = scoreOf(result);
        constexpr double kTolerance = 1e-4; // times of a kernel have one decimal in older builds
        if (score && std::abs(*score - test.score->value) > kTolerance * std::abs(test.score->value)) {
            m_parsed.diagnostics.push_back(
                {.severity = Severity::Warning,
                 .code = "score-mismatch",
                 .message = std::format("{}: the log says {:.1f}, its passes give {:.1f}; was the log edited?",
                                        test.name, test.score->value, *score),
                 .span = test.score->span});
        }
    }

    /// A test that ended before Run took its score: kept with what its passes give.
    bool takeUnfinished(const LoggedTest& test, TestResult& result)
    {
        m_parsed.diagnostics.push_back(
            {.severity = Severity::Warning,
             .code = "unfinished-test",
             .message = std::format("{}: the run ended within it; what it gave until then is not compared", test.name),
             .span = test.span});
        const auto score = scoreOf(result);
        if (!score) {
            return false;
        }
        result.value = *score;
        result.span = result.samples.front().span;
        return true;
    }

    /// The run that the test belongs to: the one before it, unless the load is another or the test came already.
    Run& runFor(const LoggedTest& test, const TestResult& result)
    {
        const auto copies = std::to_string(test.copies);
        const bool isFailed = !test.score;
        const auto& last = m_parsed.runs.empty() ? nullptr : &m_parsed.runs.back().run;
        const bool goesOn = last != nullptr && last->isFailed == isFailed && last->parameters.at("copies") == copies
            && !std::ranges::contains(last->results, result.test, &TestResult::test);
        if (!goesOn) {
            BlockRun added;
            added.group = static_cast<int>(m_parsed.runs.size());
            added.run.benchmark = "unixbench";
            added.run.parameters["copies"] = copies;
            added.run.isFailed = isFailed;
            added.run.span = test.span;
            m_parsed.runs.push_back(std::move(added));
        }
        return m_parsed.runs.back().run;
    }

    ParsedBlock& m_parsed;
};

class UnixBenchLog final : public Format
{
public:
    std::string_view id() const override
    {
        return "unixbench-log";
    }

    std::string_view description() const override
    {
        return "UnixBench logs and what its programs print";
    }

    std::string_view example() const override
    {
        return "Pipe Throughput -- 1 copy\n"
               "# COUNT0: 3366613";
    }

    [[nodiscard]] std::span<const std::string_view> marks() const override
    {
        return kMarks;
    }

    void find(const Text& text, std::vector<Block>& out, const Job& /*job*/) const override
    {
        for (const auto& span : findLogs(text)) {
            out.push_back({.span = span, .confidence = Confidence::Certain, .state = nullptr});
        }
        for (auto& counts : findRawCounts(text)) {
            const auto span = counts.span;
            out.push_back({.span = span,
                           .confidence = Confidence::Certain,
                           .state = std::make_shared<const RawCounts>(std::move(counts))});
        }
    }

    ParsedBlock parse(const Text& text, const Block& block, const Job& /*job*/) const override
    {
        ParsedBlock parsed;
        if (const auto* counts = static_cast<const RawCounts*>(block.state.get())) {
            readRawCounts(*counts, parsed);
        } else {
            LogBuilder(parsed).build(readLog(text, block.span));
        }
        return parsed;
    }
};

}

const Format& unixbench_log()
{
    static const UnixBenchLog instance;
    return instance;
}

}
