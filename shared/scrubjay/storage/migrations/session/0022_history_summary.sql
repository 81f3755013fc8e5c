-- What the user's own model says of a session's earlier turns, up to a turn's number: JSON of [kind, text]. They are
-- the model's words, and go with the session.
CREATE TABLE history_summary (
  conversation INTEGER PRIMARY KEY REFERENCES conversation (id) ON DELETE CASCADE,
  model TEXT NOT NULL,
  read_to INTEGER NOT NULL,
  points TEXT NOT NULL,
  at TEXT NOT NULL
);
