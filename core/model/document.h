// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/claim.h"
#include "core/model/run.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace patchscale {

enum class Severity : std::uint8_t { Info, Warning, Error };

/// A finding about a document that did not stop the reading of it.
struct Diagnostic
{
    Severity severity = Severity::Warning;
    std::string code; ///< stable, for scripts and translation: "index-mismatch", "unused-table", "assumed-role"
    std::string message; ///< what was found, and what to do about it
    std::optional<SourceSpan> span;

    friend bool operator==(const Diagnostic&, const Diagnostic&) = default;
};

/// A stretch of a document and what it was read as; empty format: not data (a diff, a header).
struct DocumentBlock
{
    std::string format;
    std::string title; ///< for the tree: "UnixBench, 12 tests", "Patch: sched.h, +5"
    SourceSpan span;

    friend bool operator==(const DocumentBlock&, const DocumentBlock&) = default;
};

/// What a parser makes of the bytes of one document.
struct ParsedDocument
{
    std::string title; ///< subject of the mail or of the commit; empty when there is none
    std::vector<std::string> formats; ///< ids, each once, in order of appearance
    std::vector<DocumentBlock> blocks;
    std::vector<Run> runs;
    std::vector<Claim> claims;
    std::vector<Diagnostic> diagnostics;
    std::vector<std::string> patchedFiles; ///< from diff and diffstat
    std::vector<std::string> patchedFunctions; ///< from hunk headers and prose such as "osq_lock()"

    friend bool operator==(const ParsedDocument&, const ParsedDocument&) = default;
};

using Sha256 = std::array<unsigned char, 32>;

/// One opened input. Never changed.
struct Document
{
    std::string path; ///< where it came from; for messages, not for reading again
    Sha256 sha256 {};
    std::string bytes;
    ParsedDocument parsed;
};

}
