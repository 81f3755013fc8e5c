-- Sessions that a person quarantined, themselves or as an author's: what they wrote of the work is in no answer.
CREATE TABLE quarantine (
  session TEXT NOT NULL,
  who TEXT NOT NULL,
  PRIMARY KEY (session, who)
) WITHOUT ROWID;

-- Which session wrote an entry of a working set, as a hash of its words: the set holds what several sessions wrote.
CREATE TABLE entry_writer (
  id INTEGER PRIMARY KEY,
  entry TEXT NOT NULL,
  session TEXT NOT NULL,
  UNIQUE (entry, session)
);

-- How often somebody was quarantined or freed: a briefing that was prepared before is not shown.
INSERT INTO generation (name, value) VALUES ('quarantine', 0);
ALTER TABLE prepared ADD COLUMN quarantines INTEGER NOT NULL DEFAULT 0;

-- What they left for others waits until they are freed, and what they say came of a handoff isn't told.
CREATE VIEW trusted_handoff AS SELECT * FROM handoff WHERE sender_session NOT IN (SELECT session FROM quarantine);
CREATE VIEW trusted_lease AS SELECT handoff, lease, agent, label, session, taken_at, renewed_at,
  CASE WHEN session IN (SELECT session FROM quarantine) THEN '' ELSE result END AS result FROM handoff_lease;
