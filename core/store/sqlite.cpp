// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/sqlite.h"

#include <format>
#include <utility>

#include <sqlite3.h>

namespace patchscale {
namespace {

constexpr int kBusyTimeoutMs = 10'000;

/// Cause and hint for people; the code decides, SQLite's own text only serves for what nobody expects.
struct Explanation
{
    std::string cause;
    std::string hint;
};

Explanation explain(int code, const std::string& text)
{
    switch (code) {
    case SQLITE_CONSTRAINT_FOREIGNKEY:
        return {"it has no such run or result", "look up what it holds with 'list'"};
    case SQLITE_IOERR_WRITE:
    case SQLITE_IOERR_FSYNC:
    case SQLITE_IOERR_TRUNCATE:
    case SQLITE_IOERR_SHMSIZE:
    case SQLITE_IOERR_SHMOPEN:
        return {"it cannot be written (is the disk, a quota or the file size limit reached?)",
                "free some space and try again; the workspace is as it was before"};
    default:
        break;
    }
    switch (code & 0xff) {
    case SQLITE_FULL:
        return {"the disk is full", "free some space and try again; the workspace is as it was before"};
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return {"another program is writing to it", "try again when it has finished"};
    case SQLITE_READONLY:
    case SQLITE_PERM:
    case SQLITE_AUTH:
        return {"permission denied", "ask for write access to the file and its folder, or name another workspace"};
    case SQLITE_CANTOPEN:
        return {"it cannot be opened", "check that you may write to the file and its folder"};
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
        return {"the file is damaged", "go back to a copy of it, or import the documents into a new workspace"};
    case SQLITE_NOMEM:
        return {"there is not enough memory", "close other programs and try again"};
    default:
        return {text, "the workspace is as it was before; please report this as a fault of Patchscale"};
    }
}

}

Database::~Database()
{
    sqlite3_close_v2(m_handle);
}

void Database::open(const std::filesystem::path& path)
{
    m_path = path;
    // An absolute name, since one that begins with "file:" would be taken for a URI.
    const auto file = std::filesystem::absolute(path);
    // A connection belongs to one thread, so it needs no locks of its own: with them a row costs a third more.
    constexpr int kFlags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_EXRESCODE | SQLITE_OPEN_NOMUTEX;
    const int code = sqlite3_open_v2(file.c_str(), &m_handle, kFlags, nullptr);
    if (code != SQLITE_OK) {
        fail(code);
        return;
    }
    sqlite3_busy_timeout(m_handle, kBusyTimeoutMs);
    // The file may come from anybody: its schema must not run functions with side effects.
    sqlite3_db_config(m_handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
    sqlite3_db_config(m_handle, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    execute("PRAGMA foreign_keys = ON");
    // With a log, NORMAL keeps the file whole whatever happens; a loss of power may take the last transactions with it,
    // but no sync has to be waited for at each of ten thousand files.
    execute("PRAGMA synchronous = NORMAL");
}

void Database::openInMemory()
{
    m_path = ":memory:";
    const int code = sqlite3_open_v2(":memory:", &m_handle,
                                     SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_EXRESCODE, nullptr);
    if (code != SQLITE_OK) {
        fail(code);
    }
}

void Database::execute(const char* sql)
{
    if (hasFailed()) {
        return;
    }
    if (const int code = sqlite3_exec(m_handle, sql, nullptr, nullptr, nullptr); code != SQLITE_OK) {
        fail(code);
    }
}

void Database::fail(int code)
{
    if (hasFailed()) {
        return;
    }
    m_failure = code;
    m_failureText = m_handle != nullptr ? sqlite3_errmsg(m_handle) : sqlite3_errstr(code);
}

Result<void> Database::check()
{
    if (!hasFailed()) {
        return {};
    }
    auto [cause, hint] = explain(std::exchange(m_failure, 0), m_failureText);
    return std::unexpected(Error {.code = Errc::Storage,
                                  .message = std::format("cannot use workspace '{}': {}", m_path.string(), cause),
                                  .where = {},
                                  .hints = {std::move(hint)}});
}

std::int64_t Database::lastInsertId() const
{
    return sqlite3_last_insert_rowid(m_handle);
}

int Database::changes() const
{
    return sqlite3_changes(m_handle);
}

Statement::Statement(Database& database, std::string_view sql)
    : m_database(database)
{
    if (m_database.hasFailed()) {
        return;
    }
    const int code =
        sqlite3_prepare_v2(database.handle(), sql.data(), static_cast<int>(sql.size()), &m_statement, nullptr);
    if (code != SQLITE_OK) {
        m_database.fail(code);
    }
}

Statement::~Statement()
{
    sqlite3_finalize(m_statement);
}

bool Statement::next()
{
    if (m_database.hasFailed()) {
        return false;
    }
    const int code = sqlite3_step(m_statement);
    if (code == SQLITE_ROW) {
        return true;
    }
    if (code != SQLITE_DONE) {
        m_database.fail(code);
    }
    sqlite3_reset(m_statement);
    return false;
}

void Statement::run()
{
    while (next()) { }
}

void Statement::reset()
{
    sqlite3_reset(m_statement);
}

std::int64_t Statement::integer(int column) const
{
    return sqlite3_column_int64(m_statement, column);
}

double Statement::real(int column) const
{
    return sqlite3_column_double(m_statement, column);
}

std::string_view Statement::text(int column) const
{
    const auto* const data = sqlite3_column_text(m_statement, column);
    return {reinterpret_cast<const char*>(data), static_cast<std::size_t>(sqlite3_column_bytes(m_statement, column))};
}

std::string_view Statement::blob(int column) const
{
    const auto* const data = sqlite3_column_blob(m_statement, column);
    return {static_cast<const char*>(data), static_cast<std::size_t>(sqlite3_column_bytes(m_statement, column))};
}

bool Statement::isNull(int column) const
{
    return sqlite3_column_type(m_statement, column) == SQLITE_NULL;
}

void Statement::bindOne(int index, std::int64_t value)
{
    if (!m_database.hasFailed()) {
        sqlite3_bind_int64(m_statement, index, value);
    }
}

void Statement::bindOne(int index, double value)
{
    if (!m_database.hasFailed()) {
        sqlite3_bind_double(m_statement, index, value);
    }
}

void Statement::bindOne(int index, std::string_view text)
{
    if (m_database.hasFailed()) {
        return;
    }
    // A null pointer would bind NULL, and an empty view may have one.
    const char* const data = text.empty() ? "" : text.data();
    if (const int code = sqlite3_bind_text64(m_statement, index, data, text.size(), SQLITE_STATIC, SQLITE_UTF8);
        code != SQLITE_OK) {
        m_database.fail(code);
    }
}

void Statement::bindOne(int index, BlobView blob)
{
    if (m_database.hasFailed()) {
        return;
    }
    if (const int code = sqlite3_bind_blob64(m_statement, index, blob.bytes.data(), blob.bytes.size(), SQLITE_STATIC);
        code != SQLITE_OK) {
        m_database.fail(code);
    }
}

void Statement::bindOne(int index, std::nullopt_t)
{
    if (!m_database.hasFailed()) {
        sqlite3_bind_null(m_statement, index);
    }
}

Transaction::Transaction(Database& database, Access access)
    : m_database(database)
{
    m_database.execute(access == Access::Write ? "BEGIN IMMEDIATE" : "BEGIN");
    m_isOpen = !m_database.hasFailed();
}

Transaction::~Transaction()
{
    if (m_isOpen) {
        // SQLite may have rolled back by itself, after a full disk for instance; then this says so and that is well.
        sqlite3_exec(m_database.handle(), "ROLLBACK", nullptr, nullptr, nullptr);
    }
}

void Transaction::commit()
{
    m_database.execute("COMMIT");
    if (!m_database.hasFailed()) {
        m_isOpen = false;
    }
}

}
