// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/unixbench/page.h"

#include "parsers/context/phrase_words.h"
#include "parsers/text/find.h"
#include "parsers/unixbench/item_text.h"

#include <algorithm>
#include <charconv>
#include <format>

namespace patchscale::unix_bench {
namespace {

/// A stretch of the page's text without the tags around it.
struct Piece
{
    std::size_t begin = 0;
    std::size_t end = 0;
};

/// The text between two places, shortened by tags and white space at its ends.
Piece bare(std::string_view view, Piece piece)
{
    while (piece.begin < piece.end) {
        const char c = view[piece.begin];
        if (c == '<') {
            piece.begin = std::min(view.find('>', piece.begin), piece.end - 1) + 1;
        } else if (isBlank(c) || c == '\n') {
            ++piece.begin;
        } else {
            break;
        }
    }
    const auto tag = view.substr(0, piece.end).find('<', piece.begin);
    piece.end = tag == std::string_view::npos ? piece.end : tag;
    while (piece.end > piece.begin && (isBlank(view[piece.end - 1]) || view[piece.end - 1] == '\n')) {
        --piece.end;
    }
    return piece;
}

/// The cells between @p begin and @p end, which hold one row.
std::vector<Piece> cellsOf(std::string_view view, std::size_t begin, std::size_t end)
{
    std::vector<Piece> cells;
    const auto row = view.substr(0, end);
    for (auto open = row.find("<td", begin); open != std::string_view::npos; open = row.find("<td", open + 3)) {
        const auto inner = row.find('>', open);
        if (inner == std::string_view::npos) {
            break;
        }
        const auto close = row.find("</td>", inner);
        if (close == std::string_view::npos) {
            break; // cut, maybe within its number
        }
        cells.push_back(bare(view, {.begin = inner + 1, .end = close}));
    }
    return cells;
}

/// Calls @p item by the known name of the test @p written, else as it is written.
void setName(Item& item, std::string_view written)
{
    const auto known = knownTestAt(written);
    item.setKnown(known);
    item.name = known ? known->name : written;
}

class PageReader
{
public:
    explicit PageReader(std::string_view view)
        : m_view(view)
    {
    }

    /// The page whose title stands at @p title and that ends before @p end.
    Report read(std::size_t title, std::size_t end)
    {
        m_end = end;
        auto version = newItem(ItemKind::Title, title, std::min(m_view.find(')', title), end));
        const auto digits = title + std::string_view("BYTE UNIX Benchmarks (Version ").size();
        version.version = m_view.substr(digits, version.span.end() - digits);
        m_report.span = {.offset = title, .length = version.span.end() - title};
        m_report.items.push_back(std::move(version));
        auto section = find("<h3>Benchmark Run:", title);
        readSystem(title, std::min(section, end));
        while (section < end) {
            const auto next = std::min(find("<h3>", section + 4), end);
            readSection(section, next);
            section = std::min(find("<h3>Benchmark Run:", section + 4), end);
        }
        return std::move(m_report);
    }

private:
    [[nodiscard]] std::size_t find(std::string_view what, std::size_t from) const
    {
        return std::min(m_view.find(what, from), m_end);
    }

    [[nodiscard]] std::string_view textOf(Piece piece) const
    {
        return m_view.substr(piece.begin, piece.end - piece.begin);
    }

    /// Writes the table of the system as the lines that text reports have.
    void readSystem(std::size_t begin, std::size_t end)
    {
        for (auto row = find("<td", begin); row < end;) {
            const auto close = std::min(find("</tr>", row), end);
            auto cells = cellsOf(m_view, row, close);
            if (!cells.empty() && textOf(cells.front()) == "CPUs:") {
                cells.erase(cells.begin());
            }
            if (cells.size() >= 2) {
                const auto key = textOf(cells[0]);
                const bool isCpu = !key.empty() && isDigit(key.front());
                m_report.head += std::format("{}{} {}\n", isCpu ? "CPU " : "", key, textOf(cells[1]));
            }
            row = find("<td", close);
        }
    }

    void readSection(std::size_t begin, std::size_t end)
    {
        auto head = newItem(ItemKind::Cpus, begin, find("</h3>", begin));
        const auto words = m_view.substr(begin, head.span.length);
        head.cpus = numberBefore(words, " CPU");
        head.copies = numberBefore(words, " parallel");
        if (head.cpus == 0) {
            head.cpus.reset(); // Run could not count them
        }
        m_report.items.push_back(std::move(head));
        std::vector<Item> tables;
        for (auto category = find("<h4>", begin); category < end;) {
            const auto next = std::min(find("<h4>", category + 4), end);
            readCategory(category, next, tables);
            category = next;
        }
        // As in a text report, the rows with units and samples come before the tables.
        std::ranges::move(tables, std::back_inserter(m_report.items));
    }

    void readCategory(std::size_t begin, std::size_t end, std::vector<Item>& tables)
    {
        const auto close = find("</h4>", begin);
        auto header = newItem(ItemKind::Header, begin + 4, close);
        const auto title = bare(m_view, {.begin = begin + 4, .end = close});
        const auto words = textOf(title);
        header.name = words.substr(0, words.find(" \xE2\x80\x94"));
        header.isPartial = words.contains("not all index tests");
        header.columns = {Column::Baseline, Column::Result, Column::Index};
        tables.push_back(std::move(header));
        for (auto row = find("<td", close); row < end;) {
            const auto last = find("</tr>", row);
            if (last >= end) {
                break; // a row that was cut looks like another one
            }
            takeRow(cellsOf(m_view, row, last), tables);
            row = find("<td", last);
        }
        if (tables.back().kind == ItemKind::Header) {
            tables.pop_back(); // tests without a baseline make no table
        }
    }

