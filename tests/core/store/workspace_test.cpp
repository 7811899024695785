// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/workspace.h"

#include "documents.h"

#include <limits>

#include <gmock/gmock.h>

using namespace patchscale;
using patchscale::testing_store::fullDocument;
using patchscale::testing_store::plainDocument;
using testing::HasSubstr;

namespace {

constexpr std::string_view kNow = "2024-05-06T07:08:09Z";

class WorkspaceOfDocuments : public testing_store::WorkspaceTest
{
protected:
    Workspace open() const
    {
        auto workspace = Workspace::openOrCreate(m_workspace);
        EXPECT_TRUE(workspace.has_value()) << workspace.error().message;
        return std::move(*workspace);
    }
    static AddedDocument add(Workspace& workspace, const Document& document)
    {
        const auto added = workspace.addDocument(document, kNow, Job {});
        EXPECT_TRUE(added.has_value()) << added.error().message;
        return added.value_or(AddedDocument {});
    }
};

}

TEST_F(WorkspaceOfDocuments, GivesBackTheDocumentThatWasParsed)
{
    const auto document = fullDocument();
    DocumentId id;
    {
        auto workspace = open();
        id = add(workspace, document).id;
    }
    auto workspace = open();
    const auto loaded = workspace.loadDocument(id, Job {});
    ASSERT_TRUE(loaded.has_value()) << loaded.error().message;
    EXPECT_EQ(loaded->path, document.path);
    EXPECT_EQ(loaded->sha256, document.sha256);
    EXPECT_EQ(loaded->bytes, document.bytes);
    EXPECT_TRUE(loaded->parsed == document.parsed);
}

TEST_F(WorkspaceOfDocuments, KeepsADocumentWithoutNumbers)
{
    Document empty;
    empty.path = "prose.txt";
    empty.bytes = "no numbers";
    auto workspace = open();
    const auto loaded = workspace.loadDocument(add(workspace, empty).id, Job {});
    ASSERT_TRUE(loaded.has_value());
    EXPECT_EQ(loaded->bytes, empty.bytes);
    EXPECT_TRUE(loaded->parsed == empty.parsed);
}

TEST_F(WorkspaceOfDocuments, TheSameBytesTwiceAddNothing)
{
    auto workspace = open();
    const auto first = add(workspace, fullDocument());
    auto again = fullDocument();
    again.path = "another/name.txt";
    const auto second = add(workspace, again);
    EXPECT_TRUE(first.isNew);
    EXPECT_FALSE(second.isNew);
    EXPECT_EQ(first.id, second.id);
    EXPECT_EQ(workspace.documents()->size(), 1U);
    EXPECT_EQ(workspace.runs()->size(), 3U);
}

TEST_F(WorkspaceOfDocuments, ListsDocumentsAndRunsWithTheirCounts)
{
    auto workspace = open();
    const auto id = add(workspace, fullDocument()).id;
    add(workspace, plainDocument("plain", 6));

    const auto documents = workspace.documents();
    ASSERT_TRUE(documents.has_value());
    ASSERT_EQ(documents->size(), 2U);
    const auto& entry = documents->front();
    EXPECT_EQ(entry.id, id);
    EXPECT_EQ(entry.path, "mails/patch one.txt");
    EXPECT_EQ(entry.title, "sched: spin less — 少转");
    EXPECT_EQ(entry.formats, (std::vector<std::string> {"unixbench", "perf-report"}));
    EXPECT_EQ(entry.importedAt, kNow);
    EXPECT_EQ(entry.sizeBytes, 28U);
    EXPECT_EQ(entry.runs, 3U);
    EXPECT_EQ(entry.claims, 2U);
    EXPECT_EQ(entry.sha256, fullDocument().sha256);

    const auto runs = workspace.runs(id);
    ASSERT_TRUE(runs.has_value());
    ASSERT_EQ(runs->size(), 3U);
    EXPECT_EQ(runs->at(1).position, 1U);
    EXPECT_EQ(runs->at(1).results, 3U);
    EXPECT_EQ(runs->at(1).samples, 2U);
    EXPECT_EQ(runs->at(1).variant.label, "with patch");
    EXPECT_TRUE(runs->at(1).isFailed);
    EXPECT_EQ(workspace.runs()->size(), 5U);
}

TEST_F(WorkspaceOfDocuments, FindsADocumentByItsSum)
{
    auto workspace = open();
    const auto id = add(workspace, fullDocument()).id;
    EXPECT_EQ(workspace.findDocument(fullDocument().sha256).value(), std::optional(id));
    EXPECT_EQ(workspace.findDocument(Sha256 {}).value(), std::nullopt);
}

