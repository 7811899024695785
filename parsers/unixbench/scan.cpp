// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/unixbench/scan.h"

#include "parsers/context/phrase_words.h"
#include "parsers/text/find.h"

#include <algorithm>
#include <array>

namespace patchscale::unix_bench {
namespace {

/// Phrases of a report by a word that they share: the whole text is searched for each word once.
struct Anchors
{
    std::string_view word;
    std::array<std::string_view, 3> phrases;
};

constexpr auto kAnchors = std::to_array<Anchors>({
    {.word = "Index", .phrases = {"Index Values", "Index Score", "Partial Index"}},
    {.word = "Benchmark", .phrases = {"Benchmark Run:", "Benchmark run:", "BYTE UNIX Benchmarks"}},
    {.word = "INDEX VALUES", .phrases = {"INDEX VALUES"}},
    {.word = "FINAL SCORE", .phrases = {"FINAL SCORE"}},
    {.word = "; running ", .phrases = {"; running "}},
});

/// Whether one of the phrases stands around the word at @p pos.
bool isAnchor(std::string_view view, std::size_t pos, const Anchors& anchors)
{
    return std::ranges::any_of(anchors.phrases, [&](std::string_view phrase) {
        const auto before = phrase.find(anchors.word);
        return !phrase.empty() && pos >= before && view.substr(pos - before).starts_with(phrase);
    });
}

/// Longest head of a report: a machine with 1024 CPUs has two lines for each.
constexpr std::size_t kMaxHeadLines = 2200;

/// The lines that hold one of the anchors, ascending.
std::vector<std::size_t> anchorLines(const Text& text)
{
    std::vector<std::size_t> lines;
    const auto view = text.view();
    for (const auto& anchors : kAnchors) {
        for (auto pos = findText(view, anchors.word); pos != std::string_view::npos;
             pos = findText(view, anchors.word, pos + 1)) {
            if (isAnchor(view, pos, anchors)) {
                lines.push_back(text.lineAt(pos));
            }
        }
    }
    std::ranges::sort(lines);
    const auto rest = std::ranges::unique(lines);
    lines.erase(rest.begin(), rest.end());
    return lines;
}

/// A line may start with the name of a test. Only the first two letters are looked at: this runs over every line.
bool mayStartWithTest(std::string_view line)
{
    const auto first = line.find_first_not_of(" \t|");
    if (first == std::string_view::npos || first + 8 > line.size()) {
        return false;
    }
    const auto is = [&](char a, char b) { return (line[first] | 0x20) == a && (line[first + 1] | 0x20) == b; };
    return is('d', 'h') || is('d', 'o') || is('e', 'x') || is('f', 'i') || is('p', 'i') || is('p', 'r') || is('s', 'h')
        || is('s', 'y') || line.substr(first, 5) == "2D gr" || line.substr(first, 5) == "3D gr" || is('a', 'r')
        || is('r', 'e') || is('d', 'c') || is('c', ' ') || is('g', 'r') || is('w', 'h');
}

bool canStart(ItemKind kind)
{
    return kind != ItemKind::Progress && kind != ItemKind::Truncated && kind != ItemKind::NoResult
        && kind != ItemKind::Sum;
}

class Scanner
{
public:
    explicit Scanner(const Text& text)
        : m_text(text)
        , m_view(text.view())
    {
    }

    /// Reads the report that starts within line @p line at or behind @p from.
    bool read(std::size_t line, std::size_t from, Report& report)
    {
        m_report = &report;
        report = {};
        m_context = {};
        m_headLines = 0;
        const auto pos = start(line, from);
        if (!pos) {
            return false;
        }
        std::size_t at = *pos;
        while (at < m_view.size()) {
            const auto next = step(at);
            if (!next) {
                break;
            }
            at = *next;
        }
        return finish();
    }

    /// A report does not reach back into the one before it, which ends at @p floor.
    void setFloor(std::size_t floor)
    {
        m_floor = floor;
    }

private:
    /// The first item of the line that can start a report.
    std::optional<std::size_t> start(std::size_t line, std::size_t from)
    {
        const auto& entry = m_text.lines()[line];
        std::size_t pos = std::max<std::size_t>(from, entry.begin);
        bool isLineStart = true;
        while (pos < entry.end) {
            const auto at = skipFiller(m_view, pos);
            if (at >= entry.end) {
                return std::nullopt;
            }
            isLineStart = isLineStart && skipFiller(m_view, entry.begin) == at;
            m_context.isLineStart = isLineStart;
            const auto item = itemAt(m_view, at, m_context);
            if (item && canStart(item->kind)) {
                return at;
            }
            pos = at + 1;
            while (pos < entry.end && m_view[pos] != ' ' && m_view[pos] != '\t') {
                ++pos;
            }
            isLineStart = false;
        }
        return std::nullopt;
    }

