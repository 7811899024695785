// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/run.h"

#include <optional>
#include <span>
#include <string>

namespace patchscale {

/// A run of a document by what it is, not by its place: a better parser that reads the document again may find more
/// runs before it.
struct RunKey
{
    std::string benchmark;
    std::string machine;
    std::string variant;
    Parameters parameters;
    bool isFailed = false;
    std::size_t occurrence = 0; ///< how many runs of the document before it bear the same names

    friend bool operator==(const RunKey&, const RunKey&) = default;
};

/// The key of run @p place of @p runs, the runs of one document as they were read; @p place must exist.
RunKey runKey(std::span<const Run> runs, std::size_t place);

/// Where the run with this key stands in another reading of the document; nothing where that does not have it.
std::optional<std::size_t> findRun(std::span<const Run> runs, const RunKey& key);

}
