// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/format.h"
#include "parsers/text/written_moment.h"
#include "parsers/unixbench/check.h"
#include "parsers/unixbench/head.h"
#include "parsers/unixbench/page.h"
#include "parsers/unixbench/result_unit.h"
#include "parsers/unixbench/scan.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <format>
#include <iterator>

namespace patchscale {
namespace {

using namespace unix_bench;

constexpr std::size_t kUsualResults = 40; ///< twelve tests with their indexes, some totals and other tests

/// One run that is being read: a section of a report, or one of two that stand side by side.
struct Section
{
    BlockRun out;
    std::vector<IndexTable> tables;
    bool hasSamples = false;
    bool isHeaderOpen = false; ///< the last item was a table's header
    SourceSpan first;
    SourceSpan last;

    [[nodiscard]] bool hasRows() const
    {
        return !tables.empty() && (!tables.back().rows.empty() || tables.back().score != nullptr);
    }
};

class Builder
{
public:
    Builder(const Text& text, const Report& report, ParsedBlock& parsed)
        : m_text(text)
        , m_report(report)
        , m_parsed(parsed)
    {
    }

    void build()
    {
        readHead();
        for (std::size_t i = 0; i < m_report.items.size(); ++i) {
            const auto& item = m_report.items[i];
            m_side = sideOf(i);
            take(item);
        }
        finish();
    }

private:
    /// Two reports side by side repeat every item on its line.
    [[nodiscard]] std::size_t sideOf(std::size_t index) const
    {
        std::size_t side = 0;
        const auto line = m_text.lineAt(m_report.items[index].span.offset);
        while (index > 0) {
            const auto& item = m_report.items[index];
            const auto& previous = m_report.items[index - 1];
            const bool isSame = previous.kind == item.kind && previous.name == item.name
                && m_text.lineAt(previous.span.offset) == line && item.kind != ItemKind::Progress;
            if (!isSame) {
                break;
            }
            ++side;
            --index;
        }
        return side;
    }

    void readHead()
    {
        const auto isHead = [](const Item& item) {
            return item.kind == ItemKind::Title || item.kind == ItemKind::Progress;
        };
        const auto body = std::ranges::find_if_not(m_report.items, isHead);
        const auto end = body == m_report.items.end() ? m_report.span.end() : body->span.offset;
        const auto begin = m_report.span.offset;
        m_head = m_report.head.empty() ? m_text.slice({.offset = begin, .length = end - begin})
                                       : std::string_view(m_report.head);
        for (const auto& item : m_report.items) {
            if (item.kind == ItemKind::Title && m_version.empty()) {
                m_version = item.version;
            }
        }
    }

    Section& section()
    {
        if (m_sections.size() <= m_first + m_side || m_sections.empty()) {
            while (m_sections.size() <= m_first + m_side) {
                Section next;
                next.out.group = m_group;
                next.out.run.benchmark = "unixbench";
                next.out.run.machine = machineOfHead(m_head, static_cast<int>(m_side));
                next.out.run.results.reserve(std::min(m_report.items.size(), kUsualResults));
                m_sections.push_back(std::move(next));
            }
        }
        return m_sections[m_first + m_side];
    }

    /// The next item opens a new run (beside it, maybe, those of the other sides).
    void openSection()
    {
        if (m_side == 0 && !m_sections.empty()) {
            m_first = m_sections.size();
            ++m_group;
        }
    }

    [[nodiscard]] bool isOpen() const
    {
        return m_sections.size() > m_first + m_side;
    }

    void take(const Item& item)
    {
        switch (item.kind) {
        case ItemKind::Title:
        case ItemKind::Progress:
            m_copies = item.kind == ItemKind::Progress ? item.copies : m_copies;
            return;
        case ItemKind::RunTime:
        case ItemKind::Cpus:
            takeSectionHead(item);
            break;
        case ItemKind::Sample:
            takeSample(item);
            break;
        case ItemKind::Header:
            takeHeader(item);
            break;
        case ItemKind::Row:
            takeRow(item);
            break;
        case ItemKind::Score:
        case ItemKind::Sum:
            takeScore(item);
            break;
        case ItemKind::Truncated:
            m_parsed.diagnostics.push_back(
                {.severity = Severity::Warning,
                 .code = "truncated-row",
                 .message = std::format("{}: the row ends early and was left out", item.name),
                 .span = item.span});
            break;
        case ItemKind::NoResult:
            return;
        }
        if (isOpen()) {
            auto& current = section();
            current.last = item.span;
            if (current.first.length == 0) {
                current.first = item.span;
            }
            current.isHeaderOpen = item.kind == ItemKind::Header;
        }
    }

