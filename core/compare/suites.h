// SPDX-License-Identifier: GPL-3.0-or-later
// What is known of the suites whose numbers are compared: names, totals, and which metric stands for a test.
#pragma once

#include "core/model/run.h"

#include <string>
#include <string_view>

namespace patchscale {

/// @p name as it is matched over spellings: lower case, one blank between words, no brackets.
std::string foldName(std::string_view name);

/// True when foldName() of @p name is @p folded, without building it.
bool isFoldedName(std::string_view name, std::string_view folded);

/// True for UnixBench in any spelling.
bool isUnixBench(std::string_view benchmark);

/// True for the kernels of our own runner, which measure UnixBench's tests among others.
bool isOwnRunner(std::string_view benchmark);

/// True for what a run document of ours holds: kernels, and what perf, fio and UnixBench measured around them.
bool isOfRunDocument(const Run& run);

/// True for profiles whose rows tell a symbol's own share ("self") beside that of all it calls ("children"). A sample
/// counts in the children of all its callers, so that such shares are no rows of their own unless they are asked for.
bool isCallProfile(std::string_view benchmark);

/// True when results of the two may be sides of one row: one benchmark, or UnixBench and our own runner.
bool areComparable(std::string_view benchmark, std::string_view other);

/// The name under which a test of @p benchmark is matched: UnixBench's ids ("pipe", "context1") become report names,
/// perf's events their usual name, anything else stays as it is written. The view is @p test or lives for ever.
std::string_view canonicalTest(std::string_view benchmark, std::string_view test);

/// True when @p test is a score over other tests: an index score, a geometric mean.
bool isTotal(std::string_view benchmark, std::string_view test);

/// True when @p total is a score over a part of its suite ("Partial Only").
bool isPartialTotal(std::string_view total);

/// True when the index of @p test enters UnixBench's system score (canonical names).
bool isSystemIndexTest(std::string_view test);

}
