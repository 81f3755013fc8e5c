-- knowledge.db as of schema 41, of a project or a user: what repositories and people say.

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
INSERT INTO generation (name, value) VALUES ('content', 0), ('memory', 0), ('quarantine', 0);

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

-- `bits`: in how many a component is stored.
CREATE TABLE embedding (
  fingerprint_id INTEGER NOT NULL REFERENCES fingerprint (id) ON DELETE CASCADE,
  passage_id INTEGER NOT NULL REFERENCES passage (id) ON DELETE CASCADE,
  vector BLOB NOT NULL,
  bits INTEGER NOT NULL DEFAULT 32,
  PRIMARY KEY (fingerprint_id, passage_id)
);
CREATE INDEX embedding_passage ON embedding (passage_id);

CREATE TABLE token_states (
  fingerprint_id INTEGER NOT NULL REFERENCES fingerprint (id) ON DELETE CASCADE,
  passage_id INTEGER NOT NULL REFERENCES passage (id) ON DELETE CASCADE,
  states BLOB NOT NULL,
  bits INTEGER NOT NULL DEFAULT 4,
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
-- Which agent wrote a memory, by its label such as "codex"; empty for a person, and where that isn't known. Sessions tell
-- agents apart only where their client reports one.
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
  tags TEXT NOT NULL DEFAULT '[]',
  agent TEXT NOT NULL DEFAULT ''
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
-- In which session evidence was given and a memory was shared; empty where that isn't known.
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
  verdict TEXT NOT NULL DEFAULT 'stored',
  session TEXT NOT NULL DEFAULT ''
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

-- Derived: which abbreviations does a content explain? "API Priority and Fairness (APF)"; the long form in lower case.
CREATE TABLE abbreviation (
  content_id INTEGER NOT NULL REFERENCES content (id) ON DELETE CASCADE,
  short TEXT NOT NULL COLLATE NOCASE,
  long TEXT NOT NULL,
  PRIMARY KEY (content_id, short, long)
) WITHOUT ROWID;
CREATE INDEX abbreviation_short ON abbreviation (short, content_id);
CREATE INDEX abbreviation_long ON abbreviation (long, content_id);

-- Names in source code, derived from a blob by its grammar: definitions, calls and other references, with the path of
-- the definition itself, or of the one around it.
CREATE TABLE symbol (
  content_id INTEGER NOT NULL REFERENCES content (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  role TEXT NOT NULL,
  line INTEGER NOT NULL,
  end_line INTEGER NOT NULL,
  path TEXT NOT NULL,
  PRIMARY KEY (content_id, role, name, line, path)
) WITHOUT ROWID;
CREATE INDEX symbol_name ON symbol (name, role);

-- Which contents were read for symbols, by which version; those of another are read again.
CREATE TABLE symbol_reading (
  content_id INTEGER PRIMARY KEY REFERENCES content (id) ON DELETE CASCADE,
  reader TEXT NOT NULL
);

-- Derived: passages that an answer showed while they had no vector, so that they get one soon; at most 500, the newest.
CREATE TABLE wanted (
  number INTEGER PRIMARY KEY,
  passage_id INTEGER NOT NULL UNIQUE REFERENCES passage (id) ON DELETE CASCADE
);
CREATE INDEX embedding_wide ON embedding (passage_id) WHERE bits = 32;
CREATE INDEX token_states_wide ON token_states (passage_id) WHERE bits = 4;

-- Pools: memories that agents share on purpose, by reference. Scopes and permissions are ranks, the narrowest and the
-- weakest first: agent-private, user, project, team, global; read, write, admin. An id is 32 hexadecimal digits.
CREATE TABLE pool (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  project TEXT NOT NULL,
  name TEXT NOT NULL,
  scope INTEGER NOT NULL,
  owner TEXT NOT NULL,
  creator TEXT NOT NULL,
  made_at TEXT NOT NULL
);
CREATE INDEX pool_name ON pool (project, name);

CREATE TABLE pool_member (
  pool INTEGER NOT NULL REFERENCES pool (number) ON DELETE CASCADE,
  agent TEXT NOT NULL,
  permission INTEGER NOT NULL,
  joined_at TEXT NOT NULL,
  PRIMARY KEY (pool, agent)
) WITHOUT ROWID;
CREATE INDEX pool_member_agent ON pool_member (agent);

-- One row for each agent that shares a memory in a pool; what the memory says, and whether it holds, stands in its own
-- rows.
CREATE TABLE pool_memory (
  number INTEGER PRIMARY KEY,
  pool INTEGER NOT NULL REFERENCES pool (number) ON DELETE CASCADE,
  memory INTEGER NOT NULL REFERENCES memory (number),
  scope INTEGER NOT NULL,
  agent TEXT NOT NULL,
  shared_at TEXT NOT NULL,
  session TEXT NOT NULL DEFAULT '',
  UNIQUE (pool, memory, agent)
);
CREATE INDEX pool_memory_newest ON pool_memory (pool, number, scope, agent, memory);
CREATE INDEX pool_memory_memory ON pool_memory (memory);

-- Authors and sessions that a person quarantined: what they wrote is in no answer until it is lifted. The sessions of an
-- author count as quarantined, too, where they said the same as somebody else.
CREATE TABLE quarantine (
  who TEXT PRIMARY KEY,
  reason TEXT NOT NULL,
  actor TEXT NOT NULL,
  at TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE quarantined_session (
  session TEXT NOT NULL,
  who TEXT NOT NULL REFERENCES quarantine (who) ON DELETE CASCADE,
  PRIMARY KEY (session, who)
) WITHOUT ROWID;

-- What a quarantined memory had taken the place of holds again: the belief that says so, and the one that a lift
-- returns to.
CREATE TABLE given_back (
  belief INTEGER PRIMARY KEY REFERENCES belief (id),
  ended INTEGER NOT NULL REFERENCES belief (id)
);

-- What quarantined sessions and authors said of other memories counts no more.
CREATE VIEW trusted_confirmation AS SELECT * FROM confirmation
WHERE what NOT IN (SELECT 'session ' || substr(session, 1, 12) FROM quarantined_session);

-- The names under which somebody who is quarantined wrote: their own; of an agent also its sessions, of a session also
-- those of its sub-agents.
CREATE TABLE quarantined_name (
  name TEXT NOT NULL,
  who TEXT NOT NULL REFERENCES quarantine (who) ON DELETE CASCADE,
  PRIMARY KEY (name, who)
) WITHOUT ROWID;

CREATE VIEW trusted_evidence AS SELECT * FROM evidence
WHERE source_id NOT IN (SELECT name FROM quarantined_name) AND session NOT IN (SELECT name FROM quarantined_name);

-- What they shared is in no pool, whoever wrote it; a pool that they made has no name of theirs.
CREATE VIEW trusted_share AS SELECT * FROM pool_memory
WHERE agent NOT IN (SELECT name FROM quarantined_name) AND session NOT IN (SELECT name FROM quarantined_name);

CREATE VIEW trusted_pool AS SELECT number, id, project,
  CASE WHEN creator IN (SELECT name FROM quarantined_name) THEN substr(id, 1, 12) ELSE name END AS name,
  scope, owner, creator, made_at FROM pool;

-- Sessions that wrote anything, a task's notes as well, with their agents' labels.
CREATE TABLE agent_writer (
  agent TEXT NOT NULL,
  session TEXT NOT NULL,
  PRIMARY KEY (agent, session)
) WITHOUT ROWID;

CREATE VIEW trusted AS SELECT * FROM memory
WHERE author NOT IN (SELECT name FROM quarantined_name) AND session NOT IN (SELECT name FROM quarantined_name)
  AND agent NOT IN (SELECT name FROM quarantined_name);

-- Memories that were committed on a branch as Markdown, to be reviewed. Whether they are merged is git's to say.
CREATE TABLE publication (
  memory TEXT NOT NULL,
  branch TEXT NOT NULL,
  commit_sha TEXT NOT NULL,
  path TEXT NOT NULL,
  base TEXT NOT NULL,
  at TEXT NOT NULL,
  PRIMARY KEY (memory, branch)
) WITHOUT ROWID;

-- Derived: which memory a document names as the one that it was published from, empty for none, and how much of the
-- memory it says: 0 nothing, 1 in part, 2 word for word; NULL while this home has no such memory. Read once a blob.
CREATE TABLE published_mark (
  content_id INTEGER PRIMARY KEY REFERENCES content (id) ON DELETE CASCADE,
  memory TEXT NOT NULL,
  agreement INTEGER,
  reader INTEGER NOT NULL
);
CREATE INDEX published_mark_memory ON published_mark (memory) WHERE memory <> '';

-- Where a belief stands in the history of a memory that several machines wrote: after everything that its machine knew.
CREATE TABLE belief_rank (
  belief INTEGER PRIMARY KEY REFERENCES belief (id) ON DELETE CASCADE,
  rank INTEGER NOT NULL
);

-- Validations that a memory had when it was synced, by their marks; dropped: somebody took them back since.
CREATE TABLE evidence_mark (
  memory INTEGER NOT NULL REFERENCES memory (number),
  mark TEXT NOT NULL,
  dropped INTEGER NOT NULL,
  PRIMARY KEY (memory, mark)
) WITHOUT ROWID;

-- Where this home syncs with, and what it is called there.
-- When a sync last ended, also where nothing was new; empty: before this was noted.
CREATE TABLE sync_place (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  remote TEXT NOT NULL,
  machine TEXT NOT NULL,
  at TEXT NOT NULL DEFAULT ''
);

-- The last segment of each machine that was verified and merged here.
-- A machine whose ref a person deleted at the remote, and said so: it isn't missed. Its last segment stays known, so that
-- nothing older is believed in its name.
CREATE TABLE sync_machine (
  name TEXT PRIMARY KEY,
  generation INTEGER NOT NULL,
  sequence INTEGER NOT NULL,
  digest TEXT NOT NULL,
  head TEXT NOT NULL,
  at TEXT NOT NULL,
  gone INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;

-- How a memory stood when it was last synced, and what this machine's own ref has of it: 0 nothing, 1 its words, 2 that
-- it was forgotten.
CREATE TABLE sync_memory (
  id TEXT PRIMARY KEY,
  stamp TEXT NOT NULL,
  sent INTEGER NOT NULL
) WITHOUT ROWID;

-- Memories that two machines changed without knowing of each other: how each left it, and what holds.
CREATE TABLE sync_conflict (
  memory TEXT NOT NULL,
  at TEXT NOT NULL,
  machine TEXT NOT NULL,
  here TEXT NOT NULL,
  there TEXT NOT NULL,
  holds TEXT NOT NULL,
  PRIMARY KEY (memory, at, machine)
) WITHOUT ROWID;

-- Two memories that state the same fact in other words. Links only: both stay as they are. `one` is the older.
CREATE TABLE alike (
  one INTEGER NOT NULL REFERENCES memory (number),
  other INTEGER NOT NULL REFERENCES memory (number),
  cosine REAL NOT NULL,
  PRIMARY KEY (one, other)
) WITHOUT ROWID;
CREATE INDEX alike_other ON alike (other);

-- Pairs that a person took apart: they are never linked again.
CREATE TABLE taken_apart (
  one INTEGER NOT NULL REFERENCES memory (number),
  other INTEGER NOT NULL REFERENCES memory (number),
  actor TEXT NOT NULL,
  at TEXT NOT NULL,
  PRIMARY KEY (one, other)
) WITHOUT ROWID;

-- Two memories of the same words but for a number, a unit, a name or a negation: one of them says otherwise.
CREATE TABLE disputed (
  one INTEGER NOT NULL REFERENCES memory (number),
  other INTEGER NOT NULL REFERENCES memory (number),
  PRIMARY KEY (one, other)
) WITHOUT ROWID;

-- Memories that were compared with all others, and the rule by which: the embedder's fingerprint and the least cosine.
CREATE TABLE compared (
  memory INTEGER PRIMARY KEY REFERENCES memory (number),
  rule TEXT NOT NULL
);

-- The members of each group: `fact` is the oldest of them, `place` 0 the strongest.
CREATE TABLE fact_member (
  memory INTEGER PRIMARY KEY REFERENCES memory (number),
  fact INTEGER NOT NULL REFERENCES memory (number),
  place INTEGER NOT NULL
);
CREATE INDEX fact_member_fact ON fact_member (fact, place);

-- What a memory weighs that time makes lighter; 1 where there is no row.
CREATE TABLE memory_rank (
  memory INTEGER PRIMARY KEY REFERENCES memory (number),
  weight REAL NOT NULL
);

-- The passes of consolidation, one a day; `ended_at` is empty while it runs, or where it was interrupted.
CREATE TABLE consolidation (
  day TEXT PRIMARY KEY,
  began_at TEXT NOT NULL,
  ended_at TEXT NOT NULL DEFAULT ''
) WITHOUT ROWID;

-- What each step of a pass changed so far, counted in the transactions that did it, and whether it is done.
CREATE TABLE consolidation_step (
  day TEXT NOT NULL REFERENCES consolidation (day) ON DELETE CASCADE,
  name TEXT NOT NULL,
  changed INTEGER NOT NULL,
  done INTEGER NOT NULL,
  at TEXT NOT NULL,
  PRIMARY KEY (day, name)
) WITHOUT ROWID;

CREATE TABLE graph_mention (
  content_id INTEGER NOT NULL REFERENCES content (id) ON DELETE CASCADE,
  role TEXT NOT NULL,
  line INTEGER NOT NULL,
  target TEXT NOT NULL,
  name TEXT NOT NULL,
  alias TEXT NOT NULL,
  PRIMARY KEY (content_id, role, line, target, name, alias)
) WITHOUT ROWID;

CREATE TABLE graph_reading (
  content_id INTEGER PRIMARY KEY REFERENCES content (id) ON DELETE CASCADE,
  reader TEXT NOT NULL
);

CREATE TABLE graph_view (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  key TEXT NOT NULL UNIQUE,
  commit_sha TEXT NOT NULL
);

CREATE TABLE graph_node (
  view INTEGER NOT NULL REFERENCES graph_view (number) ON DELETE CASCADE,
  key TEXT NOT NULL,
  kind TEXT NOT NULL,
  title TEXT NOT NULL,
  at TEXT NOT NULL,
  PRIMARY KEY (view, key)
) WITHOUT ROWID;

CREATE TABLE graph_edge (
  view INTEGER NOT NULL REFERENCES graph_view (number) ON DELETE CASCADE,
  source TEXT NOT NULL,
  link TEXT NOT NULL,
  target TEXT NOT NULL,
  path TEXT NOT NULL,
  start_line INTEGER NOT NULL,
  end_line INTEGER NOT NULL,
  commit_sha TEXT NOT NULL,
  PRIMARY KEY (view, source, link, target)
) WITHOUT ROWID;
CREATE INDEX graph_edge_target ON graph_edge (view, target, link, source);

-- What was decided on each fact: the signal and the bounds as JSON, without any words of a memory. A decision is logged
-- when it differs from the one before, so that it can be taken again by other bounds.
CREATE TABLE promotion_decision (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  at TEXT NOT NULL,
  fact TEXT NOT NULL,
  memory TEXT NOT NULL,
  signal TEXT NOT NULL,
  config TEXT NOT NULL,
  outcome TEXT NOT NULL,
  path TEXT NOT NULL,
  why TEXT NOT NULL
);
CREATE INDEX promotion_decision_fact ON promotion_decision (fact, id);
CREATE INDEX promotion_decision_memory ON promotion_decision (memory, id);

-- What a person is asked: to tell everybody in the project (target project), or to propose to the repository (git).
CREATE TABLE proposal (
  memory TEXT PRIMARY KEY,
  fact TEXT NOT NULL,
  path TEXT NOT NULL,
  target TEXT NOT NULL,
  state TEXT NOT NULL,
  at TEXT NOT NULL,
  decided_at TEXT NOT NULL DEFAULT '',
  actor TEXT NOT NULL DEFAULT '',
  reason TEXT NOT NULL DEFAULT ''
) WITHOUT ROWID;
CREATE INDEX proposal_state ON proposal (state, at);

-- What a model (with the version of its prompt) scored a memory, asked once.
CREATE TABLE judge_score (
  judge TEXT NOT NULL,
  memory TEXT NOT NULL,
  score REAL NOT NULL,
  at TEXT NOT NULL,
  PRIMARY KEY (judge, memory)
) WITHOUT ROWID;
CREATE INDEX judge_score_at ON judge_score (judge, at);

-- When all facts were decided on last.
CREATE TABLE promotion_pass (one INTEGER PRIMARY KEY CHECK (one = 1), at TEXT NOT NULL);
INSERT INTO promotion_pass (one, at) VALUES (1, '');

-- What a person decided on two memories that were found to say otherwise: `both` hold as far as they know, or `neither`
-- says otherwise. They aren't asked again.
CREATE TABLE dispute_decision (
  one INTEGER NOT NULL REFERENCES memory (number),
  other INTEGER NOT NULL REFERENCES memory (number),
  decision TEXT NOT NULL CHECK (decision IN ('both', 'neither')),
  actor TEXT NOT NULL,
  at TEXT NOT NULL,
  PRIMARY KEY (one, other)
) WITHOUT ROWID;

-- Repositories of forges whose discussions are kept here, and how far each was read. Used in a project's forge.db alone.
-- `name` is HOST/OWNER/NAME; `forge`: github, gitlab, gitea, forgejo or file. `position` is the reader's own bookmark
-- (JSON); `synced_at` is when everything that had changed was read, `listed_at` when every number was last listed.
-- `told_members` are the logins that a forge calls members apart from the texts, as it last told them (JSON); empty
-- before it ever did. `members` are the logins of the user's settings as they were last applied (JSON), empty before they
-- ever were. `log_state` is the state of the clone and of what is kept at which the log was read.
CREATE TABLE forge_repository (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE COLLATE NOCASE,
  forge TEXT NOT NULL,
  position TEXT NOT NULL DEFAULT '{}',
  synced_at TEXT NOT NULL DEFAULT '',
  listed_at TEXT NOT NULL DEFAULT '',
  note TEXT NOT NULL DEFAULT '',
  members TEXT NOT NULL DEFAULT '',
  log_state TEXT NOT NULL DEFAULT '',
  told_members TEXT NOT NULL DEFAULT ''
);

-- Issues and pull requests: what stands in their heads. Lists are JSON; times are ISO 8601 in UTC, empty where none.
-- `sign` stands before the number: ! for merge requests of GitLab, which numbers them apart from issues; else #.
-- What outsiders wrote is also read by a model, in the background. `judged` is which one read it, empty where none did
-- yet; `instructs` is the sentence that it takes for an instruction to its reader, apart from `suspicious`, which holds
-- what is seen when a text is stored.
-- Of files: `file_at` is the time of the newest file that holds a discussion or text; empty where the forge gave it.
-- Of the clone: `found_commit` is a merge commit that its log has where the forge's is missing, `found_by` how it was
-- found: number or head.
-- `titled_at` is since when a title is as it is, as `said_at` is for a text. `read_at` is as of when a discussion is, where
-- only a file of a part said so; empty where it is as of `synced_at` of its repository, as of the last whole reading.
CREATE TABLE discussion (
  id INTEGER PRIMARY KEY,
  repository INTEGER NOT NULL REFERENCES forge_repository (id) ON DELETE CASCADE,
  sign TEXT NOT NULL DEFAULT '#' CHECK (sign IN ('#', '!')),
  number INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('issue', 'pull_request')),
  title TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('open', 'closed', 'merged')),
  draft INTEGER NOT NULL DEFAULT 0,
  author TEXT NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  closed_at TEXT NOT NULL DEFAULT '',
  merge_commit TEXT NOT NULL DEFAULT '',
  base TEXT NOT NULL DEFAULT '',
  head_commit TEXT NOT NULL DEFAULT '',
  labels TEXT NOT NULL DEFAULT '[]',
  files TEXT NOT NULL DEFAULT '[]',
  judged TEXT NOT NULL DEFAULT '',
  instructs TEXT NOT NULL DEFAULT '',
  file_at TEXT NOT NULL DEFAULT '',
  found_commit TEXT NOT NULL DEFAULT '',
  found_by TEXT NOT NULL DEFAULT '',
  titled_at TEXT NOT NULL DEFAULT '',
  read_at TEXT NOT NULL DEFAULT '',
  UNIQUE (repository, number, sign)
);
CREATE INDEX discussion_merge ON discussion (merge_commit) WHERE merge_commit <> '';

-- What was said in a discussion, one row a text: masked, in the order of its saying. `key` is the forge's own id of it;
-- a comment on lines has `path`, `line` and the commit it was made on, an answer in its thread names the first's key.
-- `sign` and `number` stand here because a forge may list a comment before its issue. `said_at` is since when the text is as it
-- is; `answered_at` is when a member spoke after it, or merged, for a text by an outsider. `content` is what is indexed
-- of it: 0 where nothing is, NULL where that is still to be done; it is made of this row, so that nothing refers back.
-- `hidden` is why a text is hidden at its forge, such as off-topic or outdated; empty for one that isn't. `told_member` is
-- whether the forge or a file calls the author a member, `member` also whether the user's settings do. `brought`: a text
-- came to its forge from elsewhere, so the name beside it proves nothing.
CREATE TABLE discussion_part (
  id INTEGER PRIMARY KEY,
  repository INTEGER NOT NULL REFERENCES forge_repository (id) ON DELETE CASCADE,
  sign TEXT NOT NULL DEFAULT '#' CHECK (sign IN ('#', '!')),
  number INTEGER NOT NULL,
  key TEXT NOT NULL,
  role TEXT NOT NULL CHECK (role IN ('opening', 'comment', 'review', 'line_comment')),
  author TEXT NOT NULL,
  member INTEGER NOT NULL,
  verdict TEXT NOT NULL DEFAULT '',
  path TEXT NOT NULL DEFAULT '',
  start_line INTEGER NOT NULL DEFAULT 0,
  line INTEGER NOT NULL DEFAULT 0,
  on_commit TEXT NOT NULL DEFAULT '',
  reply_to TEXT NOT NULL DEFAULT '',
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  text TEXT NOT NULL,
  suspicious TEXT NOT NULL DEFAULT '',
  masked INTEGER NOT NULL DEFAULT 0,
  said_at TEXT NOT NULL,
  answered_at TEXT NOT NULL DEFAULT '',
  content INTEGER,
  judged TEXT NOT NULL DEFAULT '',
  instructs TEXT NOT NULL DEFAULT '',
  hidden TEXT NOT NULL DEFAULT '',
  file_at TEXT NOT NULL DEFAULT '',
  told_member INTEGER NOT NULL DEFAULT 0,
  brought INTEGER NOT NULL DEFAULT 0,
  UNIQUE (repository, key)
);
CREATE INDEX discussion_part_number ON discussion_part (repository, number, sign, created_at);
CREATE INDEX discussion_part_member ON discussion_part (repository, number, sign, created_at) WHERE member;
CREATE INDEX discussion_part_content ON discussion_part (content);
CREATE INDEX discussion_part_path ON discussion_part (path) WHERE path <> '';

-- What a text names: another discussion (`target` HOST/OWNER/NAME#1 or !1) or a commit (its id as written).
CREATE TABLE discussion_link (
  part INTEGER NOT NULL REFERENCES discussion_part (id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('discussion', 'commit')),
  target TEXT NOT NULL,
  PRIMARY KEY (part, kind, target)
) WITHOUT ROWID;
CREATE INDEX discussion_link_target ON discussion_link (target);
CREATE INDEX discussion_part_judged ON discussion_part (judged) WHERE NOT member;
CREATE INDEX discussion_found ON discussion (found_commit) WHERE found_commit <> '';

-- What was taken away because a newer file or the forge itself hasn't it any more, and when that was so: the key of a text,
-- or a discussion's sign and number. A file from before that time doesn't bring it back. No words are kept.
CREATE TABLE discussion_gone (
  repository INTEGER NOT NULL REFERENCES forge_repository (id) ON DELETE CASCADE,
  key TEXT NOT NULL,
  gone_at TEXT NOT NULL,
  PRIMARY KEY (repository, key)
) WITHOUT ROWID;
