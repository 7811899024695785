// SPDX-License-Identifier: GPL-3.0-or-later
// What the name of a fio log tells of its numbers, which the log itself does not.
#pragma once

#include "core/model/document.h"

#include <string_view>

namespace patchscale {

/// Gives the values of a fio log metric, unit and direction by the name of its file ("before_bw.2.log": bandwidth in
/// KiB/s of job 2). A latency is in nanoseconds from fio 3 on, which a log shows by a fifth column; one of four columns
/// may be in microseconds, so its unit stays open. Nothing happens to other documents and other names.
void nameFioLog(ParsedDocument& document, std::string_view path, std::string_view bytes);

}
