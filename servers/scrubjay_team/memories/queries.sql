-- name: lock
-- Wait for whoever writes under the same number, until this transaction ends.
SELECT pg_advisory_xact_lock(%(number)s::bigint)

-- name: projects
-- The names of the projects that the caller is granted.
SELECT id, name FROM project WHERE removed_at IS NULL ORDER BY name

-- name: by_key
-- The caller's memory with a key, or that it was forgotten.
SELECT id, false AS forgotten FROM memory
WHERE key = %(key)s::bytea AND member = (SELECT its_member()) AND team = (SELECT its_team())
UNION ALL
SELECT id, true AS forgotten FROM memory_forgotten WHERE key = %(key)s::bytea AND author = (SELECT its_member())

-- name: same_words
-- The memories with a digest among those for the same members, which the caller sees.
SELECT id FROM memory
WHERE digest = %(digest)s::bytea AND scope = %(scope)s AND project IS NOT DISTINCT FROM %(project)s::uuid
  AND kind = %(kind)s AND applies = %(applies)s AND status IN ('active', 'held')
  AND (valid_until IS NULL OR valid_until > %(at)s::timestamptz)
ORDER BY number LIMIT 1

-- name: alike
-- The memories that share most words with a text, by its marks.
SELECT memory, shared FROM memories_alike(%(marks)s::bigint[], %(project)s::uuid, %(scope)s, %(most)s)
WHERE shared >= %(least)s

-- name: near
-- The memories for the same members whose text is nearest to a vector, each with its cosine.
SELECT memory, max(1 - (vector <=> %(vector)s::halfvec)) AS cosine FROM memory_passage
WHERE vector IS NOT NULL AND embedder = %(embedder)s AND scope = %(scope)s
  AND project IS NOT DISTINCT FROM %(project)s::uuid
GROUP BY memory HAVING max(1 - (vector <=> %(vector)s::halfvec)) >= %(least)s
ORDER BY cosine DESC LIMIT %(most)s

-- name: of_ids
-- Some memories, with the names of team, author and project as far as the caller sees them.
SELECT m.*, t.name AS team_name, a.name AS author_name, p.name AS project_name FROM memory AS m
LEFT JOIN team AS t ON t.id = m.team LEFT JOIN member AS a ON a.id = m.member
LEFT JOIN project AS p ON p.id = m.project
WHERE m.id = ANY (%(ids)s::uuid[])

-- name: begins
-- The ids of the memories that begin so, at most two.
SELECT id FROM memory WHERE id >= %(first)s::uuid AND id <= %(last)s::uuid LIMIT 2

-- name: successors
-- The memories that took the place of one.
SELECT id FROM memory WHERE supersedes = %(id)s::uuid ORDER BY number

-- name: events
-- What became of a memory, the oldest first.
SELECT e.at, a.name AS member_name, e.action, e.outcome, e.reason FROM memory_event AS e
LEFT JOIN member AS a ON a.id = e.member WHERE e.memory = %(id)s::uuid ORDER BY e.id LIMIT 200

-- name: add
-- A new memory.
INSERT INTO memory (id, team, project, member, scope, kind, content, digest, marks, quote, applies, tags, grounds,
  client, session, key, status, reason, supersedes, how, valid_until, recorded_at, changed_at, changed_by)
VALUES (%(id)s::uuid, %(team)s::uuid, %(project)s::uuid, %(member)s::uuid, %(scope)s, %(kind)s, %(content)s,
  %(digest)s::bytea, %(marks)s::bigint[], %(quote)s, %(applies)s, %(tags)s::text[], %(grounds)s::jsonb, %(client)s,
  %(session)s, %(key)s::bytea, %(status)s, %(reason)s, %(supersedes)s::uuid, %(how)s, %(valid_until)s::timestamptz,
  %(at)s::timestamptz, %(at)s::timestamptz, %(member)s::uuid)
ON CONFLICT DO NOTHING

-- name: add_passage
-- One piece of a memory's text, for a search.
INSERT INTO memory_passage (memory, team, project, member, scope, accepted, valid_until, place, text, start_line,
  end_line, keys, tf, length, embedder, vector)
VALUES (%(memory)s::uuid, %(team)s::uuid, %(project)s::uuid, %(member)s::uuid, %(scope)s, false,
  %(valid_until)s::timestamptz, %(place)s, %(text)s, %(start)s, %(end)s, %(keys)s::bigint[], %(tf)s::smallint[],
  %(length)s, %(embedder)s, %(vector)s::halfvec)

-- name: drop_passages
-- What a search finds of a memory.
DELETE FROM memory_passage WHERE memory = %(id)s::uuid

-- name: add_event
-- What became of a memory.
INSERT INTO memory_event (memory, team, member, at, action, outcome, reason)
VALUES (%(id)s::uuid, %(team)s::uuid, %(member)s::uuid, %(at)s::timestamptz, %(action)s, %(outcome)s, %(reason)s)

-- name: end
-- A memory that holds no more, if nobody changed it since.
UPDATE memory SET status = %(status)s, reason = %(reason)s, version = version + 1, changed_at = %(at)s::timestamptz,
  changed_by = %(member)s::uuid, valid_until = coalesce(%(valid_until)s::timestamptz, valid_until)
WHERE id = %(id)s::uuid AND version = %(version)s AND status IN ('active', 'held')

-- name: forget
-- A memory with all that is kept of its words.
DELETE FROM memory WHERE id = %(id)s::uuid RETURNING team, member, key

