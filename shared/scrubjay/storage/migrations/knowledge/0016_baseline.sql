-- knowledge.db as of schema 16, of a project or a user: what repositories and people say.

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
CREATE INDEX content_unconfirmed ON content (blob) WHERE format = 'unconfirmed';

-- An id is never used twice: a vector that outlives its passage can't become another's. `passage_owner` is a narrow
-- index that answers whose passage a match of a search is, without reading the text.
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
CREATE INDEX passage_owner ON passage (id, content_id);

-- What a decision record or an incident report at a path says of itself, as JSON; empty where it turned out not to be
-- one. A record by an older parser is read again. Who supersedes whom is worked out for each view.
CREATE TABLE decision (
  content_id INTEGER NOT NULL REFERENCES content (id) ON DELETE CASCADE,
  path TEXT NOT NULL,
  record TEXT NOT NULL,
  parser TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (content_id, path)
) WITHOUT ROWID;
CREATE TABLE incident (
  content_id INTEGER NOT NULL REFERENCES content (id) ON DELETE CASCADE,
  path TEXT NOT NULL,
  record TEXT NOT NULL,
  parser TEXT NOT NULL DEFAULT '',
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

-- Where a document's text was masked, and by which rule; never the value. It goes with the content.
CREATE TABLE masked (
  content_id INTEGER NOT NULL REFERENCES content (id) ON DELETE CASCADE,
  line INTEGER NOT NULL,
  rule TEXT NOT NULL,
  PRIMARY KEY (content_id, line, rule)
) WITHOUT ROWID;

-- Which limits did a content meet? The last line that its passages hold, 0 where they hold all, and what to say of it.
CREATE TABLE content_limit (
  content_id INTEGER PRIMARY KEY REFERENCES content (id) ON DELETE CASCADE,
  cut_after INTEGER NOT NULL,
  reason TEXT NOT NULL
);

-- Contents that were indexed for a question about the past: `gc` frees those that no branch shows.
CREATE TABLE historic (content_id INTEGER PRIMARY KEY REFERENCES content (id) ON DELETE CASCADE);

-- Where a path that a record names has moved to, up to a commit; empty for one that was never renamed.
CREATE TABLE renamed (path TEXT PRIMARY KEY, now TEXT NOT NULL, checked TEXT NOT NULL) WITHOUT ROWID;

-- Counts changes to contents and to memories, so that a connection knows when its temporary table of a view is out of
-- date.
CREATE TABLE generation (
  name TEXT PRIMARY KEY,
  value INTEGER NOT NULL
) WITHOUT ROWID;
INSERT INTO generation (name, value) VALUES ('content', 0), ('memory', 0);

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

-- Derived: full text. Contentless; the rowid is the id of the row that was indexed. What nothing but an agent's word
-- stands behind is looked up in an index of its own: how often a word stands in it must not change what words are worth
-- among documents and better memories.
CREATE VIRTUAL TABLE passage_fts USING fts5 (
  title, body, terms, content='', contentless_delete=1, tokenize='porter unicode61 remove_diacritics 2'
);
CREATE VIRTUAL TABLE document_fts USING fts5 (
  title, body, terms, content='', contentless_delete=1, tokenize='porter unicode61 remove_diacritics 2'
);
CREATE VIRTUAL TABLE path_fts USING fts5 (
  words, content='', contentless_delete=1, tokenize='porter unicode61 remove_diacritics 2'
);
CREATE VIRTUAL TABLE unconfirmed_fts USING fts5 (
  title, body, terms, content='', contentless_delete=1, tokenize='porter unicode61 remove_diacritics 2'
);

-- Derived: vectors and token states, each under the fingerprint of the embedder that made it. The bits are the signs of
-- a vector, by which a large index is scanned. The vec0 tables are made by code.
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

-- Memories: canonical. A row is a claim as it was made; only forgetting empties it. Where it holds, and its tags as
-- JSON.
CREATE TABLE memory (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  content TEXT NOT NULL,
  digest TEXT NOT NULL,
  scope TEXT NOT NULL,
  project TEXT NOT NULL,
  author TEXT NOT NULL,
  session TEXT NOT NULL,
  quote TEXT NOT NULL,
  branch TEXT NOT NULL,
  commit_sha TEXT NOT NULL,
  recorded_at TEXT NOT NULL,
  key TEXT UNIQUE,
  origin TEXT NOT NULL DEFAULT 'agent',
  applies TEXT NOT NULL DEFAULT '',
  tags TEXT NOT NULL DEFAULT '[]'
);
CREATE INDEX memory_digest ON memory (digest);

-- What was believed of a memory: valid time in valid_from and valid_until, record time in recorded_at and retracted_at,
-- which is empty while the row is the current one. Rows are only added, and closed once.
CREATE TABLE belief (
  id INTEGER PRIMARY KEY,
  memory INTEGER NOT NULL REFERENCES memory (number),
  status TEXT NOT NULL,
  reason TEXT NOT NULL,
  valid_from TEXT NOT NULL,
  valid_until TEXT NOT NULL,
  recorded_at TEXT NOT NULL,
  retracted_at TEXT NOT NULL,
  actor TEXT NOT NULL
);
CREATE UNIQUE INDEX belief_now ON belief (memory) WHERE retracted_at = '';
CREATE INDEX belief_status ON belief (status, memory) WHERE retracted_at = '';
CREATE INDEX belief_memory ON belief (memory, id);

-- Which memory took the place of which, and how: supersede, correct, extend, merge. The older one is left alone while
-- the newer one waits for review.
CREATE TABLE replacement (
  newer INTEGER NOT NULL REFERENCES memory (number),
  older INTEGER NOT NULL REFERENCES memory (number),
  how TEXT NOT NULL,
  PRIMARY KEY (newer, older)
) WITHOUT ROWID;
CREATE INDEX replacement_older ON replacement (older);

-- Why a memory is believed: one row a validation. Texts of the checks are JSON lists, metadata is a JSON object. What
-- produced the words, how a person stands behind them (`act`), what a transcript shows (`observation`, JSON or empty),
-- the grade that was earned at the capture (0 is the best, 4 unconfirmed), and the rules that said so; what older rules
-- found counts, as outdated, until newer ones looked again. The grade of today is computed from this.
CREATE TABLE evidence (
  id INTEGER PRIMARY KEY,
  memory INTEGER NOT NULL REFERENCES memory (number),
  captured_at TEXT NOT NULL,
  reason TEXT NOT NULL,
  source TEXT NOT NULL,
  source_id TEXT NOT NULL,
  horizon TEXT NOT NULL,
  similarity REAL NOT NULL,
  conflict TEXT NOT NULL,
  passed TEXT NOT NULL,
  failed TEXT NOT NULL,
  metadata TEXT NOT NULL,
  act TEXT NOT NULL DEFAULT '',
  observation TEXT NOT NULL DEFAULT '',
  turn TEXT NOT NULL DEFAULT '',
  earned INTEGER NOT NULL DEFAULT 4,
  rules INTEGER NOT NULL DEFAULT 0,
  outdated INTEGER NOT NULL DEFAULT 0,
  verdict TEXT NOT NULL DEFAULT 'stored'
);
CREATE INDEX evidence_memory ON evidence (memory);
CREATE INDEX evidence_told ON evidence (memory) WHERE earned = 0;

-- What a source says of a claim, with its place there.
CREATE TABLE citation (
  evidence INTEGER NOT NULL REFERENCES evidence (id) ON DELETE CASCADE,
  ordinal INTEGER NOT NULL,
  kind TEXT NOT NULL,
  text TEXT NOT NULL,
  target TEXT NOT NULL,
  status TEXT NOT NULL,
  relation TEXT NOT NULL,
  path TEXT NOT NULL,
  start_line INTEGER NOT NULL,
  end_line INTEGER NOT NULL,
  blob TEXT NOT NULL,
  commit_sha TEXT NOT NULL,
  words TEXT NOT NULL,
  words_hash TEXT NOT NULL,
  detail TEXT NOT NULL,
  attached INTEGER NOT NULL,
  heading TEXT NOT NULL DEFAULT '',
  standing TEXT NOT NULL DEFAULT '',
  place TEXT NOT NULL DEFAULT '',
  lacks TEXT NOT NULL DEFAULT '[]',
  differs TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (evidence, ordinal)
) WITHOUT ROWID;
CREATE INDEX citation_path ON citation (path);

-- Names what says otherwise than a memory: another memory's id, or a decision's path.
CREATE TABLE contradiction (
  memory INTEGER NOT NULL REFERENCES memory (number),
  other TEXT NOT NULL,
  PRIMARY KEY (memory, other)
) WITHOUT ROWID;

-- Who or what said the same as a memory: a session, a document, a commit. A session is independent that came to it by
-- itself: on another day, and nobody had told it.
CREATE TABLE confirmation (
  memory INTEGER NOT NULL REFERENCES memory (number),
  what TEXT NOT NULL,
  at TEXT NOT NULL,
  independent INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (memory, what)
) WITHOUT ROWID;

-- What a memory cites that differs from the base branch: it is visible where all of these are. When the commit was
-- made, in seconds since the epoch: a copy of its patch is not older. The cited lines as JSON, a short hash each, so
-- that they are known when git has lost the file; NULL: not read yet. `apart`: whether the base branch had the cited
-- thing otherwise, or not at all, when the memory was written.
CREATE TABLE anchor (
  memory INTEGER NOT NULL REFERENCES memory (number),
  commit_sha TEXT NOT NULL,
  patch_id TEXT NOT NULL,
  path TEXT NOT NULL,
  blob TEXT NOT NULL,
  made_at INTEGER NOT NULL DEFAULT 0,
  lines TEXT,
  apart INTEGER NOT NULL DEFAULT 1,
  PRIMARY KEY (memory, commit_sha, path)
) WITHOUT ROWID;

-- What git made of a commit that memories hang on: an amend or a rebase. git's own record of it, the reflog, expires.
CREATE TABLE rewrite (
  old TEXT NOT NULL,
  new TEXT NOT NULL,
  PRIMARY KEY (old, new)
) WITHOUT ROWID;

-- Moments to which the memories of a database can be rolled back: the newest belief that counted then.
CREATE TABLE checkpoint (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  at TEXT NOT NULL,
  belief INTEGER NOT NULL,
  actor TEXT NOT NULL
);

-- What a person rejected, retracted or forgot, as a salted hash of its words: agents can't say it again.
CREATE TABLE refused (
  mark TEXT PRIMARY KEY,
  how TEXT NOT NULL,
  actor TEXT NOT NULL,
  at TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE salt (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  value BLOB NOT NULL
);
INSERT INTO salt (one, value) VALUES (1, randomblob(16));

-- Days on which the project was worked on: what nobody vouches for lasts so many of them.
CREATE TABLE worked (
  day TEXT PRIMARY KEY
) WITHOUT ROWID;

-- Derived: marks of a memory's words (min-hashes), by which near repetitions are found without a scan.
CREATE TABLE likeness (
  mark INTEGER NOT NULL,
  memory INTEGER NOT NULL,
  PRIMARY KEY (mark, memory)
) WITHOUT ROWID;
CREATE INDEX likeness_memory ON likeness (memory);

-- Derived: which memories a commit shows, as the worker found it; dropped at will, of use while nothing in its key
-- changed.
CREATE TABLE shown (
  id INTEGER PRIMARY KEY,
  key TEXT NOT NULL UNIQUE,
  value TEXT NOT NULL
);

-- Who did what, when, with which outcome: sequence and hash chain; no content, no secret.
CREATE TABLE audit (
  sequence INTEGER PRIMARY KEY,
  at TEXT NOT NULL,
  event TEXT NOT NULL,
  actor TEXT NOT NULL,
  resource TEXT NOT NULL,
  action TEXT NOT NULL,
  outcome TEXT NOT NULL,
  metadata TEXT NOT NULL,
  previous TEXT NOT NULL,
  hash TEXT NOT NULL
);
CREATE INDEX audit_resource ON audit (resource);

-- The ends of the chain: `first` and `carried` go on where the last rotated file stopped.
CREATE TABLE audit_ends (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  first INTEGER NOT NULL,
  carried TEXT NOT NULL,
  last INTEGER NOT NULL,
  hash TEXT NOT NULL
);
INSERT INTO audit_ends (one, first, carried, last, hash) VALUES (1, 1, '', 0, '');
