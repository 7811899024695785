// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

struct ZSTD_CCtx_s;

namespace patchscale {

/// Compresses one document after another: its tables, which take longer to set up than a short report to compress, are
/// kept between them.
class Compressor
{
public:
    Compressor();
    Compressor(const Compressor&) = delete;
    Compressor& operator=(const Compressor&) = delete;
    ~Compressor();

    /// The bytes as one zstd frame; nothing when there is no memory for it.
    std::optional<std::string> compress(std::string_view bytes);

private:
    ZSTD_CCtx_s* m_context;
};

/// The @p size bytes that compress() was given; nothing when the frame is damaged or holds another number of bytes.
std::optional<std::string> decompress(std::string_view frame, std::size_t size);

}
