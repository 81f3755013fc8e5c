-- What was said: canonical. A transcript may be gone tomorrow, so a turn is kept as it was read: masked and bounded.
CREATE TABLE conversation (
  id INTEGER PRIMARY KEY,
  session TEXT NOT NULL UNIQUE,
  client TEXT NOT NULL,
  title TEXT NOT NULL,
  title_rank INTEGER NOT NULL,
  started_at TEXT NOT NULL,
  last_at TEXT NOT NULL,
  kept_from TEXT NOT NULL
);
CREATE INDEX conversation_kept ON conversation (kept_from);
CREATE TABLE turn (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  conversation INTEGER NOT NULL REFERENCES conversation (id) ON DELETE CASCADE,
  number INTEGER NOT NULL,
  key TEXT NOT NULL,
  role TEXT NOT NULL,
  speaker TEXT NOT NULL,
  at TEXT NOT NULL,
  text TEXT NOT NULL,
  content INTEGER NOT NULL,
  UNIQUE (conversation, key)
);
CREATE INDEX turn_number ON turn (conversation, number);
CREATE INDEX turn_key ON turn (key);
CREATE INDEX turn_content ON turn (content);

-- How far each transcript was read, and a digest of its beginning, by which a rewritten file is known.
CREATE TABLE transcript (
  file TEXT PRIMARY KEY,
  session TEXT NOT NULL,
  position INTEGER NOT NULL,
  head TEXT NOT NULL,
  own TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX transcript_session ON transcript (session);

-- Sessions that were forgotten, by a digest of their id: they are not read again.
CREATE TABLE forgotten_session (
  digest TEXT PRIMARY KEY
) WITHOUT ROWID;

-- Derived: the same index as in knowledge.db, so that the same code searches it. A test compares the two.
-- Conversations hold no decisions, incidents or paths, but a search looks there.
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
CREATE TABLE decision (
  content_id INTEGER NOT NULL REFERENCES content (id) ON DELETE CASCADE,
  path TEXT NOT NULL,
  record TEXT NOT NULL,
  PRIMARY KEY (content_id, path)
) WITHOUT ROWID;
CREATE TABLE incident (
  content_id INTEGER NOT NULL REFERENCES content (id) ON DELETE CASCADE,
  path TEXT NOT NULL,
  record TEXT NOT NULL,
  PRIMARY KEY (content_id, path)
) WITHOUT ROWID;
CREATE TABLE generation (
  name TEXT PRIMARY KEY,
  value INTEGER NOT NULL
) WITHOUT ROWID;
INSERT INTO generation (name, value) VALUES ('content', 0);
CREATE VIRTUAL TABLE passage_fts USING fts5 (
  title, body, terms, content='', contentless_delete=1, tokenize='porter unicode61 remove_diacritics 2'
);
CREATE VIRTUAL TABLE document_fts USING fts5 (
  title, body, terms, content='', contentless_delete=1, tokenize='porter unicode61 remove_diacritics 2'
);
CREATE VIRTUAL TABLE path_fts USING fts5 (
  words, content='', contentless_delete=1, tokenize='porter unicode61 remove_diacritics 2'
);
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
CREATE TABLE token_states (
  fingerprint_id INTEGER NOT NULL REFERENCES fingerprint (id) ON DELETE CASCADE,
  passage_id INTEGER NOT NULL REFERENCES passage (id) ON DELETE CASCADE,
  states BLOB NOT NULL,
  PRIMARY KEY (fingerprint_id, passage_id)
);
CREATE INDEX token_states_passage ON token_states (passage_id);
CREATE TABLE vector_bits (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  fingerprint_id INTEGER NOT NULL REFERENCES fingerprint (id) ON DELETE CASCADE,
  passage_id INTEGER NOT NULL REFERENCES passage (id) ON DELETE CASCADE,
  content_id INTEGER NOT NULL,
  bits BLOB NOT NULL,
  UNIQUE (passage_id, fingerprint_id)
);
