-- Who or what said the same as a memory that waits for review, independently: a session, a document, a commit.
CREATE TABLE confirmation (
  memory INTEGER NOT NULL REFERENCES memory (number),
  what TEXT NOT NULL,
  at TEXT NOT NULL,
  PRIMARY KEY (memory, what)
) WITHOUT ROWID;
