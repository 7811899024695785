// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/kernels/shell.h"

int main(int argc, char** argv)
{
    return shellMain(argc, argv, "shell-8", "Shell Scripts (8 concurrent)", "6", 8);
}
