// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/archive/packing.h"

#include <algorithm>
#include <array>
#include <format>
#include <memory>
#include <span>

#include <bzlib.h>
#include <zlib.h>
#include <zstd.h>
#if PATCHSCALE_HAS_LZMA
#include <lzma.h>
#endif

namespace patchscale {
namespace {

constexpr std::size_t kPieceBytes = std::size_t {256} << 10;
/// What is handed to a library at once: their counts are 32 bits wide.
constexpr std::size_t kMostAtOnce = std::size_t {1} << 30;

enum class State : std::uint8_t {
    More,
    End, ///< of a stream; another may follow
    Damaged,
};

/// A stream that is being unpacked.
class Decoder
{
public:
    Decoder() = default;
    Decoder(const Decoder&) = delete;
    Decoder& operator=(const Decoder&) = delete;
    virtual ~Decoder() = default;

    /// Takes bytes from the front of @p in and gives what they hold to the front of @p out; @p written says how much.
    virtual State step(std::string_view& in, std::span<char> out, std::size_t& written) = 0;
    /// Another stream begins; false when that cannot be done.
    virtual bool restart() = 0;
};

class GzipDecoder final : public Decoder
{
public:
    GzipDecoder()
        : m_isReady(inflateInit2(&m_stream, MAX_WBITS + 16) == Z_OK) // 16: with the head and tail of gzip
    {
    }
    ~GzipDecoder() override
    {
        inflateEnd(&m_stream);
    }
    State step(std::string_view& in, std::span<char> out, std::size_t& written) override
    {
        if (!m_isReady) {
            return State::Damaged;
        }
        const auto given = std::min(in.size(), kMostAtOnce);
        m_stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(in.data())); // the library reads it only
        m_stream.avail_in = static_cast<uInt>(given);
        m_stream.next_out = reinterpret_cast<Bytef*>(out.data());
        m_stream.avail_out = static_cast<uInt>(out.size());
        const int code = inflate(&m_stream, Z_NO_FLUSH);
        in.remove_prefix(given - m_stream.avail_in);
        written = out.size() - m_stream.avail_out;
        if (code == Z_STREAM_END) {
            return State::End;
        }
        return code == Z_OK || code == Z_BUF_ERROR ? State::More : State::Damaged;
    }
    bool restart() override
    {
        return inflateReset(&m_stream) == Z_OK;
    }

private:
    z_stream m_stream {};
    bool m_isReady = false;
};

class Bzip2Decoder final : public Decoder
{
public:
    Bzip2Decoder()
        : m_isReady(BZ2_bzDecompressInit(&m_stream, 0, 0) == BZ_OK)
    {
    }
    ~Bzip2Decoder() override
    {
        BZ2_bzDecompressEnd(&m_stream);
    }
    State step(std::string_view& in, std::span<char> out, std::size_t& written) override
    {
        if (!m_isReady) {
            return State::Damaged;
        }
        const auto given = std::min(in.size(), kMostAtOnce);
        m_stream.next_in = const_cast<char*>(in.data()); // the library reads it only
        m_stream.avail_in = static_cast<unsigned>(given);
        m_stream.next_out = out.data();
        m_stream.avail_out = static_cast<unsigned>(out.size());
        const int code = BZ2_bzDecompress(&m_stream);
        in.remove_prefix(given - m_stream.avail_in);
        written = out.size() - m_stream.avail_out;
        if (code == BZ_STREAM_END) {
            return State::End;
        }
        return code == BZ_OK ? State::More : State::Damaged;
    }
    bool restart() override
    {
        BZ2_bzDecompressEnd(&m_stream);
        m_stream = {};
        m_isReady = BZ2_bzDecompressInit(&m_stream, 0, 0) == BZ_OK;
        return m_isReady;
    }

private:
    bz_stream m_stream {};
    bool m_isReady = false;
};

class ZstdDecoder final : public Decoder
{
public:
    State step(std::string_view& in, std::span<char> out, std::size_t& written) override
    {
        ZSTD_inBuffer input {.src = in.data(), .size = in.size(), .pos = 0};
        ZSTD_outBuffer output {.dst = out.data(), .size = out.size(), .pos = 0};
        const auto left = ZSTD_decompressStream(m_stream.get(), &output, &input);
        in.remove_prefix(input.pos);
        written = output.pos;
        if (ZSTD_isError(left) != 0U) {
            return State::Damaged;
        }
        return left == 0 ? State::End : State::More;
    }
    bool restart() override
    {
        return true; // the library goes on with the next frame by itself
    }

private:
    std::unique_ptr<ZSTD_DStream, decltype(&ZSTD_freeDStream)> m_stream {ZSTD_createDStream(), &ZSTD_freeDStream};
};

#if PATCHSCALE_HAS_LZMA
class XzDecoder final : public Decoder
{
public:
    XzDecoder()
        : m_isReady(start())
    {
    }
    ~XzDecoder() override
    {
        lzma_end(&m_stream);
    }
    State step(std::string_view& in, std::span<char> out, std::size_t& written) override
    {
        if (!m_isReady) {
            return State::Damaged;
        }
        m_stream.next_in = reinterpret_cast<const std::uint8_t*>(in.data());
        m_stream.avail_in = in.size();
        m_stream.next_out = reinterpret_cast<std::uint8_t*>(out.data());
        m_stream.avail_out = out.size();
        const auto code = lzma_code(&m_stream, LZMA_RUN);
        in.remove_prefix(in.size() - m_stream.avail_in);
        written = out.size() - m_stream.avail_out;
        if (code == LZMA_STREAM_END) {
            return State::End;
        }
        return code == LZMA_OK || code == LZMA_BUF_ERROR ? State::More : State::Damaged;
    }
    bool restart() override
    {
        m_isReady = start();
        return m_isReady;
    }

private:
    bool start()
    {
        constexpr std::uint64_t kMemory = std::uint64_t {256} << 20; // what xz -9 needs, several times over
        return lzma_stream_decoder(&m_stream, kMemory, 0) == LZMA_OK;
    }

