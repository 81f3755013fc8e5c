-- Which folder a clone's git common directory is, the SHA-256 of the secret in it (empty: bound before there were
-- secrets), and whether its owner asked for it to be in the project.
ALTER TABLE project_clone ADD COLUMN device INTEGER NOT NULL DEFAULT 0;
ALTER TABLE project_clone ADD COLUMN inode INTEGER NOT NULL DEFAULT 0;
ALTER TABLE project_clone ADD COLUMN secret_sha256 TEXT NOT NULL DEFAULT '';
ALTER TABLE project_clone ADD COLUMN asked INTEGER NOT NULL DEFAULT 0;
CREATE INDEX project_clone_secret ON project_clone (secret_sha256) WHERE secret_sha256 <> '';

-- Working trees that may reach a common directory through a .git file or link that git itself doesn't vouch for.
CREATE TABLE project_worktree (
  common_dir TEXT NOT NULL REFERENCES project_clone (common_dir) ON DELETE CASCADE ON UPDATE CASCADE,
  worktree TEXT NOT NULL,
  PRIMARY KEY (common_dir, worktree)
) WITHOUT ROWID;

-- Clones that `uninstall` left: the same folder, whose history still holds `head`, has its memory back.
CREATE TABLE project_departure (
  common_dir TEXT PRIMARY KEY,
  project_id TEXT NOT NULL REFERENCES project (id) ON DELETE CASCADE,
  device INTEGER NOT NULL,
  inode INTEGER NOT NULL,
  head TEXT NOT NULL,
  left_at TEXT NOT NULL
);
