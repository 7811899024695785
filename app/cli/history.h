// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/session.h"
#include "core/compare/history/history.h"

#include <string>

namespace patchscale::cli {

/// compare --since, after its options have been read.
struct HistoryRequest
{
    std::string workspace; ///< empty: the default one
    HistorySpec spec;
    std::string format; ///< empty: for reading here
    bool failsOnRegression = false;
    bool failsOnUndecided = false;
};

/// Prints the histories of the workspace and says how it ended.
ExitStatus runHistory(Session& session, const HistoryRequest& request);

}
