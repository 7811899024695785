// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/multiple.h"

#include <algorithm>
#include <cstddef>

namespace patchscale {
namespace {

struct Place
{
    double p = 0;
    std::size_t index = 0;
};

/// Which of equal p comes first does not matter: the running extreme gives all of them the same. Values are sorted, not
/// indexes of values: of a few hundred thousand, most lie outside the cache.
std::vector<Place> ascending(std::span<const double> p)
{
    std::vector<Place> places;
    places.reserve(p.size());
    for (std::size_t index = 0; index < p.size(); ++index) {
        places.push_back({.p = p[index], .index = index});
    }
    std::ranges::sort(places, {}, &Place::p);
    return places;
}

}

std::vector<double> holm(std::span<const double> p)
{
    std::vector<double> adjusted(p.size());
    double running = 0;
    std::size_t left = p.size();
    for (const auto& place : ascending(p)) {
        running = std::max(running, std::min(1.0, place.p * static_cast<double>(left)));
        adjusted[place.index] = running;
        --left;
    }
    return adjusted;
}

std::vector<double> benjaminiHochberg(std::span<const double> p)
{
    std::vector<double> adjusted(p.size());
    const auto places = ascending(p);
    double running = 1;
    for (std::size_t rank = places.size(); rank > 0; --rank) {
        const auto& place = places[rank - 1];
        running = std::min(running, place.p * static_cast<double>(p.size()) / static_cast<double>(rank));
        adjusted[place.index] = running;
    }
    return adjusted;
}

}
