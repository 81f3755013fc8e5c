-- name: lock
-- Wait for whoever writes under the same number, until this transaction ends.
SELECT pg_advisory_xact_lock(%(number)s::bigint)

-- name: projects
-- The names of the projects that the caller is granted.
SELECT id, name FROM project WHERE removed_at IS NULL ORDER BY name

-- name: by_key
-- The request that used a key of the caller's, and its memory; of old ones the memory alone, or that it was forgotten.
SELECT u.request, u.memory AS id, m.digest, m.id IS NOT NULL AS there,
  EXISTS (SELECT 1 FROM memory_forgotten AS f WHERE f.id = u.memory) AS forgotten
FROM used_key AS u LEFT JOIN memory AS m ON m.id = u.memory
WHERE u.key = %(key)s::bytea AND u.member = (SELECT its_member())
UNION ALL
SELECT NULL, id, digest, true, false FROM memory
WHERE key = %(key)s::bytea AND member = (SELECT its_member()) AND team = (SELECT its_team())
UNION ALL
SELECT NULL, id, NULL, false, true FROM memory_forgotten
WHERE key = %(key)s::bytea AND author = (SELECT its_member())
ORDER BY request NULLS LAST LIMIT 1

-- name: use_key
-- That a key was used for a request, which made, ended or forgot a memory.
INSERT INTO used_key (team, member, key, request, memory)
VALUES (%(team)s::uuid, %(member)s::uuid, %(key)s::bytea, %(request)s::bytea, %(memory)s::uuid)

-- name: same_words
-- The memories with a digest among those for the same members, which the caller sees.
SELECT id FROM memory
WHERE digest = %(digest)s::bytea AND scope = %(scope)s AND project IS NOT DISTINCT FROM %(project)s::uuid
  AND kind = %(kind)s AND applies = %(applies)s AND status IN ('active', 'held')
  AND (valid_until IS NULL OR valid_until > %(at)s::timestamptz)
ORDER BY number LIMIT 1

-- name: refused
-- Who refused the same words for the same members.
SELECT refused_before(%(digest)s::bytea, %(project)s::uuid) AS why

-- name: alike
-- The memories that share most words with a text, by the keys of its marks.
SELECT memory, shared FROM memories_alike(%(marks)s::bigint[], %(at)s::timestamptz, %(most)s) WHERE shared >= %(least)s

-- name: near
-- The memories for the same members whose text is nearest to a vector, each with its cosine.
SELECT memory, max(score) AS cosine FROM memories_nearest(%(vector)s::halfvec, %(embedder)s, %(within)s::uuid[], %(own)s,
  %(shared)s, %(at)s::timestamptz, %(most)s * 10)
WHERE score >= %(least)s GROUP BY memory ORDER BY cosine DESC LIMIT %(most)s

-- name: of_ids
-- Some memories, with the names of team, author and project as far as the caller sees them.
SELECT m.*, t.name AS team_name, called(a) AS author_name, called(o) AS teller_name, p.name AS project_name
FROM memory AS m LEFT JOIN team AS t ON t.id = m.team LEFT JOIN member AS a ON a.id = m.member
LEFT JOIN member AS o ON o.id = m.told_by
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
SELECT e.at, called(a) AS member_name, e.action, e.outcome, e.reason FROM memory_event AS e
LEFT JOIN member AS a ON a.id = e.member WHERE e.memory = %(id)s::uuid ORDER BY e.id LIMIT 200

-- name: add
-- A new memory.
INSERT INTO memory (id, team, project, member, scope, kind, content, digest, quote, applies, tags, grounds,
  client, session, told, key, status, reason, supersedes, how, valid_until, recorded_at, changed_at, changed_by, rivals)
