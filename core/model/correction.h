// SPDX-License-Identifier: GPL-3.0-or-later
// What the user sets by hand over what a document says. Corrections belong to a document's bytes and name what they
// are about by what it is, not by its place, so that they hold on every reading of the same bytes.
#pragma once

#include "core/base/span.h"
#include "core/model/claim.h"
#include "core/model/run_key.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace patchscale {

/// What a correction replaces.
enum class CorrectedField : std::uint8_t {
    VariantLabel,
    VariantRole, ///< value: "baseline", "candidate" or "none"
    MachineLabel,
    Better, ///< value: "higher", "lower" or "unknown"
    Unit, ///< the number as written stays, its unit and its base value change
    Format, ///< value: Format::id(), or kNoFormat for text that holds no results
    Symbol, ///< value: what the symbol `test` of a profile is called on the other side; empty: it has no partner there
};

/// The value of a Format correction for text that no format may read.
inline constexpr std::string_view kNoFormat = "none";

/// What a correction is about. All that is told must fit; names are those that were read, before any correction.
struct CorrectionTarget
{
    std::optional<RunKey> run; ///< nothing: each run of the document
    std::string test; ///< of the result, for Better, Unit (empty: each) and Symbol
    std::string metric; ///< the same
    std::optional<std::string> unit; ///< as written, for Better and Unit; nothing: each
    std::optional<SourceSpan> span; ///< for Format, in the document's bytes; nothing: the whole document

    friend bool operator==(const CorrectionTarget&, const CorrectionTarget&) = default;
};

/// One thing that the user set. Taking it back restores what was read.
struct Correction
{
    CorrectedField field = CorrectedField::VariantLabel;
    CorrectionTarget target;
    std::string value;

    friend bool operator==(const Correction&, const Correction&) = default;
};

/// Those of one document. Where two are about the same thing, the later one holds.
using Corrections = std::vector<Correction>;

/// Whether a correction of that target is about @p result, which must be as it was read.
bool isAbout(const CorrectionTarget& target, const TestResult& result);

/// Whether @p correction has a value that its field can hold and a target that fits the field.
bool isUsable(const Correction& correction);

/// Sets @p correction among @p all, in place of one with the same field and target.
void setCorrection(Corrections& all, Correction correction);

/// Whether @p field is about the numbers of runs: formats are a matter of reading, symbols one of comparing.
constexpr bool isOfRuns(CorrectedField field)
{
    return field != CorrectedField::Format && field != CorrectedField::Symbol;
}

/// Whether any of @p corrections is about formats, so that the document must be read again.
bool changesFormats(const Corrections& corrections);

/// For each of @p runs, the runs of one document as they were read, the corrections that are about it.
std::vector<Corrections> correctionsByRun(std::span<const Run> runs, const Corrections& corrections);

/// Puts corrections that are about @p run over it; those of results only where it has them.
void correctRun(Run& run, const Corrections& own);

/// Puts @p corrections over the runs of one document and over the names of variants in its claims. Formats are a matter
/// of reading and left alone. Claims must be audited anew after that.
void correctRuns(std::span<Run> runs, std::span<Claim> claims, const Corrections& corrections);

/// Gives claims the labels that their variants have now: @p before and @p after are the labels of the same runs.
void relabelClaims(std::span<Claim> claims, std::span<const std::string> before, std::span<const std::string> after);

/// The role, or direction, of that word in corrections; nothing for any other.
std::optional<Role> roleNamed(std::string_view word);
std::optional<Better> betterNamed(std::string_view word);

}
