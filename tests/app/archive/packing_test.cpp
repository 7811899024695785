// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/archive/packing.h"

#include "packed_files.h"

#include <gmock/gmock.h>

using namespace patchscale;
using namespace patchscale::testing_archive;
using testing::ElementsAre;
using testing::HasSubstr;

namespace {

std::vector<std::string> namesOf(const std::vector<Member>& members)
{
    std::vector<std::string> names;
    for (const auto& member : members) {
        names.push_back(member.name);
    }
    return names;
}

/// The only member of @p members, which must have been refused.
std::string onlyRefusal(const Result<std::vector<Member>>& members)
{
    if (!members || members->size() != 1 || members->front().bytes) {
        return "not refused";
    }
    EXPECT_FALSE(members->front().bytes.error().hints.empty());
    return members->front().bytes.error().message;
}

}

TEST(Packing, IsToldByTheFirstBytes)
{
    EXPECT_EQ(packingOf(zipOf({{.name = "a", .bytes = "1"}})), Packing::Zip);
    EXPECT_EQ(packingOf(tarOf({{.name = "a", .bytes = "1"}})), Packing::Tar);
    EXPECT_EQ(packingOf(gzipOf("1")), Packing::Gzip);
    EXPECT_EQ(packingOf("BZh91AY&SY...."), Packing::Bzip2);
    EXPECT_EQ(packingOf("Rar!\x1A\x07..."), Packing::Foreign);
    EXPECT_EQ(packingOf("BZh is what a mail may begin with"), Packing::None);
    EXPECT_EQ(packingOf(""), Packing::None);
}

TEST(Packing, NamesThatLeadOutAreTold)
{
    for (const std::string_view name : {"../a", "a/../../b", "/a", "\\a", "C:\\a", "a\\..\\b", ".."}) {
        EXPECT_FALSE(staysInside(name)) << name;
    }
    for (const std::string_view name : {"a", "a/b.txt", "a..b/c", "..a/b", "./a"}) {
        EXPECT_TRUE(staysInside(name)) << name;
    }
    EXPECT_FALSE(staysInside(std::string_view("a\0b", 3)));
}

TEST(Zip, GivesEntriesWithTheNameOfTheArchiveBeforeTheirs)
{
    Budget budget;
    const auto members =
        readZip(zipOf({{.name = "x/", .bytes = ""}, {.name = "x/one", .bytes = "1"}, {.name = "two", .bytes = "22"}}),
                "r.zip", budget, Job {});
    ASSERT_TRUE(members.has_value());
    EXPECT_THAT(namesOf(*members), ElementsAre("r.zip/x/one", "r.zip/two"));
    EXPECT_EQ(*members->at(1).bytes, "22");
}

TEST(Zip, KeepsNamesThatAreNotUtf8ByteForByte)
{
    Budget budget;
    const auto members = readZip(zipOf({{.name = "r\xE9sum\xE9", .bytes = "1"}}), "r.zip", budget, Job {});
    EXPECT_THAT(namesOf(*members), ElementsAre("r.zip/r\xE9sum\xE9"));
}

TEST(Zip, RefusesWhatIsEncryptedDamagedOrLeadsOut)
{
    Budget budget;
    const auto one = [&](ZipEntry entry) {
        return onlyRefusal(readZip(zipOf({std::move(entry)}), "r.zip", budget, Job {}));
    };
    EXPECT_THAT(one({.name = "a", .bytes = "secret", .isEncrypted = true}), HasSubstr("'r.zip/a': it is encrypted"));
    EXPECT_THAT(one({.name = "a", .bytes = "text", .isDamaged = true}), HasSubstr("checksum does not fit"));
    EXPECT_THAT(one({.name = "../a", .bytes = "text"}), HasSubstr("leads out of the archive"));
    EXPECT_THAT(one({.name = "a", .bytes = "b", .isLink = true}), HasSubstr("it is a link"));
}

TEST(Zip, ReadsTheRestBesideADamagedEntry)
{
    Budget budget;
    const auto members =
        readZip(zipOf({{.name = "bad", .bytes = "1", .isDamaged = true}, {.name = "good", .bytes = "2"}}), "r.zip",
                budget, Job {});
    ASSERT_EQ(members->size(), 2U);
    EXPECT_FALSE(members->at(0).bytes.has_value());
    EXPECT_EQ(*members->at(1).bytes, "2");
}

TEST(Zip, RefusesAnArchiveThatWasCut)
{
    Budget budget;
    const auto whole = zipOf({{.name = "a", .bytes = std::string(1000, 'x')}});
    EXPECT_THAT(onlyRefusal(readZip(whole.substr(0, 600), "r.zip", budget, Job {})), HasSubstr("no whole zip archive"));
}

TEST(Zip, RefusesOfficeDocuments)
{
    Budget budget;
    const auto sheet = zipOf({{.name = "mimetype", .bytes = "x"}, {.name = "content.xml", .bytes = "<a>1</a>"}});
    EXPECT_THAT(onlyRefusal(readZip(sheet, "r.ods", budget, Job {})), HasSubstr("office document"));
}

