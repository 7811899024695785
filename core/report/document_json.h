// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json_writer.h"
#include "core/model/correction.h"
#include "core/model/document.h"

#include <span>
#include <string>
#include <string_view>

namespace patchscale {

/// Writes documents as `patchscale-cli parse --json` prints them: field names, order and null rules are a contract that
/// scripts depend on. Claims must have been audited. Nothing else is kept, so documents may go after they were added.
class DocumentJson
{
public:
    /// Begins the list; @p out gets all text and may be emptied by its owner between calls.
    explicit DocumentJson(std::string& out);
    /// Adds one document. Its spans become lines and columns, so it must have its bytes. @p corrections are what the
    /// user set by hand, which is in it already; they name runs by what they were in @p asRead.
    void add(const Document& document, const Corrections& corrections = {}, std::span<const Run> asRead = {});
    /// Adds a file that could not be read, with the reason as its only diagnostic.
    void addUnread(std::string_view path, std::string_view why);
    /// Ends the list.
    void finish();

private:
    std::string& m_out;
    JsonWriter m_json;
};

/// The stated number of @p claim as a change: the middle of a range, a ratio less one.
double statedChange(const Claim& claim);
/// The computed number of @p claim as a change; nothing when it could not be computed.
std::optional<double> computedChange(const Claim& claim);
/// The word for a claim's verdict in reports: agrees, rounded, sign-flipped, wrong, unverifiable.
std::string_view reportedWord(ClaimVerdict verdict);
/// The word for what a correction replaces: variant, role, machine, better, unit, format.
std::string_view reportedWord(CorrectedField field);
/// The word for a severity in reports: info, warning, error.
std::string_view reportedWord(Severity severity);

}
