// SPDX-License-Identifier: GPL-3.0-or-later
// write_mbox MEGABYTES [mixed]: what lists carry, or the mixed mails, on standard output, for whole-process
// comparisons.
#include "tests/bench/mails.h"

#include <charconv>
#include <cstdio>
#include <cstring>
#include <string_view>

int main(int argc, char** argv)
{
    std::size_t megabytes = 64;
    if (argc > 1) {
        std::from_chars(argv[1], argv[1] + std::strlen(argv[1]), megabytes);
    }
    const bool isMixed = argc > 2 && std::string_view(argv[2]) == "mixed";
    const auto mails = isMixed ? patchscale::bench::mixedMails(500) : patchscale::bench::listMails(1500);
    const auto text = patchscale::bench::mboxOf(mails, megabytes << 20);
    return std::fwrite(text.data(), 1, text.size(), stdout) == text.size() ? 0 : 1;
}
