// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/perf/stat_scope.h"

#include "core/base/characters.h"

#include <algorithm>

namespace patchscale::perf {
namespace {

constexpr std::size_t kLongestThread = 32; ///< 15 bytes of a name, a dash and a number
constexpr std::string_view kDigits = "0123456789";

bool isLetter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

bool startsCount(std::string_view text)
{
    return !text.empty() && (isDigit(text.front()) || text.starts_with("<not "));
}

/// "Web Content-4321": a name that may hold blanks, a dash and the number of the thread. Its length, or 0.
std::size_t threadLength(std::string_view text)
{
    if (text.empty() || isDigit(text.front()) || kStatSpace.contains(text.front()) || text.front() == '<'
        || text.front() == '#') {
        return 0;
    }
    const auto window = text.substr(0, kLongestThread + 1);
    for (auto dash = window.find('-', 1); dash != std::string_view::npos; dash = window.find('-', dash + 1)) {
        const auto end = window.find_first_not_of(kDigits, dash + 1);
        const bool isEnd = end != std::string_view::npos && end > dash + 1 && kStatSpace.contains(window[end]);
        if (!isEnd || !startsCount(strippedStat(text.substr(end)))) {
            continue;
        }
        const auto name = window.substr(0, dash);
        return name.contains("  ") || name.contains('\n') || !std::ranges::any_of(name, isLetter) ? 0 : end;
    }
    return 0;
}

}

Parameters StatScope::parameters() const
{
    Parameters out;
    if (!kind.empty()) {
        out.emplace(kind, name);
    }
    if (!cgroup.empty()) {
        out.emplace("cgroup", cgroup);
    }
    return out;
}

std::string_view placeKind(std::string_view word)
{
    if (word.starts_with("CPU") && word.size() > 3
        && word.find_first_not_of("-0123456789", 3) == std::string_view::npos) {
        return "cpu";
    }
    const bool isPlace = word.size() > 1 && (word.front() == 'S' || word.front() == 'N')
        && (isDigit(word[1]) || word[1] == '-')
        && word.find_first_not_of("SNDCLID-0123456789") == std::string_view::npos;
    if (!isPlace) {
        return {};
    }
    return word.front() == 'N'  ? "node"
        : word.contains("-CLS") ? "cluster"
        : word.contains("-C")   ? "core"
        : word.contains("-L")   ? "cache"
        : word.contains("-D")   ? "die"
                                : "socket";
}

StatScope scopeAt(StatCursor& cursor)
{
    StatScope scope;
    const auto word = cursor.word();
    if (const auto kind = placeKind(word); !kind.empty()) {
        scope.kind = kind;
        scope.name = kind == "cpu" ? word.substr(3) : word;
        cursor.advance(word.size());
        const auto cpus = cursor.word();
        const bool isCpuCount = kind != "cpu" && !cpus.empty()
            && cpus.find_first_not_of(kDigits) == std::string_view::npos
            && startsCount(strippedStat(cursor.rest().substr(cpus.size())));
        if (isCpuCount) {
            scope.cpus = decimalAt(cpus);
            cursor.advance(cpus.size());
        }
        return scope;
    }
    if (const auto length = threadLength(cursor.rest()); length > 0) {
        scope.kind = "thread";
        scope.name = cursor.rest().substr(0, length);
        cursor.advance(length);
    }
    return scope;
}

}
