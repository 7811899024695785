// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/span.h"
#include "core/model/run.h"

#include <cstddef>
#include <optional>
#include <string>

namespace patchscale {

/// How a stated number relates baseline and candidate.
enum class ClaimKind : std::uint8_t {
    Change, ///< candidate / baseline - 1: "-11.5 %"
    Ratio, ///< candidate / baseline: "about 90 % of", "1.3x"
    Difference, ///< candidate - baseline in the metric's own unit: percentage points
};

/// What the audit says of a claim.
enum class ClaimVerdict : std::uint8_t {
    Agrees, ///< equal to the computed change within the digits that were printed
    Rounded, ///< off by rounding or truncation in the last printed digit, or within what "about" allows
    SignFlipped, ///< right size, opposite sign: the author counts improvement as positive
    Wrong,
    Unverifiable, ///< the numbers it speaks of are not in the document
};

/// One result of one run of the same document.
struct ResultRef
{
    std::size_t run = 0;
    std::size_t result = 0;

    friend bool operator==(const ResultRef&, const ResultRef&) = default;
};

/// What a document's author states about a change, as opposed to what the numbers say.
struct Claim
{
    std::string test; ///< empty when the author speaks of the whole
    Parameters parameters;
    std::string metric;
    std::string baseline; ///< variant labels; empty when not told
    std::string candidate;
    std::string stated; ///< as written: "-11.5%", "about 4% to 5%"
    ClaimKind kind = ClaimKind::Change;
    double low = 0; ///< stated number as a fraction (-0.115); a range has low < high, else low == high
    double high = 0;
    double resolution = 0; ///< half a unit of the last printed digit, as a fraction: 0.0005 for "-11.5%"
    bool isApproximate = false; ///< "about", "~", "roughly", "more than"
    SourceSpan span;
    std::optional<ResultRef> baselineResult; ///< what it speaks of, when the parser knows
    std::optional<ResultRef> candidateResult;

    // Filled by the audit (core/compare/audit.h), never by a parser.
    std::optional<double> computed; ///< by the same kind: change, ratio or difference
    ClaimVerdict verdict = ClaimVerdict::Unverifiable;
    std::string reason;

    friend bool operator==(const Claim&, const Claim&) = default;
};

}