    void takeSectionHead(const Item& item)
    {
        if (isOpen() && (section().hasSamples || section().hasRows())) {
            openSection();
        }
        auto& run = section().out.run;
        if (item.kind == ItemKind::RunTime) {
            takeStart(m_text.slice(item.span), run);
        }
        if (item.copies) {
            run.parameters["copies"] = std::to_string(*item.copies);
        }
        if (item.cpus) {
            const auto& told = run.machine.cpus;
            if (told && *told != *item.cpus && m_confirmedCpus == told) {
                // runs of two machines were put under one head: it speaks of the first one
                auto started = run.machine.facts.extract("run.started");
                run.machine = {};
                run.machine.facts.insert(std::move(started));
                run.machine.label = std::format("{} CPUs", *item.cpus);
            } else if (told == item.cpus) {
                m_confirmedCpus = told;
            }
            run.machine.cpus = item.cpus;
        }
    }

    /// "Benchmark Run: Tue Aug 21 2018 20:45:16 - 21:13:39".
    static void takeStart(std::string_view line, Run& run)
    {
        auto start = line.starts_with("End") ? std::string() : writtenMoment(line.substr(line.find(':') + 1));
        if (!start.empty()) {
            run.machine.facts.insert_or_assign("run.started", std::move(start));
        }
    }

    TestResult& add(const Item& item, std::string_view metric, const Figure& number, std::string_view unit)
    {
        auto& results = section().out.run.results;
        auto& result = results.emplace_back();
        result.test = item.name;
        result.metric = metric;
        result.value = number.value;
        result.span = number.span;
        const auto base = unitOfResult(unit);
        result.unit = unit;
        result.baseValue = number.value * base.factor;
        result.baseUnit = base.base;
        result.better = Better::Higher;
        return result;
    }

    TestResult* resultOf(const Item& item)
    {
        auto& results = section().out.run.results;
        const auto found = std::ranges::find_if(
            results, [&](const TestResult& result) { return result.test == item.name && result.metric == "result"; });
        return found == results.end() ? nullptr : &*found;
    }

    void takeSample(const Item& item)
    {
        if (isOpen() && (section().hasRows() || resultOf(item) != nullptr)) {
            openSection();
        }
        auto& result = add(item, "result", *item.result, item.unit);
        result.repeats = item.samples;
        section().hasSamples = true;
    }

    void takeHeader(const Item& item)
    {
        if (isOpen() && section().isHeaderOpen) {
            return; // "INDEX VALUES", then "TEST  BASELINE  RESULT  INDEX"
        }
        const bool isAgain = isOpen() && std::ranges::any_of(section().tables, [&](const IndexTable& table) {
                                 return table.category == item.name && (!table.rows.empty() || table.score != nullptr);
                             });
        if (isAgain) {
            openSection();
        }
        section().tables.push_back({.category = item.name,
                                    .isPartial = item.isPartial,
                                    .isOld = m_version.starts_with('3'),
                                    .rows = {},
                                    .score = nullptr});
    }

    IndexTable& table()
    {
        auto& tables = section().tables;
        if (tables.empty()) {
            tables.push_back({.category = "system benchmarks",
                              .isPartial = false,
                              .isOld = m_version.starts_with('3'),
                              .rows = {},
                              .score = nullptr});
        }
        return tables.back();
    }

    void takeRow(const Item& item)
    {
        const bool isAgain =
            isOpen() && std::ranges::any_of(table().rows, [&](const Item* row) { return row->name == item.name; });
        if (isAgain || (isOpen() && table().score != nullptr)) {
            openSection();
        }
        table().rows.push_back(&item);
        if (item.result) {
            takeResult(item);
        }
        if (item.index) {
            add(item, "index", *item.index, "index");
        }
    }

