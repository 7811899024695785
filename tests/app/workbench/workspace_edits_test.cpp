// SPDX-License-Identifier: GPL-3.0-or-later
// What a user changes in a workspace can be taken back, whole.
#include "app/workbench/import_service.h"
#include "app/workbench/workspace_edits.h"
#include "core/store/workspace.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <tuple>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace patchscale;
using testing::HasSubstr;

namespace {

constexpr std::string_view kTable = "Bandwidth with fio, larger is better:\n"
                                    "\n"
                                    "                 w/o patch     with patch    diff\n"
                                    "random read      8141.2MB/s    8497.1MB/s    +4.4%\n"
                                    "random write     1675.5MB/s    1501.5MB/s    -10.4%\n"
                                    "\n";

class WorkspaceEdits : public testing::Test
{
protected:
    WorkspaceEdits()
    {
        std::string pattern = testing::TempDir() + "patchscale-XXXXXX";
        m_folder = ::mkdtemp(pattern.data());
        m_workspace = m_folder / "lab.pscale";
        const auto read = readBytes(std::string(kTable), "table.txt", Job {});
        EXPECT_TRUE(read.has_value());
        m_document = *read;
        EXPECT_TRUE(importDocument(m_workspace, m_document, Job {}).has_value());
    }
    ~WorkspaceEdits() override
    {
        std::filesystem::remove_all(m_folder);
    }
    WorkspaceContents contents() const
    {
        auto listed = listWorkspace(m_workspace);
        EXPECT_TRUE(listed.has_value()) << listed.error().message;
        return listed.value_or(WorkspaceContents {});
    }
    DocumentNote note(std::string text) const
    {
        return {.document = m_document->sha256,
                .result = {.variant = "with patch", .test = "random write", .parameters = {}, .metric = "bandwidth"},
                .text = std::move(text)};
    }

    /// What the user set of the runs of the document as it was read.
    void correct(const std::vector<std::tuple<std::size_t, CorrectedField, std::string>>& fields) const
    {
        Corrections corrections;
        for (const auto& [run, field, value] : fields) {
            CorrectionTarget target;
            target.run = runKey(m_document->parsed.runs, run);
            target.test = field == CorrectedField::Better ? "random write" : "";
            setCorrection(corrections, {.field = field, .target = std::move(target), .value = value});
        }
        const auto set = setCorrections(m_workspace, m_document->sha256, corrections, {}, Job {});
        EXPECT_TRUE(set.has_value()) << set.error().message;
    }

    std::filesystem::path m_folder;
    std::filesystem::path m_workspace;
    DocumentPtr m_document;
};

}

TEST_F(WorkspaceEdits, ANoteIsSetReplacedAndTakenAway)
{
    ASSERT_TRUE(setNote(m_workspace, note("look at this")).has_value());
    EXPECT_EQ(contents().notes, std::vector {note("look at this")});
    ASSERT_TRUE(setNote(m_workspace, note("seen")).has_value());
    EXPECT_EQ(contents().notes, std::vector {note("seen")});
    ASSERT_TRUE(setNote(m_workspace, note("")).has_value());
    EXPECT_TRUE(contents().notes.empty());
}

TEST_F(WorkspaceEdits, ANoteOnADocumentThatIsNotThereIsRefusedWithAHint)
{
    const auto set = setNote(m_workspace, {.document = {}, .result = {}, .text = "lost"});
    ASSERT_FALSE(set.has_value());
    EXPECT_THAT(set.error().message, HasSubstr("lab.pscale"));
    EXPECT_FALSE(set.error().hints.empty());
}

TEST_F(WorkspaceEdits, ARemovedDocumentComesBackWithItsNotesAndCorrections)
{
    ASSERT_TRUE(setNote(m_workspace, note("look at this")).has_value());
    const auto before = contents();
    correct({{0, CorrectedField::VariantLabel, "v1"}});
    const auto removed = removeDocument(m_workspace, m_document->sha256, Job {});
    ASSERT_TRUE(removed.has_value()) << removed.error().message;
    EXPECT_TRUE(contents().documents.empty());
    EXPECT_TRUE(contents().notes.empty());

    ASSERT_TRUE(restoreDocument(m_workspace, *removed, Job {}).has_value());
    const auto after = contents();
    ASSERT_EQ(after.documents.size(), 1U);
    EXPECT_EQ(after.documents.front().importedAt, before.documents.front().importedAt);
    EXPECT_EQ(after.runs.size(), before.runs.size());
    EXPECT_EQ(after.runs.front().variant.label, "v1");
    EXPECT_EQ(after.notes, before.notes);
}

