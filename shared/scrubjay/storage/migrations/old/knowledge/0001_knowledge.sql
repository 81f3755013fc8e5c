-- Documents: a blob read in one format by one chunker. Nothing here names a branch or a path.
CREATE TABLE content (
  id INTEGER PRIMARY KEY,
  blob TEXT NOT NULL,
  format TEXT NOT NULL,
  chunker TEXT NOT NULL,
  title TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  lines INTEGER NOT NULL,
  masked INTEGER NOT NULL,
  ingested_at TEXT NOT NULL,
  ingested_commit TEXT NOT NULL,
  changed_at TEXT NOT NULL,
  changed_commit TEXT NOT NULL,
  UNIQUE (blob, format, chunker)
);

-- An id is never used twice: a vector that outlives its passage can't become another's.
CREATE TABLE passage (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  content_id INTEGER NOT NULL REFERENCES content (id) ON DELETE CASCADE,
  ordinal INTEGER NOT NULL,
  heading TEXT NOT NULL,
  start_line INTEGER NOT NULL,
  end_line INTEGER NOT NULL,
  tokens INTEGER NOT NULL,
  text TEXT NOT NULL,
  UNIQUE (content_id, ordinal)
);

-- What a decision record at a path says of itself, as JSON; empty where it turned out not to be one.
-- Who supersedes whom is worked out for each view.
CREATE TABLE decision (
  content_id INTEGER NOT NULL REFERENCES content (id) ON DELETE CASCADE,
  path TEXT NOT NULL,
  record TEXT NOT NULL,
  PRIMARY KEY (content_id, path)
) WITHOUT ROWID;

-- Blobs that the policy in force refused, with the reason.
CREATE TABLE skipped (
  blob TEXT NOT NULL,
  format TEXT NOT NULL,
  policy TEXT NOT NULL,
  path TEXT NOT NULL,
  reason TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  seen_at TEXT NOT NULL,
  PRIMARY KEY (blob, format, policy)
) WITHOUT ROWID;

-- Counts changes to `content`, so that a connection knows when its temporary table of a view is out of date.
CREATE TABLE generation (
  name TEXT PRIMARY KEY,
  value INTEGER NOT NULL
) WITHOUT ROWID;
INSERT INTO generation (name, value) VALUES ('content', 0);

-- Every path that a view has shown; its words are searched beside the text, so a rename re-indexes no text.
CREATE TABLE path (
  id INTEGER PRIMARY KEY,
  path TEXT NOT NULL UNIQUE
);

-- One row a run of ingestion that did something.
CREATE TABLE ingestion (
  id INTEGER PRIMARY KEY,
  at TEXT NOT NULL,
  worktree TEXT NOT NULL,
  branch TEXT NOT NULL,
  commit_sha TEXT NOT NULL,
  cause TEXT NOT NULL,
  added INTEGER NOT NULL,
  passages INTEGER NOT NULL,
  skipped INTEGER NOT NULL,
  masked INTEGER NOT NULL,
  seconds REAL NOT NULL
);

-- Derived: full text. Contentless; the rowid is the id of the row that was indexed.
CREATE VIRTUAL TABLE passage_fts USING fts5 (
  title, body, terms, content='', contentless_delete=1, tokenize='porter unicode61 remove_diacritics 2'
);
CREATE VIRTUAL TABLE document_fts USING fts5 (
  title, body, terms, content='', contentless_delete=1, tokenize='porter unicode61 remove_diacritics 2'
);
CREATE VIRTUAL TABLE path_fts USING fts5 (
  words, content='', contentless_delete=1, tokenize='porter unicode61 remove_diacritics 2'
);

-- Derived: vectors, each under the fingerprint of the embedder that made it. The vec0 tables are made by code.
CREATE TABLE fingerprint (
  id INTEGER PRIMARY KEY,
  key TEXT NOT NULL UNIQUE,
  dim INTEGER NOT NULL,
  spec TEXT NOT NULL
);
CREATE TABLE embedding (
  fingerprint_id INTEGER NOT NULL REFERENCES fingerprint (id) ON DELETE CASCADE,
  passage_id INTEGER NOT NULL REFERENCES passage (id) ON DELETE CASCADE,
  vector BLOB NOT NULL,
  PRIMARY KEY (fingerprint_id, passage_id)
);
CREATE INDEX embedding_passage ON embedding (passage_id);

-- Memories: canonical. What people and agents wrote.
CREATE TABLE memory (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  content TEXT NOT NULL,
  digest TEXT NOT NULL,
  scope TEXT NOT NULL,
  project TEXT NOT NULL,
  author TEXT NOT NULL,
  source TEXT NOT NULL,
  claimed TEXT NOT NULL,
  quote TEXT NOT NULL,
  status TEXT NOT NULL,
  supersedes TEXT NOT NULL,
  branch TEXT NOT NULL,
  commit_sha TEXT NOT NULL,
  valid_from TEXT NOT NULL,
  valid_until TEXT NOT NULL,
  recorded_at TEXT NOT NULL,
  key TEXT UNIQUE
);
CREATE INDEX memory_digest ON memory (digest);
CREATE VIRTUAL TABLE memory_fts USING fts5 (
  content, terms, content='', contentless_delete=1, tokenize='porter unicode61 remove_diacritics 2'
);
