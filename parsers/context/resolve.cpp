// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/context/resolve.h"

namespace patchscale {

void resolveContext(const Text& /*text*/, std::vector<ReadBlock>& /*blocks*/, std::vector<Claim>& /*claims*/,
                    std::vector<Diagnostic>& /*diagnostics*/, const Job& /*job*/)
{
}

}
