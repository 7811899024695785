// SPDX-License-Identifier: GPL-3.0-or-later
// The Run page: what is chosen (run_form), how far the run is (run_progress, in words and numbers without any widget),
// and how that is shown (run_board with its table). run_page brings them together with the runner.
#pragma once

#include "app/workbench/run_events.h"

#include <QList>
#include <QString>
#include <QStringList>

#include <array>
#include <cstdint>
#include <optional>

namespace patchscale {

/// One test of a run as far as it is measured.
struct RunLine
{
    /// Part: the run ended before all samples of the test were taken.
    enum class State : std::uint8_t { Waiting, Running, Between, Part, Done, Failed };

    RunTest test;
    QString unit;
    bool isLowerBetter = false;
    int rounds = 0;
    std::array<QList<double>, 2> rates; ///< by variant
    State state = State::Waiting;
    int runningVariant = 0;
    QString failure;
    std::optional<RunFinding> finding;
};

/// The middle of @p values, or nothing.
std::optional<double> medianOf(const QList<double>& values);
/// (largest - smallest) / median, from two values on.
std::optional<double> spanOf(const QList<double>& values);
/// Change of the medians between the two variants of @p line, as a fraction.
std::optional<double> changeOf(const RunLine& line);
/// "Pipe-based Context Switching (same-cpu), 2 copies".
QString testText(const RunTest& test);
/// "4 min 10 s".
QString durationText(double seconds);

/// What the events of a run add up to.
class RunProgress
{
public:
    enum class Phase : std::uint8_t { Chosen, Starting, Running, Paused, Stopping, Ended };

    /// What is chosen, before anything runs.
    void choose(QList<PlannedTest> tests, QStringList variants);
    void start();
    void stop();
    /// The runner has ended, whether or not it said so.
    void end();
    void take(const RunEvent& event);

    [[nodiscard]] Phase phase() const
    {
        return m_phase;
    }
    [[nodiscard]] bool isActive() const
    {
        return m_phase != Phase::Chosen && m_phase != Phase::Ended;
    }
    [[nodiscard]] const QList<RunLine>& lines() const
    {
        return m_lines;
    }
    [[nodiscard]] const QStringList& variants() const
    {
        return m_variants;
    }
    [[nodiscard]] bool hasVariants() const
    {
        return m_variants.size() > 1;
    }
    [[nodiscard]] int samplesTaken() const;
    [[nodiscard]] int samplesPlanned() const
    {
        return m_samplesPlanned;
    }
    [[nodiscard]] const std::optional<RunFinished>& finished() const
    {
        return m_finished;
    }
    [[nodiscard]] const std::optional<RunPlace>& current() const
    {
        return m_current;
    }
    /// The line that events last spoke of, or -1.
    [[nodiscard]] int currentLine() const
    {
        return m_currentLine;
    }

    /// The page's sentence as rich text; @p elapsed seconds have passed since the last event.
    [[nodiscard]] QString sentence(double elapsed) const;
    /// What stands below it.
    [[nodiscard]] QString subline() const;

private:
    RunLine* lineOf(const RunTest& test);
    [[nodiscard]] int variantOf(const QString& label) const;
    [[nodiscard]] QString counts() const;
    void begin(const RunPlanned& planned);
    void takeSample(const SampleTaken& sample);

    Phase m_phase = Phase::Chosen;
    QList<RunLine> m_lines;
    QStringList m_variants;
    int m_samplesPlanned = 0;
    double m_secondsLeft = 0;
    std::optional<RunPlace> m_current;
    int m_currentLine = -1;
    std::optional<RunFinished> m_finished;
};

}