    /// Takes the item at or behind @p pos; gives the place behind it, or nothing where the report ends.
    std::optional<std::size_t> step(std::size_t pos)
    {
        const auto at = skipFiller(m_view, pos);
        if (at >= m_view.size() || !isPassable(pos, at)) {
            return std::nullopt;
        }
        const auto line = lineAt(at);
        const auto& entry = m_text.lines()[line];
        m_context.isLineStart = skipFiller(m_view, entry.begin) == at;
        const auto gap = m_view.substr(pos, at - pos);
        const bool hasBlankLine =
            !m_report->items.empty() && std::ranges::count(gap, '\n') > 1 && gap.find('=') == std::string_view::npos;
        auto context = m_context;
        if (hasBlankLine && m_report->items.back().kind != ItemKind::Header) {
            context.isTable = false;
            context.columns = {};
            // a row of the table may still follow, but it has to be a known test
            if (m_context.isTable && knownTestAt(m_view.substr(at, 200))) {
                context = m_context;
            }
        }
        if (auto item = itemAt(m_view, at, context)) {
            if (!belongs(*item)) {
                return std::nullopt;
            }
            return take(std::move(*item));
        }
        const bool isHead = m_headLines > 0 && m_headLines < kMaxHeadLines;
        if (isHead && (isReportHeadLine(m_text.line(line)) || isHeadWrap(line))) {
            ++m_headLines;
            m_headEnd = entry.end;
            return entry.end;
        }
        return std::nullopt;
    }

    /// A second head or section always opens a report of its own when a report with a head is complete.
    [[nodiscard]] bool belongs(const Item& item) const
    {
        const bool hasRows = std::ranges::any_of(m_report->items, [](const Item& other) {
            return other.kind == ItemKind::Row || other.kind == ItemKind::Sample || other.kind == ItemKind::Score;
        });
        return item.kind != ItemKind::Title || !hasRows;
    }

    std::size_t take(Item item)
    {
        const auto end = item.span.end();
        switch (item.kind) {
        case ItemKind::Title:
            m_headLines = 1;
            m_headEnd = end;
            break;
        case ItemKind::Header:
            m_context.isTable = true;
            m_context.columns = item.columns; // its memory moves along with the item
            m_headLines = 0;
            break;
        case ItemKind::Score:
        case ItemKind::Cpus:
        case ItemKind::Sample:
            m_context.isTable = false;
            m_context.columns = {};
            m_headLines = 0;
            break;
        default:
            break;
        }
        m_report->items.push_back(std::move(item));
        return end;
    }

    /// The line of @p offset, which mostly is the last one asked for or stands near it.
    std::size_t lineAt(std::size_t offset)
    {
        constexpr std::size_t kNear = 4;
        const auto lines = m_text.lines();
        const auto isIn = [&](std::size_t line) {
            return line < lines.size() && lines[line].begin <= offset && offset <= lines[line].end;
        };
        const auto first = m_line > kNear ? m_line - kNear : 0;
        for (auto line = first; line <= m_line + kNear; ++line) {
            if (isIn(line)) {
                m_line = line;
                return line;
            }
        }
        m_line = m_text.lineAt(offset);
        return m_line;
    }

    /// Between two items only text that formats may read: no diff, no trailer.
    [[nodiscard]] bool isPassable(std::size_t from, std::size_t to)
    {
        const auto last = lineAt(to);
        for (auto line = lineAt(from); line <= last; ++line) {
            const auto kind = m_text.lines()[line].kind;
            if (kind != LineKind::Body && kind != LineKind::Blank && kind != LineKind::Ruler) {
                return false;
            }
        }
        return true;
    }

    /// The head of a report has lines that were wrapped: what follows a line of the head at once.
    [[nodiscard]] bool isHeadWrap(std::size_t line) const
    {
        return line > 0 && m_headEnd == m_text.lines()[line - 1].end && m_text.line(line).size() < 80
            && !m_text.line(line).ends_with(':');
    }

