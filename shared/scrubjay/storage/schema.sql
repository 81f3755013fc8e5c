-- Generated from migrations/ by `python -m scrubjay.storage.schema`; for reading only.

-- home.db

CREATE TABLE project (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  created_at TEXT NOT NULL
);

CREATE TABLE project_root (
  project_id TEXT NOT NULL REFERENCES project (id) ON DELETE CASCADE,
  oid TEXT NOT NULL,
  PRIMARY KEY (project_id, oid)
) WITHOUT ROWID;

CREATE INDEX project_root_oid ON project_root (oid);

CREATE TABLE project_clone (
  common_dir TEXT PRIMARY KEY,
  project_id TEXT NOT NULL REFERENCES project (id) ON DELETE CASCADE,
  last_seen TEXT NOT NULL,
  followed TEXT NOT NULL DEFAULT '',
  device INTEGER NOT NULL DEFAULT 0,
  inode INTEGER NOT NULL DEFAULT 0,
  secret_sha256 TEXT NOT NULL DEFAULT '',
  asked INTEGER NOT NULL DEFAULT 0
);

CREATE INDEX project_clone_project ON project_clone (project_id);

CREATE INDEX project_clone_secret ON project_clone (secret_sha256) WHERE secret_sha256 <> '';

CREATE TABLE project_worktree (
  common_dir TEXT NOT NULL REFERENCES project_clone (common_dir) ON DELETE CASCADE ON UPDATE CASCADE,
  worktree TEXT NOT NULL,
  PRIMARY KEY (common_dir, worktree)
) WITHOUT ROWID;

CREATE TABLE project_departure (
  common_dir TEXT PRIMARY KEY,
  project_id TEXT NOT NULL REFERENCES project (id) ON DELETE CASCADE,
  device INTEGER NOT NULL,
  inode INTEGER NOT NULL,
  head TEXT NOT NULL,
  left_at TEXT NOT NULL
);

CREATE TABLE job (
  id INTEGER PRIMARY KEY,
  project_id TEXT NOT NULL REFERENCES project (id) ON DELETE CASCADE,
  worktree TEXT NOT NULL,
  kind TEXT NOT NULL,
  cause TEXT NOT NULL,
  requested INTEGER NOT NULL,
  running INTEGER NOT NULL DEFAULT 0,
  attempts INTEGER NOT NULL DEFAULT 0,
  due TEXT NOT NULL,
  enqueued_at TEXT NOT NULL,
  UNIQUE (project_id, worktree, kind)
);

CREATE TABLE failing_step (
  project_id TEXT NOT NULL REFERENCES project (id) ON DELETE CASCADE,
  worktree TEXT NOT NULL,
  name TEXT NOT NULL,
  attempts INTEGER NOT NULL,
  error TEXT NOT NULL,
  since TEXT NOT NULL,
  due TEXT NOT NULL,
  PRIMARY KEY (project_id, worktree, name)
) WITHOUT ROWID;

CREATE TABLE presence (
  session TEXT PRIMARY KEY,
  worktree TEXT NOT NULL,
  at TEXT NOT NULL
) WITHOUT ROWID;

CREATE INDEX presence_at ON presence (at);

CREATE TABLE client_session (
  process INTEGER NOT NULL,
  started TEXT NOT NULL,
  session TEXT NOT NULL,
  transcript TEXT NOT NULL,
  began TEXT NOT NULL,
  nested INTEGER NOT NULL,
  at TEXT NOT NULL, left_at TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (process, started, session)
) WITHOUT ROWID;

CREATE INDEX client_session_session ON client_session (session);

CREATE INDEX client_session_at ON client_session (at);

CREATE TABLE spent (day TEXT PRIMARY KEY, tokens INTEGER NOT NULL, cost REAL NOT NULL) WITHOUT ROWID;

