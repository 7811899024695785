// SPDX-License-Identifier: GPL-3.0-or-later
// What one format alone makes of a text, without arbitration and context.
#pragma once

#include "parsers/format.h"

#include <string>
#include <string_view>
#include <vector>

namespace patchscale::tests {

struct Probe
{
    Text text;
    std::vector<Block> blocks;
    std::vector<ParsedBlock> parsed;

    /// The result of @p test and @p metric in run @p run of block @p block; null if there is none or more than one.
    [[nodiscard]] const TestResult* result(std::string_view test, std::string_view metric, std::size_t block = 0,
                                           std::size_t run = 0) const;
    /// The text that the span of @p result covers.
    [[nodiscard]] std::string written(const TestResult& result) const;
    /// How many results all runs of all blocks have.
    [[nodiscard]] std::size_t resultCount() const;
    /// The diagnostics of all blocks with @p code.
    [[nodiscard]] std::size_t diagnosticCount(std::string_view code) const;
};

/// Decodes @p document and lets @p format find and parse its blocks.
Probe probe(const Format& format, std::string_view document);

}
