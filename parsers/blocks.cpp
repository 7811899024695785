// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/blocks.h"

#include "parsers/general_format.h"
#include "parsers/marks.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <utility>

namespace patchscale {
namespace {

struct Offer
{
    const Format* format = nullptr;
    std::size_t place = 0; ///< of the format among all
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

/// What a block that @p format offers is worth where the user has set formats: nothing if it stands where another one
/// was set, and all if it stands where this one was. Of several settings the last one holds.
std::optional<Confidence> confidenceOf(const Block& block, std::string_view format,
                                       std::span<const ForcedFormat> forced)
{
    for (auto i = forced.size(); i-- > 0;) {
        const auto& [wanted, span] = forced[i];
        if (span->offset < block.span.end() && block.span.offset < span->end()) {
            return wanted == format ? std::optional(Confidence::Certain) : std::nullopt;
        }
    }
    return block.confidence;
}

/// The lines that none but a format which is certain of them will get.
TakenLines certainLines(const Text& text, std::span<const Offer> offers)
{
    std::vector<Offer> certain;
    std::ranges::copy_if(offers, std::back_inserter(certain),
                         [](const Offer& offer) { return offer.block.confidence == Confidence::Certain; });
    std::vector<SourceSpan> spans;
    for (const auto& offer : arbitrate(std::move(certain))) {
        spans.push_back(offer.block.span);
    }
    return {text, spans};
}

/// The formats of the table with what each of them must see in a text.
class MarkedFormats
{
public:
    MarkedFormats()
        : m_search(allMarks())
    {
    }

    /// For each format of the table whether it can find something in @p text.
    [[nodiscard]] std::vector<bool> wanted(std::string_view text) const
    {
        const auto found = m_search.in(text);
        std::vector<bool> out;
        auto next = found.begin();
        for (const auto* format : allFormats()) {
            const auto end = next + std::ssize(format->marks());
            out.push_back(next == end || std::find(next, end, true) != end);
            next = end;
        }
        return out;
    }

private:
    static std::vector<std::string_view> allMarks()
    {
        std::vector<std::string_view> out;
        for (const auto* format : allFormats()) {
            std::ranges::copy(format->marks(), std::back_inserter(out));
        }
        return out;
    }

    MarkSearch m_search;
};

/// @p own, and those of the table that can find something in @p text.
std::vector<const Format*> formatsFor(std::string_view text, std::span<const Format* const> own)
{
    static const MarkedFormats marked;
    std::vector<const Format*> out(own.begin(), own.end());
    const auto wanted = marked.wanted(text);
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        if (wanted[i]) {
            out.push_back(allFormats()[i]);
        }
    }
    return out;
}

/// Asks formats what they offer in a text.
class Search
{
public:
    Search(const Text& text, std::span<const ForcedFormat> forced, const Job& job)
        : m_text(text)
        , m_forced(forced)
        , m_job(job)
    {
    }

    /// The offers of @p formats in their order. General formats come last and see what the others are certain of.
    std::vector<Offer> run(std::span<const Format* const> formats)
    {
        std::vector<std::pair<std::size_t, const GeneralFormat*>> general;
        for (std::size_t i = 0; i < formats.size() && !m_job.isCancelled(); ++i) {
            if (const auto* format = dynamic_cast<const GeneralFormat*>(formats[i])) {
                general.emplace_back(i, format);
                continue;
            }
            formats[i]->find(m_text, m_found, m_job);
            take(formats[i], i);
        }
        const auto taken = certainLines(m_text, m_offers);
        for (const auto& [place, format] : general) {
            if (!m_job.isCancelled()) {
                format->findBeside(m_text, taken, m_found, m_job);
                take(format, place);
            }
        }
        std::ranges::stable_sort(m_offers, {}, &Offer::place);
        return std::move(m_offers);
    }

private:
    void take(const Format* format, std::size_t place)
    {
        for (auto& block : m_found) {
            if (const auto confidence = confidenceOf(block, format->id(), m_forced)) {
                block.confidence = *confidence;
                m_offers.push_back({.format = format, .place = place, .block = std::move(block)});
            }
        }
        m_found.clear();
    }

    const Text& m_text;
    std::span<const ForcedFormat> m_forced;
    const Job& m_job;
    std::vector<Block> m_found;
    std::vector<Offer> m_offers;
};

}

Result<std::vector<ReadBlock>> readBlocks(const Text& text, const Job& job, std::span<const Format* const> own,
                                          std::span<const ForcedFormat> forced)
{
    auto offers = Search(text, forced, job).run(formatsFor(text.view(), own));
    if (job.isCancelled()) {
        return cancelled();
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
