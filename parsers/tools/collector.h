// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units.h"
#include "parsers/format.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>

namespace patchscale::tools {

/// A value that a tool printed; views are copied at once.
struct Value
{
    std::string_view test;
    std::string_view metric;
    std::string_view number; ///< as written, within the clean text
    std::string_view unit; ///< as written
    Better better = Better::Unknown;
    double perSecond = 0; ///< what the unit is in 1/s, where it is a rate that its words do not tell; else 0
};

/// What an output says again: how a later value of the same test and metric stands to the one before.
enum class Again : unsigned char {
    Sample, ///< the tool ran once more
    Update, ///< the tool counted on: only the last one holds
};

/// Gathers the values of one block into a run.
class Collector
{
public:
    Collector(const Text& text, std::string_view benchmark);

    /// What selects the case of all values that are added from now on.
    Parameters& selection()
    {
        return m_selection;
    }
    [[nodiscard]] Run& run()
    {
        return m_run;
    }
    [[nodiscard]] bool isEmpty() const
    {
        return m_run.results.empty();
    }

    /// Takes a value over. Null if @p value holds no finite number: that becomes a diagnostic. The result stays where
    /// it is until the next one is added.
    TestResult* add(const Value& value, Again again = Again::Sample);
    /// The same for a number that is not written as one number ("0m1.234s").
    TestResult* add(const Value& value, double number, Again again = Again::Sample);

    void warn(std::string code, std::string message, std::string_view where, Severity severity = Severity::Warning);

    /// The run with its means, as a block. @p title: "hackbench, 2 results".
    ParsedBlock finish(std::string_view tool);

private:
    void summarise(TestResult& result) const;
    [[nodiscard]] Unit meaningOf(std::string_view unit) const;
    void hoistParameters();

    const Text& m_text;
    Run m_run;
    Parameters m_selection;
    std::map<std::tuple<std::string, Parameters, std::string>, std::size_t, std::less<>> m_index;
    std::map<std::string, double, std::less<>> m_rates; ///< units that are rates for this tool, in 1/s
    std::vector<Diagnostic> m_diagnostics;
};

/// A spread of @p number as written, when that is a number.
std::optional<Spread> spreadOf(const Text& text, SpreadKind kind, std::string_view number);

}
