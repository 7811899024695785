// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/fio/text_blocks.h"

#include "parsers/fio/quantity.h"
#include "parsers/text/find.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace patchscale::fio {
namespace {

/// More lines of something else between two lines of statistics: they are not of one job.
constexpr std::size_t kMostForeign = 6;
/// A wrapped line has at most so many parts.
constexpr std::size_t kMostParts = 5;

/// Whether a line goes on in the next one: it ends within brackets or behind a comma.
bool isOpen(std::string_view line)
{
    const auto body = stripped(line);
    if (body.empty()) {
        return false;
    }
    const char last = body.back();
    if (last == ',' || last == '=' || last == '-' || last == '(' || last == '[') {
        return true;
    }
    return std::ranges::count(body, '(') > std::ranges::count(body, ')')
        || std::ranges::count(body, '[') > std::ranges::count(body, ']');
}

/// Whether @p body can only be the rest of a line of @p kind.
bool isRestOf(Kind kind, std::string_view body)
{
    const auto begins = [&](std::initializer_list<std::string_view> words) {
        return std::ranges::any_of(words, [&](std::string_view word) { return body.starts_with(word); });
    };
    switch (kind) {
    case Kind::GroupLine:
        return begins({"(", "io=", "run=", "aggrb=", "minb=", "maxb=", "mint=", "maxt="});
    case Kind::Disk:
        return begins({"merge=", "ticks=", "in_queue=", "util=", "aggr"});
    case Kind::Banner:
        return begins({"ioengine=", "iodepth="}) || (body.contains("ioengine=") && !body.contains("(g="));
    case Kind::NewHeadline:
    case Kind::OldHeadline:
        return begins({"(", "runt=", "iops=", "BW="});
    case Kind::JobHead:
        return begins({"pid="}) || (body.contains(": pid=") && !body.contains("(groupid="));
    case Kind::Issued:
        return begins({"short=", "drop", "total="});
    default:
        return false;
    }
}

class Finder
{
public:
    Finder(const Text& text, const patchscale::Job& job)
        : m_text(text)
        , m_job(job)
    {
    }

    std::vector<TextBlock> find()
    {
        const auto lines = m_text.lines();
        for (std::size_t i = 0; i < lines.size();) {
            if (i % 4096 == 0 && m_job.isCancelled()) {
                break;
            }
            const auto kind = lines[i].kind == LineKind::Blank ? Kind::Blank : kindAt(i);
            if (kind == Kind::Blank) {
                ++i;
                continue;
            }
            if (kind == Kind::None) {
                ++m_foreign;
                ++i;
                continue;
            }
            const auto last = lastPart(i, kind);
            take({.kind = kind, .firstLine = i, .lastLine = last});
            i = last + 1;
        }
        close();
        return std::move(m_out);
    }

private:
    [[nodiscard]] Kind kindAt(std::size_t line) const
    {
        const auto kind = m_text.lines()[line].kind;
        const bool mayBe = kind == LineKind::Body || kind == LineKind::Ruler || kind == LineKind::Trailer;
        return mayBe ? kindOf(m_text.line(line)) : kind == LineKind::Blank ? Kind::Blank : Kind::None;
    }

    /// The last line of what begins in @p line: a mailer wraps, and may double the line ends.
    [[nodiscard]] std::size_t lastPart(std::size_t line, Kind kind) const
    {
        const auto lines = m_text.lines();
        auto last = line;
        for (std::size_t parts = 1; parts < kMostParts; ++parts) {
            auto next = last + 1;
            const bool goesOn = kind != Kind::Notice && kind != Kind::Message && isOpen(m_text.line(last));
            if (goesOn && next < lines.size() && lines[next].kind == LineKind::Blank) {
                ++next;
            }
            const bool isMine =
                next < lines.size() && lines[next].quoteDepth == lines[line].quoteDepth && kindAt(next) == Kind::None;
            if (!isMine || (!goesOn && !isRestOf(kind, stripped(m_text.line(next))))) {
                break;
            }
            last = next;
        }
        return last;
    }

    void take(const Entry& entry)
    {
        const auto view = textOf(m_text, entry);
        if (!m_block.entries.empty() && begins(entry, view)) {
            const bool isNext = m_foreign == 0 && m_text.lines()[entry.firstLine].quoteDepth == m_depth;
            if (isNext) {
                m_block.starts.push_back(m_block.entries.size());
                forget();
            } else {
                close();
            }
        }
        if (m_block.entries.empty() && (entry.kind == Kind::Notice || entry.kind == Kind::DiskHead)) {
            m_foreign = 0;
            return; // says nothing by itself
        }
        if (m_block.entries.empty()) {
            m_block.starts.push_back(0);
        }
        m_block.entries.push_back(entry);
        m_depth = m_text.lines()[entry.firstLine].quoteDepth;
        m_foreign = 0;
        remember(entry.kind, view);
    }

