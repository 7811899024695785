// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace patchscale::sentences {

/// Whether the words around some number of @p passage could make it a value: a word that leads to it, a label that ends
/// at it, or a second number that it is set against. A look at the bytes, before the passage is cut into tokens; may
/// say yes too often, never no too often.
bool mayLeadToValue(std::string_view passage);

}
