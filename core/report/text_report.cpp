// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/suites.h"
#include "core/profile/profile_words.h"
#include "core/report/report_model.h"
#include "core/report/report_words.h"
#include "core/report/report_writer.h"

#include <algorithm>
#include <format>

namespace patchscale {
namespace {

// Every line is indented: git am cuts a message at a line that starts with "---", "diff -" or "Index: ", and an editor
// drops lines that start with "#". Two more columns stay within 80 when a reply quotes the lines.
constexpr std::string_view kIndent = "  ";
constexpr std::size_t kGap = 2;
constexpr std::size_t kLongestHead = 16; // a longer variant label is explained above the table
constexpr std::size_t kShortestName = 24; // below, columns are dropped to a table of their own

/// @p text cut into lines of at most @p width columns at blanks, each indented; a longer word is cut.
void appendWrapped(std::string& out, std::string_view text, std::size_t width, std::string_view more = {})
{
    std::string line(kIndent);
    bool isStart = true;
    const auto flush = [&] {
        out.append(line).push_back('\n');
        line.assign(kIndent).append(more);
        isStart = true;
    };
    std::size_t at = 0;
    while (at < text.size()) {
        const auto begin = text.find_first_not_of(' ', at);
        if (begin == std::string_view::npos) {
            break;
        }
        auto end = std::min(text.find(' ', begin), text.size());
        // "8.06 %" is one word: a number must not be parted from its sign.
        if (text.substr(end).starts_with(" %") && (end + 2 == text.size() || !std::isalnum(text[end + 2]))) {
            end = std::min(text.find(' ', end + 1), text.size());
        }
        auto word = text.substr(begin, end - begin);
        if (!isStart && line.size() + 1 + word.size() > width) {
            flush();
        }
        while (line.size() + (isStart ? 0 : 1) + word.size() > width) {
            const auto room = width - line.size();
            line.append(word.substr(0, room));
            word.remove_prefix(room);
            flush();
        }
        if (!isStart) {
            line += ' ';
        }
        line += word;
        isStart = false;
        at = end;
    }
    if (!isStart) {
        out.append(line).push_back('\n');
    }
}

/// UnixBench's long names in the short form that readers and parsers know as well.
std::string shortName(std::string name, std::size_t width)
{
    if (name.size() <= width) {
        return name;
    }
    if (name.starts_with("File Copy ")) {
        const auto end = name.find(" bufsize");
        if (end != std::string::npos && end <= width) {
            return name.substr(0, end);
        }
    }
    if (name == "System Benchmarks Index Score (Partial Only)" && width >= 26) {
        return name.substr(18);
    }
    if (name.starts_with("Dhrystone 2 ")) {
        return name.substr(0, 11);
    }
    // The ends tell symbols and jobs apart, so the middle goes.
    constexpr std::string_view kCut = "..";
    const auto kept = width > kCut.size() + 2 ? width - kCut.size() : 4;
    const auto head = (kept + 1) / 2;
    return name.substr(0, head) + std::string(kCut) + name.substr(name.size() - (kept - head));
}

struct Column
{
    std::string head;
    std::vector<std::string> cells;
    std::size_t width = 0;

    void measure()
    {
        width = head.size();
        for (const auto& cell : cells) {
            width = std::max(width, cell.size());
        }
    }
};

std::size_t longestOf(const std::vector<std::string>& texts)
{
    std::size_t longest = 0;
    for (const auto& text : texts) {
        longest = std::max(longest, text.size());
    }
    return longest;
}

/// The labels of the sides as heads of columns; long ones become "before", "after" or "patch1" and are explained.
struct Heads
{
    std::string baseline;
    std::vector<std::string> candidates;
    std::string legend;
};

bool isPlainHead(const std::string& label)
{
    return label.size() <= kLongestHead && !label.contains('?') && !label.contains("  ");
}

Heads headsOf(const ReportBlock& block)
{
    Heads heads;
    auto baseline = asciiText(block.baseline);
    const bool isPlain = isPlainHead(baseline)
        && std::ranges::all_of(block.candidates, [](const auto& label) { return isPlainHead(asciiText(label)); });
    if (isPlain) {
        heads.baseline = std::move(baseline);
        for (const auto& label : block.candidates) {
            heads.candidates.push_back(asciiText(label));
        }
        return heads;
    }
    heads.baseline = "before";
    for (std::size_t i = 0; i < block.candidates.size(); ++i) {
        heads.candidates.push_back(block.candidates.size() == 1 ? "after" : std::format("patch{}", i + 1));
    }
    // "Before using the patch" needs no explanation where the head is "before".
    const auto isSaid = [](const std::string& label, std::string_view head) {
        return label.size() > head.size() && foldName(label).starts_with(head);
    };
    const bool isAllSaid =
        block.candidates.size() == 1 && isSaid(block.baseline, "before") && isSaid(block.candidates.front(), "after");
    if (!isAllSaid) {
        heads.legend = "Columns are " + heads.baseline + " (" + asciiText(block.baseline) + ")";
        for (std::size_t i = 0; i < block.candidates.size(); ++i) {
            const bool isLast = i + 1 == block.candidates.size();
            heads.legend +=
                (isLast ? " and " : ", ") + heads.candidates[i] + " (" + asciiText(block.candidates[i]) + ")";
        }
        heads.legend += '.';
    }
    return heads;
}

class TextWriter
{
public:
    TextWriter(const Comparison& comparison, const ReportOptions& options)
        : m_comparison(comparison)
        , m_profiles(options.profiles)
        , m_width(std::max<std::size_t>(options.width, 40))
    {
    }

