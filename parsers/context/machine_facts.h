// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/run.h"
#include "parsers/context/passage.h"

#include <optional>
#include <string_view>

namespace patchscale {

/// What a paragraph tells of a machine.
struct MachineMention
{
    Machine machine;
    bool isNew = false; ///< it names a machine, or opens its description; else it only adds to the one before
};

/// What @p paragraph tells of the system under test: "CPU core: 40", "on a KVM guest", "On x86 (Intel Xeon …):",
/// "(a) VM AWS instance (m7gd.16xlarge) with v6.13". Nothing if it names several machines, or none.
std::optional<MachineMention> machineIn(const Paragraph& paragraph);

/// Takes over what @p told says and @p machine does not know.
void fillMachine(Machine& machine, const Machine& told);

}
