// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/claim.h"
#include "parsers/prose/circumstances.h"
#include "parsers/prose/label.h"
#include "parsers/prose/passage.h"
#include "parsers/prose/sentence.h"
#include "parsers/prose/setting.h"
#include "parsers/prose/values.h"
#include "parsers/prose/words.h"

#include <optional>
#include <string>
#include <vector>

namespace patchscale::sentences {

/// A value with everything that its sentence and the text before it tell of it.
struct Statement
{
    Label label;
    Value value;
    Setting setting;
    std::string machine;
    std::size_t passage = 0; ///< counted over the passages that were read
    std::size_t line = 0;
    std::uint8_t depth = 0; ///< of quoting
    std::string lead; ///< of a value under a heading: the words of its line before it
    bool isFromTo = false; ///< side of "from A to B": its role is sure
    bool isTight = false; ///< nothing stands between label and value that could come in between
    bool isUnderHeading = false; ///< its label is the heading of the lines it stands in
    bool isAccepted = false;
};

/// A change or ratio that is stated beside values.
struct StatedChange
{
    Quantity quantity;
    ClaimKind kind = ClaimKind::Change;
    ChangeSense sense = ChangeSense::None;
    std::string stated; ///< as written, with its hedge
    SourceSpan span;
    bool isApproximate = false;
    std::optional<std::size_t> baseline {}; ///< index of the statement it refers to
    std::optional<std::size_t> candidate {};
};

/// Where a value stands that the words bind to no variant.
struct Unassigned
{
    SourceSpan span;
    std::size_t passage = 0;
};

/// What was read of all passages of a document.
struct Reading
{
    struct Place
    {
        SourceSpan span; ///< from the first sentence with a value to the end of the last
        std::size_t firstLine = 0;
        std::size_t lastLine = 0;
    };
    std::vector<Statement> statements;
    std::vector<StatedChange> changes;
    std::vector<Unassigned> unassigned;
    std::vector<Place> places; ///< per passage
};

/// Whether a passage, cut into sentences, states something that looks like a value, whatever its circumstances: the
/// cheap question to ask before they are looked up.
bool statesValues(const Text& text, const Passage& passage, CutPassage& cut);

/// Reads one passage into @p reading and moves @p circumstances on.
void readPassage(const Text& text, const Passage& passage, CutPassage& cut, Circumstances& circumstances,
                 Reading& reading);

/// Binds the changes stated in a sentence to its statements. @p first is the first statement of the sentence.
void readChanges(const SentenceView& sentence, std::size_t first, std::size_t firstOfPassage, Reading& reading);

/// Marks the statements that are believed: those that name a patch or a score, or that have a counterpart.
void acceptStatements(Reading& reading);

}
