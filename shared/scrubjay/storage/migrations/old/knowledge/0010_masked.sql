-- Where a document's text was masked, and by which rule; never the value. It goes with the content.
CREATE TABLE masked (
  content_id INTEGER NOT NULL REFERENCES content (id) ON DELETE CASCADE,
  line INTEGER NOT NULL,
  rule TEXT NOT NULL,
  PRIMARY KEY (content_id, line, rule)
) WITHOUT ROWID;
