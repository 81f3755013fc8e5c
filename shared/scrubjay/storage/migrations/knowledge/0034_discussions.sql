-- Repositories of forges whose discussions are kept here, and how far each was read. Used in a project's forge.db alone.
-- `name` is HOST/OWNER/NAME; `forge`: github, gitlab, gitea, forgejo or file. `position` is the reader's own bookmark
-- (JSON); `synced_at` is when everything that had changed was read, `listed_at` when every number was last listed.
CREATE TABLE forge_repository (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE COLLATE NOCASE,
  forge TEXT NOT NULL,
  position TEXT NOT NULL DEFAULT '{}',
  synced_at TEXT NOT NULL DEFAULT '',
  listed_at TEXT NOT NULL DEFAULT '',
  note TEXT NOT NULL DEFAULT ''
);

-- Issues and pull requests: what stands in their heads. Lists are JSON; times are ISO 8601 in UTC, empty where none.
-- `sign` stands before the number: ! for merge requests of GitLab, which numbers them apart from issues; else #.
CREATE TABLE discussion (
  id INTEGER PRIMARY KEY,
  repository INTEGER NOT NULL REFERENCES forge_repository (id) ON DELETE CASCADE,
  sign TEXT NOT NULL DEFAULT '#' CHECK (sign IN ('#', '!')),
  number INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('issue', 'pull_request')),
  title TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('open', 'closed', 'merged')),
  draft INTEGER NOT NULL DEFAULT 0,
  author TEXT NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  closed_at TEXT NOT NULL DEFAULT '',
  merge_commit TEXT NOT NULL DEFAULT '',
  base TEXT NOT NULL DEFAULT '',
  head_commit TEXT NOT NULL DEFAULT '',
  labels TEXT NOT NULL DEFAULT '[]',
  files TEXT NOT NULL DEFAULT '[]',
  UNIQUE (repository, number, sign)
);

CREATE INDEX discussion_merge ON discussion (merge_commit) WHERE merge_commit <> '';

-- What was said in a discussion, one row a text: masked, in the order of its saying. `key` is the forge's own id of it;
-- a comment on lines has `path`, `line` and the commit it was made on, an answer in its thread names the first's key.
-- `sign` and `number` stand here because a forge may list a comment before its issue. `said_at` is since when the text is as it
-- is; `answered_at` is when a member spoke after it, or merged, for a text by an outsider. `content` is what is indexed
-- of it: 0 where nothing is, NULL where that is still to be done; it is made of this row, so that nothing refers back.
CREATE TABLE discussion_part (
  id INTEGER PRIMARY KEY,
  repository INTEGER NOT NULL REFERENCES forge_repository (id) ON DELETE CASCADE,
  sign TEXT NOT NULL DEFAULT '#' CHECK (sign IN ('#', '!')),
  number INTEGER NOT NULL,
  key TEXT NOT NULL,
  role TEXT NOT NULL CHECK (role IN ('opening', 'comment', 'review', 'line_comment')),
  author TEXT NOT NULL,
  member INTEGER NOT NULL,
  verdict TEXT NOT NULL DEFAULT '',
  path TEXT NOT NULL DEFAULT '',
  start_line INTEGER NOT NULL DEFAULT 0,
  line INTEGER NOT NULL DEFAULT 0,
  on_commit TEXT NOT NULL DEFAULT '',
  reply_to TEXT NOT NULL DEFAULT '',
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  text TEXT NOT NULL,
  suspicious TEXT NOT NULL DEFAULT '',
  masked INTEGER NOT NULL DEFAULT 0,
  said_at TEXT NOT NULL,
  answered_at TEXT NOT NULL DEFAULT '',
  content INTEGER,
  UNIQUE (repository, key)
);

CREATE INDEX discussion_part_number ON discussion_part (repository, number, sign, created_at);

CREATE INDEX discussion_part_member ON discussion_part (repository, number, sign, created_at) WHERE member;

CREATE INDEX discussion_part_content ON discussion_part (content);

CREATE INDEX discussion_part_path ON discussion_part (path) WHERE path <> '';

-- What a text names: another discussion (`target` HOST/OWNER/NAME#1 or !1) or a commit (its id as written).
CREATE TABLE discussion_link (
  part INTEGER NOT NULL REFERENCES discussion_part (id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('discussion', 'commit')),
  target TEXT NOT NULL,
  PRIMARY KEY (part, kind, target)
) WITHOUT ROWID;

CREATE INDEX discussion_link_target ON discussion_link (target);
