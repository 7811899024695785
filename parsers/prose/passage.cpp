// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/prose/passage.h"

#include "core/base/characters.h"
#include "parsers/prose/cues.h"
#include "parsers/prose/leads.h"

#include <array>
#include <charconv>

namespace patchscale::sentences {
namespace {

/// A line of this many numbers, or with this many gaps between them, is a table row.
constexpr int kMaxProseNumbers = 9;
constexpr int kTableGaps = 2;
/// Longest passage: a "paragraph" of more lines is a listing.
constexpr std::size_t kMaxPassageLines = 80;

bool isAlpha(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool isBlank(char c)
{
    return c == ' ' || c == '\t';
}

bool startsWithDigit(std::string_view line)
{
    const auto at = line.find_first_not_of(" \t");
    return at != std::string_view::npos && isDigit(line[at]);
}

/// Whether a line with several numbers, or with one in front, is laid out in columns, or is a table run into one line.
bool isTableLine(std::string_view line, unsigned numbers)
{
    if (numbers < 2 && !startsWithDigit(line)) {
        return false;
    }
    if (numbers > kMaxProseNumbers && numbers * 16U > line.size()) {
        return true;
    }
    int gaps = 0;
    int bars = 0;
    bool isInText = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
        const char c = line[i];
        bars += c == '|' ? 1 : 0;
        if (!isBlank(c)) {
            isInText = true;
            continue;
        }
        const std::size_t begin = i;
        bool hasTab = c == '\t';
        while (i + 1 < line.size() && isBlank(line[i + 1])) {
            ++i;
            hasTab |= line[i] == '\t';
        }
        const bool isSentenceGap = begin > 0 && (line[begin - 1] == '.' || line[begin - 1] == ':');
        if (isInText && i + 1 < line.size() && (hasTab || i > begin) && !isSentenceGap) {
            gaps += i >= begin + 3 || hasTab ? kTableGaps : 1;
            if (gaps >= kTableGaps) {
                return true;
            }
        }
    }
    return bars >= 2;
}

struct Marker
{
    std::size_t length = 0; ///< with the blanks around it; 0 if the line is no list item
    int item = 0; ///< its number, or 0
};

Marker markerOf(std::string_view line)
{
    std::size_t at = 0;
    while (at < line.size() && isBlank(line[at])) {
        ++at;
    }
    Marker marker;
    std::size_t end = at;
    const bool isBracketed = end < line.size() && line[end] == '(';
    end += isBracketed ? 1 : 0;
    const std::size_t digits = end;
    while (end < line.size() && isDigit(line[end]) && end - digits < 2) {
        ++end;
    }
    if (end > digits && end < line.size() && (line[end] == ')' || (line[end] == '.' && !isBracketed))) {
        std::from_chars(line.data() + digits, line.data() + end, marker.item);
        ++end;
    } else if (at + 1 < line.size() && isAlpha(line[at]) && line[at + 1] == ')') {
        end = at + 2;
        marker.item = (line[at] | 0x20) - 'a' + 1;
    } else if (at < line.size() && (line[at] == '-' || line[at] == '*' || line[at] == '+')) {
        end = at + 1;
    } else if (line.substr(at, 3) == "\u2022") {
        end = at + 3;
    } else {
        return {};
    }
    if (end >= line.size() || !isBlank(line[end])) {
        return {};
    }
    while (end < line.size() && isBlank(line[end])) {
        ++end;
    }
    return end < line.size() ? Marker {.length = end, .item = marker.item} : Marker {};
}

/// "bw=319MiB/s, io=9563MiB, run=30001msec": what a tool printed.
bool isToolOutput(std::string_view line)
{
    int pairs = 0;
    for (auto at = line.find('='); at != std::string_view::npos; at = line.find('=', at + 1)) {
        const bool isGlued = at > 0 && isAlpha(line[at - 1]) && at + 1 < line.size() && isDigit(line[at + 1]);
        const auto name = line.substr(0, at);
        const bool isFio = name.ends_with("bw") || name.ends_with("IOPS") || name.ends_with("aggrb");
        pairs += isGlued ? (isFio ? 2 : 1) : 0;
    }
    return pairs >= 2 && !line.contains("--");
}

bool isProse(const Text& text, std::size_t line)
{
    const auto& info = text.lines()[line];
    if (info.kind != LineKind::Body) {
        return false;
    }
    return info.firstDigit >= info.end
        || (!isTableLine(text.line(line), info.numbers) && !isToolOutput(text.line(line)));
}

/// Grows @p passage downwards to its last line and sets its span.
void grow(const Text& text, Passage& passage)
{
    const auto lines = text.lines();
    const auto marker = markerOf(text.line(passage.firstLine));
    passage.item = marker.item;
    passage.depth = lines[passage.firstLine].quoteDepth;
    while (passage.lastLine + 1 < lines.size() && passage.lastLine - passage.firstLine < kMaxPassageLines) {
        const std::size_t next = passage.lastLine + 1;
        if (lines[next].quoteDepth != passage.depth || !isProse(text, next) || markerOf(text.line(next)).length != 0) {
            break;
        }
        passage.lastLine = next;
    }
    const std::size_t begin = lines[passage.firstLine].begin + marker.length;
    passage.span = {.offset = begin, .length = lines[passage.lastLine].end - begin};
}

}

std::optional<Passage> passageAt(const Text& text, std::size_t line)
{
    const auto lines = text.lines();
    while (line < lines.size() && !isProse(text, line)) {
        ++line;
    }
    if (line >= lines.size()) {
        return std::nullopt;
    }
    Passage passage {.firstLine = line, .lastLine = line, .span = {}};
    grow(text, passage);
    return passage;
}

std::optional<Passage> passageWithValues(const Text& text, std::size_t line, const TakenLines& taken)
{
    const auto lines = text.lines();
    const std::size_t floor = line;
    for (; line < lines.size(); ++line) {
        const auto& info = lines[line];
        if (info.firstDigit >= info.end) {
            continue;
        }
        if (const auto free = taken.firstFree(line); free != line) {
            line = free - 1;
            continue;
        }
        if (!isProse(text, line) || !hasValueCue(text.line(line), info.firstDigit - info.begin)) {
            continue;
        }
        std::size_t first = line;
        while (first > floor && line - first < kMaxPassageLines && markerOf(text.line(first)).length == 0
               && lines[first - 1].quoteDepth == info.quoteDepth && isProse(text, first - 1)) {
            --first;
        }
        Passage passage {.firstLine = first, .lastLine = line, .span = {}};
        grow(text, passage);
        if (mayStateValues(text, passage)) {
            return passage;
        }
        line = passage.lastLine;
    }
    return std::nullopt;
}

bool followsMetricHeading(const Text& text, std::size_t line)
{
    while (line > 0 && text.lines()[line - 1].kind == LineKind::Blank) {
        --line;
    }
    if (line == 0 || text.lines()[line - 1].kind != LineKind::Body) {
        return false;
    }
    auto heading = text.line(line - 1);
    while (heading.ends_with(' ')) {
        heading.remove_suffix(1);
    }
    return heading.ends_with(':') && (cuesIn(heading) & MeasureCue) != 0;
}

bool mayStateValues(const Text& text, const Passage& passage)
{
    const auto words = text.slice(passage.span);
    const unsigned cues = cuesIn(words);
    if ((cues & VariantCue) == 0) {
        return false;
    }
    const bool tellsMeasure = cues == (VariantCue | MeasureCue) && mayLeadToValue(words);
    return tellsMeasure || followsMetricHeading(text, passage.firstLine);
}

}
