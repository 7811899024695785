// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/start/command_line.h"
#include "app/gui/start/without_window.h"
#include "app/gui/theme/theme.h"
#include "app/gui/window/main_window.h"

#include <QApplication>
#include <QIcon>
#include <QSettings>
#include <QStyleFactory>
#include <QTemporaryDir>
#include <QTimer>
#include <QTranslator>

#include <csignal>

using namespace Qt::StringLiterals;
using namespace patchscale;

int main(int argc, char** argv)
{
    std::signal(SIGXFSZ, SIG_IGN); // a file size limit is an error of writing like a full disk
    QStringList arguments;
    for (int i = 0; i < argc; ++i) {
        arguments << QString::fromLocal8Bit(argv[i]);
    }
    int exitStatus = 0;
    const std::optional<CommandLine> command = readCommandLine(arguments, exitStatus);
    if (!command) {
        return exitStatus;
    }
    const bool isWithoutWindow = !command->exportPath.isEmpty() || !command->picturePath.isEmpty();
    // What is drawn without a window must not depend on what its user once chose, nor leave anything behind.
    const QTemporaryDir nowhere;
    if (isWithoutWindow) {
        qputenv("QT_QPA_PLATFORM", "offscreen");
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, nowhere.path());
    }

    QApplication application(argc, argv);
    QApplication::setApplicationName(u"patchscale"_s);
    QApplication::setApplicationDisplayName(u"Patchscale"_s);
    QApplication::setApplicationVersion(QStringLiteral(PATCHSCALE_VERSION));
    QApplication::setDesktopFileName(u"org.patchscale.Patchscale"_s);
    QApplication::setStyle(QStyleFactory::create(u"Fusion"_s));
    applyFont(application);
    QTranslator plurals;
    if (plurals.load(u":/patchscale/i18n/patchscale_en.qm"_s)) {
        QApplication::installTranslator(&plurals);
    }
    if (!command->exportPath.isEmpty()) {
        return exportCharts(*command);
    }

    // Before the window, so that its widgets are polished once.
    applyTheme(application,
               command->colours      ? *command->colours
                   : isWithoutWindow ? ThemeChoice::System
                                     : themeNamed(Settings().colours()));
    MainWindow window(isWithoutWindow ? MainWindow::Memory::Off : MainWindow::Memory::On);
    window.chooseColours(command->colours);
    window.show();
    // After the window: drawing the icon would hold it up.
    QTimer::singleShot(0, &window, [] { QApplication::setWindowIcon(QIcon(u":/patchscale/icons/patchscale.svg"_s)); });
    if (!command->files.isEmpty()) {
        window.openFiles(command->files);
    }
    if (!command->picturePath.isEmpty()) {
        savePicture(window, command->picturePath);
    }
    return QApplication::exec();
}
