-- Memories, canonical. A row is a claim as it was made; only forgetting empties it.
ALTER TABLE memory RENAME TO memory_before;
DROP INDEX memory_digest;
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
  source TEXT NOT NULL,
  claimed TEXT NOT NULL,
  quote TEXT NOT NULL,
  branch TEXT NOT NULL,
  commit_sha TEXT NOT NULL,
  recorded_at TEXT NOT NULL,
  key TEXT UNIQUE
);
CREATE INDEX memory_digest ON memory (digest);

-- What was believed of a memory: valid time in valid_from and valid_until, record time in recorded_at and
-- retracted_at, which is empty while the row is the current one. Rows are only added, and closed once.
CREATE TABLE belief (
  id INTEGER PRIMARY KEY,
  memory INTEGER NOT NULL REFERENCES memory (number),
  status TEXT NOT NULL,
  tier TEXT NOT NULL,
  reason TEXT NOT NULL,
  confidence TEXT NOT NULL,
  score REAL NOT NULL,
  unconfirmed INTEGER NOT NULL,
  valid_from TEXT NOT NULL,
  valid_until TEXT NOT NULL,
  recorded_at TEXT NOT NULL,
  retracted_at TEXT NOT NULL,
  actor TEXT NOT NULL
);
CREATE UNIQUE INDEX belief_now ON belief (memory) WHERE retracted_at = '';
CREATE INDEX belief_status ON belief (status, memory) WHERE retracted_at = '';
CREATE INDEX belief_memory ON belief (memory, id);

-- Which memory took the place of which, and how: supersede, correct, extend, merge.
-- The older one is left alone while the newer one waits for review.
CREATE TABLE replacement (
  newer INTEGER NOT NULL REFERENCES memory (number),
  older INTEGER NOT NULL REFERENCES memory (number),
  how TEXT NOT NULL,
  PRIMARY KEY (newer, older)
) WITHOUT ROWID;
CREATE INDEX replacement_older ON replacement (older);

-- Why a memory is believed: one row a validation. Texts of the checks are JSON lists, metadata is a JSON object.
CREATE TABLE evidence (
  id INTEGER PRIMARY KEY,
  memory INTEGER NOT NULL REFERENCES memory (number),
  captured_at TEXT NOT NULL,
  tier TEXT NOT NULL,
  reason TEXT NOT NULL,
  confidence TEXT NOT NULL,
  score REAL NOT NULL,
  source TEXT NOT NULL,
  source_id TEXT NOT NULL,
  horizon TEXT NOT NULL,
  similarity REAL NOT NULL,
  conflict TEXT NOT NULL,
  passed TEXT NOT NULL,
  failed TEXT NOT NULL,
  metadata TEXT NOT NULL
);
CREATE INDEX evidence_memory ON evidence (memory);
CREATE TABLE citation (
  evidence INTEGER NOT NULL REFERENCES evidence (id) ON DELETE CASCADE,
  ordinal INTEGER NOT NULL,
  kind TEXT NOT NULL,
  text TEXT NOT NULL,
  target TEXT NOT NULL,
  status TEXT NOT NULL,
  support TEXT NOT NULL,
  path TEXT NOT NULL,
  start_line INTEGER NOT NULL,
  end_line INTEGER NOT NULL,
  blob TEXT NOT NULL,
  commit_sha TEXT NOT NULL,
  quote TEXT NOT NULL,
  quote_hash TEXT NOT NULL,
  detail TEXT NOT NULL,
  attached INTEGER NOT NULL,
  PRIMARY KEY (evidence, ordinal)
) WITHOUT ROWID;
CREATE INDEX citation_path ON citation (path);

-- What a memory cites that differs from the base branch: it is visible where all of these are.
CREATE TABLE anchor (
  memory INTEGER NOT NULL REFERENCES memory (number),
  commit_sha TEXT NOT NULL,
  patch_id TEXT NOT NULL,
  path TEXT NOT NULL,
  blob TEXT NOT NULL,
  PRIMARY KEY (memory, commit_sha, path)
) WITHOUT ROWID;

-- Moments to which the memories of a database can be rolled back: the newest belief that counted then.
CREATE TABLE checkpoint (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  at TEXT NOT NULL,
  belief INTEGER NOT NULL,
  actor TEXT NOT NULL
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

INSERT INTO generation (name, value) VALUES ('memory', 0);

-- Memories of before: what a person wrote at a terminal counts, what an agent wrote waits for review.
INSERT INTO memory (number, id, kind, content, digest, scope, project, author, session, source, claimed, quote, branch,
  commit_sha, recorded_at, key)
SELECT number, id, kind, content, digest, scope, project, author, '', source, claimed, quote, branch, commit_sha,
  recorded_at, key FROM memory_before;
INSERT INTO belief (memory, status, tier, reason, confidence, score, unconfirmed, valid_from, valid_until, recorded_at,
  retracted_at, actor)
SELECT number,
  CASE WHEN EXISTS (SELECT 1 FROM memory_before AS n WHERE n.supersedes = m.id) THEN 'superseded'
    WHEN source = 'manual' THEN 'active' ELSE 'pending' END,
  CASE WHEN source = 'manual' THEN 'AUTO_APPROVE' ELSE 'FLAG_REVIEW' END,
  'written before claims were checked', 'low', 0.4, 0, valid_from, valid_until, recorded_at, '', author
FROM memory_before AS m;
INSERT INTO replacement (newer, older, how)
SELECT n.number, o.number, 'supersede' FROM memory_before AS n JOIN memory_before AS o ON o.id = n.supersedes;
DROP TABLE memory_before;
DROP TABLE memory_fts;

-- Derived: marks of a memory's words (min-hashes), by which near repetitions are found without a scan.
CREATE TABLE likeness (
  mark INTEGER NOT NULL,
  memory INTEGER NOT NULL,
  PRIMARY KEY (mark, memory)
) WITHOUT ROWID;
CREATE INDEX likeness_memory ON likeness (memory);
