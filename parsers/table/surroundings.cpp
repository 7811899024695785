// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/table/surroundings.h"
#include "parsers/table/blanks.h"

#include "parsers/context/vocabulary.h"
#include "parsers/table/naming.h"

#include <algorithm>

namespace patchscale::table {
namespace {

/// A line above the table that names something is short and no sentence.
constexpr std::size_t kLongestTitle = 80;

std::string_view withoutBullet(std::string_view title)
{
    for (const std::string_view bullet : {"o ", "- ", "* ", "# ", "## ", "### "}) {
        if (title.starts_with(bullet)) {
            return trimmed(title.substr(bullet.size()));
        }
    }
    return title;
}

std::string_view withoutColon(std::string_view title)
{
    while (!title.empty() && (title.back() == ':' || title.back() == ' ' || title.back() == '=')) {
        title.remove_suffix(1);
    }
    return title;
}

}

bool hasLetters(std::string_view text)
{
    return std::ranges::any_of(text, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || static_cast<unsigned char>(c) >= 0x80U;
    });
}

std::string titleTest(const Table& table, const Heads& heads, Parameters& parameters)
{
    auto titles = heads.captions;
    titles.insert(titles.end(), table.titles.begin(), table.titles.end());
    for (auto title : titles) {
        if (statedDirection(title) != Better::Unknown || title.find(" better") != std::string_view::npos) {
            continue;
        }
        if (title.size() > kLongestTitle || title.ends_with('.') || !hasLetters(title) || variantPhrase(title)
            || title.contains("./Run ")) {
            return {};
        }
        if (const auto of = title.find(" of: "); of != std::string_view::npos) {
            title = title.substr(of + 5);
        }
        title = withoutBullet(title);
        if (const auto colon = title.find(" : "); colon != std::string_view::npos) {
            if (!lowered(title).starts_with("benchmark")) {
                continue; // "Varying parameter  : none"
            }
            title = trimmed(title.substr(colon + 3));
        }
        title = withoutColon(title);
        if (title.ends_with(')')) {
            const auto open = title.rfind('(');
            if (open != std::string_view::npos && open > 0) {
                const auto inner = title.substr(open + 1, title.size() - open - 2);
                if (inner.find('=') != std::string_view::npos) {
                    addParameters(inner, parameters);
                }
                title = trimmed(title.substr(0, open));
            }
        }
        return std::string(title);
    }
    return {};
}

CaseCaption caseCaption(const Heads& heads)
{
    for (const auto caption : heads.captions) {
        const auto slash = caption.find('/');
        const auto before = caption.substr(0, slash);
        const bool isOpen = std::ranges::count(before, '(') != std::ranges::count(before, ')');
        if (slash == std::string_view::npos || slash == 0 || slash > 24 || caption.size() > 60 || isOpen
            || caption.contains('"')) {
            continue; // "open3 ("Same file open/close")" names one test
        }
        return {.parameter = parameterName(before), .test = parameterName(caption.substr(slash + 1))};
    }
    return {};
}

CommandTest commandTest(const Table& table)
{
    const auto run = table.command.find("./Run");
    if (run == std::string_view::npos) {
        return {};
    }
    auto rest = trimmed(table.command.substr(run + 5));
    while (!rest.empty()) {
        const auto end = std::min(rest.find_first_of(" '\"`,"), rest.size());
        const auto known = knownTestAt(rest.substr(0, end));
        if (known && end > 0 && known->length == end) {
            return {.benchmark = std::string(known->benchmark),
                    .test = std::string(known->name),
                    .indexBaseline = known->baseline};
        }
        rest = trimmed(rest.substr(std::min(end + 1, rest.size())));
    }
    return {};
}

}
