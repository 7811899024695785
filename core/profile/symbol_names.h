// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace patchscale {

/// @p symbol without what differs between builds of one function: ".isra.0", ".part.24", ".constprop.0", ".cold",
/// ".llvm.8525150236079521930", "@plt", a version behind "@", the arguments that newer perf prints.
std::string_view plainSymbol(std::string_view symbol);

/// True for an address that perf found no name for: it moves with every build and never matches.
bool isRawAddress(std::string_view symbol);

/// The name under which the source has a symbol: "sys_read" of "__x64_sys_read".
std::string_view sourceName(std::string_view symbol);

/// How alike two names are, from 0 to 1: by the pairs of letters that they share (Dice), and at least by how much of
/// the longer one the shorter is.
double likeness(std::string_view a, std::string_view b);

}
