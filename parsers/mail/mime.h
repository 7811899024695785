// SPDX-License-Identifier: GPL-3.0-or-later
// What KMime tells of mail headers, in plain types. The only place that knows KMime; nothing of Qt leaves it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace patchscale {

enum class TransferEncoding : std::uint8_t { None, QuotedPrintable, Base64 };

/// What the header of a mail, or of a part of one, says of the body below it.
struct PartHeader
{
    std::string mimeType = "text/plain"; ///< lower case
    std::string charset; ///< as written; empty if not told
    std::string boundary; ///< of a multipart
    std::string name; ///< file name, decoded
    TransferEncoding encoding = TransferEncoding::None;
    bool isAttachment = false;
    bool isFlowed = false;
};

/// Reads the header lines @p head (line ends may be CR LF).
PartHeader readPartHeader(std::string_view head);

/// Undoes the encoded words of RFC 2047: "=?UTF-8?q?a_=C2=B1?=" is "a ±".
std::string decodeHeaderWords(std::string_view raw);

}
