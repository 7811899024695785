// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/start/command_line.h"

namespace patchscale {

class MainWindow;

/// `--export`: reads the files, compares them and draws their charts. Returns the exit status.
int exportCharts(const CommandLine& command);

/// `--screenshot`: saves @p window as a picture once it shows what it was given, then ends the application.
void savePicture(MainWindow& window, const QString& path);

}
