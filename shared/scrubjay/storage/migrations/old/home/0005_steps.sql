-- A step of the worker that fails in a worktree: how often in a row, what it said, when it is tried again.
-- Only success takes a row away; asking for the work again doesn't.
CREATE TABLE failing_step (
  project_id TEXT NOT NULL REFERENCES project (id) ON DELETE CASCADE,
  worktree TEXT NOT NULL,
  name TEXT NOT NULL,
  attempts INTEGER NOT NULL,
  error TEXT NOT NULL,
  since TEXT NOT NULL,
  due TEXT NOT NULL,
  PRIMARY KEY (project_id, worktree, name)
) WITHOUT ROWID;

-- What a job failed of stands with its steps now; it counts only the workers that were killed.
ALTER TABLE job DROP COLUMN error;
