-- home.db as of schema 9: what is known over all projects.

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

-- Where clones of a project were last seen: their git common directories; `followed` is the commit up to which the
-- history was walked for root commits, empty before the first walk. Which folder the directory is (device, inode), the
-- SHA-256 of the secret in it (empty: bound before there were secrets), and whether its owner asked for it to be in the
-- project.
CREATE TABLE project_clone (
  common_dir TEXT PRIMARY KEY,
  project_id TEXT NOT NULL REFERENCES project (id) ON DELETE CASCADE,
  last_seen TEXT NOT NULL,
  followed TEXT NOT NULL DEFAULT '',
  device INTEGER NOT NULL DEFAULT 0,
  inode INTEGER NOT NULL DEFAULT 0,
  secret_sha256 TEXT NOT NULL DEFAULT '',
  asked INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX project_clone_project ON project_clone (project_id);
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

-- Work for the background, one row a worktree and kind. A job waits while running is 0. `requested` counts how often it
-- was asked for, `running` is the request that a worker answers, `attempts` counts the workers that were killed.
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
  UNIQUE (project_id, worktree, kind)
);

-- A step of the worker that fails in a worktree: how often in a row, what it said, when it is tried again. Only success
-- takes a row away; asking for the work again doesn't.
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

-- Where each client session works now, as its client's hooks reported.
CREATE TABLE presence (
  session TEXT PRIMARY KEY,
  worktree TEXT NOT NULL,
  at TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX presence_at ON presence (at);

-- Which session a client's process is in, as its hooks reported: what its own transcript is looked up by.
CREATE TABLE client_session (
  process INTEGER NOT NULL,
  started TEXT NOT NULL,
  session TEXT NOT NULL,
  transcript TEXT NOT NULL,
  began TEXT NOT NULL,
  nested INTEGER NOT NULL,
  at TEXT NOT NULL,
  PRIMARY KEY (process, started, session)
) WITHOUT ROWID;
CREATE INDEX client_session_session ON client_session (session);
CREATE INDEX client_session_at ON client_session (at);

-- What a language model has cost each day, in tokens and in the user's money; over all projects.
CREATE TABLE spent (day TEXT PRIMARY KEY, tokens INTEGER NOT NULL, cost REAL NOT NULL) WITHOUT ROWID;

-- Agents that hand over work and share memories: an owner's client in a project, perhaps with a name, the same in every
-- run. `capabilities` is a JSON list. `parent` is the agent that registered it, empty for a client that came by itself.
CREATE TABLE agent (
  id TEXT PRIMARY KEY,
  owner TEXT NOT NULL,
  type TEXT NOT NULL,
  project TEXT NOT NULL REFERENCES project (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  capabilities TEXT NOT NULL,
  parent TEXT NOT NULL DEFAULT '',
  created_at TEXT NOT NULL,
  UNIQUE (owner, project, type, name)
) WITHOUT ROWID;
CREATE INDEX agent_project ON agent (project);

-- One run of an agent. `inferred`: its client reports no session, so it is that of a server process and a worktree.
CREATE TABLE agent_session (
  agent TEXT NOT NULL REFERENCES agent (id) ON DELETE CASCADE,
  session TEXT NOT NULL,
  inferred INTEGER NOT NULL,
  began_at TEXT NOT NULL,
  seen_at TEXT NOT NULL,
  PRIMARY KEY (agent, session)
) WITHOUT ROWID;
CREATE INDEX agent_session_seen ON agent_session (seen_at);

-- Which agents a session registered, so that it may act for them.
CREATE TABLE agent_child (
  session TEXT NOT NULL,
  agent TEXT NOT NULL REFERENCES agent (id) ON DELETE CASCADE,
  PRIMARY KEY (session, agent)
) WITHOUT ROWID;
CREATE INDEX agent_child_agent ON agent_child (agent);
