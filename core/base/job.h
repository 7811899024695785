// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <stop_token>
#include <string_view>

namespace patchscale {

/// Handed to every slow operation: it reports progress here and polls here whether to stop.
struct Job
{
    std::stop_token stop;
    std::function<void(double fraction, std::string_view what)> report = [](double, std::string_view) { };

    [[nodiscard]] bool isCancelled() const
    {
        return stop.stop_requested();
    }
};

}
