// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "parsers/text/lines.h"

#include <string>

namespace patchscale {

/// Tells what each line of @p clean is for: headers within the text, attributions, trailers, diffstats, diffs. Lines
/// whose kind is Header already stay so. Returns the subject that the headers or the commit tell; empty if none does.
std::string classifyLines(CleanText& clean);

/// Whether @p line is one of a commit's closing lines: "Signed-off-by: …", "Link: https://…", "Fixes: 1234abcd …".
bool isTrailer(std::string_view line);

/// Whether @p line says who wrote what follows: "On …, X wrote:", "在 … 写道:", "-----Original Message-----".
bool isAttribution(std::string_view line);

/// Whether @p line begins like an attribution: "On ", "在" …
bool opensAttribution(std::string_view line);

/// What a line of a header block within the text says; `name` is English ("from", "date", "subject", "to"), whatever
/// the language of the mail program.
struct HeaderField
{
    std::string_view name; ///< empty: no such line
    std::string_view value;
};
HeaderField headerField(std::string_view line);

}
