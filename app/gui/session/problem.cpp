// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/session/problem.h"

#include "app/gui/text/words.h"

namespace patchscale {

Problem problemOf(const Error& error)
{
    Problem problem {.message = fromUtf8(error.message), .hints = {}, .document = nullptr, .where = error.where};
    for (const std::string& hint : error.hints) {
        problem.hints << fromUtf8(hint);
    }
    return problem;
}

}
