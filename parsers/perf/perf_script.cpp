// SPDX-License-Identifier: GPL-3.0-or-later
// `perf script`: samples with their stacks, added up to a profile for each event. A text of a gigabyte takes no more
// memory here than its different symbols need.
#include "parsers/format.h"
#include "parsers/perf/profile_results.h"
#include "parsers/perf/script_line.h"
#include "parsers/perf/script_sums.h"

#include <algorithm>
#include <format>
#include <utility>

namespace patchscale {
namespace {

constexpr std::string_view kBenchmark = "perf script";

bool isFrameLine(const Text& text, std::size_t index)
{
    const auto view = text.line(index);
    return !view.empty() && (view.front() == ' ' || view.front() == '\t') && perf::scriptFrame(view).has_value();
}

/// A stretch of lines [first, last] that holds samples.
struct Stretch
{
    std::size_t first = 0;
    std::size_t last = 0;
};

/// A line that a sample begins with: a stack follows, or the frame stands on the same line.
bool beginsSample(const Text& text, std::size_t index)
{
    const auto lines = text.lines();
    const auto view = text.line(index);
    if (lines[index].numbers < 2 || !perf::mayBeScriptHead(view)) {
        return false;
    }
    const auto head = perf::scriptHead(view);
    if (!head) {
        return false;
    }
    return head->rest.empty() ? index + 1 < lines.size() && isFrameLine(text, index + 1)
                              : perf::scriptFrame(head->rest).has_value();
}

class PerfScript final : public Format
{
public:
    [[nodiscard]] std::string_view id() const override
    {
        return "perf-script";
    }
    [[nodiscard]] std::string_view description() const override
    {
        return "perf script: stacks of samples, added up to a profile";
    }
    [[nodiscard]] std::string_view example() const override
    {
        return "fio 32189  1010.117826:    1001001 cycles: ";
    }

    void find(const Text& text, std::vector<Block>& out, const Job& job) const override
    {
        const auto lines = text.lines();
        for (std::size_t i = 0; i < lines.size(); ++i) {
            if (i % 65536 == 0 && job.isCancelled()) {
                return;
            }
            if (lines[i].kind != LineKind::Body || !beginsSample(text, i)) {
                continue;
            }
            const Stretch stretch {.first = i, .last = lastOf(text, i, job)};
            const auto begin = lines[stretch.first].begin;
            out.push_back({.span = {.offset = begin, .length = lines[stretch.last].end - begin},
                           .confidence = Confidence::Certain,
                           .state = std::make_shared<const Stretch>(stretch)});
            i = stretch.last;
        }
    }

    [[nodiscard]] ParsedBlock parse(const Text& text, const Block& block, const Job& job) const override
    {
        const auto& stretch = *static_cast<const Stretch*>(block.state.get());
        perf::ScriptSums sums;
        for (auto i = stretch.first; i <= stretch.last; ++i) {
            if (i % 65536 == 0 && job.isCancelled()) {
                break;
            }
            const auto& line = text.lines()[i];
            if (line.kind == LineKind::Body) {
                sums.take(text.line(i), line.begin);
            }
        }
        sums.finish();
        return profilesOf(sums, block.span);
    }

private:
    static ParsedBlock profilesOf(const perf::ScriptSums& sums, SourceSpan span)
    {
        ParsedBlock parsed;
        std::uint64_t samples = 0;
        for (const auto& [event, stacks] : sums.events()) {
            // Where perf printed a period for some samples only, there is no common weight but the sample.
            const auto weight = stacks.withoutPeriod == 0 ? perf::ProfileWeight::Weights : perf::ProfileWeight::Stacks;
            auto run = perf::profileRun(stacks.profile, kBenchmark, weight, span);
            run.parameters.emplace("event", event);
            samples += stacks.profile.stacks();
            if (!run.results.empty()) {
                parsed.runs.push_back({.run = std::move(run), .group = static_cast<int>(parsed.runs.size())});
            }
        }
        if (const auto lost = sums.samplesWithoutStack(); lost > 0) {
            parsed.diagnostics.push_back(
                {.severity = Severity::Info,
                 .code = "samples-without-stack",
                 .message =
                     std::format("{} samples of this perf script have no stack; they are not in the profile", lost),
                 .span = span});
        }
        parsed.title = std::format("perf script, {} {}", samples, samples == 1 ? "sample" : "samples");
        return parsed;
    }

    /// The last line of the samples that begin on line @p first.
    static std::size_t lastOf(const Text& text, std::size_t first, const Job& job)
    {
        const auto lines = text.lines();
        auto last = first;
        for (auto i = first; i < lines.size(); ++i) {
            if (i % 65536 == 0 && job.isCancelled()) {
                break;
            }
            if (lines[i].kind == LineKind::Blank) {
                continue;
            }
            if (lines[i].kind != LineKind::Body || lines[i].quoteDepth != lines[first].quoteDepth) {
                break;
            }
            if (!isFrameLine(text, i) && !perf::scriptHead(text.line(i))) {
                break;
            }
            last = i;
        }
        return last;
    }
};

}

const Format& perf_script()
{
    static const PerfScript instance;
    return instance;
}

}
