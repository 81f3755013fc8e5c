-- name: quick_check
-- SQLite's own check: pages, rows against constraints, full-text tables.
PRAGMA quick_check(5)

-- name: unbelieved
-- A memory of which nothing is believed now.
SELECT number FROM memory
WHERE number NOT IN (SELECT memory FROM belief WHERE retracted_at = '') LIMIT 1

-- name: doubt_unbelieved
-- A memory whose status was lost waits for its owner; one without words stays forgotten.
INSERT INTO belief (memory, status, reason, valid_from, valid_until, recorded_at, retracted_at, actor)
SELECT number, CASE content WHEN '' THEN 'forgotten' ELSE 'held' END,
  'its status was lost when the database was damaged', recorded_at, '', :at, '', :actor
FROM memory WHERE number NOT IN (SELECT memory FROM belief WHERE retracted_at = '')
