// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/compression.h"

#include <zstd.h>

namespace patchscale {
namespace {

constexpr int kLevel = 3; // mails shrink to a third at about 300 MB/s; higher levels win little on such text

}

Compressor::Compressor()
    : m_context(ZSTD_createCCtx())
{
}

Compressor::~Compressor()
{
    ZSTD_freeCCtx(m_context);
}

std::optional<std::string> Compressor::compress(std::string_view bytes)
{
    if (m_context == nullptr) {
        return std::nullopt;
    }
    std::string out;
    std::size_t code = 0;
    out.resize_and_overwrite(ZSTD_compressBound(bytes.size()), [&](char* data, std::size_t room) {
        code = ZSTD_compressCCtx(m_context, data, room, bytes.data(), bytes.size(), kLevel);
        return ZSTD_isError(code) != 0U ? 0 : code;
    });
    if (ZSTD_isError(code) != 0U) {
        return std::nullopt;
    }
    return out;
}

std::optional<std::string> decompress(std::string_view frame, std::size_t size)
{
    // The frame says its size too: it must not make us allocate what the workspace did not announce.
    if (ZSTD_getFrameContentSize(frame.data(), frame.size()) != size) {
        return std::nullopt;
    }
    std::string out;
    std::size_t code = 0;
    out.resize_and_overwrite(size, [&](char* data, std::size_t room) {
        code = ZSTD_decompress(data, room, frame.data(), frame.size());
        return ZSTD_isError(code) != 0U ? 0 : code;
    });
    if (code != size) {
        return std::nullopt;
    }
    return out;
}

}
