// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/audit.h"

#include "core/compare/summarise.h"
#include "tests/core/compare/builder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace patchscale {
namespace {

using testing::HasSubstr;

/// Audits one claim on two values.
Claim audited(double baseline, double candidate, Claim claim, Better better = Better::Higher,
              const std::string& unit = "", double otherValue = 0.25)
{
    // A second row, so that the column shows how many digits it is printed with.
    const Runs runs {
        RunBuilder("x").baseline().result("a", "m", baseline, unit, better).result("z", "m", otherValue, unit, better),
        RunBuilder("x")
            .candidate()
            .result("a", "m", candidate, unit, better)
            .result("z", "m", otherValue, unit, better)};
    std::vector<Claim> claims {std::move(claim)};
    auditClaims(runs, claims);
    return claims.front();
}

Claim change(std::string stated, double fraction, double resolution)
{
    return claimOn(0, std::move(stated), fraction, resolution);
}

TEST(Audit, FindsTheTwoWrongClaimsAmongThirteen)
{
    auto claims = paddingClaims();
    auditClaims(paddingTables(), claims);
    const auto counts = countClaims(claims);
    EXPECT_EQ(counts.wrong, 2);
    EXPECT_EQ(counts.rounded, 1);
    EXPECT_EQ(counts.agrees, 10);
    EXPECT_EQ(claims[0].verdict, ClaimVerdict::Rounded); // 0.0369 written as 0.03
    EXPECT_EQ(claims[0].reason, "cut off, not rounded: the numbers say +0.037 %");
    EXPECT_EQ(claims[1].verdict, ClaimVerdict::Wrong);
    EXPECT_EQ(claims[1].reason, "the numbers say -0.0009 % (102026.2 -> 102025.3)");
    EXPECT_EQ(claims[6].verdict, ClaimVerdict::Agrees);
    EXPECT_EQ(claims[6].reason, "the numbers say -11.53 %");
    EXPECT_EQ(claims[8].verdict, ClaimVerdict::Wrong);
    EXPECT_EQ(claims[8].reason, "the numbers say +0.523 % (5466.4 -> 5495); a decimal point off");
    EXPECT_NEAR(claims[8].computed.value(), 5495.0 / 5466.4 - 1, 1e-12);
}

TEST(Audit, AcceptsHalfAUnitOfTheLastDigit)
{
    EXPECT_EQ(audited(1000, 1114.9, change("11%", 0.11, 0.005)).verdict, ClaimVerdict::Agrees);
    EXPECT_EQ(audited(1000, 1115.0, change("11%", 0.11, 0.005)).verdict, ClaimVerdict::Agrees);
    EXPECT_EQ(audited(1000, 1116.0, change("11%", 0.11, 0.005)).verdict, ClaimVerdict::Rounded);
    EXPECT_EQ(audited(1000, 1121.0, change("11%", 0.11, 0.005)).verdict, ClaimVerdict::Wrong);
}

TEST(Audit, AllowsForDigitsThatTheTestRobotCutsOff)
{
    const auto audit = [](double baseline, double candidate, Claim claim) {
        Runs runs {RunBuilder("lkp").baseline().result("a", "m", baseline).result("z", "m", 44.43),
                   RunBuilder("lkp").candidate().result("a", "m", candidate).result("z", "m", 1192)};
        for (auto& run : runs) {
            run.format = "lkp-table";
        }
        std::vector<Claim> claims {std::move(claim)};
        auditClaims(runs, claims);
        return claims.front().verdict;
    };
    // 1191 / 311.14 - 1 = 282.79 %; 1191.9, which prints as 1191, gives 283.07 %
    EXPECT_EQ(audit(311.14, 1191, change("+283.0%", 2.83, 0.0005)), ClaimVerdict::Rounded);
    // 2.601e+11 / 1.253e+11 - 1 = 107.58 %; four digits leave a tenth of a percent open
    EXPECT_EQ(audit(1.253e11, 2.601e11, change("+107.7%", 1.077, 0.0005)), ClaimVerdict::Rounded);
    EXPECT_EQ(audit(311.14, 1191, change("+293.0%", 2.93, 0.0005)), ClaimVerdict::Wrong);
}

TEST(Audit, CallsANumberThatIsCutOffRounded)
{
    const auto claim = audited(0.67, 0.39, change("-41%", -0.41, 0.005), Better::Lower); // -41.79 %
    EXPECT_EQ(claim.verdict, ClaimVerdict::Rounded);
    EXPECT_EQ(claim.reason, "cut off, not rounded: the numbers say -41.79 %");
    EXPECT_EQ(audited(257.714, 594.973, change("130%", 1.3, 0.005)).verdict, ClaimVerdict::Rounded); // 130.87 %
}

TEST(Audit, CallsANumberThatIsRoundedUpByLittleRounded)
{
    EXPECT_EQ(audited(1000, 1112, change("12%", 0.12, 0.005)).verdict, ClaimVerdict::Rounded);
    // 1 % for 0.3 % is not rounding.
    EXPECT_EQ(audited(1000, 1003, change("1%", 0.01, 0.005)).verdict, ClaimVerdict::Wrong);
}

TEST(Audit, RecognisesAnImprovementThatIsCountedPositive)
{
    const auto claim = audited(0.86, 0.38, change("55%", 0.55, 0.005), Better::Lower, "%"); // -55.81 %
    EXPECT_EQ(claim.verdict, ClaimVerdict::SignFlipped);
    EXPECT_EQ(claim.reason,
              "right size (cut off, not rounded), opposite sign: the numbers say -55.81 %; the author "
              "counts an improvement as positive");
    EXPECT_NEAR(claim.computed.value(), 0.38 / 0.86 - 1, 1e-12);
}

TEST(Audit, CallsAWrittenSignWrongWhereHigherIsBetter)
{
    EXPECT_EQ(audited(100, 95, change("+5.0%", 0.05, 0.0005)).verdict, ClaimVerdict::Wrong);
    // "cost 5.0 %": a size without a sign.
    EXPECT_EQ(audited(100, 95, change("5.0%", 0.05, 0.0005)).verdict, ClaimVerdict::SignFlipped);
}

TEST(Audit, NamesAnUnusualFormula)
{
    // 1.5 / 8.0 = 18.75 %, 1.5 / 9.5 = 15.79 %, 1.5 / 8.75 = 17.14 %
    const auto overNew = audited(8, 9.5, change("15.8%", 0.158, 0.0005));
    EXPECT_EQ(overNew.verdict, ClaimVerdict::Wrong);
    EXPECT_THAT(overNew.reason, HasSubstr("the author's number is divided by the new value"));
    const auto overMean = audited(8, 9.5, change("17.1%", 0.171, 0.0005));
    EXPECT_THAT(overMean.reason, HasSubstr("divided by the mean of both values"));
    const auto percentOf = audited(8, 9.5, change("118.8%", 1.188, 0.0005));
    EXPECT_THAT(percentOf.reason, HasSubstr("the new value as a percentage of the old"));
    const auto points = audited(10.25, 12.75, change("2.5%", 0.025, 0.0005), Better::Lower, "%");
    EXPECT_EQ(points.verdict, ClaimVerdict::Wrong);
    EXPECT_THAT(points.reason, HasSubstr("the difference in percentage points"));
    // A gain of a time, over the new value: (809.32 - 695) / 695 = 16.45 %
    const auto gain = audited(809.32, 695.0, change("16.45", 0.1645, 0.00005), Better::Lower);
    EXPECT_EQ(gain.verdict, ClaimVerdict::Wrong);
    EXPECT_THAT(gain.reason, HasSubstr("divided by the new value, improvement positive"));
}

TEST(Audit, FindsAFormulaThroughTheRoundingOfTheValues)
{
    // (1013.5 - 893.1) / 893.1 = 13.481 %, but 1013.54 and 893.06 give 13.49 %.
    const auto claim = audited(1013.5, 893.1, change("13.49", 0.1349, 0.00005), Better::Lower, "s", 641.3);
    EXPECT_EQ(claim.verdict, ClaimVerdict::Wrong);
    EXPECT_THAT(claim.reason, HasSubstr("divided by the new value, improvement positive"));
    // Bytes saved, written where a percentage is expected.
    EXPECT_THAT(audited(884, 852, change("-32", -0.32, 0.005), Better::Lower, "B", 7).reason,
                HasSubstr("the author's number is the difference of the two values"));
}

TEST(Audit, ReadsAboutGenerously)
{
    Claim about = change("about 90 %", 0.9, 0.005);
    about.kind = ClaimKind::Ratio;
    about.isApproximate = true;
    const auto claim = audited(3172, 2886, about);
    EXPECT_EQ(claim.verdict, ClaimVerdict::Rounded);
    EXPECT_NEAR(claim.computed.value(), 2886.0 / 3172, 1e-12);
    EXPECT_THAT(claim.reason, HasSubstr("90.98 %"));
    Claim far = about;
    EXPECT_EQ(audited(3172, 2000, far).verdict, ClaimVerdict::Wrong);
}

TEST(Audit, ReadsRangesAndBounds)
{
    Claim range = change("4% to 5%", 0.04, 0.005);
    range.high = 0.05;
    EXPECT_EQ(audited(100, 104.6, range).verdict, ClaimVerdict::Agrees);
    EXPECT_EQ(audited(100, 108, range).verdict, ClaimVerdict::Wrong);
    EXPECT_EQ(audited(100, 109.5, change("more than 9%", 0.09, 0.005)).verdict, ClaimVerdict::Agrees);
    EXPECT_EQ(audited(100, 125, change("more than 9%", 0.09, 0.005)).verdict, ClaimVerdict::Agrees);
    EXPECT_EQ(audited(100, 107, change("more than 9%", 0.09, 0.005)).verdict, ClaimVerdict::Wrong);
    EXPECT_EQ(audited(100, 107, change("up to 9%", 0.09, 0.005)).verdict, ClaimVerdict::Agrees);
    EXPECT_EQ(audited(100, 112, change("up to 9%", 0.09, 0.005)).verdict, ClaimVerdict::Wrong);
}

TEST(Audit, ReadsRatiosAndDifferences)
{
    Claim ratio = change("1.3x", 1.3, 0.05);
    ratio.kind = ClaimKind::Ratio;
    EXPECT_EQ(audited(100, 132, ratio).verdict, ClaimVerdict::Agrees);
    // A time that falls to 1/1.3: the speed-up is old over new.
    EXPECT_EQ(audited(130.25, 100, ratio, Better::Lower).verdict, ClaimVerdict::SignFlipped);
    Claim points = change("-0.2", -0.2, 0.05);
    points.kind = ClaimKind::Difference;
    const auto claim = audited(3.45, 3.25, points, Better::Lower, "%");
    EXPECT_EQ(claim.verdict, ClaimVerdict::Agrees);
    EXPECT_NEAR(claim.computed.value(), -0.2, 1e-12);
}

TEST(Audit, DoesNotBlameTheAuthorForCoarseValues)
{
    // 0.1 -> 0.2 may be anything from 0.05…0.15 to 0.15…0.25; the author had the digits.
    const auto claim = audited(0.1, 0.2, change("75%", 0.75, 0.005), Better::Higher, "", 0.3);
    EXPECT_EQ(claim.verdict, ClaimVerdict::Rounded);
    EXPECT_THAT(claim.reason, HasSubstr("within what the printed values leave open"));
}

TEST(Audit, FindsValuesByName)
{
    const Runs runs {RunBuilder("unixbench").on("small").baseline("before").result("Pipe Throughput", "index", 100.0),
                     RunBuilder("unixbench").on("small").candidate("after").result("Pipe Throughput", "index", 110.0),
                     RunBuilder("unixbench").on("large").baseline("before").result("Pipe Throughput", "index", 1000.0),
                     RunBuilder("unixbench").on("large").candidate("after").result("Pipe Throughput", "index", 1050.0)};
    Claim claim;
    claim.test = "pipe";
    claim.stated = "5%";
    claim.low = claim.high = 0.05;
    claim.resolution = 0.005;
    Claim elsewhere = claim;
    elsewhere.test = "Execl Throughput";
    Claim nowhere = claim;
    nowhere.low = nowhere.high = 0.3;
    std::vector<Claim> claims {claim, elsewhere, nowhere};
    auditClaims(runs, claims);
    EXPECT_EQ(claims[0].verdict, ClaimVerdict::Agrees);
    EXPECT_EQ(claims[0].candidateResult, (ResultRef {.run = 3, .result = 0}));
    EXPECT_EQ(claims[1].verdict, ClaimVerdict::Unverifiable);
    EXPECT_THAT(claims[1].reason, HasSubstr("no two values of Execl Throughput"));
    EXPECT_EQ(claims[2].verdict, ClaimVerdict::Unverifiable);
    EXPECT_THAT(claims[2].reason, HasSubstr("stands in 2 places"));
}

std::vector<Run> twoMachines()
{
    Runs runs;
    for (const auto& [machine, before, after] :
         {std::tuple("xeon", 7923.3, 8248.8), std::tuple("hygon", 7756.6, 8157.8)}) {
        runs.push_back(
            RunBuilder("unixbench").on(machine).baseline().result("System Benchmarks Index Score", "index", before));
        runs.push_back(
            RunBuilder("unixbench").on(machine).candidate().result("System Benchmarks Index Score", "index", after));
    }
    return runs;
}

Claim whole(double low, double high)
{
    Claim claim;
    claim.stated = "about 4% to 5%";
    claim.low = low;
    claim.high = high;
    claim.resolution = 0.005;
    claim.isApproximate = true;
    return claim;
}

TEST(Audit, HoldsAClaimAboutTheWholeAgainstTheTotals)
{
    // The totals rise by 4.11 and 5.17 %; without the patch they are 3.95 and 4.92 % lower.
    std::vector<Claim> claims {whole(0.04, 0.05), whole(-0.05, -0.04), whole(0.2, 0.2)};
    auditClaims(twoMachines(), claims);
    EXPECT_EQ(claims[0].verdict, ClaimVerdict::Agrees);
    EXPECT_EQ(claims[0].reason, "the totals changed by +4.11 %, +5.17 %");
    EXPECT_EQ(claims[1].verdict, ClaimVerdict::Agrees);
    EXPECT_THAT(claims[1].reason, HasSubstr("the baseline is that much away from the candidate"));
    EXPECT_EQ(claims[2].verdict, ClaimVerdict::Unverifiable);
    EXPECT_THAT(claims[2].reason, HasSubstr("no total fits: +4.11 %, +5.17 %"));
}

TEST(Audit, CannotVerifyWithoutNumbers)
{
    std::vector<Claim> claims {whole(0.04, 0.05)};
    auditClaims({}, claims);
    EXPECT_EQ(claims[0].verdict, ClaimVerdict::Unverifiable);
    EXPECT_FALSE(claims[0].computed);
    const auto zero = audited(0, 5, change("5%", 0.05, 0.005));
    EXPECT_EQ(zero.verdict, ClaimVerdict::Unverifiable);
    EXPECT_THAT(zero.reason, HasSubstr("the baseline is 0"));
}

TEST(Audit, IgnoresReferencesThatLeadNowhere)
{
    Claim claim = change("5%", 0.05, 0.005);
    claim.candidateResult = ResultRef {.run = 9, .result = 9};
    EXPECT_EQ(audited(100, 105, claim).verdict, ClaimVerdict::Unverifiable);
}

TEST(Audit, TellsTheResolutionFromTheTextWhereTheParserDidNot)
{
    EXPECT_EQ(audited(1000, 1115, change("11.5%", 0.115, 0)).verdict, ClaimVerdict::Agrees);
    EXPECT_EQ(audited(1000, 1115.3, change("11.5%", 0.115, 0)).verdict, ClaimVerdict::Agrees);
    EXPECT_EQ(audited(1000, 1117, change("11.5%", 0.115, 0)).verdict, ClaimVerdict::Wrong);
}

TEST(Audit, AsksNoOtherMachineWhatTheTestRobotFoundOnOne)
{
    Runs runs {RunBuilder("lkp").baseline().result("s.ops", "value", 100).result("s.time", "value", 1),
               RunBuilder("lkp").candidate().result("s.ops", "value", 110).result("s.time", "value", 1)};
    for (auto& run : runs) {
        run.machine.label = "box-1";
        run.machine.cpus = 36;
        run.machine.memory = "128G";
    }
    const auto claimFor = [](std::string machine) {
        Claim claim;
        claim.test = "s.ops";
        claim.metric = "value";
        claim.stated = "30.0% improvement";
        claim.low = claim.high = 0.3;
        claim.resolution = 0.0005;
        claim.parameters["machine"] = std::move(machine);
        return claim;
    };
    std::vector<Claim> claims {claimFor("36 threads 1 sockets (Cascade Lake) with 128G memory"),
                               claimFor("128 threads 2 sockets (Ice Lake) with 256G memory")};
    auditClaims(runs, claims);
    EXPECT_EQ(claims[0].verdict, ClaimVerdict::Wrong); // 110 / 100 is 10 % more
    EXPECT_EQ(claims[1].verdict, ClaimVerdict::Unverifiable);
}

}
}
