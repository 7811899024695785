// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/context/resolve.h"

#include "parsers/context/commands.h"
#include "parsers/context/headings.h"
#include "parsers/context/machine_facts.h"
#include "parsers/context/machine_words.h"
#include "parsers/context/optimised.h"
#include "parsers/context/pairing.h"
#include "parsers/context/passage.h"
#include "parsers/context/phrase_words.h"
#include "parsers/context/prose_claims.h"
#include "parsers/context/surroundings.h"
#include "parsers/context/vocabulary.h"

#include <algorithm>
#include <map>

namespace patchscale {
namespace {

/// How far above a block its circumstances may be told.
constexpr std::size_t kLinesAbove = 80;
constexpr std::size_t kLinesBelow = 12;

constexpr std::size_t kMailBytes = 1 << 18;

/// A remark on the machine is looked for in so many lines.
constexpr std::size_t kMaxRemarkLines = 1000;

/// A block inherits the variant of the one before it over at most so many lines of text.
constexpr std::size_t kMaxInheritedLines = 8;

/// What the text has told so far; each author (quote depth) speaks for himself.
struct Told
{
    Machine machine;
    Headings headings;
    std::string_view benchmark;
    std::optional<int> averaged;
};

/// The place that a remark of up to four words names: "In vm;", "(on bare metal)".
std::string placeRemark(std::string_view paragraph)
{
    for (const auto sentence : sentencesOf(paragraph)) {
        const auto words = phraseWords(sentence);
        if (words.empty() || words.size() > 4) {
            continue;
        }
        if (const auto place = placeIn(sentence); !place.empty()) {
            return squeezed(place);
        }
        const bool isIn = words.front().isOneOf({"in", "on", "inside"});
        if (isIn && words.back().isOneOf({"vm", "vms", "guest", "guests"})) {
            return "VM";
        }
    }
    return {};
}

class Resolver
{
public:
    Resolver(const Text& text, std::vector<ReadBlock>& blocks, std::vector<Claim>& claims,
             std::vector<Diagnostic>& diagnostics, const Job& job)
        : m_text(text)
        , m_blocks(blocks)
        , m_claims(claims)
        , m_diagnostics(diagnostics)
        , m_job(job)
    {
    }

    void resolve()
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

private:
    [[nodiscard]] std::size_t beginOf(std::size_t block) const
    {
        return m_blocks[block].block.span.offset;
    }

    [[nodiscard]] std::size_t endOf(std::size_t block) const
    {
        return m_blocks[block].block.span.end();
    }

    /// The first line of a block: it may be its heading ("UnixBench micro test:").
    [[nodiscard]] std::string_view headOf(std::size_t block) const
    {
        constexpr std::size_t kHeadBytes = 160;
        const auto head = m_text.view().substr(beginOf(block), std::min(endOf(block) - beginOf(block), kHeadBytes));
        return head.substr(0, head.find('\n'));
    }

    [[nodiscard]] std::uint8_t depthOf(std::size_t block) const
    {
        return m_text.lines()[m_text.lineAt(beginOf(block))].quoteDepth;
    }

    /// Reads what stands in front of block @p block and gives its runs what they leave open.
    void place(std::size_t block)
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

    static void takeMachine(Machine& machine, const MachineMention& mention)
    {
        if (!mention.isNew) {
            auto merged = mention.machine;
            fillMachine(merged, machine);
            machine = merged;
            return;
        }
        machine = mention.machine;
    }

    static std::optional<int> averagedAbove(const Passage& above, std::uint8_t depth, std::optional<int> before)
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

    void readCommands(std::size_t block)
    {
        const auto last = m_text.lineAt(beginOf(block));
        const auto end = std::min(m_text.lineAt(endOf(block)), last + 4);
        const auto first = std::max(m_nextCommandLine, last > kLinesAbove * 2 ? last - kLinesAbove * 2 : 0);
        if (first <= end) {
            commandsIn(m_text, first, end, m_commands);
            m_nextCommandLine = end + 1;
        }
    }

    /// The last command in front of (or in the head of) the block that runs @p benchmark.
    [[nodiscard]] const Command* commandFor(std::size_t block, std::string_view benchmark) const
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

