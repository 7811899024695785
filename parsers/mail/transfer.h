// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/span.h"
#include "parsers/mail/mime.h"
#include "parsers/text/charset.h"

#include <string_view>

namespace patchscale {

/// Undoes the transfer encoding of @p part of @p bytes. The map leads to @p bytes: a value's span covers the encoded
/// bytes as they stand in the file. Base64 ends where something else begins, such as the footer of a mailing list.
MadeText decodeTransfer(std::string_view bytes, SourceSpan part, TransferEncoding encoding);

}
