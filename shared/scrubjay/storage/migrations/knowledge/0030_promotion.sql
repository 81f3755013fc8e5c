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