VALUES (%(id)s::uuid, %(team)s::uuid, %(project)s::uuid, %(member)s::uuid, %(scope)s, %(kind)s, %(content)s,
  %(digest)s::bytea, %(quote)s, %(applies)s, %(tags)s::text[], %(grounds)s::jsonb, %(client)s,
  %(session)s, %(told)s, %(key)s::bytea, %(status)s, %(reason)s, %(supersedes)s::uuid, %(how)s, %(valid_until)s::timestamptz,
  %(at)s::timestamptz, %(at)s::timestamptz, %(member)s::uuid, %(rivals)s::uuid[])
ON CONFLICT DO NOTHING

-- name: add_marks
-- By which words a memory is like others.
INSERT INTO memory_mark (mark, number)
SELECT DISTINCT mark, m.number FROM memory AS m, unnest(%(marks)s::bigint[]) AS mark WHERE m.id = %(id)s::uuid
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

-- name: drop_marks
-- By which words a memory is like others, once it holds no more.
DELETE FROM memory_mark WHERE number = %(number)s

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
-- A memory with all that is kept of its words, if it is still at a version (0: whichever).
DELETE FROM memory WHERE id = %(id)s::uuid AND %(version)s IN (0, version)

-- name: by_words
-- The passages that hold the words of a question, best first.
SELECT passage, memory, score
FROM memories_by_words(%(keys)s::bigint[], %(terms)s::smallint[], %(at)s::timestamptz, %(project)s::uuid, %(most)s,
  ROW(%(tags)s::text[], %(untagged)s::text[], %(applies)s::text[], %(since)s::text, %(until)s::text, %(holds)s::text[],
    %(lacks)s::text[])::memory_filter)

-- name: nearest
-- The passages nearest to a vector, best first.
SELECT passage, memory, score FROM memories_nearest(%(vector)s::halfvec, %(embedder)s,
  CASE WHEN %(project)s::uuid IS NOT NULL THEN ARRAY[%(project)s::uuid] END, true, true, %(at)s::timestamptz, %(most)s,
  ROW(%(tags)s::text[], %(untagged)s::text[], %(applies)s::text[], %(since)s::text, %(until)s::text, %(holds)s::text[],
    %(lacks)s::text[])::memory_filter)

-- name: newest
-- The beginning of each memory that a search may show, the newest first.
SELECT p.id AS passage, p.memory, 0::double precision AS score FROM memory_passage AS p JOIN memory AS m ON m.id = p.memory
WHERE p.place = 0 AND (p.valid_until IS NULL OR p.valid_until > %(at)s::timestamptz)
  AND (%(project)s::uuid IS NULL OR p.project = %(project)s::uuid OR p.project IS NULL)
  AND memory_passes(m, ROW(%(tags)s::text[], %(untagged)s::text[], %(applies)s::text[], %(since)s::text, %(until)s::text, %(holds)s::text[],
    %(lacks)s::text[])::memory_filter)
ORDER BY p.id DESC LIMIT %(most)s

-- name: passages
-- Some passages, with their cosine to a vector where both have one of the same model.
SELECT id, memory, text, start_line, end_line,
  CASE WHEN embedder = %(embedder)s THEN 1 - (vector <=> %(vector)s::halfvec) END AS cosine
FROM memory_passage WHERE id = ANY (%(ids)s::bigint[])

