// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/text/lines.h"

#include "parsers/text/quotes.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

namespace patchscale {
namespace {

using namespace std::string_view_literals;

constexpr auto npos = std::string_view::npos;
constexpr std::size_t kLongLine = 50; ///< a soft break far left of the margin is a blank that a table row ends with
constexpr std::size_t kJobStep = 4096; ///< lines between looks at the job

constexpr std::uint8_t kBeforeWord = 1; ///< a word may start behind it
constexpr std::uint8_t kSign = 2;
constexpr std::uint8_t kRuler = 4;
constexpr std::uint8_t kBlank = 8;

constexpr std::array<std::uint8_t, 256> kClasses = [] {
    std::array<std::uint8_t, 256> classes {};
    const auto mark = [&](std::string_view bytes, std::uint8_t what) {
        for (const char c : bytes) {
            classes[static_cast<unsigned char>(c)] |= what;
        }
    };
    mark(" \t|([{=\"'`<>;*", kBeforeWord);
    mark("+-~", kSign);
    mark("-=+|_*:~ \t", kRuler);
    mark(" \t", kBlank);
    for (std::size_t byte = 0x80; byte < 0x100; ++byte) {
        classes[byte] |= kBeforeWord; // "±19.8%", "为1583"
    }
    return classes;
}();

std::uint8_t classOf(char c)
{
    return kClasses[static_cast<unsigned char>(c)];
}

bool isBoxDrawing(std::string_view text)
{
    for (std::size_t pos = 0; pos < text.size();) {
        if ((classOf(text[pos]) & kBlank) != 0) {
            ++pos;
        } else if (text.substr(pos).starts_with("\xE2\x94") || text.substr(pos).starts_with("\xE2\x95")) {
            pos += 3;
        } else {
            return false;
        }
    }
    return true;
}

LineKind shapeOf(std::string_view text)
{
    std::size_t pos = 0;
    while (pos < text.size() && (classOf(text[pos]) & kBlank) != 0) {
        ++pos;
    }
    if (pos == text.size()) {
        return LineKind::Blank;
    }
    if (text[pos] == '\xE2') {
        return isBoxDrawing(text) ? LineKind::Ruler : LineKind::Body;
    }
    std::size_t marks = 0;
    for (; pos < text.size() && (classOf(text[pos]) & kRuler) != 0; ++pos) {
        marks += (classOf(text[pos]) & kBlank) == 0 ? 1 : 0;
    }
    if (marks == 1 && pos < text.size() && text[pos] == '\xE2') { // "+────+────+"
        while (pos < text.size()) {
            const bool isMark = (classOf(text[pos]) & kRuler) != 0;
            if (!isMark && !isBoxDrawing(text.substr(pos, 3))) {
                return LineKind::Body;
            }
            pos += isMark ? 1 : 3;
            ++marks;
        }
        pos = text.size();
    }
    return pos == text.size() && marks >= 2 ? LineKind::Ruler : LineKind::Body;
}

constexpr std::uint64_t kOnes = 0x0101010101010101U;
constexpr std::uint64_t kHighBits = 0x80 * kOnes;

std::uint64_t inOrder(std::uint64_t word)
{
    return std::endian::native == std::endian::big ? std::byteswap(word) : word;
}

/// The next eight bytes of @p text from @p pos, fewer at its end; a byte's place in memory is its place in the word.
std::uint64_t wordAt(std::string_view text, std::size_t pos)
{
    std::uint64_t word = 0;
    if (pos + sizeof word <= text.size()) {
        std::memcpy(&word, text.data() + pos, sizeof word); // one load; a length that varies would be a call
        return inOrder(word);
    }
    if (text.size() >= sizeof word) {
        std::memcpy(&word, text.data() + text.size() - sizeof word, sizeof word);
        return inOrder(word) >> 8 * (sizeof word - (text.size() - pos));
    }
    for (std::size_t i = 0; i < text.size() - pos; ++i) {
        word |= std::uint64_t {static_cast<unsigned char>(text[pos + i])} << 8 * i;
    }
    return word;
}

/// The high bit of every byte of @p word that is a digit.
std::uint64_t digitBits(std::uint64_t word)
{
    const std::uint64_t fromZero = word ^ 0x30 * kOnes; // a digit becomes 0 to 9
    const std::uint64_t above = (fromZero & ~kHighBits) + (0x7F - 9) * kOnes; // high bit: more than 9
    return ~(above | word) & kHighBits;
}

/// Whether a number may start at the digit at @p pos: behind a blank, a bracket …, with or without a sign.
bool startsNumber(std::string_view text, std::size_t pos)
{
    for (std::size_t signs = 0; pos > 0 && signs < 3; ++signs, --pos) {
        const auto before = classOf(text[pos - 1]);
        if ((before & kSign) == 0) {
            return (before & kBeforeWord) != 0;
        }
    }
    return pos == 0;
}

/// Fills what a line tells of its digits. `line.begin` and `line.end` are set; @p text is its content.
void countNumbers(std::string_view text, Line& line)
{
    line.firstDigit = line.end;
    unsigned count = 0;
    std::uint64_t carry = 0; // whether the byte before this word is a digit
    for (std::size_t pos = 0; pos < text.size(); pos += sizeof(std::uint64_t)) {
        const auto digits = digitBits(wordAt(text, pos));
        auto starts = digits & ~(digits << 8U | carry);
        carry = digits >> 56U;
        if (digits != 0 && line.firstDigit == line.end) {
            line.firstDigit =
                line.begin + static_cast<std::uint32_t>(pos) + static_cast<unsigned>(std::countr_zero(digits)) / 8;
        }
        for (; starts != 0; starts &= starts - 1) {
            count += startsNumber(text, pos + static_cast<unsigned>(std::countr_zero(starts)) / 8) ? 1 : 0;
        }
    }
    line.numbers = static_cast<std::uint16_t>(std::min(count, 0xFFFFU));
}

/// Appends clean text and its way back. Text that goes over unchanged is collected and copied in one go.
class Writer
{
public:
    Writer(std::string_view decoded, const SourceMap& inner)
        : m_decoded(decoded)
        , m_inner(inner)
    {
        m_out.text.reserve(decoded.size() + 1);
        m_out.lines.reserve(decoded.size() / 40 + 1);
    }

