// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/charts/flame_graph.h"

#include "core/compare/figures.h"

#include <algorithm>
#include <cmath>
#include <format>

namespace patchscale {
namespace {

/// A difference of a frame's two values below this part of their sum has no tone.
constexpr double kNoTone = 0.02;

class Layout
{
public:
    Layout(const CallTree& tree, const FlameOptions& options)
        : m_tree(tree)
        , m_options(options)
    {
        const double larger = std::max(tree.totalBefore, tree.totalAfter);
        if (options.isByAmount && tree.areTotalsAlike && larger > 0) {
            m_scaleBefore = tree.totalBefore / larger;
            m_scaleAfter = tree.totalAfter / larger;
        }
        m_firstChild.resize(tree.nodes.size() + 1, 0);
        // Children in one array, by their parents.
        for (std::size_t i = 1; i < tree.nodes.size(); ++i) {
            ++m_firstChild[tree.nodes[i].parent + 1];
        }
        for (std::size_t i = 1; i < m_firstChild.size(); ++i) {
            m_firstChild[i] += m_firstChild[i - 1];
        }
        m_children.resize(tree.nodes.empty() ? 0 : tree.nodes.size() - 1);
        auto next = m_firstChild;
        for (std::size_t i = 1; i < tree.nodes.size(); ++i) {
            m_children[next[tree.nodes[i].parent]++] = static_cast<std::uint32_t>(i);
        }
    }

    FlameGraph layOut()
    {
        const double whole = weightOf(m_options.root);
        if (m_tree.nodes.size() < 2 || whole <= 0) {
            return {};
        }
        std::vector<std::uint32_t> callers;
        for (auto node = m_options.root; node != 0; node = m_tree.nodes[node].parent) {
            callers.push_back(m_tree.nodes[node].parent);
        }
        std::uint32_t depth = 0;
        for (auto caller = callers.rbegin(); caller != callers.rend(); ++caller) {
            add(*caller, depth++, 0, 1);
        }
        struct Place
        {
            std::uint32_t node;
            std::uint32_t depth;
            double left;
        };
        // Not by recursion: stacks of a text may be deeper than ours.
        std::vector<Place> open {{.node = m_options.root, .depth = depth, .left = 0}};
        std::vector<std::uint32_t> children;
        while (!open.empty()) {
            const auto place = open.back();
            open.pop_back();
            add(place.node, place.depth, place.left, weightOf(place.node) / whole);
            children.assign(m_children.begin() + m_firstChild[place.node],
                            m_children.begin() + m_firstChild[place.node + 1]);
            std::ranges::sort(children, [this](std::uint32_t a, std::uint32_t b) {
                const double first = weightOf(a);
                const double second = weightOf(b);
                return first != second ? first > second : frameName(m_tree, a) < frameName(m_tree, b);
            });
            double left = place.left;
            const auto firstNew = open.size();
            for (const auto child : children) {
                const double width = weightOf(child) / whole;
                if (width < m_options.least || width <= 0) {
                    ++m_graph.left;
                    continue;
                }
                open.push_back({.node = child, .depth = place.depth + 1, .left = left});
                left += width;
            }
            std::reverse(open.begin() + static_cast<std::ptrdiff_t>(firstNew), open.end());
        }
        return std::move(m_graph);
    }

private:
    [[nodiscard]] double before(std::uint32_t node) const
    {
        return m_tree.nodes[node].before * m_scaleBefore;
    }
    [[nodiscard]] double after(std::uint32_t node) const
    {
        return m_tree.nodes[node].after * m_scaleAfter;
    }
    [[nodiscard]] double weightOf(std::uint32_t node) const
    {
        switch (m_options.width) {
        case FlameWidth::Baseline:
            return before(node);
        case FlameWidth::Candidate:
            return after(node);
        case FlameWidth::Both:
            break;
        }
        return (before(node) + after(node)) / 2;
    }

    void add(std::uint32_t node, std::uint32_t depth, double left, double width)
    {
        const double sum = before(node) + after(node);
        const double tone = sum > 0 ? (after(node) - before(node)) / sum : 0;
        m_graph.frames.push_back(
            {.node = node, .depth = depth, .left = left, .width = width, .tone = std::abs(tone) < kNoTone ? 0 : tone});
        m_graph.depth = std::max(m_graph.depth, depth + 1);
    }

    const CallTree& m_tree;
    const FlameOptions& m_options;
    double m_scaleBefore = 1;
    double m_scaleAfter = 1;
    std::vector<std::uint32_t> m_firstChild; ///< of each node, in m_children
    std::vector<std::uint32_t> m_children;
    FlameGraph m_graph;
};

}

FlameGraph flameGraph(const CallTree& tree, const FlameOptions& options)
{
    return Layout(tree, options).layOut();
}

const std::string& frameName(const CallTree& tree, std::uint32_t node)
{
    static const std::string all = "all";
    return node == 0 ? all : tree.names[tree.nodes[node].name];
}

std::string framePoints(const CallTree& tree, std::uint32_t node)
{
    const auto& place = tree.nodes[node];
    return std::format("{:+.2f}", (place.after - place.before) * 100);
}

std::string frameText(const CallTree& tree, std::uint32_t node)
{
    const auto& place = tree.nodes[node];
    auto text = std::format("{}: {} -> {}, {} points", frameName(tree, node), sizeText(place.before),
                            sizeText(place.after), framePoints(tree, node));
    if (tree.areTotalsAlike && place.before > 0 && tree.totalBefore > 0) {
        const double change = place.after * tree.totalAfter / (place.before * tree.totalBefore) - 1;
        text += std::format(" ({} in amount)", changeText(change, 1));
    }
    return text;
}

}
