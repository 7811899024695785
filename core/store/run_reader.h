// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/correction.h"
#include "core/store/catalogue.h"
#include "core/store/sqlite.h"

#include <map>
#include <optional>
#include <span>
#include <vector>

namespace patchscale {

/// A run without its results, and what a list says of it but for the counts.
struct StoredRun
{
    RunId id;
    DocumentId document;
    std::size_t position = 0;
    Run run;
};

/// Reads runs without their results and the user's corrections to them.
class RunReader
{
public:
    explicit RunReader(Database& database);

    /// All runs, or those of one document, in the order of import and of the document.
    std::vector<StoredRun> read(std::optional<DocumentId> document);
    /// One run, if it is there.
    std::optional<StoredRun> read(RunId id);
    /// Puts the user's corrections over @p stored; those of results only where it has them.
    void correct(StoredRun& stored);
    /// Gives the claims of a document the labels that the user gave their variants.
    void relabel(DocumentId document, std::span<Claim> claims);

private:
    [[nodiscard]] const std::vector<Corrections>* correctionsOf(DocumentId document);

    Database& m_database;
    Statement m_one;
    std::optional<std::map<DocumentId, Corrections>> m_corrections; ///< of all documents, once one was asked for
    std::map<DocumentId, std::vector<Corrections>> m_byRun;
};

/// What a list says of a run; the number of its samples is counted here.
RunEntry entryOf(const StoredRun& stored);

}
