// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "core/model/document.h"
#include "parsers/text/charset.h"
#include "parsers/text/lines.h"

#include <string>
#include <string_view>
#include <vector>

namespace patchscale {

/// The text of one mail or of a mailbox file.
struct UnwrappedMail
{
    bool isVerbatim = true; ///< the bytes are the text as they are: `made` is empty
    MadeText made;
    std::vector<TextRegion> regions; ///< header and body, alternating; offsets into `made`, or into the bytes
    std::string title; ///< subject of the first mail
};

/// Whether @p bytes begin like a mail, a mailbox file or what "git format-patch" writes.
bool looksLikeMail(std::string_view bytes);

/// Undoes what mail does to text: parts, transfer encodings, charsets. Of a message, the plain text is read and HTML
/// only where there is no other; then its attachments if they are text. Other attachments are named in
/// @p diagnostics. Mails that need none of this are not copied.
UnwrappedMail unwrapMail(std::string_view bytes, std::vector<Diagnostic>& diagnostics, const Job& job);

}
