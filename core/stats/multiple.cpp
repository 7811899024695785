// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/multiple.h"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace patchscale {
namespace {

std::vector<std::size_t> ascending(std::span<const double> p)
{
    std::vector<std::size_t> order(p.size());
    std::iota(order.begin(), order.end(), std::size_t {0});
    std::ranges::stable_sort(order, {}, [p](std::size_t index) { return p[index]; });
    return order;
}

}

std::vector<double> holm(std::span<const double> p)
{
    std::vector<double> adjusted(p.size());
    double running = 0;
    std::size_t left = p.size();
    for (const std::size_t index : ascending(p)) {
        running = std::max(running, std::min(1.0, p[index] * static_cast<double>(left)));
        adjusted[index] = running;
        --left;
    }
    return adjusted;
}

std::vector<double> benjaminiHochberg(std::span<const double> p)
{
    std::vector<double> adjusted(p.size());
    const auto order = ascending(p);
    double running = 1;
    for (std::size_t rank = order.size(); rank > 0; --rank) {
        const double scaled = p[order[rank - 1]] * static_cast<double>(p.size()) / static_cast<double>(rank);
        running = std::min(running, scaled);
        adjusted[order[rank - 1]] = running;
    }
    return adjusted;
}

}
