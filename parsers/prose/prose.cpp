// SPDX-License-Identifier: GPL-3.0-or-later
// Scores, rates and times given in sentences: "with my first patch, the score is 1782.3", "from 1.2 GB/s to 1.5 GB/s".
// Precision first: a number is read only when a metric word or a unit and a variant label or a from/to tie it.
#include "parsers/general_format.h"
#include "parsers/prose/blocks.h"
#include "parsers/prose/passage.h"
#include "parsers/prose/reading.h"

namespace patchscale {
namespace {

constexpr std::size_t kContextLines = 40; ///< how far before a passage its circumstances may be told

class Prose final : public GeneralFormat
{
public:
    std::string_view id() const override
    {
        return "prose";
    }

    std::string_view description() const override
    {
        return "Scores, rates and times told in sentences";
    }

    std::string_view example() const override
    {
        return "without patch, the score is 1776.9\nthroughput increases from 1.2 GB/s to 1.5 GB/s";
    }

    void findBeside(const Text& text, const TakenLines& taken, std::vector<Block>& out, const Job& job) const override
    {
        sentences::Reading reading;
        sentences::Circumstances circumstances;
        std::size_t behind = 0; // first line that has not told its circumstances yet
        for (auto passage = sentences::passageWithValues(text, 0, taken); passage && !job.isCancelled();
             passage = sentences::passageWithValues(text, passage->lastLine + 1, taken)) {
            auto cut = sentences::cutPassage(text, passage->span);
            if (!sentences::statesValues(text, *passage, cut)) {
                continue;
            }
            const std::size_t before = reading.statements.size();
            sentences::Circumstances here = circumstancesBefore(text, passage->firstLine, behind, circumstances);
            sentences::readPassage(text, *passage, cut, here, reading);
            if (reading.statements.size() != before) {
                circumstances = std::move(here);
                behind = passage->lastLine + 1;
            }
        }
        sentences::acceptStatements(reading);
        for (auto& block : sentences::blocksOf(text, reading)) {
            out.push_back({.span = block.span,
                           .confidence = Confidence::Maybe,
                           .state = std::make_shared<const ParsedBlock>(std::move(block.parsed))});
        }
    }

    ParsedBlock parse(const Text& /*text*/, const Block& block, const Job& /*job*/) const override
    {
        return *static_cast<const ParsedBlock*>(block.state.get());
    }

private:
    /// What the lines between the last passage with values and line @p line tell, on top of what held there.
    static sentences::Circumstances circumstancesBefore(const Text& text, std::size_t line, std::size_t behind,
                                                        const sentences::Circumstances& last)
    {
        sentences::Circumstances out;
        std::size_t first = line > kContextLines ? line - kContextLines : 0;
        if (behind != 0 && behind >= first) {
            out = last;
            first = behind;
        }
        out.machine.clear();
        for (auto passage = sentences::passageAt(text, first); passage && passage->firstLine < line;
             passage = sentences::passageAt(text, passage->lastLine + 1)) {
            sentences::readSurroundings(text, *passage, out);
        }
        return out;
    }
};

}

const Format& prose()
{
    static const Prose instance;
    return instance;
}

}
