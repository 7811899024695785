// SPDX-License-Identifier: GPL-3.0-or-later
// The shown comparison as text and pictures that go elsewhere.
#pragma once

#include "app/gui/session/opened_comparison.h"
#include "core/base/result.h"

#include <QString>
#include <QStringList>

namespace patchscale {

/// The shown groups as a report in the form with this id ("text", "markdown" …).
QString reportText(const OpenedComparison& opened, const std::vector<std::size_t>& groups, std::string_view id);

/// File dialog filters for every report and picture that can be written, the patch mail's text first.
QStringList exportFilters();
/// Those for pictures of charts alone.
QStringList chartFilters();
/// The ending that belongs to a filter of exportFilters(), without the point.
QString endingOf(const QString& filter);

/// Writes the shown groups into @p path; its ending decides the form.
Result<void> exportTo(const OpenedComparison& opened, const std::vector<std::size_t>& groups, const QString& path);

}
