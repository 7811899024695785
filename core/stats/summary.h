// SPDX-License-Identifier: GPL-3.0-or-later
// The room for statistics: numbers in, numbers out; no words of the model. Every function says when it is not valid.
#pragma once

#include <optional>
#include <span>

namespace patchscale {

/// What is known of one side: its mean, standard deviation (n - 1) and number of observations.
struct MeanSummary
{
    double mean = 0;
    double stddev = 0;
    int count = 0;
};

/// Arithmetic mean; 0 for no values.
double mean(std::span<const double> values);

/// Standard deviation with n - 1, in two passes; 0 below two values.
double standardDeviation(std::span<const double> values);

/// Median; the mean of the two middle values for an even number; 0 for no values.
double median(std::span<const double> values);

/// Geometric mean; nothing when a value is not positive or there are none.
std::optional<double> geometricMean(std::span<const double> values);

/// Mean, standard deviation and count of @p values.
MeanSummary summarize(std::span<const double> values);

}
