-- Curated data: never derived, never lost.

CREATE TABLE setting (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE app (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE
) STRICT;

-- A file being read. No recall sees its records until it is published.
CREATE TABLE import (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    format TEXT NOT NULL,
    source TEXT NOT NULL,
    started_at INTEGER NOT NULL,
    owner TEXT NOT NULL,          -- the process that writes it: host, pid, start
    published_at INTEGER          -- NULL while pending
) STRICT;

CREATE INDEX import_pending ON import (id) WHERE published_at IS NULL;

CREATE TABLE session (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    app INTEGER NOT NULL REFERENCES app (id),
    format TEXT NOT NULL,
    key TEXT NOT NULL,
    title TEXT NOT NULL,
    started_text TEXT,
    started_utc INTEGER,
    started_zoned INTEGER,
    UNIQUE (app, format, key)
) STRICT;

-- Text is never edited in place: an edit is a new record that supersedes the old one.
CREATE TABLE record (
    ordinal INTEGER PRIMARY KEY AUTOINCREMENT,   -- internal, never reused, never printed
    id BLOB NOT NULL UNIQUE CHECK (length(id) = 16),
    app INTEGER NOT NULL REFERENCES app (id),
    session INTEGER NOT NULL REFERENCES session (id),
    position INTEGER NOT NULL,                   -- 0-based in its session
    kind INTEGER NOT NULL,                       -- index into records.Kind
    speaker TEXT,
    text TEXT NOT NULL,
    text_hash INTEGER NOT NULL,                  -- 64-bit BLAKE2b of what is embedded and indexed
    external_id TEXT,
    part INTEGER NOT NULL DEFAULT 0,             -- of a long text that was split
    happened_text TEXT,
    happened_utc INTEGER,
    happened_zoned INTEGER,
    added_at INTEGER NOT NULL,
    valid_until_text TEXT,
    valid_until_utc INTEGER,
    valid_until_zoned INTEGER,
    active INTEGER NOT NULL DEFAULT 1,
    reason TEXT NOT NULL DEFAULT '',
    state_since INTEGER NOT NULL,
    import INTEGER REFERENCES import (id),
    meta TEXT NOT NULL DEFAULT '{}'
) STRICT;

CREATE INDEX record_place ON record (session, position);
CREATE INDEX record_import ON record (import);

-- The past of record.active, for recalls as of a moment. A record's first state is the opposite of its first change.
CREATE TABLE state_change (
    id INTEGER PRIMARY KEY,
    record INTEGER NOT NULL REFERENCES record (ordinal) ON DELETE CASCADE,
    at INTEGER NOT NULL,
    active INTEGER NOT NULL,
    reason TEXT NOT NULL,
    act INTEGER REFERENCES act (id)
) STRICT;

CREATE INDEX state_change_record ON state_change (record);
CREATE INDEX state_change_act ON state_change (act);

CREATE TABLE supersession (
    id INTEGER PRIMARY KEY,
    older INTEGER NOT NULL REFERENCES record (ordinal) ON DELETE CASCADE,
    newer INTEGER NOT NULL REFERENCES record (ordinal) ON DELETE CASCADE,
    since INTEGER NOT NULL,
    until INTEGER,                -- NULL while the edge stands
    reason TEXT NOT NULL DEFAULT '',
    CHECK (older <> newer)
) STRICT;

CREATE UNIQUE INDEX supersession_older ON supersession (older) WHERE until IS NULL;
CREATE INDEX supersession_newer ON supersession (newer);
CREATE INDEX supersession_past ON supersession (older);

-- The journal: every curatorial act, and how to reverse it.
CREATE TABLE act (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at INTEGER NOT NULL,
    actor TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('do', 'undo', 'redo')),
    message TEXT NOT NULL,
    parameters TEXT NOT NULL,
    of INTEGER REFERENCES act (id),   -- the act that an undo or redo is about
    undone INTEGER NOT NULL DEFAULT 0,
    records INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE INDEX act_actor ON act (actor, id);

CREATE TABLE step (
    act INTEGER NOT NULL REFERENCES act (id),
    number INTEGER NOT NULL,
    kind TEXT NOT NULL,               -- state, edge, add, import
    record INTEGER,
    other INTEGER,                    -- the newer record of an edge
    import INTEGER,
    before TEXT NOT NULL,
    after TEXT NOT NULL,
    PRIMARY KEY (act, number)
) STRICT, WITHOUT ROWID;

CREATE INDEX step_record ON step (record);
CREATE INDEX step_other ON step (other);
CREATE INDEX step_import ON step (import);

CREATE TABLE recall_log (
    id INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    actor TEXT NOT NULL,
    query TEXT NOT NULL,
    profile TEXT NOT NULL,
    scope TEXT,
    as_of INTEGER,
    served BLOB NOT NULL              -- ids, 16 bytes each, in the order served
) STRICT;

CREATE INDEX recall_log_at ON recall_log (at);

-- Derived data: can be dropped at any time and rebuilt.

-- One blob for 1,024 ordinals; NULL is to be packed again. Every write to what it is made of says so by trigger.
CREATE TABLE column_chunk (
    chunk INTEGER PRIMARY KEY,
    revision INTEGER NOT NULL,
    packed BLOB
) STRICT;

CREATE INDEX column_chunk_revision ON column_chunk (revision);

CREATE TRIGGER record_inserted AFTER INSERT ON record BEGIN
    INSERT INTO column_chunk (chunk, revision)
    VALUES (NEW.ordinal >> 10, (SELECT coalesce(max(revision), 0) + 1 FROM column_chunk))
    ON CONFLICT DO UPDATE SET revision = excluded.revision, packed = NULL;
END;

CREATE TRIGGER record_updated AFTER UPDATE ON record BEGIN
    INSERT INTO column_chunk (chunk, revision)
    VALUES (NEW.ordinal >> 10, (SELECT coalesce(max(revision), 0) + 1 FROM column_chunk))
    ON CONFLICT DO UPDATE SET revision = excluded.revision, packed = NULL;
END;

CREATE TRIGGER record_deleted AFTER DELETE ON record BEGIN
    INSERT INTO column_chunk (chunk, revision)
    VALUES (OLD.ordinal >> 10, (SELECT coalesce(max(revision), 0) + 1 FROM column_chunk))
    ON CONFLICT DO UPDATE SET revision = excluded.revision, packed = NULL;
END;

CREATE TRIGGER supersession_inserted AFTER INSERT ON supersession BEGIN
    INSERT INTO column_chunk (chunk, revision)
    VALUES (NEW.older >> 10, (SELECT coalesce(max(revision), 0) + 1 FROM column_chunk))
    ON CONFLICT DO UPDATE SET revision = excluded.revision, packed = NULL;
END;

CREATE TRIGGER supersession_updated AFTER UPDATE ON supersession BEGIN
    INSERT INTO column_chunk (chunk, revision)
    VALUES (NEW.older >> 10, (SELECT coalesce(max(revision), 0) + 1 FROM column_chunk))
    ON CONFLICT DO UPDATE SET revision = excluded.revision, packed = NULL;
END;

CREATE TRIGGER supersession_deleted AFTER DELETE ON supersession BEGIN
    INSERT INTO column_chunk (chunk, revision)
    VALUES (OLD.older >> 10, (SELECT coalesce(max(revision), 0) + 1 FROM column_chunk))
    ON CONFLICT DO UPDATE SET revision = excluded.revision, packed = NULL;
END;

-- The words: a dictionary, and packed postings in immutable segments.
CREATE TABLE term (
    id INTEGER PRIMARY KEY,
    text TEXT NOT NULL UNIQUE,
    postings INTEGER NOT NULL         -- over all segments; fewer found means that some are missing
) STRICT;

CREATE TABLE posting_segment (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    analyzer INTEGER NOT NULL,
    records INTEGER NOT NULL,
    terms INTEGER NOT NULL,           -- distinct terms
    postings INTEGER NOT NULL,        -- pairs of a term and a record
    ordinals BLOB NOT NULL,           -- <u4, ascending
    lengths BLOB NOT NULL,            -- <u4, terms in the record
    hashes BLOB NOT NULL,             -- <i8, record.text_hash when it was indexed
    -- A small segment's postings: <u4 terms ascending, <u4 where each begins, <u4 ordinals, <u2 counts, one after the
    -- other. NULL where they are rows of posting.
    loose BLOB
) STRICT;

CREATE TABLE posting (
    id INTEGER PRIMARY KEY,
    segment INTEGER NOT NULL,         -- rows of a segment that is gone are not read, and swept later
    term INTEGER NOT NULL,
    records INTEGER NOT NULL,
    ordinals BLOB NOT NULL,           -- <u4, ascending
    counts BLOB NOT NULL              -- <u2
) STRICT;

CREATE UNIQUE INDEX posting_term ON posting (term, segment);
CREATE INDEX posting_segment_of ON posting (segment, records);

-- The vectors, each of one model.
CREATE TABLE model (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    revision TEXT NOT NULL,
    dimension INTEGER NOT NULL,
    query_prompt TEXT NOT NULL,
    passage_prompt TEXT NOT NULL,
    pooling TEXT NOT NULL,
    location TEXT                     -- name or folder it is loaded from; NULL for the bundled one
) STRICT;

CREATE TABLE vector_segment (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    model INTEGER NOT NULL REFERENCES model (id),
    records INTEGER NOT NULL,
    ordinals BLOB NOT NULL,           -- <u4
    hashes BLOB NOT NULL,             -- <i8
    vectors BLOB NOT NULL             -- <f4, one row of unit length a record
) STRICT;

CREATE INDEX vector_segment_model ON vector_segment (model);
