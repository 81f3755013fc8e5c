-- The working set of a branch in full. Lists are JSON text; several sessions may be in the middle of something.
ALTER TABLE task ADD COLUMN goals TEXT NOT NULL DEFAULT '[]';
ALTER TABLE task ADD COLUMN constraints TEXT NOT NULL DEFAULT '[]';
ALTER TABLE task ADD COLUMN decisions TEXT NOT NULL DEFAULT '[]';
ALTER TABLE task ADD COLUMN questions TEXT NOT NULL DEFAULT '[]';
UPDATE task SET in_progress = CASE in_progress WHEN '' THEN '[]' ELSE json_array(in_progress) END;

-- Earlier versions of a working set: what a session saw last is the base on which its next write is merged.
CREATE TABLE task_past (
  branch TEXT NOT NULL,
  version INTEGER NOT NULL,
  state TEXT NOT NULL,
  PRIMARY KEY (branch, version)
) WITHOUT ROWID;

-- Where a session stands on a branch: the version that it saw last, the commit it began at, and what its client's
-- hooks told of it last (event, transcript and its length in bytes, files that it touched).
CREATE TABLE session_point (
  session TEXT NOT NULL,
  branch TEXT NOT NULL,
  version INTEGER NOT NULL,
  began_head TEXT NOT NULL,
  began_at TEXT NOT NULL,
  head TEXT NOT NULL,
  at TEXT NOT NULL,
  event TEXT NOT NULL DEFAULT '',
  worktree TEXT NOT NULL DEFAULT '',
  transcript TEXT NOT NULL DEFAULT '',
  position INTEGER NOT NULL DEFAULT 0,
  files TEXT NOT NULL DEFAULT '[]',
  PRIMARY KEY (session, branch)
) WITHOUT ROWID;
CREATE INDEX session_point_branch ON session_point (branch, at);
CREATE INDEX session_point_at ON session_point (at);

-- Working sets of branches that were merged. "head" is the branch's last commit, "merged_in" the commit that holds it.
CREATE TABLE task_archive (
  id INTEGER PRIMARY KEY,
  branch TEXT NOT NULL,
  version INTEGER NOT NULL,
  state TEXT NOT NULL,
  head TEXT NOT NULL,
  merged_in TEXT NOT NULL,
  how TEXT NOT NULL,
  at TEXT NOT NULL
);
