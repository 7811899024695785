// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/blocks.h"

#include <algorithm>
#include <iterator>
#include <map>

namespace patchscale {
namespace {

struct Offer
{
    const Format* format = nullptr;
    Block block;
};

std::unexpected<Error> cancelled()
{
    return std::unexpected(Error {.code = Errc::Cancelled, .message = "cancelled", .where = {}, .hints = {}});
}

/// The offers that do not overlap a surer or, among equally sure ones, a longer one; in order of the text.
std::vector<Offer> arbitrate(std::vector<Offer> offers)
{
    std::ranges::stable_sort(offers, [](const Offer& a, const Offer& b) {
        if (a.block.confidence != b.block.confidence) {
            return a.block.confidence > b.block.confidence;
        }
        return a.block.span.length > b.block.span.length;
    });
    std::map<std::size_t, Offer> taken; // by first byte
    for (auto& offer : offers) {
        const auto after = taken.lower_bound(offer.block.span.offset);
        const bool hitsNext = after != taken.end() && after->first < offer.block.span.end();
        const bool hitsPrevious =
            after != taken.begin() && std::prev(after)->second.block.span.end() > offer.block.span.offset;
        if (!hitsNext && !hitsPrevious) {
            const auto begin = offer.block.span.offset;
            taken.emplace(begin, std::move(offer));
        }
    }
    std::vector<Offer> out;
    out.reserve(taken.size());
    for (auto& [begin, offer] : taken) {
        out.push_back(std::move(offer));
    }
    return out;
}

}

Result<std::vector<ReadBlock>> readBlocks(const Text& text, const Job& job, std::span<const Format* const> own)
{
    std::vector<Offer> offers;
    std::vector<Block> found;
    std::vector<const Format*> formats(own.begin(), own.end());
    std::ranges::copy(allFormats(), std::back_inserter(formats));
    for (const auto* format : formats) {
        if (job.isCancelled()) {
            return cancelled();
        }
        found.clear();
        format->find(text, found, job);
        for (auto& block : found) {
            offers.push_back({.format = format, .block = std::move(block)});
        }
    }

    std::vector<ReadBlock> blocks;
    for (auto& offer : arbitrate(std::move(offers))) {
        if (job.isCancelled()) {
            return cancelled();
        }
        auto parsed = offer.format->parse(text, offer.block, job);
        blocks.push_back({.format = offer.format, .block = std::move(offer.block), .parsed = std::move(parsed)});
    }
    return blocks;
}

}