    /// The decoded bytes from @p begin to @p end go over as they are.
    void copy(std::size_t begin, std::size_t end)
    {
        if (begin != m_end) {
            flush();
            m_begin = begin;
        }
        m_end = end;
    }

    /// @p made stands for the decoded bytes from @p begin to @p end.
    void replace(std::string_view made, std::size_t begin, std::size_t end)
    {
        flush();
        m_out.map.add(m_out.text.size(), m_inner.source({.offset = begin, .length = end - begin}), SourceMap::kWhole);
        m_out.text += made;
        m_begin = end;
        m_end = end;
    }

    [[nodiscard]] std::size_t size() const
    {
        return m_out.text.size() + (m_end - m_begin);
    }

    void flush()
    {
        if (m_end > m_begin) {
            m_out.map.addThrough(m_inner, {.offset = m_begin, .length = m_end - m_begin}, m_out.text.size(), m_hint);
            m_out.text.append(m_decoded, m_begin, m_end - m_begin);
        }
        m_begin = m_end;
    }

    CleanText& out()
    {
        return m_out;
    }

private:
    std::string_view m_decoded;
    const SourceMap& m_inner;
    CleanText m_out;
    std::size_t m_begin = 0; ///< of what is collected
    std::size_t m_end = 0;
    std::size_t m_hint = 0;
};

/// A line of decoded text: where it stands and where its line end does.
struct RawLine
{
    std::size_t begin = 0;
    std::size_t end = 0; ///< of the content, before any carriage return
    std::size_t newline = 0; ///< of the line feed, or of the carriage return that ends the line; or the text's end
};

class LineCleaner
{
public:
    LineCleaner(std::string_view decoded, const SourceMap& inner, const ByteCensus& bytes)
        : m_decoded(decoded)
        , m_bytes(bytes)
        , m_writer(decoded, inner)
    {
    }

    void read(const TextRegion& region, const Job& job);

    CleanText take()
    {
        m_writer.flush();
        return std::move(m_writer.out());
    }

private:
    [[nodiscard]] RawLine rawLine(std::size_t begin, std::size_t end) const;
    void writeContent(std::size_t begin, std::size_t end);
    void writeEnd(const RawLine& raw);
    bool joinsPrevious(const TextRegion& region, std::size_t depth, std::string_view content);
    std::size_t dashEscape(std::string_view content);
    void addLine(const TextRegion& region, std::size_t depth, const RawLine& raw, std::size_t begin);

