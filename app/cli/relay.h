// SPDX-License-Identifier: GPL-3.0-or-later
// What another program prints, passed on.
#pragma once

#include <string>
#include <string_view>

namespace patchscale::cli {

/// Passes whole lines on to a descriptor.
class LineRelay
{
public:
    /// Lines that hold @p skipped, unless it is empty, are left out: they speak of a file that nobody will find.
    LineRelay(int target, std::string skipped)
        : m_target(target)
        , m_skipped(std::move(skipped))
    {
    }

    void setSkipped(std::string skipped)
    {
        m_skipped = std::move(skipped);
    }
    /// False when nobody reads the target any more.
    bool pass(std::string_view bytes);
    /// Passes on what did not end in a line end.
    void flush();

private:
    bool passLine(std::string_view line) const;

    int m_target = -1;
    std::string m_skipped;
    std::string m_rest;
};

}
