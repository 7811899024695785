// SPDX-License-Identifier: GPL-3.0-or-later
// The part of a system that a count of perf stat is of, when perf did not add everything up.
#pragma once

#include "core/model/run.h"
#include "parsers/perf/stat_number.h"
#include "parsers/perf/stat_tail.h"

#include <optional>
#include <string_view>

namespace patchscale::perf {

struct StatScope
{
    std::string_view kind {}; ///< "cpu", "core", "thread" …; empty for everything together
    std::string_view name {}; ///< "0", "S0-D0-C0", "thr2-29276"
    std::string_view cgroup {};
    std::optional<StatNumber> cpus {}; ///< how many CPUs perf added up for it

    /// True if both are of the same part, however many CPUs it has.
    [[nodiscard]] bool isSame(const StatScope& other) const
    {
        return kind == other.kind && name == other.name && cgroup == other.cgroup;
    }
    /// As the parameters of a result: core=S0-D0-C0, cgroup=system.slice.
    [[nodiscard]] Parameters parameters() const;
};

/// What kind of place a count is of: "core" for "S0-D0-C0", "node" for "N0", "cpu" for "CPU3"; empty if it names none.
std::string_view placeKind(std::string_view word);

/// Reads what stands before a count, "CPU0", "S0-D0-C1  1", "kworker/0:1-123", and moves @p cursor to the count.
StatScope scopeAt(StatCursor& cursor);

}
