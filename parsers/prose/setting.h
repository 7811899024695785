// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/run.h"
#include "parsers/prose/tokens.h"

#include <span>
#include <string>
#include <vector>

namespace patchscale::sentences {

/// What a document has told of the circumstances so far: holds until an item or another mention replaces it.
struct Setting
{
    std::string benchmark;
    std::string test; ///< canonical where it is known
    Parameters parameters; ///< copies, iterations, command
    std::string heading; ///< the last that names a benchmark and what of it: "fio randread 4k"
    std::string scenario; ///< of the last heading: "with redis-benchmark SMT disturbance, redis-benchmark takes 90%cpu"

    /// What headings told is over.
    void leaveHeadings()
    {
        heading.clear();
        scenario.clear();
    }

    friend bool operator==(const Setting&, const Setting&) = default;
};

/// A test that a sentence names at one of its tokens.
struct TestMention
{
    std::size_t token = 0; ///< tokens [token, last)
    std::size_t last = 0;
    std::string benchmark;
    std::string test;
};

/// Takes benchmark, command line and its parameters from @p tokens. Tests named on the way are appended to @p mentions.
/// A benchmark that only disturbs ("with redis-benchmark SMT disturbance") does not count.
void readSetting(const Text& text, std::span<const Token> tokens, Setting& setting, std::vector<TestMention>& mentions);

/// A machine that a sentence places itself on: "in bare metal", "on an AMD EPYC 7763".
struct MachineMention
{
    std::size_t token = 0;
    std::string label;
};

/// The machines that the sentence names, left to right.
std::vector<MachineMention> machinesIn(const Text& text, std::span<const Token> tokens);

}