-- name: listed
-- Memories by filters that are older than one (0: all), the newest first.
SELECT m.*, t.name AS team_name, called(a) AS author_name, called(o) AS teller_name, p.name AS project_name
FROM memory AS m LEFT JOIN team AS t ON t.id = m.team LEFT JOIN member AS a ON a.id = m.member
LEFT JOIN member AS o ON o.id = m.told_by
LEFT JOIN project AS p ON p.id = m.project
WHERE (%(project)s::uuid IS NULL OR m.project = %(project)s::uuid)
  AND (%(kinds)s::text[] IS NULL OR m.kind = ANY (%(kinds)s::text[]))
  AND (%(author)s = '' OR called(a) = %(author)s) AND (%(session)s = '' OR m.session = %(session)s)
  AND (NOT %(mine)s OR m.member = (SELECT its_member())) AND (NOT %(grounded)s OR m.grounds <> '[]'::jsonb OR m.told_by IS NOT NULL)
  AND memory_passes(m, ROW(%(tags)s::text[], %(untagged)s::text[], %(applies)s::text[], %(since)s::text, %(until)s::text, %(holds)s::text[],
    %(lacks)s::text[])::memory_filter)
  AND CASE %(status)s WHEN 'all' THEN true
    WHEN 'current' THEN m.status = 'active' AND (m.valid_until IS NULL OR m.valid_until > %(at)s::timestamptz)
    WHEN 'expired' THEN m.status = 'expired' OR (m.status = 'active' AND m.valid_until <= %(at)s::timestamptz)
    WHEN 'held' THEN m.status = 'held' OR (m.status = 'active' AND m.scope = 'global' AND m.accepted_at IS NULL)
    ELSE m.status = %(status)s END
  AND (%(before)s = 0 OR m.number < %(before)s)
ORDER BY m.number DESC LIMIT %(limit)s

-- name: numbered
-- What is remembered behind a number, the oldest first, whatever became of it.
SELECT m.*, t.name AS team_name, called(a) AS author_name, called(o) AS teller_name, p.name AS project_name
FROM memory AS m LEFT JOIN team AS t ON t.id = m.team LEFT JOIN member AS a ON a.id = m.member
LEFT JOIN member AS o ON o.id = m.told_by
LEFT JOIN project AS p ON p.id = m.project
WHERE m.number > %(after)s ORDER BY m.number LIMIT %(limit)s

-- name: count_listed
-- How many memories filters let through, counted to a limit.
SELECT count(*) AS memories FROM (SELECT FROM memory AS m LEFT JOIN member AS a ON a.id = m.member
WHERE (%(project)s::uuid IS NULL OR m.project = %(project)s::uuid)
  AND (%(kinds)s::text[] IS NULL OR m.kind = ANY (%(kinds)s::text[]))
  AND (%(author)s = '' OR called(a) = %(author)s) AND (%(session)s = '' OR m.session = %(session)s)
  AND (NOT %(mine)s OR m.member = (SELECT its_member())) AND (NOT %(grounded)s OR m.grounds <> '[]'::jsonb OR m.told_by IS NOT NULL)
  AND memory_passes(m, ROW(%(tags)s::text[], %(untagged)s::text[], %(applies)s::text[], %(since)s::text, %(until)s::text, %(holds)s::text[],
    %(lacks)s::text[])::memory_filter)
  AND CASE %(status)s WHEN 'all' THEN true
    WHEN 'current' THEN m.status = 'active' AND (m.valid_until IS NULL OR m.valid_until > %(at)s::timestamptz)
    WHEN 'expired' THEN m.status = 'expired' OR (m.status = 'active' AND m.valid_until <= %(at)s::timestamptz)
    WHEN 'held' THEN m.status = 'held' OR (m.status = 'active' AND m.scope = 'global' AND m.accepted_at IS NULL)
    ELSE m.status = %(status)s END
LIMIT %(limit)s) AS there

-- name: sources
-- What the mirrors of granted projects have at some paths of their default branch.
SELECT s.project, s.path, c.blob, c.text, v.commit FROM shown AS s JOIN content AS c ON c.id = s.content
JOIN mirror_view AS v ON v.project = s.project AND v.view = s.view
WHERE s.view = 0 AND (s.project, s.path) IN (SELECT * FROM unnest(%(projects)s::uuid[], %(paths)s::text[]))

-- name: holding
-- The passages of a granted project's default branch that hold some words, by their keys.
SELECT p.text, p.start_line, p.end_line, s.path
FROM holders(ARRAY[%(project)s::uuid], 1, %(keys)s::bigint[], %(most)s) AS h
JOIN passage AS p ON p.id = h.item
JOIN shown AS s ON s.content = p.content AND s.view = 0 AND s.project = %(project)s::uuid AND s.kind <> 'incident'
ORDER BY h.item DESC, s.path LIMIT %(most)s

