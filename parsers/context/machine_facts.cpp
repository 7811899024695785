// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/context/machine_facts.h"

#include "core/base/characters.h"
#include "parsers/context/cpu_names.h"
#include "parsers/context/machine_words.h"
#include "parsers/context/phrase_words.h"

#include <algorithm>
#include <array>

namespace patchscale {
namespace {

bool isLetter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

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
    // what a bracket adds may have been cut: "AMD EPYC 7999 (Zen2"
    if (std::ranges::count(text, '(') > std::ranges::count(text, ')')) {
        text = trimmed(text.substr(0, text.rfind('(')));
    }
    while (!text.empty() && (text.back() == ':' || text.back() == '.' || text.back() == ',' || text.back() == ';')) {
        text.remove_suffix(1);
    }
    return text;
}

void readProse(std::string_view text, Machine& machine)
{
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

bool isVirtualOrBare(std::string_view place)
{
    return hasWord(lowered(place), {"guest", "vm", "metal", "baremetal", "virtual", "instance"});
}

/// What a person calls the machine. The processor names it; that it is a guest, or is none, has to be said as well.
void nameMachine(Machine& machine, std::string_view heading, std::string_view place)
{
    if (machine.cpu.empty()) {
        machine.label = heading.empty() ? place : heading;
        return;
    }
    const bool hasNumber = std::ranges::any_of(machine.cpu, isDigit);
    if (!place.empty() && isVirtualOrBare(place)) {
        machine.label = heading.empty() ? squeezed(place) + ", " + machine.cpu : std::string(heading);
    } else if (!hasNumber && place.contains(machine.cpu)) {
        machine.label = place; // "Kunpeng arm64 machine"
    } else {
        machine.label = machine.cpu;
    }
}

/// The key without what counts it: "machine" of "machine b", "server #2", "host 1".
std::string_view withoutCount(std::string_view key)
{
    const auto blank = key.rfind(' ');
    if (blank == std::string_view::npos) {
        return key;
    }
    auto count = key.substr(blank + 1);
    count.remove_prefix(count.starts_with('#') ? 1 : 0);
    const bool isCount = count.size() == 1 && (isDigit(count.front()) || isLetter(count.front()));
    return isCount ? key.substr(0, blank) : key;
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
    const auto* key = std::ranges::find(kKeys, std::string_view(name), &Key::written);
    if (key == kKeys.end()) {
        key = std::ranges::find(kKeys, withoutCount(name), &Key::written);
        key = key != kKeys.end() && key->field != Field::Name ? kKeys.end() : key;
    }
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
            machine.cpu = value.substr(0, value.find(", "));
            mention.isNew = true;
        }
        return true;
    case Field::Cpus:
        machine.cpus = leadingInteger(value);
        return machine.cpus.has_value();
    case Field::Memory:
        if (value.find("  ") != std::string_view::npos) {
            return false; // a row of "free"
        }
        machine.memory = value;
        return std::ranges::any_of(value, isDigit);
    case Field::Os:
        machine.os = value;
        return true;
    case Field::Kernel:
        machine.kernel = value;
        return std::ranges::any_of(value, isDigit) || value.contains('/');
    case Field::Name:
        machine.cpu = squeezed(cpuNameIn(value));
        nameMachine(machine, machine.cpu.empty() ? nameUpTo(value) : std::string_view {}, placeIn(value));
        readProse(value, machine);
        mention.isNew = true;
        return true;
    }
    return false;
}

/// "1. Machine configuration:", "Test environment:", "Hardware:" opens a description.
bool opensDescription(std::string_view line)
{
    const auto written = trimmed(withoutNumbering(line));
    if (written.size() > 60) {
        return false;
    }
    const auto body = lowered(written);
    if (!(body.ends_with(':') || body.ends_with("：") || body.size() < 40)) {
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

/// Lines that describe a machine by themselves: keys, the name of a processor, a heading.
struct Lines
{
    bool isTold = false;
    bool isKeyed = false;
    bool isHeaded = false;
};

Lines readLines(const Paragraph& paragraph, MachineMention& mention)
{
    Lines lines;
    for (const auto line : paragraph.lines) {
        const auto body = trimmed(line);
        if (opensDescription(body)) {
            mention = {};
            mention.isNew = true;
            lines.isTold = true;
        } else if (readKeyLine(body, mention)) {
            lines.isTold = true;
            lines.isKeyed = true;
        } else if (const auto cpu = cpuNameIn(body); !cpu.empty() && cpu.size() + 4 >= body.size()) {
            mention.machine.cpu = squeezed(cpu);
            mention.isNew = true;
            lines.isTold = true;
        } else if (const auto heading = machineHeading(body)) {
            mention = {};
            mention.isNew = true;
            mention.machine.cpu = squeezed(cpuNameIn(*heading));
            nameMachine(mention.machine, squeezed(*heading), placeIn(*heading));
            lines.isTold = true;
            lines.isHeaded = true;
        }
    }
    return lines;
}

}

std::optional<MachineMention> machineIn(const Paragraph& paragraph)
{
    MachineMention mention;
    auto& machine = mention.machine;
    const auto lines = readLines(paragraph, mention);
    bool isTold = lines.isTold;
    const auto text = squeezed(paragraph.text); // a name may be wrapped
    const auto lower = lowered(text);
    const bool mayName = !lines.isKeyed && !lines.isHeaded && machine.cpu.empty();
    const auto cpu = mayName ? cpuNameIn(text) : std::string_view {};
    const auto place = mayName ? placeIn(text) : std::string_view {};
    if ((!cpu.empty() || !place.empty()) && speaksOfMeasuring(lower)) {
        const auto rest = cpu.empty() ? std::string_view {} : std::string_view(text).substr(spanOf(text, cpu).end());
        const auto second = cpuNameIn(rest);
        if (!second.empty() && second != cpu) {
            return isTold ? std::optional(mention) : std::nullopt; // a list of machines: which one is not told
        }
        machine.cpu = cpu;
        nameMachine(machine, {}, place);
        mention.isNew = true;
        isTold = true;
    }
    const bool isSized = hasWord(lower, {"machine", "server", "system", "box", "guest", "vm", "instance"})
        && (cpusIn(text) || !memoryIn(text).empty());
    if (!lines.isKeyed && (isTold || isSized)) {
        readProse(text, machine);
        isTold = true;
    }
    if (!isTold) {
        return std::nullopt;
    }
    if (machine.label.empty()) {
        nameMachine(machine, {}, {});
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
