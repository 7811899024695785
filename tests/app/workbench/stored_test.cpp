// SPDX-License-Identifier: GPL-3.0-or-later
// Import, workspace and stored comparisons: what comes back from a workspace is what was read.
#include "app/workbench/comparison_service.h"
#include "app/workbench/import_service.h"
#include "app/workbench/workspace_service.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace patchscale;
using testing::HasSubstr;

namespace {

constexpr std::string_view kMail = "Subject: [PATCH] locking: spin less\n"
                                   "\n"
                                   "Bandwidth with fio, larger is better:\n"
                                   "\n"
                                   "                 w/o patch     with patch    diff\n"
                                   "random read      8141.2MB/s    8497.1MB/s    +4.4%\n"
                                   "random write     1675.5MB/s    1501.5MB/s    -14%\n"
                                   "\n";

class Stored : public testing::Test
{
protected:
    Stored()
    {
        std::string pattern = testing::TempDir() + "patchscale-XXXXXX";
        m_folder = ::mkdtemp(pattern.data());
        m_workspace = m_folder / "lab.pscale";
        std::ofstream(m_folder / "mail.txt", std::ios::binary) << kMail;
    }
    ~Stored() override
    {
        std::filesystem::remove_all(m_folder);
    }
    ImportedDocument importMail() const
    {
        auto imported = importFile(m_workspace, m_folder / "mail.txt", Job {});
        EXPECT_TRUE(imported.has_value()) << imported.error().message;
        return imported.value_or(ImportedDocument {});
    }

    std::filesystem::path m_folder;
    std::filesystem::path m_workspace;
};

}

TEST_F(Stored, ALoadedDocumentIsTheOneThatWasReadWithItsClaimsAudited)
{
    const auto imported = importMail();
    EXPECT_TRUE(imported.isNew);
    const auto loaded = loadDocument(m_workspace, imported.id, Job {});
    ASSERT_TRUE(loaded.has_value()) << loaded.error().message;
    EXPECT_EQ((*loaded)->bytes, kMail);
    EXPECT_EQ((*loaded)->sha256, imported.document->sha256);
    EXPECT_TRUE((*loaded)->parsed == imported.document->parsed);
    ASSERT_EQ((*loaded)->parsed.claims.size(), 2U);
    EXPECT_EQ((*loaded)->parsed.claims[0].verdict, ClaimVerdict::Agrees);
    EXPECT_EQ((*loaded)->parsed.claims[1].verdict, ClaimVerdict::Wrong); // the numbers say -10.4 %
}

TEST_F(Stored, TheSameBytesUnderAnotherNameAreTheSameDocument)
{
    const auto first = importMail();
    std::filesystem::rename(m_folder / "mail.txt", m_folder / "other.txt");
    const auto second = importFile(m_workspace, m_folder / "other.txt", Job {});
    ASSERT_TRUE(second.has_value());
    EXPECT_FALSE(second->isNew);
    EXPECT_EQ(second->id, first.id);
}

TEST_F(Stored, AFileThatCannotBeReadMakesNoWorkspace)
{
    EXPECT_FALSE(importFile(m_workspace, m_folder / "none.txt", Job {}).has_value());
    EXPECT_FALSE(std::filesystem::exists(m_workspace));
}

TEST_F(Stored, ListsWhatIsThereWithTheTimeOfImport)
{
    importMail();
    const auto contents = listWorkspace(m_workspace);
    ASSERT_TRUE(contents.has_value());
    ASSERT_EQ(contents->documents.size(), 1U);
    EXPECT_THAT(contents->documents[0].importedAt, testing::MatchesRegex("20..-..-..T..:..:..Z"));
    EXPECT_EQ(contents->runs.size(), 2U);
}

TEST_F(Stored, AStoredComparisonSaysWhatTheFileSays)
{
    const auto imported = importMail();
    const auto fromFile =
        compareInput(comparisonInput(std::vector<DocumentPtr> {imported.document}), ComparisonSpec {}, Job {});
    const auto input = storedInput(m_workspace, {}, Job {});
    ASSERT_TRUE(input.has_value());
    EXPECT_EQ(input->origins[1].storedDocument, std::optional(imported.id));
    const auto stored = compareInput(*input, ComparisonSpec {}, Job {});
    ASSERT_TRUE(fromFile.has_value() && stored.has_value());
    ASSERT_EQ(stored->groups.size(), 1U);
    EXPECT_EQ(stored->groups[0].sentence, fromFile->groups[0].sentence);
    EXPECT_EQ(stored->groups[0].rows[0].test, "random write");
    EXPECT_EQ(stored->groups[0].rows[0].verdict, Verdict::Regressed);
    EXPECT_EQ(stored->claims.size(), 2U);
}

TEST_F(Stored, ANoteOfTheUserIsAnAnnotationOfItsRow)
{
    importMail();
    {
        auto workspace = openWorkspace(m_workspace);
        ASSERT_TRUE(workspace.has_value());
        const auto candidate = workspace->runs()->at(1).id;
        ASSERT_TRUE(workspace->annotate({.id = {}, .run = candidate, .result = 0, .text = "a busy disk"}).has_value());
    }
    const auto comparison = compareInput(*storedInput(m_workspace, {}, Job {}), ComparisonSpec {}, Job {});
    ASSERT_TRUE(comparison.has_value());
    for (const auto& row : comparison->groups[0].rows) {
        const bool isNoted = std::ranges::any_of(
            row.annotations, [](const Annotation& note) { return note.isUsers && note.text == "a busy disk"; });
        EXPECT_EQ(isNoted, row.test == "random read") << row.test;
    }
}

TEST_F(Stored, ARunComesWithItsDocumentAndNotes)
{
    importMail();
    const auto run = listWorkspace(m_workspace)->runs[1].id;
    const auto loaded = loadRun(m_workspace, run, Job {});
    ASSERT_TRUE(loaded.has_value());
    EXPECT_EQ(loaded->run.results[1].value, 1501.5);
    EXPECT_EQ(loaded->document->bytes, kMail);
    EXPECT_TRUE(loaded->notes.empty());
    EXPECT_FALSE(loadRun(m_workspace, {99}, Job {}).has_value());
}

TEST_F(Stored, ADefaultWorkspaceIsInTheUsersDataFolder)
{
    ASSERT_EQ(::setenv("XDG_DATA_HOME", m_folder.c_str(), 1), 0);
    EXPECT_EQ(defaultWorkspace(), m_folder / "patchscale" / "workspace.pscale");
}
