-- Commands that sessions ran, as their client's transcript told: masked, with exit status and time, and nothing else.
CREATE TABLE command_run (
  session TEXT NOT NULL,
  place INTEGER NOT NULL,
  at TEXT NOT NULL,
  command TEXT NOT NULL,
  status TEXT NOT NULL,
  folder TEXT NOT NULL,
  PRIMARY KEY (session, place)
) WITHOUT ROWID;
CREATE VIEW trusted_command_run AS SELECT * FROM command_run WHERE session NOT IN (SELECT session FROM quarantine);

-- What was learned of them: steps as lists of words in JSON, null where one varies, and as they are shown. `generation`
-- counts how often it was demoted.
CREATE TABLE procedure (
  id TEXT PRIMARY KEY,
  memory TEXT NOT NULL,
  steps TEXT NOT NULL,
  lines TEXT NOT NULL,
  folder TEXT NOT NULL,
  branch TEXT NOT NULL,
  generation INTEGER NOT NULL,
  learned_at TEXT NOT NULL,
  demoted_at TEXT NOT NULL
) WITHOUT ROWID;

-- How a procedure went in a session that tried it.
CREATE TABLE procedure_session (
  procedure TEXT NOT NULL REFERENCES procedure (id) ON DELETE CASCADE,
  session TEXT NOT NULL,
  at TEXT NOT NULL,
  succeeded INTEGER NOT NULL,
  PRIMARY KEY (procedure, session)
) WITHOUT ROWID;
CREATE VIEW trusted_procedure_session AS SELECT * FROM procedure_session
WHERE session NOT IN (SELECT session FROM quarantine);
