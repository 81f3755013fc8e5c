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
