// SPDX-License-Identifier: GPL-3.0-or-later
// read_file FILE…: reads documents and says how much they hold, for profiles without anything printed or stored.
#include "parsers/read.h"

#include <cstdio>
#include <fstream>
#include <string>

int main(int argc, char** argv)
{
    bool isRead = true;
    for (int i = 1; i < argc; ++i) {
        std::ifstream in(argv[i], std::ios::binary | std::ios::ate);
        std::string bytes(in ? static_cast<std::size_t>(in.tellg()) : 0, '\0');
        in.seekg(0).read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
        const auto document = patchscale::readDocument(bytes, {});
        isRead = isRead && document.has_value();
        std::size_t results = 0;
        for (std::size_t run = 0; document && run < document->runs.size(); ++run) {
            results += document->runs[run].results.size();
        }
        std::printf("%s: %zu bytes, %zu results\n", argv[i], bytes.size(), results);
    }
    return isRead ? 0 : 1;
}
