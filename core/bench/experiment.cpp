// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/experiment.h"

#include "core/base/posix.h"
#include "core/bench/disturb.h"
#include "core/bench/guard.h"
#include "core/bench/process.h"
#include "core/bench/rounds.h"
#include "core/bench/topology.h"
#include "core/bench/variant_switch.h"
#include "core/stats/median_interval.h"

#include <algorithm>
#include <format>
#include <utility>

namespace patchscale {
namespace {

/// A kernel on its way.
struct Track
{
    RoundSlot slot;
    int rounds = 0; ///< finished
    double secondsOfRound = 0; ///< all variants
    std::optional<double> reach {}; ///< of its interval at the last look
    bool isDone = false;
};

/// "pipe", "context-switch:cross-cpu, 4 copies".
std::string slotText(const KernelResult& result)
{
    return std::format("{}{}{}{}", result.kernel, result.mode.empty() ? "" : ":", result.mode,
                       result.copies == 1 ? "" : std::format(", {} copies", result.copies));
}

std::string reachText(std::optional<double> reach)
{
    return reach ? std::format("interval of ±{:.2g} %", *reach * 100) : "too few rounds for an interval";
}

class Experiment
{
public:
    Experiment(const ExperimentPlan& plan, Guard& guard, const TakeRound& takeRound, RunSink& sink, const Job& job)
        : m_plan(plan)
        , m_takeRound(takeRound)
        , m_sink(sink)
        , m_job(job)
        , m_switch(switchPlan(plan), guard, sink)
    {
        for (const auto& slot : slotsOf(plan.run)) {
            m_tracks.push_back({.slot = slot,
                                .secondsOfRound = secondsOfRound(plan.run, kernelOf(slot))
                                    * static_cast<double>(plan.variants.size())});
        }
        const bool areDelayed =
            std::ranges::any_of(plan.variants, [](const VariantPlan& variant) { return variant.delayNs > 0; });
        for (const auto& variant : plan.variants) {
            VariantRecord record {.label = variant.label,
                                  .role = variant.role,
                                  .results = {},
                                  .switchedBy = variant.command,
                                  .check = plan.check};
            // Both tell a delay that only one has, or it would look as if the other did not know.
            if (areDelayed) {
                record.delayNs = variant.delayNs;
            }
            for (const auto& track : m_tracks) {
                record.results.push_back(emptyResult(plan.run, track.slot));
            }
            m_outcome.variants.push_back(std::move(record));
        }
    }

    Result<ExperimentOutcome> run(const AfterRounds& after)
    {
        m_begin = monotonicSeconds();
        if (auto prepared = m_switch.prepare(m_job); !prepared) {
            auto error = std::move(prepared.error());
            if (auto restored = m_switch.restore(); !restored) {
                error.hints.push_back(restored.error().message);
            }
            return std::unexpected(std::move(error));
        }
        for (int round = 1; !isOver(round); ++round) {
            takeRoundOfAll(round);
            look(round);
        }
        if (after && !isStopped()) {
            after(m_outcome.variants, [this](std::size_t variant) { return isSwitchedTo(variant); });
        }
        if (auto restored = m_switch.restore(); !restored) {
            m_sink.warned({.code = "not-restored",
                           .message = restored.error().message,
                           .mend = restored.error().hints.empty() ? "" : restored.error().hints.front()});
            if (!m_outcome.broken) {
                m_outcome.broken = restored.error();
            }
        }
        finish();
        return std::move(m_outcome);
    }

private:
    static SwitchPlan switchPlan(const ExperimentPlan& plan)
    {
        SwitchPlan made {.labels = {}, .commands = {}, .check = plan.check, .restore = plan.restore};
        for (std::size_t i = 0; i < std::min(plan.variants.size(), made.labels.size()); ++i) {
            made.labels[i] = plan.variants[i].label;
            made.commands[i] = plan.variants[i].command;
        }
        return made;
    }

    [[nodiscard]] const KernelInfo& kernelOf(const RoundSlot& slot) const
    {
        return m_plan.run.kernels[slot.kernel].kernel;
    }
    [[nodiscard]] const std::optional<Until>& until() const
    {
        return m_plan.policy.until;
    }
    [[nodiscard]] int mostRounds(const Track& track) const
    {
        return until() ? until()->maxRounds : roundsOf(m_plan.run, kernelOf(track.slot));
    }
    [[nodiscard]] bool isLate() const
    {
        return until() && monotonicSeconds() - m_begin >= until()->maxSeconds;
    }
    [[nodiscard]] bool isStopped() const
    {
        return m_job.isCancelled() || m_outcome.broken;
    }
    [[nodiscard]] bool isOver(int round)
    {
        for (auto& track : m_tracks) {
            track.isDone = track.isDone || round > mostRounds(track);
        }
        return isStopped() || isLate() || std::ranges::all_of(m_tracks, &Track::isDone);
    }

