// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <compare>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace patchscale {

/// A kernel release in its natural order: 6.9 < 6.9.1 < 6.10-rc1 < 6.10-rc10 < 6.10 < 6.10-00012-gabc. "6.10.0" is
/// "6.10".
struct Release
{
    std::vector<int> numbers; ///< without zeros at the end beyond the second
    std::optional<int> candidate; ///< 3 of "-rc3"; a release without comes after all of its candidates
    std::string suffix; ///< what stands behind: "-amd64", "+"

    friend bool operator==(const Release&, const Release&) = default;
    friend std::weak_ordering operator<=>(const Release& a, const Release& b);
};

/// The release that @p text begins with: "v6.10-rc1", "Linux 6.9.0-18-amd64", "6.1.52 #1 SMP". Nothing where it begins
/// with none.
std::optional<Release> releaseIn(std::string_view text);

/// The release that @p text is, for words that may be anything: "v6.9" and "5.19.0-rc3-vanilla" are, "v2" and
/// "6.9 with patch" are not.
std::optional<Release> releaseNamed(std::string_view text);

}
