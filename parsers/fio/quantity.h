// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace patchscale::fio {

/// A number of fio's with the letters behind it: "34.7GiB/s", "286105 B/s", "142k".
struct Quantity
{
    double value = 0;
    double step = 0; ///< what the last printed digit stands for: 0.1 in "34.7"
    std::string_view digits;
    std::string_view unit; ///< "GiB/s", "k"; empty if none
    std::size_t end = 0; ///< behind number and unit
};

/// The number that begins at @p pos of @p line, over blanks and line ends. One that ends where @p line ends, with no
/// character behind it, may be cut and is none.
std::optional<Quantity> quantityAt(std::string_view line, std::size_t pos);

/// The number behind @p key ("bw=") in @p line where @p key begins a word; from @p from on.
std::optional<Quantity> quantityOf(std::string_view line, std::string_view key, std::size_t from = 0);

/// Where the value of @p key ("bw=") begins in @p line, where @p key begins a word; npos if it has none.
std::size_t valueOf(std::string_view line, std::string_view key, std::size_t from = 0);

/// What a letter means in a size or rate. fio wrote KB for 1024 bytes up to 2.16, and for 1000 at times.
enum class Prefixes : std::uint8_t {
    Told, ///< KiB is 1024, kB is 1000 (from 2.17 on)
    Binary, ///< KB and KiB are 1024
    Thousand, ///< KB and KiB are 1000, MB is 1024 of them
};

/// How many bytes "MiB", "kB/s", "Mi", "Mbit/s" or "" stand for; 0 if @p unit is no size and no rate.
double bytesIn(std::string_view unit, Prefixes prefixes);

/// 1000 for "k" or "K", 1e6 for "M" …, 1 for ""; 0 for anything else.
double thousands(std::string_view letter);

}
