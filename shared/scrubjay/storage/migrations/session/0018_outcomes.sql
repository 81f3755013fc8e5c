-- Which memories a session had, by the beginning of their ids: one stood in the answer to its query ('answer'), its
-- agent named it ('cited'), or a script said so ('reported'). What a briefing told isn't here.
CREATE TABLE had (
  session TEXT NOT NULL,
  memory TEXT NOT NULL,
  how TEXT NOT NULL,
  at TEXT NOT NULL,
  PRIMARY KEY (session, memory, how)
) WITHOUT ROWID;
CREATE INDEX had_at ON had (at);

-- What is known of how a session ended: whether its transcript could be read, how the test commands in it ended last
-- (passed, failed, or empty), and what a script reported (well, badly, or empty).
CREATE TABLE session_outcome (
  session TEXT PRIMARY KEY,
  readable INTEGER NOT NULL DEFAULT 0,
  tests TEXT NOT NULL DEFAULT '',
  reported TEXT NOT NULL DEFAULT '',
  why TEXT NOT NULL DEFAULT '',
  at TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX session_outcome_at ON session_outcome (at);
