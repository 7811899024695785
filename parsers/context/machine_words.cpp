// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/context/machine_words.h"

#include "core/base/characters.h"
#include "parsers/context/cpu_names.h"
#include "parsers/context/passage.h"
#include "parsers/context/phrase_words.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace patchscale {
namespace {

bool isLetter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// The position of @p word in @p lower as a word of its own.
std::size_t findWord(std::string_view lower, std::string_view word)
{
    for (auto pos = lower.find(word); pos != std::string_view::npos; pos = lower.find(word, pos + 1)) {
        const auto end = pos + word.size();
        const bool begins = pos == 0 || !(isLetter(lower[pos - 1]) || isDigit(lower[pos - 1]) || lower[pos - 1] == '_');
        const bool ends = end >= lower.size() || !(isLetter(lower[end]) || isDigit(lower[end]) || lower[end] == '_');
        if (begins && ends) {
            return pos;
        }
    }
    return std::string_view::npos;
}

/// One of 32 bits for a first letter.
std::uint32_t firstBit(char c)
{
    return std::uint32_t {1} << (static_cast<unsigned char>(c) & 31U);
}

/// Where the words begin that tell the architecture or the make of the machine whose noun stands at @p noun.
std::size_t calledFrom(std::string_view lower, std::size_t noun)
{
    auto begin = noun;
    bool tells = false;
    for (int words = 0; words < 4 && begin > 1 && (lower[begin - 1] == ' ' || lower[begin - 1] == '\n'); ++words) {
        auto at = begin - 1;
        while (at > 0 && lower[at - 1] != ' ' && lower[at - 1] != '\n') {
            --at;
        }
        const auto word = lower.substr(at, begin - 1 - at);
        const bool isArchitecture =
            hasWord(word, {"x86",     "x86-64", "x86_64",    "arm64",       "aarch64",  "arm",     "riscv",
                           "riscv64", "risc-v", "loongarch", "loongarch64", "ppc64",    "ppc64le", "power",
                           "s390",    "s390x",  "amd64",     "ia64",        "mips",     "kunpeng", "kunpeng920",
                           "aws",     "ec2",    "intel",     "amd",         "openeuler"})
            || word.ends_with("-socket") || word.ends_with("-core") || word.ends_with("-way") || word.ends_with("-cpu")
            || word.ends_with("xlarge") || word.ends_with("-thread") || word.ends_with("-node");
        const bool isWord = isArchitecture || (!word.empty() && isDigit(word.front()) && word.size() <= 4)
            || hasWord(word, {"physical", "native", "core", "cores", "socket", "single", "dual", "cloud"});
        if (!isWord) {
            break;
        }
        tells = tells || isArchitecture;
        begin = at;
    }
    return tells ? begin : noun;
}

}

bool hasWord(std::string_view lower, std::initializer_list<std::string_view> words)
{
    std::uint32_t firsts = 0; // one pass over the text, whatever the number of words
    for (const auto word : words) {
        firsts |= firstBit(word.front());
    }
    const auto isInside = [](char c) { return isLetter(c) || isDigit(c) || c == '_'; };
    for (std::size_t pos = 0; pos < lower.size(); ++pos) {
        if ((firsts & firstBit(lower[pos])) == 0 || (pos > 0 && isInside(lower[pos - 1]))) {
            continue;
        }
        const auto rest = lower.substr(pos);
        const bool isHit = std::ranges::any_of(words, [&](std::string_view word) {
            return word.front() == rest.front() && rest.starts_with(word)
                && (word.size() == rest.size() || !isInside(rest[word.size()]));
        });
        if (isHit) {
            return true;
        }
    }
    return false;
}

std::optional<int> leadingInteger(std::string_view text)
{
    int value = 0;
    std::size_t length = 0;
    while (length < text.size() && isDigit(text[length]) && length < 5) {
        value = value * 10 + (text[length] - '0');
        ++length;
    }
    return length == 0 || value == 0 ? std::nullopt : std::optional(value);
}

