// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/document_service.h"

#include "app/workbench/user_formats.h"
#include "core/base/posix.h"
#include "core/compare/audit.h"
#include "parsers/fio/log_name.h"
#include "parsers/format.h"
#include "parsers/perf/script_summary.h"
#include "parsers/read.h"
#include "parsers/text/decode.h"

#include <QCryptographicHash>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <format>
#include <system_error>
#include <thread>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace patchscale {
namespace {

constexpr std::size_t kChunkBytes = std::size_t {1} << 20;
/// Hashing a larger document beside the parsing saves more than the thread costs.
constexpr std::size_t kHashBesideBytes = std::size_t {2} << 20;

std::unexpected<Error> refuse(Errc code, std::string_view name, std::string_view cause, std::string hint)
{
    return std::unexpected(Error {.code = code,
                                  .message = std::format("cannot read '{}': {}", name, cause),
                                  .where = {},
                                  .hints = {std::move(hint)}});
}

std::unexpected<Error> refuseErrno(std::string_view name, int error)
{
    switch (error) {
    case ENOENT:
        return refuse(Errc::Io, name, "there is no such file", "check the spelling, or give the whole path");
    case ENOTDIR:
        return refuse(Errc::Io, name, "a part of its path is not a folder", "check the spelling of the path");
    case EACCES:
    case EPERM:
        return refuse(Errc::Io, name, "permission denied",
                      "ask its owner for read access, or make a copy that you may read");
    case EISDIR:
        return refuse(Errc::UnsupportedInput, name, "it is a folder", "name the files in it");
    default:
        return refuse(Errc::Io, name, std::generic_category().message(error),
                      "check that the file can be opened with other programs");
    }
}

std::unexpected<Error> refuseSize(std::string_view name)
{
    return refuse(Errc::UnsupportedInput, name,
                  std::format("it is larger than {} MiB, the largest document that is read", kMaxDocumentBytes >> 20),
                  "cut out the part with the benchmark results, or read its parts one by one");
}

std::unexpected<Error> refuseEmpty(std::string_view name)
{
    return refuse(Errc::UnsupportedInput, name, "it is empty", "was the benchmark stopped before it wrote its report?");
}

std::unexpected<Error> cancelled()
{
    return std::unexpected(Error {.code = Errc::Cancelled, .message = "cancelled", .where = {}, .hints = {}});
}

Sha256 hash(std::string_view bytes)
{
    QCryptographicHash sha(QCryptographicHash::Sha256);
    sha.addData(QByteArrayView(bytes.data(), static_cast<qsizetype>(bytes.size())));
    Sha256 out {};
    std::ranges::copy(sha.resultView(), out.begin());
    return out;
}

/// Reads up to @p limit bytes more into @p out; the number of bytes, 0 at the end, -1 with errno.
ssize_t append(int fd, std::string& out, std::size_t limit)
{
    ssize_t got = 0;
    const std::size_t before = out.size();
    out.resize_and_overwrite(before + limit, [&](char* data, std::size_t) {
        do {
            got = ::read(fd, data + before, limit);
        } while (got < 0 && errno == EINTR);
        return before + static_cast<std::size_t>(std::max<ssize_t>(got, 0));
    });
    return got;
}

/// A perf script of more bytes than this is added up while it is read, and the sums are the document: the stacks of a
/// gigabyte are of no use to anybody one by one.
constexpr std::size_t kLargeScriptBytes = std::size_t {64} << 20;

/// The sums of the file at @p fd of @p size bytes if it is a large perf script; empty if it is none, and then nothing
/// of it has been read.
Result<std::string> sumUpScript(int fd, std::string_view name, std::size_t size, const Job& job)
{
    constexpr std::size_t kHeadBytes = std::size_t {64} << 10;
    std::string chunk(kHeadBytes, '\0');
    const auto head = ::pread(fd, chunk.data(), chunk.size(), 0);
    if (head <= 0 || !perf::beginsPerfScript(std::string_view(chunk).substr(0, static_cast<std::size_t>(head)))) {
        return std::string();
    }
    perf::ScriptSummary summary;
    chunk.resize(kChunkBytes);
    std::size_t done = 0;
    for (;;) {
        if (job.isCancelled()) {
            return cancelled();
        }
        const auto got = ::pread(fd, chunk.data(), chunk.size(), static_cast<off_t>(done));
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got < 0) {
            return refuseErrno(name, errno);
        }
        if (got == 0) {
            break;
        }
        summary.feed(std::string_view(chunk).substr(0, static_cast<std::size_t>(got)));
        done += static_cast<std::size_t>(got);
        job.report(0.9 * static_cast<double>(done) / static_cast<double>(std::max(done, size)), "Adding up stacks");
    }
    return summary.finish();
}

