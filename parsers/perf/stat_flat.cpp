// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/perf/stat_flat.h"

#include "parsers/perf/stat_number.h"
#include "parsers/perf/stat_row.h"

#include <algorithm>
#include <array>

namespace patchscale::perf {
namespace {

constexpr std::string_view kSpace = " \t\n|";

/// The words of a text, each with where it stands.
std::vector<std::string_view> wordsOf(std::string_view text)
{
    std::vector<std::string_view> words;
    std::size_t pos = 0;
    while ((pos = text.find_first_not_of(kSpace, pos)) != std::string_view::npos) {
        const auto end = std::min(text.size(), text.find_first_of(kSpace, pos));
        words.push_back(text.substr(pos, end - pos));
        pos = end;
    }
    return words;
}

bool isWholeNumber(std::string_view word)
{
    if (word.empty() || word.front() < '0' || word.front() > '9') {
        return false;
    }
    const auto number = countAt(word, false, '.');
    return number && number->text.size() == word.size();
}

bool isEvent(std::string_view word)
{
    const auto colon = word.find(':');
    const bool isTracepoint =
        colon != std::string_view::npos && colon > 1 && colon + 2 < word.size() && !word.contains("//");
    const bool isPmuEvent =
        word.size() > 3 && word.ends_with('/') && word.find('/') + 1 < word.size() && !word.starts_with('/');
    return isKnownEvent(word) || isTracepoint || isPmuEvent;
}

/// Reads the words of rows one after another.
class Reader
{
public:
    explicit Reader(std::string_view text)
        : m_text(text)
        , m_words(wordsOf(text))
    {
    }

    std::vector<std::string_view> read()
    {
        std::vector<std::string_view> rows;
        for (std::size_t i = 0; i < m_words.size();) {
            const auto end = rowEnd(i);
            if (end > i) {
                rows.push_back(between(i, end));
                i = end;
            } else {
                ++i;
            }
        }
        return rows;
    }

private:
    [[nodiscard]] std::string_view at(std::size_t index) const
    {
        return index < m_words.size() ? m_words[index] : std::string_view();
    }
    [[nodiscard]] std::string_view between(std::size_t first, std::size_t end) const
    {
        const auto* begin = m_words[first].data();
        const auto& last = m_words[end - 1];
        return m_text.substr(static_cast<std::size_t>(begin - m_text.data()),
                             static_cast<std::size_t>(last.data() + last.size() - begin));
    }

    /// Behind the row that starts at word @p first; @p first if none does.
    [[nodiscard]] std::size_t rowEnd(std::size_t first) const
    {
        auto i = first;
        if (at(i) == "<not" && (at(i + 1) == "counted>" || at(i + 1) == "supported>")) {
            i += 2;
        } else if (isWholeNumber(at(i)) && (first == 0 || at(first - 1) != "#")) {
            ++i;
        } else {
            return first;
        }
        if (const auto end = timeEnd(i)) {
            return end;
        }
        if (!isEvent(at(i))) {
            ++i; // "msec", "ns", "Joules"
            if (at(i - 1) != "msec" && at(i - 1) != "ns" && at(i - 1) != "Joules" && at(i - 1) != "MiB") {
                return first;
            }
        }
        if (!isEvent(at(i))) {
            return first;
        }
        return tailEnd(i + 1);
    }

    /// Behind "seconds time elapsed ( +- 1% )" or "+- 0.113 seconds …"; 0 if none of them starts at word @p i.
    [[nodiscard]] std::size_t timeEnd(std::size_t i) const
    {
        if (at(i) == "+-" && isWholeNumber(at(i + 1))) {
            i += 2;
        }
        if (at(i) != "seconds") {
            return 0;
        }
        if (at(i + 1) == "time" && at(i + 2).starts_with("elapsed")) {
            return tailEnd(i + 3);
        }
        return at(i + 1) == "user" || at(i + 1) == "sys" ? tailEnd(i + 2) : 0;
    }

    /// Behind the metrics and brackets that start at word @p i.
    [[nodiscard]] std::size_t tailEnd(std::size_t i) const
    {
        for (;;) {
            if (at(i) == "#") {
                const auto end = metricEnd(i + 1);
                if (end == i + 1) {
                    return i;
                }
                i = end;
                continue;
            }
            const auto end = bracketsEnd(i);
            if (end == i) {
                return i;
            }
            i = end;
        }
    }

    [[nodiscard]] std::size_t bracketsEnd(std::size_t i) const
    {
        constexpr std::size_t kMostWords = 4; // "(", "+-", "4.65%", ")"
        if (!at(i).starts_with('(') && !at(i).starts_with('[')) {
            return i;
        }
        for (auto end = i; end < i + kMostWords && end < m_words.size(); ++end) {
            if (at(end).ends_with(')') || at(end).ends_with(']')) {
                return between(i, end + 1).contains('%') ? end + 1 : i;
            }
        }
        return i;
    }

    [[nodiscard]] std::size_t metricEnd(std::size_t i) const
    {
        const auto number = decimalAt(at(i));
        if (!number) {
            return i;
        }
        const auto unit = at(i).substr(number->text.size());
        bool isPercent = unit == "%";
        if (!unit.empty() && !isPercent) {
            return i;
        }
        auto next = i + 1;
        if (at(next) == "%") {
            isPercent = true;
            ++next;
        }
        if (const auto phrase = phraseEnd(next); phrase > next) {
            return phrase;
        }
        if (at(next).ends_with("/sec") || at(next) == "GHz") {
            return at(next + 1).contains('_') ? next + 2 : next + 1;
        }
        const bool isName = at(next).contains('_') || isPercent;
        return isName && !at(next).empty() ? next + 1 : i;
    }

    /// Behind a metric's known name of several words at word @p i; @p i if none is there.
    [[nodiscard]] std::size_t phraseEnd(std::size_t i) const
    {
        for (const auto phrase : metricPhrases()) {
            const auto words = wordsOf(phrase);
            if (i + words.size() <= m_words.size()
                && std::equal(words.begin(), words.end(), m_words.begin() + static_cast<std::ptrdiff_t>(i))) {
                return i + words.size();
            }
        }
        return i;
    }

    std::string_view m_text;
    std::vector<std::string_view> m_words;
};

}

std::vector<std::string_view> flatRows(std::string_view text)
{
    return Reader(text).read();
}

}
