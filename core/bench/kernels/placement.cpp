// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/kernels/placement.h"

#include "core/bench/kernels/kernel.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

namespace kernel {
namespace {

bool known = false;
cpu_set_t usable;
int sides[2] = {-1, -1};

/// What the process might use before anything of it was pinned.
void learnUsable()
{
    if (known) {
        return;
    }
    if (sched_getaffinity(0, sizeof usable, &usable) != 0) {
        fail("cannot tell which CPUs may be used");
    }
    known = true;
}

void pin(int cpu)
{
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(cpu, &one);
    if (sched_setaffinity(0, sizeof one, &one) != 0) {
        fail("cannot move to a CPU");
    }
}

/// Whether the kernel lists @p other among the hardware threads of the core of @p cpu ("0,4" or "0-1").
bool shareCore(int cpu, int other)
{
    char path[128];
    snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%d/topology/thread_siblings_list", cpu);
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) {
        return false;
    }
    char list[256];
    const ssize_t bytes = read(file, list, sizeof list - 1);
    close(file);
    list[bytes > 0 ? bytes : 0] = '\0';
    for (char* at = list; *at >= '0' && *at <= '9';) {
        const long from = strtol(at, &at, 10);
        const long to = *at == '-' ? strtol(at + 1, &at, 10) : from;
        if (other >= from && other <= to) {
            return true;
        }
        if (*at == ',') {
            ++at;
        }
    }
    return false;
}

int usableFrom(int start)
{
    for (int i = 0; i < CPU_SETSIZE; ++i) {
        const int cpu = (start + i) % CPU_SETSIZE;
        if (CPU_ISSET(cpu, &usable)) {
            return cpu;
        }
    }
    return -1;
}

int currentCpu()
{
    const int cpu = sched_getcpu();
    return usableFrom(cpu > 0 ? cpu : 0);
}

void noteSides()
{
    addMetric("cpu_a", sides[0]);
    addMetric("cpu_b", sides[1]);
}

}

void placeApart()
{
    learnUsable();
    const int first = currentCpu();
    int second = -1;
    // Another core where there is one; a hardware thread of the same core is better than nothing.
    for (int cpu = usableFrom(first + 1); cpu != first; cpu = usableFrom(cpu + 1)) {
        if (second < 0) {
            second = cpu;
        }
        if (!shareCore(first, cpu)) {
            second = cpu;
            break;
        }
    }
    if (second < 0) {
        notPossible("two CPUs are needed, and this process may use only one");
    }
    sides[0] = first;
    sides[1] = second;
    noteSides();
}

void placePair()
{
    learnUsable();
    if (modeIs("cross-cpu")) {
        placeApart();
    } else if (modeIs("same-cpu")) {
        sides[0] = sides[1] = currentCpu();
        noteSides();
    }
}

void takeSide(bool second)
{
    if (sides[second ? 1 : 0] >= 0) {
        pin(sides[second ? 1 : 0]);
    }
}

int usableCpus()
{
    learnUsable();
    return CPU_COUNT(&usable);
}

void takeCpu(int n)
{
    learnUsable();
    int cpu = usableFrom(0);
    for (int i = n % CPU_COUNT(&usable); i > 0; --i) {
        cpu = usableFrom(cpu + 1);
    }
    pin(cpu);
}

}
