-- What a session was told, so that it is told only what is new. Times in the text are marks that are filled when shown.
ALTER TABLE briefed ADD COLUMN text TEXT NOT NULL DEFAULT '';
ALTER TABLE briefed ADD COLUMN source TEXT NOT NULL DEFAULT '';

-- The briefing of a worktree, prepared in the background for the client's hooks.
CREATE TABLE prepared (
  worktree TEXT PRIMARY KEY,
  branch TEXT NOT NULL,
  head TEXT NOT NULL,
  task_version INTEGER NOT NULL,
  state TEXT NOT NULL,
  knowledge TEXT NOT NULL,
  text TEXT NOT NULL,
  at TEXT NOT NULL
) WITHOUT ROWID;
