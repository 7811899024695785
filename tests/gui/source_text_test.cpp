// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/source/source_text.h"

#include <QTest>

using namespace Qt::StringLiterals;

namespace patchscale {

class SourceTextTest final : public QObject
{
    Q_OBJECT

private slots:
    void positionsCountCharacters()
    {
        const std::string bytes = "a\xC3\xA4 5\nb 7"; // "aä 5"
        const SourceText source(bytes);
        QCOMPARE(source.text(), u"aä 5\nb 7"_s);
        QCOMPARE(source.position(4), 3); // the 5
        QCOMPARE(source.position(8), 7); // the 7
        QCOMPARE(source.offset(3), std::size_t(4));
        QCOMPARE(source.offset(7), std::size_t(8));
        QCOMPARE(source.line(8), 2);
    }

    void characterOutsideThePlaneTakesTwoPositions()
    {
        const std::string bytes = "\xF0\x9F\x98\x80x";
        const SourceText source(bytes);
        QCOMPARE(source.position(4), 2);
        QCOMPARE(source.offset(2), std::size_t(4));
    }

    void carriageReturnsAreNoCharacters()
    {
        const std::string bytes = "one\r\ntwo\r\n";
        const SourceText source(bytes);
        QCOMPARE(source.text(), u"one\ntwo\n"_s);
        QCOMPARE(source.position(5), 4);
        QCOMPARE(source.offset(4), std::size_t(5));
        QCOMPARE(source.position(4), 3); // between the two bytes of the line end
    }

    void invalidBytesAreShownOneByOne()
    {
        const std::string bytes = "12\xB1 3";
        const SourceText source(bytes);
        QCOMPARE(source.text(), u"12± 3"_s);
        QCOMPARE(source.position(4), 4);
        QCOMPARE(source.offset(4), std::size_t(4));
    }

    void controlCharactersKeepTheirPlace()
    {
        const std::string bytes("a\0b\x0C", 4);
        const SourceText source(bytes);
        QCOMPARE(source.text(), u"a\u2400b\u240C"_s);
        QCOMPARE(source.position(2), 2);
    }

    void nothingIsOneEmptyLine()
    {
        const SourceText source("");
        QCOMPARE(source.text(), QString());
        QCOMPARE(source.position(0), 0);
        QCOMPARE(source.position(99), 0);
        QCOMPARE(source.offset(5), std::size_t(0));
        QCOMPARE(source.line(0), 1);
    }
};

}

QTEST_GUILESS_MAIN(patchscale::SourceTextTest)
#include "source_text_test.moc"
