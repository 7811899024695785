// SPDX-License-Identifier: GPL-3.0-or-later
// fio's JSON and JSON+, with what stands in front of it and between the objects.
#include "parsers/fio/json_report.h"
#include "parsers/fio/results.h"
#include "parsers/fio/text_blocks.h"
#include "parsers/format.h"
#include "parsers/text/find.h"

#include <algorithm>
#include <array>
#include <format>
#include <limits>
#include <utility>

namespace patchscale {
namespace {

constexpr auto kMarks = std::to_array<std::string_view>({"\"fio version\"", "\"jobs\""});

constexpr auto kNpos = std::string_view::npos;

/// The objects of a block, one behind the other, and what fio said in front of them.
struct Objects
{
    std::vector<fio::JsonNode> nodes;
    std::vector<fio::JsonRead> roots;
    SourceSpan span;
};

/// Where the object that holds the member at @p mark begins; npos if it is not the object's first.
std::size_t objectBegin(std::string_view view, std::size_t mark, std::size_t behind)
{
    const auto open = view.substr(0, mark).find_last_not_of(" \t\r\n");
    return open != kNpos && open >= behind && view[open] == '{' ? open : kNpos;
}

class Finder
{
public:
    Finder(const Text& text, const Job& job)
        : m_text(text)
        , m_job(job)
    {
    }

    std::vector<Objects> find()
    {
        const auto view = m_text.view();
        if (view.size() >= std::numeric_limits<std::uint32_t>::max()) {
            return {};
        }
        std::size_t behind = 0;
        while (!m_job.isCancelled()) {
            const auto open = nextObject(behind);
            if (open == kNpos) {
                break;
            }
            behind = takeObject(open);
        }
        if (!m_out.empty()) {
            takeText();
        }
        return std::move(m_out);
    }

private:
    /// "fio version" is an object's first member; a report without it begins with its jobs.
    std::size_t nextObject(std::size_t behind)
    {
        const auto view = m_text.view();
        for (const std::string_view mark : {"\"fio version\"", "\"jobs\""}) {
            auto& next = mark.size() > 6 ? m_nextVersion : m_nextJobs;
            while (next != kNpos && (next < behind || objectBegin(view, next, behind) == kNpos)) {
                next = findText(view, mark, next < behind ? behind : next + 1);
            }
        }
        const auto next = std::min(m_nextVersion, m_nextJobs);
        return next == kNpos ? kNpos : objectBegin(view, next, behind);
    }

    std::size_t takeObject(std::size_t open)
    {
        const auto view = m_text.view();
        const bool isNext = !m_out.empty()
            && view.substr(m_out.back().span.end(), open - m_out.back().span.end()).find_first_not_of(" \t\r\n,")
                == kNpos;
        if (!isNext) {
            m_out.emplace_back().span = {.offset = open, .length = 0};
        }
        auto& block = m_out.back();
        const auto before = block.nodes.size();
        const auto read = fio::appendJson(view, open, block.nodes);
        const fio::JsonView root(view, block.nodes, read.root);
        const auto end = std::max(read.end, open + 1);
        const bool isReport = isJsonReport(root) && (root.member("fio version") || hasJob(root));
        if (isReport || (!read.isWhole && root.member("fio version"))) {
            block.roots.push_back(read);
            block.span.length = end - block.span.offset;
            return end;
        }
        block.nodes.resize(before);
        if (!isNext) {
            m_out.pop_back();
        }
        return end;
    }

    static bool hasJob(const fio::JsonView& root)
    {
        bool isFound = false;
        root.member("jobs").each(
            [&](const fio::JsonView& job) { isFound = isFound || (job.member("jobname") && job.member("read")); });
        return isFound;
    }

    /// What fio said in front of the JSON, and the same report as text, belong to it.
    void takeText()
    {
        for (const auto& block : fio::textBlocks(m_text, m_job)) {
            const auto span = fio::spanOf(m_text, block.entries);
            for (auto& objects : m_out) {
                if (touches(objects.span, span) && isOfSameRun(block, objects)) {
                    const auto begin = std::min(objects.span.offset, span.offset);
                    objects.span = {.offset = begin, .length = std::max(objects.span.end(), span.end()) - begin};
                }
            }
        }
        for (auto& objects : m_out) {
            takeMessages(objects);
        }
    }

    /// Nothing but blanks lies between them, or they overlap.
    [[nodiscard]] bool touches(const SourceSpan& a, const SourceSpan& b) const
    {
        const auto& first = a.offset <= b.offset ? a : b;
        const auto& second = a.offset <= b.offset ? b : a;
        return first.end() >= second.offset
            || m_text.view().substr(first.end(), second.offset - first.end()).find_first_not_of(" \t\r\n") == kNpos;
    }

