-- When the commit of an anchor was made, in seconds since the epoch: a copy of its patch is not older.
ALTER TABLE anchor ADD COLUMN made_at INTEGER NOT NULL DEFAULT 0;

-- The cited lines as JSON, a short hash each, so that they are known when git has lost the file; NULL: not read yet.
ALTER TABLE anchor ADD COLUMN lines TEXT;

-- Whether the base branch had the cited thing otherwise, or not at all, when the memory was written.
ALTER TABLE anchor ADD COLUMN apart INTEGER NOT NULL DEFAULT 1;

-- What git made of a commit that memories hang on: an amend or a rebase. git's own record of it, the reflog, expires.
CREATE TABLE rewrite (
  old TEXT NOT NULL,
  new TEXT NOT NULL,
  PRIMARY KEY (old, new)
) WITHOUT ROWID;