TEST_F(WorkspaceOfDocuments, LoadsRunsOfSeveralDocumentsWithClaimsThatPointToThem)
{
    auto workspace = open();
    const auto plain = add(workspace, plainDocument("plain", 6)).id;
    const auto full = add(workspace, fullDocument()).id;

    const auto all = workspace.loadRuns({}, Job {});
    ASSERT_TRUE(all.has_value()) << all.error().message;
    ASSERT_EQ(all->runs.size(), 5U);
    EXPECT_EQ(all->entries[0].document, plain);
    EXPECT_EQ(all->entries[2].document, full);
    EXPECT_TRUE(all->runs[2] == fullDocument().parsed.runs[0]);
    ASSERT_EQ(all->claims.size(), 2U);
    EXPECT_EQ(all->claimDocuments[0], full);
    // Runs 0 and 1 of the second document stand behind the two of the first.
    EXPECT_EQ(all->claims[0].baselineResult, (ResultRef {.run = 2, .result = 1}));
    EXPECT_EQ(all->claims[0].candidateResult, (ResultRef {.run = 3, .result = 2}));
}

TEST_F(WorkspaceOfDocuments, AChosenRunKeepsOnlyTheReferencesThatItCanServe)
{
    auto workspace = open();
    const auto id = add(workspace, fullDocument()).id;
    const auto candidate = workspace.runs(id)->at(1).id;
    const auto chosen = workspace.loadRuns(std::array {candidate}, Job {});
    ASSERT_TRUE(chosen.has_value());
    ASSERT_EQ(chosen->runs.size(), 1U);
    EXPECT_EQ(chosen->claims[0].baselineResult, std::nullopt);
    EXPECT_EQ(chosen->claims[0].candidateResult, (ResultRef {.run = 0, .result = 2}));
}

TEST_F(WorkspaceOfDocuments, SaysWhichRunIsNotThere)
{
    auto workspace = open();
    const auto runs = workspace.loadRuns(std::array {RunId {41}}, Job {});
    ASSERT_FALSE(runs.has_value());
    EXPECT_THAT(runs.error().message, HasSubstr("there is no run 41"));
    const auto document = workspace.loadDocument({7}, Job {});
    ASSERT_FALSE(document.has_value());
    EXPECT_THAT(document.error().message, HasSubstr("there is no document 7"));
}

TEST_F(WorkspaceOfDocuments, RemovingADocumentTakesAllThatHangsOnIt)
{
    auto workspace = open();
    const auto id = add(workspace, fullDocument()).id;
    const auto run = workspace.runs(id)->front().id;
    ASSERT_TRUE(workspace.annotate({.id = {}, .run = run, .result = 0, .text = "odd"}).has_value());
    ASSERT_TRUE(workspace.removeDocument(id).has_value());
    EXPECT_TRUE(workspace.documents()->empty());
    EXPECT_TRUE(workspace.runs()->empty());
    EXPECT_TRUE(workspace.annotations()->empty());
    EXPECT_FALSE(workspace.removeDocument(id).has_value());
    // An id that a user has seen does not come to mean something else.
    EXPECT_GT(add(workspace, fullDocument()).id, id);
}

TEST_F(WorkspaceOfDocuments, RefusesAValueThatIsNotANumberAndStoresNothing)
{
    auto document = fullDocument();
    document.parsed.runs[0].results[1].value = std::numeric_limits<double>::quiet_NaN();
    auto workspace = open();
    const auto added = workspace.addDocument(document, kNow, Job {});
    ASSERT_FALSE(added.has_value());
    EXPECT_THAT(added.error().message, HasSubstr("the self overhead of 'osq_lock' is not a number"));
    EXPECT_TRUE(workspace.documents()->empty());
}

TEST_F(WorkspaceOfDocuments, AStoppedImportStoresNothing)
{
    auto workspace = open();
    std::stop_source stop;
    const Job job {.stop = stop.get_token(), .report = [&](double, std::string_view) { stop.request_stop(); }};
    const auto added = workspace.addDocument(plainDocument("big", 5000), kNow, job);
    ASSERT_FALSE(added.has_value());
    EXPECT_EQ(added.error().code, Errc::Cancelled);
    EXPECT_TRUE(workspace.documents()->empty());
    EXPECT_TRUE(workspace.runs()->empty());
}

TEST_F(WorkspaceOfDocuments, ExcludingASampleIsVisibleAndCanBeTakenBack)
{
    auto workspace = open();
    const auto id = add(workspace, fullDocument()).id;
    const auto run = workspace.runs(id)->front().id;
    ASSERT_TRUE(workspace.setSampleExcluded(run, 0, 0, true).has_value());
    EXPECT_TRUE(workspace.loadDocument(id, Job {})->parsed.runs[0].results[0].samples[0].isExcluded);
    ASSERT_TRUE(workspace.setSampleExcluded(run, 0, 0, false).has_value());
    EXPECT_TRUE(workspace.loadDocument(id, Job {})->parsed == fullDocument().parsed);
    EXPECT_FALSE(workspace.setSampleExcluded(run, 0, 99, true).has_value());
}

