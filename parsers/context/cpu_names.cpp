// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/context/cpu_names.h"

#include "core/base/characters.h"
#include "parsers/context/first_letter.h"
#include "parsers/context/phrase_words.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace patchscale {
namespace {

struct Word
{
    std::string_view text; ///< without punctuation around it
    std::size_t begin = 0;
    std::size_t end = 0;
    bool endsPhrase = false; ///< a comma, a bracket or a point follows
    bool startsPhrase = false; ///< an opening bracket or quote stands before it
};

constexpr auto kMakers = std::to_array<std::string_view>(
    {"intel",   "intel(r)", "amd",      "hygon",    "huawei", "hisilicon", "ampere",   "arm",     "ibm",
     "phytium", "sophgo",   "nvidia",   "qualcomm", "apple",  "marvell",   "fujitsu",  "zhaoxin", "loongson",
     "thead",   "t-head",   "starfive", "genuine",  "cavium", "broadcom",  "rockchip", "alibaba"});

/// Families and models. A name that ends in "*" may go on with digits or letters: "kunpeng920", "3a6000".
constexpr auto kModels = std::to_array<std::string_view>(
    {"xeon*",       "epyc*",    "ryzen*",    "threadripper*", "opteron*",  "pentium*", "celeron*", "atom",
     "altra*",      "kunpeng*", "thunderx*", "graviton*",     "neoverse*", "cortex-*", "power7*",  "power8*",
     "power9*",     "power10*", "power11*",  "ft-*",          "ft2000*",   "3a5000*",  "3a6000*",  "3c5000*",
     "3c6000*",     "ls3a*",    "sg2042*",   "th1520*",       "a64fx",     "m1",       "m2",       "m3",
     "snapdragon*", "c86",      "kx-*",      "i3-*",          "i5-*",      "i7-*",     "i9-*",     "core(tm)*",
     "core2",       "jh7110*",  "rk3399*",   "rk3588*",       "bcm2711*",  "yitian*",  "z15",      "z16",
     "u74*",        "tau",      "tensor"});

/// Architectures by name, for machines that are called so.
constexpr auto kArchitectures = std::to_array<std::string_view>(
    {"skylake*", "broadwell*", "haswell*", "cascadelake*", "icelake*", "ivybridge", "sandybridge", "genoa",
     "milan",    "rome",       "naples",   "bergamo",      "turin",    "zen2",      "zen3",        "zen4",
     "zen5",     "spr",        "icx",      "clx",          "skx",      "emr",       "gnr"});

constexpr auto kInstructionSets = std::to_array<std::string_view>(
    {"arm64", "aarch64", "x86", "x86_64", "x86-64", "amd64", "riscv64", "ppc64", "ppc64le", "s390", "s390x", "ia64"});

constexpr FirstTwoLetters kFirstTwo([] {
    std::array<std::string_view, kMakers.size() + kModels.size() + kArchitectures.size()> out;
    std::ranges::copy(kArchitectures, std::ranges::copy(kModels, std::ranges::copy(kMakers, out.begin()).out).out);
    return out;
}());

bool isUpper(char c)
{
    return c >= 'A' && c <= 'Z';
}

bool isLetter(char c)
{
    return isUpper(c) || (c >= 'a' && c <= 'z');
}

template<std::size_t N>
bool isOneOf(std::string_view lower, const std::array<std::string_view, N>& names)
{
    return std::ranges::any_of(names, [&](std::string_view name) {
        if (!name.ends_with('*')) {
            return lower == name;
        }
        name.remove_suffix(1);
        return lower.starts_with(name);
    });
}

std::vector<Word> wordsOf(std::string_view text)
{
    std::vector<Word> words;
    for (std::size_t pos = 0; pos < text.size();) {
        const auto begin = text.find_first_not_of(" \t\n", pos);
        if (begin == std::string_view::npos) {
            break;
        }
        auto end = std::min(text.find_first_of(" \t\n", begin), text.size());
        // "server(2 x64C": the bracket begins a word of its own; "Intel(R)" does not
        const auto bracket = text.substr(0, end).find('(', begin + 1);
        const auto inner = lowered(text.substr(bracket == std::string_view::npos ? text.size() : bracket, 3));
        if (bracket < end && inner != "(r)" && inner != "(tm") {
            end = bracket;
        }
        Word word {.text = text.substr(begin, end - begin), .begin = begin, .end = end};
        while (!word.text.empty() && std::string_view("([{'\"`*").find(word.text.front()) != std::string_view::npos) {
            word.text.remove_prefix(1);
            ++word.begin;
            word.startsPhrase = true;
        }
        const auto strip = [&] {
            const char c = word.text.back();
            const bool isMark = std::string_view(")]},.;:'\"`*?!").find(c) != std::string_view::npos;
            const bool isTrademark = c == ')' && word.text.contains('(');
            return isMark && !isTrademark;
        };
        while (!word.text.empty() && strip()) {
            word.text.remove_suffix(1);
            --word.end;
            word.endsPhrase = true;
        }
        if (!word.text.empty()) {
            words.push_back(word);
        }
        pos = end;
    }
    return words;
}

/// A word that may go on the name of a processor.
bool continuesName(const Word& word)
{
    const auto lower = lowered(word.text);
    if (lower == "cpu" || lower == "processor" || lower == "@" || lower == "(r)" || lower == "(tm)" || lower == "lake"
        || lower == "rapids" || lower == "max" || lower == "pro") {
        return true;
    }
    if (lower.ends_with("ghz") || lower.ends_with("mhz")) {
        return true;
    }
    if (isOneOf(lower, kInstructionSets)) {
        return false;
    }
    const bool isCore = lower.ends_with("-core") && isDigit(lower.front());
    const bool hasDigit = std::ranges::any_of(word.text, isDigit);
    const bool isSize = hasDigit
        && (lower.ends_with("gb") || lower.ends_with("gib") || lower.ends_with("core") || lower.ends_with("cores")
            || lower.ends_with("cpus") || lower.starts_with("v5.") || lower.starts_with("v6."));
    const bool isCount = std::ranges::all_of(word.text, isDigit) && word.text.size() < 3;
    return isCore || (hasDigit && !isSize && !isCount && !isKernelVersion(lower))
        || (isUpper(word.text.front()) && !isSize
            && !isOneOf(
                lower,
                std::to_array<std::string_view>({"linux", "ubuntu", "the", "with", "and", "on", "we", "this", "i",
                                                 "after", "before", "numa", "aws", "ram", "nvme", "ssd"})));
}

bool isModel(const Word& word)
{
    const auto lower = lowered(word.text);
    return isOneOf(lower, kModels) || isOneOf(lower, kArchitectures);
}

/// "Ice Lake", "Sapphire Rapids", "Cascade Lake": two words.
bool isLake(const std::vector<Word>& words, std::size_t i)
{
    if (i + 1 >= words.size() || !isUpper(words[i].text.front())) {
        return false;
    }
    const auto next = lowered(words[i + 1].text);
    return (next == "lake" || next == "rapids") && !words[i].endsPhrase;
}

/// A quick look that turns most lines away before they are cut into words: a word that begins like a name and holds a
/// digit or a capital, or the second word of a name.
bool mayHoldName(std::string_view text)
{
    bool isInside = false;
    for (std::size_t pos = 0; pos < text.size(); ++pos) {
        const bool startsWord = !std::exchange(isInside, isLetter(text[pos]) || isDigit(text[pos])) && isInside;
        if (!startsWord) {
            continue;
        }
        const auto rest = text.substr(pos);
        if (kFirstTwo.mayStart(rest)) {
            const auto word = rest.substr(0, std::min(rest.find_first_of(" \t\n"), rest.size()));
            if (std::ranges::any_of(word, [](char c) { return isDigit(c) || isUpper(c); })) {
                return true;
            }
        }
        const char first = static_cast<char>(text[pos] | 0x20);
        if ((first == 'l' || first == 'r')
            && (lowered(rest.substr(0, 4)) == "lake" || lowered(rest.substr(0, 6)) == "rapids")) {
            return true;
        }
    }
    return false;
}

}