    std::string write()
    {
        const auto blocks = reportBlocks(m_comparison, m_profiles);
        for (const auto& block : blocks) {
            if (!m_out.empty()) {
                m_out += '\n';
            }
            writeBlock(block);
        }
        for (const auto& profile : m_profiles) {
            startParagraph();
            writeProfile(profile);
        }
        for (const auto& words : acrossWords(m_comparison)) {
            startParagraph();
            paragraph(words);
        }
        for (const auto& warning : m_comparison.warnings) {
            startParagraph();
            paragraph("Note: " + warning);
        }
        writeClaims();
        return std::move(m_out);
    }

private:
    void startParagraph()
    {
        if (!m_out.empty() && !m_out.ends_with("\n\n")) {
            m_out += '\n';
        }
    }

    void paragraph(std::string_view text)
    {
        appendWrapped(m_out, asciiText(text), m_width);
    }

    void writeBlock(const ReportBlock& block)
    {
        const auto heads = block.sides == ReportSides::Both ? headsOf(block) : Heads {};
        for (const auto& table : block.tables) {
            startParagraph();
            paragraph(table.title);
            if (!block.machine.empty()) {
                paragraph(block.machine);
            }
            if (!heads.legend.empty()) {
                paragraph(heads.legend);
            }
            m_out += '\n';
            if (block.sides == ReportSides::Both) {
                writeTable(table, heads);
            } else {
                writeLone(block, table);
            }
        }
        startParagraph();
        for (const auto& sentence : block.sentences) {
            paragraph(sentence);
        }
        for (const auto& words : block.series) {
            paragraph(words);
        }
        for (const auto& note : block.notes) {
            paragraph(note);
        }
        for (const auto& warning : block.warnings) {
            paragraph(warning + (warning.ends_with('.') ? "" : "."));
        }
    }

    void writeClaims()
    {
        const auto words = claimWords(m_comparison);
        if (words.empty()) {
            return;
        }
        startParagraph();
        paragraph("Stated changes that the values do not bear out:");
        for (const auto& claim : words) {
            appendWrapped(m_out, "- " + asciiText(claim), m_width, kIndent);
        }
    }

    /// Columns that have no room beside a name of a readable length are left out, the least telling first.
    void writeProfile(const ProfileComparison& profile)
    {
        constexpr std::size_t kMostRows = 20; // of a commit message
        const auto table = profileTable(profile, kMostRows);
        paragraph(profileTitle(profile));
        if (!profile.machine.empty()) {
            paragraph(profile.machine);
        }
        m_out += '\n';
        std::vector<std::string> names;
        std::vector<Column> columns;
        for (const auto& cells : table.cells) {
            names.push_back(asciiText(cells.front()));
        }
        for (std::size_t i = 1; i < table.heads.size(); ++i) {
            if (!table.isRight[i]) {
                continue; // a word at the end of a line would be taken for a part of the name by who reads it again
            }
            auto& column = columns.emplace_back(Column {.head = asciiText(table.heads[i]), .cells = {}});
            for (const auto& cells : table.cells) {
                column.cells.push_back(asciiText(cells[i]));
            }
            column.measure();
        }
        const auto widthOf = [&] {
            auto used = kIndent.size();
            for (const auto& column : columns) {
                used += kGap + column.width;
            }
            return used;
        };
        const auto wanted = std::min(longestOf(names), kShortestName);
        while (columns.size() > 3 && widthOf() + wanted > m_width) {
            columns.pop_back();
        }
        const auto room = m_width > widthOf() + 8 ? m_width - widthOf() : 8;
        for (auto& name : names) {
            name = shortName(std::move(name), room);
        }
        if (!columns.empty()) {
            writeRows(names, columns.front(), std::span(columns).subspan(1));
        }
        startParagraph();
        paragraph(table.remainder);
        paragraph(profile.sentence);
        for (const auto& note : profile.notes) {
            paragraph(note + ".");
        }
    }

