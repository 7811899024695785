// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/claim.h"
#include "core/model/run.h"

#include <optional>
#include <span>
#include <string>

namespace patchscale {

/// A result of a document by what it is, not by its place: a better parser that reads the document again may find more
/// runs and results before it.
struct ResultKey
{
    std::string variant;
    std::string test;
    Parameters parameters;
    std::string metric;
    std::size_t occurrence = 0; ///< how many results of the document before it bear the same names

    friend bool operator==(const ResultKey&, const ResultKey&) = default;
};

/// The key of a result of @p runs, the runs of one document; @p place must exist.
ResultKey resultKey(std::span<const Run> runs, ResultRef place);

/// Where the result with this key stands in another reading of the document; nothing where that does not have it.
std::optional<ResultRef> findResult(std::span<const Run> runs, const ResultKey& key);

}