/// Nobody may change the file's size under us: reads to the end whatever fstat() said, up to the limit.
Result<std::string> readAll(int fd, std::string_view name, std::size_t expected, const Job& job)
{
    std::string bytes;
    bytes.reserve(expected + 1);
    while (true) {
        if (job.isCancelled()) {
            return cancelled();
        }
        const std::size_t room = bytes.capacity() - bytes.size();
        const auto got = append(fd, bytes, std::max(std::min(room, kChunkBytes * 16), std::size_t {4096}));
        if (got < 0) {
            return refuseErrno(name, errno);
        }
        if (got == 0) {
            return bytes;
        }
        if (bytes.size() > kMaxDocumentBytes) {
            return refuseSize(name);
        }
    }
}

}

Result<std::string> readInput(int descriptor, std::string_view origin, const Job& job)
{
    struct stat info {};
    if (::fstat(descriptor, &info) != 0) {
        return refuseErrno(origin, errno);
    }
    if (S_ISDIR(info.st_mode)) {
        return refuseErrno(origin, EISDIR);
    }
    const bool isFile = S_ISREG(info.st_mode);
    const auto size = isFile ? static_cast<std::size_t>(info.st_size) : 0;
    if (size > kLargeScriptBytes) {
        auto sums = sumUpScript(descriptor, origin, size, job);
        if (!sums || !sums->empty()) {
            return sums;
        }
    }
    if (size > kMaxDocumentBytes) {
        return refuseSize(origin);
    }
    auto bytes = readAll(descriptor, origin, isFile ? size : kChunkBytes, job);
    if (bytes && bytes->empty()) {
        return refuseEmpty(origin);
    }
    return bytes;
}

Result<DocumentPtr> readBytes(std::string bytes, std::string origin, const Job& job, Hashing hashing)
{
    if (bytes.empty()) {
        return refuseEmpty(origin);
    }
    if (bytes.size() > kMaxDocumentBytes) {
        return refuseSize(origin);
    }
    auto document = std::make_shared<Document>();
    document->path = std::move(origin);
    document->bytes = std::move(bytes);

    std::jthread beside;
    if (hashing == Hashing::Wanted && document->bytes.size() > kHashBesideBytes) {
        beside = std::jthread([d = document.get()] { d->sha256 = hash(d->bytes); });
    } else if (hashing == Hashing::Wanted) {
        document->sha256 = hash(document->bytes);
    }
    auto parsed = readDocument(document->bytes, job, userFormats());
    if (beside.joinable()) {
        beside.join();
    }
    if (!parsed) {
        auto error = std::move(parsed.error());
        if (error.code != Errc::Cancelled) {
            error.message = std::format("cannot read '{}': {}", document->path, error.message);
        }
        return std::unexpected(std::move(error));
    }
    document->parsed = std::move(*parsed);
    nameFioLog(document->parsed, document->path, document->bytes);
    auditClaims(document->parsed.runs, document->parsed.claims);
    return document;
}

Result<std::string> readFileBytes(const std::filesystem::path& path, const Job& job)
{
    const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (file.get() < 0) {
        return refuseErrno(path.string(), errno);
    }
    return readInput(file.get(), path.string(), job);
}

Result<DocumentPtr> readFile(const std::filesystem::path& path, const Job& job)
{
    job.report(0, "Reading");
    return readFileBytes(path, job).and_then([&](std::string&& bytes) {
        job.report(0.1, "Parsing");
        return readBytes(std::move(bytes), path.string(), job);
    });
}

std::vector<FormatInfo> readableFormats()
{
    std::vector<FormatInfo> out;
    for (const auto* format : allFormats()) {
        out.push_back({.id = format->id(),
                       .description = format->description(),
                       .example = format->example(),
                       .version = format->version()});
    }
    return out;
}

}