    /// What is left of the whole, if intervals go on to narrow as they should.
    [[nodiscard]] double secondsLeft() const
    {
        double left = 0;
        for (const auto& track : m_tracks) {
            if (track.isDone) {
                continue;
            }
            const auto most = mostRounds(track);
            const auto expected = until() && track.reach
                ? std::min(most, roundsNeeded(track.rounds, *track.reach, until()->reach, true))
                : most;
            left += std::max(0, expected - track.rounds) * track.secondsOfRound;
        }
        return until() ? std::min(left, std::max(0.0, m_begin + until()->maxSeconds - monotonicSeconds())) : left;
    }

    void takeRoundOfAll(int round)
    {
        const auto size = m_tracks.size();
        for (const auto at : shuffledOrder(size, m_plan.run.seed, round)) {
            if (m_tracks[at].isDone || isStopped() || isLate()) {
                continue;
            }
            const auto begin = monotonicSeconds();
            // A draw of its own for each pair, from the same seed.
            const auto draw = -static_cast<int>(static_cast<std::size_t>(round) * size + at);
            for (const auto variant : shuffledOrder(m_plan.variants.size(), m_plan.run.seed, draw)) {
                if (!takeSample(at, variant, round)) {
                    break;
                }
            }
            m_tracks[at].secondsOfRound = monotonicSeconds() - begin;
            if (!isStopped()) {
                ++m_tracks[at].rounds;
            }
        }
    }

    /// Switches; what goes wrong ends the experiment.
    bool isSwitchedTo(std::size_t variant)
    {
        auto switched = m_switch.switchTo(variant, m_job);
        if (!switched && switched.error().code != Errc::Cancelled) {
            m_outcome.broken = switched.error();
        }
        return switched.has_value();
    }

    /// False when the pair need not be completed.
    bool takeSample(std::size_t at, std::size_t variant, int round)
    {
        auto& track = m_tracks[at];
        const auto& planned = m_plan.variants[variant];
        auto& result = m_outcome.variants[variant].results[at];
        if (!isSwitchedTo(variant)) {
            return false;
        }
        const RoundStart start {.variant = planned.label,
                                .kernel = result.kernel,
                                .name = result.name,
                                .mode = result.mode,
                                .copies = result.copies,
                                .round = round,
                                .rounds = mostRounds(track),
                                .secondsLeft = secondsLeft()};
        m_sink.roundStarted(start);
        if (m_job.isCancelled()) {
            return false;
        }
        auto runPlan = m_plan.run;
        runPlan.delayNs = planned.delayNs;
        auto sample = m_takeRound(m_plan.run.kernels[track.slot.kernel], result.copies, runPlan, planned.label, m_job);
        if (sample) {
            sample->round = round;
            sample->order = static_cast<int>(m_outcome.order.size()) + 1;
            m_outcome.order.push_back(std::format("round {} {} {}", round, planned.label, slotText(result)));
            result.samples.push_back(*sample);
            m_sink.sampleTaken(start, *sample);
            m_job.report(progress(), result.name);
            return true;
        }
        if (sample.error().code != Errc::Cancelled) {
            track.isDone = true;
            result.failed = sample.error().message;
            m_sink.kernelFailed(start, *result.failed);
        }
        return false;
    }

    [[nodiscard]] double progress() const
    {
        const auto passed = monotonicSeconds() - m_begin;
        const auto left = secondsLeft();
        return passed + left > 0 ? passed / (passed + left) : 0;
    }

    /// Takes the intervals after a round, where it is time for it, and ends the kernels that are known well enough.
    void look(int round)
    {
        if (!until() || isStopped() || !isLook(round)) {
            return;
        }
        for (std::size_t at = 0; at < m_tracks.size(); ++at) {
            auto& track = m_tracks[at];
            if (track.isDone || track.rounds != round) {
                continue;
            }
            track.reach = reachOf(at);
            if (track.reach && *track.reach <= until()->reach) {
                track.isDone = true;
                end(at, std::format("{} after {} rounds", reachText(track.reach), round));
                ++m_settled;
            }
        }
    }

