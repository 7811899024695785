// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "parsers/prose/label.h"
#include "parsers/prose/passage.h"
#include "parsers/prose/setting.h"
#include "parsers/prose/values.h"

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace patchscale::sentences {

/// What holds from one passage to the next.
struct Circumstances
{
    Setting setting;
    std::optional<Setting> outer; ///< what held before the list whose items are being read
    std::string machine;
    std::optional<Label> heading; ///< "Without the patch:", when it stands before the passage
    std::string headingText;
    /// Scenarios of other quote depths: what one author says above a value holds for no other author's.
    std::vector<std::pair<std::uint8_t, std::string>> scenarios;
    std::uint8_t depth = 0; ///< of the passage read last
    std::optional<Value> told; ///< metric that a heading names for the rows below it: "UnixBench scores:"
};

/// The label phrases in @p tokens, left to right.
std::vector<Label> labelsIn(const Text& text, std::span<const Token> tokens);

/// Goes on with a passage of another author: their scenario holds on where they are quoted again.
void enterDepth(const Passage& passage, Circumstances& circumstances);

/// A new item of a numbered list: what the item before it told is over.
void enterItem(const Passage& passage, Circumstances& circumstances);

/// A line that ends in a colon and holds no value: it names the variant, the scenario or the metric of what follows.
void readHeading(const Text& text, std::span<const Token> tokens, std::span<const Label> labels, bool isItem,
                 Circumstances& circumstances);

/// The clause before the first value that tells load, count or occasion: "At 33% cpu, without the patch …", "When the
/// sibling is idle, the score is …". Empty if there is none.
std::string leadingScenario(const SentenceView& sentence, std::size_t firstValue);

/// Takes from a passage without values what it tells of the circumstances.
void readSurroundings(const Text& text, const Passage& passage, Circumstances& circumstances);

}
