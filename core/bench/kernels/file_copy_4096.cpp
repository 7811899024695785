// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/kernels/file_copy.h"

int main(int argc, char** argv)
{
    return fileCopyMain(argc, argv, "file-copy-4096", "File Copy 4096 bufsize 8000 maxblocks", "5800", 4096, 8000);
}
