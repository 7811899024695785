// SPDX-License-Identifier: GPL-3.0-or-later
// Follows pointers in random order, each load waiting for the one before.
#include "core/bench/kernels/kernel.h"
#include "core/bench/kernels/memory.h"

#include <errno.h>
#include <stdint.h>

namespace {

constexpr int kHops = 256;

struct alignas(64) Node
{
    Node* next;
};

Node* nodes;
size_t nodeCount;
Node* at;
uint64_t began;

/// One cycle through all nodes in random order (Sattolo's algorithm).
void setUp()
{
    const size_t bytes = kernel::sizeOfMode();
    nodes = static_cast<Node*>(kernel::takeMemory(bytes));
    nodeCount = bytes / sizeof(Node);
    for (size_t i = 0; i < nodeCount; ++i) {
        nodes[i].next = &nodes[i];
    }
    uint64_t random = 0x9e3779b97f4a7c15U;
    for (size_t i = nodeCount - 1; i > 0; --i) {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        Node* const swapped = nodes[i].next;
        Node& partner = nodes[random % i];
        nodes[i].next = partner.next;
        partner.next = swapped;
    }
    at = nodes;
    size_t length = 0;
    do {
        at = at->next;
        ++length;
    } while (at != nodes);
    errno = 0;
    if (length != nodeCount) {
        kernel::fail("the chain of pointers does not reach all of the memory");
    }
}

uint64_t run()
{
    began = kernel::now();
    uint64_t count = 0;
    Node* node = at;
    while (kernel::more(count)) {
        for (int i = 0; i < kHops; ++i) {
            node = node->next;
        }
        ++count;
    }
    at = node;
    const double loads = static_cast<double>(count) * kHops;
    if (count > 0) {
        kernel::addMetric("ns_per_load", static_cast<double>(kernel::now() - began) / loads);
    }
    return count;
}

void check(uint64_t count)
{
    // Where so many steps from the first node lead is known only by going; but never out of the memory.
    errno = 0;
    if (count == 0 || at < nodes || at >= nodes + nodeCount) {
        kernel::fail("the chain of pointers left its memory");
    }
}

constexpr kernel::Kernel kMemoryLatency = {
    .id = "memory-latency",
    .name = "Memory Latency",
    .group = "Memory",
    .unit = "loads/s",
    .per = kHops,
    .exercises = "nothing in the kernel but where it put the pages: caches, TLB and huge pages, NUMA placement",
    .description = "follows pointers in random order through so much memory, each load waiting for the one before",
    .modes = {"256M", "32M", "1M", "32K"},
    .setUp = setUp,
    .run = run,
    .check = check,
};

}

int main(int argc, char** argv)
{
    return kernel::kernelMain(argc, argv, kMemoryLatency);
}