    /// The one side that there is.
    void writeLone(const ReportBlock& block, const ReportTable& table)
    {
        const bool isBaseline = block.sides == ReportSides::BaselineOnly;
        Column values {.head = asciiText(isBaseline ? block.baseline : block.candidates.front()), .cells = {}};
        values.head = shortName(std::move(values.head), m_width / 2);
        std::vector<std::string> names;
        for (const auto& row : table.rows) {
            names.push_back(asciiText(row.name));
            values.cells.push_back(asciiText(isBaseline ? row.baseline : row.candidates.front().value));
        }
        values.measure();
        for (auto& name : names) {
            name = shortName(std::move(name), m_width - kIndent.size() - kGap - values.width);
        }
        writeRows(names, values, {});
    }

    /// As many candidates beside each other as leave room for the names, the others below; rows are never wrapped.
    void writeTable(const ReportTable& table, const Heads& heads)
    {
        Column baseline {.head = heads.baseline, .cells = {}};
        std::vector<Column> columns; // value and change of each candidate
        for (const auto& head : heads.candidates) {
            columns.push_back({.head = head, .cells = {}});
            columns.push_back({.head = "change", .cells = {}});
        }
        std::vector<std::string> names;
        for (const auto& row : table.rows) {
            names.push_back(asciiText(row.name));
            baseline.cells.push_back(asciiText(row.baseline));
            for (std::size_t i = 0; i < row.candidates.size(); ++i) {
                columns[2 * i].cells.push_back(asciiText(row.candidates[i].value));
                columns[2 * i + 1].cells.push_back(row.candidates[i].change);
            }
        }
        baseline.measure();
        std::ranges::for_each(columns, &Column::measure);

        const auto wanted = std::min(longestOf(names), kShortestName);
        for (std::size_t first = 0; first < columns.size();) {
            auto used = kIndent.size() + kGap + baseline.width;
            auto last = first;
            while (last < columns.size()) {
                const auto more = 2 * kGap + columns[last].width + columns[last + 1].width;
                if (last > first && used + more + wanted > m_width) {
                    break;
                }
                used += more;
                last += 2;
            }
            if (first > 0) {
                m_out += '\n';
            }
            const auto room = m_width > used + 8 ? m_width - used : 8;
            auto shortNames = names;
            for (auto& name : shortNames) {
                name = shortName(std::move(name), room);
            }
            writeRows(shortNames, baseline, std::span(columns).subspan(first, last - first));
            first = last;
        }
    }

    void writeRows(const std::vector<std::string>& names, const Column& baseline, std::span<const Column> columns)
    {
        const auto nameWidth = longestOf(names);
        const auto append = [&](std::string_view name, std::string_view base, auto cellOf) {
            std::string line = std::format("{}{:<{}}  {:>{}}", kIndent, name, nameWidth, base, baseline.width);
            for (const auto& column : columns) {
                line += std::format("  {:>{}}", cellOf(column), column.width);
            }
            m_out.append(line).push_back('\n');
        };
        append("", baseline.head, [](const Column& column) -> const std::string& { return column.head; });
        for (std::size_t i = 0; i < names.size(); ++i) {
            append(names[i], baseline.cells[i],
                   [i](const Column& column) -> const std::string& { return column.cells[i]; });
        }
    }

    const Comparison& m_comparison;
    std::span<const ProfileComparison> m_profiles;
    std::size_t m_width;
    std::string m_out;
};

class TextReport final : public ReportWriter
{
public:
    [[nodiscard]] std::string_view id() const override
    {
        return "text";
    }
    [[nodiscard]] std::string_view extension() const override
    {
        return "txt";
    }
    [[nodiscard]] std::string_view description() const override
    {
        return "Plain text for a patch mail";
    }
    [[nodiscard]] std::string render(const Comparison& comparison, const ReportOptions& options) const override
    {
        return TextWriter(comparison, options).write();
    }
};

}

const ReportWriter& text_report()
{
    static const TextReport instance;
    return instance;
}

}