    std::string_view m_decoded;
    ByteCensus m_bytes;
    Writer m_writer;
    QuoteReader m_quotes;
    bool m_isSigned = false; ///< between the first two marks of a message signed with PGP in the text
};

RawLine LineCleaner::rawLine(std::size_t begin, std::size_t end) const
{
    const auto* const found = std::memchr(m_decoded.data() + begin, '\n', end - begin);
    const std::size_t newline =
        found == nullptr ? end : static_cast<std::size_t>(static_cast<const char*>(found) - m_decoded.data());
    RawLine raw {.begin = begin, .end = newline, .newline = newline};
    if (!m_bytes.hasReturns) {
        return raw;
    }
    while (raw.end > begin && m_decoded[raw.end - 1] == '\r') {
        --raw.end;
    }
    // A return within the line goes back to its start: a progress display, each state of which is a line.
    const auto back = m_decoded.substr(begin, raw.end - begin).find('\r');
    if (back != npos) {
        raw.end = begin + back;
        raw.newline = raw.end;
    }
    return raw;
}

void LineCleaner::writeContent(std::size_t begin, std::size_t end)
{
    if (!m_bytes.hasControls) {
        m_writer.copy(begin, end);
        return;
    }
    std::size_t from = begin;
    for (std::size_t pos = begin; pos < end;) {
        const auto byte = static_cast<unsigned char>(m_decoded[pos]);
        if ((byte >= 0x20 && byte != 0x7F) || byte == '\t') {
            ++pos;
            continue;
        }
        if (pos > from) {
            m_writer.copy(from, pos);
        }
        bool separates = true;
        const std::size_t length = byte == 0x1B ? escapeLength(m_decoded.substr(pos, end - pos), separates) : 1;
        if (separates) {
            m_writer.replace(" ", pos, pos + length);
        }
        pos += length;
        from = pos;
    }
    if (end > from) {
        m_writer.copy(from, end);
    }
}

void LineCleaner::writeEnd(const RawLine& raw)
{
    if (raw.newline < m_decoded.size() && m_decoded[raw.newline] == '\n') {
        m_writer.copy(raw.newline, raw.newline + 1);
        return;
    }
    const std::size_t length = raw.newline < m_decoded.size() ? 1 : 0;
    m_writer.replace("\n", raw.newline, raw.newline + length);
}

/// Whether the last line goes on in this one: a soft break of format=flowed. What looks like rows of a table is left
/// alone, since people paste those with blanks at the end.
bool LineCleaner::joinsPrevious(const TextRegion& region, std::size_t depth, std::string_view content)
{
    const auto& out = m_writer.out();
    if (!region.isFlowed || out.lines.empty() || content.empty()) {
        return false;
    }
    const auto& last = out.lines.back();
    const auto text = std::string_view(out.text).substr(last.begin, last.end - last.begin);
    const auto looksLikeRow = [](std::string_view line) {
        return line.contains("   ") || line.contains('\t') || line.contains('|');
    };
    return last.quoteDepth == depth && last.kind == LineKind::Body && text.ends_with(' ') && text != "-- "
        && text.size() >= kLongLine && !looksLikeRow(text) && !looksLikeRow(content);
}

/// How much of @p content PGP put in front: a signed message escapes lines that begin with a dash with "- ".
std::size_t LineCleaner::dashEscape(std::string_view content)
{
    if (!content.starts_with('-')) {
        return 0;
    }
    if (content.starts_with("-----BEGIN PGP SIG")) {
        m_isSigned = content == "-----BEGIN PGP SIGNED MESSAGE-----";
        return 0;
    }
    return m_isSigned && content.starts_with("- -") ? 2 : 0;
}

void LineCleaner::addLine(const TextRegion& region, std::size_t depth, const RawLine& raw, std::size_t begin)
{
    Line line;
    line.quoteDepth = static_cast<std::uint8_t>(std::min<std::size_t>(depth, 0xFF));
    line.begin = static_cast<std::uint32_t>(m_writer.size());
    writeContent(begin, raw.end);
    line.end = static_cast<std::uint32_t>(m_writer.size());
    auto content = m_decoded.substr(begin, raw.end - begin);
    if (m_bytes.hasControls) {
        m_writer.flush();
        content = std::string_view(m_writer.out().text).substr(line.begin, line.size());
    }
    line.kind = shapeOf(content);
    if (region.isHeader && line.kind != LineKind::Blank) {
        line.kind = LineKind::Header; // nobody asks for its numbers
        line.firstDigit = line.end;
    } else {
        countNumbers(content, line);
    }
    writeEnd(raw);
    m_writer.out().lines.push_back(line);
}

void LineCleaner::read(const TextRegion& region, const Job& job)
{
    std::size_t pos = region.begin;
    for (std::size_t count = 0; pos < region.end; ++count) {
        if (count % kJobStep == 0 && job.isCancelled()) {
            return;
        }
        const auto raw = rawLine(pos, region.end);
        pos = std::min(raw.newline + 1, region.end);
        const auto line = m_decoded.substr(raw.begin, raw.end - raw.begin);
        QuotePrefix prefix;
        if (region.isMbox && line.starts_with(">From ")) {
            prefix.length = 1;
        } else if (!region.isHeader) {
            prefix = m_quotes.prefixOf(line, m_decoded.substr(pos, region.end - pos));
        }
        std::size_t begin = raw.begin + prefix.length;
        if (region.isFlowed && prefix.depth == 0 && line.starts_with(' ')) {
            ++begin; // stuffed by the sender
        }
        begin += dashEscape(m_decoded.substr(begin, raw.end - begin));
        if (region.isFlowed) {
            m_writer.flush();
            const auto content = m_decoded.substr(begin, raw.end - begin);
            if (joinsPrevious(region, prefix.depth, content)) {
                auto& last = m_writer.out().lines.back();
                m_writer.out().text.pop_back(); // the line feed
                writeContent(begin, raw.end);
                writeEnd(raw);
                m_writer.flush();
                last.end = static_cast<std::uint32_t>(m_writer.size()) - 1;
                countNumbers(std::string_view(m_writer.out().text).substr(last.begin, last.size()), last);
                continue;
            }
        }
        addLine(region, prefix.depth, raw, begin);
    }
}

}

std::size_t escapeLength(std::string_view text, bool& moves)
{
    moves = false;
    if (text.size() < 2) {
        return 1;
    }
    if (text[1] == '[') { // CSI: parameters, then a letter that says what it does
        std::size_t pos = 2;
        while (pos < text.size() && text[pos] >= 0x20 && text[pos] < 0x40) {
            ++pos;
        }
        if (pos == text.size()) {
            return pos;
        }
        moves = !"mKJhl"sv.contains(text[pos]);
        return text[pos] >= 0x40 && text[pos] < 0x7F ? pos + 1 : pos;
    }
    if (text[1] == ']') { // OSC: a title or link, up to BEL or ESC "\"
        const auto bell = text.find('\a', 2);
        const auto end = text.find("\x1B\\", 2);
        if (bell == npos && end == npos) {
            return 2;
        }
        return bell < end ? bell + 1 : end + 2;
    }
    const auto isPlain = [&](std::size_t pos) { return pos < text.size() && text[pos] >= 0x20 && text[pos] < 0x7F; };
    if ((text[1] == '(' || text[1] == ')') && isPlain(2)) {
        return 3; // a character set
    }
    return isPlain(1) ? 2 : 1; // one letter; never the first byte of a longer character
}

ByteCensus census(std::string_view bytes)
{
    ByteCensus found;
    constexpr std::size_t kBlock = 128; // a fixed length and no branches: the compiler makes wide registers of it
    std::uint8_t all = 0;
    const auto look = [&](std::string_view block) {
        for (const char c : block) {
            const auto byte = static_cast<unsigned char>(c);
            found.hasNul = found.hasNul || byte == 0;
            found.hasReturns = found.hasReturns || byte == '\r';
            found.hasControls =
                found.hasControls || byte == 0x7F || (byte < 0x20 && byte != '\n' && byte != '\t' && byte != '\r');
            found.odd += byte < 0x07 ? 1 : 0;
            all |= byte;
        }
    };
    std::size_t pos = 0;
    for (; pos + kBlock <= bytes.size(); pos += kBlock) {
        const auto* const data = bytes.data() + pos;
        std::uint8_t suspects = 0;
        std::uint8_t any = 0;
        for (std::size_t i = 0; i < kBlock; ++i) {
            const auto byte = static_cast<std::uint8_t>(data[i]);
            suspects |=
                static_cast<std::uint8_t>(static_cast<unsigned>(byte < 0x20) & static_cast<unsigned>(byte != '\t')
                                          & static_cast<unsigned>(byte != '\n'));
            suspects |= static_cast<std::uint8_t>(byte == 0x7F);
            any |= byte;
        }
        all |= any;
        if (suspects != 0) {
            look(bytes.substr(pos, kBlock));
        }
    }
    look(bytes.substr(pos));
    found.hasBeyondAscii = (all & 0x80U) != 0;
    return found;
}

CleanText cleanLines(std::string_view decoded, const SourceMap& inner, std::span<const TextRegion> regions,
                     const ByteCensus& bytes, const Job& job)
{
    LineCleaner cleaner(decoded, inner, bytes);
    for (const auto& region : regions) {
        cleaner.read(region, job);
    }
    return cleaner.take();
}

}
