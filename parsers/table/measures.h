// SPDX-License-Identifier: GPL-3.0-or-later
// What the numbers of a table measure: metric, unit and direction, from the cell, the head, the row or the lines above.
#pragma once

#include "core/model/run.h"
#include "parsers/table/heads.h"
#include "parsers/table/layout.h"
#include "parsers/table/row_names.h"

#include <optional>
#include <string_view>

namespace patchscale::table {

class Measures
{
public:
    /// Reads what all values of @p table share; its strings must outlive this.
    Measures(const Table& table, const Heads& heads, const Layout& layout);

    /// Sets unit, base value, metric and direction of @p result, whose value was written as @p number.
    void measure(const Number& number, const Column& column, const RowName& name, TestResult& result) const;

private:
    void setUnit(const Number& number, const Column& column, const RowName& name, TestResult& result) const;
    [[nodiscard]] bool isScaleOnly(std::string_view unit) const;
    [[nodiscard]] std::string metricOf(const Number& number, const Column& column, const RowName& name,
                                       const TestResult& result) const;

    std::string_view m_unit;
    std::string_view m_metric;
    Better m_better = Better::Unknown;
    bool m_isOfHead = false; ///< the metric stands in the table's own heads
    bool m_countsEvents = false;
    bool m_isNormalised = false; ///< the baseline is 1 throughout: ratios, whatever units the labels name
};

/// @p number as a spread of a value in @p unit: in percent of it, or in its unit, which "1.2 s ± 30 ms" is brought to.
/// Nothing if it is not finite.
std::optional<Spread> spreadOf(const Number& number, std::string_view unit);

}
