// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <sys/resource.h>
#include <sys/types.h>

namespace patchscale {

/// What patchscale-start writes first where the command is to be held: then it waits for a byte.
struct HeldCommand
{
    pid_t id = 0;
};

/// What patchscale-start writes when the command has ended.
struct StartReport
{
    int status = 0; ///< as of wait()
    double wallSeconds = 0; ///< from before its exec to its end
    rusage usage {};
};

}