-- name: add_forgotten
-- That a memory was forgotten.
INSERT INTO memory_forgotten (id, team, author, key, member, at)
VALUES (%(id)s::uuid, %(team)s::uuid, %(author)s::uuid, %(key)s::bytea, %(member)s::uuid, %(at)s::timestamptz)

-- name: by_words
-- The passages that hold the words of a question, best first.
SELECT passage, memory, score
FROM memories_by_words(%(keys)s::bigint[], %(terms)s::smallint[], %(at)s::timestamptz, %(project)s::uuid, %(most)s)

-- name: nearest
-- The passages nearest to a vector, best first.
SELECT id AS passage, memory, 1 - (vector <=> %(vector)s::halfvec) AS score FROM memory_passage
WHERE vector IS NOT NULL AND embedder = %(embedder)s AND (valid_until IS NULL OR valid_until > %(at)s::timestamptz)
  AND (%(project)s::uuid IS NULL OR project = %(project)s::uuid OR project IS NULL)
ORDER BY vector <=> %(vector)s::halfvec, id DESC LIMIT %(most)s

-- name: newest
-- The beginning of each memory that a search may show, the newest first.
SELECT id AS passage, memory, 0::double precision AS score FROM memory_passage
WHERE place = 0 AND (valid_until IS NULL OR valid_until > %(at)s::timestamptz)
  AND (%(project)s::uuid IS NULL OR project = %(project)s::uuid OR project IS NULL)
ORDER BY id DESC LIMIT %(most)s

-- name: passages
-- Some passages, with their cosine to a vector where both have one of the same model.
SELECT id, memory, text, start_line, end_line,
  CASE WHEN embedder = %(embedder)s THEN 1 - (vector <=> %(vector)s::halfvec) END AS cosine
FROM memory_passage WHERE id = ANY (%(ids)s::bigint[])

-- name: listed
-- Memories by filters, the newest first.
SELECT m.*, t.name AS team_name, a.name AS author_name, p.name AS project_name FROM memory AS m
LEFT JOIN team AS t ON t.id = m.team LEFT JOIN member AS a ON a.id = m.member
LEFT JOIN project AS p ON p.id = m.project
WHERE (%(project)s::uuid IS NULL OR m.project = %(project)s::uuid) AND (%(kind)s = '' OR m.kind = %(kind)s)
  AND (%(tag)s = '' OR %(tag)s = ANY (m.tags)) AND (%(author)s = '' OR a.name = %(author)s)
  AND (NOT %(mine)s OR m.member = (SELECT its_member()))
  AND CASE %(status)s WHEN 'all' THEN true
    WHEN 'current' THEN m.status = 'active' AND (m.valid_until IS NULL OR m.valid_until > %(at)s::timestamptz)
    WHEN 'expired' THEN m.status = 'expired' OR (m.status = 'active' AND m.valid_until <= %(at)s::timestamptz)
    ELSE m.status = %(status)s END
ORDER BY m.number DESC LIMIT %(limit)s

-- name: sources
-- What the mirrors of granted projects have at some paths of their default branch.
SELECT s.project, s.path, c.blob, c.text, v.commit FROM shown AS s JOIN content AS c ON c.id = s.content
JOIN mirror_view AS v ON v.project = s.project AND v.view = s.view
WHERE s.view = 0 AND (s.project, s.path) IN (SELECT * FROM unnest(%(projects)s::uuid[], %(paths)s::text[]))

-- name: records
-- The paths of a project's records of decisions.
SELECT s.path FROM shown AS s WHERE s.project = %(project)s::uuid AND s.view = 0 AND s.kind = 'decision'
ORDER BY s.path LIMIT 2000

-- name: proposed as owner
-- What waits to be seen by every team, the oldest first.
SELECT m.id, m.content, m.recorded_at, m.accepted_at, t.name AS team_name, a.name AS member_name FROM memory AS m
JOIN team AS t ON t.id = m.team JOIN member AS a ON a.id = m.member
WHERE m.scope = 'global' AND m.accepted_at IS NULL AND m.status = 'active' ORDER BY m.number

-- name: accepted as owner
-- What every team sees, the oldest first.
SELECT m.id, m.content, m.recorded_at, m.accepted_at, t.name AS team_name, a.name AS member_name FROM memory AS m
JOIN team AS t ON t.id = m.team JOIN member AS a ON a.id = m.member
WHERE m.accepted_at IS NOT NULL AND m.status = 'active' ORDER BY m.number

-- name: accept as owner
-- A proposal that every team sees from now on.
UPDATE memory SET accepted_at = %(at)s::timestamptz, changed_at = %(at)s::timestamptz, version = version + 1
WHERE id = %(id)s::uuid AND scope = 'global' AND accepted_at IS NULL AND status = 'active'

-- name: open_passages as owner
-- What a search of every team finds of a memory.
UPDATE memory_passage SET accepted = true WHERE memory = %(id)s::uuid

-- name: refuse as owner
-- A proposal that nobody but its author sees any more.
UPDATE memory SET status = 'retracted', accepted_at = NULL, reason = 'refused by the server''s owner',
  changed_at = %(at)s::timestamptz, version = version + 1
WHERE id = %(id)s::uuid AND scope = 'global' AND status = 'active'

-- name: close_passages as owner
-- What a search finds of a memory that is refused.
DELETE FROM memory_passage WHERE memory = %(id)s::uuid

-- name: note_by_owner as owner
-- What the server's owner decided on a memory.
INSERT INTO memory_event (memory, team, member, at, action, outcome, reason)
SELECT m.id, m.team, NULL, %(at)s::timestamptz, %(action)s, %(outcome)s, '' FROM memory AS m WHERE m.id = %(id)s::uuid
