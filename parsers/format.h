// SPDX-License-Identifier: GPL-3.0-or-later
// The room for formats. One format recognises and reads one kind of block in a document (a UnixBench index table, a
// perf report, a before/after table). To add one: a file <stem>.cpp here or in a folder of its own that defines
// `const Format& <stem>()`, and its line in parsers/CMakeLists.txt. See HACKING.md.
#pragma once

#include "core/base/job.h"
#include "core/model/document.h"
#include "parsers/text/text.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace patchscale {

/// How sure a format is that a block is its own. Ordered; overlapping blocks go to the surer, then to the longer.
enum class Confidence : std::uint8_t { Maybe, Likely, Certain };

/// A stretch of clean text that a format offers to read. It may begin or end within a line (flattened tables).
struct Block
{
    SourceSpan span; ///< in the clean text
    Confidence confidence = Confidence::Maybe;
    std::shared_ptr<const void> state; ///< what find() wants to hand to its own parse(); may be null
};

/// A run that a block holds, and how much of its circumstances the block itself has told. Everything left open is
/// filled from the text around the block (parsers/context/resolve.h).
struct BlockRun
{
    Run run; ///< spans in the clean text; benchmark, results, and what the block tells of machine and variant
    bool knowsVariant =
        false; ///< variant.label (and role, unless None) come from the block: a column head, a row label
    bool knowsMachine = false;
    int group = 0; ///< runs of one block with the same number are sides of one comparison
};

/// What parse() makes of a block. References in claims count from 0 within this block.
struct ParsedBlock
{
    std::string title; ///< "UnixBench, 12 tests", "perf report, 6 symbols"
    std::vector<BlockRun> runs;
    std::vector<Claim> claims;
    std::vector<Diagnostic> diagnostics;
};

/// One input format. Stateless and thread-safe; knows neither files, nor the store, nor the user interface.
class Format
{
public:
    Format() = default;
    Format(const Format&) = delete;
    Format& operator=(const Format&) = delete;
    virtual ~Format() = default;

    [[nodiscard]] virtual std::string_view id() const = 0; ///< stored with every run: never rename one
    [[nodiscard]] virtual std::string_view description() const = 0; ///< for `formats` and file dialogs
    [[nodiscard]] virtual int version() const
    {
        return 1;
    }
    /// A line or two of what it reads, for `patchscale-cli formats`.
    [[nodiscard]] virtual std::string_view example() const
    {
        return {};
    }

    /// Words of at least MarkSearch::kShortest bytes, one of which stands, as it is written, in every text in which
    /// find() finds something. A text without them is not shown to the format. None: it sees every text.
    [[nodiscard]] virtual std::span<const std::string_view> marks() const
    {
        return {};
    }

    /// Offers the blocks it recognises in the whole text, in order. Must be fast where marks() is empty (over 1 GB/s on
    /// text that holds none: look at Line::numbers first) and must not allocate per line.
    virtual void find(const Text& text, std::vector<Block>& out, const Job& job) const = 0;

    /// Reads one block that it has offered. What it cannot read becomes a diagnostic.
    [[nodiscard]] virtual ParsedBlock parse(const Text& text, const Block& block, const Job& job) const = 0;
};

/// The table of formats, generated from the list in parsers/CMakeLists.txt.
std::span<const Format* const> allFormats();

}
