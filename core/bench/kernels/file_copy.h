// SPDX-License-Identifier: GPL-3.0-or-later
// What the kernels file-copy-256, -1024 and -4096 share.
#pragma once

#include <stddef.h>

/// The body of main(): copies a file of @p kibibytes in pieces of @p bufferBytes.
int fileCopyMain(int argc, char** argv, const char* id, const char* name, const char* baseline, size_t bufferBytes,
                 size_t kibibytes);
