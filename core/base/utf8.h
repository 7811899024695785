// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace patchscale {

/// Appends @p codePoint as UTF-8.
void appendUtf8(std::string& out, char32_t codePoint);

}
