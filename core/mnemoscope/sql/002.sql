-- Curated data: saved profiles and expectations, and the steps that say how to take them back.

CREATE TABLE profile (
    name TEXT PRIMARY KEY,
    settings TEXT NOT NULL        -- JSON of a records.Profile without its name
) STRICT, WITHOUT ROWID;

CREATE TABLE expectation (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    query TEXT NOT NULL,
    record INTEGER NOT NULL REFERENCES record (ordinal) ON DELETE CASCADE,
    within INTEGER,               -- NULL: as many as the profile serves
    profile TEXT NOT NULL,        -- a built-in or saved one; it may be gone by now
    scope TEXT,                   -- JSON list of apps; NULL is every app
    saved_at INTEGER NOT NULL
) STRICT;

CREATE INDEX expectation_record ON expectation (record);

ALTER TABLE step ADD COLUMN expectation INTEGER;
ALTER TABLE step ADD COLUMN profile TEXT;

CREATE INDEX step_expectation ON step (expectation) WHERE expectation IS NOT NULL;
CREATE INDEX step_profile ON step (profile) WHERE profile IS NOT NULL;

-- Derived data: the last act after which a check saw an expectation hold, and what ranked then.
CREATE TABLE expectation_held (
    expectation INTEGER PRIMARY KEY REFERENCES expectation (id) ON DELETE CASCADE,
    act INTEGER NOT NULL,
    model TEXT,                   -- key of the model whose vectors ranked; NULL where none did
    channels TEXT NOT NULL        -- names of the channels that ranked, with a space between
) STRICT;