-- name: project_number
-- The number that keys the words of a granted project.
SELECT number FROM project WHERE id = %(project)s::uuid

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

-- name: close_marks as owner
-- By which words a memory that is refused is like others.
DELETE FROM memory_mark WHERE number IN (SELECT m.number FROM memory AS m WHERE m.id = %(id)s::uuid)

-- name: note_by_owner as owner
-- What the server's owner decided on a memory.
INSERT INTO memory_event (memory, team, member, at, action, outcome, reason)
SELECT m.id, m.team, NULL, %(at)s::timestamptz, %(action)s, %(outcome)s, '' FROM memory AS m WHERE m.id = %(id)s::uuid

-- name: pools
-- The pools of the caller's team by name, with what the caller may do in each.
SELECT p.*, called(a) AS creator_name, its_permission(p.id) AS permission FROM pool AS p
LEFT JOIN member AS a ON a.id = p.creator ORDER BY p.name LIMIT 10000

-- name: find_pool
-- The pools that are called so, by name or by the beginning of their id.
SELECT p.*, called(a) AS creator_name, its_permission(p.id) AS permission FROM pool AS p
LEFT JOIN member AS a ON a.id = p.creator
WHERE p.name = %(called)s OR (%(first)s::uuid IS NOT NULL AND p.id >= %(first)s::uuid AND p.id <= %(last)s::uuid)
ORDER BY p.name LIMIT 10

-- name: count_pools
-- How many pools the caller's team has.
SELECT count(*) AS pools FROM pool

-- name: add_pool
-- A new pool, unless one of the team is called so.
INSERT INTO pool (id, team, name, creator, made_at)
VALUES (%(id)s::uuid, %(team)s::uuid, %(name)s, %(member)s::uuid, %(at)s::timestamptz)
ON CONFLICT (team, name) DO NOTHING

-- name: drop_pool
-- A pool that nobody is in any more.
DELETE FROM pool WHERE id = %(pool)s::uuid

-- name: pool_members
-- Which present members are in a pool that the caller is in.
SELECT o.member, o.permission, a.name FROM pool_member AS o JOIN member AS a ON a.id = o.member
WHERE o.pool = %(pool)s::uuid AND a.removed_at IS NULL ORDER BY o.joined_at, o.member

-- name: add_pool_member
-- A member of a pool.
INSERT INTO pool_member (pool, team, member, permission, joined_at)
VALUES (%(pool)s::uuid, %(team)s::uuid, %(member)s::uuid, %(permission)s, %(at)s::timestamptz)

-- name: set_permission
-- What a member of a pool may do there.
UPDATE pool_member SET permission = %(permission)s WHERE pool = %(pool)s::uuid AND member = %(member)s::uuid

-- name: drop_pool_member
-- A member who leaves a pool.
DELETE FROM pool_member WHERE pool = %(pool)s::uuid AND member = %(member)s::uuid

-- name: member_named
-- The member of the caller's team who is called so.
SELECT id, name FROM member WHERE name = %(name)s AND removed_at IS NULL

-- name: share
-- A memory that is shared in a pool, once by each member.
INSERT INTO pool_share (pool, team, memory, member, shared_at)
VALUES (%(pool)s::uuid, %(team)s::uuid, %(memory)s::uuid, %(member)s::uuid, %(at)s::timestamptz)
ON CONFLICT DO NOTHING

-- name: shared_by
-- Who shared a memory in a pool.
SELECT called(a) AS name, s.member FROM pool_share AS s LEFT JOIN member AS a ON a.id = s.member
WHERE s.pool = %(pool)s::uuid AND s.memory = %(memory)s::uuid ORDER BY s.shared_at, s.member

