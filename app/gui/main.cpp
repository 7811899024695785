// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/theme/theme.h"
#include "app/gui/window/main_window.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QStyleFactory>

using namespace Qt::StringLiterals;

int main(int argc, char** argv)
{
    QApplication application(argc, argv);
    QApplication::setApplicationName(u"patchscale"_s);
    QApplication::setApplicationDisplayName(u"Patchscale"_s);
    QApplication::setOrganizationName(u"patchscale"_s);
    QApplication::setApplicationVersion(QStringLiteral(PATCHSCALE_VERSION));
    QApplication::setStyle(QStyleFactory::create(u"Fusion"_s));

    QCommandLineParser parser;
    parser.setApplicationDescription(QApplication::translate("main", "Shows what a patch did to a benchmark."));
    parser.addHelpOption();
    parser.addVersionOption();
    parser.addPositionalArgument(u"FILE…"_s,
                                 QApplication::translate("main", "mails, commits or benchmark output to open"));
    parser.process(application);

    patchscale::applyFont(application);
    patchscale::applyTheme(application, patchscale::ThemeChoice::System);
    patchscale::MainWindow window;
    window.show();
    if (!parser.positionalArguments().isEmpty()) {
        window.openFiles(parser.positionalArguments());
    }
    return QApplication::exec();
}
