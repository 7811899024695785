// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/perf/stat_tail.h"

#include <algorithm>

namespace patchscale::perf {

std::string_view strippedStat(std::string_view text)
{
    const auto begin = text.find_first_not_of(kStatSpace);
    if (begin == std::string_view::npos) {
        return text.substr(0, 0);
    }
    return text.substr(begin, text.find_last_not_of(kStatSpace) - begin + 1);
}

std::optional<StatBrackets> bracketsAt(std::string_view text)
{
    if (text.empty() || (text.front() != '(' && text.front() != '[')) {
        return std::nullopt;
    }
    const char close = text.front() == '(' ? ')' : ']';
    StatCursor cursor(text.substr(1));
    StatBrackets brackets;
    brackets.isNoise = cursor.skip("+-") || cursor.skip("+/-") || cursor.skip("\xc2\xb1");
    cursor.skip("scaled from"); // perf before 3.0
    brackets.number = decimalAt(cursor.rest());
    if (brackets.number) {
        cursor.advance(brackets.number->text.size());
    } else if (!cursor.skip("nan") && !cursor.skip("-nan") && !cursor.skip("inf")) {
        return std::nullopt;
    }
    if (!cursor.skip("%") || !cursor.rest().starts_with(close)) {
        return std::nullopt;
    }
    brackets.length = static_cast<std::size_t>(cursor.rest().data() - text.data()) + 1;
    return brackets;
}

bool isRemark(std::string_view text)
{
    return text.starts_with("<") || text.starts_with("\xe2\x86\x90") || text.starts_with("\xe2\x87\x90");
}

StatTail tailOf(StatCursor& cursor)
{
    StatTail tail;
    while (!cursor.isAtEnd()) {
        if (const auto brackets = bracketsAt(cursor.rest())) {
            (brackets->isNoise ? tail.noise : tail.running) = brackets->number;
            cursor.advance(brackets->length);
            continue;
        }
        if (isRemark(cursor.rest())) {
            cursor.advance(std::min(cursor.rest().size(), cursor.rest().find('\n')));
            continue;
        }
        if (!cursor.skip("#")) {
            break;
        }
        const auto number = decimalAt(cursor.rest());
        StatMetric metric;
        if (number) {
            metric.number = *number;
            cursor.advance(number->text.size());
            metric.isPercent = cursor.skip("%");
        }
        const auto words = cursor.rest();
        std::size_t end = 0;
        while (end < words.size() && words[end] != '#' && !bracketsAt(words.substr(end))
               && !isRemark(words.substr(end))) {
            ++end;
        }
        metric.words = strippedStat(words.substr(0, end));
        cursor.advance(end);
        if (number && (metric.isPercent || !metric.words.empty())) {
            tail.metrics.push_back(metric);
        }
    }
    return tail;
}

}