TEST_F(WorkspaceEdits, CorrectionsStayOnTheirRunAndNumberWhenABetterParserReadsMoreOfTheDocument)
{
    const auto before = contents().runs;
    ASSERT_EQ(before.size(), 2U);
    correct({{0, CorrectedField::VariantRole, "none"},
             {1, CorrectedField::VariantLabel, "v2"},
             {1, CorrectedField::Better, "lower"}});
    const auto removed = removeDocument(m_workspace, m_document->sha256, Job {});
    ASSERT_TRUE(removed.has_value());
    // The same bytes, with a run before those that were read at first, and a result before theirs.
    auto better = std::make_shared<Document>(*m_document);
    auto& runs = better->parsed.runs;
    auto first = runs.front().results.front();
    first.test = "latency";
    runs.insert(runs.begin(), patchscale::Run(runs.front()));
    runs.front().variant.label = "v5.19";
    for (auto& run : runs) {
        run.results.insert(run.results.begin(), first);
    }
    ASSERT_TRUE(importDocument(m_workspace, better, Job {}).has_value());
    ASSERT_TRUE(restoreDocument(m_workspace, *removed, Job {}).has_value());
    const auto after = contents().runs;
    ASSERT_EQ(after.size(), 3U);
    EXPECT_EQ(after[0].variant, (Variant {.label = "v5.19", .role = Role::Baseline, .isAssumed = false}));
    EXPECT_EQ(after[1].variant.label, before[0].variant.label);
    EXPECT_EQ(after[1].variant.role, Role::None);
    EXPECT_EQ(after[2].variant.label, "v2");
    const auto run = loadRun(m_workspace, after[2].id, Job {});
    ASSERT_TRUE(run.has_value());
    EXPECT_EQ(run->run.results[1].better, Better::Higher);
    EXPECT_EQ(run->run.results[2].better, Better::Lower);
}

TEST_F(WorkspaceEdits, ACorrectionOfWhatIsNotReadAnyMoreChangesNothing)
{
    correct({{1, CorrectedField::VariantLabel, "v2"}});
    const auto removed = removeDocument(m_workspace, m_document->sha256, Job {});
    ASSERT_TRUE(removed.has_value());
    auto other = std::make_shared<Document>(*m_document);
    other->parsed.runs.back().variant.label = "with the other patch";
    ASSERT_TRUE(importDocument(m_workspace, other, Job {}).has_value());
    ASSERT_TRUE(restoreDocument(m_workspace, *removed, Job {}).has_value());
    EXPECT_EQ(contents().runs.back().variant.label, "with the other patch");
}

TEST_F(WorkspaceEdits, ANoteStaysOnItsNumberWhenABetterParserReadsMoreOfTheDocument)
{
    ASSERT_TRUE(setNote(m_workspace, note("look at this")).has_value());
    const auto removed = removeDocument(m_workspace, m_document->sha256, Job {});
    ASSERT_TRUE(removed.has_value());
    // The same bytes, with a run and a result before what was read at first.
    auto better = std::make_shared<Document>(*m_document);
    auto& runs = better->parsed.runs;
    auto first = runs.front().results.front();
    first.test = "latency";
    runs.insert(runs.begin(), patchscale::Run(runs.front()));
    runs.front().variant.label = "v5.19";
    for (auto& run : runs) {
        run.results.insert(run.results.begin(), first);
    }
    ASSERT_TRUE(importDocument(m_workspace, better, Job {}).has_value());
    ASSERT_TRUE(restoreDocument(m_workspace, *removed, Job {}).has_value());
    EXPECT_EQ(contents().notes, std::vector {note("look at this")});
    const auto entries = contents().runs;
    ASSERT_EQ(entries.size(), 3U);
    const auto run = loadRun(m_workspace, entries.back().id, Job {});
    ASSERT_TRUE(run.has_value());
    ASSERT_EQ(run->notes.size(), 1U);
    EXPECT_EQ(run->run.results[run->notes.front().result].test, "random write");
}

TEST_F(WorkspaceEdits, ANoteOnWhatTheStoredReadingDoesNotHaveIsRefusedWithAHint)
{
    auto other = note("lost");
    other.result.occurrence = 1;
    const auto set = setNote(m_workspace, other);
    ASSERT_FALSE(set.has_value());
    EXPECT_THAT(set.error().message, HasSubstr("random write"));
    EXPECT_FALSE(set.error().hints.empty());
}

TEST_F(WorkspaceEdits, RemovingTwiceIsRefused)
{
    ASSERT_TRUE(removeDocument(m_workspace, m_document->sha256, Job {}).has_value());
    EXPECT_FALSE(removeDocument(m_workspace, m_document->sha256, Job {}).has_value());
}
