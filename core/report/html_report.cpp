// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/markup.h"
#include "core/profile/profile_words.h"
#include "core/report/report_model.h"
#include "core/report/report_words.h"
#include "core/report/report_writer.h"

#include <format>
#include <string_view>

namespace patchscale {
namespace {

// The colours of the workbench; they only repeat what sign and word say.
constexpr std::string_view kStyle = R"(
:root { color-scheme: light dark; --worse: #b4480a; --better: #1663a8; --quiet: #667085; --line: #d9dde3; }
@media (prefers-color-scheme: dark) { :root { --worse: #f0924f; --better: #66aef0; --quiet: #98a2b3; --line: #3a4150; } }
body { font-family: system-ui, sans-serif; margin: 2em auto; max-width: 70em; padding: 0 1em; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; margin: 1em 0; }
caption { text-align: left; font-weight: 600; padding: .4em 0; }
caption small { display: block; font-weight: 400; color: var(--quiet); }
th, td { padding: .25em .8em; border-bottom: 1px solid var(--line); text-align: right; white-space: nowrap; }
th:first-child, td:first-child { text-align: left; white-space: normal; }
td.verdict, th.verdict, td.note, th.note { text-align: left; }
tr.total { font-weight: 600; }
.regressed { color: var(--worse); }
.improved { color: var(--better); }
.unchanged, .minor, .undecided, .not-comparable, .warning { color: var(--quiet); }
)";

std::string escaped(std::string_view text)
{
    std::string out;
    out.reserve(text.size());
    for (const char c : text) {
        if (const auto entity = markupEntity(c); !entity.empty()) {
            out += entity;
        } else {
            out += static_cast<unsigned char>(c) < 0x20U && c != '\n' && c != '\t' ? ' ' : c;
        }
    }
    return out;
}

const char* symbolOf(Verdict verdict)
{
    switch (verdict) {
    case Verdict::Regressed:
        return "\u25bc";
    case Verdict::Improved:
        return "\u25b2";
    case Verdict::Unchanged:
        return "\u25cf";
    case Verdict::Minor:
        return "\u2248";
    case Verdict::Undecided:
        return "?";
    case Verdict::NotComparable:
        break;
    }
    return "\u2205";
}

const char* labelOf(Verdict verdict)
{
    switch (verdict) {
    case Verdict::Regressed:
        return "Regressed";
    case Verdict::Improved:
        return "Improved";
    case Verdict::Unchanged:
        return "Unchanged";
    case Verdict::Minor:
        return "Minor";
    case Verdict::Undecided:
        return "Undecided";
    case Verdict::NotComparable:
        break;
    }
    return "Not comparable";
}

std::string notesOf(const ComparisonRow& row)
{
    std::string notes;
    for (const auto& annotation : row.annotations) {
        notes += (notes.empty() ? "" : "; ") + annotation.text;
    }
    return notes;
}

class HtmlWriter
{
public:
    explicit HtmlWriter(const Comparison& comparison)
        : m_comparison(comparison)
    {
    }

    std::string write(const ReportOptions& options)
    {
        const auto title = options.title.empty() ? std::string("Comparison") : options.title;
        m_out = std::format("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>{}</title>\n"
                            "<style>{}</style>\n</head>\n<body>\n<h1>{}</h1>\n",
                            escaped(title), kStyle, escaped(title));
        for (const auto& block : reportBlocks(m_comparison, options.profiles)) {
            for (const auto& sentence : block.sentences) {
                m_out += "<p>" + escaped(sentence) + "</p>\n";
            }
            for (const auto& words : block.series) {
                m_out += "<p>" + escaped(words) + "</p>\n";
            }
            for (const auto& warning : block.warnings) {
                m_out += "<p class=\"warning\">" + escaped(warning) + "</p>\n";
            }
            for (const auto& table : block.tables) {
                writeTable(block, table);
            }
        }
        for (const auto& profile : options.profiles) {
            writeProfile(profile);
        }
        for (const auto& words : acrossWords(m_comparison)) {
            m_out += "<p>" + escaped(words) + "</p>\n";
        }
        for (const auto& warning : m_comparison.warnings) {
            m_out += "<p class=\"warning\">" + escaped(warning) + "</p>\n";
        }
        writeClaims();
        m_out += "</body>\n</html>\n";
        return std::move(m_out);
    }

private:
    void writeTable(const ReportBlock& block, const ReportTable& table)
    {
        m_out += "<table>\n<caption>" + escaped(table.title);
        if (!block.machine.empty()) {
            m_out += "<small>" + escaped(block.machine) + "</small>";
        }
        m_out += "</caption>\n<thead><tr><th>Test</th><th>" + escaped(block.baseline) + "</th>";
        for (const auto& label : block.candidates) {
            m_out += "<th>" + escaped(label) + "</th><th>Change</th><th class=\"verdict\">Verdict</th>"
                + "<th class=\"note\">Notes</th>";
        }
        m_out += "</tr></thead>\n<tbody>\n";
        for (const auto& row : table.rows) {
            m_out += row.isTotal ? "<tr class=\"total\"><td>" : "<tr><td>";
            m_out += escaped(row.name) + "</td><td>" + escaped(row.baseline) + "</td>";
            for (const auto& cells : row.candidates) {
                writeCells(cells);
            }
            m_out += "</tr>\n";
        }
        m_out += "</tbody>\n</table>\n";
    }

    void writeProfile(const ProfileComparison& profile)
    {
        constexpr std::size_t kMostRows = 200;
        const auto table = profileTable(profile, kMostRows);
        m_out += "<p>" + escaped(profile.sentence) + "</p>\n";
        for (const auto& note : profile.notes) {
            m_out += "<p class=\"warning\">" + escaped(note) + ".</p>\n";
        }
        m_out += "<table>\n<caption>" + escaped(profileTitle(profile));
        if (!profile.machine.empty()) {
            m_out += "<small>" + escaped(profile.machine) + "</small>";
        }
        m_out += "</caption>\n<thead><tr>";
        const auto open = [&](std::string_view tag, std::size_t column) {
            m_out += std::format("<{}{}>", tag, table.isRight[column] ? "" : " class=\"note\"");
        };
        for (std::size_t i = 0; i < table.heads.size(); ++i) {
            open("th", i);
            m_out += escaped(table.heads[i]) + "</th>";
        }
        m_out += "</tr></thead>\n<tbody>\n";
        for (const auto& cells : table.cells) {
            m_out += "<tr>";
            for (std::size_t i = 0; i < cells.size(); ++i) {
                open("td", i);
                m_out += escaped(cells[i]) + "</td>";
            }
            m_out += "</tr>\n";
        }
        m_out += "</tbody>\n</table>\n";
        if (!table.remainder.empty()) {
            m_out += "<p>" + escaped(table.remainder) + "</p>\n";
        }
    }

    void writeCells(const ReportCells& cells)
    {
        if (cells.row == nullptr) {
            m_out += "<td>-</td><td>-</td><td></td><td></td>";
            return;
        }
        const auto verdict = cells.row->verdict;
        m_out +=
            std::format("<td>{}</td><td class=\"{}\">{}</td><td class=\"verdict {}\" title=\"{}\">{} {}</td>"
                        "<td class=\"note\">{}</td>",
                        escaped(cells.value), reportedWord(verdict), escaped(cells.change), reportedWord(verdict),
                        escaped(cells.row->reason), symbolOf(verdict), labelOf(verdict), escaped(notesOf(*cells.row)));
    }

    void writeClaims()
    {
        const auto words = claimWords(m_comparison);
        if (words.empty()) {
            return;
        }
        m_out += "<h2>Stated Changes That the Values Do Not Bear Out</h2>\n<ul>\n";
        for (const auto& claim : words) {
            m_out += "<li>" + escaped(claim) + "</li>\n";
        }
        m_out += "</ul>\n";
    }

    const Comparison& m_comparison;
    std::string m_out;
};

class HtmlReport final : public ReportWriter
{
public:
    [[nodiscard]] std::string_view id() const override
    {
        return "html";
    }
    [[nodiscard]] std::string_view extension() const override
    {
        return "html";
    }
    [[nodiscard]] std::string_view description() const override
    {
        return "Web page";
    }
    [[nodiscard]] std::string render(const Comparison& comparison, const ReportOptions& options) const override
    {
        return HtmlWriter(comparison).write(options);
    }
};

}

const ReportWriter& html_report()
{
    static const HtmlReport instance;
    return instance;
}

}
