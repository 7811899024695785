// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/run.h"
#include "parsers/text/text.h"

#include <cstddef>

namespace patchscale::fio {

/// What a short heading right above the numbers at @p offset selects: "bs 4k:", "Rand Read Test, nr_threads=2".
Parameters parametersAbove(const Text& text, std::size_t offset);

}
