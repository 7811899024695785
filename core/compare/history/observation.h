// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/history/history.h"

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace patchscale {

/// One result, or one boot of it, before it is put into a place.
struct Observation
{
    std::size_t run = 0;
    std::size_t result = 0;
    std::string boot; ///< empty where it is not told
    std::vector<double> samples; ///< as written
    double value = 0; ///< as written
};

/// Which metrics of a run are wanted.
class MetricWish
{
public:
    /// @p metric as HistorySpec tells it.
    explicit MetricWish(std::string_view metric);

    /// To be called before the results of @p run are asked for.
    void begin(const Run& run);
    [[nodiscard]] bool wants(const Run& run, const TestResult& result) const;

private:
    std::string m_metric;
    bool m_isUnixBench = false;
    bool m_isOwn = false;
    bool m_hasSelf = false; ///< of a profile that tells children, too
    std::set<std::string_view> m_withIndex;
};

/// What results of one series have in common. A machine without a name is another one in each document.
std::string seriesKey(const Run& run, const TestResult& result, std::size_t document);

/// Adds the observations of a result to @p out: one for each boot where several are told, else one. Samples that the
/// user excluded are in none.
void observe(std::span<const Run> runs, RunResultRef ref, std::vector<Observation>& out);

}
