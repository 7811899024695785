// SPDX-License-Identifier: GPL-3.0-or-later
// What the patch-mail text says must be read back to the same numbers, also after git and a reply had it.
#include "core/report/report_writer.h"
#include "parsers/read.h"
#include "tests/core/compare/builder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

namespace patchscale {
namespace {

using Values = std::multiset<double>;

struct Sides
{
    Values baseline;
    Values candidate;

    friend bool operator==(const Sides&, const Sides&) = default;
};

std::string render(const Runs& runs, std::size_t width = 72)
{
    ReportOptions options;
    options.width = width;
    return findReportWriter("text")->render(compare(runs, {}, {}, {}).value(), options);
}

/// The values of each side, as the runs have them.
Sides valuesOf(const Runs& runs)
{
    Sides sides;
    for (const auto& run : runs) {
        auto& values = run.variant.role == Role::Candidate ? sides.candidate : sides.baseline;
        for (const auto& result : run.results) {
            values.insert(result.value);
        }
    }
    return sides;
}

Sides readBack(const std::string& text)
{
    const auto document = readDocument(text, {});
    return document ? valuesOf(document->runs) : Sides {};
}

std::string quoted(const std::string& text, int depth)
{
    std::istringstream stream(text);
    std::string out;
    for (std::string line; std::getline(stream, line);) {
        for (int i = 0; i < depth; ++i) {
            out += line.empty() && i + 1 == depth ? ">" : "> ";
        }
        out += line + "\n";
    }
    return out;
}

Runs fioTable()
{
    return {RunBuilder("fio")
                .on("KVM guest")
                .baseline("w/o patch")
                .result("random read", "bandwidth", 8141.2, "MB/s")
                .result("seq read", "bandwidth", 8229.4, "MB/s")
                .result("random write", "bandwidth", 1675.5, "MB/s")
                .result("seq write", "bandwidth", 1681.3, "MB/s"),
            RunBuilder("fio")
                .on("KVM guest")
                .candidate("with patch")
                .result("random read", "bandwidth", 8497.1, "MB/s")
                .result("seq read", "bandwidth", 8304.2, "MB/s")
                .result("random write", "bandwidth", 1701.5, "MB/s")
                .result("seq write", "bandwidth", 1699.9, "MB/s")};
}

Runs hackbenchVariants()
{
    return {RunBuilder("hackbench")
                .baseline("base")
                .result("1-groups", "time", 4.61, "s", Better::Lower)
                .result("2-groups", "time", 4.99, "s", Better::Lower)
                .result("4-groups", "time", 5.96, "s", Better::Lower),
            RunBuilder("hackbench")
                .candidate("v1")
                .result("1-groups", "time", 4.5, "s", Better::Lower)
                .result("2-groups", "time", 4.72, "s", Better::Lower)
                .result("4-groups", "time", 5.9, "s", Better::Lower),
            RunBuilder("hackbench")
                .candidate("v2")
                .result("1-groups", "time", 4.4, "s", Better::Lower)
                .result("2-groups", "time", 4.81, "s", Better::Lower)
                .result("4-groups", "time", 4.87, "s", Better::Lower)};
}

Runs spreadTable()
{
    return {RunBuilder("kernbench")
                .baseline("base")
                .result("elapsed 8", "time", 471.71, "s", Better::Lower)
                .spread(SpreadKind::Stddev, 1.23)
                .repeats(5)
                .result("elapsed 16", "time", 211.87, "s", Better::Lower)
                .spread(SpreadKind::Stddev, 0.98)
                .repeats(5),
            RunBuilder("kernbench")
                .candidate("patched")
                .result("elapsed 8", "time", 409.88, "s", Better::Lower)
                .spread(SpreadKind::Stddev, 2.5)
                .repeats(5)
                .result("elapsed 16", "time", 215.02, "s", Better::Lower)
                .spread(SpreadKind::Stddev, 1.11)
                .repeats(5)};
}

Runs oneRow()
{
    return {RunBuilder("unixbench")
                .baseline("without patch")
                .result("Dhrystone 2 using register variables", "index", 1929.9, "index"),
            RunBuilder("unixbench")
                .candidate("with my first patch")
                .result("Dhrystone 2 using register variables", "index", 2294.6, "index"),
            RunBuilder("unixbench")
                .candidate("with cpu_relax patch")
                .result("Dhrystone 2 using register variables", "index", 2005.3, "index")};
}

Runs symbolTable()
{
    return {RunBuilder("perf report")
                .baseline("before")
                .result("osq_lock", "self", 52.77, "%", Better::Unknown)
                .result("down_write", "self", 0.59, "%", Better::Unknown)
                .result("rwsem_spin_on_owner", "self", 1.12, "%", Better::Unknown),
            RunBuilder("perf report")
                .candidate("after")
                .result("osq_lock", "self", 55.42, "%", Better::Unknown)
                .result("down_write", "self", 0.58, "%", Better::Unknown)
                .result("rwsem_spin_on_owner", "self", 1.17, "%", Better::Unknown)};
}

/// Changes that two digits do not show.
Runs tinyChanges()
{
    return {RunBuilder("unixbench")
                .baseline("before")
                .result("Double-Precision Whetstone", "index", 102026.2, "index")
                .result("Dhrystone 2 using register variables", "index", 477300.9, "index"),
            RunBuilder("unixbench")
                .candidate("after")
                .result("Double-Precision Whetstone", "index", 102025.3, "index")
                .result("Dhrystone 2 using register variables", "index", 477300.8, "index")};
}

class RoundTrip : public testing::TestWithParam<std::pair<const char*, Runs (*)()>>
{
};

TEST_P(RoundTrip, KeepsEveryNumberAndAddsNone)
{
    const auto runs = GetParam().second();
    for (const std::size_t width : {72U, 75U, 80U}) {
        EXPECT_EQ(readBack(render(runs, width)), valuesOf(runs)) << render(runs, width);
    }
}

TEST_P(RoundTrip, SurvivesTwoReplies)
{
    const auto runs = GetParam().second();
    const auto text = "Tested on my machine:\n\n" + render(runs) + "\nTested-by: A Tester <tester@example.org>\n";
    EXPECT_EQ(readBack("On Monday, somebody wrote:\n" + quoted(text, 1) + "\nLooks good.\n"), valuesOf(runs));
    EXPECT_EQ(readBack(quoted(text, 2)), valuesOf(runs));
}

TEST_P(RoundTrip, GivesTheSameComparison)
{
    const auto runs = GetParam().second();
    const auto before = compare(runs, {}, {}, {}).value();
    const auto document = readDocument(render(runs), {});
    ASSERT_TRUE(document.has_value());
    const auto after = compare(document->runs, document->claims, {}, {});
    ASSERT_TRUE(after.has_value()) << after.error().message;
    ASSERT_EQ(after->groups.size(), before.groups.size());
    for (std::size_t i = 0; i < before.groups.size(); ++i) {
        EXPECT_EQ(after->groups[i].rows.size(), before.groups[i].rows.size());
        for (const auto& row : before.groups[i].rows) {
            const auto again = std::ranges::find(after->groups[i].rows, row.test, &ComparisonRow::test);
            ASSERT_NE(again, after->groups[i].rows.end()) << row.test;
            EXPECT_EQ(again->baseline.value, row.baseline.value) << row.test;
            EXPECT_EQ(again->candidate.value, row.candidate.value) << row.test;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Tables, RoundTrip,
                         testing::Values(std::pair("unixbench", &paddingTables), std::pair("fio", &fioTable),
                                         std::pair("hackbench", &hackbenchVariants), std::pair("symbols", &symbolTable),
                                         std::pair("spread", &spreadTable), std::pair("one_row", &oneRow),
                                         std::pair("tiny", &tinyChanges)),
                         [](const auto& each) { return std::string(each.param.first); });

/// A folder that goes with the test.
class ScratchFolder
{
public:
    ScratchFolder()
    {
        auto name = (std::filesystem::temp_directory_path() / "patchscale-XXXXXX").string();
        m_path = mkdtemp(name.data()) == nullptr ? std::filesystem::path() : std::filesystem::path(name);
    }
    ScratchFolder(const ScratchFolder&) = delete;
    ScratchFolder& operator=(const ScratchFolder&) = delete;
    ~ScratchFolder()
    {
        std::error_code ignored;
        std::filesystem::remove_all(m_path, ignored);
    }
    [[nodiscard]] const std::filesystem::path& path() const
    {
        return m_path;
    }

private:
    std::filesystem::path m_path;
};

/// What @p command prints in @p folder, with git's configuration of the user left out.
std::string outputOf(const std::string& command, const std::filesystem::path& folder, int& status)
{
    const auto line = "cd '" + folder.string()
        + "' && HOME=. GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@example.org "
          "GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@example.org "
        + command + " 2>&1";
    std::string out;
    std::array<char, 4096> buffer {};
    auto* pipe = popen(line.c_str(), "r");
    while (pipe != nullptr) {
        const auto count = fread(buffer.data(), 1, buffer.size(), pipe);
        if (count == 0) {
            break;
        }
        out.append(buffer.data(), count);
    }
    status = pipe == nullptr ? -1 : pclose(pipe);
    return out;
}

TEST(RoundTripThroughGit, LosesNothingOfACommitMessage)
{
    int status = 0;
    const ScratchFolder folder;
    ASSERT_FALSE(folder.path().empty());
    outputOf("git --version", folder.path(), status);
    if (status != 0) {
        GTEST_SKIP() << "git is not installed";
    }
    const auto made =
        outputOf("git init -q . && echo old > file && git add file && git commit -q -m start", folder.path(), status);
    ASSERT_EQ(status, 0) << made;
    const auto report = findReportWriter("text")->render(compare(paddingTables(), paddingClaims(), {}, {}).value(), {});
    {
        std::ofstream mail(folder.path() / "mail");
        mail << "From: A Tester <a@example.org>\nDate: Mon, 1 Jan 2024 00:00:00 +0000\nSubject: [PATCH] pad it\n\n"
             << report << "\nSigned-off-by: A Tester <a@example.org>\n---\n file | 2 +-\n\n"
             << "diff --git a/file b/file\n--- a/file\n+++ b/file\n@@ -1 +1 @@\n-old\n+new\n";
    }
    const auto applied = outputOf("git am -q mail", folder.path(), status);
    ASSERT_EQ(status, 0) << applied;
    // An editor, as "commit --amend" opens one, takes away lines that start with '#'.
    outputOf("GIT_EDITOR=true git commit -q --amend", folder.path(), status);
    ASSERT_EQ(status, 0);
    const auto message = outputOf("git log -1 --format=%B", folder.path(), status);
    EXPECT_THAT(message, testing::HasSubstr(report));
    EXPECT_EQ(readBack(message), valuesOf(paddingTables()));
}

}
}
