// SPDX-License-Identifier: GPL-3.0-or-later
// `perf bench`: sections headed "# Running 'sched/pipe' benchmark:", one for each benchmark; what `-f simple` prints is
// a bare number, which is known by the command above it.
#include "core/base/units.h"
#include "parsers/format.h"
#include "parsers/perf/bench_line.h"
#include "parsers/perf/symbol_row.h"
#include "parsers/perf/tool_cells.h"

#include <algorithm>
#include <array>
#include <format>
#include <utility>

namespace patchscale {
namespace {

constexpr auto kMarks =
    std::to_array<std::string_view>({" benchmark", "Total time:", "perf bench ", "Run summary [PID "});

using perf::BenchLine;

constexpr std::string_view kBenchmark = "perf bench";

struct BenchSection
{
    std::string_view name; ///< "sched/pipe"; empty when the head was left out
    bool isSimple = false;
    std::size_t head = 0; ///< its first line
    std::vector<std::size_t> lines; ///< that tell something
    std::size_t begin = 0;
    std::size_t end = 0;
};

/// The name in "# Running 'sched/pipe' benchmark:" or "# Running sched/pipe benchmark...".
std::string_view headName(std::string_view view)
{
    auto text = perf::trimmed(view);
    while (text.starts_with('#')) {
        text = perf::trimmed(text.substr(1));
    }
    constexpr std::string_view kRunning = "Running ";
    if (!text.starts_with(kRunning)) {
        return {};
    }
    auto name = text.substr(kRunning.size());
    const auto end = name.find(" benchmark");
    if (end == std::string_view::npos) {
        return {};
    }
    name = perf::trimmed(name.substr(0, end));
    while (!name.empty() && (name.front() == '\'' || name.front() == '"')) {
        name.remove_prefix(1);
    }
    while (!name.empty() && (name.back() == '\'' || name.back() == '"')) {
        name.remove_suffix(1);
    }
    return name.contains('/') && !name.contains(' ') ? name : std::string_view {};
}

/// "sched pipe" in "$ perf bench -f simple sched pipe -l 20000": what the bare number below is the result of.
std::string simpleCommand(std::string_view view)
{
    const auto bench = view.find("perf bench ");
    if (bench == std::string_view::npos || !view.contains("simple")) {
        return {};
    }
    const auto words = perf::wordsOf(view.substr(bench));
    const auto simple = std::ranges::find_if(words, [](auto word) { return word.ends_with("simple"); });
    if (words.end() - simple < 3) {
        return {};
    }
    return std::format("{}/{}", simple[1], simple[2]);
}

/// "sched/pipe" where "perf bench … sched pipe …" stands among the lines above @p line.
std::string commandAbove(const Text& text, std::size_t line)
{
    constexpr std::size_t kMostLines = 8;
    for (std::size_t i = line; i > 0 && line - i < kMostLines; --i) {
        const auto view = text.line(i - 1);
        const auto bench = view.find("perf bench ");
        if (bench == std::string_view::npos) {
            continue;
        }
        const auto words = perf::wordsOf(view.substr(bench));
        for (std::size_t word = 2; word + 1 < words.size(); ++word) {
            const bool isName = std::ranges::all_of(words[word], [](char c) { return c >= 'a' && c <= 'z'; });
            if (isName && words[word] != "default" && words[word] != "simple") {
                return std::format("{}/{}", words[word], words[word + 1]);
            }
        }
    }
    return {};
}

class Finder
{
public:
    Finder(const Text& text, std::vector<BenchSection>& out)
        : m_text(text)
        , m_out(out)
    {
    }

    void find(const Job& job)
    {
        constexpr std::size_t kLongestBareNumber = 40;
        const auto lines = m_text.lines();
        for (std::size_t i = 0; i < lines.size(); ++i) {
            if (i % 65536 == 0 && job.isCancelled()) {
                return;
            }
            const auto& line = lines[i];
            if (line.kind != LineKind::Body) {
                continue;
            }
            if (line.numbers == 0) {
                if (const auto name = headName(m_text.line(i)); !name.empty()) {
                    i = take({.name = name, .head = i, .lines = {}, .begin = line.begin}, i + 1);
                }
            } else if (line.numbers == 1 && line.size() <= kLongestBareNumber) {
                const auto view = m_text.line(i);
                if (perf::trimmed(view).starts_with("Total time:") && perf::benchLine(view)) {
                    i = take({.name = {}, .head = i, .lines = {}, .begin = line.begin}, i);
                } else if (perf::plainNumber(perf::trimmed(view))) {
                    takeBareNumber(i);
                }
            } else if (m_text.line(i).starts_with("Run summary [PID ")) {
                i = take({.name = {}, .head = i, .lines = {}, .begin = line.begin}, i);
            }
        }
    }

private:
    /// A number alone below a command with `-f simple`; the name of a copying function may stand between them.
    void takeBareNumber(std::size_t index)
    {
        auto command = index;
        while (command > 0 && perf::trimmed(m_text.line(command - 1)).starts_with("# function ")) {
            --command;
        }
        if (command == 0 || simpleCommand(m_text.line(command - 1)).empty()) {
            return;
        }
        m_out.push_back({.name = {},
                         .isSimple = true,
                         .head = command - 1,
                         .lines = {index},
                         .begin = m_text.lines()[command - 1].begin,
                         .end = m_text.lines()[index].end});
    }

