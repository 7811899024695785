// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/text/line_kinds.h"

#include "core/base/characters.h"
#include "parsers/text/diff_lines.h"

#include <algorithm>
#include <array>

namespace patchscale {
namespace {

using namespace std::string_view_literals;

constexpr auto npos = std::string_view::npos;
constexpr std::size_t kLongestHeader = 40; ///< lines of a header block within the text
constexpr std::size_t kEarlyLines = 12; ///< a quoted header that far up tells what the document is about
constexpr std::size_t kTableNumbers = 8; ///< a line that was flattened with so many numbers holds a table as well

bool isHash(std::string_view text)
{
    return text.size() >= 12 && text.size() <= 64
        && std::ranges::all_of(text, [](char c) { return isDigit(c) || (c >= 'a' && c <= 'f'); });
}

std::string_view trimmed(std::string_view text)
{
    const auto begin = text.find_first_not_of(" \t");
    return begin == npos ? std::string_view {} : text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

/// Line number 0 of "git cat-file commit", or a commit's first line in "git log".
bool isCommitStart(std::string_view line)
{
    for (const auto word : {"tree "sv, "commit "sv}) {
        if (line.starts_with(word)) {
            auto rest = line.substr(word.size());
            rest = rest.substr(0, rest.find(' ')); // "commit 1234 (HEAD)"
            return isHash(rest);
        }
    }
    return false;
}

bool isCommitHeader(std::string_view line, bool& isFolded)
{
    static constexpr std::array kWords {"tree "sv,     "parent "sv,      "author "sv,     "committer "sv,
                                        "encoding "sv, "Author: "sv,     "Date: "sv,      "Merge: "sv,
                                        "Commit: "sv,  "AuthorDate: "sv, "CommitDate: "sv};
    if (line.starts_with("gpgsig ") || line.starts_with("mergetag ")) {
        isFolded = true; // the lines of the signature follow, each behind a blank
        return true;
    }
    return (isFolded && line.starts_with(' '))
        || std::ranges::any_of(kWords, [&](std::string_view word) { return line.starts_with(word); });
}

/// The version of git that ends a patch behind "-- ".
bool isVersion(std::string_view line)
{
    const auto text = trimmed(line);
    return !text.empty() && isDigit(text.front()) && text.contains('.') && std::ranges::all_of(text, [](char c) {
        return isDigit(c) || c == '.' || (c >= 'a' && c <= 'z') || c == '-';
    });
}

class LineClassifier
{
public:
    explicit LineClassifier(CleanText& clean)
        : m_text(clean.text)
        , m_lines(clean.lines)
    {
    }

    std::string run();

private:
    [[nodiscard]] std::string_view line(std::size_t index) const
    {
        return index < m_lines.size() ? m_text.substr(m_lines[index].begin, m_lines[index].size())
                                      : std::string_view {};
    }
    [[nodiscard]] bool follows(std::size_t index) const
    {
        return index > 0 && index < m_lines.size() && m_lines[index].quoteDepth == m_lines[index - 1].quoteDepth;
    }
    [[nodiscard]] bool isParagraphStart(std::size_t index) const;

    std::size_t readCommitHeader(std::size_t first);
    std::size_t readHeaderBlock(std::size_t first);
    std::size_t readSignedMessage(std::size_t first);
    std::size_t readSignature(std::size_t first);
    bool readAttribution(std::size_t index);
    std::size_t readSpecial(std::size_t index);

    std::string_view m_text;
    std::vector<Line>& m_lines;
    DiffLines m_diff;
    std::size_t m_start = 0; ///< the first line that is not blank
    std::string m_subject; ///< of the first header block or commit
};

bool LineClassifier::isParagraphStart(std::size_t index) const
{
    if (index == 0 || !follows(index)) {
        return true;
    }
    const auto before = m_lines[index - 1].kind;
    return before != LineKind::Body && before != LineKind::Trailer;
}

/// The header of a commit object or of "git log"; returns the line behind it.
std::size_t LineClassifier::readCommitHeader(std::size_t first)
{
    std::size_t index = first + 1;
    bool isFolded = false;
    while (follows(index) && isCommitHeader(line(index), isFolded)) {
        ++index;
    }
    if (index < first + 2) {
        return first;
    }
    for (std::size_t i = first; i < index; ++i) {
        m_lines[i].kind = LineKind::Header;
    }
    while (index < m_lines.size() && m_lines[index].kind == LineKind::Blank) {
        ++index;
    }
    if (first == m_start) { // the document is this commit
        m_subject = trimmed(line(index));
    }
    return index;
}

/// A header that was quoted or forwarded with its text: two or more of its lines in one paragraph, with an address or
/// behind "-----Original Message-----"; long lines may be wrapped. Returns the line behind it.
std::size_t LineClassifier::readHeaderBlock(std::size_t first)
{
    const bool isMarked = first > 0 && m_lines[first - 1].kind == LineKind::Attribution;
    std::size_t fields = 0;
    std::size_t lastField = first;
    bool hasAddress = false;
    bool hasFrom = false;
    std::string_view subject;
    std::size_t index = first;
    for (; index < m_lines.size() && index < first + kLongestHeader; ++index) {
        if (m_lines[index].kind == LineKind::Blank || (index > first && !follows(index))) {
            break;
        }
        const auto field = headerField(line(index));
        if (field.name.empty()) {
            continue;
        }
        ++fields;
        lastField = index;
        hasFrom = hasFrom || field.name == "from";
        hasAddress = hasAddress || field.value.contains('@') || field.value.contains('<');
        subject = field.name == "subject" ? field.value : subject;
    }
    // In front of a patch's text a single "From:" names its author.
    const bool isAuthor = fields == 1 && index == first + 1 && hasFrom && hasAddress;
    const std::size_t others = index - first - fields;
    if (!isAuthor && (fields < 2 || !hasFrom || (!hasAddress && !isMarked) || others > fields + 2)) {
        return first;
    }
    // The subject comes last and may be wrapped; a paragraph that goes on at length is the message itself.
    const std::size_t end = index - lastField <= 3 ? index : lastField + 1;
    for (std::size_t i = first; i < end; ++i) {
        m_lines[i].kind = LineKind::Header;
    }
    if (m_subject.empty() && first < m_start + kEarlyLines) {
        m_subject = subject;
    }
    return end;
}

/// The frame of a message signed with PGP in the text.
std::size_t LineClassifier::readSignedMessage(std::size_t first)
{
    const auto text = line(first);
    std::size_t index = first + 1;
    if (text == "-----BEGIN PGP SIGNED MESSAGE-----") {
        while (follows(index) && m_lines[index].kind != LineKind::Blank) {
            ++index;
        }
    } else if (text == "-----BEGIN PGP SIGNATURE-----") {
        while (index < m_lines.size() && !line(index - 1).starts_with("-----END PGP SIGNATURE")) {
            ++index;
        }
    } else {
        return first;
    }
    for (std::size_t i = first; i < index; ++i) {
        m_lines[i].kind = LineKind::Header;
    }
    return index;
}

/// "-- " and the version of git below it.
std::size_t LineClassifier::readSignature(std::size_t first)
{
    const auto text = line(first);
    if ((text != "-- " && text != "--") || !follows(first + 1) || !isVersion(line(first + 1))) {
        return first;
    }
    m_lines[first + 1].kind = LineKind::Trailer;
    return first + 2;
}

bool LineClassifier::readAttribution(std::size_t index)
{
    const auto text = line(index);
    if (!isAttribution(text)) {
        return false;
    }
    m_lines[index].kind = LineKind::Attribution;
    const auto before = index > 0 ? line(index - 1) : std::string_view {};
    if (follows(index) && m_lines[index - 1].kind == LineKind::Body && isParagraphStart(index - 1)
        && !opensAttribution(text) && (opensAttribution(before) || (before.contains('<') && before.contains('@')))) {
        m_lines[index - 1].kind = LineKind::Attribution;
    }
    return true;
}

/// Reads what takes more than one line; returns the line behind it, or @p index if there is none.
std::size_t LineClassifier::readSpecial(std::size_t index)
{
    const auto text = line(index);
    switch (text.front()) {
    case 't':
    case 'c':
        return isCommitStart(text) ? readCommitHeader(index) : index;
    case '-':
        if (const auto behind = readSignedMessage(index); behind != index) {
            return behind;
        }
        return readSignature(index);
    default:
        break;
    }
    const auto first = static_cast<unsigned char>(text.front());
    const bool mayBeField = (first >= 'A' && first <= 'Z') || first >= 0x80 || first == '*';
    if (mayBeField && isParagraphStart(index) && !headerField(text).name.empty()) {
        return readHeaderBlock(index);
    }
    return index;
}

std::string LineClassifier::run()
{
    while (m_start < m_lines.size() && m_lines[m_start].kind == LineKind::Blank) {
        ++m_start;
    }
    for (std::size_t index = 0; index < m_lines.size(); ++index) {
        auto& current = m_lines[index];
        if (current.kind == LineKind::Header) {
            continue;
        }
        const auto text = line(index);
        if (m_diff.take(text, line(index + 1), current.quoteDepth, current.numbers)) {
            current.kind = LineKind::Diff;
            continue;
        }
        if (text.empty() || current.kind == LineKind::Blank) {
            continue;
        }
        if (const auto behind = readSpecial(index); behind != index) {
            index = behind - 1;
            continue;
        }
        if (current.kind == LineKind::Ruler || current.numbers >= kTableNumbers) {
            continue;
        }
        if (isTrailer(text)) {
            current.kind = LineKind::Trailer;
        } else if (isDiffstat(text)) {
            current.kind = LineKind::Diffstat;
        } else {
            readAttribution(index);
        }
    }
    return std::move(m_subject);
}

}

std::string classifyLines(CleanText& clean)
{
    return LineClassifier(clean).run();
}

}
