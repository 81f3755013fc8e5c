-- The names under which somebody who is quarantined wrote: their own; of an agent also its sessions, of a session also
-- those of its sub-agents.
CREATE TABLE quarantined_name (
  name TEXT NOT NULL,
  who TEXT NOT NULL REFERENCES quarantine (who) ON DELETE CASCADE,
  PRIMARY KEY (name, who)
) WITHOUT ROWID;
INSERT INTO quarantined_name (name, who) SELECT who, who FROM quarantine;

-- In which session evidence was given and a memory was shared; empty where that isn't known.
ALTER TABLE evidence ADD COLUMN session TEXT NOT NULL DEFAULT '';
ALTER TABLE pool_memory ADD COLUMN session TEXT NOT NULL DEFAULT '';

DROP VIEW trusted;
CREATE VIEW trusted AS SELECT * FROM memory
WHERE author NOT IN (SELECT name FROM quarantined_name) AND session NOT IN (SELECT name FROM quarantined_name);

DROP VIEW trusted_evidence;
CREATE VIEW trusted_evidence AS SELECT * FROM evidence
WHERE source_id NOT IN (SELECT name FROM quarantined_name) AND session NOT IN (SELECT name FROM quarantined_name);

-- What they shared is in no pool, whoever wrote it; a pool that they made has no name of theirs.
CREATE VIEW trusted_share AS SELECT * FROM pool_memory
WHERE agent NOT IN (SELECT name FROM quarantined_name) AND session NOT IN (SELECT name FROM quarantined_name);
CREATE VIEW trusted_pool AS SELECT number, id, project,
  CASE WHEN creator IN (SELECT name FROM quarantined_name) THEN substr(id, 1, 12) ELSE name END AS name,
  scope, owner, creator, made_at FROM pool;
