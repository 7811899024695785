// SPDX-License-Identifier: GPL-3.0-or-later
// "Run more" from a row of a comparison: which kernel measures its test, and on which side the samples belong.
#pragma once

#include "app/gui/session/opened_comparison.h"
#include "app/workbench/run_events.h"

#include <QList>
#include <QString>

#include <expected>
#include <optional>

namespace patchscale {

/// Two settings between which an experiment switched, as the runner wants them.
struct SwitchCommands
{
    QString before;
    QString after;
    QString check; ///< empty where what the commands write is read back
};

/// What a row wants to be run again.
struct MoreWish
{
    QString kernel; ///< as the runner wants it: "pipe", "context-switch:same-cpu"
    int copies = 1;
    QString label; ///< of the side that more samples are for
    QString role;
    std::optional<SwitchCommands> settings {}; ///< where the sides are settings: more is measured of both, interleaved
    std::vector<DocumentPtr> documents; ///< run documents that the new one belongs to
};

/// The kernel, with its mode, that measures the test of @p row; by its name, its id or its name in UnixBench.
std::optional<QString> kernelFor(const QList<KernelEntry>& kernels, const ComparisonRow& row);

/// The wish of @p row in @p group of @p opened on a machine that runs @p release: more of the side that was measured
/// with this kernel, else of the candidate. An error tells why nothing can be measured that belongs to the row.
std::expected<MoreWish, QString> moreWishOf(const QList<KernelEntry>& kernels, const OpenedComparison& opened,
                                            const ComparisonGroup& group, const ComparisonRow& row,
                                            const QString& release);

}
