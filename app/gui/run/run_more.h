// SPDX-License-Identifier: GPL-3.0-or-later
// "Run more" from a row of a comparison: which kernel measures its test, and on which side the samples belong.
#pragma once

#include "app/gui/session/opened_comparison.h"
#include "app/workbench/run_events.h"

#include <QList>
#include <QString>

#include <optional>

namespace patchscale {

/// What a row wants to be run again.
struct MoreWish
{
    QString kernel; ///< as the runner wants it: "pipe", "context-switch:same-cpu"
    int copies = 1;
    QString label; ///< of the side that more samples are for
    QString role;
    std::vector<DocumentPtr> documents; ///< run documents that the new one belongs to
};

/// The kernel, with its mode, that measures the test of @p row; by its name, its id or its name in UnixBench.
std::optional<QString> kernelFor(const QList<KernelEntry>& kernels, const ComparisonRow& row);

/// The wish of @p row in @p group of @p opened, or nothing where no kernel measures its test.
std::optional<MoreWish> moreWishOf(const QList<KernelEntry>& kernels, const OpenedComparison& opened,
                                   const ComparisonGroup& group, const ComparisonRow& row);

}
