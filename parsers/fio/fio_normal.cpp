// SPDX-License-Identifier: GPL-3.0-or-later
// What fio prints for people, of every version.
#include "parsers/fio/heading.h"
#include "parsers/fio/repeats.h"
#include "parsers/fio/results.h"
#include "parsers/fio/text_blocks.h"
#include "parsers/fio/text_report.h"
#include "parsers/format.h"

#include <format>
#include <utility>

namespace patchscale {
namespace {

class FioNormal final : public Format
{
public:
    [[nodiscard]] std::string_view id() const override
    {
        return "fio-normal";
    }
    [[nodiscard]] std::string_view description() const override
    {
        return "fio: what it prints for people";
    }
    [[nodiscard]] std::string_view example() const override
    {
        return "randread: (groupid=0, jobs=1): err= 0: pid=2901\n"
               "  read: IOPS=29.9k, BW=117MiB/s (123MB/s)(235MiB/2012msec)";
    }

    [[nodiscard]] std::span<const std::string_view> marks() const override
    {
        return fio::textMarks();
    }

    void find(const Text& text, std::vector<Block>& out, const Job& job) const override
    {
        for (auto& block : fio::textBlocks(text, job)) {
            const auto span = fio::spanOf(text, block.entries);
            out.push_back({.span = span,
                           .confidence = block.isWhole || block.hasResult ? Confidence::Certain : Confidence::Likely,
                           .state = std::make_shared<const fio::TextBlock>(std::move(block))});
        }
    }

    [[nodiscard]] ParsedBlock parse(const Text& text, const Block& block, const Job& job) const override
    {
        ParsedBlock out;
        const auto& lines = *static_cast<const fio::TextBlock*>(block.state.get());
        for (std::size_t i = 0; i < lines.starts.size() && !job.isCancelled(); ++i) {
            fio::addRuns(fio::textReport(text, fio::executionOf(lines, i), out.diagnostics), out);
        }
        fio::joinRepeats(text, lines, out);
        out.title = std::format("fio, {} {}", out.runs.size(), out.runs.size() == 1 ? "run" : "runs");
        const auto parameters = fio::parametersAbove(text, block.span.offset);
        for (auto& run : out.runs) {
            run.run.parameters.insert(parameters.begin(), parameters.end());
        }
        if (out.runs.empty()) {
            out.diagnostics.push_back({.severity = Severity::Warning,
                                       .code = "no-results",
                                       .message = "fio reports no result here; was it stopped, or did a job fail to "
                                                  "start?",
                                       .span = block.span});
        }
        return out;
    }
};

}

const Format& fio_normal()
{
    static const FioNormal instance;
    return instance;
}

}
