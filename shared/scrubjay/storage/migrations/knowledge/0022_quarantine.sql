-- Authors and sessions that a person quarantined: what they wrote is in no answer until it is lifted. The sessions of an
-- author count as quarantined, too, where they said the same as somebody else.
CREATE TABLE quarantine (
  who TEXT PRIMARY KEY,
  reason TEXT NOT NULL,
  actor TEXT NOT NULL,
  at TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE quarantined_session (
  session TEXT NOT NULL,
  who TEXT NOT NULL REFERENCES quarantine (who) ON DELETE CASCADE,
  PRIMARY KEY (session, who)
) WITHOUT ROWID;

-- What a quarantined memory had taken the place of holds again: the belief that says so, and the one that a lift
-- returns to.
CREATE TABLE given_back (
  belief INTEGER PRIMARY KEY REFERENCES belief (id),
  ended INTEGER NOT NULL REFERENCES belief (id)
);

-- Every answer reads memories here.
CREATE VIEW trusted AS SELECT * FROM memory
WHERE author NOT IN (SELECT who FROM quarantine) AND session NOT IN (SELECT who FROM quarantine);

-- What quarantined sessions and authors said of other memories counts no more.
CREATE VIEW trusted_confirmation AS SELECT * FROM confirmation
WHERE what NOT IN (SELECT 'session ' || substr(session, 1, 12) FROM quarantined_session);
CREATE VIEW trusted_evidence AS SELECT * FROM evidence WHERE source_id NOT IN (SELECT who FROM quarantine);

INSERT INTO generation (name, value) VALUES ('quarantine', 0);
