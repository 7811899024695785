// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/text/decode.h"

#include "parsers/mail/message.h"
#include "parsers/text/charset.h"
#include "parsers/text/line_kinds.h"
#include "parsers/text/lines.h"

#include <array>
#include <format>

namespace patchscale {
namespace {

using namespace std::string_view_literals;

constexpr auto kUtf8Mark = "\xEF\xBB\xBF"sv;
constexpr std::size_t kMebi = std::size_t {1} << 20;

std::unexpected<Error> refuse(std::string message, std::string hint)
{
    return std::unexpected(
        Error {.code = Errc::UnsupportedInput, .message = std::move(message), .where = {}, .hints = {std::move(hint)}});
}

std::unexpected<Error> cancelled()
{
    return std::unexpected(Error {.code = Errc::Cancelled, .message = "cancelled", .where = {}, .hints = {}});
}

struct Magic
{
    std::string_view bytes;
    std::string_view what;
    std::string_view hint;
};

constexpr std::array kMagics {
    Magic {.bytes = "\x1F\x8B", .what = "a gzip file", .hint = "unpack it first, with gunzip"},
    Magic {.bytes = "\xFD\x37zXZ", .what = "an xz file", .hint = "unpack it first, with unxz"},
    Magic {.bytes = "\x28\xB5\x2F\xFD", .what = "a zstd file", .hint = "unpack it first, with unzstd"},
    Magic {.bytes = "BZh", .what = "a bzip2 file", .hint = "unpack it first, with bunzip2"},
    Magic {.bytes = "PK\x03\x04",
           .what = "a zip file or an office document",
           .hint = "unpack it first, or save the sheet as CSV"},
    Magic {.bytes = "PERFILE2",
           .what = "a recording of perf",
           .hint = "run 'perf report --stdio' on it and open what that prints"},
    Magic {.bytes = "%PDF-", .what = "a PDF file", .hint = "copy the text out of it and paste that"},
    Magic {
        .bytes = "\x89PNG", .what = "a picture", .hint = "only text can be read: ask the author for the output itself"},
    Magic {.bytes = "\xFF\xD8\xFF",
           .what = "a picture",
           .hint = "only text can be read: ask the author for the output itself"},
    Magic {.bytes = "\x7F"
                    "ELF",
           .what = "a program",
           .hint = "only what a benchmark prints can be read"},
    Magic {.bytes = "SQLite format 3", .what = "a database", .hint = "if it is a workspace, open it as one"},
};

/// Bytes of a document that is not UTF-8, and what charset they were taken for.
struct Guess
{
    MadeText made;
    std::string_view charset;
};

Guess guessCharset(std::string_view bytes, const Job& job)
{
    if (looksLikeGbk(bytes)) {
        if (auto made = fromCharset(bytes, "gb18030", job)) {
            return {.made = std::move(*made), .charset = "GBK"};
        }
    }
    return {.made = fromBrokenUtf8(bytes), .charset = "Windows-1252"};
}

/// Nothing if @p bytes are text, else why they are not.
Result<void> checkText(std::string_view bytes, const ByteCensus& found)
{
    for (const auto& magic : kMagics) {
        if (bytes.starts_with(magic.bytes)) {
            return refuse(std::format("the document is {}, not text", magic.what), std::string(magic.hint));
        }
    }
    if (found.hasNul) {
        return refuse(
            "the document holds NUL bytes, so it is not text",
            "if it is text in UTF-16, save it as UTF-8; if it is a log that a crash cut, remove the zero bytes");
    }
    if (found.odd * 50 > bytes.size()) {
        return refuse("the document is binary, not text", "only what a benchmark prints can be read");
    }
    if (bytes.find_first_not_of(" \t\r\n\f\v") == std::string_view::npos) {
        return refuse("the document holds nothing but blanks", "was the benchmark stopped before it wrote its report?");
    }
    return {};
}

/// The charset that a byte order mark names, if it is another than UTF-8.
std::string_view markedCharset(std::string_view bytes)
{
    if (bytes.starts_with("\xFF\xFE\0\0"sv)) {
        return "utf-32le";
    }
    if (bytes.starts_with("\0\0\xFE\xFF"sv)) {
        return "utf-32be";
    }
    if (bytes.starts_with("\xFF\xFE")) {
        return "utf-16le";
    }
    return bytes.starts_with("\xFE\xFF") ? "utf-16be"sv : ""sv;
}

class Decoder
{
public:
    Decoder(std::string_view bytes, std::vector<Diagnostic>& diagnostics, const Job& job)
        : m_bytes(bytes)
        , m_view(bytes)
        , m_diagnostics(diagnostics)
        , m_job(job)
    {
    }

