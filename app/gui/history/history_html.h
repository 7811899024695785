// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/history/history_model.h"

#include <QString>

namespace patchscale {

/// What is known of a history as HTML: its steps with their explanations, then its places. A link "unit:3" leads to an
/// observation.
QString historyHtml(const StoredHistory& stored, const HistorySeries& series);

}
