// SPDX-License-Identifier: GPL-3.0-or-later
// Large memory for kernels that measure it.
#pragma once

#include <stddef.h>

namespace kernel {

/// Memory of its own in pages that are all there already; ends the program with 77 when the machine has too little.
void* takeMemory(size_t bytes);

/// A size as a mode names it: "32K", "256M", "1G".
size_t sizeOfMode();

}
