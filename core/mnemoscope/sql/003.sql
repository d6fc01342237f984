-- Curated data of the curator's desk: when to look at a record again, what a person said of a candidate, and what must
-- not come back.

ALTER TABLE record ADD COLUMN review_after_text TEXT;
ALTER TABLE record ADD COLUMN review_after_utc INTEGER;
ALTER TABLE record ADD COLUMN review_after_zoned INTEGER;

-- What a person said of a pair of records, or of one record and one reason to doubt it. Texts are never edited, so it
-- stands as long as the records do.
CREATE TABLE verdict (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    first INTEGER NOT NULL REFERENCES record (ordinal) ON DELETE CASCADE,     -- the lower ordinal of a pair
    second INTEGER NOT NULL REFERENCES record (ordinal) ON DELETE CASCADE,    -- the same record where it is one alone
    question TEXT NOT NULL,           -- pair, or the reason to doubt a record alone
    answer TEXT NOT NULL,             -- see candidates.Answer
    at INTEGER NOT NULL,
    CHECK (first <= second),
    UNIQUE (first, second, question)
) STRICT;

CREATE INDEX verdict_second ON verdict (second);

-- The id of a record that was forgotten, and nothing else of it: an import does not bring it back.
CREATE TABLE tombstone (
    id BLOB PRIMARY KEY CHECK (length(id) = 16),
    forgotten_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

ALTER TABLE step ADD COLUMN verdict INTEGER;

CREATE INDEX act_of ON act (of, id) WHERE of IS NOT NULL;

CREATE INDEX step_verdict ON step (verdict) WHERE verdict IS NOT NULL;

-- Derived data: what the last search for candidates found. Its grounds quote the records.
CREATE TABLE candidate (
    id INTEGER PRIMARY KEY,
    matter TEXT NOT NULL,             -- see candidates.Matter
    ordinals TEXT NOT NULL,           -- JSON list; of a pair the older record first
    grounds TEXT NOT NULL,            -- JSON list of grounds
    score REAL NOT NULL,
    UNIQUE (matter, ordinals)
) STRICT;
