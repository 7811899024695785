// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/mail/message.h"

#include "../text/decoded.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace patchscale {
namespace {

using namespace std::string_literals;
using testing::HasSubstr;
using testing::Not;

const std::string kHead =
    "From: A. Tester <a@example.org>\nSubject: [PATCH v2 1/3] sched: faster\nDate: Mon, 3 Apr 2023 10:00:00 +0200\n";

/// Base64 by the book, 76 characters a line.
std::string base64(std::string_view text)
{
    constexpr std::string_view kAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string out;
    for (std::size_t i = 0; i < text.size(); i += 3) {
        const auto byte = [&](std::size_t k) {
            return i + k < text.size() ? static_cast<unsigned char>(text[i + k]) : 0U;
        };
        const unsigned bits = byte(0) << 16U | byte(1) << 8U | byte(2);
        for (unsigned k = 0; k < 4; ++k) {
            out += i + k > text.size() ? '=' : kAlphabet[bits >> (18U - 6U * k) & 63U];
        }
        out += (i / 3 + 1) % 19 == 0 ? "\n" : "";
    }
    return out + "\n";
}

TEST(Mail, KeepsHeaderAndTitle)
{
    const Decoded doc(kHead + "\nscore 5\n");
    EXPECT_EQ(doc.kinds(), "Header*3 Blank*1 Body*1");
    EXPECT_EQ(doc.text.title(), "[PATCH v2 1/3] sched: faster");
}

TEST(Mail, DecodesTheWordsOfItsSubject)
{
    const Decoded doc("From: a@example.org\nSubject: =?UTF-8?q?Re:_=C2=B5s_of?=\n =?utf-8?b?IHdha2V1cA==?=\n\nx 5\n");
    EXPECT_EQ(doc.text.title(), "Re: µs of wakeup");
}

TEST(Mail, UndoesQuotedPrintable)
{
    const Decoded doc(kHead
                      + "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n\n"
                        "base: 42382=C2=B119.8% a=3D5 and a long=\n line\n> x =\n=31=32.5\nbad =ZZ\n");
    EXPECT_THAT(std::string(doc.text.view()), HasSubstr("base: 42382±19.8% a=5 and a long line\nx 12.5\nbad =ZZ\n"));
    EXPECT_EQ(doc.sourceOf("±"), "=C2=B1");
    EXPECT_EQ(doc.sourceOf("19.8"), "19.8");
    EXPECT_EQ(doc.sourceOf("12.5"), "=31=32.5");
    EXPECT_EQ(doc.sourceOf("long line"), "long=\n line");
}

TEST(Mail, UndoesBase64AndLeadsBackToTheVeryCharacters)
{
    const std::string body =
        "> Pipe 12.5 13.5 µs\r\n> the second line of some length, so that the encoding has two\r\nreply 7\r\n";
    const Decoded doc(kHead + "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: base64\n\n"
                      + base64(body));
    EXPECT_THAT(std::string(doc.text.view()), HasSubstr("Pipe 12.5 13.5 µs\nthe second line"));
    const auto encoded = doc.source.find("\n\n") + 2;
    const auto clean = doc.text.view();
    for (const std::string_view part : {"Pipe", "12.5", "13.5", "µ", "length", "reply", "7", "two"}) {
        const auto plain = body.find(part);
        const auto span = doc.text.source({.offset = clean.find(part), .length = part.size()});
        const auto place = [&](std::size_t byte) { // where byte k of the plain body is: character 4k/3, and line ends
            const auto character = byte / 3 * 4 + byte % 3;
            return encoded + character + character / 76;
        };
        EXPECT_EQ(span.offset, place(plain)) << part;
        EXPECT_EQ(span.end(), place(plain + part.size() - 1) + 2) << part;
    }
}

TEST(Mail, EndsBase64WhereAFooterBegins)
{
    const Decoded doc(kHead + "Content-Transfer-Encoding: base64\n\n" + base64("score 5\n")
                      + "_____\nlist mailing list\n");
    EXPECT_THAT(std::string(doc.text.view()), HasSubstr("score 5\n"));
    EXPECT_THAT(std::string(doc.text.view()), Not(HasSubstr("\uFFFD")));
}

TEST(Mail, ReadsTheCharsetThatTheHeaderNames)
{
    const Decoded latin(kHead + "Content-Type: text/plain; charset=iso-8859-1\n\n5 \xB1 2\n");
    EXPECT_THAT(std::string(latin.text.view()), HasSubstr("5 ± 2\n"));
    EXPECT_EQ(latin.sourceOf("± 2"), "\xB1 2");
    EXPECT_TRUE(latin.diagnostics.empty());

    const Decoded chinese(kHead + "Content-Type: text/plain; charset=\"gb2312\"\nContent-Transfer-Encoding: base64\n\n"
                          + base64("\xB2\xE2\xCA\xD4 12.5\n"));
    EXPECT_THAT(std::string(chinese.text.view()), HasSubstr("测试 12.5\n"));

    const Decoded japanese(kHead + "Content-Type: text/plain; charset=iso-2022-jp\n\n\x1B$B@-G=\x1B(B 7\n");
    EXPECT_THAT(std::string(japanese.text.view()), HasSubstr("性能 7\n"));
}

TEST(Mail, BelievesTheBytesMoreThanTheHeader)
{
    const Decoded doc(kHead + "Content-Type: text/plain; charset=iso-8859-1\n\n5 ± 2\n"); // is UTF-8
    EXPECT_THAT(std::string(doc.text.view()), HasSubstr("5 ± 2\n"));
}

TEST(Mail, SaysWhichCharsetItDoesNotKnow)
{
    const Decoded doc(kHead + "Content-Type: text/plain; charset=x-martian\n\nscore 5\n");
    ASSERT_EQ(doc.diagnostics.size(), 1U);
    EXPECT_EQ(doc.diagnostics[0].code, "charset-unknown");
    EXPECT_EQ(doc.sourceOf("score 5"), "score 5");
}

const std::string kMixed = "MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=\"=-b\"\n\npreamble\n";

TEST(Mail, PrefersPlainTextOfAnAlternative)
{
    const Decoded doc(
        kHead
        + "MIME-Version: 1.0\nContent-Type: multipart/alternative; boundary=x\n\n--x\nContent-Type: text/html\n\n"
          "<p>score 6</p>\n--x\nContent-Type: text/plain; charset=utf-8\n\nscore 5\n--x--\n");
    EXPECT_THAT(std::string(doc.text.view()), HasSubstr("score 5\n"));
    EXPECT_THAT(std::string(doc.text.view()), Not(HasSubstr("score 6")));
    EXPECT_EQ(doc.sourceOf("score 5"), "score 5");
}

TEST(Mail, ReadsHtmlWhereThereIsNothingElse)
{
    const Decoded doc(kHead
                      + "Content-Type: text/html; charset=utf-8\n\n<html><head><style>p "
                        "{}</style></head><body><p>Before&nbsp;&plusmn;</p>"
                        "<table><tr><td>Pipe</td><td>12.5</td></tr>\n<tr><td>Execl</td><td>7 &lt; 8</td></tr></table>"
                        "<pre>a  1\nb  2</pre></body></html>\n");
    EXPECT_THAT(std::string(doc.text.view()), HasSubstr("Before ±\nPipe\t12.5\t\nExecl\t7 < 8\t\na  1\nb  2"));
    EXPECT_EQ(doc.sourceOf("12.5"), "12.5");
    EXPECT_EQ(doc.sourceOf("±"), "&plusmn;");
}

TEST(Mail, AppendsAttachmentsThatAreTextAndNamesTheRest)
{
    const Decoded doc(kHead + kMixed
                      + "--=-b\n\nscore 5\n--=-b\nContent-Type: application/octet-stream; name=\"run.log\"\n"
                        "Content-Transfer-Encoding: base64\nContent-Disposition: attachment; filename=\"run.log\"\n\n"
                      + base64("score 6\n")
                      + "--=-b\nContent-Type: image/png; name=\"chart.png\"\nContent-Transfer-Encoding: base64\n\n"
                      + base64("no picture") + "--=-b--\nepilogue\n");
    const std::string text(doc.text.view());
    EXPECT_LT(text.find("score 5"), text.find("score 6"));
    EXPECT_NE(text.find("score 6"), std::string::npos);
    EXPECT_THAT(text, Not(HasSubstr("preamble")));
    EXPECT_THAT(text, Not(HasSubstr("epilogue")));
    ASSERT_EQ(doc.diagnostics.size(), 1U);
    EXPECT_EQ(doc.diagnostics[0].code, "unread-attachment");
    EXPECT_THAT(doc.diagnostics[0].message, HasSubstr("chart.png"));
}

TEST(Mail, ReadsAForwardedMessage)
{
    const Decoded doc(kHead + kMixed
                      + "--=-b\n\nsee below\n--=-b\nContent-Type: message/rfc822\n\nFrom: b@example.org\nSubject: "
                        "other\n\nscore 9\n--=-b--\n");
    EXPECT_EQ(doc.text.title(), "[PATCH v2 1/3] sched: faster");
    EXPECT_THAT(doc.lines(), HasSubstr("Header 0|Subject: other\n"));
    EXPECT_EQ(doc.sourceOf("score 9"), "score 9");
}

TEST(Mail, SurvivesPartsThatAreNotClosed)
{
    const Decoded doc(kHead + kMixed
                      + "--=-b\nContent-Type: text/plain\n\nscore 5\n--=-b\nContent-Type: text/plain\n\nscore 6");
    EXPECT_THAT(std::string(doc.text.view()), HasSubstr("score 6\n"));
    const Decoded empty(kHead + "Content-Type: multipart/mixed\n\nscore 7\n"); // names no boundary
    EXPECT_THAT(std::string(empty.text.view()), HasSubstr("score 7\n"));
}

TEST(Mail, JoinsSoftLineBreaksOfFlowedText)
{
    const Decoded doc(kHead
                      + "Content-Type: text/plain; charset=utf-8; format=flowed\n\n"
                        "With the second patch applied the score of the whole suite \nis 1782.3 on this machine\n"
                        "> a quoted line that is long enough to have been broken by \n> the mail program at 72\n"
                        "Dhrystone 2 using register variables         116700.0  948326591.2 \nExecl 43.0   5 \n"
                        " > not a quote\n-- \nA. Tester\n");
    EXPECT_THAT(
        doc.lines(),
        HasSubstr("Body 0|With the second patch applied the score of the whole suite is 1782.3 on this machine\n"
                  "Body 1|a quoted line that is long enough to have been broken by the mail program at 72\n"
                  "Body 0|Dhrystone 2 using register variables         116700.0  948326591.2 \n"
                  "Body 0|Execl 43.0   5 \nBody 0|> not a quote\nRuler 0|-- \n"));
    EXPECT_EQ(doc.sourceOf("1782.3"), "1782.3");
    EXPECT_EQ(doc.sourceOf("72"), "72");
}

TEST(Mail, ReadsAMailbox)
{
    const std::string from = "From tester Mon Sep 17 00:00:00 2001\n";
    const Decoded doc(
        from + kHead + "\nscore 5\n>From here on\n\n" + from
        + "From: b@example.org\nSubject: second\nContent-Transfer-Encoding: quoted-printable\n\nscore =36\n");
    EXPECT_EQ(doc.text.title(), "[PATCH v2 1/3] sched: faster");
    EXPECT_THAT(doc.lines(), HasSubstr("Body 0|score 5\nBody 0|From here on\n"));
    EXPECT_THAT(doc.lines(), HasSubstr("Header 0|Subject: second\n"));
    EXPECT_EQ(doc.sourceOf("score 6"), "score =36");
}

TEST(Mail, ReadsWithinASignedMessage)
{
    const Decoded doc(kHead
                      + "\n-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\nscore 5\n- -- \n"
                        "-----BEGIN PGP SIGNATURE-----\n\niQ5aBc12\n=a1B2\n-----END PGP SIGNATURE-----\nafter 6\n");
    EXPECT_EQ(doc.kinds(), "Header*3 Blank*1 Header*2 Blank*1 Body*1 Ruler*1 Header*5 Body*1");
}

TEST(Mail, WorksWithReturnsAtLineEnds)
{
    std::string mail = kHead + kMixed + "--=-b\nContent-Transfer-Encoding: quoted-printable\n\nscore =\n=35\n--=-b--\n";
    for (auto pos = mail.find('\n'); pos != std::string::npos; pos = mail.find('\n', pos + 2)) {
        mail.replace(pos, 1, "\r\n");
    }
    const Decoded doc(mail);
    EXPECT_THAT(std::string(doc.text.view()), HasSubstr("score 5\n"));
    EXPECT_EQ(doc.sourceOf("score 5"), "score =\r\n=35");
}

TEST(Mail, IsTakenOnlyForWhatItIs)
{
    EXPECT_TRUE(looksLikeMail("Subject: x\n\ntext"));
    EXPECT_TRUE(looksLikeMail("Return-Path: <a>\nReceived: x\n y\nFrom: a\n\ntext"));
    EXPECT_FALSE(looksLikeMail("System: host\nOS: Linux\n\ntext"));
    EXPECT_FALSE(looksLikeMail("From here on it is faster\nand better\n"));
    EXPECT_FALSE(looksLikeMail("From: 12\nthen text"));
    EXPECT_FALSE(looksLikeMail("Before: 12\nAfter: 13\n\n"));
    EXPECT_FALSE(looksLikeMail(""));
}

}
}
