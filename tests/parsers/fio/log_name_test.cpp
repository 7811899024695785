// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/fio/log_name.h"

#include "parsers/read.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace patchscale {
namespace {

constexpr std::string_view kFiveColumns = "503, 596318, 0, 0, 0\n1004, 593097, 0, 0, 0\n1506, 596320, 0, 0, 0\n";
constexpr std::string_view kFourColumns = "503, 596318, 0, 0\n1004, 593097, 0, 0\n1506, 596320, 0, 0\n";

ParsedDocument named(std::string_view path, std::string_view bytes = kFiveColumns)
{
    auto document = readDocument(bytes, {});
    EXPECT_TRUE(document.has_value());
    nameFioLog(*document, path, bytes);
    return std::move(*document);
}

const TestResult& valuesOf(const ParsedDocument& document)
{
    return document.runs.at(0).results.at(0);
}

TEST(FioLogName, TellsWhatTheValuesAre)
{
    const auto bandwidth = named("/tmp/before_bw.2.log");
    EXPECT_EQ(valuesOf(bandwidth).metric, "bandwidth");
    EXPECT_EQ(valuesOf(bandwidth).unit, "KiB/s");
    EXPECT_EQ(valuesOf(bandwidth).baseUnit, "B/s");
    EXPECT_EQ(valuesOf(bandwidth).baseValue, 596318.0 * 1024);
    EXPECT_EQ(valuesOf(bandwidth).better, Better::Higher);
    EXPECT_EQ(valuesOf(bandwidth).parameters.at("job"), "2");
    EXPECT_EQ(bandwidth.runs.at(0).results.at(1).parameters.at("job"), "2"); // so that times and values belong together

    EXPECT_EQ(valuesOf(named("iops.log")).metric, "iops");
    EXPECT_FALSE(valuesOf(named("x_iops.log")).parameters.contains("job"));
    EXPECT_EQ(valuesOf(named("x_clat.1.log")).metric, "clat");
    EXPECT_EQ(valuesOf(named("x_lat.1.log.txt")).metric, "lat");
    EXPECT_EQ(valuesOf(named("x_slat.1.log")).better, Better::Lower);
}

TEST(FioLogName, LeavesTheUnitOfALatencyOpenThatMayBeOld)
{
    EXPECT_EQ(valuesOf(named("x_clat.1.log")).unit, "ns");
    EXPECT_EQ(valuesOf(named("x_clat.1.log", kFourColumns)).unit, "");
    EXPECT_EQ(valuesOf(named("x_clat.1.log", kFourColumns)).metric, "clat");
    EXPECT_EQ(valuesOf(named("x_bw.1.log", kFourColumns)).unit, "KiB/s");
}

TEST(FioLogName, LeavesOtherNamesAndDocumentsAlone)
{
    EXPECT_EQ(valuesOf(named("numbers.txt")).metric, "logged value");
    EXPECT_EQ(valuesOf(named("blog.log")).metric, "logged value");
    const std::string other = "Pipe Throughput 12440.0 46265.1 37.2\n";
    auto document = readDocument(other, {});
    ASSERT_TRUE(document.has_value());
    const auto before = *document;
    nameFioLog(*document, "x_bw.1.log", other);
    EXPECT_EQ(*document, before);
}

}
}
