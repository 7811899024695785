// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/text/diff_lines.h"

#include "core/base/characters.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace patchscale {
namespace {

using namespace std::string_view_literals;

constexpr auto npos = std::string_view::npos;
constexpr std::size_t kStrangeLines = 3; ///< so many odd lines in a row and the diff was cut short

/// Reads "-12,5" or "+12" with @p sign at @p pos, which moves behind it.
bool readRange(std::string_view line, std::size_t& pos, char sign, std::size_t& count)
{
    if (pos >= line.size() || line[pos] != sign) {
        return false;
    }
    ++pos;
    const auto number = [&](std::size_t& value) {
        const auto [rest, error] = std::from_chars(line.data() + pos, line.data() + line.size(), value);
        if (error != std::errc {}) {
            return false;
        }
        pos = static_cast<std::size_t>(rest - line.data());
        return true;
    };
    std::size_t first = 0;
    if (!number(first)) {
        return false;
    }
    count = 1;
    if (pos < line.size() && line[pos] == ',') {
        ++pos;
        return number(count);
    }
    return true;
}

constexpr std::array kExtendedHeaders {"index "sv,
                                       "new file mode "sv,
                                       "deleted file mode "sv,
                                       "old mode "sv,
                                       "new mode "sv,
                                       "similarity index "sv,
                                       "dissimilarity index "sv,
                                       "rename "sv,
                                       "copy "sv,
                                       "--- "sv,
                                       "+++ "sv,
                                       "Binary files "sv,
                                       "=========="sv,
                                       "GIT binary patch"sv};
constexpr std::array kCuts {"[...]"sv, "[snip]"sv, "[…]"sv, "<snip>"sv, "..."sv, "[skip]"sv, "…"sv, "[..]"sv, "8<"sv};
constexpr std::array kStatSummaries {"create mode "sv, "delete mode "sv, "rename "sv,
                                     "copy "sv,        "mode change "sv, "rewrite "sv};

bool startsWithAny(std::string_view text, const auto& words)
{
    return std::ranges::any_of(words, [&](std::string_view word) { return text.starts_with(word); });
}

/// A line of C, assembler, a makefile … as opposed to a sentence. Web archives strip the blank that starts a context
/// line, so that only this tells it from prose.
bool looksLikeCode(std::string_view line)
{
    const auto end = line.find_last_not_of(" \t");
    if (end == npos) {
        return true;
    }
    const char last = line[end];
    if (";{})\\&|=*/"sv.contains(last) || "#}*/{"sv.contains(line.front())) {
        return true;
    }
    return line.contains("->") || line.contains("()") || line.contains(" = ") || line.contains("/*")
        || (last == ':' && !line.contains(' ')) || (last == ',' && line.contains('('));
}

/// "7d95126..1679728 100644": the rest of a wrapped "diff --git" line.
bool isWrappedIndex(std::string_view line)
{
    std::size_t pos = 0;
    while (pos < line.size() && (isDigit(line[pos]) || (line[pos] >= 'a' && line[pos] <= 'f'))) {
        ++pos;
    }
    return pos >= 7 && line.substr(pos).starts_with("..");
}

}

std::optional<HunkHeader> hunkHeader(std::string_view line)
{
    HunkHeader header;
    std::size_t pos = 3;
    if (!line.starts_with("@@ ") || !readRange(line, pos, '-', header.oldCount) || pos >= line.size()
        || line[pos] != ' ' || !readRange(line, ++pos, '+', header.newCount) || !line.substr(pos).starts_with(" @@")) {
        return std::nullopt;
    }
    header.length = pos + 3;
    header.context = line.substr(std::min(header.length + 1, line.size()));
    return header;
}

bool isEdCommand(std::string_view text)
{
    std::size_t pos = 0;
    const auto range = [&] {
        const std::size_t begin = pos;
        while (pos < text.size() && (isDigit(text[pos]) || (text[pos] == ',' && pos > begin))) {
            ++pos;
        }
        return pos > begin;
    };
    if (!range() || pos >= text.size() || !"acd"sv.contains(text[pos])) {
        return false;
    }
    ++pos;
    return range() && pos == text.size();
}

bool isDiffstat(std::string_view line)
{
    if (!line.contains('|')) {
        const auto text = line.substr(std::min(line.find_first_not_of(' '), line.size()));
        if (text.empty() || (!isDigit(text.front()) && !line.starts_with(' '))) {
            return false;
        }
        const auto behind = text.substr(std::min(text.find_first_not_of("0123456789"), text.size()));
        return (isDigit(text.front()) && behind.starts_with(" file") && behind.contains(" changed, "))
            || (line.starts_with(' ') && startsWithAny(text, kStatSummaries));
    }
    const auto bar = line.rfind(" | ");
    if (bar == npos) {
        return false;
    }
    // One name, a bar, a count and marks. A name may hold " => " and, cut in front, "...".
    auto name = line.substr(0, bar);
    name = name.substr(0, std::min(name.find_last_not_of(' ') + 1, name.size()));
    const auto bare = name.substr(std::min(name.find_first_not_of(' '), name.size()));
    if (bare.empty() || (bare.contains(' ') && !bare.contains(" => ") && !bare.contains("--- "))) {
        return false;
    }
    auto rest = line.substr(bar + 3);
    rest = rest.substr(std::min(rest.find_first_not_of(' '), rest.size()));
    if (rest.starts_with("Bin ")) {
        return true;
    }
    std::size_t pos = 0;
    while (pos < rest.size() && isDigit(rest[pos])) {
        ++pos;
    }
    if (pos == 0) {
        return false;
    }
    const auto marks = rest.substr(pos);
    if (marks.empty()) {
        return rest == "0" && bare.contains('/');
    }
    const auto last = marks.find_last_not_of(' ');
    const bool isBar = marks.front() == ' ' && marks.size() > 1 && marks.find_first_not_of(" +-=\r") == npos
        && last != npos && last > 0;
    // Flattened: "… | 5 +++++ 1 file changed, 5 insertions(+)"
    return isBar || (marks.starts_with(" +") || marks.starts_with(" -") ? marks.contains(" changed, ") : false);
}

