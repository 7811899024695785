-- Version 3. Symbols of profiles that a user pairs by hand are kept as corrections of the document that has the old name.

CREATE TABLE correction_with_symbols ( -- what the user set by hand over what the document says
    id          INTEGER PRIMARY KEY AUTOINCREMENT, -- of two about the same thing the later one holds
    document_id INTEGER NOT NULL REFERENCES document ON DELETE CASCADE,
    field       TEXT NOT NULL CHECK (field IN ('variant', 'role', 'machine', 'better', 'unit', 'format', 'symbol')),
    value       TEXT NOT NULL,
    benchmark   TEXT, -- this and the next five name the run as it was read; NULL: each run
    machine     TEXT,
    variant     TEXT,
    parameters  TEXT CHECK (parameters IS NULL OR json_valid(parameters)),
    is_failed   INTEGER CHECK (is_failed IN (0, 1)),
    occurrence  INTEGER, -- how many runs of these names come before it in the document
    test        TEXT NOT NULL, -- of results; empty: each; or the symbol that is renamed to the value
    metric      TEXT NOT NULL,
    unit        TEXT, -- as it was read; NULL: each
    span_offset INTEGER, -- of the text that a format is set for; NULL: the whole document
    span_length INTEGER
) STRICT;

INSERT INTO correction_with_symbols
SELECT id, document_id, field, value, benchmark, machine, variant, parameters, is_failed, occurrence, test, metric, unit,
       span_offset, span_length
FROM correction;

DROP TABLE correction;
ALTER TABLE correction_with_symbols RENAME TO correction;
CREATE INDEX correction_by_document ON correction (document_id);
