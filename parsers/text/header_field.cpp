// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/text/line_kinds.h"

#include <algorithm>
#include <array>

namespace patchscale {
namespace {

using namespace std::string_view_literals;

constexpr auto npos = std::string_view::npos;

struct FieldName
{
    constexpr FieldName(std::string_view as, std::string_view means)
        : written(as)
        , english(means)
    {
    }

    std::string_view written;
    std::string_view english;
};

/// The names that mail programs give the lines of a forwarded or quoted header.
constexpr auto kNames = std::to_array<FieldName>({
    {"From", "from"},
    {"Sent", "date"},
    {"Date", "date"},
    {"To", "to"},
    {"Cc", "cc"},
    {"CC", "cc"},
    {"Bcc", "cc"},
    {"Subject", "subject"},
    {"Reply-To", "to"},
    {"Importance", "other"},
    {"Attachments", "other"},
    {"Message-ID", "other"},
    {"Message-Id", "other"},
    {"In-Reply-To", "other"},
    {"References", "other"},
    {"发件人", "from"},
    {"发送时间", "date"},
    {"发送日期", "date"},
    {"日期", "date"},
    {"时间", "date"},
    {"收件人", "to"},
    {"抄送", "cc"},
    {"主题", "subject"},
    {"附件", "other"},
    {"寄件者", "from"},
    {"寄件人", "from"},
    {"傳送時間", "date"},
    {"收件者", "to"},
    {"副本", "cc"},
    {"主旨", "subject"},
    {"Von", "from"},
    {"Gesendet", "date"},
    {"An", "to"},
    {"Betreff", "subject"},
    {"Datum", "date"},
    {"De", "from"},
    {"Envoyé", "date"},
    {"À", "to"},
    {"Objet", "subject"},
    {"Da", "from"},
    {"Inviato", "date"},
    {"A", "to"},
    {"Oggetto", "subject"},
    {"Enviado", "date"},
    {"Para", "to"},
    {"Asunto", "subject"},
    {"Assunto", "subject"},
    {"От", "from"},
    {"Отправлено", "date"},
    {"Кому", "to"},
    {"Копия", "cc"},
    {"Тема", "subject"},
    {"差出人", "from"},
    {"送信日時", "date"},
    {"宛先", "to"},
    {"件名", "subject"},
    {"보낸 사람", "from"},
    {"보낸 날짜", "date"},
    {"받는 사람", "to"},
    {"제목", "subject"},
});

/// Closing lines of commits besides the many that end in "-by". Some are words of everyday English, so that they need
/// what usually follows them.
struct Trailer
{
    constexpr Trailer(std::string_view key, std::string_view needed)
        : name(key)
        , needs(needed)
    {
    }

    std::string_view name;
    std::string_view needs; ///< must be in the value; empty: nothing
};

constexpr auto kTrailers = std::to_array<Trailer>({
    {"Link", "http"},
    {"Closes", "http"},
    {"Fixes", ""},
    {"Cc", "@"},
    {"CC", "@"},
    {"BugLink", "http"},
    {"Bugzilla", "http"},
    {"bugzilla", ""},
    {"base-commit", ""},
    {"prerequisite-patch-id", ""},
    {"Commit-ID", ""},
    {"Gitweb", ""},
    {"AuthorDate", ""},
    {"Author", "@"},
    {"Committer", "@"},
    {"CommitterDate", ""},
    {"Message-Id", "@"},
    {"Message-ID", "@"},
    {"Change-Id", ""},
    {"Change-ID", ""},
    {"Upstream-commit", ""},
    {"Git-commit", ""},
    {"Patch-mainline", ""},
    {"Reference", "http"},
    {"References", ""},
    {"category", ""},
    {"CVE", ""},
    {"DTS", ""},
    {"Depends-on", ""},
    {"Conflicts", ""},
});

std::string_view trimmed(std::string_view text)
{
    const auto begin = text.find_first_not_of(" \t");
    return begin == npos ? std::string_view {} : text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

bool isNameByte(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-';
}

}

HeaderField headerField(std::string_view line)
{
    constexpr std::size_t kLongestName = 20;
    auto text = line;
    if (text.starts_with('*')) { // Gmail's bold: "*From:* X"
        text.remove_prefix(1);
    }
    const auto head = text.substr(0, kLongestName + 3);
    auto end = head.find(':');
    std::size_t width = 1;
    if (const auto wide = head.find("："); wide < end) {
        end = wide;
        width = "："sv.size();
    }
    if (end == npos || end == 0) {
        return {};
    }
    const auto written = trimmed(text.substr(0, end));
    const auto* const hit = std::ranges::find(kNames, written, &FieldName::written);
    if (hit == kNames.end()) {
        return {};
    }
    auto value = trimmed(text.substr(end + width));
    if (line.starts_with('*') && value.starts_with('*')) {
        value = trimmed(value.substr(1));
    }
    return {.name = hit->english, .value = value};
}

bool isTrailer(std::string_view line)
{
    if (line.starts_with("| ")) { // the test robot frames the lines it asks to be added
        line.remove_prefix(2);
    }
    if (line.starts_with("(cherry picked from commit ")) {
        return true;
    }
    std::size_t end = 0;
    while (end < line.size() && isNameByte(line[end])) {
        ++end;
    }
    if (end < 2) {
        return false;
    }
    const auto value = line.substr(std::min(end + 1, line.size()));
    if (end < line.size() && line[end] == ' ') { // "hulk inclusion", flattened: "hulk inclusion category: …"
        return value == "inclusion" || value.starts_with("inclusion category:");
    }
    if (end == line.size() || line[end] != ':') {
        return false;
    }
    const auto name = line.substr(0, end);
    if (name.ends_with("-by") || name.ends_with("-By") || name.ends_with("-BY")) {
        return true;
    }
    const auto* const hit = std::ranges::find(kTrailers, name, &Trailer::name);
    return hit != kTrailers.end() && value.contains(hit->needs);
}

}
