-- name: add_decision
-- Log a decision on a fact.
INSERT INTO promotion_decision (at, fact, memory, signal, config, outcome, path, why)
VALUES (:at, :fact, :memory, :signal, :config, :outcome, :path, :why)

-- name: last_decisions
-- The newest decision on each fact.
SELECT * FROM promotion_decision WHERE id IN (SELECT max(id) FROM promotion_decision GROUP BY fact) ORDER BY id

-- name: decisions
-- The newest decisions, newest first; of one memory where one is given, since a moment, before a row.
SELECT * FROM promotion_decision
WHERE (:memory = '' OR memory = :memory OR fact = :memory) AND at >= :since AND (:before = 0 OR id < :before)
ORDER BY id DESC LIMIT :limit

-- name: drop_old_decisions
-- Keep the newest decisions, and the newest of each fact.
DELETE FROM promotion_decision WHERE id <= (SELECT max(id) FROM promotion_decision) - :kept
  AND id NOT IN (SELECT max(id) FROM promotion_decision GROUP BY fact)

-- name: propose
-- Ask a person; one who has declined isn't asked again.
INSERT INTO proposal (memory, fact, path, target, state, at) VALUES (:memory, :fact, :path, :target, :state, :at)
ON CONFLICT (memory) DO UPDATE SET fact = excluded.fact, path = excluded.path, target = excluded.target,
  state = excluded.state, at = excluded.at, decided_at = '', actor = '', reason = ''
WHERE proposal.state = 'withdrawn'

-- name: was_proposed
-- Whether a person was asked about a fact, by whichever memory says it.
SELECT 1 FROM proposal WHERE fact = :fact AND state <> 'withdrawn'

-- name: withdraw
-- The evidence of a fact fell before a person decided.
UPDATE proposal SET state = 'withdrawn', decided_at = :at, reason = :reason WHERE fact = :fact AND state = 'waiting'

-- name: decide_proposal
-- What a person decided.
UPDATE proposal SET state = :state, decided_at = :at, actor = :actor, reason = :reason
WHERE memory = :memory AND state = 'waiting'

-- name: proposals
-- What stands so, the oldest first.
SELECT p.* FROM proposal AS p WHERE p.state = :state ORDER BY p.at, p.memory LIMIT :limit

-- name: put_score
-- What a judge scored a memory.
INSERT OR IGNORE INTO judge_score (judge, memory, score, at) VALUES (:judge, :memory, :score, :at)

-- name: scores
-- The newest scores of a judge.
SELECT memory, score FROM judge_score WHERE judge = :judge ORDER BY at DESC, memory LIMIT :limit

-- name: scores_of
-- What a judge scored some memories.
SELECT memory, score FROM judge_score WHERE judge = :judge AND memory IN (SELECT value FROM json_each(:ids))

-- name: last_pass
-- When all facts were decided on last.
SELECT at FROM promotion_pass

-- name: put_pass
-- All facts were decided on.
UPDATE promotion_pass SET at = :at
