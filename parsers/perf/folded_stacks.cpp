// SPDX-License-Identifier: GPL-3.0-or-later
// Folded stacks as flame graphs are drawn from: "command;outer;inner 12" on each line, with a second count where two
// profiles were put beside each other (difffolded.pl).
#include "parsers/format.h"
#include "parsers/perf/folded_line.h"
#include "parsers/perf/profile_results.h"
#include "parsers/perf/stack_profile.h"
#include "parsers/perf/tool_cells.h"

#include <algorithm>
#include <format>
#include <utility>

namespace patchscale {
namespace {

constexpr std::string_view kBenchmark = "folded stacks";
constexpr std::size_t kFewestLines = 3; ///< fewer may be a line of code

struct Stretch
{
    std::size_t first = 0;
    std::size_t last = 0;
    bool isPair = false;
};

class FoldedStacks final : public Format
{
public:
    [[nodiscard]] std::string_view id() const override
    {
        return "folded-stacks";
    }
    [[nodiscard]] std::string_view description() const override
    {
        return "Folded stacks of flame graphs, added up to a profile";
    }
    [[nodiscard]] std::string_view example() const override
    {
        return "fio;entry_SYSCALL_64;do_syscall_64;vfs_read 1003009";
    }

    void find(const Text& text, std::vector<Block>& out, const Job& job) const override
    {
        const auto lines = text.lines();
        for (std::size_t i = 0; i < lines.size(); ++i) {
            if (i % 65536 == 0 && job.isCancelled()) {
                return;
            }
            const auto folded = foldedAt(text, i);
            if (!folded) {
                continue;
            }
            Stretch stretch {.first = i, .last = i, .isPair = !folded->second.empty()};
            for (auto next = i + 1; next < lines.size(); ++next) {
                const auto more = foldedAt(text, next);
                if (!more || lines[next].quoteDepth != lines[i].quoteDepth || more->second.empty() == stretch.isPair) {
                    break;
                }
                stretch.last = next;
                if (next % 65536 == 0 && job.isCancelled()) {
                    return;
                }
            }
            const auto begin = lines[i].begin;
            if (stretch.last - i + 1 >= kFewestLines) {
                out.push_back({.span = {.offset = begin, .length = lines[stretch.last].end - begin},
                               .confidence = Confidence::Likely,
                               .state = std::make_shared<const Stretch>(stretch)});
            }
            i = stretch.last;
        }
    }

    [[nodiscard]] ParsedBlock parse(const Text& text, const Block& block, const Job& job) const override
    {
        const auto& stretch = *static_cast<const Stretch*>(block.state.get());
        perf::StackProfile before;
        perf::StackProfile after;
        std::vector<perf::StackFrame> frames;
        std::vector<std::size_t> rows;
        const auto add = [&](perf::StackProfile& profile, std::string_view command, std::string_view count) {
            rows.clear();
            for (const auto& frame : frames) {
                rows.push_back(profile.rowOf(command, frame));
            }
            profile.add(rows, perf::plainNumber(count).value_or(0));
        };
        for (auto i = stretch.first; i <= stretch.last && !(i % 65536 == 0 && job.isCancelled()); ++i) {
            const auto line = *perf::foldedLine(text.line(i));
            frames.clear();
            for (const auto name : perf::foldedFrames(line.stack)) {
                frames.push_back({.symbol = name, .dso = {}, .span = text.spanOf(name)});
            }
            std::ranges::reverse(frames); // the innermost first
            const auto command = perf::foldedCommand(line.stack);
            add(before, command, line.first);
            if (stretch.isPair) {
                add(after, command, line.second);
            }
        }
        ParsedBlock parsed;
        parsed.runs.push_back({.run = perf::profileRun(before, kBenchmark, perf::ProfileWeight::Counts, block.span)});
        if (stretch.isPair) {
            parsed.runs.push_back(
                {.run = perf::profileRun(after, kBenchmark, perf::ProfileWeight::Counts, block.span)});
            const std::pair<std::string_view, Role> sides[] = {{"first profile", Role::Baseline},
                                                               {"second profile", Role::Candidate}};
            for (std::size_t i = 0; i < parsed.runs.size(); ++i) {
                parsed.runs[i].run.variant = {.label = std::string(sides[i].first), .role = sides[i].second};
                parsed.runs[i].knowsVariant = true;
            }
        }
        parsed.title = std::format("Folded stacks, {}", stretch.last - stretch.first + 1);
        return parsed;
    }

private:
    static std::optional<perf::FoldedLine> foldedAt(const Text& text, std::size_t index)
    {
        const auto& line = text.lines()[index];
        if (line.kind != LineKind::Body || line.numbers == 0) {
            return std::nullopt;
        }
        const auto view = text.line(index);
        const char last = view.empty() ? ' ' : view.back();
        if (last < '0' || last > '9' || !view.contains(';')) {
            return std::nullopt;
        }
        return perf::foldedLine(view);
    }
};

}

const Format& folded_stacks()
{
    static const FoldedStacks instance;
    return instance;
}

}
