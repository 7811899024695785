// SPDX-License-Identifier: GPL-3.0-or-later
// Whatever the bytes are, nothing more than the limits comes out, and each entry has its bytes or a reason.
#include "app/archive/packing.h"

#include <cstdlib>

using namespace patchscale;

namespace {

constexpr Budget::Limits kLimits {
    .memberBytes = 1U << 20, .totalBytes = 2U << 20, .members = 100, .ratio = 50, .freeBytes = 1U << 16};

void check(bool holds)
{
    if (!holds) {
        std::abort();
    }
}

void checkMembers(const Result<std::vector<Member>>& members)
{
    check(members.has_value()); // nobody stops the job
    std::size_t total = 0;
    for (const auto& member : *members) {
        total += member.bytes ? member.bytes->size() : 0;
        check(member.bytes || !member.bytes.error().message.empty());
    }
    check(total <= kLimits.totalBytes);
}

}

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size)
{
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    const Job job;
    const auto packing = packingOf(bytes);
    Budget budget(kLimits);
    if (packing == Packing::Zip) {
        checkMembers(readZip(bytes, "fuzz", budget, job));
    } else if (isStream(packing)) {
        const auto unpacked = unpackStream(packing, bytes, "fuzz", budget, job);
        check(!unpacked || unpacked->size() <= kLimits.memberBytes);
    } else {
        checkMembers(readTar(bytes, "fuzz", budget, job));
    }
    return 0;
}
