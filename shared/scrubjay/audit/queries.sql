-- name: ends
-- The two ends of the chain.
SELECT first, carried, last, hash FROM audit_ends

-- name: move_end
-- The chain has a new last record.
UPDATE audit_ends SET last = :last, hash = :hash

-- name: move_start
-- Older records went into a file; the chain starts behind them.
UPDATE audit_ends SET first = :first, carried = :carried

-- name: add
-- A record.
INSERT INTO audit (sequence, at, event, actor, resource, action, outcome, metadata, previous, hash)
VALUES (:sequence, :at, :event, :actor, :resource, :action, :outcome, :metadata, :previous, :hash)

-- name: records
-- Records from a sequence on, oldest first.
SELECT * FROM audit WHERE sequence >= :from ORDER BY sequence LIMIT :limit

-- name: newest
-- The newest records first.
SELECT * FROM audit ORDER BY sequence DESC LIMIT :limit

-- name: newest_of
-- The same of one resource.
SELECT * FROM audit WHERE resource = :resource ORDER BY sequence DESC LIMIT :limit

-- name: newest_event
-- The same of one kind of event.
SELECT * FROM audit WHERE event = :event ORDER BY sequence DESC LIMIT :limit

-- name: drop_until
-- Records that went into a file.
DELETE FROM audit WHERE sequence <= :last

-- name: first_end
-- Where the chain begins now: with what can be read.
UPDATE audit_ends SET first = (SELECT min(sequence) FROM audit),
  carried = (SELECT previous FROM audit ORDER BY sequence LIMIT 1)
WHERE (SELECT min(sequence) FROM audit) IS NOT first AND EXISTS (SELECT 1 FROM audit)

-- name: last_end
-- Where it ends now: the next record must not take a number that is taken.
UPDATE audit_ends SET last = (SELECT max(sequence) FROM audit),
  hash = (SELECT hash FROM audit ORDER BY sequence DESC LIMIT 1)
WHERE EXISTS (SELECT 1 FROM audit)
