// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/history/place_order.h"

#include "core/compare/history/moment.h"

namespace patchscale {

Since::Since(std::string_view text)
    : m_date(momentOf(text))
    , m_release(m_date ? std::nullopt : releaseNamed(text))
{
}

bool Since::isAfter(const HistoryRunPlace& place) const
{
    if (m_date) {
        return !place.started || *place.started < *m_date;
    }
    return m_release && (!place.release || *place.release < *m_release);
}

PlaceOrder::PlaceOrder(std::span<const HistoryRunPlace> places, HistoryOrder order)
    : m_places(places)
    , m_order(order)
{
}

bool PlaceOrder::has(std::size_t run) const
{
    switch (m_order) {
    case HistoryOrder::Release:
        return m_places[run].release.has_value();
    case HistoryOrder::Date:
        return m_places[run].started.has_value();
    case HistoryOrder::Import:
        break;
    }
    return true;
}

bool PlaceOrder::isBefore(std::size_t a, std::size_t b) const
{
    const auto& one = m_places[a];
    const auto& other = m_places[b];
    if (m_order == HistoryOrder::Release) {
        if (const auto by = *one.release <=> *other.release; by != 0) {
            return by < 0;
        }
    }
    if (m_order != HistoryOrder::Import && one.started != other.started) {
        return one.started < other.started; // those without a date come first: any order will do, but one
    }
    return a < b;
}

bool PlaceOrder::isSame(std::size_t a, std::size_t b) const
{
    if (m_order == HistoryOrder::Release) {
        return (*m_places[a].release <=> *m_places[b].release) == 0;
    }
    return m_order == HistoryOrder::Date ? m_places[a].started == m_places[b].started : label(a) == label(b);
}

void PlaceOrder::see(std::size_t run)
{
    if (m_order == HistoryOrder::Date) {
        const auto moment = *m_places[run].started;
        m_moments.insert(moment);
        m_days.insert(momentText(moment, false));
    }
}

std::string PlaceOrder::label(std::size_t run) const
{
    const auto& place = m_places[run];
    if (m_order == HistoryOrder::Release) {
        return place.releaseLabel;
    }
    if (m_order == HistoryOrder::Date) {
        return momentText(*place.started, m_days.size() < m_moments.size());
    }
    return !place.mark.empty() ? place.mark : place.release ? place.releaseLabel : momentText(*place.started, true);
}

}
