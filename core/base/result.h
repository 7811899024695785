// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/span.h"

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <vector>

namespace patchscale {

/// What went wrong, by what the caller can do about it.
enum class Errc : std::uint8_t {
    Cancelled, ///< the user asked us to stop
    Io, ///< a file or pipe could not be read or written
    UnsupportedInput, ///< empty, binary, a folder, too large: nothing that can be read as a document
    MalformedInput, ///< recognised, but not readable
    Storage, ///< the workspace refused
    Usage, ///< the request itself does not make sense
};

/// An expected failure. `message` says what happened and names the thing, `hints` say what to try next.
struct Error
{
    Errc code = Errc::Io;
    std::string message;
    std::optional<SourceSpan> where;
    std::vector<std::string> hints;
};

template<class T>
using Result = std::expected<T, Error>;

}
