// SPDX-License-Identifier: GPL-3.0-or-later
// The room for what other benchmark tools print, one file each. A tool that prints lines is a reader of lines and its
// LineFormat; see hackbench.cpp. What is printed twice with nothing but blanks and the same command between is two
// runs of one test; any other line ends a block, so that the words there can tell which side it is.
#pragma once

#include "parsers/tools/collector.h"
#include "parsers/tools/pattern.h"

#include <array>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

namespace patchscale::tools {

/// What a line is to a block.
enum class Step : std::uint8_t {
    Ended, ///< not of this block
    Passed, ///< may stand within it, but the block does not end here
    Taken,
};

/// Where a block may begin.
struct Start
{
    const Text& text;
    std::size_t line = 0;
};

/// Reads one block of a tool, line by line; blank lines are left out.
class LineReader
{
public:
    LineReader() = default;
    LineReader(const LineReader&) = delete;
    LineReader& operator=(const LineReader&) = delete;
    virtual ~LineReader() = default;

    /// @p line is a line of the text, without blanks at its ends.
    virtual Step take(std::string_view line) = 0;
    virtual ParsedBlock finish() = 0;
};

/// Reads lines from @p start on. A block that holds results is added to @p out. The line to go on with.
std::size_t readBlock(const Start& start, LineReader& reader, std::vector<Block>& out, const Job& job);

/// What find() has read already.
ParsedBlock parsedOf(const Block& block);

/// One of the @p reach lines in front of @p start names @p word.
bool isNamedAbove(const Start& start, std::string_view word, std::size_t reach);

/// The last of the @p reach lines in front of @p start that names @p word; empty if none does.
std::string_view lineAbove(const Start& start, std::string_view word, std::size_t reach);

/// @p line behind its first blanks.
inline std::string_view unindented(std::string_view line)
{
    std::size_t pos = 0;
    while (pos < line.size() && (line[pos] == ' ' || line[pos] == '\t')) {
        ++pos;
    }
    return line.substr(pos);
}

/// A format whose blocks begin with a line that Reader::mayOpen() knows: a quick look, since it sees every line of the
/// texts that hold one of Reader::kMarks.
template<class Reader>
class LineFormat final : public Format
{
public:
    [[nodiscard]] std::string_view id() const override
    {
        return Reader::kId;
    }
    [[nodiscard]] std::string_view description() const override
    {
        return Reader::kDescription;
    }
    [[nodiscard]] std::string_view example() const override
    {
        return Reader::kExample;
    }

    [[nodiscard]] std::span<const std::string_view> marks() const override
    {
        return Reader::kMarks;
    }

    void find(const Text& text, std::vector<Block>& out, const Job& job) const override
    {
        const auto lines = text.lines();
        std::size_t polled = 0;
        for (std::size_t i = 0; i < lines.size();) {
            if (i >= polled) {
                polled = i + 65536;
                if (job.isCancelled()) {
                    return;
                }
            }
            if (lines[i].kind != LineKind::Body || lines[i].numbers < Reader::kFewestNumbers
                || !Reader::mayOpen(unindented(text.line(i)))) {
                ++i;
                continue;
            }
            const Start start {.text = text, .line = i};
            Reader reader(start);
            i = readBlock(start, reader, out, job);
        }
    }

    [[nodiscard]] ParsedBlock parse(const Text& /*text*/, const Block& block, const Job& /*job*/) const override
    {
        return parsedOf(block);
    }
};

}
