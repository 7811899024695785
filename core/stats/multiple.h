// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <vector>

namespace patchscale {

/// p values adjusted by Holm's step-down method, in the order given. Valid under any dependence.
std::vector<double> holm(std::span<const double> p);

/// p values adjusted by Benjamini and Hochberg's step-up method (false discovery rate), in the order given. Valid for
/// independent or positively dependent tests.
std::vector<double> benjaminiHochberg(std::span<const double> p);

}
