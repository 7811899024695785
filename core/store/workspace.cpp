// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/workspace.h"

#include "core/store/compression.h"
#include "core/store/document_reader.h"
#include "core/store/document_writer.h"
#include "core/store/result_reader.h"
#include "core/store/run_reader.h"
#include "core/store/workspace_file.h"
#include "core/store/workspace_private.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <format>
#include <iterator>
#include <map>

namespace patchscale {
namespace {

bool hasNan(const TestResult& result)
{
    return std::isnan(result.value) || std::isnan(result.baseValue)
        || std::ranges::any_of(result.samples, [](const Sample& sample) { return std::isnan(sample.value); })
        || (result.spread
            && (std::isnan(result.spread->value) || std::isnan(result.spread->low.value_or(0))
                || std::isnan(result.spread->high.value_or(0))));
}

/// NaN must never get into a workspace: SQLite would make it NULL, and no comparison could use it.
Result<void> acceptNumbers(const Document& document)
{
    for (const auto& run : document.parsed.runs) {
        if (const auto bad = std::ranges::find_if(run.results, hasNan); bad != run.results.end()) {
            return std::unexpected(Error {.code = Errc::MalformedInput,
                                          .message = std::format("cannot store '{}': the {} of '{}' is not a number",
                                                                 document.path, bad->metric, bad->test),
                                          .where = bad->span,
                                          .hints = {"please report this as a fault of Patchscale, with the document"}});
        }
    }
    return {};
}

Sha256 shaOf(std::string_view blob)
{
    Sha256 out {};
    std::ranges::copy(blob.substr(0, out.size()), out.begin());
    return out;
}

std::string_view bytesOf(const Sha256& sha256)
{
    return {reinterpret_cast<const char*>(sha256.data()), sha256.size()};
}

/// Ties a claim to the runs that were chosen. @p places leads from a run's position in the document to its place.
void retarget(Claim& claim, const std::map<std::size_t, std::size_t>& places)
{
    for (auto* ref : {&claim.baselineResult, &claim.candidateResult}) {
        if (!*ref) {
            continue;
        }
        if (const auto place = places.find((*ref)->run); place != places.end()) {
            (*ref)->run = place->second;
        } else {
            ref->reset();
        }
    }
}

}

std::unexpected<Error> cancelledError()
{
    return std::unexpected(Error {.code = Errc::Cancelled, .message = "cancelled", .where = {}, .hints = {}});
}

std::optional<DocumentId> Workspace::Private::findDocument(const Sha256& sha256)
{
    auto& find = findBySha ? *findBySha : findBySha.emplace(database, "SELECT id FROM document WHERE sha256 = ?");
    find.bind(BlobView {bytesOf(sha256)});
    if (!find.next()) {
        return std::nullopt;
    }
    const DocumentId id {find.integer(0)};
    find.reset();
    return id;
}

void Workspace::Private::forgetStatements()
{
    findBySha.reset();
    writer.reset();
}

std::unexpected<Error> Workspace::Private::missing(std::string_view what, std::int64_t id) const
{
    return std::unexpected(
        Error {.code = Errc::Usage,
               .message = std::format("there is no {} {} in workspace '{}'", what, id, path.string()),
               .where = {},
               .hints = {"look up what it holds with 'list'"}});
}

Result<void> Workspace::Private::remove(std::string_view what, std::string_view sql, std::int64_t id)
{
    Statement(database, sql).bind(id).run();
    if (auto checked = database.check(); !checked) {
        return checked;
    }
    if (database.changes() == 0) {
        return missing(what, id);
    }
    return {};
}

Workspace::Workspace(std::unique_ptr<Private> d)
    : m_d(std::move(d))
{
}

Workspace::Workspace(Workspace&&) noexcept = default;
Workspace& Workspace::operator=(Workspace&&) noexcept = default;
Workspace::~Workspace() = default;

Result<Workspace> Workspace::open(const std::filesystem::path& path)
{
    auto d = std::make_unique<Private>();
    d->path = path;
    return openWorkspaceFile(d->database, path).transform([&] { return Workspace(std::move(d)); });
}

Result<Workspace> Workspace::openOrCreate(const std::filesystem::path& path)
{
    std::error_code error;
    if (std::filesystem::status(path, error).type() == std::filesystem::file_type::not_found) {
        if (auto created = createWorkspaceFile(path); !created) {
            return std::unexpected(std::move(created.error()));
        }
    }
    return open(path);
}

const std::filesystem::path& Workspace::path() const
{
    return m_d->path;
}

Result<AddedDocument> Workspace::addDocument(const Document& document, std::string_view importedAt, const Job& job)
{
    auto& database = m_d->database;
    if (auto accepted = acceptNumbers(document); !accepted) {
        return std::unexpected(std::move(accepted.error()));
    }
    // Most of the time this saves the compression; whether it holds is decided once more under the write lock.
    auto known = m_d->findDocument(document.sha256);
    if (const auto checked = database.check(); !checked) {
        m_d->forgetStatements();
        return std::unexpected(checked.error());
    }
    if (known) {
        return AddedDocument {.id = *known, .isNew = false};
    }
    auto& compressor = m_d->compressor ? *m_d->compressor : m_d->compressor.emplace();
    const auto frame = compressor.compress(document.bytes);
    if (!frame) {
        return std::unexpected(Error {.code = Errc::Storage,
                                      .message = std::format("cannot store '{}': there is not enough memory to "
                                                             "compress it",
                                                             document.path),
                                      .where = {},
                                      .hints = {"close other programs and try again"}});
    }
    AddedDocument added;
    {
        Transaction transaction(database, Access::Write);
        known = m_d->findDocument(document.sha256);
        if (known) {
            added.id = *known;
        } else {
            auto& writer = m_d->writer ? *m_d->writer : m_d->writer.emplace(database);
            added.id = writer.write(document, *frame, importedAt, job);
            added.isNew = true;
        }
        if (job.isCancelled()) {
            m_d->forgetStatements(); // the writer knows of rows that are rolled back
            return cancelledError();
        }
        transaction.commit();
    }
    auto checked = database.check();
    if (!checked) {
        m_d->forgetStatements();
    }
    return checked.transform([&] { return added; });
}

Result<void> Workspace::removeDocument(DocumentId id)
{
    return m_d->remove("document", "DELETE FROM document WHERE id = ?", id.value);
}

Result<std::optional<DocumentId>> Workspace::findDocument(const Sha256& sha256)
{
    const auto found = m_d->findDocument(sha256);
    auto checked = m_d->database.check();
    if (!checked) {
        m_d->forgetStatements();
    }
    return checked.transform([&] { return found; });
}

Result<std::vector<DocumentEntry>> Workspace::documents()
{
    auto& database = m_d->database;
    std::vector<DocumentEntry> out;
    {
        const Transaction snapshot(database, Access::Read);
        Statement formats(database,
                          "SELECT name FROM document_name WHERE document_id = ? AND kind = 'format' "
                          "ORDER BY position");
        Statement documents(database,
                            "SELECT id, sha256, path, title, imported_at, size, "
                            "(SELECT count(*) FROM run WHERE document_id = document.id), "
                            "(SELECT count(*) FROM claim WHERE document_id = document.id) FROM document ORDER BY id");
        while (documents.next()) {
            auto& entry = out.emplace_back();
            entry.id = {documents.integer(0)};
            entry.sha256 = shaOf(documents.blob(1));
            entry.path = documents.string(2);
            entry.title = documents.string(3);
            entry.importedAt = documents.string(4);
            entry.sizeBytes = documents.size(5);
            entry.runs = documents.size(6);
            entry.claims = documents.size(7);
            formats.bind(entry.id.value);
            while (formats.next()) {
                entry.formats.push_back(formats.string(0));
            }
        }
    }
    return database.check().transform([&] { return std::move(out); });
}

Result<std::vector<RunEntry>> Workspace::runs(std::optional<DocumentId> document)
{
    auto& database = m_d->database;
    std::vector<RunEntry> out;
    {
        const Transaction snapshot(database, Access::Read);
        RunReader reader(database);
        Statement results(database, "SELECT count(*) FROM result WHERE run_id = ?");
        Statement samples(database, "SELECT count(*) FROM sample WHERE run_id = ?");
        for (auto& stored : reader.read(document)) {
            reader.correct(stored);
            auto& entry = out.emplace_back(entryOf(stored));
            results.bind(stored.id.value);
            entry.results = results.next() ? results.size(0) : 0;
            results.reset();
            samples.bind(stored.id.value);
            entry.samples = samples.next() ? samples.size(0) : 0;
            samples.reset();
        }
    }
    return database.check().transform([&] { return std::move(out); });
}

Result<Document> Workspace::loadDocument(DocumentId id, const Job& job)
{
    auto& database = m_d->database;
    Document out;
    bool isFound = false;
    bool isWhole = true;
    {
        const Transaction snapshot(database, Access::Read);
        Statement find(database, "SELECT sha256, path, title, size, content FROM document WHERE id = ?");
        find.bind(id.value);
        isFound = find.next();
        if (isFound) {
            auto bytes = decompress(find.blob(4), find.size(3));
            isWhole = bytes.has_value();
            out.bytes = std::move(bytes).value_or(std::string());
            out.parsed = readParsed(database, id);
            out.sha256 = shaOf(find.blob(0));
            out.path = find.string(1);
            out.parsed.title = find.string(2);
            ResultReader results(database, job);
            for (auto& stored : RunReader(database).read(id)) {
                results.prepare(std::array {stored.id});
                stored.run.results = results.read(stored.id);
                out.parsed.runs.push_back(std::move(stored.run));
            }
        }
    }
    if (const auto checked = database.check(); !checked) {
        return std::unexpected(checked.error());
    }
    if (!isFound) {
        return m_d->missing("document", id.value);
    }
    if (!isWhole) {
        return std::unexpected(
            Error {.code = Errc::Storage,
                   .message = std::format("cannot load '{}' from workspace '{}': its bytes are damaged", out.path,
                                          m_d->path.string()),
                   .where = {},
                   .hints = {"remove the document and import it again"}});
    }
    if (job.isCancelled()) {
        return cancelledError();
    }
    return out;
}

Result<StoredRuns> Workspace::loadRuns(std::span<const RunId> ids, const Job& job)
{
    auto& database = m_d->database;
    StoredRuns out;
    {
        const Transaction snapshot(database, Access::Read);

        // step 1: the runs themselves
        RunReader reader(database);
        std::vector<StoredRun> chosen;
        if (ids.empty()) {
            chosen = reader.read(std::nullopt);
        }
        for (const auto id : ids) {
            auto stored = reader.read(id);
            if (!stored && !database.hasFailed()) {
                return m_d->missing("run", id.value);
            }
            chosen.push_back(std::move(stored).value_or(StoredRun {}));
        }

        // step 2: their results, corrected
        ResultReader results(database, job);
        if (ids.empty()) {
            results.prepareAll();
        } else {
            results.prepare(ids);
        }
        std::map<DocumentId, std::map<std::size_t, std::size_t>> places;
        for (auto& stored : chosen) {
            if (job.isCancelled()) {
                return cancelledError();
            }
            stored.run.results = results.read(stored.id);
            reader.correct(stored);
            places[stored.document][stored.position] = out.runs.size();
            out.entries.push_back(entryOf(stored));
            out.runs.push_back(std::move(stored.run));
        }

        // step 3: what their documents claim
        for (const auto& [document, positions] : places) {
            auto claims = readClaims(database, document);
            reader.relabel(document, claims);
            for (auto& claim : claims) {
                retarget(claim, positions);
                out.claims.push_back(std::move(claim));
                out.claimDocuments.push_back(document);
            }
        }
    }
    if (job.isCancelled()) {
        return cancelledError();
    }
    return database.check().transform([&] { return std::move(out); });
}

}
