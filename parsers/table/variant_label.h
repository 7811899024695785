// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "parsers/context/vocabulary.h"

#include <optional>
#include <string_view>

namespace patchscale::table {

/// A row's label that names a variant, with what else it says: "original aligned:" is "original" of the test "aligned".
struct VariantLabel
{
    std::optional<VariantPhrase::Kind> kind; ///< Baseline or Candidate; nothing if the words do not tell
    std::string_view label; ///< the variant's name as written: "before this set", "base", "(2 default disabled)"
    std::string_view rest; ///< what else stands in the label; empty if nothing
};

/// Reads @p text as a row's label. The kind is empty if nothing in it is known to name a side.
VariantLabel variantLabel(std::string_view text);

/// The variants' names stand in a chain: "5.6" is the stem of "5.6 patched", "v5.18" of "v5.18-patched".
bool isStemOf(std::string_view stem, std::string_view label);

}
