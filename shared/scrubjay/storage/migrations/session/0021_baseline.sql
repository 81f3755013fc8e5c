-- session.db as of schema 21, of a project: what is being done, and what was said.

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
  hidden TEXT NOT NULL DEFAULT '[]',
  quarantines INTEGER NOT NULL DEFAULT 0
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
INSERT INTO generation (name, value) VALUES ('content', 0), ('forgotten', 0), ('quarantine', 0);

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

-- Derived: passages that an answer showed while they had no vector, so that they get one soon; at most 500, the newest.
CREATE TABLE wanted (
  number INTEGER PRIMARY KEY,
  passage_id INTEGER NOT NULL UNIQUE REFERENCES passage (id) ON DELETE CASCADE
);
CREATE INDEX embedding_wide ON embedding (passage_id) WHERE bits = 32;
CREATE INDEX token_states_wide ON token_states (passage_id) WHERE bits = 4;

-- Work that one agent leaves for another. `target` is an agent's id, any:<type> or branch:<name>; `context` a JSON
-- object. `lease` counts who took it, `told` says whether its sender knows how it ended, `renews` names an older one.
CREATE TABLE handoff (
  id TEXT PRIMARY KEY,
  state TEXT NOT NULL,
  target TEXT NOT NULL,
  context TEXT NOT NULL,
  sender TEXT NOT NULL,
  sender_label TEXT NOT NULL,
  sender_session TEXT NOT NULL,
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  changed_at TEXT NOT NULL,
  lease INTEGER NOT NULL DEFAULT 0,
  reason TEXT NOT NULL DEFAULT '',
  told INTEGER NOT NULL DEFAULT 0,
  renews TEXT NOT NULL DEFAULT ''
) WITHOUT ROWID;
CREATE INDEX handoff_target ON handoff (target, created_at) WHERE state = 'PENDING';
CREATE INDEX handoff_due ON handoff (expires_at) WHERE state = 'PENDING';
CREATE INDEX handoff_taken ON handoff (state) WHERE state = 'ACCEPTED';
CREATE INDEX handoff_sender ON handoff (sender, changed_at);
CREATE INDEX handoff_changed ON handoff (changed_at);

-- Each time that somebody took one, with the result that came of it (JSON), even where it came too late.
-- Which server process took it, where one did; whether the sender knows that it was taken, and the taker how it ended.
CREATE TABLE handoff_lease (
  handoff TEXT NOT NULL REFERENCES handoff (id) ON DELETE CASCADE,
  lease INTEGER NOT NULL,
  agent TEXT NOT NULL,
  label TEXT NOT NULL,
  session TEXT NOT NULL,
  taken_at TEXT NOT NULL,
  renewed_at TEXT NOT NULL,
  result TEXT NOT NULL DEFAULT '',
  process TEXT NOT NULL DEFAULT '',
  taking_told INTEGER NOT NULL DEFAULT 0,
  end_told INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (handoff, lease)
) WITHOUT ROWID;
CREATE INDEX handoff_lease_session ON handoff_lease (session);

-- The highest time that a handoff has seen: a clock that is set back doesn't set them back.
-- When the time of handoffs was read last: how long the machine had run then, in seconds, since which start (`boot`),
-- and what the wall clock said. What has passed since is added to `highest`, so a clock that jumps moves nothing.
CREATE TABLE handoff_time (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  highest TEXT NOT NULL,
  boot TEXT NOT NULL DEFAULT '',
  ticks INTEGER NOT NULL DEFAULT 0,
  wall TEXT NOT NULL DEFAULT ''
);
INSERT INTO handoff_time (one, highest) VALUES (1, '');

-- Who handed over, took and was refused: an audit chain of its own, written in the transaction that it describes.
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

CREATE TABLE audit_ends (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  first INTEGER NOT NULL,
  carried TEXT NOT NULL,
  last INTEGER NOT NULL,
  hash TEXT NOT NULL
);
INSERT INTO audit_ends (one, first, carried, last, hash) VALUES (1, 1, '', 0, '');

-- Sessions that a person quarantined, themselves or as an author's: what they wrote of the work is in no answer.
CREATE TABLE quarantine (
  session TEXT NOT NULL,
  who TEXT NOT NULL,
  PRIMARY KEY (session, who)
) WITHOUT ROWID;

-- Which session wrote an entry of a working set, as a hash of its words: the set holds what several sessions wrote.
CREATE TABLE entry_writer (
  id INTEGER PRIMARY KEY,
  entry TEXT NOT NULL,
  session TEXT NOT NULL,
  UNIQUE (entry, session)
);

CREATE VIEW trusted_handoff AS SELECT * FROM handoff
WHERE sender NOT IN (SELECT session FROM quarantine) AND sender_session NOT IN (SELECT session FROM quarantine);

-- What a taker brought that didn't finish its handoff, each by itself: too late, beside another result, or on giving it
-- back. `told` says whether the sender knows.
CREATE TABLE handoff_note (
  handoff TEXT NOT NULL,
  number INTEGER NOT NULL,
  lease INTEGER NOT NULL,
  at TEXT NOT NULL,
  result TEXT NOT NULL,
  told INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (handoff, number),
  FOREIGN KEY (handoff, lease) REFERENCES handoff_lease (handoff, lease) ON DELETE CASCADE
) WITHOUT ROWID;
CREATE INDEX handoff_note_untold ON handoff_note (handoff) WHERE told = 0;

