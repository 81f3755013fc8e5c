-- Derived: which abbreviations does a content explain? "API Priority and Fairness (APF)"; the long form in lower case.
CREATE TABLE abbreviation (
  content_id INTEGER NOT NULL REFERENCES content (id) ON DELETE CASCADE,
  short TEXT NOT NULL COLLATE NOCASE,
  long TEXT NOT NULL,
  PRIMARY KEY (content_id, short, long)
) WITHOUT ROWID;
CREATE INDEX abbreviation_short ON abbreviation (short, content_id);
CREATE INDEX abbreviation_long ON abbreviation (long, content_id);
