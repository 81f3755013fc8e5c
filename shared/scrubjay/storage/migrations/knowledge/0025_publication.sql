-- Memories that were committed on a branch as Markdown, to be reviewed. Whether they are merged is git's to say.
CREATE TABLE publication (
  memory TEXT NOT NULL,
  branch TEXT NOT NULL,
  commit_sha TEXT NOT NULL,
  path TEXT NOT NULL,
  base TEXT NOT NULL,
  at TEXT NOT NULL,
  PRIMARY KEY (memory, branch)
) WITHOUT ROWID;
