// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace patchscale {

/// Where the header that starts at @p pos ends: behind its last line. A blank line may follow.
std::size_t headerEnd(std::string_view bytes, std::size_t pos);

/// Behind the blank line that may stand at @p pos.
std::size_t skipBlankLine(std::string_view bytes, std::size_t pos);

/// The value of field @p name (lower case) in the header lines @p head, unfolded; empty if there is none.
std::string headerValue(std::string_view head, std::string_view name);

/// Parameter @p name (lower case) of the field value @p value: "utf-8" of "text/plain; charset=\"utf-8\"".
std::string headerParameter(std::string_view value, std::string_view name);

/// Whether @p line has the form of a header field: a name without blanks, and a colon.
bool isFieldLine(std::string_view line);

/// ASCII letters of @p text in lower case.
std::string asciiLower(std::string_view text);

}
