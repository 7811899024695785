-- Version 1 of the workspace. Every table is STRICT, foreign keys are on, and nothing derived is stored.
-- Positions count from 0 in the order of the document. Spans are bytes of the document.

CREATE TABLE document ( -- one imported input; its bytes never change
    id          INTEGER PRIMARY KEY AUTOINCREMENT, -- an id that a user has seen is not given again
    sha256      BLOB NOT NULL UNIQUE CHECK (length(sha256) = 32),
    path        TEXT NOT NULL, -- where it came from, for messages
    title       TEXT NOT NULL,
    imported_at TEXT NOT NULL, -- ISO 8601, UTC
    size        INTEGER NOT NULL, -- of the bytes as they were
    content     BLOB NOT NULL -- the bytes, zstd
) STRICT;

CREATE TABLE document_name ( -- formats that were found, files and functions that a patch touches
    document_id INTEGER NOT NULL REFERENCES document ON DELETE CASCADE,
    kind        TEXT NOT NULL CHECK (kind IN ('format', 'file', 'function')),
    position    INTEGER NOT NULL,
    name        TEXT NOT NULL,
    PRIMARY KEY (document_id, kind, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE block ( -- a stretch of a document and what it was read as
    document_id INTEGER NOT NULL REFERENCES document ON DELETE CASCADE,
    position    INTEGER NOT NULL,
    format      TEXT NOT NULL,
    title       TEXT NOT NULL,
    span_offset INTEGER NOT NULL,
    span_length INTEGER NOT NULL,
    PRIMARY KEY (document_id, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE machine ( -- the system under test as documents tell it
    id     INTEGER PRIMARY KEY,
    label  TEXT NOT NULL,
    cpu    TEXT NOT NULL,
    cpus   INTEGER,
    memory TEXT NOT NULL,
    os     TEXT NOT NULL,
    kernel TEXT NOT NULL,
    facts  TEXT NOT NULL CHECK (json_valid(facts))
) STRICT;
CREATE UNIQUE INDEX machine_identity ON machine (label, cpu, coalesce(cpus, -1), memory, os, kernel, facts);

CREATE TABLE variant ( -- what is compared; its role is a matter of the run
    id    INTEGER PRIMARY KEY,
    label TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE run ( -- one execution of a benchmark on one machine under one variant
    id                 INTEGER PRIMARY KEY AUTOINCREMENT,
    document_id        INTEGER NOT NULL REFERENCES document ON DELETE CASCADE,
    position           INTEGER NOT NULL,
    format             TEXT NOT NULL,
    format_version     INTEGER NOT NULL, -- so that a better parser can read old documents again
    benchmark          TEXT NOT NULL,
    machine_id         INTEGER NOT NULL REFERENCES machine,
    variant_id         INTEGER NOT NULL REFERENCES variant,
    role               TEXT NOT NULL CHECK (role IN ('none', 'baseline', 'candidate')),
    is_variant_assumed INTEGER NOT NULL CHECK (is_variant_assumed IN (0, 1)),
    parameters         TEXT NOT NULL CHECK (json_valid(parameters)), -- canonical: sorted keys, no blanks
    is_failed          INTEGER NOT NULL CHECK (is_failed IN (0, 1)),
    span_offset        INTEGER NOT NULL,
    span_length        INTEGER NOT NULL,
    UNIQUE (document_id, position)
) STRICT;
CREATE INDEX run_by_variant ON run (variant_id, benchmark);

CREATE TABLE test ( -- a case with its parameters, shared by all runs, so that alignment is a join
    id         INTEGER PRIMARY KEY,
    benchmark  TEXT NOT NULL,
    name       TEXT NOT NULL,
    parameters TEXT NOT NULL CHECK (json_valid(parameters)), -- canonical: sorted keys, no blanks
    UNIQUE (benchmark, name, parameters)
) STRICT;

CREATE TABLE metric ( -- what is measured of a test
    id      INTEGER PRIMARY KEY,
    test_id INTEGER NOT NULL REFERENCES test,
    name    TEXT NOT NULL,
    unit    TEXT NOT NULL, -- base unit; the written one stands with the result
    better  TEXT NOT NULL CHECK (better IN ('unknown', 'higher', 'lower')),
    UNIQUE (test_id, name, unit, better)
) STRICT;

CREATE TABLE result ( -- a metric's value in a run, as it was written and in the base unit
    run_id      INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
    position    INTEGER NOT NULL,
    metric_id   INTEGER NOT NULL REFERENCES metric,
    value       REAL NOT NULL,
    unit        TEXT NOT NULL,
    base_value  REAL NOT NULL,
    span_offset INTEGER NOT NULL,
    span_length INTEGER NOT NULL,
    PRIMARY KEY (run_id, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE sample ( -- one observed value of a result, in its written unit
    run_id      INTEGER NOT NULL,
    result      INTEGER NOT NULL,
    position    INTEGER NOT NULL,
    value       REAL NOT NULL,
    span_offset INTEGER NOT NULL,
    span_length INTEGER NOT NULL,
    boot        INTEGER NOT NULL,
    round       INTEGER NOT NULL,
    run_order   INTEGER NOT NULL,
    is_excluded INTEGER NOT NULL DEFAULT 0 CHECK (is_excluded IN (0, 1)), -- by the user; undoable, always shown
    PRIMARY KEY (run_id, result, position),
    FOREIGN KEY (run_id, result) REFERENCES result ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE TABLE aggregate ( -- what a tool or an author printed beside a value: its spread and what it covers
    run_id      INTEGER NOT NULL,
    result      INTEGER NOT NULL,
    statistic   TEXT NOT NULL CHECK (statistic IN ('stddev', 'stderr', 'cv', 'ci95', 'range', 'low', 'high', 'count')),
    value       REAL NOT NULL,
    span_offset INTEGER NOT NULL,
    span_length INTEGER NOT NULL,
    PRIMARY KEY (run_id, result, statistic),
    FOREIGN KEY (run_id, result) REFERENCES result ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE TABLE claim ( -- what an author states about a change; its audit is computed, not stored
    document_id      INTEGER NOT NULL REFERENCES document ON DELETE CASCADE,
    position         INTEGER NOT NULL,
    test             TEXT NOT NULL,
    parameters       TEXT NOT NULL CHECK (json_valid(parameters)),
    metric           TEXT NOT NULL,
    baseline         TEXT NOT NULL,
    candidate        TEXT NOT NULL,
    stated           TEXT NOT NULL,
    kind             TEXT NOT NULL CHECK (kind IN ('change', 'ratio', 'difference')),
    low              REAL NOT NULL,
    high             REAL NOT NULL,
    resolution       REAL NOT NULL,
    is_approximate   INTEGER NOT NULL CHECK (is_approximate IN (0, 1)),
    span_offset      INTEGER NOT NULL,
    span_length      INTEGER NOT NULL,
    baseline_run     INTEGER, -- positions of a run in the document and of a result in it
    baseline_result  INTEGER,
    candidate_run    INTEGER,
    candidate_result INTEGER,
    PRIMARY KEY (document_id, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE diagnostic ( -- a finding about a document that did not stop the reading of it
    document_id INTEGER NOT NULL REFERENCES document ON DELETE CASCADE,
    position    INTEGER NOT NULL,
    severity    TEXT NOT NULL CHECK (severity IN ('info', 'warning', 'error')),
    code        TEXT NOT NULL,
    message     TEXT NOT NULL,
    span_offset INTEGER,
    span_length INTEGER,
    PRIMARY KEY (document_id, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE correction ( -- what the user set by hand over what the document says
    id     INTEGER PRIMARY KEY AUTOINCREMENT,
    run_id INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
    result INTEGER, -- position of a result, where the field belongs to one
    field  TEXT NOT NULL CHECK (field IN ('variant', 'role', 'machine', 'better')),
    value  TEXT NOT NULL,
    FOREIGN KEY (run_id, result) REFERENCES result ON DELETE CASCADE
) STRICT;
CREATE UNIQUE INDEX correction_target ON correction (run_id, coalesce(result, -1), field);

CREATE TABLE annotation ( -- a user's note on a result
    id     INTEGER PRIMARY KEY AUTOINCREMENT,
    run_id INTEGER NOT NULL,
    result INTEGER NOT NULL,
    text   TEXT NOT NULL,
    FOREIGN KEY (run_id, result) REFERENCES result ON DELETE CASCADE
) STRICT;
CREATE INDEX annotation_by_result ON annotation (run_id, result);

CREATE TABLE comparison ( -- a saved question; its answer is computed
    id   INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL UNIQUE,
    spec TEXT NOT NULL CHECK (json_valid(spec))
) STRICT;
