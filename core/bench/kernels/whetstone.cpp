// SPDX-License-Identifier: GPL-3.0-or-later
// The Whetstone of Curnow and Wichmann in double precision, after Longbottom's eight sections. It decides itself how
// many passes fill the time. Needs relaxed floating point rules (-ffast-math): divisions by constants become products.
#include "core/bench/kernels/kernel.h"

#include <errno.h>
#include <math.h>
#include <string.h>

// External linkage, so that the compiler can neither drop the results nor know the number of turns: with a known number
// GCC proves that the logarithm of the last section undoes the exponential of the turn before.
double whetstoneChecks[8];
int whetstoneInner = 100;

namespace {

constexpr double kT = 0.49999975;
constexpr double kT1 = 0.50000025;
constexpr double kT2 = 2.0;
constexpr int kSections = 8;
constexpr int kFirstRepeats = 10; ///< the first section is too short to be timed alone

double t;
double t1;
double t2;
double took[kSections];
double firstChecks[kSections]; ///< after one pass, which is what the published values are for
uint64_t passes;

double secondsNow()
{
    return static_cast<double>(kernel::now()) * 1e-9;
}

void pa(double (&e)[4], double factor, double divisor)
{
    for (int i = 0; i < 6; ++i) {
        e[0] = (e[0] + e[1] + e[2] - e[3]) * factor;
        e[1] = (e[0] + e[1] - e[2] + e[3]) * factor;
        e[2] = (e[0] - e[1] + e[2] + e[3]) * factor;
        e[3] = (-e[0] + e[1] + e[2] + e[3]) / divisor;
    }
}

void po(double (&e)[4], long j, long k, long l)
{
    e[j] = e[k];
    e[k] = e[l];
    e[l] = e[j];
}

void p3(double* x, double* y, double* z, double factor, double factor1, double divisor)
{
    *x = *y;
    *y = *z;
    *x = factor * (*x + *y);
    *y = factor1 * (*x + *y);
    *z = (*x + *y) / divisor;
}

void arrayElements(uint64_t turns, double (&e)[4])
{
    const int inner = 12 * whetstoneInner * kFirstRepeats;
    e[0] = 1;
    e[1] = e[2] = e[3] = -1;
    const double start = secondsNow();
    for (uint64_t pass = 0; pass < turns; ++pass) {
        for (int i = 0; i < inner; ++i) {
            e[0] = (e[0] + e[1] + e[2] - e[3]) * t;
            e[1] = (e[0] + e[1] - e[2] + e[3]) * t;
            e[2] = (e[0] - e[1] + e[2] + e[3]) * t;
            e[3] = (-e[0] + e[1] + e[2] + e[3]) * t;
        }
        t = 1.0 - t;
    }
    t = kT;
    took[0] = (secondsNow() - start) / kFirstRepeats;
    whetstoneChecks[0] = e[3];
}

void arrayParameter(uint64_t turns, double (&e)[4])
{
    const int inner = 14 * whetstoneInner;
    const double start = secondsNow();
    for (uint64_t pass = 0; pass < turns; ++pass) {
        for (int i = 0; i < inner; ++i) {
            pa(e, t, t2);
        }
        t = 1.0 - t;
    }
    t = kT;
    took[1] = secondsNow() - start;
    whetstoneChecks[1] = e[3];
}

void jumps(uint64_t turns)
{
    const int inner = 345 * whetstoneInner;
    long j = 1;
    const double start = secondsNow();
    for (uint64_t pass = 0; pass < turns; ++pass) {
        for (int i = 0; i < inner; ++i) {
            j = j == 1 ? 2 : 3;
            j = j > 2 ? 0 : 1;
            j = j < 1 ? 1 : 0;
        }
    }
    took[2] = secondsNow() - start;
    whetstoneChecks[2] = static_cast<double>(j);
}

void integers(uint64_t turns, double (&e)[4])
{
    const int inner = 210 * whetstoneInner;
    long j = 1;
    long k = 2;
    long l = 3;
    const double start = secondsNow();
    for (uint64_t pass = 0; pass < turns; ++pass) {
        for (int i = 0; i < inner; ++i) {
            j = j * (k - j) * (l - k);
            k = l * k - (l - j) * k;
            l = (l - k) * (k + j);
            e[l - 2] = static_cast<double>(j + k + l);
            e[k - 2] = static_cast<double>(j * k * l);
        }
    }
    took[3] = secondsNow() - start;
    whetstoneChecks[3] = e[0] + e[1];
}

void trigonometry(uint64_t turns)
{
    const int inner = 32 * whetstoneInner;
    double x = 0.5;
    double y = 0.5;
    const double start = secondsNow();
    for (uint64_t pass = 0; pass < turns; ++pass) {
        for (int i = 1; i < inner; ++i) {
            x = t * atan(t2 * sin(x) * cos(x) / (cos(x + y) + cos(x - y) - 1.0));
            y = t * atan(t2 * sin(y) * cos(y) / (cos(x + y) + cos(x - y) - 1.0));
        }
        t = 1.0 - t;
    }
    t = kT;
    took[4] = secondsNow() - start;
    whetstoneChecks[4] = y;
}

void calls(uint64_t turns)
{
    const int inner = 899 * whetstoneInner;
    double x = 1;
    double y = 1;
    double z = 1;
    const double start = secondsNow();
    for (uint64_t pass = 0; pass < turns; ++pass) {
        for (int i = 0; i < inner; ++i) {
            p3(&x, &y, &z, t, t1, t2);
        }
    }
    took[5] = secondsNow() - start;
    whetstoneChecks[5] = z;
}

void references(uint64_t turns, double (&e)[4])
{
    const int inner = 616 * whetstoneInner;
    const long j = 0;
    const long k = 1;
    const long l = 2;
    e[0] = 1;
    e[1] = 2;
    e[2] = 3;
    const double start = secondsNow();
    for (uint64_t pass = 0; pass < turns; ++pass) {
        for (int i = 0; i < inner; ++i) {
            po(e, j, k, l);
        }
    }
    took[6] = secondsNow() - start;
    whetstoneChecks[6] = e[2];
}

void functions(uint64_t turns)
{
    const int inner = 93 * whetstoneInner;
    double x = 0.75;
    const double start = secondsNow();
    for (uint64_t pass = 0; pass < turns; ++pass) {
        for (int i = 0; i < inner; ++i) {
            x = sqrt(exp(log(x) / t1));
        }
    }
    took[7] = secondsNow() - start;
    whetstoneChecks[7] = x;
}

/// Runs all sections and returns the sum of their times.
double runSections(uint64_t turns)
{
    static double e[4];
    t = kT;
    t1 = kT1;
    t2 = kT2;
    arrayElements(turns, e);
    arrayParameter(turns, e);
    jumps(turns);
    integers(turns, e);
    trigonometry(turns);
    calls(turns);
    references(turns, e);
    functions(turns);
    double sum = 0;
    for (const double section : took) {
        sum += section;
    }
    return sum;
}

/// Finds how many passes fill the time: longer and longer trials until one lasts long enough to be believed.
void calibrate()
{
    passes = 1;
    double sum = runSections(passes);
    memcpy(firstChecks, whetstoneChecks, sizeof firstChecks);
    if (kernel::options.count > 0) {
        passes = kernel::options.count;
        return;
    }
    const double wanted = kernel::options.seconds;
    const double trusted = wanted < 5 ? wanted / 10 : 0.5;
    for (int round = 0; round < 10 && sum <= trusted; ++round) {
        passes *= 5;
        sum = runSections(passes);
    }
    const double fitting = wanted * static_cast<double>(passes) / sum;
    passes = fitting > 1 ? static_cast<uint64_t>(fitting) : 1;
}

uint64_t run()
{
    const double sum = runSections(passes);
    kernel::setSeconds(sum);
    return passes;
}

void check(uint64_t /*count*/)
{
    // Relaxed floating point and other libms move the last digits only.
    static const double kExpected[kSections] = {-1.12398255667392, -1.12187079889284, 1, 12,
                                                0.499029372815151, 0.999999878908,    3, 0.751001630184579};
    static const char* const kTimes[kSections] = {"section1_s", "section2_s", "section3_s", "section4_s",
                                                  "section5_s", "section6_s", "section7_s", "section8_s"};
    for (int i = 0; i < kSections; ++i) {
        errno = 0;
        if (!(fabs(firstChecks[i] - kExpected[i]) < 1e-9)) {
            kernel::fail("a section computes something else than Whetstone does");
        }
        kernel::addMetric(kTimes[i], took[i]);
    }
}

constexpr kernel::Kernel kWhetstone = {
    .id = "whetstone",
    .name = "Double-Precision Whetstone",
    .group = "UnixBench index set",
    .unit = "MWIPS",
    .per = 10,
    .exercises = "nothing in the kernel: floating point units and libm; shows clock frequency and stolen time",
    .description = "Whetstone in double precision, eight sections, as many passes as fill the time",
    .modes = {"default"},
    .index = {.name = "Double-Precision Whetstone", .baseline = "55.0", .seconds = 10, .passes = 10, .timebase = 0},
    .setUp = calibrate,
    .run = run,
    .check = check,
};

}

int main(int argc, char** argv)
{
    return kernel::kernelMain(argc, argv, kWhetstone);
}
