// SPDX-License-Identifier: GPL-3.0-or-later
// What a user changes in a workspace can be taken back, whole.
#include "app/workbench/import_service.h"
#include "app/workbench/workspace_edits.h"
#include "core/store/workspace.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>

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
    {
        auto workspace = openWorkspace(m_workspace);
        ASSERT_TRUE(workspace.has_value());
        ASSERT_TRUE(workspace
                        ->correct({.id = {},
                                   .run = before.runs.front().id,
                                   .result = {},
                                   .field = CorrectedField::VariantLabel,
                                   .value = "v1"})
                        .has_value());
    }
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
    {
        auto workspace = openWorkspace(m_workspace);
        ASSERT_TRUE(workspace.has_value());
        const auto corrected = [&](std::size_t run, std::optional<std::size_t> result, CorrectedField field,
                                   const char* value) {
            return workspace
                ->correct({.id = {}, .run = before[run].id, .result = result, .field = field, .value = value})
                .has_value();
        };
        ASSERT_TRUE(corrected(0, {}, CorrectedField::VariantRole, "none"));
        ASSERT_TRUE(corrected(1, {}, CorrectedField::VariantLabel, "v2"));
        ASSERT_TRUE(corrected(1, 1, CorrectedField::Better, "lower"));
    }
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

TEST_F(WorkspaceEdits, ACorrectionOfWhatIsNotReadAnyMoreIsLeftOut)
{
    {
        auto workspace = openWorkspace(m_workspace);
        ASSERT_TRUE(workspace.has_value());
        ASSERT_TRUE(workspace
                        ->correct({.id = {},
                                   .run = contents().runs.back().id,
                                   .result = {},
                                   .field = CorrectedField::VariantLabel,
                                   .value = "v2"})
                        .has_value());
    }
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
