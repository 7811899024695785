// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/text/find.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <utility>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace patchscale {
namespace {

constexpr auto npos = std::string_view::npos;

std::size_t findPlainly(std::string_view text, std::string_view what, std::size_t from)
{
    const auto* const hit = ::memmem(text.data() + from, text.size() - from, what.data(), what.size());
    return hit == nullptr ? npos : static_cast<std::size_t>(static_cast<const char*>(hit) - text.data());
}

#ifdef __SSE2__

constexpr std::size_t kWide = sizeof(__m128i);

/// How seldom each byte stands in English text and code, roughly.
constexpr auto kRarity = [] {
    constexpr std::string_view kFrequent = " etaoinsrhldcumfpgwybv,.;_()=-*/0123456789";
    std::array<std::uint8_t, 256> out {};
    out.fill(static_cast<std::uint8_t>(kFrequent.size()));
    for (std::size_t rank = 0; rank < kFrequent.size(); ++rank) {
        out[static_cast<unsigned char>(kFrequent[rank])] = static_cast<std::uint8_t>(rank);
    }
    return out;
}();

std::uint8_t rarity(char c)
{
    return kRarity[static_cast<unsigned char>(c)];
}

/// The places of the two rarest bytes of @p what, in their order.
std::pair<std::size_t, std::size_t> rarePlaces(std::string_view what)
{
    std::size_t first = 0;
    std::size_t second = 1;
    for (std::size_t i = 1; i < what.size(); ++i) {
        if (rarity(what[i]) > rarity(what[first])) {
            second = std::exchange(first, i);
        } else if (rarity(what[i]) > rarity(what[second])) {
            second = i;
        }
    }
    return {std::min(first, second), std::max(first, second)};
}

__m128i bytesAt(const char* from)
{
    __m128i out;
    std::memcpy(&out, from, sizeof out);
    return out;
}

#endif

}

std::size_t findText(std::string_view text, std::string_view what, std::size_t from)
{
    if (from > text.size()) {
        return npos;
    }
    if (what.size() < 2) {
        return text.find(what, from);
    }
#ifdef __SSE2__
    // Sixteen places at a time are looked at for two bytes of the word; few have both.
    const auto [a, b] = rarePlaces(what);
    const auto firstByte = _mm_set1_epi8(what[a]);
    const auto secondByte = _mm_set1_epi8(what[b]);
    for (; from + what.size() + kWide <= text.size(); from += kWide) {
        const auto* const at = text.data() + from;
        const auto both =
            _mm_and_si128(_mm_cmpeq_epi8(bytesAt(at + a), firstByte), _mm_cmpeq_epi8(bytesAt(at + b), secondByte));
        for (auto hits = static_cast<unsigned>(_mm_movemask_epi8(both)); hits != 0; hits &= hits - 1) {
            const auto place = from + static_cast<unsigned>(std::countr_zero(hits));
            if (std::memcmp(text.data() + place, what.data(), what.size()) == 0) {
                return place;
            }
        }
    }
#endif
    return findPlainly(text, what, from);
}

}