    void fillRun(BlockRun& blockRun, std::size_t block, const Told& told)
    {
        auto& run = blockRun.run;
        const auto* command = commandFor(block, run.benchmark);
        if (run.benchmark.empty()) {
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

    static void fillParameters(Run& run, const Command& command)
    {
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

    [[nodiscard]] std::string nearestBenchmark(std::size_t block, const Command* command, const Told& told) const
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

    void fillVariants(std::size_t block, std::uint8_t depth)
    {
        auto& runs = m_blocks[block].parsed.runs;
        const bool isOpen = std::ranges::any_of(runs, [](const BlockRun& run) { return !run.knowsVariant; });
        if (!isOpen) {
            fillKnownLabels(runs);
            return;
        }
        const bool isSideBySide =
            runs.size() == 2 && runs[0].group == runs[1].group && !runs[0].knowsVariant && !runs[1].knowsVariant;
        if (isSideBySide) {
            const auto mentions = variantsAbove(m_above[block], depth);
            if (mentions.size() == 2 && mentions[0].role != mentions[1].role) {
                give(runs[0], mentions[0]);
                give(runs[1], mentions[1]);
            }
            return;
        }
        if (const auto mention = variantAbove(m_above[block], depth)) {
            giveAll(runs, *mention);
        }
    }

    /// Labels that stand in the block and do not tell their sides by themselves.
    static void fillKnownLabels(std::vector<BlockRun>& runs)
    {
        std::map<int, std::vector<BlockRun*>> groups;
        for (auto& run : runs) {
            groups[run.group].push_back(&run);
        }
        for (auto& [group, sides] : groups) {
            std::vector<std::string_view> labels;
            for (const auto* side : sides) {
                labels.emplace_back(side->run.variant.label);
            }
            const bool isTold = std::ranges::any_of(sides, [](const BlockRun* side) {
                return side->run.variant.role != Role::None || side->run.variant.label.empty();
            });
            if (isTold || sides.size() < 2) {
                continue;
            }
            const auto variants = assignRoles(labels);
            for (std::size_t i = 0; i < sides.size(); ++i) {
                sides[i]->run.variant = variants[i];
            }
        }
    }

    static void give(BlockRun& run, const VariantMention& mention)
    {
        run.run.variant.label = mention.label;
        run.run.variant.role = mention.role;
        run.run.variant.isAssumed = mention.isLabelAssumed;
    }

    void giveAll(std::vector<BlockRun>& runs, const VariantMention& mention)
    {
        bool isGiven = false;
        for (auto& run : runs) {
            if (!run.knowsVariant && run.run.variant.role == Role::None) {
                give(run, mention);
                isGiven = true;
            }
        }
        if (isGiven && mention.isLabelAssumed) {
            m_diagnostics.push_back({.severity = Severity::Info,
                                     .code = "assumed-variant",
                                     .message = "the numbers are called '" + mention.label + "' from the words '"
                                         + squeezed(mention.where) + "'",
                                     .span = m_text.spanOf(mention.where)});
        }
    }

    [[nodiscard]] bool isOpen(std::size_t block) const
    {
        const auto& runs = m_blocks[block].parsed.runs;
        return std::ranges::any_of(
            runs, [](const BlockRun& run) { return !run.knowsVariant && run.run.variant.role == Role::None; });
    }

    /// "… shows <table> before this commit."
    void useWordsBelow()
    {
        for (std::size_t i = 0; i < m_blocks.size(); ++i) {
            if (!isOpen(i)) {
                continue;
            }
            const auto mention = variantBelow(m_below[i], depthOf(i));
            // a heading that is all there is between two blocks belongs to the second one
            const bool isOnly = i + 1 < m_blocks.size() && m_below[i].size() == 1;
            if (mention && (!isOnly || trimmed(m_below[i].front().text).ends_with('.'))) {
                giveAll(m_blocks[i].parsed.runs, *mention);
            }
        }
    }

    /// A block without words of its own belongs to the variant of the block right before it.
    void inheritVariant(std::size_t block)
    {
        if (block == 0 || !isOpen(block) || depthOf(block) != depthOf(block - 1)) {
            return;
        }
        std::size_t lines = 0;
        for (const auto& paragraph : m_above[block]) {
            lines += paragraph.lines.size();
        }
        const auto& before = m_blocks[block - 1].parsed.runs;
        if (lines > kMaxInheritedLines || before.empty() || before.back().knowsVariant) {
            return;
        }
        const auto& variant = before.back().run.variant;
        const bool isSame =
            std::ranges::all_of(before, [&](const BlockRun& run) { return run.run.variant == variant; });
        if (variant.role == Role::None || variant.isAssumed || !isSame) {
            return;
        }
        for (auto& run : m_blocks[block].parsed.runs) {
            const bool isRepeated = std::ranges::any_of(before, [&](const BlockRun& other) {
                return other.run.benchmark == run.run.benchmark && sharesTest(other.run, run.run);
            });
            if (!run.knowsVariant && run.run.variant.role == Role::None && !isRepeated) {
                run.run.variant = variant;
            }
        }
    }

    static bool sharesTest(const Run& a, const Run& b)
    {
        return std::ranges::any_of(a.results, [&](const TestResult& result) {
            return std::ranges::any_of(b.results, [&](const TestResult& other) {
                return other.test == result.test && other.metric == result.metric && a.parameters == b.parameters;
            });
        });
    }

    /// A document that tells its machine only behind the numbers, or in a remark of a few words: "In vm;".
    void describeUnplaced()
    {
        const auto isOpen = [](const PlacedRun& placed) { return placed.run->run.machine.label.empty(); };
        if (std::ranges::none_of(m_runs, isOpen)) {
            return;
        }
        Machine machine;
        for (std::size_t i = 0; i < m_blocks.size() && machine.label.empty(); ++i) {
            for (const auto& paragraph : m_below[i]) {
                const auto mention = paragraph.quoteDepth == depthOf(i) && std::ranges::all_of(m_runs, isOpen)
                    ? machineIn(paragraph)
                    : std::nullopt;
                if (mention && !mention->machine.label.empty()) {
                    machine = mention->machine;
                    break;
                }
            }
        }
        if (machine.label.empty()) {
            machine.label = remarkedPlace();
        }
        if (machine.label.empty()) {
            return;
        }
        for (auto& placed : m_runs) {
            if (isOpen(placed)) {
                fillMachine(placed.run->run.machine, machine);
            }
        }
    }

    /// A remark anywhere about the blocks, also by another author: a reply says where the numbers above come from.
    [[nodiscard]] std::string remarkedPlace() const
    {
        const auto first = m_text.lineAt(beginOf(0));
        const auto begin = m_text.lines()[first > kLinesAbove ? first - kLinesAbove : 0].begin;
        const auto last = std::min(m_text.lineAt(endOf(m_blocks.size() - 1)) + kLinesBelow, m_text.lines().size() - 1);
        const auto end = m_text.lines()[last].end;
        for (const auto& paragraph : passageBefore(m_text, begin, end, kMaxRemarkLines)) {
            const auto remark = placeRemark(paragraph.text);
            if (remark == "VM") {
                const bool isKvm =
                    m_text.title().contains("KVM") || m_text.view().substr(begin, end - begin).contains("KVM");
                return isKvm ? "KVM guest" : remark;
            }
            if (!remark.empty()) {
                return remark;
            }
        }
        return {};
    }

    /// A machine that nobody names is called by its size.
    void labelMachines()
    {
        for (auto& placed : m_runs) {
            auto& machine = placed.run->run.machine;
            if (!machine.label.empty()) {
                continue;
            }
            if (machine.cpus) {
                machine.label = std::to_string(*machine.cpus) + " CPUs";
            }
            if (!machine.memory.empty()) {
                machine.label += (machine.label.empty() ? "" : ", ") + machine.memory;
            }
        }
    }

    void fillDirection(PlacedRun& placed)
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

    /// A share of time that moves to another symbol is neither good nor bad, unless the patch is about that symbol.
    void directProfile(Run& run)
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

    void readClaims()
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

    const Text& m_text;
    std::vector<ReadBlock>& m_blocks;
    std::vector<Claim>& m_claims;
    std::vector<Diagnostic>& m_diagnostics;
    const Job& m_job;
    std::vector<Passage> m_above;
    std::vector<Passage> m_below;
    std::vector<PlacedRun> m_runs;
    std::vector<Command> m_commands;
    std::optional<std::vector<std::string>> m_optimised; ///< functions that the patch is about; read on demand
    std::size_t m_nextCommandLine = 0;
    std::map<std::uint8_t, Told> m_told;
};

}

void resolveContext(const Text& text, std::vector<ReadBlock>& blocks, std::vector<Claim>& claims,
                    std::vector<Diagnostic>& diagnostics, const Job& job)
{
    Resolver(text, blocks, claims, diagnostics, job).resolve();
}

}
