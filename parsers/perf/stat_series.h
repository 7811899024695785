// SPDX-License-Identifier: GPL-3.0-or-later
// The intervals of `perf stat -I`: each event becomes one result whose samples are its intervals. A sample's order is
// the number of its interval, and a result of its own holds when each interval ended.
#pragma once

#include "parsers/perf/stat_row.h"
#include "parsers/text/text.h"

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace patchscale::perf {

/// Takes the rows of intervals in their order, then finish() once.
class StatSeries
{
public:
    /// The text must outlive the series.
    explicit StatSeries(const Text& text)
        : m_text(text)
    {
    }

    /// Takes a row that has a time.
    void take(const StatRow& row);
    /// The results, each the mean over the intervals that were whole.
    std::vector<TestResult> finish();

    [[nodiscard]] bool isEmpty() const
    {
        return m_ends.empty();
    }

private:
    /// One way in which a metric is written, "K/sec" or "M/sec", and what its samples are multiplied by.
    struct Form
    {
        std::string_view words;
        bool isPercent = false;
        std::size_t result = 0; ///< in m_results
        double scale = 1;
    };
    /// A line that comes back in every interval.
    struct Track
    {
        std::string_view event;
        StatScope scope;
        int occurrence = 1;
        std::size_t lastTick = 0;
        std::optional<std::size_t> value; ///< in m_results, as the next two
        std::optional<std::size_t> running;
        std::optional<std::size_t> runTime;
        std::string_view unit;
        std::vector<Form> forms;
        std::map<std::string, std::size_t> byName; ///< the results of forms
    };

    /// True if the row belongs to another interval than the one before.
    void passTime(const StatNumber& time);
    Track& trackOf(const StatRow& row);
    Track& addTrack(const StatRow& row, const std::string& key);
    void takeValue(Track& track, const StatRow& row);
    void takeMetric(Track& track, const StatRow& row, const StatMetric& metric);
    Form& formOf(Track& track, const StatRow& row, const StatMetric& metric);
    void takePlain(Track& track, const StatRow& row, std::optional<std::size_t>& place, const StatNumber& number,
                   std::string_view metric, std::string_view unit);
    std::size_t addResult(const Track& track, const StatRow& row, std::string metric, const StatNumber& number,
                          std::string_view unit, std::string_view baseWithoutUnit);
    void push(std::size_t result, const StatNumber& number, double scale);
    /// True if the last interval was cut short, so that it counted less than the others.
    [[nodiscard]] bool isLastShort() const;
    [[nodiscard]] TestResult ends() const;

    const Text& m_text;
    std::vector<TestResult> m_results;
    std::vector<Track> m_tracks; ///< in the order of the first interval
    std::unordered_map<std::string, std::vector<std::size_t>> m_byKey;
    std::vector<StatNumber> m_ends; ///< of the intervals, in seconds
    std::size_t m_next = 0; ///< the track that is expected next
};

}
