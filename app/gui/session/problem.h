// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/workbench/document_service.h"

#include <QString>
#include <QStringList>

#include <optional>

namespace patchscale {

/// What the message bar tells.
struct Problem
{
    QString message;
    QStringList hints;
    DocumentPtr document; ///< with `where`: the place that "Show in Source" goes to
    std::optional<SourceSpan> where;
};

/// An error with its hints and its place, without a document.
Problem problemOf(const Error& error);

}
