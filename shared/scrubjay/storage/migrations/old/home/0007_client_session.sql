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
