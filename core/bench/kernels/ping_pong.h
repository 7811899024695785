// SPDX-License-Identifier: GPL-3.0-or-later
// Two processes that send each other a counter in turn, each waiting for the other; over whatever descriptors a kernel
// makes.
#pragma once

#include <stddef.h>
#include <stdint.h>

namespace kernel {

/// The four ends. Both sides may use one descriptor for both directions.
struct Ends
{
    int parentIn;
    int parentOut;
    int childIn;
    int childOut;
};

/// Starts the other process, placed by the mode; messages of @p bytes, at least 8, at most 4096.
void startPingPong(const Ends& ends, size_t bytes);

/// One round trip is one iteration.
uint64_t runPingPong();

/// Ends the other process, which must have seen every message.
void endPingPong();

}
