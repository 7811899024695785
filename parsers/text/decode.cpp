// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/text/decode.h"

namespace patchscale {

Result<Text> decodeText(std::string_view bytes, std::vector<Diagnostic>& /*diagnostics*/, const Job& /*job*/)
{
    if (bytes.empty()) {
        return std::unexpected(Error {.code = Errc::UnsupportedInput,
                                      .message = "the document is empty",
                                      .where = {},
                                      .hints = {"was the benchmark stopped before it wrote its report?"}});
    }
    std::string clean;
    std::vector<Line> lines;
    std::vector<Text::Piece> pieces;
    clean.reserve(bytes.size());
    for (std::size_t pos = 0; pos < bytes.size();) {
        const auto end = std::min(bytes.find('\n', pos), bytes.size());
        std::size_t begin = pos;
        Line line;
        while (begin < end && bytes[begin] == '>') {
            ++line.quoteDepth;
            ++begin;
            if (begin < end && bytes[begin] == ' ') {
                ++begin;
            }
        }
        auto body = bytes.substr(begin, end - begin);
        if (body.ends_with('\r')) {
            body.remove_suffix(1);
        }
        line.begin = static_cast<std::uint32_t>(clean.size());
        pieces.push_back({.clean = line.begin, .source = static_cast<std::uint32_t>(begin)});
        clean += body;
        line.end = static_cast<std::uint32_t>(clean.size());
        clean += '\n';
        const auto digit = body.find_first_of("0123456789");
        line.firstDigit = digit == std::string_view::npos ? line.end : line.begin + static_cast<std::uint32_t>(digit);
        for (std::size_t i = 0; i < body.size(); ++i) {
            const bool startsWord = i == 0 || body[i - 1] == ' ' || body[i - 1] == '\t' || body[i - 1] == '|';
            if (startsWord && body.find_first_of("0123456789", i) <= i + 1) {
                ++line.numbers;
            }
        }
        line.kind = body.find_first_not_of(" \t") == std::string_view::npos ? LineKind::Blank : LineKind::Body;
        lines.push_back(line);
        pos = end + 1;
    }
    return Text(std::move(clean), std::move(lines), std::move(pieces), {});
}

}
