// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/archive/open_paths.h"

#include "app/archive/packing.h"
#include "app/archive/result_set.h"

#include <algorithm>
#include <cstring>
#include <format>
#include <functional>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace patchscale {
namespace {

namespace fs = std::filesystem;

/// Zip in tar in gzip … Each layer counts.
constexpr int kMaxDepth = 8;

Error unsupported(std::string_view name, std::string_view cause, std::string hint)
{
    return {.code = Errc::UnsupportedInput,
            .message = std::format("cannot read '{}': {}", name, cause),
            .where = {},
            .hints = {std::move(hint)}};
}

/// A file that is still to be read: on disk, or unpacked already.
struct Piece
{
    std::string name;
    std::optional<fs::path> file; ///< where its bytes are
    std::string bytes; ///< without `file`
};

/// Names in the order that people count in: "6.6.txt" before "6.10.txt".
bool isNameBefore(const std::string& a, const std::string& b)
{
    return ::strverscmp(a.c_str(), b.c_str()) < 0;
}

class Opener
{
public:
    Opener(const Job& job, const std::function<void(OpenedFile)>& take, Hashing hashing)
        : m_job(job)
        , m_inner {.stop = job.stop}
        , m_take(take)
        , m_hashing(hashing)
    {
    }

    Result<void> openFolder(const fs::path& path)
    {
        m_isContainer = true;
        std::vector<Piece> pieces;
        if (auto listed = list(path, pieces); !listed) {
            return listed;
        }
        if (pieces.empty()) {
            return std::unexpected(unsupported(path.string(), "the folder holds no files",
                                               "name the folder that the results are in, or the files"));
        }
        return openAll(std::move(pieces), 0);
    }

    /// Opens what @p bytes are: a document, or something packed that holds some.
    Result<void> openOne(std::string name, std::string bytes, int depth = 0)
    {
        const auto packing = packingOf(bytes);
        if (packing == Packing::None) {
            auto document = readBytes(std::move(bytes), name, m_inner, m_hashing);
            hand(std::move(name), std::move(document));
            return result();
        }
        if (depth >= kMaxDepth) {
            return refuse(
                name,
                refusePacked(name, "it lies in too many archives, one in the other", "unpack the outer ones first")
                    .error());
        }
        return openPacked(packing, std::move(name), std::move(bytes), depth);
    }

private:
    /// All files below @p folder in the order of their names.
    Result<void> list(const fs::path& folder, std::vector<Piece>& pieces)
    {
        std::error_code error;
        std::vector<fs::directory_entry> entries;
        for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
            entries.push_back(*at);
        }
        if (error) {
            return std::unexpected(
                Error {.code = Errc::Io,
                       .message = std::format("cannot read '{}': {}", folder.string(), error.message()),
                       .where = {},
                       .hints = {"ask its owner for read access, or make a copy that you may read"}});
        }
        std::ranges::sort(entries, [](const fs::directory_entry& a, const fs::directory_entry& b) {
            return isNameBefore(a.path().native(), b.path().native());
        });
        for (const auto& entry : entries) {
            if (m_job.isCancelled()) {
                return stopped();
            }
            if (isHiddenName(entry.path().filename().native())) {
                continue;
            }
            std::error_code ignored;
            // A folder behind a link may lead back up.
            if (entry.is_directory(ignored) && !entry.is_symlink(ignored)) {
                if (auto listed = list(entry.path(), pieces); !listed) {
                    if (listed.error().code == Errc::Cancelled) {
                        return listed;
                    }
                    hand(entry.path().string(), std::unexpected(std::move(listed.error())));
                }
            } else if (entry.is_regular_file(ignored)) {
                pieces.push_back({.name = entry.path().string(), .file = entry.path(), .bytes = {}});
            }
        }
        return {};
    }

    /// Opens the pieces of one folder or archive in their order, those of one run together.
    Result<void> openAll(std::vector<Piece> pieces, int depth)
    {
        m_isContainer = true;
        std::vector<std::vector<Piece>> sets;
        std::map<std::string, std::size_t, std::less<>> places;
        for (auto& piece : pieces) {
            const auto [place, isNew] = places.emplace(resultSetName(piece.name), sets.size());
            if (isNew) {
                sets.emplace_back();
            }
            sets[place->second].push_back(std::move(piece));
        }
        for (std::size_t i = 0; i < sets.size(); ++i) {
            if (depth == 0) {
                m_job.report(static_cast<double>(i) / static_cast<double>(sets.size()), sets[i].front().name);
            }
            if (auto opened = openSet(std::move(sets[i]), depth); !opened) {
                return opened;
            }
        }
        return {};
    }

