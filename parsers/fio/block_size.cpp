// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/fio/block_size.h"

#include "parsers/fio/line_kind.h"
#include "parsers/fio/quantity.h"

#include <cmath>
#include <format>
#include <optional>

namespace patchscale::fio {
namespace {

constexpr auto kNpos = std::string_view::npos;

std::string sizeText(double bytes)
{
    constexpr double kKi = 1024;
    for (const auto& [unit, letter] : {std::pair {kKi * kKi * kKi, "g"}, {kKi * kKi, "m"}, {kKi, "k"}}) {
        if (bytes >= unit && std::fmod(bytes, unit) == 0) {
            return std::format("{}{}", bytes / unit, letter);
        }
    }
    return std::format("{}", bytes);
}

std::string rangeText(const SizeRange& range)
{
    const auto low = sizeText(range.low);
    return range.fixed() > 0 ? low : low + '-' + sizeText(range.high);
}

/// "4096B", "16.0KiB" or "4K" at the start of @p text; with what follows it in @p end.
std::optional<double> sizeAt(std::string_view text, std::size_t pos, std::size_t& end)
{
    const auto size = quantityAt(text, pos);
    if (!size) {
        return std::nullopt;
    }
    end = size->end;
    const bool isBare = size->unit.size() == 1 && size->unit != "B"; // "4K" of old versions
    const double factor = bytesIn(size->unit, isBare ? Prefixes::Binary : Prefixes::Told);
    return factor > 0 ? std::optional(size->value * factor) : std::nullopt;
}

SizeRange rangeAt(std::string_view text, std::size_t pos, std::size_t& end)
{
    SizeRange range;
    const auto low = sizeAt(text, pos, end);
    if (!low || end >= text.size() || text[end] != '-') {
        return range;
    }
    if (const auto high = sizeAt(text, end + 1, end)) {
        range = {.low = *low, .high = *high};
    }
    return range;
}

/// "bs=(R) 4096B-4096B, (W) …, (T) …" or "bs=4K-4K/4K-4K/4K-4K".
void readSizes(std::string_view line, Banner& banner)
{
    const auto sizes = line.find("bs=");
    if (sizes == kNpos) {
        return;
    }
    const auto text = line.substr(sizes + 3);
    std::size_t end = 0;
    if (text.starts_with("(R)")) {
        for (const auto& [mark, direction] :
             {std::pair {"(R)", Direction::Read}, {"(W)", Direction::Write}, {"(T)", Direction::Trim}}) {
            const auto pos = text.find(mark);
            if (pos != kNpos) {
                banner.sizes[static_cast<std::size_t>(direction)] = rangeAt(text, pos + 3, end);
            }
        }
        return;
    }
    for (auto direction = static_cast<std::size_t>(Direction::Read); direction <= 3; ++direction) {
        banner.sizes[direction] = rangeAt(text, end, end);
        if (end >= text.size() || text[end] != '/') {
            return;
        }
        ++end;
    }
}

/// The sizes that count for what the job does.
std::string sizesText(const Banner& banner, std::string_view rw)
{
    const auto at = [&](Direction direction) { return banner.sizes[static_cast<std::size_t>(direction)]; };
    const auto read = at(Direction::Read);
    const auto write = at(Direction::Write);
    const bool isTrim = rw.ends_with("trim");
    const bool isMixed = rw.ends_with("rw") || rw.ends_with("readwrite");
    if (isMixed && read.high > 0 && (read.low != write.low || read.high != write.high)) {
        return rangeText(read) + '/' + rangeText(write);
    }
    const auto& used = isTrim && at(Direction::Trim).high > 0 ? at(Direction::Trim)
        : rw.contains("write")                                ? write
                                                              : read;
    return used.high > 0 ? rangeText(used) : std::string {};
}

/// The word behind @p key, up to a comma or a blank.
std::string_view wordOf(std::string_view line, std::string_view key)
{
    const auto pos = valueOf(line, key);
    if (pos == kNpos) {
        return {};
    }
    const auto begin = std::min(line.find_first_not_of(" \t\n", pos), line.size());
    return line.substr(begin, std::min(line.find_first_of(", \t\n", begin), line.size()) - begin);
}

}

Banner bannerOf(std::string_view line)
{
    Banner banner;
    const auto group = line.find("(g=");
    auto name = stripped(line.substr(0, group));
    if (name.starts_with('<') && name.contains("> ")) {
        name = stripped(name.substr(name.find("> ") + 2));
    }
    name.remove_suffix(name.ends_with(':') ? 1 : 0);
    banner.name = name;
    line.remove_prefix(std::min(group, line.size()));
    const auto again = line.find("(g=", 1); // another server's banner within this line
    line = line.substr(0, again);
    readSizes(line, banner);
    for (const auto& [key, parameter] : {std::pair {"rw=", "rw"}, {"ioengine=", "ioengine"}, {"iodepth=", "iodepth"}}) {
        if (const auto word = wordOf(line, key); !word.empty()) {
            banner.parameters[parameter] = word;
        }
    }
    if (auto sizes = sizesText(banner, wordOf(line, "rw=")); !sizes.empty()) {
        banner.parameters["bs"] = std::move(sizes);
    }
    return banner;
}

std::string sizeText(std::string_view written)
{
    std::string out;
    const std::string ended = std::string(written) + ',';
    for (std::size_t pos = 0; pos < written.size();) {
        std::size_t end = pos;
        const auto digits = ended.find_first_not_of("0123456789", pos);
        const auto size = sizeAt(ended, pos, end);
        if (!size || digits == pos) {
            return std::string(written);
        }
        // a letter alone is a power of 1024, whatever follows it
        double bytes = *size;
        if (end - digits >= 1 && ended[digits] != ',' && ended[digits] != '-') {
            const auto bare = std::string(ended.substr(pos, digits + 1 - pos)) + ',';
            std::size_t bareEnd = 0;
            bytes = sizeAt(bare, 0, bareEnd).value_or(bytes);
        }
        out += sizeText(bytes);
        if (ended[end] != ',' && ended[end] != '-') {
            return std::string(written);
        }
        out += end + 1 < ended.size() ? (ended[end] == ',' ? "/" : "-") : "";
        pos = end + 1;
    }
    return out;
}

}