    Result<Text> run();

private:
    void take(MadeText made)
    {
        made.map = made.map.through(m_made.map, made.text.size());
        m_made = std::move(made);
        m_view = m_made.text;
    }
    void mendCharset();

    std::string_view m_bytes;
    std::string_view m_view; ///< what has been decoded so far: the bytes themselves, or m_made
    MadeText m_made;
    std::vector<TextRegion> m_regions;
    std::vector<Diagnostic>& m_diagnostics;
    const Job& m_job;
};

/// Makes UTF-8 of what should be and is not. Regions keep their places.
void Decoder::mendCharset()
{
    if (isUtf8(m_view)) {
        return;
    }
    std::string whole;
    SourceMap map;
    std::string_view charset;
    const auto original = m_view;
    for (auto& region : m_regions) {
        const auto part = original.substr(region.begin, region.end - region.begin);
        auto guess = isUtf8(part) ? Guess {} : guessCharset(part, m_job);
        const std::size_t begin = whole.size();
        if (guess.charset.empty()) {
            map.add(begin, {.offset = region.begin, .length = part.size()}, SourceMap::kVerbatim);
            whole += part;
        } else {
            charset = guess.charset;
            SourceMap shift;
            shift.add(0, {.offset = region.begin, .length = part.size()}, SourceMap::kVerbatim);
            const auto shifted = guess.made.map.through(shift, guess.made.text.size());
            std::size_t hint = 0;
            map.addThrough(shifted, {.offset = 0, .length = guess.made.text.size()}, begin, hint);
            whole += guess.made.text;
        }
        region.begin = begin;
        region.end = whole.size();
    }
    m_diagnostics.push_back(
        {.severity = Severity::Info,
         .code = "charset-guessed",
         .message = std::format("the document is not UTF-8 and does not say what it is; it was read as "
                                "{}. If letters look wrong, convert it with iconv",
                                charset),
         .span = std::nullopt});
    take({.text = std::move(whole), .map = std::move(map)});
}

Result<Text> Decoder::run()
{
    if (const auto charset = markedCharset(m_bytes); !charset.empty()) {
        if (auto made = fromCharset(m_bytes, std::string(charset), m_job)) {
            take(std::move(*made));
        }
    }
    auto found = census(m_view);
    if (auto text = checkText(m_view, found); !text) {
        return std::unexpected(std::move(text.error()));
    }
    const std::size_t begin = m_view.starts_with(kUtf8Mark) ? kUtf8Mark.size() : 0;
    m_regions = {{.begin = begin, .end = m_view.size()}};
    std::string title;
    if (looksLikeMail(m_view)) {
        auto mail = unwrapMail(m_view, m_diagnostics, m_job);
        title = std::move(mail.title);
        m_regions = std::move(mail.regions);
        if (!mail.isVerbatim) {
            take(std::move(mail.made));
            found = census(m_view);
        }
    }
    if (found.hasBeyondAscii || !m_made.text.empty()) {
        mendCharset();
    }
    if (m_job.isCancelled()) {
        return cancelled();
    }
    auto clean = cleanLines(m_view, m_made.map, m_regions, found, m_job);
    auto subject = classifyLines(clean);
    if (m_job.isCancelled()) {
        return cancelled();
    }
    return Text(std::move(clean.text), std::move(clean.lines), std::move(clean.map),
                title.empty() ? std::move(subject) : std::move(title));
}

}

Result<Text> decodeText(std::string_view bytes, std::vector<Diagnostic>& diagnostics, const Job& job)
{
    if (bytes.empty()) {
        return refuse("the document is empty", "was the benchmark stopped before it wrote its report?");
    }
    if (bytes.size() > kMaxDocumentBytes) {
        return refuse(std::format("the document is too large: {} MiB, and at most {} MiB are read",
                                  bytes.size() / kMebi, kMaxDocumentBytes / kMebi),
                      "cut out the part that holds the benchmark's output");
    }
    return Decoder(bytes, diagnostics, job).run();
}

}