-- name: count_shared
-- How many memories of a pool the caller sees.
SELECT count(DISTINCT memory) AS shared FROM pool_share WHERE pool = %(pool)s::uuid

-- name: shared
-- The memories of a pool that the caller sees and that hold, the newest shared first; of `ids` alone where given.
SELECT s.memory, max(s.shared_at) AS at FROM pool_share AS s JOIN memory AS m ON m.id = s.memory
WHERE s.pool = %(pool)s::uuid AND m.status = 'active' AND (m.valid_until IS NULL OR m.valid_until > %(at)s::timestamptz)
  AND (%(ids)s::uuid[] IS NULL OR s.memory = ANY (%(ids)s::uuid[]))
GROUP BY s.memory ORDER BY at DESC, s.memory LIMIT %(most)s

-- name: settle
-- What time has made of the handoffs of the caller's team.
SELECT settle_handoffs(%(at)s::timestamptz)

-- name: handoff_obstacle
-- Why a member can't take work on a project; empty where they can.
SELECT handoff_obstacle(%(target)s::uuid, %(project)s::uuid) AS why

-- name: handoff_taker
-- Somebody else of the caller's team who can take work on a project.
SELECT id FROM member
WHERE removed_at IS NULL AND id <> %(member)s::uuid AND handoff_obstacle(id, %(project)s::uuid) = '' LIMIT 1

-- name: handoffs_there
-- How many handoffs wait for whom one is to be left for, and how many there are.
SELECT waiting, everything FROM handoffs_there(%(target)s::uuid, %(client)s)

-- name: same_handoff
-- An open handoff that the same session left in the same words for the same target, whatever it edited since.
SELECT id FROM handoff WHERE state IN ('PENDING', 'ACCEPTED') AND sender = (SELECT its_member())
  AND sender_session = %(sender_session)s AND target IS NOT DISTINCT FROM %(target)s::uuid AND client = %(client)s
  AND project IS NOT DISTINCT FROM %(project)s::uuid
  AND context - '{commit,uncommitted,left_out}'::text[] = %(context)s::jsonb - '{commit,uncommitted,left_out}'::text[]
ORDER BY number DESC LIMIT 1

-- name: add_handoff
-- A new handoff.
INSERT INTO handoff (id, team, project, sender, sender_client, sender_session, target, client, context, state,
  created_at, expires_at, changed_at)
VALUES (%(id)s::uuid, %(team)s::uuid, %(project)s::uuid, %(member)s::uuid, %(sender_client)s, %(sender_session)s,
  %(target)s::uuid, %(client)s, %(context)s::jsonb, 'PENDING', %(at)s::timestamptz, %(expires)s::timestamptz,
  %(at)s::timestamptz)

-- name: handoffs
-- Handoffs that the caller may see, the newest first: of some states, by the beginning of an id, or that wait for them.
SELECT h.*, called(s) AS sender_name, called(t) AS target_name, called(k) AS taker_name, p.name AS project_name FROM handoff AS h
LEFT JOIN member AS s ON s.id = h.sender LEFT JOIN member AS t ON t.id = h.target
LEFT JOIN member AS k ON k.id = h.taker LEFT JOIN project AS p ON p.id = h.project
WHERE (%(states)s::text[] IS NULL OR h.state = ANY (%(states)s::text[]))
  AND (%(first)s::uuid IS NULL OR (h.id >= %(first)s::uuid AND h.id <= %(last)s::uuid))
  AND (NOT %(mine)s OR h.target = (SELECT its_member()) OR (h.target IS NULL AND h.client IN ('', %(client)s)))
  AND NOT (%(mine)s AND %(session)s <> '' AND h.sender_session = %(session)s AND h.sender = (SELECT its_member()))
ORDER BY h.number DESC LIMIT %(limit)s

