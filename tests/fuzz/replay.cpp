// SPDX-License-Identifier: GPL-3.0-or-later
// Runs a fuzz target once on every file of a folder: what a fuzzer found before stays mended.
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size);

int main(int argc, char** argv)
{
    if (argc != 2 || !std::filesystem::is_directory(argv[1])) {
        std::fputs("usage: fuzz_NAME FOLDER\n", stderr);
        return 2;
    }
    int count = 0;
    for (const auto& entry : std::filesystem::directory_iterator(argv[1])) {
        std::ifstream in(entry.path(), std::ios::binary);
        const std::string bytes {std::istreambuf_iterator<char>(in), {}};
        std::printf("%s\n", entry.path().filename().c_str());
        std::fflush(stdout); // the last name printed is the culprit when the target aborts
        LLVMFuzzerTestOneInput(reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size());
        ++count;
    }
    std::printf("%d inputs replayed\n", count);
    return count > 0 ? 0 : 1;
}
