// SPDX-License-Identifier: GPL-3.0-or-later
// toplev of pmu-tools: the top-down analysis as a list of nodes, "FE  Frontend_Bound  % Slots  35.2  [ 4.0%]<==", older
// ones as "FE  Frontend_Bound:  35.2 %", with the core in front where it was asked for. The brackets hold how long a
// node was counted.
#include "core/base/characters.h"
#include "parsers/tools/line_format.h"

#include <algorithm>
#include <array>
#include <vector>

namespace patchscale {
namespace {

using namespace patchscale::tools;

/// The words of a line. There are few of them, or it is none of toplev's.
std::vector<std::string_view> wordsOf(std::string_view line)
{
    constexpr std::size_t kMostWords = 14;
    std::vector<std::string_view> words;
    for (std::size_t pos = 0;
         words.size() < kMostWords && (pos = line.find_first_not_of(" \t", pos)) != std::string_view::npos;) {
        const auto end = std::min(line.find_first_of(" \t", pos), line.size());
        words.push_back(line.substr(pos, end - pos));
        pos = end;
    }
    return words;
}

bool isArea(std::string_view word)
{
    constexpr auto kAreas = std::to_array<std::string_view>({"FE", "BE", "BAD", "RET", "BE/Mem", "BE/Core"});
    return std::ranges::contains(kAreas, word) || word.starts_with("BE/") || word.starts_with("Info.");
}

/// "S0-C0", "C1-T0", "CPU3", "core"
bool isPlace(std::string_view word)
{
    const bool isCounted = word.size() > 1 && (word.front() == 'S' || word.front() == 'C')
        && isDigit(word[word.starts_with("CPU") && word.size() > 3 ? 3 : 1]);
    return isCounted || word == "core" || word == "atom";
}

bool isName(std::string_view word)
{
    return !word.empty()
        && ((word.front() >= 'A' && word.front() <= 'Z') || (word.front() >= 'a' && word.front() <= 'z'))
        && std::ranges::all_of(word, [](char c) {
               return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || isDigit(c) || c == '_' || c == '.'
                   || c == ':';
           });
}

/// A node of the analysis as a line tells it.
struct Node
{
    std::string_view place;
    std::string_view name;
    std::string_view unit; ///< "%", or empty for a plain number
    std::string_view number;
    bool isOfSlots = false;
};

/// Nothing but a name if @p line is no node's.
Node nodeIn(std::string_view line)
{
    const auto words = wordsOf(line);
    std::size_t at = 0;
    Node node;
    if (at < words.size() && isPlace(words[at])) {
        node.place = words[at++];
    }
    if (at + 2 >= words.size() || !isArea(words[at]) || !isName(words[at + 1])) {
        return {};
    }
    node.name = words[at + 1];
    bool isOld = node.name.ends_with(':');
    if (isOld) {
        node.name.remove_suffix(1);
    }
    for (at += 2; at < words.size() && !wholeNumber(words[at]); ++at) {
        const auto word = words[at];
        if (word == "%") {
            node.unit = word;
        } else if (isOld && word.ends_with('%') && wholeNumber(word.substr(0, word.size() - 1))) { // "35.2%"
            node.unit = "%";
            node.number = word.substr(0, word.size() - 1);
            return node;
        } else if (!isName(word)) {
            return {};
        }
        node.isOfSlots = node.isOfSlots || word.starts_with("Slots");
    }
    if (at == words.size()) {
        return {};
    }
    node.number = words[at];
    if (isOld && at + 1 < words.size() && words[at + 1] == "%") {
        node.unit = words[at + 1];
    }
    const bool isToldUnit = node.unit == "%" || at > (node.place.empty() ? 2U : 3U);
    return isToldUnit ? node : Node {};
}

class Toplev final : public LineReader
{
public:
    static constexpr std::string_view kId = "toplev";
    static constexpr std::string_view kDescription = "toplev of pmu-tools: the top-down analysis of a processor";
    static constexpr std::string_view kExample =
        "FE             Frontend_Bound                       % Slots                       35.2    [ 4.0%]<==";
    static constexpr std::uint16_t kFewestNumbers = 1;
    static constexpr std::array<std::string_view, 0> kMarks {};

    static bool mayOpen(std::string_view line)
    {
        const bool isLikely = line.size() > 20 && line.size() < 200 && line.front() >= 'A' && line.front() <= 'c'
            && line.contains('%') && line.contains('_');
        return isLikely && nodeIn(line).unit == "%";
    }

    explicit Toplev(const Start& start)
        : m_values(start.text, "toplev")
    {
    }

    Step take(std::string_view line) override
    {
        const auto node = nodeIn(line);
        if (node.number.empty()) {
            return line.starts_with("MUX ") || line.starts_with("# ") || line.starts_with("Info.") ? Step::Passed
                                                                                                   : Step::Ended;
        }
        m_values.selection().clear();
        if (!node.place.empty()) {
            m_values.selection()["core"] = node.place;
        }
        const bool isLost = node.isOfSlots || node.name == "Frontend_Bound" || node.name == "Bad_Speculation"
            || node.name == "Backend_Bound";
        const auto better = node.name == "Retiring"        ? Better::Higher
            : isLost && !node.name.starts_with("Retiring") ? Better::Lower
                                                           : Better::Unknown;
        m_values.add({.test = node.name,
                      .metric = node.unit == "%" ? "share" : "value",
                      .number = node.number,
                      .unit = node.unit,
                      .better = better});
        return Step::Taken;
    }

    ParsedBlock finish() override
    {
        return m_values.finish(kId);
    }

private:
    Collector m_values;
};

}

const Format& toplev()
{
    static const LineFormat<Toplev> instance;
    return instance;
}

}
