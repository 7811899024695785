// SPDX-License-Identifier: GPL-3.0-or-later
// Which variant the words around a block give its runs.
#include "parsers/context/passage.h"
#include "parsers/context/resolver.h"
#include "parsers/context/vocabulary.h"

#include <algorithm>

namespace patchscale {
namespace {

/// A block inherits the variant of the one before it over at most so many lines of text.
constexpr std::size_t kMaxInheritedLines = 8;

}

void Resolver::fillVariants(std::size_t block, std::uint8_t depth)
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

void Resolver::fillKnownLabels(std::vector<BlockRun>& runs)
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

void Resolver::give(BlockRun& run, const VariantMention& mention)
{
    run.run.variant.label = mention.label;
    run.run.variant.role = mention.role;
    run.run.variant.isAssumed = mention.isLabelAssumed;
}

void Resolver::giveAll(std::vector<BlockRun>& runs, const VariantMention& mention)
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

bool Resolver::isOpen(std::size_t block) const
{
    const auto& runs = m_blocks[block].parsed.runs;
    return std::ranges::any_of(
        runs, [](const BlockRun& run) { return !run.knowsVariant && run.run.variant.role == Role::None; });
}

void Resolver::useWordsBelow()
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

void Resolver::inheritVariant(std::size_t block)
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
    const bool isSame = std::ranges::all_of(before, [&](const BlockRun& run) { return run.run.variant == variant; });
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

bool Resolver::sharesTest(const Run& a, const Run& b)
{
    return std::ranges::any_of(a.results, [&](const TestResult& result) {
        return std::ranges::any_of(b.results, [&](const TestResult& other) {
            return other.test == result.test && other.metric == result.metric && a.parameters == b.parameters;
        });
    });
}

}
