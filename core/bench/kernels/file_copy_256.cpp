// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/kernels/file_copy.h"

int main(int argc, char** argv)
{
    return fileCopyMain(argc, argv, "file-copy-256", "File Copy 256 bufsize 500 maxblocks", "1655", 256, 500);
}
