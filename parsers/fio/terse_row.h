// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "parsers/fio/report.h"
#include "parsers/text/text.h"

#include <optional>
#include <string>
#include <string_view>

namespace patchscale::fio {

/// A line of fio's terse output: a job, and the disks that stand behind it.
struct TerseRow
{
    std::string version; ///< of fio; empty where the line does not tell it
    std::string group;
    Job job;
    std::vector<Job> disks;
    double runtime = 0; ///< milliseconds; the longest of its directions
    double bytes = 0; ///< of all directions
};

/// Whether @p line may be one: many semicolons. Cheap.
bool mayBeTerse(std::string_view line);

/// Reads @p line, a part of @p text; nothing where it is none. @p version is that of a line "fio 1.59" in front of it.
std::optional<TerseRow> terseRow(const Text& text, std::string_view line, std::string_view version);

}
