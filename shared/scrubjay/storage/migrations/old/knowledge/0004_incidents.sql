-- What an incident report at a path says of itself, as JSON; empty where it turned out not to be one.
CREATE TABLE incident (
  content_id INTEGER NOT NULL REFERENCES content (id) ON DELETE CASCADE,
  path TEXT NOT NULL,
  record TEXT NOT NULL,
  PRIMARY KEY (content_id, path)
) WITHOUT ROWID;
