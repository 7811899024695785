// SPDX-License-Identifier: GPL-3.0-or-later
// What becomes of a run document that was measured just now.
#pragma once

#include "app/cli/session.h"

#include <filesystem>
#include <string>

namespace patchscale::cli {

/// A document that was measured, and where it goes.
struct MeasuredDocument
{
    std::string bytes;
    std::string origin; ///< what the workspace says where it came from: "run pipe --label before"
    std::string workspace; ///< as it was written; empty for the default one
    std::filesystem::path file; ///< where it is kept already; empty for nowhere
};

/// Puts it into the workspace and says what is there now and how to compare it. A document that the workspace refuses
/// is kept in a file of the current folder. False when it could not be imported.
bool importMeasured(Session& session, const MeasuredDocument& measured);

}
