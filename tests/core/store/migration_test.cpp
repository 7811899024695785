// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/migration.h"

#include "core/store/sqlite.h"
#include "core/store/workspace.h"
#include "documents.h"

#include <gmock/gmock.h>

using namespace patchscale;
using patchscale::testing_store::fullDocument;

namespace {

class MigrationTest : public testing_store::WorkspaceTest
{
protected:
    MigrationTest()
    {
        auto workspace = Workspace::openOrCreate(m_workspace);
        EXPECT_TRUE(workspace->addDocument(fullDocument(), "", Job {}).has_value());
    }
    static std::int64_t ask(Database& database, std::string_view sql)
    {
        Statement query(database, sql);
        const auto value = query.next() ? query.integer(0) : -1;
        query.reset();
        return value;
    }
    Database& open()
    {
        m_database.open(m_workspace);
        return m_database;
    }

    Database m_database;
};

}

TEST_F(MigrationTest, VersionsFollowEachOther)
{
    int version = 0;
    for (const auto& migration : allMigrations()) {
        EXPECT_EQ(migration.version, ++version);
    }
}

TEST_F(MigrationTest, EveryTableIsStrict)
{
    EXPECT_EQ(ask(open(),
                  "SELECT count(*) FROM pragma_table_list WHERE schema = 'main' AND type = 'table' "
                  "AND name NOT LIKE 'sqlite_%' AND NOT strict"),
              0);
    EXPECT_EQ(ask(m_database, "PRAGMA foreign_keys"), 1);
}

TEST_F(MigrationTest, MakesACopyBeforeItChangesAnything)
{
    const std::array steps {Migration {.version = 4, .sql = "ALTER TABLE document ADD COLUMN note TEXT"}};
    ASSERT_TRUE(migrate(open(), m_workspace, steps).has_value());
    EXPECT_EQ(ask(m_database, "PRAGMA user_version"), 4);
    EXPECT_EQ(ask(m_database, "SELECT count(note IS NULL) FROM document"), 1);

    auto copy = Workspace::open(m_workspace.string() + ".before-4");
    ASSERT_TRUE(copy.has_value()) << copy.error().message;
    EXPECT_TRUE(copy->loadDocument(copy->documents()->front().id, Job {})->parsed == fullDocument().parsed);
}

TEST_F(MigrationTest, AnEarlierCopyIsKept)
{
    write("lab.pscale.before-4", "mine");
    const std::array steps {Migration {.version = 4, .sql = "CREATE TABLE extra (a) "}};
    ASSERT_TRUE(migrate(open(), m_workspace, steps).has_value());
    EXPECT_EQ(read(m_folder / "lab.pscale.before-4"), "mine");
    EXPECT_TRUE(std::filesystem::exists(m_folder / "lab.pscale.before-4-2"));
}

TEST_F(MigrationTest, AStepThatDoesNotWorkLeavesTheOldVersion)
{
    const std::array steps {Migration {.version = 4, .sql = "CREATE TABLE extra (a)"},
                            Migration {.version = 5, .sql = "CREATE TABLE document (a)"}};
    EXPECT_FALSE(migrate(open(), m_workspace, steps).has_value());
    EXPECT_EQ(ask(m_database, "PRAGMA user_version"), 3);
    EXPECT_EQ(ask(m_database, "SELECT count(*) FROM sqlite_schema WHERE name = 'extra'"), 0);
}

