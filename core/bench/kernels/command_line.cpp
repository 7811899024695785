// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/kernels/internal.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

namespace kernel::internal {

int goDescriptor = -1;
int readyDescriptor = -1;
double delayNs = 0;

namespace {

constexpr int kExitUsage = 2;
constexpr double kMaxDecimal = 1e6;

[[noreturn]] void usage(const char* what, const char* detail)
{
    complain(what, detail);
    Line line = {};
    line.add("usage: ps-%s [--mode MODE] [--seconds S | --count N] [--warm-up S] [--dir DIR] [--delay-ns N]\n"
             "       [--go-fd R] [--ready-fd W] | --describe\nmodes:",
             self->id);
    for (int i = 0; self->modes[i] != nullptr; ++i) {
        line.add(" %s", self->modes[i]);
    }
    line.add("\n");
    line.write(STDERR_FILENO);
    _exit(kExitUsage);
}

double readDecimal(const char* name, const char* text)
{
    char* end = nullptr;
    const double value = strtod(text, &end);
    if (end == text || *end != '\0' || !(value >= 0) || value > kMaxDecimal) {
        usage("not a number from 0 to 1000000 after", name);
    }
    return value;
}

uint64_t readNumber(const char* name, const char* text, uint64_t most)
{
    char* end = nullptr;
    errno = 0;
    const unsigned long long value = strtoull(text, &end, 10);
    if (text[0] < '0' || text[0] > '9' || *end != '\0' || errno != 0 || value > most) {
        usage("not a number of the right size after", name);
    }
    return value;
}

}

void Line::add(const char* format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const int bytes = vsnprintf(text + length, sizeof text - length, format, arguments);
    va_end(arguments);
    if (bytes < 0 || static_cast<size_t>(bytes) >= sizeof text - length) {
        errno = 0;
        fail("a line of output is too long");
    }
    length += static_cast<size_t>(bytes);
}

void Line::write(int descriptor) const
{
    for (size_t done = 0; done < length;) {
        const ssize_t written = ::write(descriptor, text + done, length - done);
        if (written < 0 && errno == EINTR) {
            continue;
        }
        if (written <= 0) {
            fail("cannot write its output");
        }
        done += static_cast<size_t>(written);
    }
}

void complain(const char* what, const char* detail)
{
    char text[512];
    const int bytes =
        snprintf(text, sizeof text, "ps-%s: %s%s%s\n", self->id, what, detail[0] != '\0' ? ": " : "", detail);
    if (bytes > 0) {
        const size_t length = static_cast<size_t>(bytes) < sizeof text ? static_cast<size_t>(bytes) : sizeof text - 1;
        if (write(STDERR_FILENO, text, length) < 0) {
            return; // there is nobody left to tell
        }
    }
}

void describe()
{
    Line line = {};
    line.add(
        R"({"id":"%s","name":"%s","group":"%s","unit":"%s","per":%d,"better":"higher","exercises":"%s","description":"%s","modes":[)",
        self->id, self->name, self->group, self->unit, self->per, self->exercises, self->description);
    for (int i = 0; self->modes[i] != nullptr; ++i) {
        line.add("%s\"%s\"", i > 0 ? "," : "", self->modes[i]);
    }
    line.add("]");
    if (self->index.name != nullptr) {
        line.add(R"(,"unixbenchName":"%s","baseline":%s,"suiteSeconds":%d,"suitePasses":%d,"timebase":%d)",
                 self->index.name, self->index.baseline, self->index.seconds, self->index.passes, self->index.timebase);
    }
    line.add("}\n");
    line.write(STDOUT_FILENO);
}

bool readArguments(int argc, char** argv)
{
    bool describeOnly = false;
    bool hasSeconds = false;
    const char* temporary = getenv("TMPDIR");
    options.mode = self->modes[0];
    options.seconds = self->index.name != nullptr ? self->index.seconds : 10;
    options.directory = temporary != nullptr && temporary[0] != '\0' ? temporary : "/tmp";
    for (int i = 1; i < argc; ++i) {
        const char* name = argv[i];
        if (strcmp(name, "--describe") == 0) {
            describeOnly = true;
            continue;
        }
        const char* value = i + 1 < argc ? argv[++i] : nullptr;
        if (value == nullptr) {
            usage("unknown option, or no value after", name);
        }
        if (strcmp(name, "--mode") == 0) {
            options.mode = value;
        } else if (strcmp(name, "--seconds") == 0) {
            options.seconds = readDecimal(name, value);
            hasSeconds = true;
            if (!(options.seconds > 0)) {
                usage("more than 0 is needed after", name);
            }
        } else if (strcmp(name, "--count") == 0) {
            options.count = readNumber(name, value, UINT64_MAX - 1);
            if (options.count == 0) {
                usage("more than 0 is needed after", name);
            }
        } else if (strcmp(name, "--warm-up") == 0) {
            options.warmUp = readDecimal(name, value);
        } else if (strcmp(name, "--dir") == 0) {
            options.directory = value;
        } else if (strcmp(name, "--delay-ns") == 0) {
            delayNs = readDecimal(name, value);
        } else if (strcmp(name, "--go-fd") == 0) {
            goDescriptor = static_cast<int>(readNumber(name, value, INT32_MAX));
        } else if (strcmp(name, "--ready-fd") == 0) {
            readyDescriptor = static_cast<int>(readNumber(name, value, INT32_MAX));
        } else {
            usage("unknown option", name);
        }
    }
    if (hasSeconds && options.count > 0) {
        usage("--seconds and --count exclude each other", "");
    }
    if (options.count > 0) {
        options.seconds = 0;
    }
    for (int i = 0; self->modes[i] != nullptr; ++i) {
        if (modeIs(self->modes[i])) {
            options.mode = self->modes[i];
            return describeOnly;
        }
    }
    usage("unknown mode", options.mode);
}

}