    /// Whether another execution begins with @p entry.
    [[nodiscard]] bool begins(const Entry& entry, std::string_view view) const
    {
        if (m_text.lines()[entry.firstLine].quoteDepth != m_depth) {
            return true;
        }
        const bool isCut = m_foreign > 0;
        switch (entry.kind) {
        case Kind::Banner:
            return m_hasResult || m_isHeaded || m_foreign > kMostForeign;
        case Kind::Version:
            return m_hasResult || m_isHeaded || m_hasVersion;
        case Kind::Host:
            return m_hasResult || m_isHeaded;
        case Kind::JobHead:
            return beginsJob(view);
        case Kind::NewHeadline:
        case Kind::OldHeadline: {
            const bool isTold = std::ranges::contains(m_section, keyOf(entry.kind, view));
            return isTold || (m_isLoose && m_hasResult && (isCut || m_hasGroupLine)) || m_foreign > kMostForeign;
        }
        case Kind::GroupHead: {
            const auto number = quantityAt(view, view.find("group ") + 6);
            const bool isAgain = number && m_group && number->value <= *m_group;
            return (isAgain && !m_hasJobSinceGroup) || (isCut && isAgain && !m_isClient);
        }
        case Kind::GroupLine:
            return std::ranges::contains(m_groupLines, keyOf(entry.kind, view)) || (isCut && !m_group && m_hasGroupLine)
                || m_foreign > kMostForeign;
        case Kind::Notice:
        case Kind::Message:
        case Kind::DiskHead:
        case Kind::Blank:
        case Kind::None:
            return false;
        default:
            return m_foreign > kMostForeign
                || (m_isLoose && !m_group && (isCut || std::ranges::contains(m_section, keyOf(entry.kind, view))));
        }
    }

    [[nodiscard]] bool beginsJob(std::string_view view) const
    {
        const auto key = jobKey(view);
        const bool isDump = std::ranges::contains(m_jobs, key);
        if (isDump) {
            return m_foreign > 0;
        }
        const auto name = key.substr(0, key.rfind('\n'));
        const bool isNamed =
            std::ranges::any_of(m_jobs, [&](const std::string& job) { return job.substr(0, job.rfind('\n')) == name; });
        const bool isOver = m_group.has_value() && !m_isClient;
        return isOver || (m_foreign > 0 && isNamed) || (m_isLoose && m_hasResult);
    }

    /// Name, group and process of a job.
    static std::string jobKey(std::string_view view)
    {
        const auto group = view.find("(groupid=");
        std::string key(stripped(view.substr(0, group)));
        const auto number = quantityAt(view, group + 9);
        key += number ? number->digits : "";
        key += '\n';
        const auto pid = quantityOf(view, "pid=", group);
        key += pid ? pid->digits : "";
        return key;
    }

    /// What a section holds once: a headline of each direction, a latency of each name …
    static std::string keyOf(Kind kind, std::string_view view)
    {
        std::string key(1, static_cast<char>('A' + static_cast<int>(kind)));
        if (kind == Kind::NewHeadline || kind == Kind::OldHeadline || kind == Kind::GroupLine) {
            key += static_cast<char>('0' + static_cast<int>(directionOf(view)));
            return key;
        }
        if (kind == Kind::Latency || kind == Kind::PercentileHead) {
            key += stripped(view.substr(0, view.find('(')));
        }
        if (kind == Kind::PercentileRow || kind == Kind::Histogram || kind == Kind::Depths || kind == Kind::Disk) {
            key += view; // several of them belong together
        }
        return key;
    }

