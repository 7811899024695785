// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/mail/message.h"

#include "parsers/mail/header_lines.h"
#include "parsers/mail/html_text.h"
#include "parsers/mail/mime.h"
#include "parsers/mail/transfer.h"

#include <algorithm>
#include <array>
#include <utility>

namespace patchscale {
namespace {

using namespace std::string_view_literals;

constexpr auto npos = std::string_view::npos;
constexpr int kDeepestPart = 8; ///< parts within parts; deeper is no mail that a person wrote
constexpr std::size_t kMostParts = 1000;

constexpr std::ptrdiff_t kDistinctFields = 6;
/// Fields of mails. The first six are found nowhere else.
constexpr std::array kMailFields {
    "subject"sv,        "message-id"sv, "received"sv,    "return-path"sv, "delivered-to"sv, "mime-version"sv,
    "from"sv,           "date"sv,       "to"sv,          "cc"sv,          "sender"sv,       "list-id"sv,
    "x-mailing-list"sv, "reply-to"sv,   "in-reply-to"sv, "references"sv,  "content-type"sv};
constexpr std::array kTextEndings {".txt"sv, ".log"sv, ".out"sv, ".patch"sv, ".diff"sv, ".json"sv, ".csv"sv,
                                   ".tsv"sv, ".md"sv,  ".dat"sv, ".fio"sv,   ".conf"sv, ".yaml"sv, ".yml"sv};

std::size_t lineEnd(std::string_view bytes, std::size_t pos)
{
    const auto end = bytes.find('\n', pos);
    return end == npos ? bytes.size() : end + 1;
}

/// "From somebody Mon Sep 17 00:00:00 2001" with header lines below it.
bool isMailboxLine(std::string_view bytes, std::size_t pos)
{
    if (!bytes.substr(pos).starts_with("From ")) {
        return false;
    }
    const auto next = lineEnd(bytes, pos);
    auto line = bytes.substr(pos, next - pos);
    line = line.substr(0, line.find_last_not_of(" \r\n") + 1);
    const auto below = bytes.substr(next, lineEnd(bytes, next) - next);
    return line.size() > 20 && line.contains(':') && line.find_last_of("0123456789") + 1 == line.size()
        && (isFieldLine(below) || below.starts_with(">From "));
}

/// Where the messages of a mailbox begin; one if the bytes are a mail.
std::vector<std::size_t> messageStarts(std::string_view bytes)
{
    std::vector<std::size_t> starts {0};
    if (!bytes.starts_with("From ")) {
        return starts;
    }
    for (auto pos = bytes.find("\nFrom "); pos != npos; pos = bytes.find("\nFrom ", pos + 1)) {
        const bool isBehindBlank = pos > 0 && (bytes[pos - 1] == '\n' || bytes.substr(0, pos).ends_with("\n\r"));
        if (isBehindBlank && isMailboxLine(bytes, pos + 1)) {
            starts.push_back(pos + 1);
        }
    }
    return starts;
}

/// What a header says, as far as it can be told without KMime.
struct PlainLook
{
    bool isPlain = false; ///< text/plain, no transfer encoding, UTF-8: the body is its own text
    bool isFlowed = false;
};

PlainLook plainLook(std::string_view head)
{
    const auto type = asciiLower(headerValue(head, "content-type"));
    const auto encoding = asciiLower(headerValue(head, "content-transfer-encoding"));
    PlainLook look;
    look.isPlain = (type.empty() || type.starts_with("text/plain"))
        && (encoding.empty() || encoding == "7bit" || encoding == "8bit" || encoding == "binary")
        && isUtf8Name(headerParameter(type, "charset"));
    look.isFlowed = headerParameter(type, "format") == "flowed";
    return look;
}

class MailReader
{
public:
    MailReader(std::string_view bytes, std::vector<Diagnostic>& diagnostics, const Job& job)
        : m_bytes(bytes)
        , m_diagnostics(diagnostics)
        , m_job(job)
    {
    }