    bool finish()
    {
        auto& items = m_report->items;
        // what only leads over to the next report is left to it
        while (!items.empty() && (items.back().kind == ItemKind::Progress)) {
            items.pop_back();
        }
        if (items.empty()) {
            return false;
        }
        const auto begin = lookBack(items.front().span.offset);
        auto end = items.back().span.end();
        if (items.back().kind == ItemKind::Title) {
            end = std::max(end, m_headEnd);
        }
        m_report->span = {.offset = begin, .length = end - begin};
        return std::ranges::any_of(items, [](const Item& item) {
            return item.kind == ItemKind::Title || item.kind == ItemKind::Row || item.kind == ItemKind::Sample
                || item.kind == ItemKind::Score;
        });
    }

    /// Progress lines and the rest of a head that was cut off stand in front of the first item.
    std::size_t lookBack(std::size_t begin)
    {
        auto line = m_text.lineAt(begin);
        if (skipFiller(m_view, m_text.lines()[line].begin) != begin) {
            return begin;
        }
        std::vector<Item> progress;
        const auto first = line > kMaxHeadLines ? line - kMaxHeadLines : 0;
        while (line > first) {
            --line;
            const auto& entry = m_text.lines()[line];
            if (entry.begin < m_floor) {
                break;
            }
            const auto at = skipFiller(m_view, entry.begin);
            if (at >= entry.end && entry.kind != LineKind::Diff) {
                continue;
            }
            if (entry.kind != LineKind::Body) {
                break;
            }
            auto item = itemAt(m_view, at, {.columns = {}, .isTable = false, .isLineStart = true});
            const bool isProgress = item && item->kind == ItemKind::Progress;
            const auto body = m_text.line(line);
            const bool isHead = body.contains("load average") || lowered(body.substr(0, 12)).contains("cpu ")
                || (body.starts_with("        ") && body.contains(", "));
            if (!isProgress && !(isHead && isReportHeadLine(body))) {
                break;
            }
            if (isProgress) {
                progress.push_back(std::move(*item));
            }
            begin = at;
        }
        std::ranges::reverse(progress);
        m_report->items.insert(m_report->items.begin(), progress.begin(), progress.end());
        return begin;
    }

    const Text& m_text;
    std::string_view m_view;
    Report* m_report = nullptr;
    RowContext m_context;
    std::size_t m_headLines = 0; ///< lines of the report's head so far; 0 outside of it
    std::size_t m_headEnd = 0;
    std::size_t m_floor = 0;
    std::size_t m_line = 0; ///< see lineAt()
};

}

bool isReportHeadLine(std::string_view line)
{
    const auto first = line.find_first_not_of(" \t");
    if (first == std::string_view::npos) {
        return false;
    }
    const auto body = lowered(line.substr(first));
    constexpr auto kStarts =
        std::to_array<std::string_view>({"system:", "system --", "os:", "machine:", "language:", "graphics:", "/bin/sh",
                                         "/dev/", "filesystem", "lrwx", "cpu features:"});
    const bool hasKey = std::ranges::any_of(kStarts, [&](std::string_view start) { return body.starts_with(start); });
    const bool isCpu = body.starts_with("cpu") && body.find(':') < 10;
    return hasKey || isCpu || body.contains("load average") || body.contains("interactive users") || first >= 8;
}

std::vector<Report> findReports(const Text& text, const Job& job)
{
    std::vector<Report> reports;
    const auto lines = text.lines();
    const auto anchors = anchorLines(text);
    auto anchor = anchors.begin();
    Scanner scanner(text);
    Report report;
    std::size_t from = 0;
    for (std::size_t line = 0; line < lines.size(); ++line) {
        if ((line & 0xFFFFU) == 0 && job.isCancelled()) {
            break;
        }
        while (anchor != anchors.end() && *anchor < line) {
            ++anchor;
        }
        const auto& entry = lines[line];
        const bool isAnchor = anchor != anchors.end() && *anchor == line;
        const bool mayHold = isAnchor || (entry.numbers >= 1 && mayStartWithTest(text.line(line)));
        if (!mayHold || (entry.kind != LineKind::Body && entry.kind != LineKind::Ruler)) {
            continue;
        }
        // a line can hold several reports, and the last line of one the beginning of the next
        while (line < lines.size() && from < lines[line].end && scanner.read(line, from, report)) {
            from = report.span.end();
            scanner.setFloor(from);
            line = text.lineAt(from);
            reports.push_back(std::move(report));
        }
    }
    return reports;
}

}
