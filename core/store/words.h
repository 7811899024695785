// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/correction.h"
#include "core/store/catalogue.h"

#include <optional>
#include <string_view>

namespace patchscale {

/// The word that stands for a value in the workspace. Words are stored, so none of them may change.
std::string_view storedWord(Better value);
std::string_view storedWord(Role value);
std::string_view storedWord(Severity value);
std::string_view storedWord(SpreadKind value);
std::string_view storedWord(ClaimKind value);
std::string_view storedWord(CorrectedField value);

/// The value that a stored word stands for, or nothing.
template<class T>
std::optional<T> fromStoredWord(std::string_view word);

}
