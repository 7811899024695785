// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/by_hand.h"
#include "app/cli/comparison_view.h"
#include "app/cli/history.h"
#include "app/cli/input.h"
#include "app/cli/session.h"
#include "app/cli/subcommands.h"
#include "app/workbench/comparison_service.h"
#include "app/workbench/profile_service.h"
#include "app/workbench/workspace_service.h"
#include "core/charts/flame_svg.h"
#include "core/compare/figures.h"
#include "core/report/report_writer.h"

#include <algorithm>
#include <filesystem>
#include <format>
#include <fstream>
#include <memory>
#include <utility>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

namespace patchscale::cli {
namespace {

constexpr std::string_view kStart = "start"; // of --since: from the first run on

struct Options
{
    std::vector<std::string> files;
    std::string workspace;
    ComparisonSpec spec;
    ProfileWishes profiles;
    std::string flameGraph;
    std::string format;
    bool isJson = false;
    std::vector<std::string> failOn;
    std::string since; ///< empty: a comparison, not a history
    std::optional<HistoryOrder> order;
    std::optional<Adjustment> adjustment; ///< as it was asked for
    ByHand byHand;

    [[nodiscard]] bool failsOn(std::string_view what) const
    {
        return std::ranges::find(failOn, what) != failOn.end();
    }
};

/// "osq_lock=lower" as a name and its direction; the name may hold equal signs itself.
std::optional<std::pair<std::string, Better>> directionOf(std::string_view text)
{
    const auto sign = text.rfind('=');
    if (sign == std::string_view::npos || sign == 0) {
        return std::nullopt;
    }
    const auto word = text.substr(sign + 1);
    const auto better = word == "lower" ? Better::Lower : word == "higher" ? Better::Higher : Better::Unknown;
    return better == Better::Unknown ? std::nullopt
                                     : std::optional(std::pair(std::string(text.substr(0, sign)), better));
}

/// "2" or "pipe=3" as a name, empty for all, and a fraction.
std::optional<std::pair<std::string, double>> limitOf(std::string_view text)
{
    const auto sign = text.rfind('=');
    const auto percent = percentOf(sign == std::string_view::npos ? text : text.substr(sign + 1));
    if (!percent || sign == 0) {
        return std::nullopt;
    }
    return std::pair(std::string(sign == std::string_view::npos ? "" : text.substr(0, sign)), *percent);
}

/// "old_name=new_name" as a pair of symbols; an empty second name says that there is none.
std::optional<std::pair<std::string, std::string>> pairOf(std::string_view text)
{
    const auto sign = text.find('=');
    if (sign == std::string_view::npos || sign == 0) {
        return std::nullopt;
    }
    return std::pair(std::string(text.substr(0, sign)), std::string(text.substr(sign + 1)));
}

std::string filesText(const std::vector<std::string>& files)
{
    std::string out;
    for (const auto& file : files) {
        out += std::format("{}'{}'", out.empty() ? "" : ", ", file);
    }
    return out;
}

/// @p document with what --set and --as say; a format that finds nothing in it is refused.
Result<CorrectedDocument> correctedBy(const Session& session, const DocumentPtr& document, const ByHand& byHand)
{
    auto corrected = setByHand(session, document, byHand);
    if (corrected) {
        if (auto nothing = foundNothing(*corrected)) {
            return std::unexpected(std::move(*nothing));
        }
    }
    return corrected;
}

/// Every document, or the input's failures: a comparison of the rest would answer another question. Of a folder or
/// archive the rest is compared, and @p isPartMissing says so.
std::optional<ComparisonInput> inputOf(const Session& session, const Options& options, bool& isPartMissing)
{
    if (options.files.empty()) {
        const auto workspace = workspaceOf(options.workspace);
        auto input = storedInput(workspace, {}, Job {});
        if (!input) {
            session.report(input.error());
            return std::nullopt;
        }
        return std::move(*input);
    }
    std::vector<DocumentPtr> documents;
    std::vector<Corrections> corrections;
    bool isComplete = true;
    for (const auto& file : options.files) {
        const auto opened = openNamed(file, [&](OpenedFile found) {
            if (found.document && !(found.isPart && (*found.document)->parsed.runs.empty())) {
                if (auto corrected = correctedBy(session, *found.document, options.byHand)) {
                    documents.push_back(std::move(corrected->document));
                    corrections.push_back(std::move(corrected->corrections));
                } else {
                    session.report(corrected.error());
                    isComplete = false;
                }
            } else if (found.document) {
                session.remark(std::format("'{}' holds no numbers", found.name));
            } else if (found.isBystander()) {
                session.remark(found.document.error().message);
            } else {
                session.report(found.document.error());
                isPartMissing = isPartMissing || found.isPart;
                isComplete = isComplete && found.isPart;
            }
        });
        if (!opened) {
            session.report(opened.error());
            isComplete = false;
        }
    }
    if (!isComplete || (isPartMissing && documents.empty())) {
        return std::nullopt;
    }
    auto input = comparisonInput(documents);
    for (std::size_t i = 0; i < documents.size(); ++i) {
        addSymbolPairs(input, documents[i], corrections[i]);
    }
    return input;
}

bool hasBothSides(const Comparison& comparison)
{
    return std::ranges::any_of(comparison.groups, [](const ComparisonGroup& group) {
        return std::ranges::any_of(group.rows,
                                   [](const ComparisonRow& row) { return row.baseline.value && row.candidate.value; });
    });
}

/// Says of what nothing came out; the comparison itself does not know where its runs come from.
void reportNothing(const Session& session, const Options& options, Error error)
{
    const auto subject = !options.files.empty() ? filesText(options.files)
        : !options.workspace.empty()            ? std::format("workspace '{}'", options.workspace)
                                                : std::string("the default workspace");
    constexpr std::string_view kOwnWords = "nothing to compare: ";
    std::string_view cause = error.message;
    if (cause.starts_with(kOwnWords)) {
        cause.remove_prefix(kOwnWords.size());
    }
    error.message = std::format("cannot compare {}: {}", subject, cause);
    session.report(error);
}

/// In the form that was asked for, or without one as a person reads it.
void print(Output& out, const ComparisonInput& input, const Comparison& comparison,
           const std::vector<ProfileComparison>& profiles, const std::string& format)
{
    const auto* const writer = findReportWriter(format);
    if (writer == nullptr) {
        printComparison(out, comparison, profiles);
        return;
    }
    ReportOptions options;
    options.profiles = profiles;
    const auto document = input.origins.front().document;
    if (document != nullptr) {
        options.title = document->parsed.title;
    }
    // JSON escapes by itself; elsewhere the words of a document must not act on the terminal that shows them.
    const auto report = writer->render(comparison, options);
    out.write(format == "json" ? report : printable(report));
}

/// A pair that names no symbol is a slip of the hand, not an answer.
ExitStatus checkPairs(const Session& session, const ComparisonInput& input, const Options& options)
{
    const auto unknown = unknownPairs(input.runs, options.profiles.pairs);
    if (unknown.empty()) {
        return ExitStatus::Done;
    }
    session.report(
        {.code = Errc::Usage,
         .message = std::format("cannot pair '{}': there is no symbol of that name", unknown.front()),
         .where = {},
         .hints = {"write OLD=NEW as the baseline and the candidate spell them; OLD= pairs it with nothing"}});
    return ExitStatus::BadInput;
}

/// Draws the first profile that has stacks on both sides.
Result<void> writeFlameGraph(const ComparisonInput& input, const std::vector<ProfileComparison>& profiles,
                             const std::filesystem::path& workspace, const std::string& path)
{
    for (const auto& profile : profiles) {
        const auto tree = callTreeOf(input, profile, workspace, Job {});
        if (!tree) {
            continue;
        }
        const auto svg = flameSvg(
            *tree,
            {.title = profile.sentence, .baseline = profile.baseline.label, .candidate = profile.candidate.label}, {});
        std::ofstream out(path, std::ios::binary);
        out << svg;
        out.close();
        if (!out) {
            return std::unexpected(Error {.code = Errc::Io,
                                          .message = std::format("cannot write '{}'", path),
                                          .where = {},
                                          .hints = {"choose a folder that exists and that you may write to"}});
        }
        return {};
    }
    return std::unexpected(Error {.code = Errc::Usage,
                                  .message = "cannot draw a flame graph: no profile has stacks on both sides",
                                  .where = {},
                                  .hints = {"compare two outputs of 'perf script', or two files of folded stacks"}});
}

/// "text|markdown|html|…", from the table of writers.
std::string formatChoices()
{
    std::string out;
    for (const auto* const writer : allReportWriters()) {
        out += out.empty() ? "" : "|";
        out += writer->id();
    }
    return out;
}

/// compare --since: FILE names tests of the workspace.
ExitStatus runSince(Session& session, const Options& options)
{
    const auto refuse = [&](std::string message, std::string hint) {
        session.report({.code = Errc::Usage, .message = std::move(message), .where = {}, .hints = {std::move(hint)}});
        return ExitStatus::BadInput;
    };
    if (!options.spec.baseline.empty()) {
        return refuse("--since has no baseline: each level is judged against the one before it",
                      "leave out --baseline; --candidate chooses whose runs make the history");
    }
    if (!options.spec.limits.empty()) {
        return refuse("--since has one limit for all tests", "leave out the name: --limit 2");
    }
    HistoryRequest request {.workspace = options.workspace,
                            .spec = {.since = options.since == kStart ? std::string() : options.since,
                                     .tests = options.files,
                                     .variants = options.spec.candidates,
                                     .metric = options.spec.metric,
                                     .order = options.order,
                                     .limit = options.spec.limit,
                                     .better = options.spec.better,
                                     .adjustment = options.adjustment.value_or(Adjustment::BenjaminiHochberg)},
                            .format = options.format,
                            .failsOnRegression = options.failsOn("regression"),
                            .failsOnUndecided = options.failsOn("undecided")};
    return runHistory(session, request);
}

ExitStatus runCompare(Session& session, Options options)
{
    if (options.isJson && !options.format.empty() && options.format != "json") {
        session.report({.code = Errc::Usage,
                        .message = std::format("--json and --format {} are two forms of one output", options.format),
                        .where = {},
                        .hints = {"leave out one of them"}});
        return ExitStatus::BadInput;
    }
    options.format = options.isJson ? "json" : options.format;
    if (!options.since.empty()) {
        if (!options.byHand.isEmpty()) {
            session.report({.code = Errc::Usage,
                            .message = "--set and --as have no meaning with --since: a history is of the workspace",
                            .where = {},
                            .hints = {"'patchscale-cli correct' sets what is in a workspace, and keeps it"}});
            return ExitStatus::BadInput;
        }
        return runSince(session, options);
    }
    if (options.order) {
        session.report({.code = Errc::Usage,
                        .message = "--order belongs to a history",
                        .where = {},
                        .hints = {"add --since RELEASE, or --since start for all of it"}});
        return ExitStatus::BadInput;
    }
    if (!options.files.empty() && !options.workspace.empty()) {
        session.report({.code = Errc::Usage,
                        .message = "compare takes documents or a workspace, not both",
                        .where = {},
                        .hints = {"leave out -w, or import the documents first"}});
        return ExitStatus::BadInput;
    }
    if (options.files.empty() && !options.byHand.isEmpty()) {
        session.report({.code = Errc::Usage,
                        .message = "--set and --as belong to documents that are named",
                        .where = {},
                        .hints = {"'patchscale-cli correct' sets what is in a workspace, and keeps it"}});
        return ExitStatus::BadInput;
    }
    bool isPartMissing = false;
    const auto input = inputOf(session, options, isPartMissing);
    if (!input) {
        return ExitStatus::BadInput;
    }
    auto comparison = compareInput(*input, options.spec, Job {});
    const bool isProfileWanted = options.spec.metric.empty() || options.spec.metric == "all";
    const auto workspace = options.files.empty() ? workspaceOf(options.workspace) : std::filesystem::path();
    std::vector<ProfileComparison> profiles;
    if (isProfileWanted) {
        // A perf diff holds both sides itself: it is an answer where there is no other.
        auto wishes = options.profiles;
        wishes.areRowsWanted = !options.spec.better.empty();
        profiles = profilesOf(*input, comparison.value_or(Comparison {}), wishes, workspace, Job {});
    }
    const bool areSidesNamed = !options.spec.baseline.empty() || !options.spec.candidates.empty();
    if (!comparison && (profiles.empty() || areSidesNamed)) {
        reportNothing(session, options, comparison.error());
        return ExitStatus::BadInput;
    }
    if (!comparison) {
        comparison = Comparison {};
        comparison->warnings = input->warnings;
    }
    if (profiles.empty() && !hasBothSides(*comparison)) {
        reportNothing(session, options,
                      {.code = Errc::Usage,
                       .message = "no test has a number on both sides",
                       .where = {},
                       .hints = {"look at what was found with 'patchscale-cli parse', or name the sides with "
                                 "--baseline and --candidate"}});
        return ExitStatus::BadInput;
    }
    if (const auto status = checkPairs(session, *input, options); status != ExitStatus::Done) {
        return status;
    }
    if (!options.flameGraph.empty()) {
        const auto drawn = writeFlameGraph(*input, profiles, workspace, options.flameGraph);
        if (!drawn) {
            session.report(drawn.error());
            return ExitStatus::BadInput;
        }
    }
    print(session.out, *input, *comparison, profiles, options.format);
    if (isPartMissing) {
        return ExitStatus::BadInput;
    }
    // What is told as a profile has no verdicts to fail on: nobody knows whether a symbol that takes more is worse.
    const auto counts = countsBeside(profiles, *comparison);
    if (options.failsOn("regression") && counts.regressed > 0) {
        return ExitStatus::Regression;
    }
    if (options.failsOn("undecided") && counts.undecided > 0) {
        return ExitStatus::Undecided;
    }
    return ExitStatus::Done;
}

}

void addCompare(CLI::App& app, Session& session)
{
    auto* const command = app.add_subcommand("compare", "Lay before and after side by side and say what changed");
    auto options = std::make_shared<Options>();
    command
        ->add_option("FILE", options->files,
                     "Files, folders and archives to compare; - is standard input; none: the workspace; with --since "
                     "names of tests")
        ->type_name("");
    addWorkspaceOption(*command, options->workspace);
    addSetOption(*command, options->byHand);
    addAsOption(*command, options->byHand);
    command->add_option("--baseline", options->spec.baseline, "Variant to compare with; without it, by its role")
        ->type_name("LABEL");
    command->add_option("--candidate", options->spec.candidates, "Variant to judge, may be given several times")
        ->type_name("LABEL")
        ->allow_extra_args(false);
    command
        ->add_option("--metric", options->spec.metric,
                     "Metric to compare; without it what each benchmark is judged by; all for every metric")
        ->type_name("M");
    command
        ->add_option_function<std::vector<std::string>>(
            "--limit",
            [options](const std::vector<std::string>& texts) {
                for (const auto& text : texts) {
                    const auto limit = limitOf(text);
                    if (limit && limit->first.empty()) {
                        options->spec.limit = limit->second;
                    } else if (limit) {
                        options->spec.limits.insert_or_assign(limit->first, limit->second);
                    }
                }
            },
            "Change in percent that matters, 1 unless given; of a test, metric or benchmark alone with its name; may "
            "be "
            "given several times")
        ->check([](const std::string& text) {
            return limitOf(text) ? std::string() : "is no percentage; write for example 2, 0.5 or pipe=3";
        })
        ->allow_extra_args(false)
        ->type_name("[NAME=]PCT");
    command
        ->add_option_function<std::vector<std::string>>(
            "--better",
            [options](const std::vector<std::string>& texts) {
                for (const auto& text : texts) {
                    options->spec.better.insert(*directionOf(text));
                }
            },
            "Say which direction is good of a test, metric or benchmark, or * for all; may be given several times")
        ->check([](const std::string& text) {
            return directionOf(text) ? std::string() : "is no direction; write for example osq_lock=lower";
        })
        ->allow_extra_args(false)
        ->type_name("TEST=lower|higher");
    command
        ->add_option_function<std::string>(
            "--correction",
            [options](const std::string& word) {
                options->adjustment = word == "bh" ? Adjustment::BenjaminiHochberg : Adjustment::Holm;
                options->spec.adjustment = *options->adjustment;
                options->profiles.adjustment = options->spec.adjustment;
            },
            "How p is adjusted for the number of rows: holm, unless given, lets no false row pass with 95 %; bh lets 5 "
            "% of "
            "the rows found be false, for hundreds of rows, and unless given for change points (--since)")
        ->check(CLI::IsMember({"holm", "bh"}).description(""))
        ->type_name("holm|bh");
    command
        ->add_option("--since", options->since,
                     "History of the workspace from this kernel release, date or commit on (start: all of it), with "
                     "the places where a test's level changes")
        ->check([](const std::string& text) { return text.empty() ? std::string("must not be empty") : std::string(); })
        ->type_name("RELEASE|DATE|start");
    command
        ->add_option_function<std::string>(
            "--order",
            [options](const std::string& word) {
                for (const auto order : {HistoryOrder::Release, HistoryOrder::Date, HistoryOrder::Import}) {
                    if (word == orderWord(order)) {
                        options->order = order;
                    }
                }
            },
            "With --since: what the history is ordered by; without it by release, where two are told, else by date")
        ->check(CLI::IsMember({"release", "date", "import"}).description(""))
        ->type_name("release|date|import");
    command
        ->add_option_function<std::vector<std::string>>(
            "--pair",
            [options](const std::vector<std::string>& texts) {
                for (const auto& text : texts) {
                    options->profiles.pairs.push_back(*pairOf(text));
                }
            },
            "Take two symbols of profiles for one that was renamed; OLD= pairs it with nothing; may be given several "
            "times")
        ->check([](const std::string& text) {
            return pairOf(text) ? std::string() : "is no pair; write for example old_name=new_name";
        })
        ->allow_extra_args(false)
        ->type_name("OLD=NEW");
    command
        ->add_option("--flame-graph", options->flameGraph,
                     "Draw the stacks of two profiles over each other into OUT: orange takes more, blue less")
        ->check([](const std::string& path) {
            return path.ends_with(".svg") ? std::string() : "does not end in .svg, which is what is drawn";
        })
        ->type_name("OUT.svg");
    command
        ->add_option("--format", options->format,
                     "Print for elsewhere: text is for a patch mail; without it, for reading here")
        ->check([](const std::string& text) {
            return findReportWriter(text) ? std::string() : std::format("'{}' is not in {}", text, formatChoices());
        })
        ->type_name(formatChoices());
    command->add_flag("--json", options->isJson, "The same as --format json");
    command
        ->add_option("--fail-on", options->failOn,
                     "End with status 1 on a regression or 4 when something is undecided, may be given twice")
        ->check(CLI::IsMember({"regression", "undecided"}).description(""))
        ->allow_extra_args(false)
        ->type_name("regression|undecided");
    addColorOption(*command, session);
    command->footer("Exit status: 0 compared, 1 a regression (--fail-on regression), 2 nothing to compare or not\n"
                    "readable, 3 an internal fault, 4 something undecided (--fail-on undecided).\n\n"
                    "Examples:\n"
                    "  patchscale-cli compare mail.txt\n"
                    "  patchscale-cli compare mail.txt --format text >> reply.txt\n"
                    "  patchscale-cli compare before.txt after.txt --limit 2\n"
                    "  patchscale-cli compare before.txt after.txt --limit 2 --limit pipe=5\n"
                    "  patchscale-cli compare results/before results/after\n"
                    "  patchscale-cli compare mail.txt --baseline \"w/o patch\" --candidate v2\n"
                    "  patchscale-cli compare mail.txt --set 'run 2: variant=v2 role=candidate'\n"
                    "  patchscale-cli compare profile.txt --better overhead=lower\n"
                    "  patchscale-cli compare before.perf after.perf --flame-graph change.svg\n"
                    "  patchscale-cli compare -w lab.pscale --fail-on regression\n"
                    "  patchscale-cli compare --since v6.9 pipe\n"
                    "  patchscale-cli compare --since 2026-09-01 --order date --fail-on regression");
    command->callback(
        [&session, options] { session.run = [&session, options] { return runCompare(session, *options); }; });
}

}