-- name: handoff_notes
-- The results that came too late for some handoffs.
SELECT n.handoff, n.lease, n.result, n.at, called(a) AS name FROM handoff_note AS n LEFT JOIN member AS a ON a.id = n.member
WHERE n.handoff = ANY (%(ids)s::uuid[]) ORDER BY n.id

-- name: accept_handoff
-- A handoff that waits, taken by the caller: whoever comes second finds none.
UPDATE handoff SET state = 'ACCEPTED', lease = lease + 1, taker = %(member)s::uuid, taker_client = %(client)s,
  taker_session = %(session)s, taken_at = %(at)s::timestamptz, lease_until = %(until)s::timestamptz,
  changed_at = %(at)s::timestamptz, told = false
WHERE id = %(id)s::uuid AND state = 'PENDING' AND expires_at > %(at)s::timestamptz
  AND (target = %(member)s::uuid OR (target IS NULL AND client IN ('', %(client)s)))
RETURNING lease

-- name: add_lease
-- Who took a handoff under which lease.
INSERT INTO handoff_lease (handoff, team, lease, member, session, taken_at)
VALUES (%(id)s::uuid, %(team)s::uuid, %(lease)s, %(member)s::uuid, %(session)s, %(at)s::timestamptz)

-- name: last_lease
-- The last lease under which a session of the caller's took a handoff; 0 for none.
SELECT coalesce(max(lease), 0) AS lease FROM handoff_lease
WHERE handoff = %(id)s::uuid AND member = (SELECT its_member()) AND session = %(session)s

-- name: lease_holder
-- Whether the caller took a handoff under a lease.
SELECT 1 FROM handoff_lease
WHERE handoff = %(id)s::uuid AND lease = %(lease)s AND member = (SELECT its_member())

-- name: finish_handoff
-- A handoff that the one who took it last completes; nobody took it since.
UPDATE handoff SET state = 'COMPLETED', result = %(result)s::jsonb, changed_at = %(at)s::timestamptz, told = false
WHERE id = %(id)s::uuid AND taker = %(member)s::uuid AND lease = %(lease)s AND state IN ('ACCEPTED', 'PENDING')

-- name: add_note
-- A result that came too late to finish a handoff.
INSERT INTO handoff_note (handoff, team, member, lease, result, at)
VALUES (%(id)s::uuid, %(team)s::uuid, %(member)s::uuid, %(lease)s, %(result)s::jsonb, %(at)s::timestamptz)

-- name: hold_handoff
-- A handoff that nobody else changes until this transaction ends.
SELECT 1 FROM handoff WHERE id = %(id)s::uuid FOR NO KEY UPDATE

-- name: move_handoff
-- A handoff in another state, if it is still in the one that was read.
UPDATE handoff SET state = %(state)s, reason = %(reason)s, changed_at = %(at)s::timestamptz, told = false
WHERE id = %(id)s::uuid AND state = %(was)s AND lease = %(lease)s

-- name: renew_leases
-- The leases of a member's session, which go on because it still works.
UPDATE handoff SET lease_until = %(until)s::timestamptz
WHERE state = 'ACCEPTED' AND taker = (SELECT its_member()) AND taker_session = %(session)s
  AND lease_until > %(at)s::timestamptz

-- name: handoff_news
-- What the caller left in sessions that begin so, and what ended since they were told.
SELECT id FROM handoff WHERE sender = (SELECT its_member()) AND NOT told
  AND starts_with(sender_session, %(begins)s) AND (%(begins)s <> '' OR sender_session = '')
  AND state IN ('COMPLETED', 'REJECTED', 'EXPIRED') ORDER BY number DESC LIMIT %(limit)s

-- name: tell_handoffs
-- Some that the caller left, of which they were told how they ended.
UPDATE handoff SET told = true WHERE id = ANY (%(ids)s::uuid[]) AND sender = (SELECT its_member()) AND NOT told
  AND state IN ('COMPLETED', 'REJECTED', 'EXPIRED')
