// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/model/document.h"
#include "parsers/text/text.h"

#include <string_view>
#include <vector>

namespace patchscale {

/// Largest document that is read; a larger one is refused with a hint. Spans into the clean text are 32 bit.
inline constexpr std::size_t kMaxDocumentBytes = std::size_t {512} << 20;

/// Makes the text that formats read from the bytes of a document: charset, MIME and transfer encoding (parsers/mail),
/// quote marks, line kinds. Fails with UnsupportedInput on an empty or binary document.
/// What had to be guessed or replaced on the way goes to @p diagnostics; their spans are bytes of the document.
Result<Text> decodeText(std::string_view bytes, std::vector<Diagnostic>& diagnostics, const Job& job);

}
