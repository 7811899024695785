// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "parsers/text/decode.h"

#include <gtest/gtest.h>

#include <array>
#include <format>
#include <string>
#include <utility>
#include <vector>

namespace patchscale {

/// A document that decodes, with what was said on the way.
struct Decoded
{
    explicit Decoded(std::string_view bytes)
        : source(bytes)
    {
        auto result = decodeText(source, diagnostics, {});
        EXPECT_TRUE(result) << (result ? std::string() : result.error().message);
        if (result) {
            text = std::move(*result);
        }
    }

    /// One line each: kind, quote depth, text.
    [[nodiscard]] std::string lines() const
    {
        static constexpr std::array kNames {"Body",        "Blank",   "Ruler",    "Header",
                                            "Attribution", "Trailer", "Diffstat", "Diff"};
        std::string out;
        for (std::size_t i = 0; i < text.lines().size(); ++i) {
            const auto& line = text.lines()[i];
            out +=
                std::format("{} {}|{}\n", kNames[static_cast<std::size_t>(line.kind)], line.quoteDepth, text.line(i));
        }
        return out;
    }

    /// Kinds only, run together: "Body*3 Diff*2".
    [[nodiscard]] std::string kinds() const
    {
        std::string out;
        std::string last;
        int count = 0;
        const auto flush = [&] {
            if (count > 0) {
                out += std::format("{}{}*{}", out.empty() ? "" : " ", last, count);
            }
            count = 0;
        };
        for (const auto& line : text.lines()) {
            static constexpr std::array kNames {"Body",        "Blank",   "Ruler",    "Header",
                                                "Attribution", "Trailer", "Diffstat", "Diff"};
            const std::string name = kNames[static_cast<std::size_t>(line.kind)];
            if (name != last) {
                flush();
                last = name;
            }
            ++count;
        }
        flush();
        return out;
    }

    /// The bytes of the document that @p part of the clean text (its first occurrence) stands for.
    [[nodiscard]] std::string sourceOf(std::string_view part) const
    {
        const auto offset = text.view().find(part);
        if (offset == std::string_view::npos) {
            return "not in the text";
        }
        const auto span = text.source({.offset = offset, .length = part.size()});
        return source.substr(span.offset, span.length);
    }

    std::string source;
    std::vector<Diagnostic> diagnostics;
    Text text;
};

}
