// SPDX-License-Identifier: GPL-3.0-or-later
// How runs, claims and diagnostics look for people.
#pragma once

#include "app/cli/output.h"
#include "core/base/line_index.h"
#include "core/model/document.h"

#include <string>

namespace patchscale::cli {

/// "copies=40, bs=4k"; empty without parameters.
std::string parametersText(const Parameters& parameters);

/// "+-0.5", "1.2 % (cv)", "1780..1784.5".
std::string spreadText(const Spread& spread);

/// "unixbench on Xeon Silver 4210, copies=40: before (baseline)".
std::string headingOf(const Run& run);

/// Adds heading and results of a run of the document with these bytes, with the lines they stand in.
void printRun(Output& out, const Run& run, std::string_view bytes, const LineIndex& lines);

/// Adds what a document's author states and how that compares with the numbers.
void printClaims(Output& out, const ParsedDocument& parsed, const LineIndex& lines);

/// Adds what was noticed while the document was read.
void printDiagnostics(Output& out, const ParsedDocument& parsed, const LineIndex& lines);

}
