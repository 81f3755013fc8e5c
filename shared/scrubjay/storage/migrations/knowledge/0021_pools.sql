-- Pools: memories that agents share on purpose, by reference. Scopes and permissions are ranks, the narrowest and the
-- weakest first: agent-private, user, project, team, global; read, write, admin. An id is 32 hexadecimal digits.
CREATE TABLE pool (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  project TEXT NOT NULL,
  name TEXT NOT NULL,
  scope INTEGER NOT NULL,
  owner TEXT NOT NULL,
  creator TEXT NOT NULL,
  made_at TEXT NOT NULL
);
CREATE INDEX pool_name ON pool (project, name);

CREATE TABLE pool_member (
  pool INTEGER NOT NULL REFERENCES pool (number) ON DELETE CASCADE,
  agent TEXT NOT NULL,
  permission INTEGER NOT NULL,
  joined_at TEXT NOT NULL,
  PRIMARY KEY (pool, agent)
) WITHOUT ROWID;
CREATE INDEX pool_member_agent ON pool_member (agent);

-- One row for each agent that shares a memory in a pool; what the memory says, and whether it holds, stands in its own
-- rows.
CREATE TABLE pool_memory (
  number INTEGER PRIMARY KEY,
  pool INTEGER NOT NULL REFERENCES pool (number) ON DELETE CASCADE,
  memory INTEGER NOT NULL REFERENCES memory (number),
  scope INTEGER NOT NULL,
  agent TEXT NOT NULL,
  shared_at TEXT NOT NULL,
  UNIQUE (pool, memory, agent)
);
CREATE INDEX pool_memory_newest ON pool_memory (pool, number, scope, agent, memory);
CREATE INDEX pool_memory_memory ON pool_memory (memory);
