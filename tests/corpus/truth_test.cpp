// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the documents of an optional folder of samples, whose values a careful reader has written down, and compares.
// PATCHSCALE_TRUTH_REPORT=1 prints what is found and missing for each document.
#include "tests/corpus/truth.h"

#include "parsers/read.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <print>

namespace patchscale::corpus {
namespace {

namespace fs = std::filesystem;

const fs::path kSamples = fs::path(PATCHSCALE_SOURCE_DIR) / ".." / "shared" / "samples";

std::string readAll(const fs::path& file)
{
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

struct Count
{
    int found = 0;
    int total = 0;
};

Count check(const fs::path& folder, const std::string& sample, const std::vector<TruthRow>& rows, bool isLoud)
{
    Count count;
    const auto bytes = readAll(folder / sample);
    const auto document = readDocument(bytes, {});
    for (const auto& row : rows) {
        if (!row.value || row.role == "claim") {
            continue;
        }
        ++count.total;
        if (document && holds(*document, row)) {
            ++count.found;
        } else if (isLoud) {
            std::println("  missing {}: {} | {} | {} | {} = {} {}", sample, row.machine, row.test, row.metric,
                         row.variant, row.written, row.unit);
        }
    }
    return count;
}

/// How many values of each document are known to be found: truth_floor.tsv (folder/sample, count). It only rises.
std::map<std::string, int> loadFloor()
{
    std::map<std::string, int> out;
    std::ifstream in(fs::path(PATCHSCALE_SOURCE_DIR) / "tests" / "corpus" / "truth_floor.tsv");
    std::string name;
    int count = 0;
    while (std::getline(in, name, '\t') && in >> count) {
        in.ignore();
        out[name] = count;
    }
    return out;
}

class Truth : public testing::TestWithParam<std::string>
{
};

TEST_P(Truth, FindsAtLeastTheValuesThatWereFoundBefore)
{
    const auto folder = kSamples / GetParam();
    if (!fs::exists(folder / "TRUTH.tsv")) {
        GTEST_SKIP() << "no folder of samples beside the source tree";
    }
    const bool isReport = std::getenv("PATCHSCALE_TRUTH_REPORT") != nullptr;
    const auto floor = loadFloor();
    Count sum;
    for (const auto& [sample, rows] : loadTruth(folder / "TRUTH.tsv")) {
        const auto count = check(folder, sample, rows, isReport);
        sum.found += count.found;
        sum.total += count.total;
        if (isReport) {
            std::println("{}/{}\t{}\t{}", GetParam(), sample, count.found, count.total);
        }
        if (const auto known = floor.find(GetParam() + "/" + sample); known != floor.end()) {
            EXPECT_GE(count.found, known->second) << sample;
        }
    }
    if (isReport) {
        std::println("{}: {} of {}", GetParam(), sum.found, sum.total);
    }
    EXPECT_GT(sum.total, 0);
}

INSTANTIATE_TEST_SUITE_P(Samples, Truth, testing::Values("seeds", "mails", "unixbench", "perf", "fio"),
                         [](const auto& parameter) { return parameter.param; });

}
}
