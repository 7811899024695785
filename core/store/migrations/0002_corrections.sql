-- Version 2. Corrections belong to a document and name what they are about, so that they hold on every reading of it;
-- formats and units can be corrected, too. Notes can be resolved.

CREATE TABLE correction_of_document ( -- what the user set by hand over what the document says
    id          INTEGER PRIMARY KEY AUTOINCREMENT, -- of two about the same thing the later one holds
    document_id INTEGER NOT NULL REFERENCES document ON DELETE CASCADE,
    field       TEXT NOT NULL CHECK (field IN ('variant', 'role', 'machine', 'better', 'unit', 'format')),
    value       TEXT NOT NULL,
    benchmark   TEXT, -- this and the next five name the run as it was read; NULL: each run
    machine     TEXT,
    variant     TEXT,
    parameters  TEXT CHECK (parameters IS NULL OR json_valid(parameters)),
    is_failed   INTEGER CHECK (is_failed IN (0, 1)),
    occurrence  INTEGER, -- how many runs of these names come before it in the document
    test        TEXT NOT NULL, -- of results; empty: each
    metric      TEXT NOT NULL,
    unit        TEXT, -- as it was read; NULL: each
    span_offset INTEGER, -- of the text that a format is set for; NULL: the whole document
    span_length INTEGER
) STRICT;

INSERT INTO correction_of_document (document_id, field, value, benchmark, machine, variant, parameters, is_failed,
                                    occurrence, test, metric)
SELECT run.document_id, correction.field, correction.value, run.benchmark, machine.label, variant.label,
       run.parameters, run.is_failed,
       (SELECT count(*) FROM run AS earlier JOIN machine AS other ON other.id = earlier.machine_id
        WHERE earlier.document_id = run.document_id AND earlier.position < run.position
          AND earlier.benchmark = run.benchmark AND other.label = machine.label
          AND earlier.variant_id = run.variant_id AND earlier.parameters = run.parameters
          AND earlier.is_failed = run.is_failed),
       coalesce(test.name, ''), coalesce(metric.name, '')
FROM correction
JOIN run ON run.id = correction.run_id
JOIN machine ON machine.id = run.machine_id
JOIN variant ON variant.id = run.variant_id
LEFT JOIN result ON result.run_id = correction.run_id AND result.position = correction.result
LEFT JOIN metric ON metric.id = result.metric_id
LEFT JOIN test ON test.id = metric.test_id
ORDER BY correction.id;

DROP TABLE correction;
ALTER TABLE correction_of_document RENAME TO correction;
CREATE INDEX correction_by_document ON correction (document_id);

ALTER TABLE annotation ADD COLUMN is_resolved INTEGER NOT NULL DEFAULT 0 CHECK (is_resolved IN (0, 1));
