// SPDX-License-Identifier: GPL-3.0-or-later
// A thin layer over the C API of SQLite. Failure is sticky: the first one is kept in the Database, everything after it
// does nothing, and the intent that used the connection asks once, at its end, with Database::check().
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

namespace patchscale {

/// One connection. Movable; statements keep its address through sqlite3, so they outlive a move.
class Database
{
public:
    Database() = default;
    Database(const Database&) = delete;
    Database& operator=(const Database&) = delete;
    ~Database();

    /// Opens @p path, which must exist, for reading and writing; it waits for other programs' locks.
    void open(const std::filesystem::path& path);
    /// Opens a database that is nowhere but in memory.
    void openInMemory();
    /// Runs statements that give no rows. The text comes from us, never from input.
    void execute(const char* sql);

    [[nodiscard]] bool hasFailed() const
    {
        return m_failure != 0;
    }
    /// The first failure since the last call as an Error that names the file, or nothing if all went well.
    Result<void> check();
    /// Notes a failure (an extended result code of SQLite) unless there is one already.
    void fail(int code);

    [[nodiscard]] std::int64_t lastInsertId() const;
    [[nodiscard]] int changes() const;
    [[nodiscard]] sqlite3* handle() const
    {
        return m_handle;
    }

private:
    sqlite3* m_handle = nullptr;
    std::filesystem::path m_path;
    int m_failure = 0;
    std::string m_failureText;
};

/// Bytes that are bound as a blob, not as text.
struct BlobView
{
    std::string_view bytes;
};

/// A prepared statement. Parameters count from 1 and columns from 0, as in SQLite. Text and blobs that are bound must
/// live until the statement is reset or has run; those that are read live until the next step.
class Statement
{
public:
    Statement(Database& database, std::string_view sql);
    Statement(const Statement&) = delete;
    Statement& operator=(const Statement&) = delete;
    ~Statement();

    /// Binds all parameters in order.
    template<class... Values>
    Statement& bind(const Values&... values)
    {
        int index = 0;
        (bindOne(++index, values), ...);
        return *this;
    }
    /// Steps to the next row; false at the end or after a failure. At the end it is ready to be bound again.
    bool next();
    /// Runs a statement that gives no rows.
    void run();
    void reset();

    [[nodiscard]] std::int64_t integer(int column) const;
    [[nodiscard]] std::size_t size(int column) const
    {
        return static_cast<std::size_t>(integer(column));
    }
    [[nodiscard]] double real(int column) const;
    [[nodiscard]] std::string_view text(int column) const;
    [[nodiscard]] std::string_view blob(int column) const;
    [[nodiscard]] bool isNull(int column) const;
    [[nodiscard]] std::string string(int column) const
    {
        return std::string(text(column));
    }

private:
    void bindOne(int index, std::int64_t value);
    void bindOne(int index, int value)
    {
        bindOne(index, std::int64_t {value});
    }
    void bindOne(int index, std::size_t value)
    {
        bindOne(index, static_cast<std::int64_t>(value));
    }
    void bindOne(int index, bool value)
    {
        bindOne(index, std::int64_t {value ? 1 : 0});
    }
    void bindOne(int index, double value);
    void bindOne(int index, std::string_view text);
    void bindOne(int index, const std::string& text)
    {
        bindOne(index, std::string_view(text));
    }
    void bindOne(int index, const char* text)
    {
        bindOne(index, std::string_view(text));
    }
    void bindOne(int index, std::nullopt_t);
    template<class T>
    void bindOne(int index, const std::optional<T>& value)
    {
        if (value) {
            bindOne(index, *value);
        } else {
            bindOne(index, std::nullopt);
        }
    }
    void bindOne(int index, BlobView blob);

    Database& m_database;
    sqlite3_stmt* m_statement = nullptr;
};

/// What a transaction is for: Read sees one state of the workspace throughout, Write takes the write lock at once.
enum class Access : std::uint8_t { Read, Write };

/// Rolls back unless it was committed.
class Transaction
{
public:
    Transaction(Database& database, Access access);
    Transaction(const Transaction&) = delete;
    Transaction& operator=(const Transaction&) = delete;
    ~Transaction();

    void commit();

private:
    Database& m_database;
    bool m_isOpen = false;
};

}
