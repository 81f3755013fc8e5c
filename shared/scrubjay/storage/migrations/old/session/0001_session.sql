-- session.db of a project: what is being done on each branch. Canonical, nothing here can be rebuilt from git.
-- Lists and objects are JSON text. Moments are ISO 8601 in UTC. A branch is a ref name or detached:<sha>.

CREATE TABLE task (
  branch TEXT PRIMARY KEY,
  version INTEGER NOT NULL,
  task TEXT NOT NULL,
  details TEXT NOT NULL,
  completed TEXT NOT NULL,
  in_progress TEXT NOT NULL,
  blockers TEXT NOT NULL,
  next_steps TEXT NOT NULL,
  dead_ends TEXT NOT NULL,
  head TEXT NOT NULL,
  session TEXT NOT NULL,
  saved_at TEXT NOT NULL,
  inherited_from TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX task_head ON task (head);

-- One row a session_save, the newest 200 of each branch.
CREATE TABLE save (
  id INTEGER PRIMARY KEY,
  branch TEXT NOT NULL,
  head TEXT NOT NULL,
  session TEXT NOT NULL,
  saved_at TEXT NOT NULL,
  digest TEXT NOT NULL,
  version INTEGER NOT NULL,
  summary TEXT NOT NULL,
  completed TEXT NOT NULL,
  in_progress TEXT NOT NULL,
  blockers TEXT NOT NULL,
  next_steps TEXT NOT NULL,
  dead_ends TEXT NOT NULL,
  decisions TEXT NOT NULL,
  candidates TEXT NOT NULL
);
CREATE INDEX save_branch ON save (branch, id);

-- Which state a session was last briefed on, so that the same briefing is never given twice.
CREATE TABLE briefed (
  session TEXT NOT NULL,
  worktree TEXT NOT NULL,
  state TEXT NOT NULL,
  at TEXT NOT NULL,
  PRIMARY KEY (session, worktree)
) WITHOUT ROWID;
CREATE INDEX briefed_at ON briefed (at);
