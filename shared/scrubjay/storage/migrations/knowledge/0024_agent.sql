-- Which agent wrote a memory, by its label such as "codex"; empty for a person, and where that isn't known. Sessions tell
-- agents apart only where their client reports one.
ALTER TABLE memory ADD COLUMN agent TEXT NOT NULL DEFAULT '';

-- Sessions that wrote anything, a task's notes as well, with their agents' labels.
CREATE TABLE agent_writer (
  agent TEXT NOT NULL,
  session TEXT NOT NULL,
  PRIMARY KEY (agent, session)
) WITHOUT ROWID;

DROP VIEW trusted;
CREATE VIEW trusted AS SELECT * FROM memory
WHERE author NOT IN (SELECT name FROM quarantined_name) AND session NOT IN (SELECT name FROM quarantined_name)
  AND agent NOT IN (SELECT name FROM quarantined_name);
