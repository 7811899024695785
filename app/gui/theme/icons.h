// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIcon>

namespace patchscale {

/// The drawing resources/icons/@p name.svg in the colours of the theme in use: muted, and the accent where it is
/// checked.
QIcon themedIcon(const QString& name, int size);

}