TEST(Zip, StopsWhenTheArchiveAsAWholeIsTooLarge)
{
    Budget budget({.totalBytes = 1500});
    const std::string kilo(1000, 'x');
    const auto members =
        readZip(zipOf({{.name = "a", .bytes = kilo}, {.name = "b", .bytes = kilo}, {.name = "c", .bytes = kilo}}),
                "r.zip", budget, Job {});
    ASSERT_EQ(members->size(), 2U); // "c" costs no time any more
    EXPECT_TRUE(members->at(0).bytes.has_value());
    EXPECT_THAT(members->at(1).bytes.error().message, HasSubstr("in all"));
}

TEST(Zip, StopsAtTooManyEntries)
{
    Budget budget({.members = 2});
    const auto members =
        readZip(zipOf({{.name = "a", .bytes = "1"}, {.name = "b", .bytes = "1"}, {.name = "c", .bytes = "1"}}), "r.zip",
                budget, Job {});
    ASSERT_EQ(members->size(), 3U);
    EXPECT_THAT(members->at(2).bytes.error().message, HasSubstr("more than 2 entries"));
}

TEST(Stream, GivesAllPartsOfAGzipFileAndPassesOverPadding)
{
    Budget budget;
    const auto bytes = gzipOf("one\n") + gzipOf("two\n") + std::string(10, '\0');
    EXPECT_EQ(*unpackStream(Packing::Gzip, bytes, "r.gz", budget, Job {}), "one\ntwo\n");
}

TEST(Stream, RefusesWhatUnpacksToFarMoreThanItsSize)
{
    // 100 000 equal bytes pack to about 130: more than 250 times less.
    Budget budget({.freeBytes = 1000});
    const auto bytes = unpackStream(Packing::Gzip, gzipOf(std::string(100'000, '0')), "r.gz", budget, Job {});
    ASSERT_FALSE(bytes.has_value());
    EXPECT_THAT(bytes.error().message, HasSubstr("more than 250 times its size"));
}

TEST(Stream, RefusesOneThatWasCutAndOneThatIsDamaged)
{
    Budget budget;
    auto bytes = gzipOf("Pipe Throughput 1234.5 lps, and more text to pack");
    EXPECT_THAT(unpackStream(Packing::Gzip, bytes.substr(0, bytes.size() - 9), "r.gz", budget, Job {}).error().message,
                HasSubstr("ends early"));
    bytes[bytes.size() - 8] = static_cast<char>(bytes[bytes.size() - 8] ^ 1); // its checksum
    EXPECT_THAT(unpackStream(Packing::Gzip, bytes, "r.gz", budget, Job {}).error().message, HasSubstr("damaged"));
}

TEST(Stream, AStoppedJobEndsAsCancelled)
{
    std::stop_source stop;
    stop.request_stop();
    Budget budget;
    const auto bytes = unpackStream(Packing::Gzip, gzipOf("1"), "r.gz", budget, Job {.stop = stop.get_token()});
    EXPECT_EQ(bytes.error().code, Errc::Cancelled);
}

TEST(Tar, GivesFilesAndNamesWhatIsNone)
{
    Budget budget;
    const auto members = readTar(tarOf({{.name = "d/", .bytes = "", .kind = '5'},
                                        {.name = "./d/one", .bytes = "1"},
                                        {.name = "d/link", .bytes = "", .kind = '2'},
                                        {.name = "../out", .bytes = "2"}}),
                                 "r.tar", budget, Job {});
    ASSERT_TRUE(members.has_value());
    EXPECT_THAT(namesOf(*members), ElementsAre("r.tar/d/one", "r.tar/d/link", "r.tar/../out"));
    EXPECT_EQ(*members->at(0).bytes, "1");
    EXPECT_EQ(members->at(1).bytes.error().code, Errc::UnsupportedInput);
    EXPECT_THAT(members->at(2).bytes.error().message, HasSubstr("leads out of the archive"));
}

TEST(Tar, TakesLongNamesFromGnuAndPaxHeaders)
{
    Budget budget;
    const std::string longName(150, 'n');
    const auto members = readTar(tarOf({{.name = "././@LongLink", .bytes = longName, .kind = 'L'},
                                        {.name = "short", .bytes = "1"},
                                        {.name = "pax", .bytes = "19 path=from/a/pax\n", .kind = 'x'},
                                        {.name = "short", .bytes = "2"},
                                        {.name = "short", .bytes = "3"}}),
                                 "r.tar", budget, Job {});
    EXPECT_THAT(namesOf(*members), ElementsAre("r.tar/" + longName, "r.tar/from/a/pax", "r.tar/short"));
}

TEST(Tar, SaysWhereItBreaksOff)
{
    Budget budget;
    const auto whole = tarOf({{.name = "a", .bytes = "1"}, {.name = "b", .bytes = std::string(2000, 'x')}});
    const auto members = readTar(whole.substr(0, 2000), "r.tar", budget, Job {});
    ASSERT_EQ(members->size(), 2U);
    EXPECT_EQ(*members->at(0).bytes, "1");
    EXPECT_THAT(members->at(1).bytes.error().message, HasSubstr("ends within an entry"));
}
