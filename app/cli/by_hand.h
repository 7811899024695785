// SPDX-License-Identifier: GPL-3.0-or-later
// What the user sets over what a document says: --set and --as.
#pragma once

#include "app/workbench/corrections.h"
#include "core/base/line_index.h"
#include "core/base/result.h"
#include "core/model/run.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace patchscale::cli {

class Output;
struct Session;

/// The values of --set and --as as they were given.
struct ByHand
{
    std::vector<std::string> fields; ///< --set
    std::vector<std::string> formats; ///< --as

    [[nodiscard]] bool isEmpty() const
    {
        return fields.empty() && formats.empty();
    }
};

/// Adds --set to a subcommand.
void addSetOption(CLI::App& command, ByHand& byHand);
/// Adds --as to a subcommand.
void addAsOption(CLI::App& command, ByHand& byHand);

/// @p document with what the options say, over what was set @p before. Runs are counted as `parse` prints them. A unit
/// that is not known is remarked on.
Result<CorrectedDocument> setByHand(const Session& session, const DocumentPtr& document, const ByHand& byHand,
                                    Corrections before = {});

/// What --set in @p byHand says of run @p run of @p runs, the runs of a document as they were read; a field that names
/// no run is about this one.
Result<Corrections> correctionsOf(const Session& session, const ByHand& byHand, std::span<const Run> runs,
                                  std::size_t run);

/// Why a format that was set has found nothing, with what would read something there; nothing where all have.
std::optional<Error> foundNothing(const CorrectedDocument& corrected);

/// Prints what was set, one a line: "run 2, bandwidth: unit MiB/s". Nothing where nothing was.
void printByHand(Output& out, const Corrections& corrections, std::span<const Run> asRead, const LineIndex& lines);

}
