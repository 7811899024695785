// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace patchscale::bench {

/// The sample documents, and between them what most mails of a list are made of: prose, quotes and diffs without numbers
/// to compare. About one mail in five holds benchmark results. Always the same text.
std::vector<std::string> mixedMails(std::size_t count);

/// Those mails in one mbox of at least @p bytes.
std::string mixedMbox(std::size_t bytes);

}
