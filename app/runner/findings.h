// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/experiment.h"

#include <string>

namespace patchscale::runner {

/// What an experiment found, one line a kernel, and below it why, and what may be doubted.
std::string findingsText(const ExperimentPlan& plan, const ExperimentOutcome& outcome);

}
