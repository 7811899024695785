// SPDX-License-Identifier: GPL-3.0-or-later
// futex(2), which libc does not wrap, for words within one process or in shared memory.
#pragma once

#include <limits.h>
#include <linux/futex.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace kernel {

/// Sleeps while the word is @p value; may return for no reason.
inline void futexWait(uint32_t* word, uint32_t value)
{
    syscall(SYS_futex, word, FUTEX_WAIT, value, nullptr, nullptr, 0);
}

/// Wakes up to @p waiters.
inline void futexWake(uint32_t* word, int waiters)
{
    syscall(SYS_futex, word, FUTEX_WAKE, waiters, nullptr, nullptr, 0);
}

}
