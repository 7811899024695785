// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/read.h"
#include "parsers/text/decode.h"
#include "tests/bench/mails.h"

#include <benchmark/benchmark.h>

namespace patchscale::bench {
namespace {

std::size_t totalBytes(const std::vector<std::string>& mails)
{
    std::size_t out = 0;
    for (const auto& mail : mails) {
        out += mail.size();
    }
    return out;
}

void decodeMails(benchmark::State& state)
{
    const auto mails = mixedMails(500);
    for (auto _ : state) {
        for (const auto& mail : mails) {
            std::vector<Diagnostic> diagnostics;
            benchmark::DoNotOptimize(decodeText(mail, diagnostics, {}));
        }
    }
    state.SetBytesProcessed(static_cast<std::int64_t>(totalBytes(mails)) * state.iterations());
}
BENCHMARK(decodeMails)->Unit(benchmark::kMillisecond);

void readAll(benchmark::State& state, const std::vector<std::string>& mails)
{
    for (auto _ : state) {
        for (const auto& mail : mails) {
            benchmark::DoNotOptimize(readDocument(mail, {}));
        }
    }
    state.SetBytesProcessed(static_cast<std::int64_t>(totalBytes(mails)) * state.iterations());
}

void readMails(benchmark::State& state)
{
    readAll(state, mixedMails(500));
}
BENCHMARK(readMails)->Unit(benchmark::kMillisecond);

void readList(benchmark::State& state)
{
    readAll(state, listMails(600));
}
BENCHMARK(readList)->Unit(benchmark::kMillisecond);

void readNumbers(benchmark::State& state)
{
    readAll(state, numberMails(100));
}
BENCHMARK(readNumbers)->Unit(benchmark::kMillisecond);

void readChatter(benchmark::State& state)
{
    readAll(state, chatterMails(400));
}
BENCHMARK(readChatter)->Unit(benchmark::kMillisecond);

void readPlain(benchmark::State& state)
{
    readAll(state, plainMails(400));
}
BENCHMARK(readPlain)->Unit(benchmark::kMillisecond);

void readDiff(benchmark::State& state)
{
    readAll(state, {diffMail(std::size_t {4} << 20)});
}
BENCHMARK(readDiff)->Unit(benchmark::kMillisecond);

void readMbox(benchmark::State& state)
{
    const auto mbox = mboxOf(listMails(1500), std::size_t {16} << 20);
    for (auto _ : state) {
        benchmark::DoNotOptimize(readDocument(mbox, {}));
    }
    state.SetBytesProcessed(static_cast<std::int64_t>(mbox.size()) * state.iterations());
}
BENCHMARK(readMbox)->Unit(benchmark::kMillisecond);

}
}

BENCHMARK_MAIN();
