// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/archive/packing.h"

#include <algorithm>
#include <array>
#include <format>
#include <ranges>

namespace patchscale {
namespace {

using namespace std::string_view_literals;

constexpr auto kMagics = std::to_array<std::pair<std::string_view, Packing>>({
    {"PK\x03\x04"sv, Packing::Zip},
    {"PK\x05\x06"sv, Packing::Zip}, // one without entries
    {"\x1F\x8B\x08"sv, Packing::Gzip},
    {"\xFD"
     "7zXZ\0"sv,
     Packing::Xz},
    {"\x28\xB5\x2F\xFD"sv, Packing::Zstd},
    {"7z\xBC\xAF\x27\x1C"sv, Packing::Foreign},
    {"Rar!\x1A\x07"sv, Packing::Foreign},
});

/// "BZh", the size of its blocks, and the first block's mark or that of an empty stream.
bool isBzip2(std::string_view bytes)
{
    return bytes.size() >= 10 && bytes.starts_with("BZh") && bytes[3] >= '1' && bytes[3] <= '9'
        && (bytes.substr(4, 6) == "1AY&SY" || bytes.substr(4, 6) == "\x17\x72\x45\x38\x50\x90"sv);
}

/// A header whose checksum fits; old archives have no mark.
bool isTar(std::string_view bytes)
{
    constexpr std::size_t kHeader = 512;
    constexpr std::size_t kSumAt = 148;
    if (bytes.size() < kHeader || bytes[0] == '\0') {
        return false;
    }
    unsigned sum = 0;
    for (std::size_t i = 0; i < kHeader; ++i) {
        sum += i >= kSumAt && i < kSumAt + 8 ? ' ' : static_cast<unsigned char>(bytes[i]);
    }
    unsigned told = 0;
    bool hasDigit = false;
    for (const char c : bytes.substr(kSumAt, 8)) {
        if (c >= '0' && c <= '7') {
            told = told * 8 + static_cast<unsigned>(c - '0');
            hasDigit = true;
        } else if (hasDigit) {
            break;
        }
    }
    return hasDigit && told == sum;
}

}

Packing packingOf(std::string_view bytes)
{
    for (const auto& [magic, packing] : kMagics) {
        if (bytes.starts_with(magic)) {
            return packing;
        }
    }
    if (isBzip2(bytes)) {
        return Packing::Bzip2;
    }
    return isTar(bytes) ? Packing::Tar : Packing::None;
}

bool isStream(Packing packing)
{
    return packing == Packing::Gzip || packing == Packing::Bzip2 || packing == Packing::Xz || packing == Packing::Zstd;
}

std::unexpected<Error> refusePacked(std::string_view name, std::string_view cause, std::string hint)
{
    return std::unexpected(Error {.code = Errc::MalformedInput,
                                  .message = std::format("cannot read '{}': {}", name, cause),
                                  .where = {},
                                  .hints = {std::move(hint)}});
}

std::unexpected<Error> passOver(std::string_view name, std::string_view cause, std::string hint)
{
    auto error = refusePacked(name, cause, std::move(hint));
    error.error().code = Errc::UnsupportedInput;
    return error;
}

std::unexpected<Error> stopped()
{
    return std::unexpected(Error {.code = Errc::Cancelled, .message = "cancelled", .where = {}, .hints = {}});
}

Result<void> Budget::take(std::string_view name, std::size_t packed, std::size_t before, std::size_t more)
{
    const auto out = before + more;
    if (out > m_limits.freeBytes && out / m_limits.ratio > packed) {
        return refusePacked(
            name,
            std::format("it unpacks to more than {} times its size, which no output of a benchmark does",
                        m_limits.ratio),
            "unpack it yourself if you know where it comes from, and open the files that you need");
    }
    if (out > m_limits.memberBytes) {
        return refusePacked(name,
                            std::format("it unpacks to more than {} MiB, the largest document that is read",
                                        m_limits.memberBytes >> 20),
                            "unpack it and cut out the part with the benchmark results");
    }
    m_bytes += more;
    if (m_bytes > m_limits.totalBytes) {
        return refusePacked(name,
                            std::format("the archive unpacks to more than {} MiB in all", m_limits.totalBytes >> 20),
                            "unpack it and open the files that you need");
    }
    return {};
}

Result<void> Budget::takeMember(std::string_view archive)
{
    if (++m_members > m_limits.members) {
        return refusePacked(archive, std::format("it has more than {} entries", m_limits.members),
                            "unpack it and open the files that you need");
    }
    return {};
}

bool staysInside(std::string_view name)
{
    const auto isLetter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
    if (name.empty() || name.front() == '/' || name.front() == '\\' || name.contains('\0')
        || (name.size() > 1 && isLetter(name[0]) && name[1] == ':')) {
        return false;
    }
    std::size_t begin = 0;
    while (begin <= name.size()) {
        const auto end = std::min(name.find_first_of("/\\", begin), name.size());
        if (name.substr(begin, end - begin) == "..") {
            return false;
        }
        begin = end + 1;
    }
    return true;
}

bool isHiddenName(std::string_view name)
{
    return std::ranges::any_of(std::views::split(name, '/'), [](auto&& range) {
        const std::string_view part(range);
        return part == "__MACOSX" || (part.starts_with('.') && part != "." && part != "..");
    });
}

}
