// SPDX-License-Identifier: GPL-3.0-or-later
// What the outputs of the smaller perf tools (bench, lock, sched, trace …) have in common: words, numbers, results.
#pragma once

#include "core/model/run.h"
#include "parsers/text/text.h"

#include <optional>
#include <string_view>
#include <vector>

namespace patchscale::perf {

/// The words of @p line between blanks and tabs. @p out is cleared first.
void wordsOf(std::string_view line, std::vector<std::string_view>& out);
std::vector<std::string_view> wordsOf(std::string_view line);

/// True for digits only, no more than a 64-bit count has.
bool isCount(std::string_view word);

/// True for "0x" and hexadecimal digits.
bool isAddress(std::string_view word);

/// The value of @p word, which must be a plain number without a sign and nothing else: "12", "0.560", ".5" is none.
std::optional<double> plainNumber(std::string_view word);

/// Takes the first word off @p text, with the blanks around it; empty when there is none left.
std::string_view takeWord(std::string_view& text);

/// A result whose value stands at @p digits in the clean text. The unit's meaning and the metric's direction come from
/// the tables that all formats share; the value must be readable (see plainNumber()).
TestResult toolResult(const Text& text, std::string_view benchmark, std::string_view test, std::string_view metric,
                      std::string_view digits, std::string_view unit);

/// Lines that may head a table of words: text without a number, which is rare among lines that hold measurements.
bool isWordsOnly(const Line& line);

}
