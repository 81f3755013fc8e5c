-- session.db as of schema 10, of a project: what is being done, and what was said.

-- What is being done on each branch: the working set. Canonical, nothing of it can be rebuilt from git. Lists and
-- objects are JSON text. Moments are ISO 8601 in UTC. A branch is a ref name or detached:<sha>.
CREATE TABLE task (
  branch TEXT PRIMARY KEY,
  version INTEGER NOT NULL,
  task TEXT NOT NULL,
  details TEXT NOT NULL,
  completed TEXT NOT NULL,
  in_progress TEXT NOT NULL,
  blockers TEXT NOT NULL,
  next_steps TEXT NOT NULL,
  dead_ends TEXT NOT NULL,
  head TEXT NOT NULL,
  session TEXT NOT NULL,
  saved_at TEXT NOT NULL,
  inherited_from TEXT NOT NULL,
  goals TEXT NOT NULL DEFAULT '[]',
  constraints TEXT NOT NULL DEFAULT '[]',
  decisions TEXT NOT NULL DEFAULT '[]',
  questions TEXT NOT NULL DEFAULT '[]'
) WITHOUT ROWID;
CREATE INDEX task_head ON task (head);

-- Working sets of branches that were merged. `head` is the branch's last commit, `merged_in` the commit that holds it.
CREATE TABLE task_archive (
  id INTEGER PRIMARY KEY,
  branch TEXT NOT NULL,
  version INTEGER NOT NULL,
  state TEXT NOT NULL,
  head TEXT NOT NULL,
  merged_in TEXT NOT NULL,
  how TEXT NOT NULL,
  at TEXT NOT NULL
);

-- One row a session_save, the newest 200 of each branch.
CREATE TABLE save (
  id INTEGER PRIMARY KEY,
  branch TEXT NOT NULL,
  head TEXT NOT NULL,
  session TEXT NOT NULL,
  saved_at TEXT NOT NULL,
  digest TEXT NOT NULL,
  version INTEGER NOT NULL,
  summary TEXT NOT NULL,
  completed TEXT NOT NULL,
  in_progress TEXT NOT NULL,
  blockers TEXT NOT NULL,
  next_steps TEXT NOT NULL,
  dead_ends TEXT NOT NULL,
  decisions TEXT NOT NULL,
  candidates TEXT NOT NULL
);
CREATE INDEX save_branch ON save (branch, id);

-- Where a session stands on a branch: the commit it began at, what its client's hooks told of it last (event,
-- transcript and its length in bytes, files that it touched), and the working set as it saw it last, with what it wrote
-- itself since: its next write is merged with what others wrote beside that.
CREATE TABLE session_point (
  session TEXT NOT NULL,
  branch TEXT NOT NULL,
  began_head TEXT NOT NULL,
  began_at TEXT NOT NULL,
  head TEXT NOT NULL,
  at TEXT NOT NULL,
  event TEXT NOT NULL DEFAULT '',
  worktree TEXT NOT NULL DEFAULT '',
  transcript TEXT NOT NULL DEFAULT '',
  position INTEGER NOT NULL DEFAULT 0,
  files TEXT NOT NULL DEFAULT '[]',
  seen TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (session, branch)
) WITHOUT ROWID;
CREATE INDEX session_point_branch ON session_point (branch, at);
CREATE INDEX session_point_at ON session_point (at);

-- Which state a session was last briefed on and what it was told, so that it is told only what is new. Times in the
-- text are marks that are filled when shown.
CREATE TABLE briefed (
  session TEXT NOT NULL,
  worktree TEXT NOT NULL,
  state TEXT NOT NULL,
  at TEXT NOT NULL,
  text TEXT NOT NULL DEFAULT '',
  source TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (session, worktree)
) WITHOUT ROWID;
CREATE INDEX briefed_at ON briefed (at);

-- The briefing of a worktree, prepared in the background for the client's hooks; `hidden` are memories that its commit
-- doesn't show: a hook that has no time to ask git leaves them out.
CREATE TABLE prepared (
  worktree TEXT PRIMARY KEY,
  branch TEXT NOT NULL,
  head TEXT NOT NULL,
  task_version INTEGER NOT NULL,
  state TEXT NOT NULL,
  knowledge TEXT NOT NULL,
  text TEXT NOT NULL,
  at TEXT NOT NULL,
  hidden TEXT NOT NULL DEFAULT '[]'
) WITHOUT ROWID;

-- What was said: canonical. A transcript may be gone tomorrow, so a turn is kept as it was read: masked and bounded.
-- The turns of a content are found by an index that has their places and roles, so no text is read for them.
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
CREATE INDEX turn_content ON turn (content, conversation, number, role);

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

-- How far the turns were read for memories: each is read once.
CREATE TABLE extracted (reader TEXT PRIMARY KEY, turn INTEGER NOT NULL) WITHOUT ROWID;

-- Derived: the same index as in knowledge.db, so that the same code searches it. A test compares the two. Conversations
-- hold no decisions, incidents or paths, but a search looks there: these three stay empty.
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
CREATE INDEX passage_owner ON passage (id, content_id);
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
CREATE VIRTUAL TABLE path_fts USING fts5 (
  words, content='', contentless_delete=1, tokenize='porter unicode61 remove_diacritics 2'
);
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
