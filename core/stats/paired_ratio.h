// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <span>
#include <utility>

namespace patchscale {

/// How many times the baseline a candidate is, from pairs that were measured under the same conditions. All but p and
/// deviation are changes, candidate / baseline - 1.
struct PairedRatio
{
    double change = 0; ///< geometric mean of the pairs' ratios, less 1
    std::pair<double, double> interval;
    double p = 1; ///< two-sided, that the ratio is 1
    double deviation = 0; ///< standard deviation of the logarithms of the ratios
};

/// Student's t on the logarithms of the ratios. Valid where these are about normal. Nothing when the sides have
/// different sizes or fewer than two pairs, when a value is not a positive, finite number, or when all ratios are
/// equal.
std::optional<PairedRatio> pairedRatio(std::span<const double> baseline, std::span<const double> candidate,
                                       double confidence);

}