    /// Reads on from line @p next; the last line of the section.
    std::size_t take(BenchSection section, std::size_t next)
    {
        const auto lines = m_text.lines();
        auto last = section.head;
        section.end = lines[last].end;
        for (; next < lines.size(); ++next) {
            if (lines[next].kind == LineKind::Blank || lines[next].kind == LineKind::Ruler) {
                continue;
            }
            const auto view = m_text.line(next);
            if (lines[next].kind != LineKind::Body || lines[next].quoteDepth != lines[section.head].quoteDepth
                || !headName(view).empty()) {
                break;
            }
            const auto line = perf::benchLine(view);
            const bool isSecondTotal = line && line->kind == BenchLine::Kind::Total && hasTotal(section);
            if (!line || isSecondTotal) {
                break;
            }
            section.lines.push_back(next);
            last = next;
            section.end = lines[last].end;
        }
        m_out.push_back(std::move(section));
        return last;
    }

    [[nodiscard]] bool hasTotal(const BenchSection& section) const
    {
        return std::ranges::any_of(section.lines, [this](std::size_t index) {
            const auto line = perf::benchLine(m_text.line(index));
            return line && line->kind == BenchLine::Kind::Total;
        });
    }

    const Text& m_text;
    std::vector<BenchSection>& m_out;
};

/// Sections of one benchmark that follow each other with nothing between them: `perf stat -r 3 perf bench …`.
using BenchSeries = std::vector<BenchSection>;

/// Two may be sides that someone put together; three without a word between them are repeats.
constexpr std::size_t kFewestRepeats = 3;

std::vector<BenchSeries> seriesOf(const Text& text, std::vector<BenchSection> sections)
{
    std::vector<BenchSeries> out;
    for (auto& section : sections) {
        const bool follows = !out.empty() && !section.name.empty() && out.back().back().name == section.name
            && text.view()
                    .substr(out.back().back().end, section.begin - out.back().back().end)
                    .find_first_not_of(" \t\n")
                == std::string_view::npos;
        if (!follows) {
            out.emplace_back();
        }
        out.back().push_back(std::move(section));
    }
    std::vector<BenchSeries> split;
    for (auto& series : out) {
        if (series.size() >= kFewestRepeats) {
            split.push_back(std::move(series));
            continue;
        }
        for (auto& section : series) {
            split.push_back({std::move(section)});
        }
    }
    return split;
}

class Reader
{
public:
    Reader(const Text& text, const BenchSection& section)
        : m_text(text)
        , m_section(section)
        , m_test(section.isSimple ? simpleCommand(text.line(section.head)) : std::string(section.name))
    {
        if (m_test.empty()) {
            m_test = commandAbove(text, section.head);
        }
        if (m_test.empty()) {
            m_test = kBenchmark;
        }
    }

    ParsedBlock read(SourceSpan span)
    {
        m_run.benchmark = kBenchmark;
        m_run.span = span;
        if (m_section.isSimple) {
            readSimple();
        }
        for (const auto index : m_section.lines) {
            if (!m_section.isSimple) {
                take(*perf::benchLine(m_text.line(index)));
            }
        }
        finishRounds();
        ParsedBlock parsed;
        parsed.title = std::format("perf bench {}", m_test);
        if (m_run.results.empty()) {
            parsed.diagnostics.push_back(
                {.severity = Severity::Warning,
                 .code = "no-result",
                 .message = std::format("perf bench {} was started but no result follows; see what it printed in its "
                                        "place and run it again",
                                        m_test),
                 .span = span});
        } else {
            parsed.runs.push_back({.run = std::move(m_run)});
        }
        return parsed;
    }

private:
    /// `-f simple` prints seconds for all but the copying benchmarks, which print bytes per second.
    void readSimple()
    {
        const auto digits = perf::trimmed(m_text.line(m_section.lines.front()));
        if (m_test.starts_with("mem/")) {
            m_run.results.push_back(perf::toolResult(m_text, kBenchmark, m_test, "throughput", digits, "B/s"));
        } else {
            m_run.results.push_back(perf::toolResult(m_text, kBenchmark, m_test, "Total time", digits, "s"));
        }
    }

    void take(const BenchLine& line)
    {
        switch (line.kind) {
        case BenchLine::Kind::Setting:
            for (const auto& [name, value] : line.settings) {
                m_settings.insert_or_assign(name, value);
            }
            break;
        case BenchLine::Kind::Total:
        case BenchLine::Kind::Value:
            for (const auto& value : line.values) {
                add(line, value);
            }
            break;
        case BenchLine::Kind::Round:
            m_rounds.push_back(line.values.front());
            break;
        case BenchLine::Kind::RoundMean:
            add(line, line.values.front());
            addSamples(m_run.results.back());
            break;
        case BenchLine::Kind::Remark:
            break;
        }
    }