CREATE TABLE agent (
  id TEXT PRIMARY KEY,
  owner TEXT NOT NULL,
  type TEXT NOT NULL,
  project TEXT NOT NULL REFERENCES project (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  capabilities TEXT NOT NULL,
  parent TEXT NOT NULL DEFAULT '',
  created_at TEXT NOT NULL,
  UNIQUE (owner, project, type, name)
) WITHOUT ROWID;

CREATE INDEX agent_project ON agent (project);

CREATE TABLE agent_session (
  agent TEXT NOT NULL REFERENCES agent (id) ON DELETE CASCADE,
  session TEXT NOT NULL,
  inferred INTEGER NOT NULL,
  began_at TEXT NOT NULL,
  seen_at TEXT NOT NULL,
  PRIMARY KEY (agent, session)
) WITHOUT ROWID;

CREATE INDEX agent_session_seen ON agent_session (seen_at);

CREATE TABLE agent_child (
  session TEXT NOT NULL,
  agent TEXT NOT NULL REFERENCES agent (id) ON DELETE CASCADE,
  PRIMARY KEY (session, agent)
) WITHOUT ROWID;

CREATE INDEX agent_child_agent ON agent_child (agent);

CREATE INDEX client_session_process ON client_session (process, started, at);

CREATE TABLE refused_source (
  name TEXT PRIMARY KEY,
  reason TEXT NOT NULL,
  at TEXT NOT NULL
) WITHOUT ROWID;


-- knowledge.db

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

CREATE TABLE sqlite_sequence(name,seq);

CREATE INDEX passage_owner ON passage (id, content_id);

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

CREATE TABLE masked (
  content_id INTEGER NOT NULL REFERENCES content (id) ON DELETE CASCADE,
  line INTEGER NOT NULL,
  rule TEXT NOT NULL,
  PRIMARY KEY (content_id, line, rule)
) WITHOUT ROWID;

CREATE TABLE content_limit (
  content_id INTEGER PRIMARY KEY REFERENCES content (id) ON DELETE CASCADE,
  cut_after INTEGER NOT NULL,
  reason TEXT NOT NULL
);

CREATE TABLE historic (content_id INTEGER PRIMARY KEY REFERENCES content (id) ON DELETE CASCADE);

CREATE TABLE renamed (path TEXT PRIMARY KEY, now TEXT NOT NULL, checked TEXT NOT NULL) WITHOUT ROWID;

CREATE TABLE generation (
  name TEXT PRIMARY KEY,
  value INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE path (
  id INTEGER PRIMARY KEY,
  path TEXT NOT NULL UNIQUE
);

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
  bits INTEGER NOT NULL DEFAULT 32, source TEXT NOT NULL DEFAULT '',
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

CREATE TABLE replacement (
  newer INTEGER NOT NULL REFERENCES memory (number),
  older INTEGER NOT NULL REFERENCES memory (number),
  how TEXT NOT NULL,
  PRIMARY KEY (newer, older)
) WITHOUT ROWID;

CREATE INDEX replacement_older ON replacement (older);

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
  verdict TEXT NOT NULL DEFAULT 'stored',
  session TEXT NOT NULL DEFAULT ''
);

CREATE INDEX evidence_memory ON evidence (memory);

CREATE INDEX evidence_told ON evidence (memory) WHERE earned = 0;

CREATE TABLE citation (
  evidence INTEGER NOT NULL REFERENCES evidence (id) ON DELETE CASCADE,
  ordinal INTEGER NOT NULL,
  kind TEXT NOT NULL,
  text TEXT NOT NULL,
  target TEXT NOT NULL,
  status TEXT NOT NULL,
  path TEXT NOT NULL,
  start_line INTEGER NOT NULL,
  end_line INTEGER NOT NULL,
  blob TEXT NOT NULL,
  commit_sha TEXT NOT NULL,
  words TEXT NOT NULL,
  words_hash TEXT NOT NULL,
  detail TEXT NOT NULL,
  heading TEXT NOT NULL DEFAULT '',
  standing TEXT NOT NULL DEFAULT '',
  place TEXT NOT NULL DEFAULT '',
  lacks TEXT NOT NULL DEFAULT '[]',
  whole INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (evidence, ordinal)
) WITHOUT ROWID;

CREATE INDEX citation_path ON citation (path);

CREATE TABLE contradiction (
  memory INTEGER NOT NULL REFERENCES memory (number),
  other TEXT NOT NULL,
  PRIMARY KEY (memory, other)
) WITHOUT ROWID;

CREATE TABLE confirmation (
  memory INTEGER NOT NULL REFERENCES memory (number),
  what TEXT NOT NULL,
  at TEXT NOT NULL,
  independent INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (memory, what)
) WITHOUT ROWID;

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

CREATE TABLE rewrite (
  old TEXT NOT NULL,
  new TEXT NOT NULL,
  PRIMARY KEY (old, new)
) WITHOUT ROWID;

CREATE TABLE checkpoint (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  at TEXT NOT NULL,
  belief INTEGER NOT NULL,
  actor TEXT NOT NULL
);

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

CREATE TABLE worked (
  day TEXT PRIMARY KEY
) WITHOUT ROWID;

CREATE TABLE likeness (
  mark INTEGER NOT NULL,
  memory INTEGER NOT NULL,
  PRIMARY KEY (mark, memory)
) WITHOUT ROWID;

CREATE INDEX likeness_memory ON likeness (memory);

CREATE TABLE shown (
  id INTEGER PRIMARY KEY,
  key TEXT NOT NULL UNIQUE,
  value TEXT NOT NULL
);

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

CREATE TABLE abbreviation (
  content_id INTEGER NOT NULL REFERENCES content (id) ON DELETE CASCADE,
  short TEXT NOT NULL COLLATE NOCASE,
  long TEXT NOT NULL,
  PRIMARY KEY (content_id, short, long)
) WITHOUT ROWID;

CREATE INDEX abbreviation_short ON abbreviation (short, content_id);

CREATE INDEX abbreviation_long ON abbreviation (long, content_id);

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

CREATE TABLE symbol_reading (
  content_id INTEGER PRIMARY KEY REFERENCES content (id) ON DELETE CASCADE,
  reader TEXT NOT NULL
);

CREATE TABLE wanted (
  number INTEGER PRIMARY KEY,
  passage_id INTEGER NOT NULL UNIQUE REFERENCES passage (id) ON DELETE CASCADE
);

CREATE INDEX embedding_wide ON embedding (passage_id) WHERE bits = 32;

CREATE INDEX token_states_wide ON token_states (passage_id) WHERE bits = 4;

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

CREATE TABLE given_back (
  belief INTEGER PRIMARY KEY REFERENCES belief (id),
  ended INTEGER NOT NULL REFERENCES belief (id)
);

CREATE VIEW trusted_confirmation AS SELECT * FROM confirmation
WHERE what NOT IN (SELECT 'session ' || substr(session, 1, 12) FROM quarantined_session);

CREATE TABLE quarantined_name (
  name TEXT NOT NULL,
  who TEXT NOT NULL REFERENCES quarantine (who) ON DELETE CASCADE,
  PRIMARY KEY (name, who)
) WITHOUT ROWID;

CREATE VIEW trusted_evidence AS SELECT * FROM evidence
WHERE source_id NOT IN (SELECT name FROM quarantined_name) AND session NOT IN (SELECT name FROM quarantined_name);

CREATE VIEW trusted_share AS SELECT * FROM pool_memory
WHERE agent NOT IN (SELECT name FROM quarantined_name) AND session NOT IN (SELECT name FROM quarantined_name);

CREATE VIEW trusted_pool AS SELECT number, id, project,
  CASE WHEN creator IN (SELECT name FROM quarantined_name) THEN substr(id, 1, 12) ELSE name END AS name,
  scope, owner, creator, made_at FROM pool;

CREATE TABLE agent_writer (
  agent TEXT NOT NULL,
  session TEXT NOT NULL,
  PRIMARY KEY (agent, session)
) WITHOUT ROWID;

CREATE VIEW trusted AS SELECT * FROM memory
WHERE author NOT IN (SELECT name FROM quarantined_name) AND session NOT IN (SELECT name FROM quarantined_name)
  AND agent NOT IN (SELECT name FROM quarantined_name);

CREATE TABLE publication (
  memory TEXT NOT NULL,
  branch TEXT NOT NULL,
  commit_sha TEXT NOT NULL,
  path TEXT NOT NULL,
  base TEXT NOT NULL,
  at TEXT NOT NULL,
  PRIMARY KEY (memory, branch)
) WITHOUT ROWID;

CREATE TABLE published_mark (
  content_id INTEGER PRIMARY KEY REFERENCES content (id) ON DELETE CASCADE,
  memory TEXT NOT NULL,
  agreement INTEGER,
  reader INTEGER NOT NULL
);

CREATE INDEX published_mark_memory ON published_mark (memory) WHERE memory <> '';

CREATE TABLE belief_rank (
  belief INTEGER PRIMARY KEY REFERENCES belief (id) ON DELETE CASCADE,
  rank INTEGER NOT NULL
);

CREATE TABLE evidence_mark (
  memory INTEGER NOT NULL REFERENCES memory (number),
  mark TEXT NOT NULL,
  dropped INTEGER NOT NULL,
  PRIMARY KEY (memory, mark)
) WITHOUT ROWID;

CREATE TABLE sync_place (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  remote TEXT NOT NULL,
  machine TEXT NOT NULL,
  at TEXT NOT NULL DEFAULT ''
);

CREATE TABLE sync_machine (
  name TEXT PRIMARY KEY,
  generation INTEGER NOT NULL,
  sequence INTEGER NOT NULL,
  digest TEXT NOT NULL,
  head TEXT NOT NULL,
  at TEXT NOT NULL,
  gone INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;

CREATE TABLE sync_memory (
  id TEXT PRIMARY KEY,
  stamp TEXT NOT NULL,
  sent INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE sync_conflict (
  memory TEXT NOT NULL,
  at TEXT NOT NULL,
  machine TEXT NOT NULL,
  here TEXT NOT NULL,
  there TEXT NOT NULL,
  holds TEXT NOT NULL,
  PRIMARY KEY (memory, at, machine)
) WITHOUT ROWID;

CREATE TABLE alike (
  one INTEGER NOT NULL REFERENCES memory (number),
  other INTEGER NOT NULL REFERENCES memory (number),
  cosine REAL NOT NULL,
  PRIMARY KEY (one, other)
) WITHOUT ROWID;

CREATE INDEX alike_other ON alike (other);

CREATE TABLE taken_apart (
  one INTEGER NOT NULL REFERENCES memory (number),
  other INTEGER NOT NULL REFERENCES memory (number),
  actor TEXT NOT NULL,
  at TEXT NOT NULL,
  PRIMARY KEY (one, other)
) WITHOUT ROWID;

CREATE TABLE disputed (
  one INTEGER NOT NULL REFERENCES memory (number),
  other INTEGER NOT NULL REFERENCES memory (number),
  PRIMARY KEY (one, other)
) WITHOUT ROWID;

CREATE TABLE compared (
  memory INTEGER PRIMARY KEY REFERENCES memory (number),
  rule TEXT NOT NULL
);

CREATE TABLE fact_member (
  memory INTEGER PRIMARY KEY REFERENCES memory (number),
  fact INTEGER NOT NULL REFERENCES memory (number),
  place INTEGER NOT NULL
);

CREATE INDEX fact_member_fact ON fact_member (fact, place);

CREATE TABLE memory_rank (
  memory INTEGER PRIMARY KEY REFERENCES memory (number),
  weight REAL NOT NULL
);

CREATE TABLE consolidation (
  day TEXT PRIMARY KEY,
  began_at TEXT NOT NULL,
  ended_at TEXT NOT NULL DEFAULT ''
) WITHOUT ROWID;

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

CREATE TABLE judge_score (
  judge TEXT NOT NULL,
  memory TEXT NOT NULL,
  score REAL NOT NULL,
  at TEXT NOT NULL,
  PRIMARY KEY (judge, memory)
) WITHOUT ROWID;

CREATE INDEX judge_score_at ON judge_score (judge, at);

CREATE TABLE promotion_pass (one INTEGER PRIMARY KEY CHECK (one = 1), at TEXT NOT NULL);

CREATE TABLE dispute_decision (
  one INTEGER NOT NULL REFERENCES memory (number),
  other INTEGER NOT NULL REFERENCES memory (number),
  decision TEXT NOT NULL CHECK (decision IN ('both', 'neither')),
  actor TEXT NOT NULL,
  at TEXT NOT NULL,
  PRIMARY KEY (one, other)
) WITHOUT ROWID;

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

CREATE TABLE discussion_link (
  part INTEGER NOT NULL REFERENCES discussion_part (id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('discussion', 'commit')),
  target TEXT NOT NULL,
  PRIMARY KEY (part, kind, target)
) WITHOUT ROWID;

CREATE INDEX discussion_link_target ON discussion_link (target);

CREATE INDEX discussion_part_judged ON discussion_part (judged) WHERE NOT member;

CREATE INDEX discussion_found ON discussion (found_commit) WHERE found_commit <> '';

CREATE TABLE discussion_gone (
  repository INTEGER NOT NULL REFERENCES forge_repository (id) ON DELETE CASCADE,
  key TEXT NOT NULL,
  gone_at TEXT NOT NULL,
  PRIMARY KEY (repository, key)
) WITHOUT ROWID;

CREATE VIRTUAL TABLE memory_fts USING fts5 (
  title, body, terms, content='', contentless_delete=1, tokenize='porter unicode61 remove_diacritics 2'
);

CREATE INDEX content_memory ON content (blob) WHERE format = 'memory';

CREATE INDEX citation_blob ON citation (blob, start_line, end_line, status) WHERE blob <> '';

CREATE TABLE model_reading (
  memory INTEGER NOT NULL REFERENCES memory (number) ON DELETE CASCADE,
  judge TEXT NOT NULL,
  words_hash TEXT NOT NULL,
  reading INTEGER,
  at TEXT NOT NULL,
  PRIMARY KEY (memory, judge, words_hash)
) WITHOUT ROWID;

CREATE INDEX model_reading_against ON model_reading (judge, memory) WHERE reading = -1;

CREATE VIRTUAL TABLE code_fts USING fts5 (
  name, signature, prose, body, terms, content='', contentless_delete=1, tokenize='porter unicode61 remove_diacritics 2'
);

CREATE VIRTUAL TABLE code_path_fts USING fts5 (
  words, content='', contentless_delete=1, tokenize='porter unicode61 remove_diacritics 2'
);

CREATE INDEX embedding_source ON embedding (source) WHERE source <> '';


-- session.db

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

CREATE TABLE sqlite_sequence(name,seq);

CREATE INDEX turn_number ON turn (conversation, number);

CREATE INDEX turn_key ON turn (key);

CREATE INDEX turn_content ON turn (content, conversation, number, role);

CREATE TABLE transcript (
  file TEXT PRIMARY KEY,
  session TEXT NOT NULL,
  position INTEGER NOT NULL,
  head TEXT NOT NULL,
  own TEXT NOT NULL
) WITHOUT ROWID;

CREATE INDEX transcript_session ON transcript (session);

CREATE TABLE forgotten_session (
  digest TEXT PRIMARY KEY
) WITHOUT ROWID;

CREATE TABLE extracted (reader TEXT PRIMARY KEY, turn INTEGER NOT NULL) WITHOUT ROWID;

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
  bits INTEGER NOT NULL DEFAULT 32, source TEXT NOT NULL DEFAULT '',
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

CREATE TABLE wanted (
  number INTEGER PRIMARY KEY,
  passage_id INTEGER NOT NULL UNIQUE REFERENCES passage (id) ON DELETE CASCADE
);

CREATE INDEX embedding_wide ON embedding (passage_id) WHERE bits = 32;

CREATE INDEX token_states_wide ON token_states (passage_id) WHERE bits = 4;

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

CREATE TABLE handoff_time (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  highest TEXT NOT NULL,
  boot TEXT NOT NULL DEFAULT '',
  ticks INTEGER NOT NULL DEFAULT 0,
  wall TEXT NOT NULL DEFAULT ''
);

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

CREATE TABLE quarantine (
  session TEXT NOT NULL,
  who TEXT NOT NULL,
  PRIMARY KEY (session, who)
) WITHOUT ROWID;

CREATE TABLE entry_writer (
  id INTEGER PRIMARY KEY,
  entry TEXT NOT NULL,
  session TEXT NOT NULL,
  UNIQUE (entry, session)
);

CREATE VIEW trusted_handoff AS SELECT * FROM handoff
WHERE sender NOT IN (SELECT session FROM quarantine) AND sender_session NOT IN (SELECT session FROM quarantine);

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

CREATE VIEW trusted_note AS SELECT n.handoff, n.number, n.lease, n.at, n.result, n.told, l.label
FROM handoff_note AS n JOIN handoff_lease AS l ON l.handoff = n.handoff AND l.lease = n.lease
WHERE l.agent NOT IN (SELECT session FROM quarantine) AND l.session NOT IN (SELECT session FROM quarantine);

CREATE VIEW trusted_lease AS SELECT handoff, lease, agent, label, session, process, taken_at, renewed_at, taking_told,
  end_told, CASE WHEN agent IN (SELECT session FROM quarantine) OR session IN (SELECT session FROM quarantine) THEN ''
  ELSE result END AS result FROM handoff_lease;

CREATE TABLE had (
  session TEXT NOT NULL,
  memory TEXT NOT NULL,
  how TEXT NOT NULL,
  at TEXT NOT NULL,
  PRIMARY KEY (session, memory, how)
) WITHOUT ROWID;

CREATE INDEX had_at ON had (at);

CREATE TABLE session_outcome (
  session TEXT PRIMARY KEY,
  readable INTEGER NOT NULL DEFAULT 0,
  tests TEXT NOT NULL DEFAULT '',
  reported TEXT NOT NULL DEFAULT '',
  why TEXT NOT NULL DEFAULT '',
  at TEXT NOT NULL
) WITHOUT ROWID;

CREATE INDEX session_outcome_at ON session_outcome (at);

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

CREATE TABLE procedure_session (
  procedure TEXT NOT NULL REFERENCES procedure (id) ON DELETE CASCADE,
  session TEXT NOT NULL,
  at TEXT NOT NULL,
  succeeded INTEGER NOT NULL,
  PRIMARY KEY (procedure, session)
) WITHOUT ROWID;

CREATE VIEW trusted_procedure_session AS SELECT * FROM procedure_session
WHERE session NOT IN (SELECT session FROM quarantine);

CREATE TABLE daily_sum (
  day TEXT NOT NULL,
  measure TEXT NOT NULL,
  label TEXT NOT NULL,
  bucket INTEGER NOT NULL,
  number INTEGER NOT NULL,
  PRIMARY KEY (measure, day, label, bucket)
) WITHOUT ROWID;

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

CREATE TABLE met (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  session TEXT NOT NULL,
  branch TEXT NOT NULL,
  state TEXT NOT NULL,
  UNIQUE (session, branch)
);

CREATE TABLE history_summary (
  conversation INTEGER PRIMARY KEY REFERENCES conversation (id) ON DELETE CASCADE,
  model TEXT NOT NULL,
  read_to INTEGER NOT NULL,
  points TEXT NOT NULL,
  at TEXT NOT NULL
);

CREATE INDEX embedding_source ON embedding (source) WHERE source <> '';
