// SPDX-License-Identifier: GPL-3.0-or-later
#include "packed_files.h"

#include <format>

#include <zlib.h>

namespace patchscale::testing_archive {
namespace {

void put(std::string& out, std::uint32_t value, int bytes)
{
    for (int i = 0; i < bytes; ++i) {
        out += static_cast<char>(value >> (8U * static_cast<unsigned>(i)) & 0xFFU);
    }
}

std::uint32_t checksumOf(std::string_view bytes)
{
    return static_cast<std::uint32_t>(
        ::crc32(0, reinterpret_cast<const Bytef*>(bytes.data()), static_cast<uInt>(bytes.size())));
}

/// What local header and central directory have in common: from the version needed to the length of the extra field.
std::string shared(const ZipEntry& entry)
{
    std::string out;
    put(out, 20, 2); // version 2.0
    put(out, entry.isEncrypted ? 1 : 0, 2);
    put(out, 0, 2); // stored
    put(out, 0, 2); // time
    put(out, 0x21, 2); // 1 January 1980
    put(out, checksumOf(entry.bytes) ^ (entry.isDamaged ? 1U : 0U), 4);
    put(out, static_cast<std::uint32_t>(entry.bytes.size()), 4);
    put(out, static_cast<std::uint32_t>(entry.bytes.size()), 4);
    put(out, static_cast<std::uint32_t>(entry.name.size()), 2);
    put(out, 0, 2);
    return out;
}

}

std::string zipOf(const std::vector<ZipEntry>& entries)
{
    std::string out;
    std::string directory;
    for (const auto& entry : entries) {
        const auto at = out.size();
        out += "PK\x03\x04" + shared(entry) + entry.name + entry.bytes;
        directory += "PK\x01\x02";
        put(directory, 3U << 8U | 20U, 2); // made on Unix
        directory += shared(entry);
        put(directory, 0, 2); // comment
        put(directory, 0, 2); // disk
        put(directory, 0, 2); // internal attributes
        put(directory, (entry.isLink ? 0120777U : 0100644U) << 16U, 4);
        put(directory, static_cast<std::uint32_t>(at), 4);
        directory += entry.name;
    }
    const auto at = out.size();
    out += directory + "PK\x05\x06";
    put(out, 0, 4);
    put(out, static_cast<std::uint32_t>(entries.size()), 2);
    put(out, static_cast<std::uint32_t>(entries.size()), 2);
    put(out, static_cast<std::uint32_t>(directory.size()), 4);
    put(out, static_cast<std::uint32_t>(at), 4);
    put(out, 0, 2);
    return out;
}

std::string tarOf(const std::vector<TarEntry>& entries)
{
    constexpr std::size_t kBlock = 512;
    std::string out;
    for (const auto& entry : entries) {
        std::string head(kBlock, '\0');
        head.replace(0, entry.name.size(), entry.name);
        head.replace(100, 7, "0000644");
        head.replace(124, 11, std::format("{:011o}", entry.bytes.size()));
        head.replace(136, 11, "00000000000");
        head.replace(148, 8, "        ");
        head[156] = entry.kind;
        head.replace(257, 5, "ustar");
        head.replace(263, 2, "00");
        unsigned sum = 0;
        for (const char c : head) {
            sum += static_cast<unsigned char>(c);
        }
        head.replace(148, 6, std::format("{:06o}", sum));
        head[154] = '\0';
        out += head + entry.bytes;
        out.resize((out.size() + kBlock - 1) / kBlock * kBlock, '\0');
    }
    return out + std::string(2 * kBlock, '\0');
}

std::string gzipOf(std::string_view bytes)
{
    z_stream stream {};
    deflateInit2(&stream, 9, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY);
    std::string out(deflateBound(&stream, bytes.size()) + 32, '\0');
    std::string in(bytes);
    stream.next_in = reinterpret_cast<Bytef*>(in.data());
    stream.avail_in = static_cast<uInt>(in.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    deflate(&stream, Z_FINISH);
    out.resize(stream.total_out);
    deflateEnd(&stream);
    return out;
}

}