TEST_F(WorkspaceOfDocuments, CorrectionsReplaceWhatWasReadAndCanBeTakenBack)
{
    auto workspace = open();
    const auto document = fullDocument();
    const auto id = add(workspace, document).id;
    const auto run = workspace.runs(id)->at(1).id;
    const auto& asRead = document.parsed.runs[1];
    const auto key = runKey(document.parsed.runs, 1);
    Corrections corrections;
    const auto correct = [&](CorrectedField field, std::string value, CorrectionTarget target) {
        setCorrection(corrections, {.field = field, .target = std::move(target), .value = std::move(value)});
    };
    const CorrectionTarget whole {.run = key, .test = {}, .metric = {}, .unit = {}, .span = {}};
    correct(CorrectedField::VariantLabel, "v1", whole);
    correct(CorrectedField::VariantLabel, "v2", whole);
    correct(CorrectedField::VariantRole, "baseline", whole);
    correct(CorrectedField::MachineLabel, "lab 3", whole);
    correct(CorrectedField::Better, "unknown",
            {.run = key, .test = asRead.results[1].test, .metric = asRead.results[1].metric, .unit = {}, .span = {}});
    ASSERT_EQ(corrections.size(), 4U);
    ASSERT_TRUE(workspace.setCorrections(id, corrections).has_value());

    const auto loaded = workspace.loadRuns(std::array {run}, Job {});
    ASSERT_TRUE(loaded.has_value());
    EXPECT_EQ(loaded->runs[0].variant, (Variant {.label = "v2", .role = Role::Baseline, .isAssumed = false}));
    EXPECT_EQ(loaded->runs[0].machine.label, "lab 3");
    EXPECT_EQ(loaded->runs[0].results[1].better, Better::Unknown);
    // The next one bears the same names, the first one does not.
    EXPECT_EQ(loaded->runs[0].results[2].better, Better::Unknown);
    EXPECT_EQ(loaded->runs[0].results[0], asRead.results[0]);
    EXPECT_EQ(loaded->entries[0].variant.label, "v2");
    EXPECT_EQ(workspace.runs(id)->at(1).machine.label, "lab 3");
    EXPECT_EQ(workspace.corrections()->at(id), corrections);
    EXPECT_TRUE(workspace.loadDocument(id, Job {})->parsed == document.parsed);

    ASSERT_TRUE(workspace.setCorrections(id, {}).has_value());
    EXPECT_EQ(workspace.runs(id)->at(1).variant.label, "with patch");
    EXPECT_TRUE(workspace.corrections()->empty());
}

TEST_F(WorkspaceOfDocuments, KeepsEveryPartOfACorrection)
{
    auto workspace = open();
    const auto document = fullDocument();
    const auto id = add(workspace, document).id;
    const Corrections corrections {
        {.field = CorrectedField::Unit,
         .target = {.run = RunKey {.benchmark = "fio",
                                   .machine = "m",
                                   .variant = "少",
                                   .parameters = {{"bs", "4k"}},
                                   .isFailed = true,
                                   .occurrence = 2},
                    .test = "t",
                    .metric = "bandwidth",
                    .unit = "",
                    .span = {}},
         .value = "MiB/s"},
        {.field = CorrectedField::Format,
         .target = {.run = {}, .test = {}, .metric = {}, .unit = {}, .span = SourceSpan {.offset = 7, .length = 9}},
         .value = "table"},
        {.field = CorrectedField::Format, .target = {}, .value = "none"}};
    ASSERT_TRUE(workspace.setCorrections(id, corrections).has_value());
    EXPECT_EQ(open().corrections()->at(id), corrections);
    ASSERT_TRUE(workspace.removeDocument(id).has_value());
    EXPECT_TRUE(workspace.corrections()->empty());
}

TEST_F(WorkspaceOfDocuments, AnotherReadingTakesThePlaceOfTheOldOneWithItsCorrections)
{
    auto workspace = open();
    const auto id = add(workspace, fullDocument()).id;
    const auto other = plainDocument("other", 3).parsed;
    const Corrections corrections {{.field = CorrectedField::Format, .target = {}, .value = "table"}};
    ASSERT_TRUE(workspace.setCorrections(id, corrections, &other).has_value());
    const auto loaded = workspace.loadDocument(id, Job {});
    ASSERT_TRUE(loaded.has_value());
    EXPECT_EQ(loaded->bytes, fullDocument().bytes);
    EXPECT_TRUE(loaded->parsed.runs == other.runs);
    EXPECT_TRUE(loaded->parsed.claims == other.claims);
    EXPECT_EQ(workspace.documents()->size(), 1U);
}

