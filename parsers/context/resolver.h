// SPDX-License-Identifier: GPL-3.0-or-later
// Private to parsers/context: what resolve.h offers is made of this, in resolve*.cpp by purpose.
#pragma once

#include "parsers/context/commands.h"
#include "parsers/context/headings.h"
#include "parsers/context/machine_facts.h"
#include "parsers/context/pairing.h"
#include "parsers/context/passage.h"
#include "parsers/context/resolve.h"
#include "parsers/context/surroundings.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace patchscale {

/// How far above and below a block its circumstances may be told.
constexpr std::size_t kLinesAbove = 80;
constexpr std::size_t kLinesBelow = 12;

/// What the text has told so far; each author (quote depth) speaks for himself.
struct Told
{
    Machine machine;
    Headings headings;
    std::string_view benchmark;
    std::optional<int> averaged;
};

/// Gives the runs of a document's blocks what the words around them tell.
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

    void resolve();

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
    [[nodiscard]] std::string_view headOf(std::size_t block) const;
    [[nodiscard]] std::uint8_t depthOf(std::size_t block) const;
    /// Reads what stands in front of block @p block and gives its runs what they leave open.
    void place(std::size_t block);
    static void takeMachine(Machine& machine, const MachineMention& mention);
    static std::optional<int> averagedAbove(const Passage& above, std::uint8_t depth, std::optional<int> before);
    void readCommands(std::size_t block);
    /// The last command in front of (or in the head of) the block that runs @p benchmark.
    [[nodiscard]] const Command* commandFor(std::size_t block, std::string_view benchmark) const;
    void fillRun(BlockRun& blockRun, std::size_t block, const Told& told);
    static void fillParameters(Run& run, const Command& command);
    [[nodiscard]] std::string nearestBenchmark(std::size_t block, const Command* command, const Told& told) const;
    void fillDirection(PlacedRun& placed);
    /// A share of time that moves to another symbol is neither good nor bad, unless the patch is about that symbol.
    void directProfile(Run& run);
    void readClaims();

    // resolve_variants.cpp
    void fillVariants(std::size_t block, std::uint8_t depth);
    /// Labels that stand in the block and do not tell their sides by themselves.
    static void fillKnownLabels(std::vector<BlockRun>& runs);
    static void give(BlockRun& run, const VariantMention& mention);
    void giveAll(std::vector<BlockRun>& runs, const VariantMention& mention);
    [[nodiscard]] bool isOpen(std::size_t block) const;
    /// "… shows <table> before this commit."
    void useWordsBelow();
    /// A block without words of its own belongs to the variant of the block right before it.
    void inheritVariant(std::size_t block);
    static bool sharesTest(const Run& a, const Run& b);

    // resolve_machines.cpp
    /// A document that tells its machine only behind the numbers, or in a remark of a few words: "In vm;".
    void describeUnplaced();
    /// A remark anywhere about the blocks, also by another author: a reply says where the numbers above come from.
    [[nodiscard]] std::string remarkedPlace() const;
    /// A machine that nobody names is called by its size.
    void labelMachines();

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
