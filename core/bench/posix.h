// SPDX-License-Identifier: GPL-3.0-or-later
// Small things of the system that the folder shares: descriptors, whole files, errno as an Error.
#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

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

private:
    int m_descriptor = -1;
};

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

/// Writes all of @p bytes; false with errno set when it did not work.
bool writeAll(int descriptor, std::string_view bytes);

/// @p text without white space at both ends.
std::string_view trimmedText(std::string_view text);

/// Seconds of CLOCK_MONOTONIC.
double monotonicSeconds();

/// Closes all descriptors from @p first to @p last.
void closeRange(unsigned first, unsigned last);

}
