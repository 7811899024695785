// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <vector>

#include <sys/types.h>

namespace patchscale {

/// Looks at processes from outside while they are measured.
class Observer
{
public:
    Observer() = default;
    Observer(const Observer&) = delete;
    Observer& operator=(const Observer&) = delete;
    virtual ~Observer() = default;

    /// @p processes are started and wait before their first instruction.
    virtual Result<void> attach(const std::vector<pid_t>& processes) = 0;
    /// What is to be measured begins as soon as this returns.
    virtual Result<void> begin() = 0;
};

}
