// SPDX-License-Identifier: GPL-3.0-or-later
// A kernel that honours the contract of core/bench/launcher.h and can be asked, by its mode, to do what kernels must
// not: hang, crash, print something else, leave processes and files behind. A word behind "=" in the mode is its
// argument.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <thread>

#include <csignal>
#include <fcntl.h>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

using Clock = std::chrono::steady_clock;

struct Options
{
    std::string mode = "default";
    std::string argument;
    std::string folder = ".";
    double seconds = 10;
    double warmUp = 0;
    long count = 0;
    int go = -1;
    int ready = -1;
};

Options readOptions(int argc, char** argv)
{
    Options options;
    for (int i = 1; i + 1 < argc; i += 2) {
        const std::string_view name = argv[i];
        const char* const value = argv[i + 1];
        if (name == "--mode") {
            options.mode = value;
        } else if (name == "--dir") {
            options.folder = value;
        } else if (name == "--seconds") {
            options.seconds = std::strtod(value, nullptr);
        } else if (name == "--warm-up") {
            options.warmUp = std::strtod(value, nullptr);
        } else if (name == "--count") {
            options.count = std::strtol(value, nullptr, 10);
        } else if (name == "--go-fd") {
            options.go = std::atoi(value);
        } else if (name == "--ready-fd") {
            options.ready = std::atoi(value);
        }
    }
    if (const auto at = options.mode.find('='); at != std::string::npos) {
        options.argument = options.mode.substr(at + 1);
        options.mode.resize(at);
    }
    return options;
}

void sleepFor(double seconds)
{
    std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
}

[[noreturn]] void hang()
{
    while (true) {
        pause();
    }
}

/// "ready 123.4" at the end of the file @p path.
void note(const std::string& path, const char* what)
{
    const auto now = std::chrono::duration<double>(Clock::now().time_since_epoch()).count();
    const auto line = std::string(what) + ' ' + std::to_string(now) + '\n';
    const auto file = open(path.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
    if (write(file, line.data(), line.size()) < 0) {
        std::exit(1);
    }
    close(file);
}

/// A process that leaves group and session; with output, it also holds the result pipe open.
void leaveStray(bool keepsOutput)
{
    if (fork() != 0) {
        wait(nullptr);
        return;
    }
    setsid();
    if (fork() != 0) {
        _exit(0);
    }
    if (!keepsOutput) {
        close(STDOUT_FILENO);
        close(STDERR_FILENO);
    }
    hang();
}

/// What goes wrong before the barrier.
void beforeReady(const Options& options)
{
    if (options.mode == "impossible") {
        std::fputs("no permission for the test\nsecond line\n", stderr);
        std::exit(77);
    }
    if (options.mode == "fails") {
        std::fputs("no space for the test\nsecond line\n", stderr);
        std::exit(3);
    }
    if (options.mode == "hangs-early") {
        hang();
    }
    if (options.mode == "slow-start") {
        // Each copy takes another time, so that only the barrier can bring them together.
        sleepFor(0.05 * (getpid() % 4));
    }
    if (options.mode == "barrier") {
        sleepFor(0.05 * (getpid() % 4));
        note(options.argument, "ready");
    }
}

/// What goes wrong while it measures.
void whileMeasuring(const Options& options)
{
    if (options.mode == "barrier") {
        note(options.argument, "go");
    }
    if (options.mode == "hangs") {
        std::fputs("waiting for ever\n", stderr);
        hang();
    }
    if (options.mode == "crashes") {
        std::signal(SIGSEGV, SIG_DFL);
        raise(SIGSEGV);
    }
    if (options.mode == "stray" || options.mode == "stray-output") {
        leaveStray(options.mode == "stray-output");
    }
    if (options.mode == "pid") {
        note(options.argument, std::to_string(getpid()).c_str());
        leaveStray(false);
        hang();
    }
    if (options.mode == "files") {
        const auto folder = options.folder + "/below";
        if (std::system(("mkdir " + folder + " && echo left >" + folder + "/file").c_str()) != 0) {
            std::exit(1);
        }
    }
}

}

int main(int argc, char** argv)
{
    if (argc == 2 && std::strcmp(argv[1], "--describe") == 0) {
        std::puts(R"({"id":"test","name":"Test","unit":"lps","better":"higher","exercises":"the launcher",)"
                  R"("description":"Counts.","modes":["default","hangs","crashes"],"baseline":10,"timebase":1})");
        return 0;
    }
    const auto options = readOptions(argc, argv);
    beforeReady(options);
    sleepFor(options.warmUp);
    if (options.ready >= 0) {
        char byte = 1;
        if (write(options.ready, &byte, 1) != 1 || read(options.go, &byte, 1) < 0) {
            return 1;
        }
    }
    const auto begin = Clock::now();
    whileMeasuring(options);
    if (options.mode == "garbage") {
        std::puts("Segmentation of words: 12");
        return 0;
    }
    if (options.mode == "silent") {
        return 0;
    }
    sleepFor(options.count > 0 ? 0.001 * static_cast<double>(options.count) : options.seconds);
    const auto seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    const auto count = options.mode == "idle" ? 0.0 : options.count > 0 ? static_cast<double>(options.count) : 100.0;
    cpu_set_t cpus;
    sched_getaffinity(0, sizeof cpus, &cpus);
    std::printf(
        "{\"kernel\":\"test\",\"mode\":\"%s\",\"count\":%.0f,\"seconds\":%.9f,\"unit\":\"lps\",\"per\":1,"
        "\"user\":0.25,\"system\":0.5,\"metrics\":{\"marked\":%d,\"cpus\":%d,\"cpu\":%d,\"ignored_pipe\":%d}}\n",
        options.mode.c_str(), count, seconds, std::getenv("PATCHSCALE_RUN") != nullptr ? 1 : 0, CPU_COUNT(&cpus),
        sched_getcpu(), std::signal(SIGPIPE, SIG_DFL) == SIG_IGN ? 1 : 0);
    return 0;
}
