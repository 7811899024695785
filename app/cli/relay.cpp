// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/relay.h"

#include "core/base/posix.h"

#include "app/cli/output.h"

namespace patchscale::cli {

bool LineRelay::pass(std::string_view bytes)
{
    m_rest += bytes;
    std::size_t start = 0;
    for (auto end = m_rest.find('\n'); end != std::string::npos; end = m_rest.find('\n', start)) {
        if (!passLine(std::string_view(m_rest).substr(start, end - start))) {
            return false;
        }
        start = end + 1;
    }
    m_rest.erase(0, start);
    return true;
}

void LineRelay::flush()
{
    if (!m_rest.empty()) {
        passLine(m_rest);
        m_rest.clear();
    }
}

bool LineRelay::passLine(std::string_view line) const
{
    if (!m_skipped.empty() && line.contains(m_skipped)) {
        return true;
    }
    return writeAll(m_target, printable(line) + '\n');
}

}
