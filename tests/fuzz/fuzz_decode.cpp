// SPDX-License-Identifier: GPL-3.0-or-later
// Decoding of any bytes: lines tile the clean text, which is UTF-8 without control characters, and every part of it
// leads to bytes of the input; a number that a line holds is where the line says.
#include "parsers/text/charset.h"
#include "parsers/text/decode.h"

#include <algorithm>
#include <cstdlib>

namespace {

void require(bool holds)
{
    if (!holds) {
        std::abort();
    }
}

void checkLines(const patchscale::Text& text)
{
    std::size_t next = 0;
    for (const auto& line : text.lines()) {
        require(line.begin == next && line.end >= line.begin && line.end < text.view().size());
        require(text.view()[line.end] == '\n');
        require(line.firstDigit >= line.begin && line.firstDigit <= line.end);
        const auto content = text.view().substr(line.begin, line.size());
        const auto digit = content.find_first_of("0123456789");
        // The header fields of a mail are not searched for numbers; those that were quoted with a text are.
        const bool isUnsearched = line.kind == patchscale::LineKind::Header && line.firstDigit == line.end;
        const auto wanted = digit == std::string_view::npos ? line.end : line.begin + digit;
        require(isUnsearched || line.firstDigit == wanted);
        require(line.firstDigit < line.end || line.numbers == 0);
        next = line.end + 1;
    }
    require(next == text.view().size());
}

void checkSources(const patchscale::Text& text, std::string_view bytes)
{
    for (std::size_t i = 0; i < text.view().size(); ++i) {
        const auto span = text.source({.offset = i, .length = 1});
        require(span.end() <= bytes.size());
        const auto longer = text.source({.offset = i, .length = std::min<std::size_t>(9, text.view().size() - i)});
        require(longer.end() <= bytes.size() && longer.offset == span.offset);
    }
}

}

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size)
{
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    std::vector<patchscale::Diagnostic> diagnostics;
    const auto text = patchscale::decodeText(bytes, diagnostics, {});
    for (const auto& diagnostic : diagnostics) {
        require(!diagnostic.message.empty() && (!diagnostic.span || diagnostic.span->end() <= size));
    }
    if (!text) {
        require(!text.error().message.empty() && !text.error().hints.empty());
        return 0;
    }
    require(patchscale::isUtf8(text->view()));
    require(std::ranges::none_of(text->view(),
                                 [](char c) { return (c >= 0 && c < 0x20 && c != '\n' && c != '\t') || c == 0x7F; }));
    checkLines(*text);
    checkSources(*text, bytes);
    return 0;
}
