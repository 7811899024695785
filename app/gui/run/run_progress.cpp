// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/run/run_progress.h"

#include "app/gui/text/figures.h"
#include "app/gui/theme/theme.h"
#include "core/stats/summary.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace patchscale {

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(RunProgress)
};

QString coloured(const QString& text, const QColor& colour)
{
    return u"<span style=\"color:%1\">%2</span>"_s.arg(colour.name(), text);
}

QString quiet(const QString& text)
{
    return u"<span style=\"color:%1; font-weight:400\">%2</span>"_s.arg(theme().muted.name(), text);
}

}

std::optional<double> medianOf(const QList<double>& values)
{
    if (values.isEmpty()) {
        return std::nullopt;
    }
    return median(values);
}

std::optional<double> spanOf(const QList<double>& values)
{
    const std::optional<double> middle = medianOf(values);
    if (values.size() < 2 || *middle <= 0) {
        return std::nullopt;
    }
    const auto [least, most] = std::ranges::minmax(values);
    return (most - least) / *middle;
}

std::optional<double> changeOf(const RunLine& line)
{
    const std::optional<double> before = medianOf(line.rates[0]);
    const std::optional<double> after = medianOf(line.rates[1]);
    if (!before || !after || *before <= 0) {
        return std::nullopt;
    }
    return *after / *before - 1;
}

QString testText(const RunTest& test)
{
    QString text = test.mode.isEmpty() ? test.name : u"%1 (%2)"_s.arg(test.name, test.mode);
    if (test.copies > 1) {
        text += u", "_s + Words::tr("%n copies", nullptr, test.copies);
    }
    return text;
}

QString durationText(double seconds)
{
    const auto whole = static_cast<int>(std::ceil(std::max(0.0, seconds)));
    if (whole < 60) {
        return Words::tr("%1 s", "seconds").arg(whole);
    }
    if (whole < 3600) {
        return Words::tr("%1 min %2 s").arg(whole / 60).arg(whole % 60);
    }
    return Words::tr("%1 h %2 min").arg(whole / 3600).arg(whole % 3600 / 60);
}

void RunProgress::choose(QList<PlannedTest> tests, QStringList variants)
{
    RunPlanned planned;
    planned.tests = std::move(tests);
    planned.variants = std::move(variants);
    begin(planned);
    m_phase = Phase::Chosen;
}

void RunProgress::begin(const RunPlanned& planned)
{
    m_lines.clear();
    m_finished.reset();
    m_current.reset();
    m_currentLine = -1;
    m_variants = planned.variants;
    m_samplesPlanned = planned.samples;
    m_secondsLeft = planned.secondsLeft;
    for (const PlannedTest& test : planned.tests) {
        RunLine line;
        line.test = test.test;
        line.unit = test.unit;
        line.isLowerBetter = test.isLowerBetter;
        line.rounds = test.rounds;
        m_lines.push_back(std::move(line));
    }
}

void RunProgress::start()
{
    m_phase = Phase::Starting;
    m_finished.reset();
    m_current.reset();
    m_samplesPlanned = 0;
    for (RunLine& line : m_lines) {
        line.rates = {};
        line.state = RunLine::State::Waiting;
        line.failure.clear();
        line.finding.reset();
    }
}

void RunProgress::stop()
{
    m_phase = Phase::Stopping;
}

void RunProgress::end()
{
    m_phase = Phase::Ended;
    m_current.reset();
    for (RunLine& line : m_lines) {
        if (line.state == RunLine::State::Running || line.state == RunLine::State::Between) {
            const bool hasSamples = !line.rates[0].isEmpty() || !line.rates[1].isEmpty();
            line.state = hasSamples ? RunLine::State::Part : RunLine::State::Waiting;
        }
    }
}

RunLine* RunProgress::lineOf(const RunTest& test)
{
    const auto line = std::ranges::find_if(m_lines, [&](const RunLine& other) { return other.test.isSame(test); });
    if (line == m_lines.end()) {
        return nullptr;
    }
    m_currentLine = static_cast<int>(line - m_lines.begin());
    return &*line;
}

int RunProgress::variantOf(const QString& label) const
{
    return hasVariants() && label == m_variants[1] ? 1 : 0;
}

void RunProgress::takeSample(const SampleTaken& sample)
{
    m_current.reset();
    m_secondsLeft = sample.place.secondsLeft;
    RunLine* line = lineOf(sample.place.test);
    if (line == nullptr) {
        return;
    }
    line->rates[static_cast<std::size_t>(variantOf(sample.place.variant))].push_back(sample.rate);
    const auto wanted = static_cast<qsizetype>(line->rounds);
    const bool isDone = line->rates[0].size() >= wanted && (!hasVariants() || line->rates[1].size() >= wanted);
    line->state = isDone ? RunLine::State::Done : RunLine::State::Between;
}

