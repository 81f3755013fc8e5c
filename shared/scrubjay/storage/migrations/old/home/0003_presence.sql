-- Where each client session works now, as its client's hooks reported.
CREATE TABLE presence (
  session TEXT PRIMARY KEY,
  worktree TEXT NOT NULL,
  at TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX presence_at ON presence (at);