std::string_view memoryIn(std::string_view text)
{
    const auto lower = lowered(text);
    for (const std::string_view noun : {"ram", "memory", "ddr4", "ddr5", "dram"}) {
        const auto pos = findWord(lower, noun);
        if (pos == std::string_view::npos) {
            continue;
        }
        auto before = trimmed(text.substr(0, pos));
        if (lowered(before).ends_with(" of")) {
            before = trimmed(before.substr(0, before.size() - 3));
        }
        auto begin = before.size();
        while (begin > 0 && (isLetter(before[begin - 1]) || before[begin - 1] == ' ')) {
            --begin;
        }
        const auto unit = lowered(trimmed(before.substr(begin)));
        const bool isSize = unit == "g" || unit == "gb" || unit == "gib" || unit == "t" || unit == "tb" || unit == "tib"
            || unit == "mb" || unit == "mib";
        while (begin > 0 && (isDigit(before[begin - 1]) || before[begin - 1] == '.')) {
            --begin;
        }
        if (isSize && begin < before.size() && isDigit(before[begin])) {
            return trimmed(before.substr(begin));
        }
    }
    return {};
}

std::optional<int> cpusIn(std::string_view text)
{
    const auto lower = lowered(text);
    // "4 cores per node", "each cluster has 4 CPUs", "24 CPUs in one die": a part of the machine
    const auto isPart = [&](std::size_t begin, std::size_t end) {
        auto rest = std::string_view(lower).substr(end, 24);
        rest = rest.substr(0, rest.find_first_of(",;.)"));
        auto head = std::string_view(lower).substr(0, begin);
        head.remove_prefix(head.find_last_of(",;.(") == std::string_view::npos ? 0 : head.find_last_of(",;.(") + 1);
        return rest.contains(" per ") || rest.contains("each") || rest.contains("/socket") || rest.contains("/node")
            || rest.contains(" in one ") || rest.contains(" in a ") || head.contains("each") || head.contains("per ");
    };
    // "Xeon Gold 5218 CPU @ 2.30GHz", "two EPYC 7742 CPUs": the model of a processor
    const auto isModel = [&](std::size_t begin, std::size_t end) {
        const auto clause = text.substr(0, begin).find_last_of(",;\n");
        const auto name = cpuNameIn(text.substr(clause == std::string_view::npos ? 0 : clause + 1, 80));
        const auto offset = name.empty() ? 0 : static_cast<std::size_t>(name.data() - text.data());
        return offset < begin && begin < offset + name.size() && text[end] == ' ';
    };
    std::optional<int> most;
    const auto count = [&](std::string_view noun) {
        for (auto pos = lower.find(noun); pos != std::string::npos; pos = lower.find(noun, pos + 1)) {
            auto end = pos;
            while (end > 0 && (lower[end - 1] == ' ' || lower[end - 1] == '-')) {
                --end;
            }
            auto begin = end;
            while (begin > 0 && isDigit(lower[begin - 1])) {
                --begin;
            }
            const bool isWord =
                begin == 0 || !(isLetter(lower[begin - 1]) || lower[begin - 1] == '-' || lower[begin - 1] == '.');
            if (begin < end && isWord && !isPart(begin, pos + noun.size()) && !(noun == "cpu" && isModel(begin, end))) {
                most = std::max(most, leadingInteger(std::string_view(lower).substr(begin, end - begin)));
            }
        }
    };
    const bool hasThreads = lower.contains("-thread system") || lower.contains("-thread machine")
        || lower.contains("-thread server") || lower.contains(" threads in total");
    if (hasThreads) {
        count("thread");
    }
    for (const std::string_view noun : {"vcpu", "logical cpu", "hardware thread", "cpu", "core"}) {
        count(noun);
    }
    return most;
}

