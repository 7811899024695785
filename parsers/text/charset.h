// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "parsers/text/source_map.h"

#include <optional>
#include <string>
#include <string_view>

namespace patchscale {

/// Text that was made of other bytes, with the way back. `map` empty: `text` is the source as it is.
struct MadeText
{
    std::string text;
    SourceMap map;
};

/// Length of the UTF-8 sequence at the start of @p bytes, or 0 if they are none.
std::size_t utf8Length(std::string_view bytes);

/// Whether @p bytes are UTF-8 throughout.
bool isUtf8(std::string_view bytes);

/// Whether @p name is a charset whose bytes are UTF-8 as they are: UTF-8, US-ASCII, or not told at all.
bool isUtf8Name(std::string_view name);

/// Reads @p bytes in the charset @p name (as MIME spells it). Undefined bytes become U+FFFD. Nothing if the system does
/// not know the charset.
std::optional<MadeText> fromCharset(std::string_view bytes, const std::string& name, const Job& job);

/// Reads bytes that should be UTF-8 but are not: valid sequences stay, every other byte is taken from Windows-1252,
/// the superset of ISO 8859-1.
MadeText fromBrokenUtf8(std::string_view bytes);

/// Whether @p bytes, which are not UTF-8, are more likely GBK (Chinese) than an 8-bit charset.
bool looksLikeGbk(std::string_view bytes);

}
