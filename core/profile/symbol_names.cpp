// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/symbol_names.h"

#include "core/base/characters.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace patchscale {
namespace {

constexpr auto kSuffixes =
    std::to_array<std::string_view>({".isra", ".part", ".constprop", ".cold", ".llvm", ".lto_priv", ".localalias"});

/// Where a suffix of a compiler begins in @p symbol; its length if there is none.
std::size_t suffixBegin(std::string_view symbol)
{
    auto begin = symbol.size();
    for (const auto suffix : kSuffixes) {
        const auto at = symbol.find(suffix);
        const auto end = at == std::string_view::npos ? at : at + suffix.size();
        const bool isWhole = end != std::string_view::npos && at > 0 && (end == symbol.size() || symbol[end] == '.');
        begin = isWhole ? std::min(begin, at) : begin;
    }
    return begin;
}

/// The arguments of a C++ function; "operator()" and "(anonymous namespace)" are parts of names.
std::string_view withoutArguments(std::string_view symbol)
{
    if (!symbol.ends_with(')') && !symbol.ends_with(" const")) {
        return symbol;
    }
    auto end = symbol.rfind(')');
    std::size_t depth = 0;
    for (auto i = end + 1; i-- > 0;) {
        depth += symbol[i] == ')' ? 1 : 0;
        depth -= symbol[i] == '(' ? 1 : 0;
        if (depth == 0) {
            end = i;
            break;
        }
    }
    return end == 0 || depth != 0 || symbol.substr(0, end).ends_with("operator") ? symbol : symbol.substr(0, end);
}

std::vector<std::uint16_t> letterPairs(std::string_view name)
{
    std::vector<std::uint16_t> pairs;
    for (std::size_t i = 0; i + 1 < name.size(); ++i) {
        const auto first = static_cast<unsigned char>(name[i]);
        const auto second = static_cast<unsigned char>(name[i + 1]);
        pairs.push_back(static_cast<std::uint16_t>(first << 8U | second));
    }
    std::ranges::sort(pairs);
    return pairs;
}

}

std::string_view plainSymbol(std::string_view symbol)
{
    auto plain = withoutArguments(symbol);
    if (const auto at = plain.find('@'); at != std::string_view::npos && at > 0) {
        plain = plain.substr(0, at);
    }
    return plain.substr(0, suffixBegin(plain));
}

bool isRawAddress(std::string_view symbol)
{
    constexpr std::size_t kShortest = 3; // behind "0x"
    const auto digits = symbol.starts_with("0x") ? symbol.substr(2) : std::string_view {};
    return digits.size() >= kShortest && digits.find_first_not_of("0123456789abcdefABCDEF") == std::string_view::npos;
}

std::string_view sourceName(std::string_view symbol)
{
    auto name = plainSymbol(symbol);
    constexpr auto kWrappers = std::to_array<std::string_view>(
        {"__x64_sys_", "__ia32_sys_", "__arm64_sys_", "__riscv_sys_", "__s390x_sys_", "__do_sys_", "__se_sys_"});
    for (const auto wrapper : kWrappers) {
        if (name.starts_with(wrapper)) {
            return name.substr(name.find("sys_"));
        }
    }
    return name;
}

double likeness(std::string_view a, std::string_view b)
{
    if (a.size() < 2 || b.size() < 2) {
        return a == b ? 1 : 0;
    }
    const auto first = letterPairs(a);
    const auto second = letterPairs(b);
    std::vector<std::uint16_t> shared;
    std::ranges::set_intersection(first, second, std::back_inserter(shared));
    const double dice = 2 * static_cast<double>(shared.size()) / static_cast<double>(first.size() + second.size());
    const auto& shorter = a.size() < b.size() ? a : b;
    const auto& longer = a.size() < b.size() ? b : a;
    if (shorter.size() < 4 || !longer.contains(shorter)) {
        return dice;
    }
    return std::max(dice, 0.5 + 0.5 * static_cast<double>(shorter.size()) / static_cast<double>(longer.size()));
}

}
