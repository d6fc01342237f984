-- Curated data: sources that are linked to the vault, and what a session's own source says of it.

ALTER TABLE session ADD COLUMN meta TEXT NOT NULL DEFAULT '{}';

-- A file or folder whose new items come in by themselves.
CREATE TABLE source (
    path TEXT PRIMARY KEY,            -- absolute
    format TEXT NOT NULL,
    app TEXT NOT NULL,                -- of records whose source names none
    columns TEXT NOT NULL,            -- JSON: which column of a table is which field; {} where the format has none
    linked_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

ALTER TABLE step ADD COLUMN source TEXT;

CREATE INDEX step_source ON step (source) WHERE source IS NOT NULL;

-- Derived data: how a linked source was when it was last read, so that it is read again when it changes only.
CREATE TABLE source_seen (
    path TEXT PRIMARY KEY REFERENCES source (path) ON DELETE CASCADE,
    at INTEGER NOT NULL,
    print TEXT NOT NULL,              -- of the sizes and times of its files
    fault TEXT                        -- JSON list of message id and parameters: why it could not be read
) STRICT, WITHOUT ROWID;
