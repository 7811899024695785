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
    const std::array steps {allMigrations()[0],
                            Migration {.version = 2, .sql = "ALTER TABLE document ADD COLUMN note TEXT"}};
    ASSERT_TRUE(migrate(open(), m_workspace, steps).has_value());
    EXPECT_EQ(ask(m_database, "PRAGMA user_version"), 2);
    EXPECT_EQ(ask(m_database, "SELECT count(note IS NULL) FROM document"), 1);

    auto copy = Workspace::open(m_workspace.string() + ".before-2");
    ASSERT_TRUE(copy.has_value()) << copy.error().message;
    EXPECT_TRUE(copy->loadDocument(copy->documents()->front().id, Job {})->parsed == fullDocument().parsed);
}

TEST_F(MigrationTest, AnEarlierCopyIsKept)
{
    write("lab.pscale.before-2", "mine");
    const std::array steps {allMigrations()[0], Migration {.version = 2, .sql = "CREATE TABLE extra (a) "}};
    ASSERT_TRUE(migrate(open(), m_workspace, steps).has_value());
    EXPECT_EQ(read(m_folder / "lab.pscale.before-2"), "mine");
    EXPECT_TRUE(std::filesystem::exists(m_folder / "lab.pscale.before-2-2"));
}

TEST_F(MigrationTest, AStepThatDoesNotWorkLeavesTheOldVersion)
{
    const std::array steps {allMigrations()[0], Migration {.version = 2, .sql = "CREATE TABLE extra (a)"},
                            Migration {.version = 3, .sql = "CREATE TABLE document (a)"}};
    EXPECT_FALSE(migrate(open(), m_workspace, steps).has_value());
    EXPECT_EQ(ask(m_database, "PRAGMA user_version"), 1);
    EXPECT_EQ(ask(m_database, "SELECT count(*) FROM sqlite_schema WHERE name = 'extra'"), 0);
}