    UnwrappedMail run();

private:
    struct Html
    {
        PartHeader header;
        SourceSpan body;
    };

    bool readVerbatim(const std::vector<std::size_t>& starts);
    void readMessage(std::size_t begin, std::size_t end, int depth);
    void readPart(const PartHeader& header, SourceSpan body, int depth);
    void readMultipart(const PartHeader& header, SourceSpan body, int depth);
    [[nodiscard]] std::vector<SourceSpan> partsOf(const std::string& boundary, SourceSpan body) const;
    [[nodiscard]] MadeText textOf(const PartHeader& header, SourceSpan body);
    void append(const MadeText& part, const TextRegion& kind);
    void appendHeader(std::size_t begin, std::size_t end);
    void takeTitle(std::string_view head);

    std::string_view m_bytes;
    std::vector<Diagnostic>& m_diagnostics;
    const Job& m_job;
    UnwrappedMail m_out;
    bool m_isMailbox = false;
    bool m_hasText = false; ///< of the message that is being read
    std::vector<Html> m_html; ///< of the message that is being read
    std::size_t m_parts = 0;
};

void MailReader::takeTitle(std::string_view head)
{
    if (!m_out.title.empty()) {
        return;
    }
    auto subject = headerValue(head, "subject");
    m_out.title = subject.contains("=?") ? decodeHeaderWords(subject) : std::move(subject);
}

/// The regions of messages that need no decoding; false if one does.
bool MailReader::readVerbatim(const std::vector<std::size_t>& starts)
{
    for (std::size_t i = 0; i < starts.size(); ++i) {
        const std::size_t end = i + 1 < starts.size() ? starts[i + 1] : m_bytes.size();
        const auto bodyBegin = std::min(headerEnd(m_bytes, starts[i]), end);
        const auto head = m_bytes.substr(starts[i], bodyBegin - starts[i]);
        const auto look = plainLook(head);
        if (!look.isPlain) {
            m_out.regions.clear();
            return false;
        }
        takeTitle(head);
        m_out.regions.push_back({.begin = starts[i], .end = bodyBegin, .isHeader = true});
        m_out.regions.push_back({.begin = bodyBegin, .end = end, .isFlowed = look.isFlowed, .isMbox = m_isMailbox});
    }
    return true;
}

void MailReader::append(const MadeText& part, const TextRegion& kind)
{
    auto& made = m_out.made;
    const std::size_t begin = made.text.size();
    std::size_t hint = 0;
    made.map.addThrough(part.map, {.offset = 0, .length = part.text.size()}, begin, hint);
    made.text += part.text;
    const auto source = part.map.source({.offset = part.text.size(), .length = 0});
    for (int newlines = made.text.ends_with('\n') ? 1 : 0; newlines < 2; ++newlines) {
        made.map.add(made.text.size(), source, SourceMap::kWhole); // a blank line between parts
        made.text += '\n';
    }
    auto region = kind;
    region.begin = begin;
    region.end = made.text.size();
    m_out.regions.push_back(region);
}

void MailReader::appendHeader(std::size_t begin, std::size_t end)
{
    append(decodeTransfer(m_bytes, {.offset = begin, .length = end - begin}, TransferEncoding::None),
           {.isHeader = true});
}

/// The decoded text of a part, in UTF-8.
MadeText MailReader::textOf(const PartHeader& header, SourceSpan body)
{
    auto raw = decodeTransfer(m_bytes, body, header.encoding);
    const bool isValid = isUtf8(raw.text);
    if (isUtf8Name(header.charset)) {
        return raw; // what is not valid is mended with the rest of the document
    }
    if (isValid && std::ranges::any_of(raw.text, [](char c) { return static_cast<unsigned char>(c) >= 0x80; })
        && asciiLower(header.charset).starts_with("iso-8859")) {
        return raw; // UTF-8 under a wrong name: an 8-bit text is practically never valid UTF-8
    }
    auto made = fromCharset(raw.text, header.charset, m_job);
    if (!made) {
        m_diagnostics.push_back(
            {.severity = Severity::Warning,
             .code = "charset-unknown",
             .message = "the charset '" + header.charset + "' is not known here; letters beyond ASCII may be wrong",
             .span = body});
        return raw;
    }
    made->map = made->map.through(raw.map, made->text.size());
    return std::move(*made);
}

std::vector<SourceSpan> MailReader::partsOf(const std::string& boundary, SourceSpan body) const
{
    const std::string mark = "--" + boundary;
    const auto whole = m_bytes.substr(0, body.end());
    std::vector<SourceSpan> parts;
    std::size_t partBegin = npos;
    for (auto pos = whole.find(mark, body.offset); pos != npos; pos = whole.find(mark, pos + 1)) {
        const bool startsLine = pos == body.offset || whole[pos - 1] == '\n';
        auto rest = whole.substr(pos + mark.size(), lineEnd(whole, pos) - pos - mark.size());
        rest = rest.substr(0, rest.find_last_not_of(" \t\r\n") + 1);
        if (!startsLine || (!rest.empty() && rest != "--")) {
            continue;
        }
        if (partBegin != npos) { // the line end before the mark belongs to the mark
            std::size_t end = pos > partBegin ? pos - 1 : pos;
            end -= end > partBegin && whole[end - 1] == '\r' ? 1 : 0;
            parts.push_back({.offset = partBegin, .length = end - partBegin});
        }
        partBegin = rest == "--" ? npos : lineEnd(whole, pos);
        if (partBegin == npos || parts.size() >= kMostParts) {
            return parts;
        }
    }
    if (partBegin != npos && partBegin < whole.size()) {
        parts.push_back({.offset = partBegin, .length = whole.size() - partBegin});
    }
    return parts;
}

void MailReader::readMultipart(const PartHeader& header, SourceSpan body, int depth)
{
    struct Child
    {
        PartHeader header;
        SourceSpan body;
    };
    std::vector<Child> children;
    for (const auto& part : partsOf(header.boundary, body)) {
        const auto end = std::min(headerEnd(m_bytes, part.offset), part.end());
        const auto begin = std::min(skipBlankLine(m_bytes, end), part.end());
        children.push_back({.header = end > part.offset ? readPartHeader(m_bytes.substr(part.offset, end - part.offset))
                                                        : PartHeader {},
                            .body = {.offset = begin, .length = part.end() - begin}});
    }
    if (header.mimeType == "multipart/alternative") {
        // Plain text if there is any, else the richest, which comes last.
        const auto plain =
            std::ranges::find_if(children, [](const Child& child) { return child.header.mimeType == "text/plain"; });
        if (plain != children.end()) {
            readPart(plain->header, plain->body, depth);
        } else if (!children.empty()) {
            readPart(children.back().header, children.back().body, depth);
        }
        return;
    }
    for (const auto& child : children) {
        readPart(child.header, child.body, depth);
    }
}

bool isTextName(std::string_view name)
{
    const auto folded = asciiLower(name);
    return std::ranges::any_of(kTextEndings, [&](std::string_view ending) { return folded.ends_with(ending); });
}

void MailReader::readPart(const PartHeader& header, SourceSpan body, int depth)
{
    if (depth > kDeepestPart || ++m_parts > kMostParts || m_job.isCancelled()) {
        return;
    }
    const std::string_view type = header.mimeType;
    if (type.starts_with("multipart/") && !header.boundary.empty()) {
        readMultipart(header, body, depth + 1);
        return;
    }
    if (type == "message/rfc822" && header.encoding == TransferEncoding::None) {
        readMessage(body.offset, body.end(), depth + 1);
        return;
    }
    if (type == "text/html" && !header.isAttachment) {
        m_html.push_back({.header = header, .body = body});
        return;
    }
    if (type.ends_with("-signature") || type == "application/pgp-keys") {
        return;
    }
    const bool isText = (type.starts_with("text/") && type != "text/html" && type != "text/calendar")
        || type == "application/json" || type.ends_with("+json") || isTextName(header.name)
        || type.starts_with("multipart/");
    if (isText) {
        auto text = textOf(header, body);
        if (!text.text.contains('\0')) {
            append(text, {.isFlowed = header.isFlowed && type == "text/plain", .isMbox = m_isMailbox});
            m_hasText = true;
            return;
        }
    }
    m_diagnostics.push_back({.severity = Severity::Info,
                             .code = "unread-attachment",
                             .message = "the attachment "
                                 + (header.name.empty() ? header.mimeType : "'" + header.name + "'")
                                 + " is not text and was left out; save it and open it on its own",
                             .span = body});
}

void MailReader::readMessage(std::size_t begin, std::size_t end, int depth)
{
    const auto headEnd = std::min(headerEnd(m_bytes, begin), end);
    const auto bodyBegin = std::min(skipBlankLine(m_bytes, headEnd), end);
    const auto head = m_bytes.substr(begin, headEnd - begin);
    takeTitle(head);
    if (headEnd > begin) {
        appendHeader(begin, headEnd);
    }
    const bool outerHasText = m_hasText;
    auto outerHtml = std::exchange(m_html, {});
    m_hasText = false;
    // The line "From …" of a mailbox is no header field.
    const auto fields = head.starts_with("From ") ? head.substr(lineEnd(head, 0)) : head;
    readPart(readPartHeader(fields), {.offset = bodyBegin, .length = end - bodyBegin}, depth);
    if (!m_hasText) {
        for (const auto& html : m_html) {
            auto raw = textOf(html.header, html.body);
            auto text = htmlText(raw.text);
            text.map = text.map.through(raw.map, text.text.size());
            append(text, {});
        }
    }
    m_html = std::move(outerHtml);
    m_hasText = m_hasText || outerHasText;
}

UnwrappedMail MailReader::run()
{
    const auto starts = messageStarts(m_bytes);
    m_isMailbox = m_bytes.starts_with("From ");
    if (readVerbatim(starts)) {
        return std::move(m_out);
    }
    m_out.isVerbatim = false;
    m_out.made.text.reserve(m_bytes.size());
    for (std::size_t i = 0; i < starts.size() && !m_job.isCancelled(); ++i) {
        m_parts = 0;
        readMessage(starts[i], i + 1 < starts.size() ? starts[i + 1] : m_bytes.size(), 0);
    }
    return std::move(m_out);
}

}

bool looksLikeMail(std::string_view bytes)
{
    if (bytes.starts_with("From ")) {
        return isMailboxLine(bytes, 0);
    }
    const auto head = bytes.substr(0, headerEnd(bytes, 0));
    if (head.empty()) {
        return false;
    }
    std::size_t known = 0;
    std::size_t fields = 0;
    bool isMail = false;
    for (std::size_t pos = 0; pos < head.size(); pos = lineEnd(head, pos)) {
        if (head[pos] == ' ' || head[pos] == '\t') {
            continue;
        }
        ++fields;
        const auto name = asciiLower(head.substr(pos, head.find(':', pos) - pos));
        const auto* const hit = std::ranges::find(kMailFields, name);
        known += hit != kMailFields.end() ? 1 : 0;
        const auto value = head.substr(pos, lineEnd(head, pos) - pos);
        isMail = isMail || (hit != kMailFields.end() && hit - kMailFields.begin() < kDistinctFields)
            || (name == "from" && value.contains('@')); // "From: 12.5" is a label
        if (isMail && known >= 2) {
            break;
        }
    }
    return isMail && (known >= 2 || fields == 1) && skipBlankLine(bytes, head.size()) != head.size();
}

UnwrappedMail unwrapMail(std::string_view bytes, std::vector<Diagnostic>& diagnostics, const Job& job)
{
    return MailReader(bytes, diagnostics, job).run();
}

}