std::string_view kernelIn(std::string_view text)
{
    const auto lower = lowered(text);
    constexpr auto kLeads =
        std::to_array<std::string_view>({"kernel version is ", "kernel version: ", "kernel version ", "kernel is ",
                                         "kernel ", "linux-", "linux ", "based on the ", "based on ", "with "});
    for (const auto lead : kLeads) {
        for (auto pos = lower.find(lead); pos != std::string::npos; pos = lower.find(lead, pos + 1)) {
            const auto begin = pos + lead.size();
            auto end = begin;
            while (end < text.size()
                   && (isLetter(text[end]) || isDigit(text[end]) || text[end] == '.' || text[end] == '-'
                       || text[end] == '_' || text[end] == '/' || text[end] == '+')) {
                ++end;
            }
            auto word = text.substr(begin, end - begin);
            while (!word.empty() && (word.back() == '.' || word.back() == '-')) {
                word.remove_suffix(1);
            }
            const auto head = word.substr(0, word.find_first_of("-+_"));
            const bool isTree = word.starts_with("tip/") || word.starts_with("linux-next");
            if (isKernelVersion(head) || isTree) {
                return word;
            }
        }
    }
    return {};
}

std::string_view osIn(std::string_view text)
{
    constexpr auto kSystems = std::to_array<std::string_view>(
        {"Ubuntu", "Debian", "CentOS", "openEuler", "Fedora", "RHEL", "openSUSE", "SLES", "Anolis", "Arch Linux",
         "Kylin", "UOS", "deepin", "Rocky Linux", "Alibaba Cloud Linux"});
    for (const auto system : kSystems) {
        const auto pos = text.find(system);
        const bool isWord = pos != std::string_view::npos
            && (pos == 0 || !isLetter(text[pos - 1]) || text[pos - 1] == '/')
            && (pos + system.size() >= text.size() || !isLetter(text[pos + system.size()]));
        if (!isWord) {
            continue;
        }
        auto end = pos + system.size();
        while (end + 1 < text.size() && (text[end] == ' ' || text[end] == '-')
               && (isDigit(text[end + 1]) || text.substr(end + 1, 3) == "LTS")) {
            ++end;
            while (end < text.size() && (isDigit(text[end]) || isLetter(text[end]) || text[end] == '.')) {
                ++end;
            }
        }
        auto name = text.substr(pos, end - pos);
        while (name.ends_with('.')) {
            name.remove_suffix(1);
        }
        return name;
    }
    return {};
}

std::string_view placeIn(std::string_view text)
{
    constexpr auto kPlaces = std::to_array<std::string_view>(
        {"kvm guest", "xen guest", "bare metal", "bare-metal", "baremetal", "virtual machine", "kvm vm", "qemu guest"});
    constexpr auto kNouns =
        std::to_array<std::string_view>({"machine", "server", "box", "board", "laptop", "workstation", "instance",
                                         "platform", "desktop", "system", "guest", "vm"});
    const auto lower = lowered(text);
    const auto wordAt = [&](std::size_t pos, std::string_view word) {
        const auto end = pos + word.size();
        return lower[pos] == word.front() && std::string_view(lower).substr(pos, word.size()) == word
            && (end >= lower.size() || !(isLetter(lower[end]) || isDigit(lower[end]) || lower[end] == '_'));
    };
    std::string_view called;
    for (std::size_t pos = 0; pos < lower.size(); ++pos) {
        const bool startsWord =
            pos == 0 || !(isLetter(lower[pos - 1]) || isDigit(lower[pos - 1]) || lower[pos - 1] == '_');
        // the first letters of the words that are looked for
        if (!startsWord || std::string_view("bdgiklmpqsvwx").find(lower[pos]) == std::string_view::npos) {
            continue;
        }
        const auto* const place =
            std::ranges::find_if(kPlaces, [&](std::string_view word) { return wordAt(pos, word); });
        if (place != kPlaces.end()) {
            return text.substr(pos, place->size());
        }
        if (!called.empty()) {
            continue;
        }
        const auto* const noun = std::ranges::find_if(kNouns, [&](std::string_view word) { return wordAt(pos, word); });
        if (noun != kNouns.end()) {
            if (const auto begin = calledFrom(lower, pos); begin != pos) {
                called = text.substr(begin, pos + noun->size() - begin);
            }
        }
    }
    return called;
}

}
