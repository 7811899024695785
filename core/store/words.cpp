// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/words.h"

#include <array>
#include <cassert>

namespace patchscale {
namespace {

/// The words of T in the order of its enumerators.
template<class T>
constexpr std::array<std::string_view, 0> kWords {};
template<>
constexpr auto kWords<Better> = std::to_array<std::string_view>({"unknown", "higher", "lower"});
template<>
constexpr auto kWords<Role> = std::to_array<std::string_view>({"none", "baseline", "candidate"});
template<>
constexpr auto kWords<Severity> = std::to_array<std::string_view>({"info", "warning", "error"});
template<>
constexpr auto kWords<SpreadKind> = std::to_array<std::string_view>({"stddev", "stderr", "cv", "ci95", "range"});
template<>
constexpr auto kWords<ClaimKind> = std::to_array<std::string_view>({"change", "ratio", "difference"});
template<>
constexpr auto kWords<CorrectedField> =
    std::to_array<std::string_view>({"variant", "role", "machine", "better", "unit", "format", "symbol"});

template<class T>
std::string_view wordOf(T value)
{
    const auto index = static_cast<std::size_t>(value);
    assert(index < kWords<T>.size()); // an enumerator without a word
    return kWords<T>[index];
}

}

std::string_view storedWord(Better value)
{
    return wordOf(value);
}

std::string_view storedWord(Role value)
{
    return wordOf(value);
}

std::string_view storedWord(Severity value)
{
    return wordOf(value);
}

std::string_view storedWord(SpreadKind value)
{
    return wordOf(value);
}

std::string_view storedWord(ClaimKind value)
{
    return wordOf(value);
}

std::string_view storedWord(CorrectedField value)
{
    return wordOf(value);
}

template<class T>
std::optional<T> fromStoredWord(std::string_view word)
{
    for (std::size_t i = 0; i < kWords<T>.size(); ++i) {
        if (kWords<T>[i] == word) {
            return static_cast<T>(i);
        }
    }
    return std::nullopt;
}

template std::optional<Better> fromStoredWord(std::string_view word);
template std::optional<Role> fromStoredWord(std::string_view word);
template std::optional<Severity> fromStoredWord(std::string_view word);
template std::optional<SpreadKind> fromStoredWord(std::string_view word);
template std::optional<ClaimKind> fromStoredWord(std::string_view word);
template std::optional<CorrectedField> fromStoredWord(std::string_view word);

}
