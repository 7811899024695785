// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/run.h"
#include "parsers/table/delta.h"
#include "parsers/table/heads.h"
#include "parsers/table/table.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace patchscale::table {

inline constexpr std::size_t kNone = static_cast<std::size_t>(-1);

enum class ColumnKind : std::uint8_t {
    Label, ///< words that name the test
    Parameter, ///< numbers that select the case: "jobs", "proc"
    Value,
    Delta,
    Spread,
    Ignored,
};

/// What the number in brackets behind a value of a column is.
enum class BracketKind : std::uint8_t { Unknown, Delta, Spread };

struct Column
{
    ColumnKind kind = ColumnKind::Ignored;
    Head head {};
    std::size_t variant = kNone; ///< of a value, or whose spread it is
    std::size_t series = 0; ///< columns of one metric share it: "base scale" under "Create"
    BracketKind bracket = BracketKind::Unknown;
    std::size_t spreadPart = kNone; ///< of several bracket parts the one that is the spread; kNone: the first
};

struct ColumnVariant
{
    std::string label {};
    Role role = Role::None;
    bool isAssumed = false;
};

/// Where changes are stated, and of what.
struct DeltaSource
{
    std::size_t column = 0;
    std::size_t part = kNone; ///< index among the bracket parts of the cell; kNone: the column itself is the change
    std::size_t baseline = 0; ///< columns of the values it speaks of
    std::size_t candidate = 0;
    Convention convention = Convention::Change;
    bool isPercent = true; ///< "16.45" means 16.45 %
    bool isProven = false; ///< its arithmetic fits
};

/// The columns of a table told apart.
struct Layout
{
    std::vector<Column> columns;
    std::vector<ColumnVariant> variants;
    std::vector<DeltaSource> deltas;
    bool hasWords = false; ///< words name at least one side
    bool isProven = false; ///< header words name both sides, or the arithmetic of the deltas does
};

/// Tells the columns of @p table apart if they are variants; nothing if neither words nor arithmetic say so.
std::optional<Layout> layoutOf(const Table& table, const Heads& heads);

/// The number a delta cell states; a fraction if the source is in percent.
std::optional<Number> statedNumber(const Row& row, const DeltaSource& source);

}
