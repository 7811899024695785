// SPDX-License-Identifier: GPL-3.0-or-later
// The room for files that hold other files. Everything is read in memory and nothing is written to disk, so that no
// name of an entry can lead anywhere. To add a kind: a line in packing.cpp and a reader beside unpack.cpp.
#pragma once

#include "core/base/job.h"
#include "core/base/result.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace patchscale {

/// How a file is packed, told by its bytes and never by its name.
enum class Packing : std::uint8_t {
    None,
    Zip,
    Tar,
    Gzip,
    Bzip2,
    Xz,
    Zstd,
    Foreign, ///< an archive that we do not read: 7-Zip, RAR
};

/// How @p bytes are packed.
Packing packingOf(std::string_view bytes);

/// True for one stream of bytes without names in it: gzip, bzip2, xz, zstd.
bool isStream(Packing packing);

/// What may come out of packed files while one path is opened; whatever they say of their sizes, only what really comes
/// out counts.
class Budget
{
public:
    /// The limits of the program; tests give smaller ones.
    struct Limits
    {
        std::size_t memberBytes = std::size_t {512} << 20; ///< the largest document that is read
        std::size_t totalBytes = std::size_t {2} << 30;
        std::size_t members = 200'000;
        /// Output of benchmarks packs 5 to 50 times; below `freeBytes` nobody is harmed by more.
        std::size_t ratio = 250;
        std::size_t freeBytes = std::size_t {64} << 20;
    };

    Budget() = default;
    explicit Budget(Limits limits)
        : m_limits(limits)
    {
    }

    /// Counts @p more bytes that came out of @p packed bytes, which gave @p before already. Fails when that is too
    /// much.
    Result<void> take(std::string_view name, std::size_t packed, std::size_t before, std::size_t more);
    /// Counts one entry.
    Result<void> takeMember(std::string_view archive);
    /// Nothing more may come out: whoever reads an archive stops here, since each further entry would cost time.
    [[nodiscard]] bool isSpent() const
    {
        return m_bytes > m_limits.totalBytes || m_members > m_limits.members;
    }

private:
    Limits m_limits;
    std::size_t m_bytes = 0;
    std::size_t m_members = 0;
};

/// One entry of an archive, or why it is not read.
struct Member
{
    std::string name; ///< "results.zip/before/fio.txt"; bytes as the archive has them, not always UTF-8
    Result<std::string> bytes;
};

/// "cannot read '<name>': <cause>", for something that is there and not readable as what it is.
std::unexpected<Error> refusePacked(std::string_view name, std::string_view cause, std::string hint);

/// The same for what holds no text and is nobody's fault: a link, a device.
std::unexpected<Error> passOver(std::string_view name, std::string_view cause, std::string hint);

/// The error of a job that was told to stop.
std::unexpected<Error> stopped();

/// What one stream holds, all of its parts.
Result<std::string> unpackStream(Packing packing, std::string_view bytes, std::string_view name, Budget& budget,
                                 const Job& job);

/// The files of a tar archive @p name in its order. What cannot be read is among them with its reason; fails only when
/// the job is stopped.
Result<std::vector<Member>> readTar(std::string_view bytes, std::string_view name, Budget& budget, const Job& job);

/// The same of a zip archive.
Result<std::vector<Member>> readZip(std::string_view bytes, std::string_view name, Budget& budget, const Job& job);

/// Whether an entry's name stays within its archive: no root, no drive, no "..".
bool staysInside(std::string_view name);

/// A name that people do not mean: of a hidden file or folder, or what macOS puts beside each file.
bool isHiddenName(std::string_view name);

}
