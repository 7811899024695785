// SPDX-License-Identifier: GPL-3.0-or-later
// Small archives, written byte by byte after their specifications, so that they can be wrong in one place.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace patchscale::testing_archive {

/// One entry of a zip archive, stored without packing.
struct ZipEntry
{
    std::string name;
    std::string bytes;
    bool isEncrypted = false;
    bool isLink = false;
    bool isDamaged = false; ///< its checksum is another one's
};

/// A zip archive (APPNOTE.TXT 4.3) of these entries.
std::string zipOf(const std::vector<ZipEntry>& entries);

/// One entry of a tar archive; kind is the type flag of ustar.
struct TarEntry
{
    std::string name;
    std::string bytes;
    char kind = '0';
};

/// A ustar archive (POSIX.1-1988) of these entries.
std::string tarOf(const std::vector<TarEntry>& entries);

/// @p bytes as a gzip file.
std::string gzipOf(std::string_view bytes);

}
