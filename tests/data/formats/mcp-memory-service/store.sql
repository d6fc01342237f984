CREATE TABLE memories (id INTEGER PRIMARY KEY, content_hash TEXT UNIQUE, content TEXT, tags TEXT, memory_type TEXT,
  metadata TEXT, created_at REAL, updated_at REAL, deleted_at REAL, parent_id TEXT, version INTEGER, confidence REAL,
  last_accessed INTEGER, superseded_by TEXT);
CREATE TABLE memory_graph (source_hash TEXT, target_hash TEXT, similarity REAL, connection_types TEXT);
INSERT INTO memories (id, content_hash, content, tags, memory_type, metadata, created_at, deleted_at, superseded_by) VALUES
  (1, 'h1', 'The pump is serviced in May', 'pump,service', 'fact', '{"by": "Ines"}', 1767261600.25, NULL, 'h2'),
  (2, 'h2', 'The pump is serviced in June', 'pump', 'fact', '{}', 1767348000, NULL, NULL),
  (3, 'h3', 'The old valve leaks', '', NULL, NULL, 1767434400, 1767520800, NULL),
  (4, 'h4', 'The key is with Bruno', NULL, NULL, 'no json {', NULL, NULL, '5'),
  (5, 'h5', 'The key is with Ilse', NULL, NULL, NULL, NULL, NULL, NULL),
  (6, 'h6', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO memory_graph VALUES ('h1', 'h3', 0.8, 'related');
