// SPDX-License-Identifier: GPL-3.0-or-later
// fio --minimal: a line of semicolons for each job.
#include "parsers/fio/line_kind.h"
#include "parsers/fio/results.h"
#include "parsers/fio/terse_row.h"
#include "parsers/format.h"

#include <algorithm>
#include <format>
#include <utility>

namespace patchscale {
namespace {

using Rows = std::vector<SourceSpan>;

/// "fio 1.59" in the lines above: that version does not stand in the rows themselves.
std::string_view versionAbove(const Text& text, std::size_t offset)
{
    constexpr std::size_t kLines = 4;
    auto line = text.lineAt(offset);
    for (std::size_t i = 0; i < kLines && line > 0; ++i) {
        const auto view = text.line(--line);
        if (fio::kindOf(view) == fio::Kind::Version) {
            auto body = fio::stripped(view);
            body.remove_prefix(body.starts_with("fio") ? 4 : 0);
            return body;
        }
    }
    return {};
}

/// Whether @p later is the same job a while after @p earlier: both were printed while it ran.
bool goesOn(const fio::TerseRow& earlier, const fio::TerseRow& later)
{
    constexpr double kShortest = 400; // milliseconds between two reports
    return earlier.job.name == later.job.name && earlier.group == later.group && later.bytes > earlier.bytes
        && later.runtime >= earlier.runtime + kShortest;
}

class FioTerse final : public Format
{
public:
    [[nodiscard]] std::string_view id() const override
    {
        return "fio-terse";
    }
    [[nodiscard]] std::string_view description() const override
    {
        return "fio: terse output with semicolons";
    }
    [[nodiscard]] std::string_view example() const override
    {
        return "3;fio-3.33;reader;0;0;1730048;863728;215932;2003;0;0;0.000000;0.000000;1;12084;...";
    }

    void find(const Text& text, std::vector<Block>& out, const Job& job) const override
    {
        Rows rows;
        const auto close = [&] {
            if (!rows.empty()) {
                const auto begin = rows.front().offset;
                out.push_back({.span = {.offset = begin, .length = rows.back().end() - begin},
                               .confidence = Confidence::Certain,
                               .state = std::make_shared<const Rows>(std::exchange(rows, {}))});
            }
        };
        const auto lines = text.lines();
        for (std::size_t i = 0; i < lines.size(); ++i) {
            if (i % 65536 == 0 && job.isCancelled()) {
                return;
            }
            constexpr std::uint32_t kShortest = 120;
            const bool mayBe = lines[i].size() >= kShortest && lines[i].kind == LineKind::Body;
            if (mayBe && fio::mayBeTerse(text.line(i)) && fio::terseRow(text, text.line(i), {})) {
                rows.push_back({.offset = lines[i].begin, .length = lines[i].size()});
            } else if (lines[i].kind != LineKind::Blank && !text.line(i).starts_with(';')) {
                close();
            }
        }
        close();
    }

    [[nodiscard]] ParsedBlock parse(const Text& text, const Block& block, const Job& /*job*/) const override
    {
        ParsedBlock out;
        const auto& spans = *static_cast<const Rows*>(block.state.get());
        const auto version = versionAbove(text, block.span.offset);
        std::vector<fio::TerseRow> rows;
        bool hasDumps = false;
        for (const auto& span : spans) {
            auto row = fio::terseRow(text, text.slice(span), version);
            if (!row) {
                continue;
            }
            const auto dropped = std::erase_if(rows, [&](const fio::TerseRow& other) { return goesOn(other, *row); });
            hasDumps = hasDumps || dropped > 0;
            rows.push_back(std::move(*row));
        }
        tell(rows, hasDumps, block, out);
        fio::Report report {.version = rows.empty() ? std::string {} : rows.front().version,
                            .jobs = {},
                            .disks = {},
                            .span = block.span};
        std::map<std::string, int> seen;
        for (auto& row : rows) {
            if (const int count = ++seen[row.job.name + '\n' + row.group]; count > 1) {
                row.job.parameters["job"] = std::to_string(count);
            }
            report.jobs.push_back(std::move(row.job));
        }
        if (!rows.empty()) { // each row repeats the disks
            report.disks = std::move(rows.back().disks);
        }
        fio::addRuns(std::move(report), out);
        return out;
    }

private:
    static void tell(const std::vector<fio::TerseRow>& rows, bool hasDumps, const Block& block, ParsedBlock& out)
    {
        out.title = std::format("fio terse, {} {}", rows.size(), rows.size() == 1 ? "job" : "jobs");
        if (hasDumps) {
            out.diagnostics.push_back({.severity = Severity::Info,
                                       .code = "fio-status-dump",
                                       .message = "fio printed reports while it ran; the last of each job is taken",
                                       .span = block.span});
        }
        out.diagnostics.push_back({.severity = Severity::Info,
                                   .code = "fio-histogram",
                                   .message = "the shares of latencies and of queue depths are not kept as results",
                                   .span = block.span});
        for (const auto& row : rows) {
            if (row.job.isFailed) {
                out.diagnostics.push_back(
                    {.severity = Severity::Warning,
                     .code = "fio-failed",
                     .message = std::format("fio's job '{}' had errors; its numbers are left out of comparisons",
                                            row.job.name),
                     .span = block.span});
            }
        }
    }
};

}

const Format& fio_terse()
{
    static const FioTerse instance;
    return instance;
}

}
