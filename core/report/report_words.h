// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/comparison.h"

#include <string>
#include <string_view>

namespace patchscale {

/// The word for a verdict in reports and JSON: regressed, improved, unchanged, minor, undecided, not-comparable.
std::string_view reportedWord(Verdict verdict);
/// The word for evidence in JSON: none, threshold, noise-floor, summary, tested.
std::string_view reportedWord(Evidence evidence);
/// The word for a direction in JSON: higher, lower, unknown.
std::string_view reportedWord(Better better);

/// The benchmark as people write it: "unixbench" -> "UnixBench".
std::string displayedBenchmark(std::string_view benchmark);

/// A test with the parameters that tell it from others of its name: "randread bs=4k". Those in @p shared are the same
/// for all rows and are said once, above the table.
std::string displayedTest(const ComparisonRow& row, const Parameters& shared);

/// The heading of a view over what differs: "Across machines", "Across values of copies".
std::string acrossHeading(std::string_view over);

/// @p text in ASCII: +- for ±, us for µs, straight quotes; '?' for what has no ASCII form. Line ends become blanks.
std::string asciiText(std::string_view text);

}