void RunProgress::take(const RunEvent& event)
{
    if (const auto* planned = std::get_if<RunPlanned>(&event)) {
        const bool isStopping = m_phase == Phase::Stopping;
        begin(*planned);
        m_phase = isStopping ? Phase::Stopping : Phase::Running;
    } else if (const auto* round = std::get_if<RoundStarted>(&event)) {
        m_current = round->place;
        m_secondsLeft = round->place.secondsLeft;
        if (RunLine* line = lineOf(round->place.test)) {
            line->state = RunLine::State::Running;
            line->runningVariant = variantOf(round->place.variant);
        }
    } else if (const auto* sample = std::get_if<SampleTaken>(&event)) {
        takeSample(*sample);
    } else if (const auto* failed = std::get_if<KernelFailed>(&event)) {
        m_current.reset();
        m_secondsLeft = failed->place.secondsLeft;
        if (RunLine* line = lineOf(failed->place.test)) {
            line->state = RunLine::State::Failed;
            line->failure = failed->reason;
        }
    } else if (const auto* finding = std::get_if<RunFinding>(&event)) {
        if (RunLine* line = lineOf(finding->test)) {
            line->finding = *finding;
            line->state = RunLine::State::Done;
        }
    } else if (const auto* paused = std::get_if<RunPaused>(&event)) {
        if (m_phase == Phase::Running || m_phase == Phase::Paused) {
            m_phase = paused->isPaused ? Phase::Paused : Phase::Running;
        }
    } else if (const auto* finished = std::get_if<RunFinished>(&event)) {
        m_finished = *finished;
    }
}

int RunProgress::samplesTaken() const
{
    qsizetype count = 0;
    for (const RunLine& line : m_lines) {
        count += line.rates[0].size() + line.rates[1].size();
    }
    return static_cast<int>(count);
}

QString RunProgress::counts() const
{
    const auto with = [this](auto is) { return static_cast<int>(std::ranges::count_if(m_lines, is)); };
    const int worse = with([](const RunLine& l) { return l.finding && l.finding->verdict == "Regressed"_L1; });
    const int better = with([](const RunLine& l) { return l.finding && l.finding->verdict == "Improved"_L1; });
    const int undecided = with([](const RunLine& l) { return l.finding && l.finding->verdict == "Undecided"_L1; });
    const int failed = with([](const RunLine& l) { return l.state == RunLine::State::Failed; });
    const int done = with([](const RunLine& l) { return l.state == RunLine::State::Done; });
    const int part = with([](const RunLine& l) { return l.state == RunLine::State::Part; });
    const int toGo = static_cast<int>(m_lines.size()) - done - failed - part;
    QStringList parts;
    if (worse > 0) {
        parts << coloured(u"▼ "_s + Words::tr("%n worse", nullptr, worse), theme().worse);
    }
    if (better > 0) {
        parts << coloured(u"▲ "_s + Words::tr("%n better", nullptr, better), theme().better);
    }
    if (const int settled = done - worse - better - undecided; settled > 0) {
        parts << (hasVariants() ? Words::tr("%n settled", "tests whose change is known well enough", settled)
                                : Words::tr("%n measured", "tests that have all their samples", settled));
    }
    if (undecided > 0) {
        parts << u"? "_s + Words::tr("%n undecided", nullptr, undecided);
    }
    if (failed > 0) {
        parts << coloured(Words::tr("%n not measured", "tests", failed), theme().worse);
    }
    if (part > 0) {
        parts << Words::tr("%n in part", "tests that have some of their samples", part);
    }
    if (toGo > 0 && m_phase == Phase::Ended) {
        parts << coloured(Words::tr("%n not begun", "tests", toGo), theme().muted);
    } else if (toGo > 0) {
        parts << coloured(Words::tr("%n to go", "tests", toGo), theme().muted);
    }
    return parts.join(u", ");
}

QString RunProgress::sentence(double elapsed) const
{
    const QString gap = u" &nbsp;"_s;
    switch (m_phase) {
    case Phase::Chosen:
        return m_lines.isEmpty() ? Words::tr("What shall be measured?")
                                 : Words::tr("%n tests are chosen", nullptr, static_cast<int>(m_lines.size()));
    case Phase::Starting:
        return Words::tr("Starting");
    case Phase::Running: {
        QStringList rest {Words::tr("%1 left").arg(durationText(m_secondsLeft - elapsed))};
        if (m_current) {
            rest << Words::tr("round %1 of %2").arg(m_current->round).arg(m_current->rounds);
        }
        return counts() + gap + quiet(rest.join(u", "));
    }
    case Phase::Paused:
        return counts() + gap + quiet(Words::tr("paused, %1 left").arg(durationText(m_secondsLeft)));
    case Phase::Stopping:
        return counts() + gap + quiet(Words::tr("stopping; what was measured is kept"));
    case Phase::Ended:
        break;
    }
    const int taken = samplesTaken();
    if (taken == 0) {
        return Words::tr("Nothing was measured");
    }
    const bool isWhole = m_finished && m_finished->status == "done"_L1;
    return counts() + gap
        + quiet(isWhole ? Words::tr("%n samples", nullptr, taken)
                        : Words::tr("stopped after %1 of %2 samples").arg(taken).arg(m_samplesPlanned));
}

QString RunProgress::subline() const
{
    if (m_phase == Phase::Chosen) {
        return {};
    }
    const auto size = [](const RunLine& line) {
        return line.finding && line.finding->change ? std::abs(*line.finding->change) : -1.0;
    };
    const auto largest = std::ranges::max_element(m_lines, {}, size);
    if (largest != m_lines.end() && size(*largest) >= 0) {
        const RunFinding& finding = *largest->finding;
        const QString interval = finding.interval
            ? Words::tr(" (95 % interval %1 to %2)")
                  .arg(changeFigure(finding.interval->first), changeFigure(finding.interval->second))
            : QString();
        return Words::tr("Largest change: %1 %2%3")
            .arg(testText(largest->test), changeFigure(*finding.change), interval);
    }
    if (m_current) {
        const QString what = testText(m_current->test);
        return hasVariants() ? Words::tr("%1, setting %2").arg(what, m_current->variant) : what;
    }
    return {};
}

}
