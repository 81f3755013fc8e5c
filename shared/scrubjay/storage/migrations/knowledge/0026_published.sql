-- Derived: which memory a document names as the one that it was published from, empty for none, and how much of the
-- memory it says: 0 nothing, 1 in part, 2 word for word; NULL while this home has no such memory. Read once a blob.
CREATE TABLE published_mark (
  content_id INTEGER PRIMARY KEY REFERENCES content (id) ON DELETE CASCADE,
  memory TEXT NOT NULL,
  agreement INTEGER,
  reader INTEGER NOT NULL
);
CREATE INDEX published_mark_memory ON published_mark (memory) WHERE memory <> '';
