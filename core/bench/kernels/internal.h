// SPDX-License-Identifier: GPL-3.0-or-later
// What the parts of the kernels' frame (kernel.cpp, command_line.cpp, clean_up.cpp) tell each other; kernels include
// kernel.h.
#pragma once

#include "core/bench/kernels/kernel.h"

namespace kernel::internal {

extern const Kernel* self;
extern pid_t owner; ///< the process that cleans up; helpers do not
extern int goDescriptor; ///< -1 without a barrier
extern int readyDescriptor;
extern double delayNs;

/// Reads the command line; ends the program when it is wrong. Returns whether only --describe was asked for.
bool readArguments(int argc, char** argv);

/// Prints what the kernel is as one line of JSON.
void describe();

/// One line on stderr: the program, what happened, and the detail unless it is empty.
void complain(const char* what, const char* detail);

/// One line that grows; it is a bug of the kernel's description when something does not fit.
struct Line
{
    char text[4096];
    size_t length;

    __attribute__((format(printf, 2, 3))) void add(const char* format, ...);
    void write(int descriptor) const;
};

/// Sets what a signal does.
void handle(int signal, void (*handler)(int), int flags);

/// Kills and reaps helpers, removes the scratch folder. Async-signal-safe.
void cleanUp();

}
