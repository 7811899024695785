// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/history/run_place.h"

#include <set>
#include <span>
#include <string>
#include <string_view>

namespace patchscale {

/// What a history shall begin with.
class Since
{
public:
    /// A date or a release; any other text has no order and is looked for by its label.
    explicit Since(std::string_view text);

    [[nodiscard]] bool isOrdered() const
    {
        return m_date || m_release;
    }
    /// Whether the history begins after @p place, or it does not tell what the history begins with.
    [[nodiscard]] bool isAfter(const HistoryRunPlace& place) const;

private:
    std::optional<std::int64_t> m_date;
    std::optional<Release> m_release;
};

/// Runs in one order, by their index.
class PlaceOrder
{
public:
    /// @p places, one for each run, must outlive it.
    PlaceOrder(std::span<const HistoryRunPlace> places, HistoryOrder order);

    /// Whether @p run has a place in this order at all; the others may be asked only for such runs.
    [[nodiscard]] bool has(std::size_t run) const;
    /// By release, then by date, then as they were imported.
    [[nodiscard]] bool isBefore(std::size_t a, std::size_t b) const;
    /// Whether @p a and @p b, neighbours in the order, are of one place.
    [[nodiscard]] bool isSame(std::size_t a, std::size_t b) const;
    /// Takes note of @p run: two runs of one day need their time told.
    void see(std::size_t run);
    [[nodiscard]] std::string label(std::size_t run) const;

private:
    std::span<const HistoryRunPlace> m_places;
    HistoryOrder m_order;
    std::set<std::int64_t> m_moments;
    std::set<std::string> m_days;
};

}
