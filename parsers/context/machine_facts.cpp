// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/context/machine_facts.h"

#include "parsers/context/cpu_names.h"
#include "parsers/context/phrase_words.h"

#include <algorithm>
#include <array>

namespace patchscale {
namespace {

enum class Field : std::uint8_t { Cpu, Cpus, Memory, Os, Kernel, Name };

struct Key
{
    std::string_view written; ///< lower case, as it stands before the colon
    Field field;
};

constexpr auto kKeys = std::to_array<Key>({
    {.written = "cpu", .field = Field::Cpu},
    {.written = "cpu model", .field = Field::Cpu},
    {.written = "cpu type", .field = Field::Cpu},
    {.written = "cpu name", .field = Field::Cpu},
    {.written = "processor", .field = Field::Cpu},
    {.written = "processors", .field = Field::Cpu},
    {.written = "model name", .field = Field::Cpu},
    {.written = "处理器", .field = Field::Cpu},
    {.written = "cpu core", .field = Field::Cpus},
    {.written = "cpu cores", .field = Field::Cpus},
    {.written = "cores", .field = Field::Cpus},
    {.written = "core number", .field = Field::Cpus},
    {.written = "cpu(s)", .field = Field::Cpus},
    {.written = "cpus", .field = Field::Cpus},
    {.written = "cpu number", .field = Field::Cpus},
    {.written = "cpu count", .field = Field::Cpus},
    {.written = "number of cpus", .field = Field::Cpus},
    {.written = "vcpus", .field = Field::Cpus},
    {.written = "核数", .field = Field::Cpus},
    {.written = "memory", .field = Field::Memory},
    {.written = "memory size", .field = Field::Memory},
    {.written = "mem", .field = Field::Memory},
    {.written = "ram", .field = Field::Memory},
    {.written = "内存", .field = Field::Memory},
    {.written = "os", .field = Field::Os},
    {.written = "distro", .field = Field::Os},
    {.written = "distribution", .field = Field::Os},
    {.written = "operating system", .field = Field::Os},
    {.written = "操作系统", .field = Field::Os},
    {.written = "os kernel", .field = Field::Kernel},
    {.written = "kernel", .field = Field::Kernel},
    {.written = "kernel version", .field = Field::Kernel},
    {.written = "linux kernel", .field = Field::Kernel},
    {.written = "linux version", .field = Field::Kernel},
    {.written = "内核", .field = Field::Kernel},
    {.written = "内核版本", .field = Field::Kernel},
    {.written = "machine", .field = Field::Name},
    {.written = "test machine", .field = Field::Name},
    {.written = "server", .field = Field::Name},
    {.written = "platform", .field = Field::Name},
    {.written = "test platform", .field = Field::Name},
    {.written = "hardware", .field = Field::Name},
    {.written = "board", .field = Field::Name},
    {.written = "system", .field = Field::Name},
    {.written = "host", .field = Field::Name},
    {.written = "hw", .field = Field::Name},
    {.written = "机器", .field = Field::Name},
    {.written = "测试机器", .field = Field::Name},
    {.written = "环境", .field = Field::Name},
    {.written = "测试环境", .field = Field::Name},
});

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

bool isLetter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
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

bool hasWord(std::string_view lower, std::initializer_list<std::string_view> words)
{
    return std::ranges::any_of(words,
                               [&](std::string_view word) { return findWord(lower, word) != std::string_view::npos; });
}

/// "2.20GHz" has a point, "m7gd.16xlarge" too: a name ends where the sentence goes on.
std::string_view nameUpTo(std::string_view text)
{
    constexpr auto kEnds = std::to_array<std::string_view>(
        {" with ", "; ", ": ", " running ", " using ", " and the ", " where ", " which ", " - ", ", "});
    auto end = text.size();
    for (const auto mark : kEnds) {
        end = std::min(end, text.find(mark));
    }
    text = trimmed(text.substr(0, end));
    while (!text.empty() && (text.back() == ':' || text.back() == '.' || text.back() == ',' || text.back() == ';')) {
        text.remove_suffix(1);
    }
    return text;
}

/// "64GB", "256G", "16 GiB RAM", "64G of RAM": where it stands in @p text.
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

/// The number before "cores", "CPUs", "vCPUs" or, of a "32-thread system", threads. Threads win over cores.
std::optional<int> cpusIn(std::string_view text)
{
    const auto lower = lowered(text);
    const auto before = [&](std::string_view noun) -> std::optional<int> {
        for (auto pos = lower.find(noun); pos != std::string::npos; pos = lower.find(noun, pos + 1)) {
            auto end = pos;
            while (end > 0 && (lower[end - 1] == ' ' || lower[end - 1] == '-' || lower[end - 1] == '\n')) {
                --end;
            }
            auto begin = end;
            while (begin > 0 && isDigit(lower[begin - 1])) {
                --begin;
            }
            const bool isWord =
                begin == 0 || !(isLetter(lower[begin - 1]) || lower[begin - 1] == '-' || lower[begin - 1] == '.');
            const auto rest = lower.substr(pos + noun.size());
            const bool isPart = rest.starts_with("s per ") || rest.starts_with(" per ") || rest.starts_with("/")
                || rest.starts_with("s/") || rest.starts_with("s each");
            if (begin < end && isWord && !isPart) {
                return leadingInteger(std::string_view(lower).substr(begin, end - begin));
            }
        }
        return std::nullopt;
    };
    if (lower.contains("-thread system") || lower.contains("-thread machine") || lower.contains("-thread server")) {
        if (const auto threads = before("thread")) {
            return threads;
        }
    }
    for (const std::string_view noun : {"vcpu", "logical cpu", "hardware thread", "cpu", "core"}) {
        if (const auto count = before(noun)) {
            return count;
        }
    }
    return std::nullopt;
}

/// "v6.13", "5.19-rc3", "tip/sched/core" after a word that announces a kernel.
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

/// "KVM guest", "bare metal", "VM", "m6g.xlarge AWS EC2 instance", "Kunpeng arm64 machine".
std::string_view placeIn(std::string_view text)
{
    const auto lower = lowered(text);
    constexpr auto kPlaces = std::to_array<std::string_view>(
        {"kvm guest", "xen guest", "bare metal", "bare-metal", "baremetal", "virtual machine", "kvm vm", "qemu guest"});
    std::size_t first = std::string_view::npos;
    std::size_t length = 0;
    for (const auto place : kPlaces) {
        const auto pos = findWord(lower, place);
        if (pos < first) {
            first = pos;
            length = place.size();
        }
    }
    if (first != std::string_view::npos) {
        return text.substr(first, length);
    }
    // "<words> machine": the words that tell its architecture or make
    constexpr auto kNouns =
        std::to_array<std::string_view>({"machine", "server", "box", "board", "laptop", "workstation", "instance",
                                         "platform", "desktop", "system", "guest", "vm"});
    for (const auto noun : kNouns) {
        const auto pos = findWord(lower, noun);
        if (pos == std::string_view::npos || pos == 0) {
            continue;
        }
        auto begin = pos;
        bool tells = false;
        for (int words = 0; words < 4 && begin > 1 && (lower[begin - 1] == ' ' || lower[begin - 1] == '\n'); ++words) {
            auto at = begin - 1;
            while (at > 0 && lower[at - 1] != ' ' && lower[at - 1] != '\n') {
                --at;
            }
            const auto word = std::string_view(lower).substr(at, begin - 1 - at);
            const bool isArchitecture =
                hasWord(word, {"x86",     "x86-64", "x86_64",    "arm64",       "aarch64", "arm",      "riscv",
                               "riscv64", "risc-v", "loongarch", "loongarch64", "ppc64",   "ppc64le",  "power",
                               "s390",    "s390x",  "amd64",     "ia64",        "mips",    "kunpeng",  "kunpeng920",
                               "aws",     "ec2",    "intel",     "amd",         "numa",    "openeuler"})
                || word.ends_with("-socket") || word.ends_with("-core") || word.ends_with("-way")
                || word.ends_with("-cpu") || word.contains(".xlarge") || word.ends_with("xlarge")
                || word.ends_with("-thread") || word.ends_with("-node");
            const bool isWord = isArchitecture || (isDigit(word.empty() ? 'x' : word.front()) && word.size() <= 4)
                || hasWord(word, {"physical", "native", "core", "cores", "socket", "single", "dual", "cloud"});
            if (!isWord) {
                break;
            }
            tells = tells || isArchitecture;
            begin = at;
        }
        if (tells) {
            return text.substr(begin, pos + noun.size() - begin);
        }
    }
    return {};
}

/// A line of a description: "CPU core: 40".
bool readKeyLine(std::string_view line, MachineMention& mention)
{
    auto colon = line.find(':');
    std::size_t width = 1;
    const auto wide = line.find("：");
    if (wide < colon) {
        colon = wide;
        width = 3;
    }
    if (colon == std::string_view::npos || colon > 30) {
        return false;
    }
    const auto name = lowered(trimmed(withoutNumbering(line.substr(0, colon))));
    const auto value = trimmed(line.substr(colon + width));
    const auto* const key = std::ranges::find(kKeys, std::string_view(name), &Key::written);
    if (key == kKeys.end() || value.empty() || value.size() > 120) {
        return false;
    }
    auto& machine = mention.machine;
    switch (key->field) {
    case Field::Cpu:
        if (leadingInteger(value) && !std::ranges::any_of(value, isLetter)) {
            machine.cpus = leadingInteger(value);
        } else if (value.find_first_not_of("0123456789(, singleprocor)") == std::string_view::npos) {
            return false; // /proc/cpuinfo's number of the processor
        } else {
            machine.cpu = value;
            mention.isNew = true;
        }
        return true;
    case Field::Cpus:
        machine.cpus = leadingInteger(value);
        return machine.cpus.has_value();
    case Field::Memory:
        machine.memory = value;
        return std::ranges::any_of(value, isDigit);
    case Field::Os:
        machine.os = value;
        return true;
    case Field::Kernel:
        machine.kernel = value;
        return std::ranges::any_of(value, isDigit) || value.contains('/');
    case Field::Name:
        machine.label = nameUpTo(value);
        mention.isNew = true;
        return true;
    }
    return false;
}

/// "1. Machine configuration:", "Test environment:", "Hardware:" opens a description.
bool opensDescription(std::string_view line)
{
    const auto body = lowered(trimmed(withoutNumbering(line)));
    if (body.size() > 60 || !(body.ends_with(':') || body.ends_with("：") || body.size() < 40)) {
        return false;
    }
    const bool hasNoun = hasWord(body,
                                 {"machine", "hardware", "platform", "server", "environment", "system", "host", "box",
                                  "setup", "testbed", "test bed"})
        || body.contains("机器") || body.contains("环境") || body.contains("平台");
    const bool hasVerb = hasWord(body,
                                 {"configuration", "config", "details", "environment", "spec", "specs", "info",
                                  "information", "setup", "hardware", "specification", "description"})
        || body.contains("配置") || body.contains("环境") || body.contains("信息");
    return hasNoun && hasVerb;
}

/// "On x86 (Intel Xeon …):", "(a) VM AWS instance (m7gd.16xlarge) with v6.13 ('…')".
std::optional<std::string_view> machineHeading(std::string_view line)
{
    const auto body = withoutNumbering(line);
    const bool isNumbered = body.size() != trimmed(line).size();
    const auto lower = lowered(body);
    if (lower.starts_with("on ") && trimmed(line).ends_with(':')) {
        const auto name = nameUpTo(body.substr(3));
        const bool isMachine = !cpuNameIn(name).empty() || !placeIn(name).empty()
            || hasWord(lowered(name), {"x86", "x86_64", "arm64", "aarch64", "riscv", "loongarch", "power"});
        return isMachine ? std::optional(name) : std::nullopt;
    }
    if (!isNumbered) {
        return std::nullopt;
    }
    const auto name = nameUpTo(body);
    if (name.size() > 80 || (cpuNameIn(name).empty() && placeIn(name).empty())) {
        return std::nullopt;
    }
    return name;
}

/// The paragraph speaks of where something was measured, and not of hardware in general.
bool speaksOfMeasuring(std::string_view lower)
{
    return hasWord(lower, {"machine", "server",     "system",     "box",       "laptop",     "test",
                           "tests",   "tested",     "testing",    "ran",       "run",        "runs",
                           "running", "platform",   "host",       "benchmark", "benchmarks", "results",
                           "result",  "measured",   "numbers",    "guest",     "instance",   "vm",
                           "board",   "bare metal", "bare-metal", "hardware",  "retest"});
}

void readProse(std::string_view text, MachineMention& mention)
{
    auto& machine = mention.machine;
    if (machine.memory.empty()) {
        machine.memory = memoryIn(text);
    }
    if (machine.kernel.empty()) {
        machine.kernel = kernelIn(text);
    }
    if (machine.os.empty()) {
        machine.os = osIn(text);
    }
    if (!machine.cpus) {
        machine.cpus = cpusIn(text);
    }
}

}

std::optional<MachineMention> machineIn(const Paragraph& paragraph)
{
    MachineMention mention;
    bool isTold = false;
    bool isKeyed = false;
    for (const auto line : paragraph.lines) {
        const auto body = trimmed(line);
        if (opensDescription(body)) {
            mention = {};
            mention.isNew = true;
            isTold = true;
            continue;
        }
        if (readKeyLine(body, mention)) {
            isTold = true;
            isKeyed = true;
            continue;
        }
        if (const auto cpu = cpuNameIn(body); !cpu.empty() && cpu.size() + 4 >= body.size()) {
            mention.machine.cpu = squeezed(cpu); // a line of its own
            mention.isNew = true;
            isTold = true;
            continue;
        }
        if (const auto heading = machineHeading(body)) {
            mention = {};
            mention.isNew = true;
            isTold = true;
            mention.machine.label = squeezed(*heading);
            mention.machine.cpu = squeezed(cpuNameIn(*heading));
            if (*heading != body) {
                readProse(paragraph.text, mention);
            }
        }
    }
    const auto lower = lowered(paragraph.text);
    const bool isProse = !isKeyed && speaksOfMeasuring(lower);
    if (isProse && mention.machine.label.empty() && mention.machine.cpu.empty()) {
        const auto cpu = cpuNameIn(paragraph.text);
        const auto rest = cpu.empty()
            ? std::string_view {}
            : paragraph.text.substr(static_cast<std::size_t>(cpu.data() - paragraph.text.data()) + cpu.size());
        const auto second = cpuNameIn(rest);
        const bool isSeveral = !second.empty() && squeezed(second) != squeezed(cpu);
        const auto place = placeIn(paragraph.text);
        if (isSeveral) {
            return isTold ? std::optional(mention) : std::nullopt;
        }
        if (!cpu.empty() || !place.empty()) {
            mention.machine.cpu = squeezed(cpu);
            mention.machine.label = cpu.empty() ? squeezed(place) : std::string {};
            mention.isNew = true;
            isTold = true;
        }
    }
    if (isTold && !isKeyed) {
        readProse(paragraph.text, mention);
    }
    if (!isTold && hasWord(lower, {"machine", "server", "system", "box", "guest", "vm"})
        && (cpusIn(paragraph.text) || !memoryIn(paragraph.text).empty())) {
        readProse(paragraph.text, mention);
        isTold = true;
    }
    if (!isTold) {
        return std::nullopt;
    }
    auto& machine = mention.machine;
    if (machine.label.empty()) {
        machine.label = machine.cpu;
    }
    return mention;
}

void fillMachine(Machine& machine, const Machine& told)
{
    const auto fill = [](std::string& field, const std::string& value) {
        if (field.empty()) {
            field = value;
        }
    };
    fill(machine.label, told.label);
    fill(machine.cpu, told.cpu);
    fill(machine.memory, told.memory);
    fill(machine.os, told.os);
    fill(machine.kernel, told.kernel);
    if (!machine.cpus) {
        machine.cpus = told.cpus;
    }
    for (const auto& [key, value] : told.facts) {
        machine.facts.try_emplace(key, value);
    }
}

}
