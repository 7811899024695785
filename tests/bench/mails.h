// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace patchscale::bench {

/// The sample documents, and between them what most mails of a list are made of: prose, quotes and diffs without
/// numbers to compare. About one mail in five holds benchmark results. Always the same text.
std::vector<std::string> mixedMails(std::size_t count);

/// What lists carry, in the proportions of 1200 mails drawn from eight kernel lists: more than half of the bytes are
/// header fields, a seventh is quoted, a fifth is diffs, and one mail in 75 holds benchmark results.
std::vector<std::string> listMails(std::size_t count);

/// The sample documents alone, @p count of them in turn: nearly every line is read.
std::vector<std::string> numberMails(std::size_t count);

/// What stands between them in mixedMails(): nothing to read, but numbers, units and words of measuring.
std::vector<std::string> chatterMails(std::size_t count);

/// Mails of prose without a digit.
std::vector<std::string> plainMails(std::size_t count);

/// One mail with a patch of at least @p bytes.
std::string diffMail(std::size_t bytes);

/// @p mails, again and again, in one mbox of at least @p bytes.
std::string mboxOf(const std::vector<std::string>& mails, std::size_t bytes);

}
