-- Grades of belief: the evidence is stored, the grade is computed from it. Where a claim holds, and its tags.
ALTER TABLE memory ADD COLUMN origin TEXT NOT NULL DEFAULT 'agent';
ALTER TABLE memory ADD COLUMN applies TEXT NOT NULL DEFAULT '';
ALTER TABLE memory ADD COLUMN tags TEXT NOT NULL DEFAULT '[]';
UPDATE memory SET origin = 'person' WHERE source = 'manual' OR (source = 'user' AND quote = '');

-- What produced the words of an evidence record, how a person stands behind them, what a transcript shows (JSON, or
-- empty), the grade that it earned when it was captured (0 is the best, 4 unconfirmed), and the rules that said so.
ALTER TABLE evidence ADD COLUMN act TEXT NOT NULL DEFAULT '';
ALTER TABLE evidence ADD COLUMN observation TEXT NOT NULL DEFAULT '';
ALTER TABLE evidence ADD COLUMN turn TEXT NOT NULL DEFAULT '';
ALTER TABLE evidence ADD COLUMN earned INTEGER NOT NULL DEFAULT 4;
ALTER TABLE evidence ADD COLUMN rules INTEGER NOT NULL DEFAULT 0;
-- What older rules found counts until newer ones looked again.
ALTER TABLE evidence ADD COLUMN outdated INTEGER NOT NULL DEFAULT 0;

-- A memory that nobody ever checked gets a record that says no more than who said it.
INSERT INTO evidence (memory, captured_at, tier, reason, confidence, score, source, source_id, horizon, similarity,
  conflict, passed, failed, metadata)
SELECT number, recorded_at, 'FLAG_REVIEW', 'written before claims were checked', 'low', 0, source, author, '', 0, '',
  '[]', '[]', '{}' FROM memory WHERE content <> '' AND number NOT IN (SELECT memory FROM evidence);

-- By hand, or let through by a person: told, as far as is known.
UPDATE evidence SET act = 'before grades, not proven', earned = 0
WHERE id = (SELECT max(l.id) FROM evidence AS l WHERE l.memory = evidence.memory) AND memory IN (
  SELECT m.number FROM memory AS m WHERE m.source = 'manual' OR (m.source = 'user' AND m.quote = '') OR EXISTS (
    SELECT 1 FROM belief AS w JOIN belief AS n ON n.memory = w.memory AND n.id > w.id
    WHERE w.memory = m.number AND w.status = 'pending' AND n.status = 'active' AND n.actor <> 'scrubjay'));
UPDATE evidence SET source = CASE WHEN source = 'manual' OR act <> '' THEN 'person' ELSE 'agent' END;

-- Of what waited the words of a person count, the others are held until they are graded anew. Held as well is a
-- preference of the user's that an agent reported, until the user saw it.
UPDATE belief SET status = 'active' WHERE retracted_at = '' AND status = 'pending'
  AND memory IN (SELECT memory FROM evidence WHERE act <> '') AND memory NOT IN (SELECT newer FROM replacement);
UPDATE belief SET status = 'held' WHERE status = 'pending';
UPDATE belief SET status = 'held', reason = 'an agent reported this preference before grades: look at it once'
WHERE retracted_at = '' AND status = 'active' AND memory IN (
  SELECT number FROM memory AS m WHERE m.scope = 'user' AND m.kind = 'preference'
    AND NOT EXISTS (SELECT 1 FROM evidence AS e WHERE e.memory = m.number AND e.act <> ''));

-- What a source says of a claim, with its place there.
ALTER TABLE citation RENAME COLUMN support TO relation;
ALTER TABLE citation RENAME COLUMN quote TO words;
ALTER TABLE citation RENAME COLUMN quote_hash TO words_hash;
ALTER TABLE citation ADD COLUMN heading TEXT NOT NULL DEFAULT '';
ALTER TABLE citation ADD COLUMN standing TEXT NOT NULL DEFAULT '';
ALTER TABLE citation ADD COLUMN place TEXT NOT NULL DEFAULT '';
ALTER TABLE citation ADD COLUMN lacks TEXT NOT NULL DEFAULT '[]';
ALTER TABLE citation ADD COLUMN differs TEXT NOT NULL DEFAULT '';
UPDATE citation SET relation = CASE relation WHEN 'supported' THEN 'speaks of it' WHEN 'contrary' THEN 'says otherwise'
  WHEN 'unrelated' THEN 'doesn''t speak of it' ELSE 'not compared' END;
UPDATE citation SET status = CASE status WHEN 'verified' THEN 'resolved' WHEN 'source changed since' THEN 'changed since'
  ELSE status END;
UPDATE evidence SET earned = 3 WHERE earned > 3 AND id IN (
  SELECT evidence FROM citation WHERE status = 'resolved' AND relation = 'speaks of it');

ALTER TABLE memory DROP COLUMN source;
ALTER TABLE memory DROP COLUMN claimed;
ALTER TABLE belief DROP COLUMN tier;
ALTER TABLE belief DROP COLUMN confidence;
ALTER TABLE belief DROP COLUMN score;
ALTER TABLE belief DROP COLUMN unconfirmed;
ALTER TABLE evidence DROP COLUMN tier;
ALTER TABLE evidence DROP COLUMN confidence;
ALTER TABLE evidence DROP COLUMN score;
ALTER TABLE evidence ADD COLUMN verdict TEXT NOT NULL DEFAULT 'stored';

-- Names what says otherwise than a memory: another memory's id, or a decision's path.
CREATE TABLE contradiction (
  memory INTEGER NOT NULL REFERENCES memory (number),
  other TEXT NOT NULL,
  PRIMARY KEY (memory, other)
) WITHOUT ROWID;

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

-- Whether a session that says the same came to it by itself: on another day, and nobody had told it.
ALTER TABLE confirmation ADD COLUMN independent INTEGER NOT NULL DEFAULT 0;

-- Days on which the project was worked on: what nobody vouches for lasts so many of them.
CREATE TABLE worked (
  day TEXT PRIMARY KEY
) WITHOUT ROWID;
