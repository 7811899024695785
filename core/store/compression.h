// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace patchscale {

/// The bytes as one zstd frame; nothing when there is no memory for it.
std::optional<std::string> compress(std::string_view bytes);

/// The @p size bytes that compress() was given; nothing when the frame is damaged or holds another number of bytes.
std::optional<std::string> decompress(std::string_view frame, std::size_t size);

}
