// SPDX-License-Identifier: GPL-3.0-or-later
// Small things of the system that several folders share: descriptors, whole files, errno as an Error.
#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <sys/time.h>

namespace patchscale {

/// A file descriptor that is closed once.
class Descriptor
{
public:
    Descriptor() = default;
    explicit Descriptor(int descriptor)
        : m_descriptor(descriptor)
    {
    }
    Descriptor(Descriptor&& other) noexcept
        : m_descriptor(std::exchange(other.m_descriptor, -1))
    {
    }
    Descriptor& operator=(Descriptor&& other) noexcept
    {
        std::swap(m_descriptor, other.m_descriptor);
        return *this;
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    ~Descriptor()
    {
        close();
    }

    [[nodiscard]] int get() const
    {
        return m_descriptor;
    }
    [[nodiscard]] bool isOpen() const
    {
        return m_descriptor >= 0;
    }
    void close();
    /// Gives the descriptor away: whoever asked closes it.
    [[nodiscard]] int release()
    {
        return std::exchange(m_descriptor, -1);
    }

private:
    int m_descriptor = -1;
};

/// A file, or a folder with all that is in it, that is removed at the end.
class ScratchPath
{
public:
    /// Removes nothing.
    ScratchPath() = default;
    explicit ScratchPath(std::filesystem::path path)
        : m_path(std::move(path))
    {
    }
    ScratchPath(ScratchPath&& other) noexcept
        : m_path(std::exchange(other.m_path, {}))
    {
    }
    ScratchPath& operator=(ScratchPath&&) = delete;
    ScratchPath(const ScratchPath&) = delete;
    ScratchPath& operator=(const ScratchPath&) = delete;
    ~ScratchPath();

    [[nodiscard]] const std::filesystem::path& path() const
    {
        return m_path;
    }

private:
    std::filesystem::path m_path;
};

/// A new empty file in @p folder, named "<stem>-" and letters that nobody has yet.
Result<ScratchPath> makeScratchFile(const std::filesystem::path& folder, std::string_view stem);

/// Both ends of a pipe, closed on exec.
struct Pipe
{
    Descriptor read;
    Descriptor write;
};

/// An error of the system: "cannot <what>: <text of errno>".
Error systemError(std::string_view what, int error);

Result<Pipe> makePipe();

/// The content of a small file, or nothing when it cannot be read. Works for files of /proc and /sys.
std::optional<std::string> readSmallFile(const std::filesystem::path& path);

/// Writes @p content into the existing file @p path in one go, as files of /proc and /sys want it.
Result<void> writeSetting(const std::filesystem::path& path, std::string_view content);

/// Appends what @p descriptor, which does not block, has to read now; what goes beyond @p most bytes of @p text is
/// dropped. False at its end.
bool readAvailable(int descriptor, std::string& text, std::size_t most);

/// Writes all of @p bytes; false with errno set when it did not work.
bool writeAll(int descriptor, std::string_view bytes);

/// @p text without white space at both ends.
std::string_view trimmedText(std::string_view text);

/// @p time in seconds.
double secondsOf(const timeval& time);

/// Seconds of CLOCK_MONOTONIC.
double monotonicSeconds();

/// Closes all descriptors from @p first to @p last.
void closeRange(unsigned first, unsigned last);

}
