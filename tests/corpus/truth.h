// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/document.h"

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace patchscale::corpus {

/// One value that a careful reader finds in a document.
struct TruthRow
{
    std::string test; ///< or the row key, where the table has no columns for machine and variant
    std::string machine;
    std::string variant;
    std::string metric; ///< empty where the table has no such column
    std::optional<double> value; ///< missing: the document prints nothing there ("-", "<not supported>")
    std::string written; ///< the value cell
    std::string unit;
    std::string claimed; ///< the delta cell; empty when none is claimed
    std::string role; ///< baseline, variant, claim, observation or empty
    std::string better; ///< H, L or empty
    std::string note;
};

/// Reads a TRUTH.tsv of either layout (with machine and variant columns, or with row keys): sample -> rows.
std::map<std::string, std::vector<TruthRow>> loadTruth(const std::filesystem::path& file);

/// The results of @p document that carry the row's value, in the unit of the row.
std::vector<ResultRef> resultsWithValue(const ParsedDocument& document, const TruthRow& row);

/// Lower-case letters, digits and single blanks: "Pipe-based  Context" and "pipe based context" are the same.
std::string normalised(std::string_view text);

/// The row's value is in @p document, under a variant of that name where the row names one.
bool holds(const ParsedDocument& document, const TruthRow& row);

}
