// SPDX-License-Identifier: GPL-3.0-or-later
// Lists of named values as tools print them: "Pipe bandwidth: 4631.28 MB/sec", "IOPS=108.41M, BW=52.93GiB/s".
#pragma once

#include "core/base/job.h"
#include "parsers/text/number.h"
#include "parsers/text/text.h"

#include <optional>
#include <string_view>
#include <vector>

namespace patchscale::table {

/// One named value. Spans are in the clean text.
struct Item
{
    std::string_view name;
    Number number;
    std::optional<Number> spread {}; ///< "3.276 ± 0.005M/s"
    std::string_view selection {}; ///< what its line begins with: "numjobs=1" of "-- numjobs=1 : IOPS = 297K"
};

struct ItemList
{
    std::vector<Item> items; ///< in order; a name that comes again holds a further observation
    std::vector<Item> selections; ///< counts without a value of their own: "8 clients"
    std::vector<SourceSpan> unread; ///< lines among them that hold more than names and values
    std::string_view caption; ///< the line above that names what numeric names select; else empty
    std::size_t firstLine = 0;
    std::size_t lastLine = 0;
    bool hasNumericNames = false; ///< "0.000064 163.02 MB/sec": the first number selects the case
};

/// A quick look at line @p index: may it be one of a list? Allocates nothing.
bool mayBeItem(const Text& text, std::size_t index);

/// The list that begins at line @p index: neighbouring lines that hold nothing but named values, at least two values in
/// all. @p next is set behind it, even if there is none.
std::optional<ItemList> itemListAt(const Text& text, std::size_t index, std::size_t& next, const Job& job);

}