    void takeResult(const Item& item)
    {
        auto* sample = resultOf(item);
        if (sample == nullptr) {
            add(item, "result", *item.result, item.knownUnit);
            return;
        }
        if (std::abs(sample->value - item.result->value) > 0.051) {
            m_parsed.diagnostics.push_back(
                {.severity = Severity::Warning,
                 .code = "result-mismatch",
                 .message = std::format("{}: its line says {:.1f}, the index table {:.1f}; was the report edited?",
                                        item.name, sample->value, item.result->value),
                 .span = item.result->span});
        }
        const double factor = unitOfResult(sample->unit).factor;
        sample->value = item.result->value;
        sample->baseValue = item.result->value * factor;
        sample->span = item.result->span;
    }

    void takeScore(const Item& item)
    {
        if (isOpen() && table().score != nullptr && item.kind == ItemKind::Score) {
            openSection();
        }
        if (item.kind == ItemKind::Score) {
            table().score = &item;
        }
        add(item, "index", *item.index, "index");
    }

    void finish()
    {
        for (auto& current : m_sections) {
            for (const auto& table : current.tables) {
                checkTable(table, m_parsed.diagnostics);
            }
            auto& run = current.out.run;
            if (run.results.empty()) {
                continue;
            }
            if (m_copies && !run.parameters.contains("copies")) {
                run.parameters["copies"] = std::to_string(*m_copies);
            }
            if (m_version.starts_with('3') || m_version.contains("wht")) {
                run.parameters["baselines"] = m_version; // their indexes do not compare with those of 5.x
            }
            checkBuild(run, m_version, m_parsed.diagnostics);
            current.out.knowsMachine = !run.machine.label.empty();
            run.span = {.offset = current.first.offset, .length = current.last.end() - current.first.offset};
            m_parsed.runs.push_back(std::move(current.out));
        }
        if (m_parsed.runs.empty()) {
            m_parsed.diagnostics.push_back(
                {.severity = Severity::Warning,
                 .code = "no-results",
                 .message = "the UnixBench report ends before its first result; was the run stopped?",
                 .span = m_report.span});
        }
        std::size_t tests = 0;
        for (const auto& blockRun : m_parsed.runs) {
            std::vector<std::string_view> names;
            for (const auto& result : blockRun.run.results) {
                if (std::ranges::find(names, result.test) == names.end()) {
                    names.push_back(result.test);
                }
            }
            tests = std::max(tests, names.size());
        }
        m_parsed.title = m_parsed.runs.size() > 1
            ? std::format("UnixBench, {} runs, up to {} tests", m_parsed.runs.size(), tests)
            : std::format("UnixBench, {} {}", tests, tests == 1 ? "test" : "tests");
    }

    const Text& m_text;
    const Report& m_report;
    ParsedBlock& m_parsed;
    std::deque<Section> m_sections;
    std::string_view m_head;
    std::string m_version;
    std::optional<int> m_copies;
    std::optional<int> m_confirmedCpus; ///< CPU lines of the head, once a section told the same number
    std::size_t m_side = 0;
    std::size_t m_first = 0; ///< the section of side 0 that is being read
    int m_group = 0;
};

class UnixBench final : public Format
{
public:
    std::string_view id() const override
    {
        return "unixbench";
    }

    std::string_view description() const override
    {
        return "UnixBench reports and index tables";
    }

    std::string_view example() const override
    {
        return "System Benchmarks Index Values               BASELINE       RESULT    INDEX\n"
               "Pipe Throughput                               12440.0     131502.0    105.7";
    }

    void find(const Text& text, std::vector<Block>& out, const Job& job) const override
    {
        auto reports = findReports(text, job);
        std::ranges::move(findPages(text), std::back_inserter(reports));
        std::ranges::move(findCsv(text), std::back_inserter(reports));
        for (auto& report : reports) {
            const bool isLoneScore =
                std::ranges::all_of(report.items, [](const Item& item) { return item.kind == ItemKind::Score; });
            const auto span = report.span;
            out.push_back({.span = span,
                           .confidence = isLoneScore ? Confidence::Likely : Confidence::Certain,
                           .state = std::make_shared<const Report>(std::move(report))});
        }
    }

    ParsedBlock parse(const Text& text, const Block& block, const Job& /*job*/) const override
    {
        ParsedBlock parsed;
        const auto* report = static_cast<const Report*>(block.state.get());
        if (report != nullptr) {
            Builder(text, *report, parsed).build();
        }
        return parsed;
    }
};

}

const Format& unixbench()
{
    static const UnixBench instance;
    return instance;
}

}
