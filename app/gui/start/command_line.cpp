// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/start/command_line.h"

#include "app/render/chart_file.h"
#include "core/compare/figures.h"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <QFileInfo>

#include <cstdio>

using namespace Qt::StringLiterals;

namespace patchscale {

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(CommandLine)
};

constexpr int kDone = 0;
constexpr int kBadInput = 2;

void print(std::FILE* stream, const QString& text)
{
    const QByteArray bytes = text.toLocal8Bit();
    std::fwrite(bytes.constData(), 1, static_cast<std::size_t>(bytes.size()), stream);
}

bool hasDisplay()
{
    return !qEnvironmentVariableIsEmpty("DISPLAY") || !qEnvironmentVariableIsEmpty("WAYLAND_DISPLAY")
        || !qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM");
}

}

void complain(const QString& message, const QString& hint)
{
    QString text = u"patchscale: "_s + message + u'\n';
    if (!hint.isEmpty()) {
        text += u"hint: "_s + hint + u'\n';
    }
    print(stderr, text);
}

std::optional<CommandLine> readCommandLine(const QStringList& arguments, int& exitStatus)
{
    QCommandLineParser parser;
    parser.setApplicationDescription(
        Words::tr("Shows what a patch did to a benchmark: before and after side by side, what is "
                  "real, and what the author claims."));
    const QCommandLineOption help({u"h"_s, u"help"_s}, Words::tr("Say what can be asked for, and end."));
    const QCommandLineOption version({u"v"_s, u"version"_s}, Words::tr("Say which version this is, and end."));
    const QCommandLineOption exportTo(
        u"export"_s, Words::tr("Draw the changes as charts into OUT (.svg, .png or .pdf) without a window, and end."),
        u"OUT"_s);
    const QCommandLineOption flameGraph(
        u"flame-graph"_s, Words::tr("With --export: draw the stacks of two profiles over each other instead."));
    const QCommandLineOption picture(
        u"screenshot"_s, Words::tr("Draw the window with the files in it into OUT (.png) without a display, and end."),
        u"OUT"_s);
    const QCommandLineOption colours(u"colours"_s, Words::tr("Use these colours: light or dark."), u"NAME"_s);
    const QCommandLineOption limit(
        u"limit"_s, Words::tr("Change in percent that matters in what is drawn, 1 unless given."), u"PCT"_s);
    parser.addOptions({help, version, exportTo, flameGraph, picture, colours, limit});
    parser.addPositionalArgument(u"FILE"_s, Words::tr("Mails, commits or benchmark output to open."), u"[FILE…]"_s);

    exitStatus = kBadInput;
    if (!parser.parse(arguments)) {
        complain(parser.errorText(), Words::tr("see 'patchscale --help'"));
        return std::nullopt;
    }
    if (parser.isSet(help) || parser.isSet(version)) {
        print(stdout,
              parser.isSet(help) ? parser.helpText().replace(u"<executable_name>"_s, u"patchscale"_s)
                                 : u"patchscale "_s + QStringLiteral(PATCHSCALE_VERSION) + u'\n');
        exitStatus = kDone;
        return std::nullopt;
    }
    CommandLine command {.files = parser.positionalArguments(),
                         .exportPath = parser.value(exportTo),
                         .isFlameGraph = parser.isSet(flameGraph),
                         .picturePath = parser.value(picture),
                         .colours = std::nullopt,
                         .limit = std::nullopt};
    if (parser.isSet(colours)) {
        command.colours = themeNamed(parser.value(colours));
    }
    if (command.colours == ThemeChoice::System) {
        complain(Words::tr("there are no colours '%1'").arg(parser.value(colours)), Words::tr("use light or dark"));
        return std::nullopt;
    }
    if (parser.isSet(limit)) {
        command.limit = percentOf(parser.value(limit).toStdString());
        if (!command.limit) {
            complain(Words::tr("'%1' is no percentage").arg(parser.value(limit)),
                     Words::tr("write for example 2 or 0.5"));
            return std::nullopt;
        }
        if (!parser.isSet(exportTo)) {
            complain(Words::tr("--limit goes with --export"),
                     Words::tr("in the window the limit is set above the table"));
            return std::nullopt;
        }
    }
    if (command.isFlameGraph && !parser.isSet(exportTo)) {
        complain(Words::tr("--flame-graph goes with --export"), Words::tr("in the window it is on the Profiles page"));
        return std::nullopt;
    }
    if (parser.isSet(exportTo) && !chartFileTypes().contains(QFileInfo(command.exportPath).suffix().toLower())) {
        complain(Words::tr("cannot draw '%1': its ending names no picture").arg(command.exportPath),
                 Words::tr("let it end in .svg, .png or .pdf"));
        return std::nullopt;
    }
    if (parser.isSet(exportTo) && command.files.isEmpty()) {
        complain(Words::tr("--export needs a document to draw"), Words::tr("patchscale --export OUT.svg FILE…"));
        return std::nullopt;
    }
    const bool needsDisplay = !parser.isSet(exportTo) && !parser.isSet(picture);
    if (needsDisplay && !hasDisplay()) {
        complain(Words::tr("cannot open a window: there is no display"),
                 Words::tr("print the comparison with 'patchscale-cli compare FILE', or draw it with "
                           "'patchscale --export OUT.svg FILE'"));
        return std::nullopt;
    }
    return command;
}

}
