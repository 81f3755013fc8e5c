-- What sessions were told, as it was sent: compressed, bounded, masked. `channel` is how it came (session_init, start,
-- compaction, hint, command), `ids` the beginnings of ids that stand in it, each after a space. `doubted`: somebody was
-- quarantined after it was gathered; while anybody is, it isn't shown.
CREATE TABLE sent (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  session TEXT NOT NULL,
  worktree TEXT NOT NULL,
  client TEXT NOT NULL,
  channel TEXT NOT NULL,
  at TEXT NOT NULL,
  text BLOB NOT NULL,
  ids TEXT NOT NULL,
  doubted INTEGER NOT NULL
);
CREATE INDEX sent_session ON sent (session, id);
CREATE INDEX sent_at ON sent (at);

-- How often words were forgotten: what was gathered before is not kept afterwards.
INSERT INTO generation (name, value) VALUES ('forgotten', 0);

-- The working set of a branch as a session met it: JSON, as in session_point.seen, or empty; the newest 1,000. Apart from
-- that table, whose rows are read again and again.
CREATE TABLE met (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  session TEXT NOT NULL,
  branch TEXT NOT NULL,
  state TEXT NOT NULL,
  UNIQUE (session, branch)
);