    Result<void> openSet(std::vector<Piece> pieces, int depth)
    {
        std::vector<LoadedFile> plain;
        for (auto& piece : pieces) {
            if (m_job.isCancelled()) {
                return stopped();
            }
            auto bytes = bytesOf(piece);
            if (!bytes) {
                hand(std::move(piece.name), std::unexpected(std::move(bytes.error())));
            } else if (packingOf(*bytes) == Packing::None) {
                plain.push_back({.name = std::move(piece.name), .bytes = std::move(*bytes)});
            } else if (auto opened = openOne(std::move(piece.name), std::move(*bytes), depth + 1); !opened) {
                return opened;
            }
        }
        for (auto& [name, document] : readResultSet(std::move(plain), m_inner)) {
            hand(std::move(name), std::move(document));
        }
        return result();
    }

    Result<std::string> bytesOf(Piece& piece) const
    {
        if (!piece.file) {
            return std::move(piece.bytes);
        }
        return readFileBytes(*piece.file, m_inner);
    }

    Result<void> openPacked(Packing packing, std::string name, std::string bytes, int depth)
    {
        if (packing == Packing::Foreign) {
            return refuse(name,
                          refusePacked(name, "it is a 7-Zip or RAR archive, which is not read",
                                       "unpack it and open the folder, or pack it as .zip or .tar.gz")
                              .error());
        }
        if (isStream(packing)) {
            auto unpacked = unpackStream(packing, bytes, name, m_budget, m_inner);
            bytes = {};
            return unpacked ? openOne(std::move(name), std::move(*unpacked), depth + 1)
                            : refuse(std::move(name), std::move(unpacked.error()));
        }
        auto members =
            packing == Packing::Zip ? readZip(bytes, name, m_budget, m_inner) : readTar(bytes, name, m_budget, m_inner);
        bytes = {};
        if (!members) {
            return std::unexpected(std::move(members.error()));
        }
        return openMembers(name, std::move(*members), depth);
    }

    Result<void> openMembers(const std::string& archive, std::vector<Member> members, int depth)
    {
        if (members.empty()) {
            return refuse(archive,
                          unsupported(archive, "the archive holds no files", "was it packed from the right folder?"));
        }
        m_isContainer = m_isContainer || members.front().name != archive;
        std::ranges::stable_sort(members, isNameBefore, &Member::name);
        std::vector<Piece> pieces;
        for (auto& member : members) {
            if (member.bytes) {
                pieces.push_back({.name = std::move(member.name), .file = {}, .bytes = std::move(*member.bytes)});
            } else {
                hand(std::move(member.name), std::unexpected(std::move(member.bytes.error())));
            }
        }
        return openAll(std::move(pieces), depth + 1);
    }

    Result<void> refuse(std::string name, Error error)
    {
        hand(std::move(name), std::unexpected(std::move(error)));
        return result();
    }

    void hand(std::string name, Result<DocumentPtr> document)
    {
        if (!document && document.error().code == Errc::Cancelled) {
            m_isStopped = true;
            return;
        }
        m_take({.name = std::move(name), .document = std::move(document), .isPart = m_isContainer});
    }

    [[nodiscard]] Result<void> result() const
    {
        return m_isStopped ? Result<void>(stopped()) : Result<void> {};
    }

    const Job& m_job;
    Job m_inner; ///< of a single file: it stops with the whole, and its progress is not that of the whole
    const std::function<void(OpenedFile)>& m_take;
    Hashing m_hashing;
    Budget m_budget;
    bool m_isContainer = false; ///< a folder or archive was opened: what comes is a part of it
    bool m_isStopped = false;
};

}

Result<void> openPath(const fs::path& path, const Job& job, const std::function<void(OpenedFile)>& take,
                      Hashing hashing)
{
    std::error_code ignored;
    if (fs::is_directory(path, ignored)) {
        return Opener(job, take, hashing).openFolder(path);
    }
    job.report(0, "Reading");
    auto bytes = readFileBytes(path, job);
    if (!bytes) {
        return std::unexpected(std::move(bytes.error()));
    }
    job.report(0.1, "Parsing");
    return Opener(job, take, hashing).openOne(path.string(), std::move(*bytes));
}

Result<void> openBytes(std::string bytes, std::string origin, const Job& job,
                       const std::function<void(OpenedFile)>& take, Hashing hashing)
{
    return Opener(job, take, hashing).openOne(std::move(origin), std::move(bytes));
}

}
