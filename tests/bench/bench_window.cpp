// SPDX-License-Identifier: GPL-3.0-or-later
// How long the window takes from a changed filter, baseline or limit to the new picture, with a comparison of many
// rows. CPU time of all threads, on the offscreen platform: bench_window [ROWS [SAMPLES]].
#include "app/gui/compare/compare_page.h"
#include "app/gui/compare/comparison_filter_model.h"
#include "app/gui/compare/filter_bar.h"
#include "app/gui/window/main_window.h"
#include "app/gui/window/pages/comparison_page.h"

#include <QAbstractButton>
#include <QAction>
#include <QApplication>
#include <QEventLoop>
#include <QLineEdit>
#include <QLocale>
#include <QStandardPaths>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <ctime>
#include <format>
#include <functional>
#include <memory>
#include <random>
#include <string_view>
#include <vector>

using namespace Qt::StringLiterals;

namespace patchscale {
namespace {

constexpr int kRepeats = 7;

/// Two machines with two variants each; one result in eight has moved by up to 10 %.
DocumentPtr documentOf(std::size_t rows, std::size_t samples)
{
    Document document;
    document.path = "many.txt";
    std::mt19937_64 random(1);
    std::normal_distribution<double> noise(1, 0.01);
    for (const auto* const machine : {"lab1", "lab2"}) {
        for (const auto role : {Role::Baseline, Role::Candidate}) {
            auto& run = document.parsed.runs.emplace_back();
            run.benchmark = "suite";
            run.machine.label = machine;
            run.variant = {.label = role == Role::Baseline ? "before" : "after", .role = role, .isAssumed = false};
            run.results.reserve(rows / 2);
            for (std::size_t i = 0; i < rows / 2; ++i) {
                auto& result = run.results.emplace_back();
                result.test = std::format("test {} of folder {}", i, i % 37);
                result.parameters = {{"threads", std::to_string(1U << i % 8)}};
                result.metric = "throughput";
                const double shift =
                    role == Role::Candidate && i % 8 == 0 ? 0.9 + static_cast<double>(i % 41) / 200 : 1;
                const double level = static_cast<double>(100 + i % 977) * shift;
                result.value = level * noise(random);
                result.unit = "MB/s";
                result.better = Better::Higher;
                for (std::size_t s = 0; s < samples; ++s) {
                    result.samples.push_back({.value = level * noise(random), .span = {}});
                }
                result.baseValue = result.value * 1e6;
                result.baseUnit = "B/s";
            }
        }
    }
    return std::make_shared<const Document>(std::move(document));
}

double cpuMs()
{
    return static_cast<double>(std::clock()) * 1000 / CLOCKS_PER_SEC;
}

/// Until nothing is computed any more and all is painted; it sleeps meanwhile, so that only work counts.
void settle(MainWindow& window)
{
    auto* session = window.session();
    while (session->isBusy()) {
        QEventLoop loop;
        QObject::connect(session, &Session::busyChanged, &loop, &QEventLoop::quit);
        loop.exec();
    }
    for (int round = 0; round < 3; ++round) {
        QApplication::sendPostedEvents();
        QApplication::processEvents();
    }
}

/// The median time that @p change takes until everything is painted again.
void measure(MainWindow& window, const char* name, const std::function<void(int)>& change)
{
    std::vector<double> times;
    for (int i = 0; i < kRepeats; ++i) {
        const double before = cpuMs();
        change(i);
        settle(window);
        times.push_back(cpuMs() - before);
    }
    std::ranges::sort(times);
    std::printf("%-28s %7.1f ms (from %.1f to %.1f)\n", name, times[kRepeats / 2], times.front(), times.back());
}

void measureView(MainWindow& window, const char* name, ComparePage::View view)
{
    auto* page = window.comparisonPage()->answer();
    auto* session = window.session();
    page->showView(view);
    settle(window);
    std::printf("%s\n", name);
    const auto type = [page](const QString& text) { page->filterBar()->line()->setText(text); };
    measure(window, "  filter by a word", [&](int i) { type(i % 2 == 0 ? u"folder 7"_s : u""_s); });
    type({});
    settle(window);
    measure(window, "  filter by a change", [&](int i) { type(i % 2 == 0 ? u"change:<-5%"_s : u""_s); });
    type({});
    settle(window);
    measure(window, "  show what got worse",
            [&](int i) { page->filterBar()->chip(i % 2 == 0 ? RowChoice::Worse : RowChoice::All)->click(); });
    page->filterBar()->chip(RowChoice::All)->click();
    settle(window);
    measure(window, "  limit", [&](int i) { session->setLimit(i % 2 == 0 ? 0.02 : 0.01); });
    session->setLimit(0.01);
    settle(window);
    measure(window, "  baseline", [&](int) { session->swapSides(); });
    session->resetChoices();
    settle(window);
}

std::size_t numberOr(const char* text, std::size_t otherwise)
{
    const std::string_view digits(text == nullptr ? "" : text);
    std::from_chars(digits.data(), digits.data() + digits.size(), otherwise);
    return otherwise;
}

}
}

int main(int argc, char** argv)
{
    using namespace patchscale;
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QApplication app(argc, argv);
    QStandardPaths::setTestModeEnabled(true);
    QLocale::setDefault(QLocale::c());
    MainWindow window(MainWindow::Memory::Off);
    window.resize(1280, 800);
    window.show();
    window.session()->openDocument(documentOf(numberOr(argc > 1 ? argv[1] : nullptr, 10000), // rows
                                              numberOr(argc > 2 ? argv[2] : nullptr, 0)));
    settle(window);
    window.actions().allGroups->trigger();
    settle(window);
    measureView(window, "table", ComparePage::View::Table);
    measureView(window, "matrix", ComparePage::View::Matrix);
    measureView(window, "chart", ComparePage::View::Chart);
    return 0;
}