-- Nothing that somebody who is quarantined brought is told.
CREATE VIEW trusted_note AS SELECT n.handoff, n.number, n.lease, n.at, n.result, n.told, l.label
FROM handoff_note AS n JOIN handoff_lease AS l ON l.handoff = n.handoff AND l.lease = n.lease
WHERE l.agent NOT IN (SELECT session FROM quarantine) AND l.session NOT IN (SELECT session FROM quarantine);

CREATE VIEW trusted_lease AS SELECT handoff, lease, agent, label, session, process, taken_at, renewed_at, taking_told,
  end_told, CASE WHEN agent IN (SELECT session FROM quarantine) OR session IN (SELECT session FROM quarantine) THEN ''
  ELSE result END AS result FROM handoff_lease;

-- Which memories a session had, by the beginning of their ids: one stood in the answer to its query ('answer'), its
-- agent named it ('cited'), or a script said so ('reported'). What a briefing told isn't here.
CREATE TABLE had (
  session TEXT NOT NULL,
  memory TEXT NOT NULL,
  how TEXT NOT NULL,
  at TEXT NOT NULL,
  PRIMARY KEY (session, memory, how)
) WITHOUT ROWID;
CREATE INDEX had_at ON had (at);

-- What is known of how a session ended: whether its transcript could be read, how the test commands in it ended last
-- (passed, failed, or empty), and what a script reported (well, badly, or empty).
CREATE TABLE session_outcome (
  session TEXT PRIMARY KEY,
  readable INTEGER NOT NULL DEFAULT 0,
  tests TEXT NOT NULL DEFAULT '',
  reported TEXT NOT NULL DEFAULT '',
  why TEXT NOT NULL DEFAULT '',
  at TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX session_outcome_at ON session_outcome (at);

-- Commands that sessions ran, as their client's transcript told: masked, with exit status and time, and nothing else.
CREATE TABLE command_run (
  session TEXT NOT NULL,
  place INTEGER NOT NULL,
  at TEXT NOT NULL,
  command TEXT NOT NULL,
  status TEXT NOT NULL,
  folder TEXT NOT NULL,
  PRIMARY KEY (session, place)
) WITHOUT ROWID;

CREATE VIEW trusted_command_run AS SELECT * FROM command_run WHERE session NOT IN (SELECT session FROM quarantine);

-- What was learned of them: steps as lists of words in JSON, null where one varies, and as they are shown. `generation`
-- counts how often it was demoted.
CREATE TABLE procedure (
  id TEXT PRIMARY KEY,
  memory TEXT NOT NULL,
  steps TEXT NOT NULL,
  lines TEXT NOT NULL,
  folder TEXT NOT NULL,
  branch TEXT NOT NULL,
  generation INTEGER NOT NULL,
  learned_at TEXT NOT NULL,
  demoted_at TEXT NOT NULL
) WITHOUT ROWID;

-- How a procedure went in a session that tried it.
CREATE TABLE procedure_session (
  procedure TEXT NOT NULL REFERENCES procedure (id) ON DELETE CASCADE,
  session TEXT NOT NULL,
  at TEXT NOT NULL,
  succeeded INTEGER NOT NULL,
  PRIMARY KEY (procedure, session)
) WITHOUT ROWID;

CREATE VIEW trusted_procedure_session AS SELECT * FROM procedure_session
WHERE session NOT IN (SELECT session FROM quarantine);

-- What happened here, as sums of whole days: no text, no name, no id. `bucket` is 0 but in histograms.

CREATE TABLE daily_sum (
  day TEXT NOT NULL,
  measure TEXT NOT NULL,
  label TEXT NOT NULL,
  bucket INTEGER NOT NULL,
  number INTEGER NOT NULL,
  PRIMARY KEY (measure, day, label, bucket)
) WITHOUT ROWID;

-- What sessions were told, as it was sent: compressed, bounded, masked. `channel` is how it came (session_init, start,
-- compaction, hint, command), `ids` the beginnings of ids that stand in it, each after a space. `doubted`: somebody was
-- quarantined after it was gathered; while anybody is, it isn't shown.
CREATE TABLE sent (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  session TEXT NOT NULL,
  worktree TEXT NOT NULL,
  client TEXT NOT NULL,
  channel TEXT NOT NULL,
  at TEXT NOT NULL,
  text BLOB NOT NULL,
  ids TEXT NOT NULL,
  doubted INTEGER NOT NULL
);
CREATE INDEX sent_session ON sent (session, id);
CREATE INDEX sent_at ON sent (at);

-- The working set of a branch as a session met it: JSON, as in session_point.seen, or empty; the newest 1,000. Apart from
-- that table, whose rows are read again and again.
CREATE TABLE met (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  session TEXT NOT NULL,
  branch TEXT NOT NULL,
  state TEXT NOT NULL,
  UNIQUE (session, branch)
);