bool DiffLines::startHunk(std::string_view line)
{
    const auto header = hunkHeader(line);
    if (!header) {
        return false;
    }
    m_state = State::Hunk;
    m_oldLeft = header->oldCount;
    m_newLeft = header->newCount;
    m_strange = 0;
    return true;
}

bool DiffLines::startsAt(std::string_view line, std::string_view next)
{
    if (line.starts_with("  diff --git ")) { // blanks that format=flowed stuffs in front
        line.remove_prefix(2);
    }
    if (line.empty()) {
        return false;
    }
    switch (line.front()) {
    case 'd':
        if (line.starts_with("diff --git ") || line.starts_with("diff -") || line.starts_with("diff --cc ")) {
            m_state = line.contains(" @@ -") ? State::Flattened : State::Header;
            return true;
        }
        return false;
    case 'I':
        if (line.starts_with("Index: ") && (next.starts_with("====") || next.starts_with("--- "))) {
            m_state = State::Header;
            return true;
        }
        return false;
    case '-':
        if (line.starts_with("--- ") && next.starts_with("+++ ")) {
            m_state = State::Header;
            return true;
        }
        return false;
    case '@':
        if (line.starts_with("@@@ -")) {
            m_state = State::Binary; // a merge's diff: counts of several parents; it ends with a blank line
            return true;
        }
        return startHunk(line);
    default:
        if (isDigit(line.front()) && (next.starts_with("< ") || next.starts_with("> ")) && isEdCommand(line)) {
            m_state = State::Ed;
            return true;
        }
        return false;
    }
}

bool DiffLines::continuesHeader(std::string_view line)
{
    if (line == "GIT binary patch") {
        m_state = State::Binary;
        return true;
    }
    if (startHunk(line)) {
        return true;
    }
    if (line.starts_with("@@@ -")) {
        m_state = State::Binary;
        return true;
    }
    if (startsWithAny(line, kExtendedHeaders) || isWrappedIndex(line)) {
        m_strange = 0;
        return true;
    }
    // Mail programs wrap the long line "diff --git a/… b/…".
    if (m_strange == 0 && !line.empty() && !line.contains(' ') && line.contains('/')) {
        ++m_strange;
        return true;
    }
    m_state = State::None;
    return false;
}

void DiffLines::consume(bool isOld, bool isNew)
{
    m_oldLeft -= isOld && m_oldLeft > 0 ? 1 : 0;
    m_newLeft -= isNew && m_newLeft > 0 ? 1 : 0;
    if (m_oldLeft == 0 && m_newLeft == 0) {
        m_state = State::BetweenHunks;
    }
}

bool DiffLines::continuesHunk(std::string_view line, std::size_t numbers)
{
    if (line.empty()) { // a blank context line whose blank was stripped
        consume(true, true);
        return true;
    }
    switch (line.front()) {
    case '+':
        m_strange = 0;
        consume(false, true);
        return true;
    case '-':
        m_strange = 0;
        consume(true, false);
        return true;
    case ' ':
    case '\t':
        m_strange = 0;
        consume(true, true);
        return true;
    case '\\':
        return true;
    case '@':
        return startHunk(line);
    default:
        break;
    }
    const auto text = line.substr(0, line.find_last_not_of(" \t") + 1);
    if (startsWithAny(text, kCuts)) {
        m_state = State::BetweenHunks;
        return true;
    }
    if (looksLikeCode(line)) {
        m_strange = 0;
        consume(true, true);
        return true;
    }
    // The tail of a line that was wrapped, or the text after a diff that was cut short.
    if (numbers < 2 && !line.ends_with('.') && !line.ends_with(':') && ++m_strange < kStrangeLines) {
        return true;
    }
    m_state = State::None;
    return false;
}

bool DiffLines::take(std::string_view line, std::string_view next, std::size_t depth, std::size_t numbers)
{
    if (m_state != State::None && depth != m_depth) {
        // A reply between hunks, or the diff of someone else; the diff may go on behind it.
        const auto state = m_state;
        if (!startsAt(line, next)) {
            m_state = state;
            return false;
        }
        m_depth = depth;
        return true;
    }
    switch (m_state) {
    case State::None:
        break;
    case State::Header:
        if (continuesHeader(line)) {
            return true;
        }
        break;
    case State::Hunk:
        if ((line == "-- " || line == "--") && !next.empty() && isDigit(next.front())) {
            m_state = State::None; // the end of the patch: a hunk was shortened
            return false;
        }
        if (continuesHunk(line, numbers)) {
            return true;
        }
        break;
    case State::BetweenHunks:
        if (line.starts_with('\\')) {
            return true;
        }
        if (line.empty() || startsAt(line, next)) {
            return !line.empty();
        }
        m_state = State::None;
        return false;
    case State::Flattened:
        if (looksLikeCode(line) || line.contains(" +") || line.contains(" @@ ")) {
            return true;
        }
        m_state = State::None;
        break;
    case State::Ed:
        if (line.starts_with('<') || line.starts_with('>') || line == "---") {
            return true;
        }
        m_state = State::None;
        break;
    case State::Binary:
        if (!line.empty()) {
            return true;
        }
        m_state = State::None;
        return false;
    }
    m_depth = depth;
    return startsAt(line, next);
}

}
