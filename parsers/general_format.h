// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "parsers/format.h"
#include "parsers/taken_lines.h"

#include <vector>

namespace patchscale {

/// A format for what many tools and authors write: it never gets a line that another format is certain of, so it need
/// not look at those lines.
class GeneralFormat : public Format
{
public:
    void find(const Text& text, std::vector<Block>& out, const Job& job) const final
    {
        findBeside(text, {}, out, job);
    }

    /// The same as find(), but for blocks that begin on a line of @p taken.
    virtual void findBeside(const Text& text, const TakenLines& taken, std::vector<Block>& out,
                            const Job& job) const = 0;
};

}
