// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/profile_words.h"
#include "core/report/report_model.h"
#include "core/report/report_words.h"
#include "core/report/report_writer.h"

#include <algorithm>
#include <format>
#include <string_view>

namespace patchscale {
namespace {

/// Columns that @p text takes, near enough for padding: code points.
std::size_t widthOf(std::string_view text)
{
    return static_cast<std::size_t>(
        std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

std::string padded(std::string text, std::size_t width, bool isRight)
{
    const auto own = widthOf(text);
    const std::string blanks(width > own ? width - own : 0, ' ');
    return isRight ? blanks + text : text + blanks;
}

/// @p text so that Markdown shows it as it is: names that it would read as markup become code.
std::string cell(std::string_view text)
{
    std::string out;
    for (const char c : text) {
        if (c == '|') {
            out += '\\';
        }
        out += c == '\n' || c == '\r' || c == '\t' ? ' ' : c;
    }
    const bool isMarkup = out.starts_with('_') || out.find_first_of("*<`[") != std::string::npos;
    return isMarkup && !out.contains('`') ? "`" + out + "`" : out;
}

class MarkdownWriter
{
public:
    explicit MarkdownWriter(const Comparison& comparison)
        : m_comparison(comparison)
    {
    }

    std::string write(const ReportOptions& options)
    {
        // Headings are bold, not '#': such lines vanish from a commit message.
        if (!options.title.empty()) {
            paragraph("**" + cell(options.title) + "**");
        }
        for (const auto& block : reportBlocks(m_comparison, options.profiles)) {
            for (const auto& table : block.tables) {
                paragraph("**" + table.title + "**");
                if (!block.machine.empty()) {
                    paragraph(cell(block.machine));
                }
                writeTable(block, table);
            }
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
                paragraph("*" + warning + (warning.ends_with('.') ? "*" : ".*"));
            }
        }
        for (const auto& profile : options.profiles) {
            writeProfile(profile);
        }
        for (const auto& words : acrossWords(m_comparison)) {
            paragraph(words);
        }
        for (const auto& warning : m_comparison.warnings) {
            paragraph("*" + warning + ".*");
        }
        writeClaims();
        return std::move(m_out);
    }

private:
    void paragraph(std::string_view text)
    {
        m_out.append(m_out.empty() ? "" : "\n").append(text).push_back('\n');
    }

    void writeTable(const ReportBlock& block, const ReportTable& table)
    {
        std::vector<std::vector<std::string>> lines;
        std::vector<std::string> heads {"Test", cell(block.baseline)};
        for (const auto& label : block.candidates) {
            heads.insert(heads.end(), {cell(label), "Change", "Verdict"});
        }
        lines.push_back(std::move(heads));
        for (const auto& row : table.rows) {
            auto& line = lines.emplace_back();
            line = {row.isTotal ? "**" + cell(row.name) + "**" : cell(row.name), cell(row.baseline)};
            for (const auto& cells : row.candidates) {
                const auto verdict =
                    cells.row == nullptr || row.isTotal ? std::string() : std::string(reportedWord(cells.row->verdict));
                line.insert(line.end(), {cell(cells.value), cells.change, verdict});
            }
        }
        drawTable(lines, [](std::size_t column) { return column > 0 && (column == 1 || (column - 2) % 3 != 2); });
    }

    void writeProfile(const ProfileComparison& profile)
    {
        constexpr std::size_t kMostRows = 30; // a reviewer reads no more, JSON has them all
        const auto table = profileTable(profile, kMostRows);
        paragraph("**" + cell(profileTitle(profile)) + "**");
        if (!profile.machine.empty()) {
            paragraph(cell(profile.machine));
        }
        std::vector<std::vector<std::string>> lines {table.heads};
        for (const auto& row : table.cells) {
            auto& line = lines.emplace_back();
            std::ranges::transform(row, std::back_inserter(line), [](const auto& text) { return cell(text); });
        }
        drawTable(lines, [&](std::size_t column) { return table.isRight[column]; });
        for (const auto* text : {&table.remainder, &profile.sentence}) {
            if (!text->empty()) {
                paragraph(*text);
            }
        }
        for (const auto& note : profile.notes) {
            paragraph("*" + note + ".*");
        }
    }

    void drawTable(const std::vector<std::vector<std::string>>& lines, auto isRight)
    {
        std::vector<std::size_t> widths(lines.front().size(), 3);
        for (const auto& line : lines) {
            for (std::size_t i = 0; i < line.size(); ++i) {
                widths[i] = std::max(widths[i], widthOf(line[i]));
            }
        }
        m_out += '\n';
        for (std::size_t i = 0; i < lines.size(); ++i) {
            for (std::size_t column = 0; column < widths.size(); ++column) {
                m_out += "| " + padded(lines[i][column], widths[column], isRight(column)) + " ";
            }
            m_out += "|\n";
            if (i == 0) {
                for (std::size_t column = 0; column < widths.size(); ++column) {
                    m_out += "|" + std::string(widths[column] + 1, '-') + (isRight(column) ? ":" : "-");
                }
                m_out += "|\n";
            }
        }
    }

    void writeClaims()
    {
        const auto words = claimWords(m_comparison);
        if (words.empty()) {
            return;
        }
        paragraph("**Stated changes that the values do not bear out**\n");
        for (const auto& claim : words) {
            m_out += "- " + claim + "\n";
        }
    }

    const Comparison& m_comparison;
    std::string m_out;
};

class MarkdownReport final : public ReportWriter
{
public:
    [[nodiscard]] std::string_view id() const override
    {
        return "markdown";
    }
    [[nodiscard]] std::string_view extension() const override
    {
        return "md";
    }
    [[nodiscard]] std::string_view description() const override
    {
        return "Markdown for a review on the web";
    }
    [[nodiscard]] std::string render(const Comparison& comparison, const ReportOptions& options) const override
    {
        return MarkdownWriter(comparison).write(options);
    }
};

}

const ReportWriter& markdown_report()
{
    static const MarkdownReport instance;
    return instance;
}

}
