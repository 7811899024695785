// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/context/resolve.h"

#include "parsers/context/optimised.h"
#include "parsers/context/prose_claims.h"
#include "parsers/context/resolver.h"
#include "parsers/context/vocabulary.h"

#include <algorithm>

namespace patchscale {
namespace {

constexpr std::size_t kMailBytes = 1 << 18;

/// Whether the tests of @p run name more than one benchmark.
bool namesSeveralBenchmarks(const Run& run)
{
    std::string_view first;
    for (const auto& result : run.results) {
        const auto named = benchmarkIn(result.test);
        if (!named.empty() && !first.empty() && named != first) {
            return true;
        }
        first = first.empty() ? named : first;
    }
    return false;
}

}

void Resolver::resolve()
{
    m_above.reserve(m_blocks.size()); // placed runs point into it
    for (std::size_t i = 0; i < m_blocks.size() && !m_job.isCancelled(); ++i) {
        place(i);
    }
    useWordsBelow();
    for (std::size_t i = 0; i < m_blocks.size(); ++i) {
        inheritVariant(i);
    }
    describeUnplaced();
    pairRuns(m_runs, m_text.title(), m_diagnostics);
    labelMachines();
    for (auto& placed : m_runs) {
        fillDirection(placed);
    }
    readClaims();
}

std::string_view Resolver::headOf(std::size_t block) const
{
    constexpr std::size_t kHeadBytes = 160;
    const auto head = m_text.view().substr(beginOf(block), std::min(endOf(block) - beginOf(block), kHeadBytes));
    return head.substr(0, head.find('\n'));
}

std::uint8_t Resolver::depthOf(std::size_t block) const
{
    return m_text.lines()[m_text.lineAt(beginOf(block))].quoteDepth;
}

void Resolver::place(std::size_t block)
{
    const auto begin = block == 0 ? 0 : endOf(block - 1);
    const auto next = block + 1 < m_blocks.size() ? beginOf(block + 1) : m_text.view().size();
    m_above.push_back(passageBefore(m_text, begin, beginOf(block), kLinesAbove));
    m_below.push_back(passageAfter(m_text, endOf(block), next, kLinesBelow));
    const auto& above = m_above.back();
    const auto depth = depthOf(block);
    auto& told = m_told[depth];
    for (const auto& paragraph : above) {
        if (paragraph.quoteDepth != depth) {
            continue;
        }
        if (const auto mention = machineIn(paragraph)) {
            takeMachine(told.machine, *mention);
        }
    }
    updateHeadings(above, depth, told.headings);
    if (const auto named = benchmarkAbove(above, depth); !named.empty()) {
        told.benchmark = named;
    }
    readCommands(block);
    told.averaged = averagedAbove(above, depth, told.averaged);

    const auto heading = plainHeading(above, depth);
    for (auto& run : m_blocks[block].parsed.runs) {
        fillRun(run, block, told);
        m_runs.push_back({.run = &run,
                          .block = block,
                          .quoteDepth = depth,
                          .heading = std::string(heading),
                          .scenario = told.headings.scenario,
                          .section = told.headings.section,
                          .head = headOf(block),
                          .above = &above,
                          .tests = {}});
    }
    fillVariants(block, depth);
}

void Resolver::takeMachine(Machine& machine, const MachineMention& mention)
{
    if (!mention.isNew) {
        auto merged = mention.machine;
        fillMachine(merged, machine);
        machine = merged;
        return;
    }
    machine = mention.machine;
}

std::optional<int> Resolver::averagedAbove(const Passage& above, std::uint8_t depth, std::optional<int> before)
{
    std::size_t lines = 0;
    for (auto i = above.size(); i-- > 0;) {
        if (above[i].quoteDepth != depth) {
            continue;
        }
        if (const auto count = averagedRunsIn(above[i].text)) {
            return count;
        }
        lines += above[i].lines.size();
    }
    return lines <= 4 ? before : std::nullopt;
}

void Resolver::readCommands(std::size_t block)
{
    const auto last = m_text.lineAt(beginOf(block));
    const auto end = std::min(m_text.lineAt(endOf(block)), last + 4);
    const auto first = std::max(m_nextCommandLine, last > kLinesAbove * 2 ? last - kLinesAbove * 2 : 0);
    if (first <= end) {
        commandsIn(m_text, first, end, m_commands);
        m_nextCommandLine = end + 1;
    }
}

const Command* Resolver::commandFor(std::size_t block, std::string_view benchmark) const
{
    const auto depth = depthOf(block);
    for (auto i = m_commands.size(); i-- > 0;) {
        const auto& command = m_commands[i];
        if (command.offset >= endOf(block) || command.quoteDepth != depth) {
            continue;
        }
        const bool runs = command.benchmark == benchmark || command.inner == benchmark
            || (benchmark == "perf stat" && command.benchmark == "unixbench");
        if (runs || benchmark.empty()) {
            return &command;
        }
    }
    return nullptr;
}

void Resolver::fillRun(BlockRun& blockRun, std::size_t block, const Told& told)
{
    auto& run = blockRun.run;
    const auto* command = commandFor(block, run.benchmark);
    if (run.benchmark.empty() && namesSeveralBenchmarks(run)) {
        command = nullptr; // each row is a benchmark of its own
    } else if (run.benchmark.empty()) {
        run.benchmark = nearestBenchmark(block, command, told);
        command = commandFor(block, run.benchmark);
    }
    if (!blockRun.knowsMachine) {
        auto machine = told.machine;
        auto own = run.machine;
        fillMachine(own, machine);
        run.machine = own;
    }
    if (command != nullptr && !run.benchmark.empty()) {
        fillParameters(run, *command);
    }
    if (run.benchmark == "unixbench") {
        const auto own = copiesIn(headOf(block));
        const auto copies = own.empty() ? copiesIn(told.headings.scenario) : own;
        if (!copies.empty()) {
            run.parameters.try_emplace("copies", copies);
        }
    }
    if (told.averaged) {
        for (auto& result : run.results) {
            if (!result.repeats) {
                result.repeats = told.averaged;
            }
        }
    }
}

void Resolver::fillParameters(Run& run, const Command& command)
{
    const bool isWhole = std::ranges::any_of(
        run.results, [](const TestResult& result) { return result.test == "System Benchmarks Index Score"; });
    if (isWhole && !command.test.empty()) {
        return; // a command for one test has not run the whole suite
    }
    run.parameters.try_emplace("command", command.text);
    if (command.copies) {
        run.parameters.try_emplace("copies", *command.copies);
    }
    if (command.iterations) {
        run.parameters.try_emplace("iterations", *command.iterations);
    }
    if (command.test.empty()) {
        return;
    }
    for (auto& result : run.results) {
        // a table of one value says what it measured by its command only
        if (result.test.empty() || result.test == "value") {
            result.test = command.test;
        }
    }
}

std::string Resolver::nearestBenchmark(std::size_t block, const Command* command, const Told& told) const
{
    const auto head = headOf(block);
    if (const auto own = benchmarkIn(head.substr(0, head.find_first_of("0123456789"))); !own.empty()) {
        return std::string(own);
    }
    const auto named = benchmarkAbove(m_above[block], depthOf(block));
    if (!named.empty()) {
        return std::string(named);
    }
    if (command != nullptr) {
        return std::string(command->inner.empty() ? command->benchmark : command->inner);
    }
    return std::string(told.benchmark);
}

void Resolver::fillDirection(PlacedRun& placed)
{
    auto& run = placed.run->run;
    if (run.benchmark == "perf report" || run.benchmark == "perf diff") {
        directProfile(run);
        return;
    }
    std::optional<Better> stated;
    for (auto& result : run.results) {
        if (result.better == Better::Unknown) {
            result.better = knownDirection(run.benchmark, result.test, result.metric, result.unit);
        }
        if (result.better != Better::Unknown) {
            continue;
        }
        if (!stated) {
            stated = directionAround(m_above[placed.block], m_below[placed.block], placed.quoteDepth);
        }
        result.better = *stated;
    }
}

void Resolver::directProfile(Run& run)
{
    if (!m_optimised) {
        m_optimised.emplace();
        optimisedIn(m_text.title(), *m_optimised);
        const auto mail = m_text.view().size() < kMailBytes ? m_text.view().size() : 0;
        for (const auto& paragraph : passageBefore(m_text, 0, mail, m_text.lines().size())) {
            optimisedIn(paragraph.text, *m_optimised);
        }
    }
    for (auto& result : run.results) {
        if (result.better == Better::Unknown && isOptimised(result.test, *m_optimised)) {
            result.better = Better::Lower;
        }
    }
}

void Resolver::readClaims()
{
    std::size_t begin = 0;
    for (std::size_t i = 0; i <= m_blocks.size(); ++i) {
        const auto end = i < m_blocks.size() ? beginOf(i) : m_text.view().size();
        const auto part = m_text.view().substr(begin, end > begin ? end - begin : 0);
        // "percent" is looked for in mails only: the search would cost more than all else in a large log
        const bool mayState = part.contains('%') || (part.size() < kMailBytes && part.contains("percent"));
        if (mayState) {
            for (const auto& paragraph : passageBefore(m_text, begin, end, m_text.lines().size())) {
                claimsIn(m_text, paragraph, m_claims);
            }
        }
        begin = i < m_blocks.size() ? endOf(i) : end;
    }
}

void resolveContext(const Text& text, std::vector<ReadBlock>& blocks, std::vector<Claim>& claims,
                    std::vector<Diagnostic>& diagnostics, const Job& job)
{
    Resolver(text, blocks, claims, diagnostics, job).resolve();
}

}
