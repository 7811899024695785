// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/theme/theme.h"

#include <QString>
#include <QStringList>

#include <optional>

namespace patchscale {

/// What the program was asked to do.
struct CommandLine
{
    QStringList files;
    QString exportPath; ///< not empty: draw charts there and end
    bool isFlameGraph = false; ///< draw the stacks of two profiles instead
    QString picturePath; ///< not empty: draw the window there and end
    std::optional<ThemeChoice> colours;
    std::optional<double> limit; ///< the change that matters, as a fraction
};

/// Reads the arguments before there is an application, so that help and errors need no display. An exit status instead
/// of a command line when the program is done already; everything has been said then.
std::optional<CommandLine> readCommandLine(const QStringList& arguments, int& exitStatus);

/// Two lines on standard error in the form of all our programs.
void complain(const QString& message, const QString& hint);

}
