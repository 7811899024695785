// SPDX-License-Identifier: GPL-3.0-or-later
// A `perf script` that is too large to be kept as a document: it is added up while it is read, and the sums become the
// document, in the words of `perf report`.
#pragma once

#include "parsers/perf/script_sums.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace patchscale::perf {

/// True if @p head, the beginning of a text, is that of a perf script: a sample stands among its first lines.
bool beginsPerfScript(std::string_view head);

/// Reads a perf script in pieces of any size.
class ScriptSummary
{
public:
    void feed(std::string_view piece);
    /// The sums as `perf report --children` would print them, with four decimals. Empty if there was no sample.
    std::string finish();

private:
    ScriptSums m_sums;
    std::string m_rest; ///< of a line whose end has not come yet
    std::size_t m_offset = 0;
};

}
