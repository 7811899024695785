// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/kernels/file_copy.h"

int main(int argc, char** argv)
{
    return fileCopyMain(argc, argv, "file-copy-1024", "File Copy 1024 bufsize 2000 maxblocks", "3960", 1024, 2000);
}
