CREATE TABLE history (id TEXT PRIMARY KEY, memory_id TEXT, old_memory TEXT, new_memory TEXT, event TEXT,
  created_at DATETIME, updated_at DATETIME, is_deleted INTEGER, actor_id TEXT, role TEXT);
INSERT INTO history VALUES
  ('e3', 'a', 'Lives in Basel', 'Lives in Bern', 'UPDATE', '2026-01-01T10:00:00', '2026-03-01T10:00:00', 0, 'ann', 'user'),
  ('e1', 'a', NULL, 'Lives in Aarau', 'ADD', '2026-01-01T10:00:00', NULL, 0, 'ann', 'user'),
  ('e2', 'a', 'Lives in Aarau', 'Lives in Basel', 'UPDATE', '2026-01-01T10:00:00', '2026-02-01T10:00:00', 0, NULL, NULL),
  ('e4', 'b', NULL, 'Owns a red bicycle', 'ADD', '2026-01-01T10:00:00', NULL, 0, NULL, NULL),
  ('e5', 'b', 'Owns a red bicycle', NULL, 'DELETE', '2026-01-01T10:00:00', '2026-02-01T10:00:00', 1, NULL, NULL),
  ('e6', 'c', 'Sings bass', 'Sings baritone', 'UPDATE', '2026-01-01T10:00:00', '2026-02-01T10:00:00', 0, NULL, NULL),
  ('e7', 'd', NULL, NULL, 'ADD', NULL, NULL, 0, NULL, NULL);
