// SPDX-License-Identifier: GPL-3.0-or-later
// Import, workspace and stored comparisons: what comes back from a workspace is what was read.
#include "app/workbench/comparison_service.h"
#include "app/workbench/import_service.h"
#include "app/workbench/workspace_service.h"

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

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

TEST_F(Stored, EarlierRunsTellWhatATestVaries)
{
    // Three runs of an old variant lie 1 % apart, so one run a side is known to +-4.30 × 1 % × sqrt 2 = 6.1 %.
    const auto store = [&](std::string name, Role role, double value) {
        auto document = std::make_shared<Document>();
        document->path = name + ".txt";
        document->bytes = std::to_string(value);
        document->sha256.fill(static_cast<unsigned char>(std::lround(value) % 251));
        patchscale::Run run;
        run.format = "test";
        run.benchmark = "unixbench";
        run.machine.label = "lab1";
        run.variant = {.label = std::move(name), .role = role};
        auto& result = run.results.emplace_back();
        result.test = "Pipe Throughput";
        result.metric = "index";
        result.unit = "index";
        result.baseUnit = "index";
        result.better = Better::Higher;
        result.value = value;
        result.baseValue = value;
        document->parsed.runs.push_back(run);
        const auto imported = importDocument(m_workspace, document, Job {});
        EXPECT_TRUE(imported.has_value());
    };
    store("6.9", Role::Baseline, 990);
    store("6.9", Role::Baseline, 1000);
    store("6.9", Role::Baseline, 1010);
    store("7.0", Role::Baseline, 1005);
    store("v2", Role::Candidate, 885);
    ComparisonSpec spec;
    spec.baseline = "7.0";
    spec.candidates = {"v2"};
    const auto comparison = compareInput(*storedInput(m_workspace, {}, Job {}), spec, Job {});
    ASSERT_TRUE(comparison.has_value());
    const auto& row = comparison->groups.at(0).rows.at(0);
    EXPECT_EQ(row.evidence, Evidence::NoiseFloor);
    EXPECT_EQ(row.verdict, Verdict::Regressed);
    EXPECT_THAT(row.reason, HasSubstr("-11.94 %, outside the +-6.3 % this test varies on this machine"));
    // Also when only the two runs in question are chosen, and for documents that are opened in the window.
    const auto entries = openWorkspace(m_workspace)->runs();
    ASSERT_TRUE(entries.has_value());
    const std::vector ids {entries->at(3).id, entries->at(4).id};
    const auto chosen = compareInput(*storedInput(m_workspace, ids, Job {}), ComparisonSpec {}, Job {});
    ASSERT_TRUE(chosen.has_value());
    EXPECT_EQ(chosen->groups.at(0).rows.at(0).reason, row.reason);
    EXPECT_EQ((*storedFloors(m_workspace, Job {}))->size(), 1U);
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
