-- name: begin_part
-- A part that the caller is about to write: its archive and object, whether it is there already, or why it may not be.
SELECT archive, part, known, why FROM begin_archive_part(%(archive)s::uuid, %(object)s::uuid, %(session)s, %(project)s::uuid,
  %(client)s, %(branch)s, %(started)s::timestamptz, %(ended)s::timestamptz, %(parts)s::integer, %(part)s::integer,
  %(digest)s::bytea, %(turns)s::integer, %(bytes)s::integer, %(keys)s::bigint[], %(now)s::timestamptz,
  %(expires)s::timestamptz, %(most)s::bigint)

-- name: keep_part
-- The object of a part is there; false: it was forgotten meanwhile.
SELECT keep_archive_part(%(object)s::uuid, %(bytes)s::integer) AS kept

-- name: candidates
-- The caller's parts that hold words of a question, the best first, as far as the caller sees them.
SELECT c.score, p.id, p.digest, p.part, p.archive, p.team, a.session, a.client, a.branch, r.name AS project, a.expires_at
FROM archive_candidates(%(keys)s::bigint[], %(project)s::uuid, %(before)s::timestamptz, %(most)s::integer) AS c
JOIN archive_part AS p ON p.id = c.part JOIN archive AS a ON a.id = p.archive LEFT JOIN project AS r ON r.id = a.project
ORDER BY c.score DESC, a.ended_at DESC, p.id

-- name: archives
-- The caller's archives, the newest first, before a moment and an id.
SELECT a.id, a.session, a.client, a.branch, r.name AS project, a.started_at, a.ended_at, a.parts, a.expires_at,
  coalesce((SELECT sum(p.turns) FROM archive_part AS p WHERE p.archive = a.id), 0)::integer AS turns,
  coalesce((SELECT sum(p.bytes) FROM archive_part AS p WHERE p.archive = a.id), 0)::bigint AS bytes
FROM archive AS a LEFT JOIN project AS r ON r.id = a.project
WHERE %(before)s::timestamptz IS NULL OR (a.ended_at, a.id) < (%(before)s::timestamptz, %(below)s::uuid)
ORDER BY a.ended_at DESC, a.id DESC LIMIT %(most)s

-- name: find_part
-- A part of a conversation of the caller's.
SELECT p.id, p.digest, p.team, p.archive FROM archive_part AS p JOIN archive AS a ON a.id = p.archive
WHERE a.session = %(session)s AND p.part = %(part)s::integer

-- name: project_named
-- A repository that the caller is granted, by its name.
SELECT id FROM project WHERE name = %(name)s AND removed_at IS NULL

-- name: forget
-- Hide archives of the caller, of some sessions or all of them.
SELECT forget_archives(%(sessions)s::text[], %(everything)s, %(now)s::timestamptz) AS forgotten

-- name: own_going
-- The caller's objects that are to be deleted; `due`: at once.
SELECT part, archive, team, due
FROM own_archive_objects(%(sessions)s::text[], %(everything)s, %(settled)s::timestamptz, %(most)s::integer)

-- name: gone as app and worker
-- Objects that were deleted.
SELECT archive_objects_gone(%(parts)s::uuid[])

-- name: expire as worker
-- Hide the archives whose time is over.
SELECT expire_archives(%(now)s::timestamptz) AS expired

-- name: due as worker
-- Everybody's objects that are to be deleted.
SELECT part, archive, team FROM due_archive_objects(%(settled)s::timestamptz, %(most)s::integer)

-- name: standing as owner
-- How many conversations there are, their bytes, how many objects wait to be deleted, and since when.
SELECT (SELECT count(*) FROM archive WHERE gone_at IS NULL) AS archives,
  coalesce(sum(bytes) FILTER (WHERE state = 'kept'), 0)::bigint AS bytes,
  count(*) FILTER (WHERE state IN ('going', 'stopped')) AS going,
  min(at) FILTER (WHERE state IN ('going', 'stopped')) AS since
FROM archive_part
