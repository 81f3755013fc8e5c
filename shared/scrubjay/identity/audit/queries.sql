-- name: ends
-- The first and the last record of the chain.
SELECT first, carried, last, hash FROM audit_ends

-- name: move_end
-- Set the last record of the chain.
UPDATE audit_ends SET last = :last, hash = :hash

-- name: move_start
-- Set the first record in the database, after older ones were rotated into a file.
UPDATE audit_ends SET first = :first, carried = :carried

-- name: add
-- Insert a record.
INSERT INTO audit (sequence, at, event, actor, resource, action, outcome, metadata, previous, hash)
VALUES (:sequence, :at, :event, :actor, :resource, :action, :outcome, :metadata, :previous, :hash)

-- name: records
-- Records from a sequence number on, oldest first.
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

-- name: found
-- Some records that pass filters, the newest first. An empty filter lets everything through.
SELECT * FROM audit WHERE (:event = '' OR event = :event) AND (:actor = '' OR actor = :actor)
  AND substr(resource, 1, length(:resource)) = :resource
  AND substr(at, 1, 10) >= :since AND (:until = '' OR substr(at, 1, 10) <= :until)
ORDER BY sequence DESC LIMIT :limit OFFSET :offset

-- name: count_found
-- How many records pass them.
SELECT count(*) FROM audit WHERE (:event = '' OR event = :event) AND (:actor = '' OR actor = :actor)
  AND substr(resource, 1, length(:resource)) = :resource
  AND substr(at, 1, 10) >= :since AND (:until = '' OR substr(at, 1, 10) <= :until)

-- name: actors
-- Who acts in the records of the database.
SELECT DISTINCT actor FROM audit ORDER BY actor LIMIT 200

-- name: drop_until
-- Delete the records that were rotated into a file.
DELETE FROM audit WHERE sequence <= :last

-- name: first_end
-- Set the start of a repaired chain to its first readable record.
UPDATE audit_ends SET first = (SELECT min(sequence) FROM audit),
  carried = (SELECT previous FROM audit ORDER BY sequence LIMIT 1)
WHERE (SELECT min(sequence) FROM audit) IS NOT first AND EXISTS (SELECT 1 FROM audit)

-- name: last_end
-- Set the end of a repaired chain, so that the next record gets an unused number.
UPDATE audit_ends SET last = (SELECT max(sequence) FROM audit),
  hash = (SELECT hash FROM audit ORDER BY sequence DESC LIMIT 1)
WHERE EXISTS (SELECT 1 FROM audit)
