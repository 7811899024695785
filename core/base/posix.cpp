// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/posix.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <ctime>
#include <format>
#include <system_error>

#include <fcntl.h>
#include <unistd.h>

namespace patchscale {

void Descriptor::close()
{
    if (m_descriptor >= 0) {
        ::close(std::exchange(m_descriptor, -1));
    }
}

ScratchPath::~ScratchPath()
{
    if (!m_path.empty()) {
        std::error_code ignored;
        std::filesystem::remove_all(m_path, ignored);
    }
}

Result<ScratchPath> makeScratchFile(const std::filesystem::path& folder, std::string_view stem)
{
    auto name = (folder / std::format("{}-XXXXXX", stem)).string();
    const Descriptor made(mkostemp(name.data(), O_CLOEXEC));
    if (!made.isOpen()) {
        return std::unexpected(systemError(std::format("make a file in '{}'", folder.string()), errno));
    }
    return ScratchPath(name);
}

Error systemError(std::string_view what, int error)
{
    return {.code = Errc::Io,
            .message = std::format("cannot {}: {}", what, std::generic_category().message(error)),
            .where = {},
            .hints = {}};
}

Result<Pipe> makePipe()
{
    std::array<int, 2> ends {};
    if (pipe2(ends.data(), O_CLOEXEC) != 0) {
        return std::unexpected(systemError("make a pipe", errno));
    }
    return Pipe {.read = Descriptor(ends[0]), .write = Descriptor(ends[1])};
}

std::optional<std::string> readSmallFile(const std::filesystem::path& path)
{
    const Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (!file.isOpen()) {
        return std::nullopt;
    }
    std::string content;
    std::array<char, 4096> buffer {};
    while (true) {
        const auto got = read(file.get(), buffer.data(), buffer.size());
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got < 0) {
            return std::nullopt;
        }
        if (got == 0) {
            return content;
        }
        content.append(buffer.data(), static_cast<std::size_t>(got));
    }
}

Result<void> writeSetting(const std::filesystem::path& path, std::string_view content)
{
    const auto what = std::format("write '{}' to '{}'", trimmedText(content), path.string());
    const Descriptor file(open(path.c_str(), O_WRONLY | O_TRUNC | O_CLOEXEC));
    if (!file.isOpen() || !writeAll(file.get(), content)) {
        return std::unexpected(systemError(what, errno));
    }
    return {};
}

bool readAvailable(int descriptor, std::string& text, std::size_t most)
{
    std::array<char, 4096> buffer {};
    while (true) {
        const auto got = read(descriptor, buffer.data(), buffer.size());
        if (got > 0) {
            const auto room = most - std::min(most, text.size());
            text.append(buffer.data(), std::min(static_cast<std::size_t>(got), room));
        } else if (got == 0 || errno != EINTR) {
            return got != 0 && errno == EAGAIN;
        }
    }
}

bool writeAll(int descriptor, std::string_view bytes)
{
    while (!bytes.empty()) {
        const auto wrote = write(descriptor, bytes.data(), bytes.size());
        if (wrote < 0 && errno == EINTR) {
            continue;
        }
        if (wrote < 0) {
            return false;
        }
        bytes.remove_prefix(static_cast<std::size_t>(wrote));
    }
    return true;
}

std::string_view trimmedText(std::string_view text)
{
    constexpr std::string_view kBlank = " \t\r\n";
    const auto begin = text.find_first_not_of(kBlank);
    if (begin == std::string_view::npos) {
        return {};
    }
    return text.substr(begin, text.find_last_not_of(kBlank) - begin + 1);
}

double secondsOf(const timeval& time)
{
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
}

double monotonicSeconds()
{
    timespec now {};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

void closeRange(unsigned first, unsigned last)
{
    if (first > last || close_range(first, last, 0) == 0) {
        return;
    }
    // Kernels before 5.9. A descriptor can be above the soft limit when that was lowered later; none of ours is.
    const auto limit = static_cast<unsigned>(std::max(sysconf(_SC_OPEN_MAX), 1024L));
    for (auto descriptor = first; descriptor <= std::min(last, limit); ++descriptor) {
        ::close(static_cast<int>(descriptor));
    }
}

}
