// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/text/line_kinds.h"

#include <algorithm>
#include <array>

namespace patchscale {
namespace {

using namespace std::string_view_literals;

constexpr auto npos = std::string_view::npos;

constexpr std::size_t kLongest = 400; ///< bytes of an attribution

/// "wrote" as mail programs say it.
constexpr std::array kWrote {
    "wrote"sv,      "writes"sv,   "schrieb"sv,          "a écrit"sv,          "ha scritto"sv, "escribió"sv,
    "escreveu"sv,   "skrev"sv,    "schreef"sv,          "napsal"sv,           "napsal(a)"sv,  "napisał"sv,
    "napisał(a)"sv, "pisze"sv,    "kirjoitti"sv,        "написал"sv,          "пишет"sv,      "写道"sv,
    "寫道"sv,       "のメール"sv, "さんは書きました"sv, "さんが書きました"sv, "작성"sv};
constexpr std::array kWroteBeforeName {" schrieb "sv, " schreef "sv, " skrev "sv, " napsal"sv, " пишет "sv};
/// What a line begins with whose "wrote" stands on the next.
constexpr std::array kOpeners {"On "sv, "Am "sv,  "Le "sv,     "Il "sv, "El "sv, "Em "sv, "Den "sv,
                               "Op "sv, "Dne "sv, "W dniu "sv, "В "sv,  "在"sv,  "於"sv,  "于"sv};
constexpr std::array kMessageWords {"essage"sv,   "Nachricht"sv,  "ensaje"sv, "essaggio"sv, "邮件"sv,    "郵件"sv,
                                    "ообщение"sv, "メッセージ"sv, "메시지"sv, "riginal"sv,  "orwarded"sv};

std::string_view trimmed(std::string_view text)
{
    const auto begin = text.find_first_not_of(" \t");
    if (begin == npos) {
        return {};
    }
    return text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

bool hasDigit(std::string_view text)
{
    return text.find_first_of("0123456789") != npos;
}

/// "-----Original Message-----"
bool isMessageMarker(std::string_view text)
{
    if (!text.starts_with("--") || !text.ends_with("--")) {
        return false;
    }
    return std::ranges::any_of(kMessageWords, [&](std::string_view word) { return text.contains(word); });
}

/// What remains of @p text without a colon at its end, ASCII or full width; empty if there is none.
std::string_view withoutColon(std::string_view text)
{
    for (const auto colon : {":"sv, "："sv}) {
        if (text.ends_with(colon)) {
            return trimmed(text.substr(0, text.size() - colon.size()));
        }
    }
    return {};
}

bool endsInWrote(std::string_view text)
{
    return std::ranges::any_of(kWrote, [&](std::string_view word) { return text.ends_with(word); });
}

}

bool opensAttribution(std::string_view line)
{
    return std::ranges::any_of(kOpeners, [&](std::string_view opener) { return line.starts_with(opener); });
}

bool isAttribution(std::string_view line)
{
    std::size_t end = line.size();
    while (end > 0 && line[end - 1] == ' ') {
        --end;
    }
    // Nearly every line ends otherwise than in a colon (the last byte of the full-width one is 9A) or a dash.
    if (end == 0 || end > kLongest
        || (line[end - 1] != ':' && line[end - 1] != '-' && line[end - 1] != '\x9A' && !line.starts_with("On "))) {
        return false;
    }
    const auto text = trimmed(line);
    if (isMessageMarker(text)) {
        return true;
    }
    // Mail programs that break the line too late glue the first quoted line to it: "On …, X wrote:> On …".
    if (text.starts_with("On ") && text.contains(" wrote:>")) {
        return true;
    }
    const auto before = withoutColon(text);
    if (before.empty()) {
        return false;
    }
    const bool namesSender = before.contains('@') || hasDigit(before) || opensAttribution(before);
    if (endsInWrote(before)) {
        return namesSender || before.size() < 60;
    }
    // "Am 03.04.23 um 10:00 schrieb A. Tester:"
    if (opensAttribution(before) && hasDigit(before)
        && std::ranges::any_of(kWroteBeforeName, [&](std::string_view word) { return before.contains(word); })) {
        return true;
    }
    // Mutt's other style: "* A. Name <a@b> [2021-01-01 12:00:00 +0100]:"
    return text.starts_with("* ") && before.contains('@') && before.contains('<');
}

}
