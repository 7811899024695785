// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/kernels/shell.h"

int main(int argc, char** argv)
{
    return shellMain(argc, argv, "shell-1", "Shell Scripts (1 concurrent)", "42.4", 1);
}