    [[nodiscard]] std::optional<double> reachOf(std::size_t at)
    {
        if (m_plan.variants.size() == 2) {
            return judgeKernel(m_outcome.variants[0].results[at], m_outcome.variants[1].results[at], m_plan.policy,
                               m_tests)
                .reach;
        }
        return medianInterval(ratesOf(m_outcome.variants[0].results[at]), kLookConfidence).reach();
    }

    void end(std::size_t at, const std::string& why)
    {
        for (auto& variant : m_outcome.variants) {
            variant.results[at].ended = why;
        }
        m_sink.logged(std::format("{}: {}", slotText(m_outcome.variants.front().results[at]), why));
    }

    [[nodiscard]] std::string limitText() const
    {
        if (m_job.isCancelled()) {
            return "stopped";
        }
        if (m_outcome.broken) {
            return m_outcome.broken->message;
        }
        return isLate() ? std::format("the limit of {:.4g} s", until()->maxSeconds)
                        : std::format("the limit of {} rounds", until()->maxRounds);
    }

    void finish()
    {
        for (std::size_t at = 0; at < m_tracks.size(); ++at) {
            const auto& track = m_tracks[at];
            const auto& result = m_outcome.variants.front().results[at];
            const auto hasFailed = std::ranges::any_of(m_outcome.variants, [at](const VariantRecord& variant) {
                return variant.results[at].failed.has_value();
            });
            if (until() && !result.ended && !hasFailed) {
                end(at, std::format("{} after {} rounds: {}", limitText(), track.rounds, reachText(reachOf(at))));
            }
            for (auto& variant : m_outcome.variants) {
                combineSamples(variant.results[at], kernelOf(track.slot));
            }
            if (m_plan.variants.size() == 2) {
                m_outcome.findings.push_back(judgeKernel(m_outcome.variants[0].results[at],
                                                         m_outcome.variants[1].results[at], m_plan.policy, m_tests));
            }
        }
        if (until() && !m_tracks.empty()) {
            const auto wish = std::format("narrower than ±{:.3g} %", until()->reach * 100);
            m_outcome.ended = m_settled == m_tracks.size()
                ? std::format("every interval is {}", wish)
                : std::format("{}; {} of {} intervals are {}", limitText(), m_settled, m_tracks.size(), wish);
        } else if (m_job.isCancelled() || m_outcome.broken) {
            m_outcome.ended = limitText();
        }
    }

    const ExperimentPlan& m_plan;
    const TakeRound& m_takeRound;
    RunSink& m_sink;
    const Job& m_job;
    VariantSwitch m_switch;
    RankTests m_tests;
    std::vector<Track> m_tracks;
    ExperimentOutcome m_outcome;
    std::size_t m_settled = 0;
    double m_begin = 0;
};

/// Whether @p plan can be run on this machine at all.
Result<void> checkPlan(const ExperimentPlan& plan, bool hasMore)
{
    const auto refuse = [](std::string message) {
        return std::unexpected(Error {.code = Errc::Usage, .message = std::move(message), .where = {}, .hints = {}});
    };
    const auto& copies = plan.run.copies;
    if (plan.run.kernels.empty() && !hasMore) {
        return refuse("there is no kernel to run");
    }
    if (copies.empty() || std::ranges::any_of(copies, [](int count) { return count < 1; })) {
        return refuse("a kernel runs with one copy at least");
    }
    if (plan.variants.empty() || plan.variants.size() > 2) {
        return refuse("an experiment has one variant or two");
    }
    const auto cpus = readTopology(affinityOf(0));
    if (const auto placed = placeCopies(cpus, plan.run.placement, plan.run.cpus, copies.front()); !placed) {
        return std::unexpected(placed.error());
    }
    if (plan.run.disturber.kind != Disturbance::None) {
        if (const auto place = placeDisturber(plan.run, cpus); !place) {
            return std::unexpected(place.error());
        }
    }
    return {};
}

}

Result<ExperimentOutcome> runExperiment(const ExperimentPlan& plan, Guard& guard, const TakeRound& takeRound,
                                        RunSink& sink, const Job& job, const AfterRounds& after)
{
    if (auto checked = checkPlan(plan, static_cast<bool>(after)); !checked) {
        return std::unexpected(checked.error());
    }
    return Experiment(plan, guard, takeRound, sink, job).run(after);
}

}
