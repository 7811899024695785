// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runner/progress.h"

#include "app/runner/session.h"

#include "core/bench/rounds.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <format>
#include <utility>

namespace patchscale::runner {
namespace {

std::string copiesText(int copies)
{
    return copies == 1 ? std::string("1 copy") : std::format("{} copies", copies);
}

/// Four significant digits, also where they are zeros.
std::string fourDigits(double number)
{
    auto text = std::format("{:#.4g}", number);
    if (text.ends_with('.')) {
        text.pop_back();
    }
    return text;
}

std::string nameOf(const RoundStart& start)
{
    return start.mode.empty() ? start.name : std::format("{} ({})", start.name, start.mode);
}

}

std::string shortNumber(double number)
{
    constexpr std::array<std::pair<double, const char*>, 3> kScales {{{1e9, " G"}, {1e6, " M"}, {1e3, " k"}}};
    for (const auto& [factor, letter] : kScales) {
        if (std::abs(number) >= 10 * factor) {
            return fourDigits(number / factor) + letter;
        }
    }
    return fourDigits(number);
}

std::string durationText(double seconds)
{
    const auto whole = static_cast<long>(std::ceil(seconds));
    if (whole < 60) {
        return std::format("{} s", whole);
    }
    if (whole < 3600) {
        return std::format("{} min {:02} s", whole / 60, whole % 60);
    }
    return std::format("{} h {:02} min", whole / 3600, whole % 3600 / 60);
}

std::string HumanProgress::unitOf(const RoundStart& start) const
{
    const auto kernel = std::ranges::find(m_kernels, start.kernel, &KernelInfo::id);
    return kernel != m_kernels.end() ? kernel->unit : start.kernel.starts_with("fio:") ? "B/s" : std::string();
}

void HumanProgress::planned(const RunPlan& plan, const std::vector<std::string>& variants)
{
    m_hasVariants = variants.size() > 1;
    const auto size = sizeOf(plan, variants.size());
    for (const auto& choice : plan.kernels) {
        m_kernels.push_back(choice.kernel);
    }
    say(plan.count > 0 ? std::format("{} samples", size.samples)
                       : std::format("{} samples, about {}", size.samples, durationText(size.seconds)));
}

void HumanProgress::roundStarted(const RoundStart& /*start*/)
{
    gate();
}

void HumanProgress::sampleTaken(const RoundStart& start, const RoundSample& sample)
{
    say(std::format("{:>3}/{:<3} {}{:<40} {:<10} {:>10} {:<6} {} left", start.round, start.rounds,
                    m_hasVariants ? std::format("{:<10} ", start.variant) : std::string(), nameOf(start),
                    copiesText(start.copies), shortNumber(sample.rate), unitOf(start),
                    durationText(start.secondsLeft)));
}

void HumanProgress::kernelFailed(const RoundStart& start, std::string_view reason)
{
    say(std::format("{:>3}/{:<3} {}: {}", start.round, start.rounds, nameOf(start), reason));
}

void HumanProgress::warned(const BenchWarning& warning)
{
    say("warning: " + warning.message);
    if (!warning.mend.empty()) {
        say("hint: " + warning.mend);
    }
}

void HumanProgress::logged(std::string_view line)
{
    say(line);
}

void HumanProgress::paused(bool isPaused)
{
    say(isPaused ? "paused" : "going on");
}

void HumanProgress::found(const Finding& /*finding*/) { }

void HumanProgress::finished(const FinishNotice& notice)
{
    if (!notice.reason.empty()) {
        say(notice.reason);
    }
    if (!notice.document.empty()) {
        say(std::format("{} samples are in '{}'", notice.samples, notice.document));
    }
}

}