    void takeRow(const std::vector<Piece>& cells, std::vector<Item>& tables)
    {
        if (cells.size() == 2 && textOf(cells[0]).contains("Index Score")) {
            auto score = newItem(ItemKind::Score, cells[0].begin, cells[1].end);
            auto name = textOf(cells[0]);
            name = name.ends_with(':') ? name.substr(0, name.size() - 1) : name;
            setName(score, name);
            score.isPartial = name.ends_with("(Partial Only)");
            score.index = figureOf(numberIn(cells[1]));
            take(std::move(score), tables);
            return;
        }
        if (cells.size() < 5) {
            return;
        }
        auto sample = newItem(ItemKind::Sample, cells[0].begin, cells[4].end);
        setName(sample, textOf(cells[0]));
        sample.result = figureOf(numberIn(cells[1]));
        sample.unit = textOf(cells[2]);
        if (const auto count = numberIn(cells[4])) {
            sample.samples = static_cast<int>(std::clamp(count->value, 0.0, 1e6));
        }
        if (!sample.result || sample.name.empty()) {
            return;
        }
        auto row = newItem(ItemKind::Row, cells[0].begin, cells.back().end);
        row.name = sample.name;
        row.knownBaseline = sample.knownBaseline;
        row.knownUnit = sample.knownUnit;
        row.result = sample.result;
        m_report.span.length = row.span.end() - m_report.span.offset;
        m_report.items.push_back(std::move(sample));
        if (cells.size() >= 7) {
            row.baseline = figureOf(numberIn(cells[5]));
            row.index = figureOf(numberIn(cells[6]));
            if (row.index) {
                take(std::move(row), tables);
            }
        }
    }

    void take(Item item, std::vector<Item>& tables)
    {
        if (item.index) {
            m_report.span.length = std::max(m_report.span.length, item.span.end() - m_report.span.offset);
            tables.push_back(std::move(item));
        }
    }

    [[nodiscard]] std::optional<Number> numberIn(Piece cell) const
    {
        const auto number = numberAt(m_view.substr(0, cell.end), cell.begin);
        return number && number->span.offset == cell.begin ? number : std::nullopt;
    }

    static std::optional<int> numberBefore(std::string_view words, std::string_view what)
    {
        const auto end = words.find(what);
        auto begin = std::min(end, words.size());
        while (begin > 0 && isDigit(words[begin - 1])) {
            --begin;
        }
        int value = 0;
        const auto [rest, error] =
            std::from_chars(words.data() + begin, words.data() + std::min(end, words.size()), value);
        return error == std::errc {} ? std::optional(value) : std::nullopt;
    }

    std::string_view m_view;
    std::size_t m_end = 0;
    Report m_report;
};

/// The number that @p field is. It is looked at by itself: "1,131502.0" is one number with a comma in it elsewhere.
std::optional<Number> numberOf(std::string_view view, Piece field)
{
    const auto text = view.substr(field.begin, field.end - field.begin);
    auto number = numberAt(text, 0);
    if (!number || number->span.length != text.size()) {
        return std::nullopt;
    }
    number->span.offset += field.begin;
    return number;
}

/// The cells of a line of CSV; UnixBench quotes none.
std::vector<Piece> fieldsOf(const Line& line, std::string_view view)
{
    std::vector<Piece> fields;
    for (std::size_t begin = line.begin; begin <= line.end;) {
        const auto end = std::min<std::size_t>(view.find(',', begin), line.end);
        fields.push_back(bare(view, {.begin = begin, .end = end}));
        begin = end + 1;
    }
    return fields;
}

}

std::vector<Report> findPages(const Text& text)
{
    std::vector<Report> pages;
    const auto view = text.view();
    constexpr std::string_view kTitle = "<b>BYTE UNIX Benchmarks (Version ";
    for (auto hit = findText(view, kTitle); hit != std::string_view::npos;) {
        const auto next = findText(view, kTitle, hit + kTitle.size());
        pages.push_back(PageReader(view).read(hit + 3, std::min(next, view.size())));
        hit = next;
    }
    return pages;
}

std::vector<Report> findCsv(const Text& text)
{
    std::vector<Report> reports;
    const auto view = text.view();
    const auto lines = text.lines();
    for (auto hit = findText(view, "Concurrency,"); hit != std::string_view::npos;
         hit = findText(view, "Concurrency,", hit + 1)) {
        const auto head = text.lineAt(hit);
        if (lines[head].begin != hit) {
            continue;
        }
        const auto names = fieldsOf(lines[head], view);
        Report report;
        report.span = {.offset = hit, .length = lines[head].size()};
        for (auto i = head + 1; i < lines.size() && lines[i].size() > 0; ++i) {
            const auto fields = fieldsOf(lines[i], view);
            const auto copies = numberOf(view, fields[0]);
            if (fields.size() != names.size() || !copies) {
                break;
            }
            auto load = newItem(ItemKind::Cpus, fields[0].begin, fields[0].end);
            load.copies = static_cast<int>(std::clamp(copies->value, 0.0, 1e6));
            report.items.push_back(std::move(load));
            for (std::size_t f = 1; f < fields.size(); ++f) {
                auto sample = newItem(ItemKind::Sample, fields[f].begin, fields[f].end);
                const auto name = view.substr(names[f].begin, names[f].end - names[f].begin);
                setName(sample, name);
                sample.unit = sample.knownUnit;
                sample.result = figureOf(numberOf(view, fields[f]));
                if (sample.result && !sample.name.empty()) {
                    report.items.push_back(std::move(sample));
                }
            }
            report.span.length = lines[i].end - report.span.offset;
        }
        if (!report.items.empty()) {
            reports.push_back(std::move(report));
        }
    }
    return reports;
}

}
