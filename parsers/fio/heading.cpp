// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/fio/heading.h"

#include "parsers/fio/block_size.h"
#include "parsers/fio/line_kind.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

namespace patchscale::fio {
namespace {

constexpr std::size_t kLongest = 60;

/// Words that fio itself takes as options, by which people head their runs.
constexpr auto kOptions = std::to_array<std::string_view>(
    {"bs", "iodepth", "numjobs", "nr_threads", "threads", "jobs", "qd", "size", "rw", "ioengine", "depth"});

bool isWordByte(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

std::string_view wordAt(std::string_view line, std::size_t pos)
{
    auto end = pos;
    while (end < line.size() && isWordByte(line[end])) {
        ++end;
    }
    return line.substr(pos, end - pos);
}

}

Parameters parametersAbove(const Text& text, std::size_t offset)
{
    Parameters out;
    auto at = text.lineAt(offset);
    while (at > 0 && text.lines()[at - 1].kind == LineKind::Blank) {
        --at;
    }
    if (at == 0) {
        return out;
    }
    const auto line = stripped(text.line(at - 1));
    const bool isShort = line.size() <= kLongest && text.lines()[at - 1].kind == LineKind::Body;
    if (!isShort || kindOf(line) != Kind::None) {
        return out;
    }
    for (std::size_t pos = 0; pos < line.size(); ++pos) {
        const auto word = pos == 0 || !isWordByte(line[pos - 1]) ? wordAt(line, pos) : std::string_view {};
        if (word.empty() || !std::ranges::contains(kOptions, word)) {
            continue;
        }
        const auto behind = line.find_first_not_of(" =:", pos + word.size());
        const auto value = behind == std::string_view::npos ? std::string_view {} : wordAt(line, behind);
        const bool isNumber = !value.empty() && value.front() >= '0' && value.front() <= '9';
        const bool isSet = pos + word.size() < line.size() && line[pos + word.size()] == '=';
        if (isNumber || (isSet && !value.empty())) {
            out.try_emplace(std::string(word), word == "bs" || word == "size" ? sizeText(value) : std::string(value));
        }
    }
    return out;
}

}