    [[nodiscard]] bool isOfSameRun(const fio::TextBlock& block, const Objects& objects) const
    {
        std::vector<std::string> names;
        for (const auto& read : objects.roots) {
            const fio::JsonView root(m_text.view(), objects.nodes, read.root);
            root.member("jobs").each([&](const fio::JsonView& job) { names.push_back(job.stringOf("jobname")); });
        }
        return std::ranges::all_of(block.entries, [&](const fio::Entry& entry) {
            if (entry.kind != fio::Kind::JobHead) {
                return true;
            }
            const auto line = fio::textOf(m_text, entry);
            auto name = fio::stripped(line.substr(0, line.find("(groupid=")));
            name.remove_suffix(name.ends_with(':') ? 1 : 0);
            return std::ranges::contains(names, name);
        });
    }

    /// Lines of fio's right in front of the JSON: warnings, errors, signals.
    void takeMessages(Objects& objects) const
    {
        auto line = m_text.lineAt(objects.span.offset);
        auto begin = objects.span.offset;
        while (line > 0) {
            --line;
            const auto kind = fio::kindOf(m_text.line(line));
            if (kind == fio::Kind::Message || kind == fio::Kind::Notice || kind == fio::Kind::Banner) {
                begin = m_text.lines()[line].begin;
            } else if (kind != fio::Kind::Blank) {
                break;
            }
        }
        objects.span = {.offset = begin, .length = objects.span.end() - begin};
    }

    const Text& m_text;
    const Job& m_job;
    std::vector<Objects> m_out;
    std::size_t m_nextVersion = 0;
    std::size_t m_nextJobs = 0;
};

/// A signal that fio tells of in front of the JSON, which does not show it.
void markStopped(std::string_view before, fio::Report& report, SourceSpan span, std::vector<Diagnostic>& diagnostics)
{
    const bool isStopped = before.contains("fio: terminating on signal");
    const bool isKilled = before.contains("got signal=");
    if (!isStopped && !isKilled) {
        return;
    }
    for (auto* const list : {&report.jobs, &report.disks}) {
        std::ranges::for_each(*list, [](fio::Job& job) { job.isFailed = true; });
    }
    diagnostics.push_back({.severity = Severity::Warning,
                           .code = "fio-failed",
                           .message = "fio or a job of it was stopped by a signal; the numbers are left out of "
                                      "comparisons",
                           .span = span});
}

class FioJson final : public Format
{
public:
    [[nodiscard]] std::string_view id() const override
    {
        return "fio-json";
    }
    [[nodiscard]] std::string_view description() const override
    {
        return "fio: JSON and JSON+";
    }
    [[nodiscard]] std::string_view example() const override
    {
        return "{\n  \"fio version\" : \"fio-3.33\",\n  \"jobs\" : [{\"jobname\" : \"randread\", ...";
    }

    [[nodiscard]] std::span<const std::string_view> marks() const override
    {
        return kMarks;
    }

    void find(const Text& text, std::vector<Block>& out, const Job& job) const override
    {
        for (auto& objects : Finder(text, job).find()) {
            const auto span = objects.span;
            out.push_back({.span = span,
                           .confidence = Confidence::Certain,
                           .state = std::make_shared<const Objects>(std::move(objects))});
        }
    }

    [[nodiscard]] ParsedBlock parse(const Text& text, const Block& block, const Job& job) const override
    {
        ParsedBlock out;
        const auto& objects = *static_cast<const Objects*>(block.state.get());
        const auto view = text.view();
        const auto rootAt = [&](std::size_t i) { return fio::JsonView(view, objects.nodes, objects.roots[i].root); };
        std::size_t dumps = 0;
        for (std::size_t i = 0; i < objects.roots.size() && !job.isCancelled(); ++i) {
            if (i + 1 < objects.roots.size() && continues(rootAt(i), rootAt(i + 1))) {
                ++dumps;
                continue;
            }
            auto report = fio::jsonReport(rootAt(i), out.diagnostics);
            const auto begin = i == 0 ? block.span.offset : objects.roots[i - 1].end;
            markStopped(view.substr(begin, rootAt(i).node().begin - begin), report, block.span, out.diagnostics);
            fio::addRuns(std::move(report), out);
        }
        tell(objects, dumps, out);
        return out;
    }

private:
    static void tell(const Objects& objects, std::size_t dumps, ParsedBlock& out)
    {
        if (dumps > 0) {
            out.diagnostics.push_back({.severity = Severity::Info,
                                       .code = "fio-status-dump",
                                       .message = "fio printed reports while it ran; the last of each run is taken",
                                       .span = objects.span});
        }
        const auto cut = std::ranges::find(objects.roots, false, &fio::JsonRead::isWhole);
        if (cut != objects.roots.end()) {
            out.diagnostics.push_back({.severity = Severity::Warning,
                                       .code = "truncated-run",
                                       .message = "the JSON breaks off here; jobs that were complete before were read. "
                                                  "Was fio stopped before it wrote its report?",
                                       .span = SourceSpan {.offset = cut->end, .length = 0}});
        } else if (out.runs.empty()) {
            out.diagnostics.push_back({.severity = Severity::Warning,
                                       .code = "no-results",
                                       .message = "fio's report holds no result; did a job fail to start?",
                                       .span = objects.span});
        }
        out.title = std::format("fio JSON, {} {}", out.runs.size(), out.runs.size() == 1 ? "run" : "runs");
    }
};

}

const Format& fio_json()
{
    static const FioJson instance;
    return instance;
}

}
