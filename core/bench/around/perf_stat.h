// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/around/perf_process.h"
#include "core/bench/record.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace patchscale {

/// The JSON objects in @p text, which perf stat -j has written: each exactly as it stands there. An error when a line
/// is no JSON, or when there is none.
Result<std::vector<std::string>> perfStatObjects(std::string_view text);

/// `perf stat` beside one sample.
class EventCounts
{
public:
    /// Will count @p events ("cycles,instructions"; empty for perf's own choice) into the file @p output; nothing
    /// where none are wished for. @p mark is Guard::mark().
    EventCounts(const std::optional<std::string>& events, std::filesystem::path output, const std::string& mark);

    /// Looks at the processes that are measured; null where nothing is counted.
    [[nodiscard]] Observer* observer()
    {
        return m_perf ? &*m_perf : nullptr;
    }
    /// Ends the counting and puts what was counted into @p sample.
    Result<void> addTo(RoundSample& sample);

private:
    std::filesystem::path m_output;
    std::optional<PerfProcess> m_perf;
};

}
