-- Projects: one repository's identity. The folder of a project is projects/<id>.
CREATE TABLE project (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  created_at TEXT NOT NULL
);

-- Commits without parents; two clones are one project only if they share one.
CREATE TABLE project_root (
  project_id TEXT NOT NULL REFERENCES project (id) ON DELETE CASCADE,
  oid TEXT NOT NULL,
  PRIMARY KEY (project_id, oid)
) WITHOUT ROWID;
CREATE INDEX project_root_oid ON project_root (oid);

-- Where clones of a project were last seen: their git common directories.
CREATE TABLE project_clone (
  common_dir TEXT PRIMARY KEY,
  project_id TEXT NOT NULL REFERENCES project (id) ON DELETE CASCADE,
  last_seen TEXT NOT NULL
);
CREATE INDEX project_clone_project ON project_clone (project_id);

-- Work for the background, one row a worktree and kind. A job waits while running is 0.
-- requested counts how often it was asked for, running is the request that a worker answers.
CREATE TABLE job (
  id INTEGER PRIMARY KEY,
  project_id TEXT NOT NULL REFERENCES project (id) ON DELETE CASCADE,
  worktree TEXT NOT NULL,
  kind TEXT NOT NULL,
  cause TEXT NOT NULL,
  requested INTEGER NOT NULL,
  running INTEGER NOT NULL DEFAULT 0,
  attempts INTEGER NOT NULL DEFAULT 0,
  due TEXT NOT NULL,
  enqueued_at TEXT NOT NULL,
  error TEXT NOT NULL DEFAULT '',
  UNIQUE (project_id, worktree, kind)
);