    lzma_stream m_stream = LZMA_STREAM_INIT;
    bool m_isReady = false;
};
#endif

/// Null where this build cannot unpack it.
std::unique_ptr<Decoder> decoderOf(Packing packing)
{
    switch (packing) {
    case Packing::Gzip:
        return std::make_unique<GzipDecoder>();
    case Packing::Bzip2:
        return std::make_unique<Bzip2Decoder>();
    case Packing::Zstd:
        return std::make_unique<ZstdDecoder>();
    case Packing::Xz:
#if PATCHSCALE_HAS_LZMA
        return std::make_unique<XzDecoder>();
#else
        return nullptr;
#endif
    default:
        return nullptr;
    }
}

}

Result<std::string> unpackStream(Packing packing, std::string_view bytes, std::string_view name, Budget& budget,
                                 const Job& job)
{
    const auto decoder = decoderOf(packing);
    if (!decoder) {
        return refusePacked(name, "this build has no library for how it is packed", "unpack it and open what it holds");
    }
    std::string out;
    std::string piece(kPieceBytes, '\0');
    std::string_view rest = bytes;
    while (true) {
        if (job.isCancelled()) {
            return stopped();
        }
        std::size_t written = 0;
        const auto left = rest.size();
        const auto state = decoder->step(rest, piece, written);
        if (auto taken = budget.take(name, bytes.size(), out.size(), written); !taken) {
            return std::unexpected(std::move(taken.error()));
        }
        out.append(piece, 0, written);
        if (state == State::Damaged) {
            return refusePacked(name, "its packed data is damaged", "copy it anew from where it comes from");
        }
        if (state == State::End) {
            // Several may stand behind each other; zeros and other things behind them are padding.
            if (packingOf(rest) != packing) {
                return out;
            }
            if (!decoder->restart()) {
                return refusePacked(name, "there is not enough memory to unpack it", "close other documents first");
            }
        } else if (written == 0 && rest.size() == left) {
            return refusePacked(name, "its packed data ends early", "was it copied to its end?");
        }
    }
}

}
