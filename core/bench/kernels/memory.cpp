// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/kernels/memory.h"

#include "core/bench/kernels/kernel.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

namespace kernel {
namespace {

/// MemAvailable of /proc/meminfo in bytes; all there is when it cannot be read.
size_t availableMemory()
{
    const int file = open("/proc/meminfo", O_RDONLY | O_CLOEXEC);
    if (file < 0) {
        return SIZE_MAX;
    }
    char text[2048];
    const ssize_t bytes = read(file, text, sizeof text - 1);
    close(file);
    text[bytes > 0 ? bytes : 0] = '\0';
    static constexpr char kKey[] = "MemAvailable:";
    const char* at = strstr(text, kKey);
    return at != nullptr ? strtoull(at + sizeof kKey - 1, nullptr, 10) * 1024 : SIZE_MAX;
}

}

void* takeMemory(size_t bytes)
{
    constexpr size_t kReserve = size_t {64} << 20;
    if (availableMemory() < bytes + kReserve) {
        notPossible("there is too little free memory for this mode");
    }
    void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) {
        fail("cannot get memory");
    }
    memset(memory, 1, bytes);
    return memory;
}

size_t sizeOfMode()
{
    char* end = nullptr;
    const size_t number = strtoull(options.mode, &end, 10);
    switch (*end) {
    case 'K':
        return number << 10;
    case 'M':
        return number << 20;
    default:
        return number << 30;
    }
}

}
