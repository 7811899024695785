// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/remote_bundle.h"

#include "app/workbench/runner_place.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <format>
#include <fstream>
#include <iterator>
#include <utility>
#include <vector>

#include <elf.h>

namespace patchscale::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kTarBlock = 512;
constexpr std::size_t kTarRecord = 20 * kTarBlock; ///< programs named tar read whole records

std::unexpected<Error> refuse(std::string message, std::string hint)
{
    return std::unexpected(
        Error {.code = Errc::Usage, .message = std::move(message), .where = {}, .hints = {std::move(hint)}});
}

Result<std::string> contentOf(const fs::path& path)
{
    std::ifstream file(path, std::ios::binary);
    std::string bytes {std::istreambuf_iterator<char>(file), {}};
    if (!file.is_open() || file.bad()) {
        return refuse(std::format("cannot read '{}'", path.string()), "may you read it?");
    }
    return bytes;
}

/// Fields of a ustar header: offset and length.
void putField(std::string& header, std::size_t offset, std::size_t length, std::string_view text)
{
    header.replace(offset, std::min(length, text.size()), text.substr(0, length));
}

/// Adds an executable file to @p tar in the ustar format of POSIX.
void addProgram(std::string& tar, std::string_view name, std::string_view bytes)
{
    std::string header(kTarBlock, '\0');
    putField(header, 0, 100, name);
    putField(header, 100, 8, "0000700");
    putField(header, 108, 8, "0000000");
    putField(header, 116, 8, "0000000");
    putField(header, 124, 12, std::format("{:011o}", bytes.size()));
    putField(header, 136, 12, "00000000000");
    putField(header, 148, 8, "        "); // counts as blanks in the sum
    header[156] = '0'; // a regular file
    putField(header, 257, 8, std::string_view("ustar\00000", 8));
    unsigned sum = 0;
    for (const char c : header) {
        sum += static_cast<unsigned char>(c);
    }
    putField(header, 148, 8, std::format("{:06o}", sum) + std::string("\0 ", 2));
    tar += header;
    tar += bytes;
    tar.resize((tar.size() + kTarBlock - 1) / kTarBlock * kTarBlock);
}

std::string architectureOf(std::string_view program)
{
    constexpr std::array<std::pair<int, const char*>, 8> kNames {{{EM_X86_64, "x86_64"},
                                                                  {EM_AARCH64, "aarch64"},
                                                                  {EM_386, "i686"},
                                                                  {EM_ARM, "arm"},
                                                                  {EM_RISCV, "riscv64"},
                                                                  {EM_PPC64, "ppc64le"},
                                                                  {EM_S390, "s390x"},
                                                                  {258, "loongarch64"}}};
    Elf64_Half machine = 0;
    constexpr auto kOffset = offsetof(Elf64_Ehdr, e_machine);
    if (!program.starts_with(std::string_view(ELFMAG, SELFMAG)) || program.size() < kOffset + sizeof machine) {
        return {};
    }
    std::memcpy(&machine, program.data() + kOffset, sizeof machine);
    const auto* const found = std::ranges::find(kNames, int {machine}, &std::pair<int, const char*>::first);
    return found == kNames.end() ? std::string() : found->second;
}

/// The folder that the runner itself would take.
fs::path kernelFolderOf(const RunnerPrograms& programs, const fs::path& runner)
{
    if (!programs.kernels.empty()) {
        return programs.kernels;
    }
    if (const char* const named = std::getenv("PATCHSCALE_KERNELS"); named != nullptr && *named != '\0') {
        return named;
    }
    std::error_code error;
    const auto beside = runner.parent_path() / "kernels";
    return fs::is_directory(beside, error) ? beside : runner.parent_path() / "../libexec/patchscale/kernels";
}

}

Result<RemoteBundle> makeBundle(const RunnerPrograms& programs,
                                const std::vector<std::pair<std::string, fs::path>>& jobFiles)
{
    const auto runner = findRunner(programs.runner);
    if (!runner) {
        return std::unexpected(runner.error());
    }
    auto program = contentOf(*runner);
    if (!program) {
        return std::unexpected(program.error());
    }
    RemoteBundle bundle {.tar = {}, .architecture = architectureOf(*program)};
    addProgram(bundle.tar, "patchscale-runner", *program);

    const auto folder = kernelFolderOf(programs, *runner);
    std::vector<fs::path> files;
    std::error_code error;
    for (fs::directory_iterator entry(folder, error); !error && entry != fs::directory_iterator();
         entry.increment(error)) {
        if (entry->is_regular_file(error)) {
            files.push_back(entry->path());
        }
    }
    if (files.empty()) {
        return refuse(std::format("cannot find the kernels in '{}'", folder.lexically_normal().string()),
                      "name their folder with --kernels or PATCHSCALE_KERNELS");
    }
    std::ranges::sort(files);
    for (const auto& file : files) {
        const auto bytes = contentOf(file);
        if (!bytes) {
            return std::unexpected(bytes.error());
        }
        addProgram(bundle.tar, "kernels/" + file.filename().string(), *bytes);
    }
    for (const auto& [name, path] : jobFiles) {
        const auto bytes = contentOf(path);
        if (!bytes) {
            return std::unexpected(bytes.error());
        }
        addProgram(bundle.tar, "fio/" + name, *bytes);
    }
    // Two empty blocks end it.
    bundle.tar.resize((bundle.tar.size() + 2 * kTarBlock + kTarRecord - 1) / kTarRecord * kTarRecord);
    return bundle;
}

bool runsOn(std::string_view architecture, std::string_view machine)
{
    if (architecture.empty() || architecture == machine) {
        return true;
    }
    if (architecture == "i686") {
        return machine == "x86_64" || (machine.starts_with('i') && machine.ends_with("86"));
    }
    return architecture == "arm" && machine.starts_with("arm");
}

}