    TestResult& add(const BenchLine& line, const perf::BenchValue& value)
    {
        auto& result = m_run.results.emplace_back(
            perf::toolResult(m_text, kBenchmark, m_test, value.metric, value.digits, value.unit));
        result.value = value.value; // the digits may be grouped
        result.baseValue = result.value * (value.factor != 0 ? value.factor : unitOf(result.unit).factor);
        if (value.factor != 0) {
            result.baseUnit = value.base;
        }
        result.parameters = m_settings;
        for (const auto& [name, setting] : line.settings) {
            result.parameters.insert_or_assign(name, setting);
        }
        m_subject = line.subject.empty() ? m_subject : line.subject;
        if (line.isDetail && !m_subject.empty()) {
            result.parameters.emplace("of", m_subject);
        }
        if (value.error) {
            result.spread = Spread {.kind = SpreadKind::Stderr,
                                    .value = *value.error,
                                    .low = {},
                                    .high = {},
                                    .span = m_text.spanOf(value.errorDigits)};
        }
        return result;
    }

    void addSamples(TestResult& result)
    {
        for (const auto& round : m_rounds) {
            const int order = static_cast<int>(result.samples.size());
            result.samples.push_back(
                {.value = round.value, .span = m_text.spanOf(round.digits), .round = order, .order = order});
        }
        m_rounds.clear();
    }

    /// Rounds whose mean was cut off: theirs is taken.
    void finishRounds()
    {
        if (m_rounds.empty()) {
            return;
        }
        double sum = 0;
        for (const auto& round : m_rounds) {
            sum += round.value;
        }
        auto& result = add({}, m_rounds.front());
        result.value = sum / static_cast<double>(m_rounds.size());
        result.baseValue = result.value * unitOf(result.unit).factor;
        result.spread.reset();
        addSamples(result);
    }

    const Text& m_text;
    const BenchSection& m_section;
    std::string m_test;
    Parameters m_settings;
    std::string_view m_subject; ///< of the last "Average … took"
    std::vector<perf::BenchValue> m_rounds;
    Run m_run;
};

/// Makes samples of what @p next measured again. The value becomes their mean.
void repeat(Run& run, Run& next)
{
    for (auto& again : next.results) {
        const auto first = std::ranges::find_if(run.results, [&again](const TestResult& result) {
            return result.metric == again.metric && result.parameters == again.parameters;
        });
        if (first == run.results.end() || first->spread) {
            run.results.push_back(std::move(again)); // another setting, or a mean with an error of its own
            continue;
        }
        if (first->samples.empty()) {
            first->samples.push_back({.value = first->value, .span = first->span});
        }
        const int order = static_cast<int>(first->samples.size());
        first->samples.push_back({.value = again.value, .span = again.span, .round = order, .order = order});
        double sum = 0;
        for (const auto& sample : first->samples) {
            sum += sample.value;
        }
        const double factor = first->value != 0 ? first->baseValue / first->value : 1;
        first->value = sum / static_cast<double>(first->samples.size());
        first->baseValue = first->value * factor;
    }
}

class PerfBench final : public Format
{
public:
    [[nodiscard]] std::string_view id() const override
    {
        return "perf-bench";
    }
    [[nodiscard]] std::string_view description() const override
    {
        return "perf bench: sched, mem, futex, epoll, syscall and the others";
    }
    [[nodiscard]] std::string_view example() const override
    {
        return "# Running 'sched/pipe' benchmark:";
    }

    [[nodiscard]] std::span<const std::string_view> marks() const override
    {
        return kMarks;
    }

    void find(const Text& text, std::vector<Block>& out, const Job& job) const override
    {
        std::vector<BenchSection> sections;
        Finder(text, sections).find(job);
        for (auto& series : seriesOf(text, std::move(sections))) {
            const auto& first = series.front();
            const bool isHeaded = !first.name.empty() || first.isSimple;
            out.push_back({.span = {.offset = first.begin, .length = series.back().end - first.begin},
                           .confidence = isHeaded ? Confidence::Certain : Confidence::Likely,
                           .state = std::make_shared<const BenchSeries>(std::move(series))});
        }
    }

    [[nodiscard]] ParsedBlock parse(const Text& text, const Block& block, const Job& /*job*/) const override
    {
        const auto& series = *static_cast<const BenchSeries*>(block.state.get());
        auto parsed = Reader(text, series.front()).read(block.span);
        for (std::size_t i = 1; i < series.size(); ++i) {
            auto next = Reader(text, series[i]).read(block.span);
            std::ranges::move(next.diagnostics, std::back_inserter(parsed.diagnostics));
            if (parsed.runs.empty()) {
                parsed.runs = std::move(next.runs);
            } else if (!next.runs.empty()) {
                repeat(parsed.runs.front().run, next.runs.front().run);
            }
        }
        return parsed;
    }
};

}

const Format& perf_bench()
{
    static const PerfBench instance;
    return instance;
}

}
