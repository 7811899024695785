// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/unixbench/head.h"

#include "parsers/context/phrase_words.h"

#include <algorithm>
#include <vector>

namespace patchscale::unix_bench {
namespace {

std::string_view trimmed(std::string_view text)
{
    constexpr std::string_view kBlanks = " \t\r";
    const auto first = text.find_first_not_of(kBlanks);
    if (first == std::string_view::npos) {
        return {};
    }
    return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

/// The part of @p line that belongs to report number @p side: where a key comes again, the next report begins.
std::string_view sideOf(std::string_view line, std::string_view key, int side)
{
    std::size_t begin = line.find(key);
    for (int i = 0; i < side && begin != std::string_view::npos; ++i) {
        begin = line.find(key, begin + key.size());
    }
    if (begin == std::string_view::npos) {
        return {};
    }
    const auto end = line.find(key, begin + key.size());
    return trimmed(line.substr(begin + key.size(), end == std::string_view::npos ? end : end - begin - key.size()));
}

/// The three parts of "GNU/Linux -- 5.10.0 -- #1 SMP …".
std::vector<std::string_view> osParts(std::string_view os)
{
    std::vector<std::string_view> parts;
    while (parts.size() < 2) {
        const auto cut = os.find(" -- ");
        if (cut == std::string_view::npos) {
            break;
        }
        parts.push_back(trimmed(os.substr(0, cut)));
        os.remove_prefix(cut + 4);
    }
    parts.push_back(trimmed(os));
    return parts;
}

/// "CPU 12: Intel(R) Xeon(R) … (4400.0 bogomips)": the model.
std::string_view cpuModel(std::string_view line)
{
    const auto body = trimmed(line);
    const auto colon = body.find(':');
    const bool isCpu = lowered(body.substr(0, 4)) == "cpu " && colon != std::string_view::npos && colon > 4
        && body.substr(4, colon - 4).find_first_not_of("0123456789 ") == std::string_view::npos;
    if (!isCpu) {
        return {};
    }
    auto model = body.substr(colon + 1);
    model = model.substr(0, model.find(" bogomips)"));
    const auto paren = model.rfind('(');
    const bool hasBogomips = paren != std::string_view::npos
        && model.substr(paren + 1).find_first_not_of("0123456789.") == std::string_view::npos;
    return trimmed(hasBogomips ? model.substr(0, paren) : model);
}

bool isCpuLine(std::string_view line)
{
    const auto body = trimmed(line);
    return lowered(body.substr(0, 4)) == "cpu " && body.find(':') != std::string_view::npos
        && body.find_first_of("0123456789") == 4;
}

}

Machine machineOfHead(std::string_view head, int side)
{
    Machine machine;
    int cpus = 0;
    std::vector<std::string_view> models;
    while (!head.empty()) {
        const auto end = std::min(head.find('\n'), head.size());
        const auto line = head.substr(0, end);
        head.remove_prefix(std::min(end + 1, head.size()));
        const auto body = trimmed(line);
        if (body.starts_with("System: ")) {
            const auto value = sideOf(line, "System: ", side);
            const auto cut = value.find(": ");
            machine.facts["host"] = std::string(value.substr(0, cut));
            if (cut != std::string_view::npos) {
                machine.os = trimmed(value.substr(cut + 2));
            }
        } else if (body.starts_with("System -- ")) {
            // 4.x: what uname -a prints
            const auto value = sideOf(line, "System -- ", side);
            const auto host = value.find(' ');
            const auto kernel = host == std::string_view::npos ? host : value.find(' ', host + 1);
            machine.os = value.substr(0, host);
            if (kernel != std::string_view::npos) {
                machine.facts["host"] = std::string(value.substr(host + 1, kernel - host - 1));
                machine.kernel = value.substr(kernel + 1, value.find(' ', kernel + 1) - kernel - 1);
            }
        } else if (body.starts_with("OS: ")) {
            const auto parts = osParts(sideOf(line, "OS: ", side));
            if (parts.size() >= 2) {
                machine.kernel = parts[1];
            }
            if (parts.size() >= 3) {
                machine.facts["kernel build"] = std::string(parts[2]);
            }
        } else if (body.starts_with("Machine: ")) {
            const auto value = sideOf(line, "Machine: ", side);
            machine.facts["architecture"] = std::string(trimmed(value.substr(0, value.find('('))));
        } else if (isCpuLine(line)) {
            ++cpus;
            const auto model = cpuModel(line);
            if (!model.empty() && std::ranges::find(models, model) == models.end()) {
                models.push_back(model);
            }
        }
    }
    for (const auto model : models) {
        machine.cpu += machine.cpu.empty() ? "" : " + ";
        machine.cpu += model;
    }
    if (cpus > 0) {
        machine.cpus = cpus;
    }
    machine.label = !machine.cpu.empty() ? machine.cpu : machine.facts["host"];
    if (machine.facts["host"].empty()) {
        machine.facts.erase("host");
    }
    return machine;
}

}
