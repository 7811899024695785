// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/workspace_file.h"

#include "core/base/posix.h"
#include "core/store/migration.h"
#include "core/store/sqlite.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <format>
#include <memory>
#include <string_view>
#include <system_error>

#include <fcntl.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

namespace patchscale {
namespace {

constexpr std::size_t kHeaderBytes = 100;
// Offsets in the header of a database, https://www.sqlite.org/fileformat2.html section 1.3.
constexpr std::string_view kMagic {"SQLite format 3\0", 16};
constexpr std::size_t kWriteVersionAt = 18;
constexpr std::size_t kReadVersionAt = 19;
constexpr std::size_t kUserVersionAt = 60;
constexpr std::size_t kApplicationIdAt = 68;
constexpr char kWriteAheadLog = 2;

std::unexpected<Error> refuse(const std::filesystem::path& path, std::string_view cause, std::string hint)
{
    return std::unexpected(Error {.code = Errc::Storage,
                                  .message = std::format("cannot open workspace '{}': {}", path.string(), cause),
                                  .where = {},
                                  .hints = {std::move(hint)}});
}

std::unexpected<Error> refuseErrno(const std::filesystem::path& path, int error)
{
    switch (error) {
    case ENOENT:
        return refuse(path, "there is no such file", "'import' makes it, or name another one with -w");
    case EACCES:
    case EPERM:
        return refuse(path, "permission denied",
                      "ask for read and write access to the file and its folder, or name another workspace");
    case EROFS:
        return refuse(path, "it is on a file system that is read-only",
                      "copy it to one that can be written, or name another workspace");
    case ENOTDIR:
    case EEXIST:
        return refuse(path, "a part of its path is not a folder", "check the spelling of the path");
    case ENOSPC:
    case EDQUOT:
    case EFBIG:
        return refuse(path, "the disk is full", "free some space and try again; nothing was made");
    default:
        return refuse(path, std::generic_category().message(error), "check the file and its folder");
    }
}

std::uint32_t bigEndian(std::string_view header, std::size_t at)
{
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < 4; ++i) {
        value = value << 8U | static_cast<unsigned char>(header[at + i]);
    }
    return value;
}

/// Whether a file with this version may be opened by us.
Result<void> acceptVersion(const std::filesystem::path& path, std::int64_t version)
{
    const int newest = allMigrations().back().version;
    if (version > newest) {
        return refuse(path,
                      std::format("it is from a newer version of Patchscale (workspace {}, this program knows {})",
                                  version, newest),
                      "use that version, or name another workspace");
    }
    if (version < 1) {
        return refuse(path, "it is a workspace without content", "delete it, or name another workspace");
    }
    return {};
}

Result<void> acceptHeader(const std::filesystem::path& path)
{
    struct stat info {};
    if (::stat(path.c_str(), &info) != 0) {
        return refuseErrno(path, errno);
    }
    if (S_ISDIR(info.st_mode)) {
        return refuse(path, "it is a folder", "name a file in it, such as workspace.pscale");
    }
    if (!S_ISREG(info.st_mode)) {
        return refuse(path, "it is not a regular file", "name a file on a disk");
    }
    const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (!file.isOpen()) {
        return refuseErrno(path, errno);
    }
    std::array<char, kHeaderBytes> bytes {};
    const auto got = ::pread(file.get(), bytes.data(), bytes.size(), 0);
    if (got < 0) {
        return refuseErrno(path, errno);
    }
    const std::string_view header(bytes.data(), static_cast<std::size_t>(got));
    if (header.size() < kHeaderBytes || !header.starts_with(kMagic)
        || bigEndian(header, kApplicationIdAt) != kApplicationId) {
        return refuse(path, "it is not a Patchscale workspace",
                      "was another file meant? A document is given without -w");
    }
    return acceptVersion(path, bigEndian(header, kUserVersionAt));
}

/// An empty workspace as the bytes of its file.
Result<std::string> emptyWorkspace()
{
    Database database;
    database.openInMemory();
    if (auto made = migrate(database, {}, allMigrations()); !made) {
        return std::unexpected(std::move(made.error()));
    }
    sqlite3_int64 size = 0;
    const std::unique_ptr<unsigned char, decltype(&sqlite3_free)> bytes(
        sqlite3_serialize(database.handle(), "main", &size, 0), &sqlite3_free);
    if (bytes == nullptr) {
        database.fail(SQLITE_NOMEM);
        return std::unexpected(database.check().error());
    }
    std::string out(reinterpret_cast<const char*>(bytes.get()), static_cast<std::size_t>(size));
    // A database in memory has no log; the file says from the start that it has one, so that no process must switch it.
    out[kWriteVersionAt] = kWriteAheadLog;
    out[kReadVersionAt] = kWriteAheadLog;
    return out;
}

/// Gives a finished temporary file its name, unless that name is taken.
int publish(const std::string& temporary, const std::filesystem::path& path)
{
    if (::link(temporary.c_str(), path.c_str()) == 0 || errno == EEXIST) {
        return 0;
    }
    // File systems without hard links; two processes that start here at once then share the later file.
    if (errno == EPERM || errno == ENOTSUP || errno == ENOSYS) {
        return ::rename(temporary.c_str(), path.c_str()) == 0 ? 0 : errno;
    }
    return errno;
}

}

Result<void> createWorkspaceFile(const std::filesystem::path& path)
{
    const auto bytes = emptyWorkspace();
    if (!bytes) {
        return std::unexpected(bytes.error());
    }
    std::error_code folderError;
    if (path.has_parent_path()) {
        std::filesystem::create_directories(path.parent_path(), folderError);
    }
    if (folderError) {
        return refuseErrno(path, folderError.value());
    }
    std::string temporary = (path.parent_path() / ".patchscale-XXXXXX").string();
    const Descriptor file(::mkostemp(temporary.data(), O_CLOEXEC));
    if (!file.isOpen()) {
        return refuseErrno(path, errno);
    }
    int error = writeAll(file.get(), *bytes) && ::fsync(file.get()) == 0 ? 0 : errno;
    if (error == 0) {
        error = publish(temporary, path);
    }
    ::unlink(temporary.c_str());
    if (error != 0) {
        return refuseErrno(path, error);
    }
    return {};
}

Result<void> openWorkspaceFile(Database& database, const std::filesystem::path& path)
{
    if (auto accepted = acceptHeader(path); !accepted) {
        return accepted;
    }
    if (::access(path.c_str(), W_OK) != 0) {
        return refuseErrno(path, errno);
    }
    database.open(path);
    // A newer program that was killed may have left its version in the log only: look without writing to the file.
    if (!database.hasFailed()) {
        sqlite3_db_config(database.handle(), SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr);
    }
    std::int64_t version = 0;
    {
        Statement query(database, "PRAGMA user_version");
        version = query.next() ? query.integer(0) : 0;
    }
    if (auto opened = database.check(); !opened) {
        return opened;
    }
    if (auto accepted = acceptVersion(path, version); !accepted) {
        return accepted;
    }
    sqlite3_db_config(database.handle(), SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 0, nullptr);
    return migrate(database, path, allMigrations());
}

}
