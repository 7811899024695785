// SPDX-License-Identifier: GPL-3.0-or-later
// What the kernels shell-1 and shell-8 share.
#pragma once

/// The body of main(): @p concurrent scripts at a time.
int shellMain(int argc, char** argv, const char* id, const char* name, const char* baseline, int concurrent);
