// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/text/decode.h"

#include "decoded.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace patchscale {
namespace {

using namespace std::string_literals;
using testing::HasSubstr;

std::string refusal(std::string_view bytes)
{
    std::vector<Diagnostic> diagnostics;
    const auto result = decodeText(bytes, diagnostics, {});
    EXPECT_FALSE(result);
    if (result) {
        return "read";
    }
    EXPECT_EQ(result.error().code, Errc::UnsupportedInput);
    EXPECT_FALSE(result.error().hints.empty());
    return result.error().message;
}

TEST(Decode, TakesQuoteMarksOffAndLeadsBack)
{
    const Decoded doc("On Monday, a tester wrote:\n> > Pipe 12.5\n>> Pipe 13.5\n> score 7\nfine\n");
    EXPECT_EQ(doc.lines(),
              "Attribution 0|On Monday, a tester wrote:\n"
              "Body 2|Pipe 12.5\n"
              "Body 2|Pipe 13.5\n"
              "Body 1|score 7\n"
              "Body 0|fine\n");
    const auto span = doc.text.source(doc.text.spanOf(doc.text.line(2)));
    EXPECT_EQ(doc.source.substr(span.offset, span.length), "Pipe 13.5");
    EXPECT_EQ(doc.sourceOf("12.5\nPipe 13"), "12.5\n>> Pipe 13"); // a span over two lines covers the marks between
}

TEST(Decode, EndsLinesInOneWay)
{
    const Decoded doc("a 1\r\nb 2\r\r\nprogress 3\rprogress 4\r\nlast 5");
    EXPECT_EQ(doc.text.view(), "a 1\nb 2\nprogress 3\nprogress 4\nlast 5\n");
    EXPECT_EQ(doc.sourceOf("4"), "4");
    EXPECT_EQ(doc.text.source(doc.text.spanOf(doc.text.line(4))).offset, doc.source.find("last"));
}

TEST(Decode, LeavesEveryPlainByteWhereItWas)
{
    const Decoded doc("> one 1\r\n>> two\t2.5 %\r\n\r\nthree \xC2\xB1 3\n> \x1B[1mfour\x1B[0m 4\n");
    for (std::size_t i = 0; i < doc.text.view().size(); ++i) {
        const auto span = doc.text.source({.offset = i, .length = 1});
        ASSERT_EQ(span.length, 1U) << i;
        EXPECT_EQ(doc.source[span.offset], doc.text.view()[i]) << i;
    }
}

TEST(Decode, TakesTerminalEscapesOut)
{
    const Decoded doc("\x1B[32m12\x1B[0m.5 ops\x1B[20C7\x1B]0;title\x07 x\n");
    EXPECT_EQ(doc.text.line(0), "12.5 ops 7 x"); // colours join, a move of the cursor parts
    EXPECT_EQ(doc.sourceOf("12.5"), "12\x1B[0m.5");
}

TEST(Decode, KeepsTheCharacterBehindALoneEscape)
{
    const Decoded doc("a 1 \x1B\xC2\xB1 2\n");
    EXPECT_EQ(doc.text.line(0), "a 1 ± 2");
}

TEST(Decode, PartsWhatControlCharactersPart)
{
    const Decoded doc("10%\b\b\b20%\f1\x01"
                      "2 and some more text so that one odd byte is not much of it\n");
    EXPECT_EQ(doc.text.line(0), "10%   20% 1 2 and some more text so that one odd byte is not much of it");
}

TEST(Decode, CountsWordsThatStartWithDigits)
{
    const Decoded doc("Pipe (8) -11.5% ~6 v2 L1-load 5.6.15 a|7 \xC2\xB1"
                      "19.8%\nnone\n12\n");
    EXPECT_EQ(doc.text.lines()[0].numbers, 6); // (8 -11.5 ~6 5.6.15 |7 ±19.8
    EXPECT_EQ(doc.text.lines()[0].firstDigit, 6U);
    EXPECT_EQ(doc.text.lines()[1].numbers, 0);
    EXPECT_EQ(doc.text.lines()[1].firstDigit, doc.text.lines()[1].end);
    EXPECT_EQ(doc.text.lines()[2].firstDigit, doc.text.lines()[2].begin);
}

TEST(Decode, TellsRulersAndBlankLines)
{
    const Decoded doc("---\n=====  ====\n+---+---+\n|:---|---:|\n- - -\n┌───┬──┐\n-\n \t \n--x\n|  |\n");
    EXPECT_EQ(doc.kinds(), "Ruler*6 Body*1 Blank*1 Body*1 Ruler*1");
}

TEST(Decode, SkipsAByteOrderMark)
{
    const Decoded doc("\xEF\xBB\xBFscore 5\n");
    EXPECT_EQ(doc.text.view(), "score 5\n");
    EXPECT_EQ(doc.sourceOf("score"), "score");
}

TEST(Decode, ReadsUtf16WithAMark)
{
    const Decoded little("\xFF\xFE"s + "1\0.\0\x35\0 \0\xB1\0\n\0"s);
    EXPECT_THAT(little.text.view(), HasSubstr("1.5 ±"));
    EXPECT_EQ(little.sourceOf("1.5"), "1\0.\0\x35\0"s);
    EXPECT_EQ(little.sourceOf("±"), "\xB1\0"s);
    const Decoded big("\xFE\xFF"s + "\0a\0b\0 \0\x37"s);
    EXPECT_EQ(big.sourceOf("7"), "\0\x37"s);
}

TEST(Decode, GuessesLatin1AndSaysSo)
{
    const Decoded doc("base 42.5 \xB1 3%\n> d\xE9j\xE0 7 \x80\n");
    EXPECT_EQ(doc.text.line(0), "base 42.5 ± 3%");
    EXPECT_EQ(doc.text.line(1), "déjà 7 €");
    EXPECT_EQ(doc.sourceOf("± 3"), "\xB1 3");
    ASSERT_EQ(doc.diagnostics.size(), 1U);
    EXPECT_EQ(doc.diagnostics[0].code, "charset-guessed");
}

TEST(Decode, KeepsUtf8BesideAStrayByte)
{
    const Decoded doc("a ± 1\nb \xB1 2\n");
    EXPECT_EQ(doc.text.view(), "a ± 1\nb ± 2\n");
}

TEST(Decode, GuessesGbk)
{
    // "测试 12.5 性能" (test, performance)
    const Decoded doc("\xB2\xE2\xCA\xD4 12.5 \xD0\xD4\xC4\xDC\n");
    EXPECT_EQ(doc.text.line(0), "测试 12.5 性能");
    EXPECT_EQ(doc.sourceOf("12.5"), "12.5");
    EXPECT_EQ(doc.sourceOf("能"), "\xC4\xDC");
    EXPECT_THAT(doc.diagnostics.at(0).message, HasSubstr("GBK"));
}

TEST(Decode, RefusesWhatIsNoText)
{
    EXPECT_THAT(refusal(""), HasSubstr("empty"));
    EXPECT_THAT(refusal(" \n\t\n"), HasSubstr("nothing but blanks"));
    EXPECT_THAT(refusal("a\0b\n"s), HasSubstr("NUL"));
    EXPECT_THAT(refusal("\x1F\x8B\x08 and so on"), HasSubstr("gzip"));
    EXPECT_THAT(refusal("PERFILE2 and so on"), HasSubstr("perf"));
    EXPECT_THAT(refusal("\x7F"
                        "ELF\x02\x01\x01"),
                HasSubstr("program"));
    EXPECT_THAT(refusal("\x01\x02\x03\x04 binary \x05\x06"), HasSubstr("binary"));
}

TEST(Decode, RefusesWhatIsTooLarge)
{
    const char byte = 'x';
    EXPECT_THAT(refusal(std::string_view(&byte, kMaxDocumentBytes + 1)),
                HasSubstr("too large")); // only its size is looked at
}

TEST(Decode, StopsWhenAsked)
{
    std::stop_source stop;
    stop.request_stop();
    std::vector<Diagnostic> diagnostics;
    const Job job {.stop = stop.get_token()};
    const auto result = decodeText("a\nb\n", diagnostics, job);
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().code, Errc::Cancelled);
}

}
}
