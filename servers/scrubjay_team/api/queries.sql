-- name: server_id
-- What names this server's database among others; it is no secret.
SELECT id FROM server

-- name: granted_names
-- The projects that the caller is granted.
SELECT id, name FROM project WHERE removed_at IS NULL ORDER BY name, id

-- name: written_by
-- The versions of some memories, who wrote and who told them, as far as the caller sees it.
SELECT m.id, m.version, called(a) AS author, called(o) AS teller, m.told_at
FROM memory AS m LEFT JOIN member AS a ON a.id = m.member LEFT JOIN member AS o ON o.id = m.told_by
WHERE m.id = ANY (%(ids)s::uuid[])

-- name: granted_addresses
-- Where the mirrors of the caller's granted projects come from.
SELECT project, name, address FROM granted_addresses()

-- name: recent_commits
-- The newest commits of a granted project's mirror.
SELECT recent_commits(%(project)s) AS recent


-- name: lock_key
-- Wait for whoever sends a request under the same key, until this transaction ends.
SELECT pg_advisory_xact_lock(%(number)s::bigint)

-- name: kept_answer
-- What a request under a key was answered, not longer ago than answers are kept.
SELECT request, answer FROM kept_answer WHERE member = %(member)s AND key = %(key)s AND at >= %(since)s

-- name: count_kept
-- How many answers are kept for a member, counted to a limit.
SELECT count(*) AS kept FROM (
  SELECT FROM kept_answer WHERE member = %(member)s AND at >= %(since)s LIMIT %(most)s) AS there

-- name: drop_kept
-- Drop a member's answers that are older than they are kept.
DELETE FROM kept_answer WHERE member = %(member)s AND at < %(since)s

-- name: keep_answer
-- Keep what a request was answered.
INSERT INTO kept_answer (team, member, key, request, answer, at)
VALUES (%(team)s, %(member)s, %(key)s, %(request)s, %(answer)s, %(now)s)