TEST_F(MigrationTest, CorrectionsAndNotesOfTheFirstVersionAreKept)
{
    // step 1: a workspace of version 1 with a document of two runs of the same names, one of them corrected
    const auto old = m_folder / "old.pscale";
    std::filesystem::copy_file(m_workspace, old);
    {
        Database database;
        database.open(old);
        database.execute(
            "DROP TABLE correction; ALTER TABLE annotation DROP COLUMN is_resolved;"
            "CREATE TABLE correction (id INTEGER PRIMARY KEY AUTOINCREMENT, "
            "run_id INTEGER NOT NULL REFERENCES run ON DELETE CASCADE, result INTEGER, field TEXT NOT NULL, "
            "value TEXT NOT NULL, FOREIGN KEY (run_id, result) REFERENCES result ON DELETE CASCADE) STRICT;"
            "UPDATE run SET benchmark = 'b', machine_id = 1, variant_id = 1, parameters = '{}', is_failed = 0;"
            "INSERT INTO correction (run_id, result, field, value) "
            "SELECT id, NULL, 'variant', 'v2' FROM run WHERE position = 1;"
            "INSERT INTO correction (run_id, result, field, value) "
            "SELECT id, 1, 'better', 'unknown' FROM run WHERE position = 1;"
            "INSERT INTO annotation (run_id, result, text) SELECT id, 1, 'note' FROM run WHERE position = 1;"
            "PRAGMA user_version = 1");
        ASSERT_TRUE(database.check().has_value());
    }
    // step 2: opened, it is of this version
    auto workspace = Workspace::open(old);
    ASSERT_TRUE(workspace.has_value()) << workspace.error().message;
    const auto runs = workspace->runs();
    ASSERT_TRUE(runs.has_value());
    EXPECT_NE(runs->at(0).variant.label, "v2");
    EXPECT_EQ(runs->at(1).variant.label, "v2");
    const auto corrections = workspace->corrections()->begin()->second;
    ASSERT_EQ(corrections.size(), 2U);
    EXPECT_EQ(corrections[0].target.run->occurrence, 1U);
    EXPECT_EQ(corrections[1].target.test, fullDocument().parsed.runs[1].results[1].test);
    EXPECT_EQ(corrections[1].target.metric, fullDocument().parsed.runs[1].results[1].metric);
    EXPECT_FALSE(workspace->annotations()->front().isResolved);
}

TEST_F(MigrationTest, CorrectionsOfTheSecondVersionAreKeptAndSymbolsCanBePaired)
{
    // step 1: a workspace of version 2 with a correction
    const auto old = m_folder / "old.pscale";
    std::filesystem::copy_file(m_workspace, old);
    {
        Database database;
        database.open(old);
        database.execute(
            "DROP TABLE correction;"
            "CREATE TABLE correction (id INTEGER PRIMARY KEY AUTOINCREMENT, "
            "document_id INTEGER NOT NULL REFERENCES document ON DELETE CASCADE, "
            "field TEXT NOT NULL CHECK (field IN ('variant', 'role', 'machine', 'better', 'unit', 'format')), "
            "value TEXT NOT NULL, benchmark TEXT, machine TEXT, variant TEXT, parameters TEXT, is_failed INTEGER, "
            "occurrence INTEGER, test TEXT NOT NULL, metric TEXT NOT NULL, unit TEXT, span_offset INTEGER, "
            "span_length INTEGER) STRICT;"
            "INSERT INTO correction (document_id, field, value, test, metric, unit) "
            "SELECT id, 'better', 'lower', 'a test', 'time', 's' FROM document;"
            "PRAGMA user_version = 2");
        ASSERT_TRUE(database.check().has_value());
    }
    // step 2: opened, it has the same correction and takes a pair of symbols
    auto workspace = Workspace::open(old);
    ASSERT_TRUE(workspace.has_value()) << workspace.error().message;
    auto [document, corrections] = *workspace->corrections()->begin();
    const Correction kept {.field = CorrectedField::Better,
                           .target = {.run = {}, .test = "a test", .metric = "time", .unit = "s", .span = {}},
                           .value = "lower"};
    EXPECT_EQ(corrections, Corrections {kept});
    const CorrectionTarget symbol {.run = {}, .test = "old_lock", .metric = {}, .unit = {}, .span = {}};
    corrections.push_back({.field = CorrectedField::Symbol, .target = symbol, .value = "new_lock"});
    const CorrectionTarget alone {.run = {}, .test = "lone", .metric = {}, .unit = {}, .span = {}};
    corrections.push_back({.field = CorrectedField::Symbol, .target = alone, .value = ""});
    ASSERT_TRUE(workspace->setCorrections(document, corrections).has_value());
    EXPECT_EQ(workspace->corrections()->at(document), corrections);
}