    void remember(Kind kind, std::string_view view)
    {
        switch (kind) {
        case Kind::JobHead:
            m_jobs.push_back(jobKey(view));
            m_section.clear();
            m_isLoose = false;
            m_hasJobSinceGroup = true;
            m_block.isWhole = true;
            m_isHeaded = true;
            return;
        case Kind::GroupHead: {
            const auto number = quantityAt(view, view.find("group ") + 6);
            m_group = number ? number->value : 0;
            m_groupLines.clear();
            m_hasJobSinceGroup = false;
            m_block.isWhole = true;
            m_isHeaded = true;
            return;
        }
        case Kind::GroupLine:
            m_groupLines.push_back(keyOf(kind, view));
            m_hasGroupLine = true;
            m_block.hasResult = true;
            m_hasResult = true;
            return;
        case Kind::Version:
            m_hasVersion = true;
            return;
        case Kind::Host:
            m_isClient = true;
            return;
        case Kind::NewHeadline:
        case Kind::OldHeadline:
            m_section.push_back(keyOf(kind, view));
            std::erase_if(m_section, [](const std::string& key) {
                return key.front() != 'A' + static_cast<int>(Kind::NewHeadline)
                    && key.front() != 'A' + static_cast<int>(Kind::OldHeadline);
            });
            m_block.hasResult = true;
            m_hasResult = true;
            return;
        case Kind::Latency:
        case Kind::PercentileHead:
        case Kind::PercentileRow:
        case Kind::BandwidthInterval:
        case Kind::IopsInterval:
        case Kind::Cpu:
        case Kind::Issued:
        case Kind::Disk:
            m_section.push_back(keyOf(kind, view));
            m_block.hasResult = true;
            m_hasResult = true;
            return;
        default:
            return;
        }
    }

    void close()
    {
        while (!m_block.entries.empty() && m_block.entries.back().kind == Kind::Notice) {
            m_block.entries.pop_back();
        }
        std::erase_if(m_block.starts, [this](std::size_t start) { return start >= m_block.entries.size(); });
        const bool isBare = std::ranges::all_of(m_block.entries, [](const Entry& entry) {
            return entry.kind == Kind::Version || entry.kind == Kind::Message || entry.kind == Kind::Notice
                || entry.kind == Kind::Depths || entry.kind == Kind::Histogram || entry.kind == Kind::Description;
        });
        if (!isBare) {
            m_out.push_back(std::move(m_block));
        }
        m_block = {};
        forget();
    }

    /// Another execution begins.
    void forget()
    {
        m_jobs.clear();
        m_section.clear();
        m_groupLines.clear();
        m_group.reset();
        m_hasResult = false;
        m_isHeaded = false;
        m_isLoose = true;
        m_isClient = false;
        m_hasVersion = false;
        m_hasGroupLine = false;
        m_hasJobSinceGroup = false;
    }

    const Text& m_text;
    const patchscale::Job& m_job;
    std::vector<TextBlock> m_out;
    TextBlock m_block;
    std::vector<std::string> m_jobs; ///< keys of the jobs of the block
    std::vector<std::string> m_section; ///< keys of what the section at hand holds
    std::vector<std::string> m_groupLines;
    std::optional<double> m_group; ///< number of the last group whose status was printed
    std::size_t m_foreign = 0; ///< lines of something else since the last line of the block
    std::uint8_t m_depth = 0;
    bool m_hasResult = false;
    bool m_isHeaded = false; ///< a job's or a group's head was seen
    bool m_isLoose = true; ///< no job's head so far: lines picked by hand
    bool m_isClient = false;
    bool m_hasVersion = false;
    bool m_hasGroupLine = false;
    bool m_hasJobSinceGroup = false;
};

}

std::string_view textOf(const Text& text, const Entry& entry)
{
    const auto begin = text.lines()[entry.firstLine].begin;
    // one byte more: what ends there is not cut
    const auto end = std::min<std::size_t>(text.lines()[entry.lastLine].end + 1, text.view().size());
    return text.view().substr(begin, end - begin);
}

std::span<const Entry> executionOf(const TextBlock& block, std::size_t index)
{
    const auto begin = block.starts[index];
    const auto end = index + 1 < block.starts.size() ? block.starts[index + 1] : block.entries.size();
    return std::span(block.entries).subspan(begin, end - begin);
}

SourceSpan spanOf(const Text& text, std::span<const Entry> entries)
{
    const auto begin = text.lines()[entries.front().firstLine].begin;
    const auto end = text.lines()[entries.back().lastLine].end;
    return {.offset = begin, .length = end - begin};
}

std::span<const std::string_view> textMarks()
{
    static constexpr auto kMarks = std::to_array<std::string_view>(
        {"(groupid=", "IOPS=", "): rw=", ": bw=", ", bw=", " ios=", "aggrb=", "usr=", "th=[", "Run status group",
         "lat ("});
    return kMarks;
}

std::vector<TextBlock> textBlocks(const Text& text, const patchscale::Job& job)
{
    const bool mayHold = std::ranges::any_of(
        textMarks(), [&](std::string_view mark) { return findText(text.view(), mark) != std::string_view::npos; });
    return mayHold ? Finder(text, job).find() : std::vector<TextBlock> {};
}

}