TEST_F(WorkspaceOfDocuments, ClaimsFollowTheLabelsThatTheUserGave)
{
    auto workspace = open();
    auto document = fullDocument();
    document.parsed.claims.front().baseline = document.parsed.runs[0].variant.label;
    const auto id = add(workspace, document).id;
    const CorrectionTarget first {
        .run = runKey(document.parsed.runs, 0), .test = {}, .metric = {}, .unit = {}, .span = {}};
    ASSERT_TRUE(workspace.setCorrections(id, {{.field = CorrectedField::VariantLabel, .target = first, .value = "v0"}})
                    .has_value());
    EXPECT_EQ(workspace.loadRuns({}, Job {})->claims.front().baseline, "v0");
}

TEST_F(WorkspaceOfDocuments, RefusesACorrectionThatItsFieldCannotHold)
{
    auto workspace = open();
    const auto id = add(workspace, fullDocument()).id;
    using Field = CorrectedField;
    const auto isRefused = [&](Field field, std::string value, CorrectionTarget target = {}) {
        return !workspace.setCorrections(id,
                                         {{.field = field, .target = std::move(target), .value = std::move(value)}});
    };
    EXPECT_TRUE(isRefused(Field::VariantRole, "x"));
    EXPECT_TRUE(isRefused(Field::Better, "up"));
    EXPECT_TRUE(isRefused(Field::VariantLabel, ""));
    EXPECT_TRUE(isRefused(Field::VariantLabel, "a", {.run = {}, .test = "t", .metric = {}, .unit = {}, .span = {}}));
    EXPECT_TRUE(isRefused(Field::Format, ""));
    EXPECT_TRUE(workspace.corrections()->empty());
    EXPECT_FALSE(workspace.setCorrections({99}, {{.field = Field::VariantLabel, .target = {}, .value = "a"}}));
}

TEST_F(WorkspaceOfDocuments, KeepsNotesOnResults)
{
    auto workspace = open();
    const auto run = workspace.runs(add(workspace, fullDocument()).id)->front().id;
    const auto id = workspace.annotate({.id = {}, .run = run, .result = 2, .text = "SMT was on"});
    ASSERT_TRUE(id.has_value());
    EXPECT_EQ(workspace.annotations()->front(),
              (ResultNote {.id = *id, .run = run, .result = 2, .text = "SMT was on"}));
    EXPECT_FALSE(workspace.annotate({.id = {}, .run = run, .result = 3, .text = "no such result"}).has_value());
    ASSERT_TRUE(workspace.removeAnnotation(*id).has_value());
    EXPECT_TRUE(workspace.annotations()->empty());
    ASSERT_TRUE(
        workspace.annotate({.id = {}, .run = run, .result = 2, .text = "seen", .isResolved = true}).has_value());
    EXPECT_TRUE(workspace.annotations()->front().isResolved);
}

TEST_F(WorkspaceOfDocuments, KeepsComparisonsAsQuestions)
{
    SavedComparison question;
    question.name = "first look";
    question.runs = {{3}, {1}};
    question.spec.baseline = "without \"patch\"";
    question.spec.candidates = {"v1", "v2, 少"};
    question.spec.metric = "index";
    question.spec.limit = 0.025;
    question.spec.limits = {{"Pipe Throughput", 0.1}};
    question.spec.better = {{"*", Better::Lower}, {"self", Better::Higher}};
    question.spec.adjustment = Adjustment::BenjaminiHochberg;
    auto workspace = open();
    const auto id = workspace.saveComparison(question);
    ASSERT_TRUE(id.has_value()) << id.error().message;
    question.spec.limit = 1e-5;
    EXPECT_EQ(workspace.saveComparison(question).value(), *id);

    const auto saved = workspace.savedComparisons();
    ASSERT_TRUE(saved.has_value());
    ASSERT_EQ(saved->size(), 1U);
    EXPECT_EQ(saved->front().id, *id);
    EXPECT_EQ(saved->front().name, question.name);
    EXPECT_EQ(saved->front().runs, question.runs);
    EXPECT_EQ(saved->front().spec.baseline, question.spec.baseline);
    EXPECT_EQ(saved->front().spec.candidates, question.spec.candidates);
    EXPECT_EQ(saved->front().spec.metric, question.spec.metric);
    EXPECT_EQ(saved->front().spec.limit, 1e-5);
    EXPECT_EQ(saved->front().spec.limits, question.spec.limits);
    EXPECT_EQ(saved->front().spec.better, question.spec.better);
    EXPECT_EQ(saved->front().spec.adjustment, Adjustment::BenjaminiHochberg);
    ASSERT_TRUE(workspace.removeComparison(*id).has_value());
    EXPECT_TRUE(workspace.savedComparisons()->empty());
}
