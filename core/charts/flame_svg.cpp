// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/charts/flame_svg.h"

#include "core/base/markup.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <format>
#include <string_view>

namespace patchscale {
namespace {

constexpr double kWidth = 1200;
constexpr double kMargin = 10;
constexpr double kRow = 18;
constexpr double kLetter = 6.7; ///< width of a letter of the font below
constexpr double kSmallestText = 24; ///< narrower frames have no text

using Colour = std::array<double, 3>;

// Dark text on each of them has a contrast of at least 7; orange and blue differ for every kind of colour blindness.
constexpr Colour kSame {0xe4, 0xe7, 0xec};
constexpr Colour kMore {0xf2, 0x9a, 0x5c};
constexpr Colour kLess {0x78, 0xb2, 0xea};

/// Text in an XML file: control characters and what is no UTF-8 would make it unreadable.
std::string escaped(std::string_view text)
{
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        if (byte < 0x20U || byte == 0x7fU) {
            out += ' ';
        } else if (byte < 0x80U) {
            const auto entity = markupEntity(text[i]);
            out += entity.empty() ? text.substr(i, 1) : entity;
        } else {
            const std::size_t length = byte >= 0xf0U ? 4 : byte >= 0xe0U ? 3 : 2;
            const auto letter = text.substr(i, length);
            const bool isWhole = byte >= 0xc2U && byte <= 0xf4U && letter.size() == length
                && std::ranges::all_of(letter.substr(1),
                                       [](char c) { return (static_cast<unsigned char>(c) & 0xc0U) == 0x80U; });
            out += isWhole ? letter : "?";
            i += isWhole ? length - 1 : 0;
        }
    }
    return out;
}

std::string colourOf(double tone)
{
    const auto& end = tone > 0 ? kMore : kLess;
    // The root of the size: a change of a tenth is to be seen.
    const double part = std::sqrt(std::abs(tone));
    std::string text = "#";
    for (std::size_t i = 0; i < end.size(); ++i) {
        text += std::format("{:02x}", static_cast<int>(std::lround(kSame[i] + (end[i] - kSame[i]) * part)));
    }
    return text;
}

/// The first letters of @p text that @p room has place for, never half of one.
std::string cut(std::string_view text, std::size_t room)
{
    std::size_t letters = 0;
    std::size_t end = 0;
    std::size_t endOfCut = 0;
    while (end < text.size()) {
        if (letters + 1 == room) {
            endOfCut = end;
        }
        if (letters == room) {
            return std::string(text.substr(0, endOfCut)) + "\u2026";
        }
        ++end;
        while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xc0U) == 0x80U) {
            ++end;
        }
        ++letters;
    }
    return std::string(text);
}

/// @p text in lines of at most @p letters.
std::vector<std::string> wrapped(std::string_view text, std::size_t letters)
{
    std::vector<std::string> lines;
    while (!text.empty()) {
        auto end = text.size();
        if (text.size() > letters) {
            end = text.rfind(' ', letters);
            end = end == std::string_view::npos || end == 0 ? letters : end;
        }
        lines.emplace_back(text.substr(0, end));
        text = text.substr(end);
        text.remove_prefix(std::min(text.size(), text.find_first_not_of(' ')));
    }
    return lines;
}

std::string labelOf(const CallTree& tree, const FlameFrame& frame)
{
    const auto& name = frameName(tree, frame.node);
    if (frame.tone == 0) {
        return name;
    }
    return std::format("{} {} {}", frame.tone > 0 ? "\u25b2" : "\u25bc", name, framePoints(tree, frame.node));
}

}

std::string flameSvg(const CallTree& tree, const FlameWords& words, const FlameOptions& options)
{
    const auto graph = flameGraph(tree, options);
    constexpr std::size_t kLettersInLine = 165;
    const auto title = wrapped(words.title, kLettersInLine);
    const double head = kMargin + kRow * static_cast<double>(title.size() + 2);
    const double height = head + kRow * static_cast<double>(graph.depth) + kMargin;
    std::string out =
        std::format("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" "
                    "font-family=\"DejaVu Sans Mono, Menlo, Consolas, monospace\" font-size=\"11\" fill=\"#1d2430\">\n"
                    "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n",
                    kWidth, height);
    double y = kMargin + 11;
    const auto line = [&](std::string_view text, std::string_view style) {
        out += std::format("<text x=\"{}\" y=\"{}\" {}>{}</text>\n", kMargin, y, style, escaped(text));
        y += kRow;
    };
    for (const auto& each : title) {
        line(each, "font-weight=\"bold\"");
    }
    const std::string_view widths = options.width == FlameWidth::Baseline ? "the baseline's"
        : options.width == FlameWidth::Candidate                          ? "the candidate's"
                                                                          : "the mean of both sides'";
    line(std::format("\u25cf {}   \u25c6 {}   width: {} share; \u25b2 orange takes more, \u25bc blue less, in points",
                     words.baseline, words.candidate, widths),
         "fill=\"#5a6577\"");
    for (const auto& frame : graph.frames) {
        const double x = kMargin + frame.left * (kWidth - 2 * kMargin);
        const double width = frame.width * (kWidth - 2 * kMargin);
        const double top = height - kMargin - kRow * static_cast<double>(frame.depth + 1);
        out += std::format("<g><title>{}</title><rect x=\"{:.2f}\" y=\"{:.0f}\" width=\"{:.2f}\" height=\"{:.0f}\" "
                           "fill=\"{}\" stroke=\"#ffffff\" stroke-width=\"0.6\"/>",
                           escaped(frameText(tree, frame.node)), x, top, width, kRow - 1, colourOf(frame.tone));
        if (width >= kSmallestText) {
            const auto room = static_cast<std::size_t>((width - 6) / kLetter);
            out += std::format("<text x=\"{:.2f}\" y=\"{:.0f}\" pointer-events=\"none\">{}</text>", x + 3, top + 12,
                               escaped(cut(labelOf(tree, frame), room)));
        }
        out += "</g>\n";
    }
    out += "</svg>\n";
    return out;
}

}