std::string_view cpuNameIn(std::string_view text)
{
    if (!mayHoldName(text)) {
        return {};
    }
    const auto words = wordsOf(text);
    for (std::size_t i = 0; i < words.size(); ++i) {
        // a digit or an upper case letter somewhere: "rome" and "milan" in prose are cities
        const bool looksLikeName = std::ranges::any_of(words[i].text, [](char c) { return isDigit(c) || isUpper(c); });
        if (!looksLikeName) {
            continue;
        }
        if (!kFirstTwo.mayStart(words[i].text) && !isLake(words, i)) {
            continue;
        }
        const auto lower = lowered(words[i].text);
        const bool isMaker = isOneOf(lower, kMakers) && looksLikeName;
        const bool isStart = (isModel(words[i]) && looksLikeName) || isLake(words, i);
        if (!isMaker && !isStart) {
            continue;
        }
        std::size_t last = i;
        bool hasModel = isStart;
        while (last + 1 < words.size() && !words[last].endsPhrase && !words[last + 1].startsPhrase
               && (continuesName(words[last + 1]) || (isModel(words[last + 1]) && last == i))) {
            ++last;
            const bool isNumbered = std::ranges::any_of(words[last].text, isDigit)
                && std::ranges::any_of(words[last].text, [](char c) { return isDigit(c) || isLetter(c); });
            hasModel = hasModel || isModel(words[last]) || isNumbered || isLake(words, last);
        }
        if (!hasModel) {
            continue;
        }
        return text.substr(words[i].begin, words[last].end - words[i].begin);
    }
    return {};
}

}
