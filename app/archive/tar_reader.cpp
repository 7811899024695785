// SPDX-License-Identifier: GPL-3.0-or-later
// The tar archives that people send: ustar, GNU with long names, pax. Links and devices hold no text and are named.
#include "app/archive/packing.h"

#include <charconv>
#include <cstdint>
#include <format>
#include <optional>

namespace patchscale {
namespace {

constexpr std::size_t kBlock = 512;

std::string_view field(std::string_view header, std::size_t at, std::size_t length)
{
    const auto bytes = header.substr(at, length);
    return bytes.substr(0, bytes.find('\0'));
}

/// Octal digits, or with the highest bit set a binary number.
std::optional<std::uint64_t> numberOf(std::string_view bytes)
{
    std::uint64_t value = 0;
    if ((static_cast<unsigned char>(bytes[0]) & 0x80U) != 0) {
        for (const char c : bytes.substr(bytes.size() - 8)) {
            value = value << 8U | static_cast<unsigned char>(c);
        }
        return value;
    }
    const auto first = bytes.find_first_not_of(std::string_view(" \0", 2));
    if (first == std::string_view::npos) {
        return 0;
    }
    const auto [end, error] = std::from_chars(bytes.data() + first, bytes.data() + bytes.size(), value, 8);
    return error == std::errc {} ? std::optional(value) : std::nullopt;
}

/// What a pax header says of the next entry: lines of "<length> <key>=<value>\n".
struct Extended
{
    std::string path;
    std::optional<std::uint64_t> size;

    void read(std::string_view records)
    {
        while (!records.empty()) {
            std::size_t length = 0;
            const auto [end, error] = std::from_chars(records.data(), records.data() + records.size(), length);
            if (error != std::errc {} || length == 0 || length > records.size()) {
                return;
            }
            auto record = records.substr(0, length);
            records.remove_prefix(length);
            const auto blank = record.find(' ');
            const auto equal = record.find('=');
            if (blank == std::string_view::npos || equal == std::string_view::npos || equal < blank
                || !record.ends_with('\n')) {
                return;
            }
            const auto key = record.substr(blank + 1, equal - blank - 1);
            const auto value = record.substr(equal + 1, record.size() - equal - 2);
            if (key == "path") {
                path = value;
            } else if (key == "size") {
                std::uint64_t told = 0;
                std::from_chars(value.data(), value.data() + value.size(), told);
                size = told;
            }
        }
    }
};

class TarReader
{
public:
    TarReader(std::string_view bytes, std::string_view name, Budget& budget, const Job& job)
        : m_bytes(bytes)
        , m_name(name)
        , m_budget(budget)
        , m_job(job)
    {
    }

    Result<std::vector<Member>> read()
    {
        while (m_at + kBlock <= m_bytes.size() && m_bytes[m_at] != '\0') {
            if (m_job.isCancelled()) {
                return stopped();
            }
            if (!readEntry()) {
                return std::move(m_members);
            }
        }
        // Two blocks of zeros end an archive; some programs write none, and their last entry ends with the file.
        if (m_at < m_bytes.size() && m_at + kBlock > m_bytes.size()) {
            refuse(m_name, "it ends within an entry", "was it copied to its end?");
        }
        return std::move(m_members);
    }

private:
    void refuse(std::string_view name, std::string_view cause, std::string hint)
    {
        m_members.push_back({.name = std::string(name), .bytes = refusePacked(name, cause, std::move(hint))});
    }

    /// False when nothing behind it can be read.
    bool readEntry()
    {
        const auto header = m_bytes.substr(m_at, kBlock);
        const auto told = m_extended.size ? m_extended.size : numberOf(header.substr(124, 12));
        if (packingOf(header) != Packing::Tar || !told) {
            refuse(m_name, "the head of an entry is damaged; what stands behind it was not read",
                   "copy it anew from where it comes from");
            return false;
        }
        const char kind = header[156];
        const bool hasData = kind != '1' && kind != '2' && kind != '3' && kind != '4' && kind != '5' && kind != '6';
        const auto size = hasData ? *told : 0;
        if (size > m_bytes.size() - m_at - kBlock) {
            refuse(m_name, "it ends within an entry", "was it copied to its end?");
            return false;
        }
        const auto data = m_bytes.substr(m_at + kBlock, size);
        m_at += kBlock + (size + kBlock - 1) / kBlock * kBlock;
        m_at = std::min(m_at, m_bytes.size());
        if (kind == 'x') {
            m_extended.read(data);
            return true;
        }
        if (kind == 'L') {
            m_extended.path = data.substr(0, data.find('\0'));
            return true;
        }
        if (kind == 'g' || kind == 'K') {
            return true;
        }
        const auto entry = nameOf(header);
        m_extended = {};
        return takeEntry(kind, entry, data);
    }

    [[nodiscard]] std::string nameOf(std::string_view header) const
    {
        if (!m_extended.path.empty()) {
            return m_extended.path;
        }
        std::string name(field(header, 0, 100));
        const auto prefix = field(header, 345, 155);
        // GNU tar keeps times where ustar keeps the front of a long name.
        const bool isPosix = header.substr(257, 6) == std::string_view("ustar\0", 6);
        return isPosix && !prefix.empty() ? std::string(prefix) + '/' + name : name;
    }

    bool takeEntry(char kind, std::string_view entry, std::string_view data)
    {
        if (auto taken = m_budget.takeMember(m_name); !taken) {
            m_members.push_back({.name = std::string(m_name), .bytes = std::unexpected(std::move(taken.error()))});
            return false;
        }
        while (entry.starts_with("./")) {
            entry.remove_prefix(2);
        }
        if (kind == '5' || entry.empty() || entry.ends_with('/') || isHiddenName(entry)) {
            return true;
        }
        const auto name = std::format("{}/{}", m_name, entry);
        if (!staysInside(entry)) {
            refuse(name, "its name leads out of the archive",
                   "do not unpack this archive before you have looked at it");
            return true;
        }
        if (kind == '1' || kind == '2') {
            m_members.push_back(
                {.name = name,
                 .bytes = passOver(name, "it is a link, which holds nothing itself", "open what it leads to")});
            return true;
        }
        if (kind != '0' && kind != '\0' && kind != '7') {
            m_members.push_back(
                {.name = name,
                 .bytes = passOver(name, "it is no plain file", "unpack the archive and open the file that you need")});
            return true;
        }
        if (auto taken = m_budget.take(name, data.size(), 0, data.size()); !taken) {
            m_members.push_back({.name = name, .bytes = std::unexpected(std::move(taken.error()))});
            return !m_budget.isSpent();
        }
        m_members.push_back({.name = name, .bytes = std::string(data)});
        return true;
    }

    std::string_view m_bytes;
    std::string_view m_name;
    Budget& m_budget;
    const Job& m_job;
    std::size_t m_at = 0;
    Extended m_extended;
    std::vector<Member> m_members;
};

}

Result<std::vector<Member>> readTar(std::string_view bytes, std::string_view name, Budget& budget, const Job& job)
{
    return TarReader(bytes, name, budget, job).read();
}

}
