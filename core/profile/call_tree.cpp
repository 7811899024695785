// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/call_tree.h"

#include <cmath>
#include <optional>
#include <unordered_map>

namespace patchscale {
namespace {

class Merging
{
public:
    explicit Merging(const ProfileComparison* profile)
    {
        if (profile == nullptr) {
            return;
        }
        for (const auto& row : profile->rows) {
            if (!row.baselineName.empty()) {
                m_renamed.emplace(row.baselineName, row.name);
            }
        }
    }

    void add(const CallStacks& stacks, double CallTree::Node::* weight, bool isBaseline)
    {
        std::vector<std::uint32_t> names;
        names.reserve(stacks.names.size());
        for (const auto& name : stacks.names) {
            const auto renamed = isBaseline ? m_renamed.find(name) : m_renamed.end();
            names.push_back(nameOf(renamed == m_renamed.end() ? name : renamed->second));
        }
        std::vector<std::uint32_t> places(stacks.nodes.size(), 0);
        for (std::size_t i = 0; i < stacks.nodes.size(); ++i) {
            const auto& node = stacks.nodes[i];
            if (i > 0) {
                places[i] = childOf(places[node.parent], names[node.name]);
            }
            m_tree.nodes[places[i]].*weight += node.self;
        }
    }

    CallTree finish(double before, double after)
    {
        m_tree.totalBefore = before;
        m_tree.totalAfter = after;
        // What is called has a higher number than what calls it.
        for (auto i = m_tree.nodes.size(); i-- > 1;) {
            const auto node = m_tree.nodes[i];
            m_tree.nodes[node.parent].before += node.before;
            m_tree.nodes[node.parent].after += node.after;
        }
        for (auto& node : m_tree.nodes) {
            node.before = before > 0 ? node.before / before : 0;
            node.after = after > 0 ? node.after / after : 0;
        }
        return std::move(m_tree);
    }

private:
    std::uint32_t nameOf(const std::string& name)
    {
        const auto [entry, isNew] = m_names.try_emplace(name, static_cast<std::uint32_t>(m_tree.names.size()));
        if (isNew) {
            m_tree.names.push_back(name);
        }
        return entry->second;
    }

    std::uint32_t childOf(std::uint32_t parent, std::uint32_t name)
    {
        const auto key = static_cast<std::uint64_t>(parent) << 32U | name;
        const auto [entry, isNew] = m_children.try_emplace(key, static_cast<std::uint32_t>(m_tree.nodes.size()));
        if (isNew) {
            m_tree.nodes.push_back({.parent = parent, .name = name});
        }
        return entry->second;
    }

    CallTree m_tree;
    std::unordered_map<std::string, std::string> m_renamed; ///< the baseline's names
    std::unordered_map<std::string, std::uint32_t> m_names;
    std::unordered_map<std::uint64_t, std::uint32_t> m_children;
};

/// Whether @p total, which is of samples or of periods, is what the profile of @p side has in all.
bool isTotalOf(const ProfileSide& side, ProfileBasis basis, double total)
{
    const auto known = basis == ProfileBasis::Events && side.events
        ? std::optional(*side.events * static_cast<double>(side.runs.size()))
        : basis == ProfileBasis::Samples ? side.samples
                                         : std::nullopt;
    constexpr double kRounding = 1e-6;
    return known && std::abs(*known - total) <= kRounding * total;
}

}

CallTree callTree(std::span<const CallStacks> before, std::span<const CallStacks> after,
                  const ProfileComparison* profile)
{
    Merging merging(profile);
    double totalBefore = 0;
    double totalAfter = 0;
    for (const auto& stacks : before) {
        merging.add(stacks, &CallTree::Node::before, true);
        totalBefore += stacks.total;
    }
    for (const auto& stacks : after) {
        merging.add(stacks, &CallTree::Node::after, false);
        totalAfter += stacks.total;
    }
    auto tree = merging.finish(totalBefore, totalAfter);
    tree.areTotalsAlike = before.size() == after.size() && profile != nullptr
        && isTotalOf(profile->baseline, profile->basis, totalBefore)
        && isTotalOf(profile->candidate, profile->basis, totalAfter);
    return tree;
}

}
