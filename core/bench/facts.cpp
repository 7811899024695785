// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/facts.h"

#include "core/base/posix.h"
#include "core/bench/facts_reader.h"

#include <algorithm>
#include <charconv>
#include <format>
#include <sys/statvfs.h>
#include <system_error>

namespace patchscale {
namespace facts {

std::string Files::text(std::string_view below) const
{
    const auto content = readSmallFile(path(below)).value_or(std::string {});
    return std::string(trimmedText(content));
}

std::string Files::choice(std::string_view below) const
{
    auto all = text(below);
    for (const auto& [open, close] : {std::pair {'[', ']'}, std::pair {'(', ')'}}) {
        const auto begin = all.find(open);
        const auto end = all.find(close, begin == std::string::npos ? 0 : begin);
        if (begin != std::string::npos && end != std::string::npos) {
            return all.substr(begin + 1, end - begin - 1);
        }
    }
    return all;
}

std::optional<long long> Files::number(std::string_view below) const
{
    const auto content = text(below);
    long long value = 0;
    const auto result = std::from_chars(content.data(), content.data() + content.size(), value);
    return result.ec == std::errc {} ? std::optional(value) : std::nullopt;
}

std::vector<std::string> Files::entries(std::string_view below) const
{
    std::vector<std::string> names;
    std::error_code error;
    std::filesystem::directory_iterator entry(path(below), error);
    while (!error && entry != std::filesystem::directory_iterator()) {
        names.push_back(entry->path().filename().string());
        entry.increment(error);
    }
    std::ranges::sort(names);
    return names;
}

std::map<std::string, std::string> pairsOf(std::string_view text, char separator)
{
    std::map<std::string, std::string> pairs;
    while (!text.empty()) {
        const auto line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(line.size() + 1, text.size()));
        const auto mark = line.find(separator);
        if (mark != std::string_view::npos) {
            pairs.emplace(trimmedText(line.substr(0, mark)), trimmedText(line.substr(mark + 1)));
        }
    }
    return pairs;
}

std::vector<int> cpusIn(const std::vector<std::string>& entries)
{
    std::vector<int> cpus;
    for (const auto& name : entries) {
        int cpu = 0;
        const auto digits = std::string_view(name).substr(std::min<std::size_t>(3, name.size()));
        const auto result = std::from_chars(digits.data(), digits.data() + digits.size(), cpu);
        if (name.starts_with("cpu") && result.ec == std::errc {} && result.ptr == digits.data() + digits.size()) {
            cpus.push_back(cpu);
        }
    }
    std::ranges::sort(cpus);
    return cpus;
}

void set(MachineFacts& facts, std::string name, std::string value)
{
    if (!value.empty()) {
        facts.values[std::move(name)] = std::move(value);
    }
}

namespace {

/// The text of a mount table's field: "\040" stands for a blank.
std::string unescaped(std::string_view field)
{
    std::string out;
    for (std::size_t i = 0; i < field.size(); ++i) {
        unsigned code = 0;
        if (field[i] == '\\' && i + 3 < field.size()
            && std::from_chars(field.data() + i + 1, field.data() + i + 4, code, 8).ptr == field.data() + i + 4) {
            out += static_cast<char>(code);
            i += 3;
        } else {
            out += field[i];
        }
    }
    return out;
}

std::vector<std::string_view> wordsOf(std::string_view line)
{
    std::vector<std::string_view> words;
    while (true) {
        const auto begin = line.find_first_not_of(" \t");
        if (begin == std::string_view::npos) {
            return words;
        }
        line.remove_prefix(begin);
        words.push_back(line.substr(0, line.find_first_of(" \t")));
        line.remove_prefix(words.back().size());
    }
}

bool isBelow(const std::string& path, const std::string& mount)
{
    return path == mount || mount == "/" || (path.starts_with(mount) && path[mount.size()] == '/');
}

}

void addDirectory(const Files& files, const std::filesystem::path& directory, MachineFacts& facts)
{
    if (directory.empty()) {
        return;
    }
    std::error_code error;
    const auto real = std::filesystem::weakly_canonical(directory, error).string();
    std::string mounts = files.text("proc/self/mounts");
    std::string best;
    for (std::string_view rest = mounts; !rest.empty();) {
        const auto line = rest.substr(0, rest.find('\n'));
        rest.remove_prefix(std::min(line.size() + 1, rest.size()));
        const auto words = wordsOf(line);
        const auto mount = words.size() > 2 ? unescaped(words[1]) : std::string {};
        if (!mount.empty() && isBelow(real, mount) && mount.size() >= best.size()) { // the last one covers the others
            best = mount;
            set(facts, "directory.file-system", std::string(words[2]));
        }
    }
    struct statvfs status {};
    if (::statvfs(directory.c_str(), &status) == 0) {
        set(facts, "directory.free",
            sizeText(static_cast<double>(status.f_bavail) * static_cast<double>(status.f_frsize)));
    }
}

}

std::string sizeText(double bytes)
{
    constexpr double kStep = 1024;
    const char* unit = "B";
    for (const auto* next : {"KiB", "MiB", "GiB", "TiB"}) {
        if (bytes < kStep) {
            break;
        }
        bytes /= kStep;
        unit = next;
    }
    return std::format("{:.{}f} {}", bytes, *unit == 'B' ? 0 : 1, unit);
}

std::string factOf(const MachineFacts& facts, const std::string& name)
{
    const auto hit = facts.values.find(name);
    return hit == facts.values.end() ? std::string {} : hit->second;
}

MachineFacts readMachineFacts(const std::filesystem::path& root, const std::filesystem::path& directory)
{
    const facts::Files files(root);
    MachineFacts out;
    facts::addProcessor(files, out);
    facts::addKernel(files, out);
    facts::addMemory(files, out);
    facts::addControlGroup(files, out);
    facts::addDirectory(files, directory, out);
    return out;
}

}
