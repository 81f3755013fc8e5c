-- name: position
-- Where the outbox is at this moment.
SELECT pg_current_snapshot()::text AS snapshot, outbox_last() AS last, outbox_epoch() AS epoch,
  clock_timestamp() AS at

-- name: changes
-- What changed between two positions and a query of the caller's would show, one row for each thing, the newest first.
SELECT * FROM outbox_changes(%(since)s::pg_snapshot, %(since_last)s, %(upto)s::pg_snapshot, %(most)s)

-- name: pools_of
-- The pools that the caller is in and that hold some memories.
SELECT * FROM outbox_pools(%(ids)s::uuid[])

-- name: concerned
-- Which of some tokens the changes between two positions may concern.
SELECT digest FROM concerned(%(digests)s::bytea[], %(at)s::timestamptz, %(since)s::pg_snapshot, %(since_last)s,
  %(upto)s::pg_snapshot)

-- name: entitled
-- What some tokens stand for; one that isn't valid has no row.
SELECT digest, member, team, role, scopes, projects FROM entitled(%(digests)s::bytea[], %(at)s::timestamptz)

-- name: key
-- What seals cursors.
SELECT key FROM outbox_key

-- name: notify
-- Tell every server that something changed, by the number of the last change alone.
SELECT pg_notify('scrubjay_outbox', %(generation)s)

-- name: trim
-- Drop what is older than a cursor may be, answers that are a day old, sums of days that are old, and what has ended.
SELECT trim_outbox(), trim_management(%(at)s), trim_people(%(at)s)

-- name: told
-- How far a token's answers told what is new.
SELECT snapshot::text AS snapshot, last, epoch, at FROM told WHERE token = %(token)s::uuid

-- name: begin_telling
-- From when a token's answers tell what is new.
INSERT INTO told (token, member, snapshot, last, epoch, at)
VALUES (%(token)s::uuid, %(member)s::uuid, %(snapshot)s::pg_snapshot, %(last)s, %(epoch)s, %(at)s::timestamptz)
ON CONFLICT (token, member) DO NOTHING

-- name: tell
-- How far a token's answers tell what is new, unless another answer told it meanwhile.
UPDATE told SET snapshot = %(snapshot)s::pg_snapshot, last = %(last)s, epoch = %(epoch)s, at = %(at)s::timestamptz
WHERE token = %(token)s::uuid AND at = %(since_at)s::timestamptz
