-- name: put_sessions
-- What a member's home tells of sessions; of two tellings the greater counts, whichever came first.
INSERT INTO evidence_session AS s (team, member, session, version, day, client, ended)
SELECT %(team)s::uuid, %(member)s::uuid, t.session, t.version, t.day, t.client, t.ended
FROM unnest(%(sessions)s::bytea[], %(versions)s::integer[], %(days)s::date[], %(clients)s::text[], %(ended)s::text[])
  AS t (session, version, day, client, ended)
ON CONFLICT (member, session) DO UPDATE SET version = excluded.version, day = excluded.day, client = excluded.client,
  ended = excluded.ended
WHERE (excluded.version, excluded.ended COLLATE "C", excluded.day, excluded.client COLLATE "C")
  > (s.version, s.ended COLLATE "C", s.day, s.client COLLATE "C")

-- name: put_had
-- Which memories that the member sees the sessions had.
INSERT INTO evidence_had (team, member, session, memory)
SELECT %(team)s::uuid, %(member)s::uuid, t.session, m.id
FROM unnest(%(sessions)s::bytea[], %(memories)s::uuid[]) AS t (session, memory)
JOIN memory AS m ON m.id = t.memory AND m.scope = 'team'
ON CONFLICT DO NOTHING

-- name: own_counts
-- What is kept of the caller's own sessions.
SELECT count(*) AS sessions, count(*) FILTER (WHERE ended = 'well') AS well, count(*) FILTER (WHERE ended = 'ill') AS ill,
  count(*) FILTER (WHERE ended = 'unknown') AS unknown, min(day) AS first, max(day) AS last,
  (SELECT count(DISTINCT h.memory) FROM evidence_had AS h) AS memories
FROM evidence_session

-- name: take_back
-- All of the caller's sessions, with what they had.
DELETE FROM evidence_session WHERE member = (SELECT its_member())

-- name: sums
-- The memories that the caller sees, with how many sessions of others had each, and how those ended.
SELECT memory, sessions, well, ill, members FROM evidence_sums(%(since)s::date, %(most)s)

-- name: total
-- How many sessions of others the caller's team counts; no row of fewer than two members.
SELECT sessions, well, ill, members FROM evidence_total(%(since)s::date)

-- name: lock_team as worker
-- Wait for another pass over the same team, until this transaction ends.
SELECT pg_advisory_xact_lock(hashtextextended('scrubjay.promotion ' || %(team)s::text, 0))

-- name: teams_to_promote as worker
-- The teams whose facts weren't decided on since a moment.
SELECT team FROM teams_to_promote(%(since)s::timestamptz)

-- name: sessions as worker
-- The sessions of a team since a day whose end is known.
SELECT member, session, ended FROM evidence_session WHERE day >= %(since)s::date AND ended <> 'unknown'

-- name: had as worker
-- Which memories each session since a day had, and on which day; none that wasn't there yet.
SELECT h.member, h.session, h.memory, s.day FROM evidence_had AS h
JOIN evidence_session AS s ON s.member = h.member AND s.session = h.session JOIN memory AS m ON m.id = h.memory
WHERE s.day >= %(since)s::date AND s.day >= (m.recorded_at AT TIME ZONE 'UTC')::date

-- name: drop_old_sessions as worker
-- Sessions that are too old to count.
DELETE FROM evidence_session WHERE day < %(before)s::date

-- name: said_again as worker
-- Who said what a memory says already, since a moment.
SELECT memory, member, min(at) AS at FROM memory_event
WHERE action = 'remember' AND outcome = 'known' AND member IS NOT NULL AND at >= %(since)s::timestamptz
GROUP BY memory, member

-- name: of_facts as worker
-- What members said since a moment, what sessions had, what was decided on before, and all of the same facts.
WITH named AS (
  SELECT id FROM memory WHERE recorded_at >= %(since)s::timestamptz
  UNION SELECT memory FROM memory_event WHERE action = 'remember' AND outcome = 'known' AND at >= %(since)s::timestamptz
  UNION SELECT memory FROM evidence_had
  UNION SELECT memory FROM promotion_decision
), every AS (
  SELECT id FROM named
  UNION SELECT o.memory FROM promotion_fact AS f JOIN promotion_fact AS o ON o.fact = f.fact WHERE f.memory IN (SELECT id FROM named)
)
SELECT m.*, '' AS team_name, '' AS author_name, '' AS teller_name, p.name AS project_name, f.fact,
  v.embedder, v.vector::text AS vector
FROM every AS e JOIN memory AS m ON m.id = e.id
LEFT JOIN project AS p ON p.id = m.project
LEFT JOIN promotion_fact AS f ON f.memory = m.id
LEFT JOIN memory_passage AS v ON v.memory = m.id AND v.place = 0
  AND NOT EXISTS (SELECT 1 FROM memory_passage AS w WHERE w.memory = m.id AND w.place = 1)
ORDER BY m.number LIMIT %(most)s

-- name: put_fact as worker
-- Which fact a memory states.
INSERT INTO promotion_fact (team, memory, fact) VALUES (%(team)s::uuid, %(memory)s::uuid, %(fact)s::uuid)
ON CONFLICT (memory) DO UPDATE SET fact = excluded.fact WHERE promotion_fact.fact <> excluded.fact

-- name: last_decisions as worker
-- The newest decision on each fact.
SELECT DISTINCT ON (fact) * FROM promotion_decision ORDER BY fact, id DESC

-- name: add_decision as worker
-- One more decision on a fact.
INSERT INTO promotion_decision (team, at, fact, memory, signal, config, outcome, path, why)
VALUES (%(team)s::uuid, %(at)s::timestamptz, %(fact)s::uuid, %(memory)s::uuid, %(signal)s::jsonb, %(config)s::jsonb,
  %(outcome)s, %(path)s, %(why)s)

-- name: drop_old_decisions as worker
-- All but the newest decisions, and the newest of each fact.
DELETE FROM promotion_decision WHERE id <= (SELECT max(id) FROM promotion_decision) - %(kept)s
  AND id NOT IN (SELECT max(id) FROM promotion_decision GROUP BY fact)

-- name: put_pass as worker
-- All facts of a team were decided on.
INSERT INTO promotion_pass (team, at) VALUES (%(team)s::uuid, %(at)s::timestamptz)
ON CONFLICT (team) DO UPDATE SET at = excluded.at

-- name: decisions as app and worker
-- The newest decisions, the newest first; of one fact or memory where one is given.
SELECT * FROM promotion_decision
WHERE (%(about)s::uuid IS NULL OR memory = %(about)s::uuid OR fact = %(about)s::uuid
  OR fact = (SELECT d.fact FROM promotion_decision AS d WHERE d.memory = %(about)s::uuid ORDER BY d.id DESC LIMIT 1))
ORDER BY id DESC LIMIT %(most)s

-- name: begins as worker
-- The memories of a team that were decided on and whose ids begin so, at most two.
SELECT DISTINCT memory FROM promotion_decision WHERE memory >= %(first)s::uuid AND memory <= %(last)s::uuid LIMIT 2

-- name: last_pass as app and worker
-- When the facts of the team were decided on last.
SELECT at FROM promotion_pass

-- name: to_publish as worker
-- What reviewers accepted for a repository, with the file that it is as far as that is known.
SELECT DISTINCT r.memory, m.project, p.path FROM review_proposal AS r JOIN memory AS m ON m.id = r.memory
LEFT JOIN promotion_published AS p ON p.memory = r.memory
WHERE r.state = 'accepted' AND r.key LIKE 'promotion:%%' AND m.project IS NOT NULL

-- name: files_naming as worker
-- The Markdown files of a repository's default branch that hold a memory's id.
SELECT s.path, c.text, v.commit FROM shown AS s JOIN content AS c ON c.id = s.content
JOIN mirror_view AS v ON v.project = s.project AND v.view = s.view
WHERE s.project = %(project)s::uuid AND s.view = 0 AND s.path ~ '\.(md|markdown)$' AND c.text LIKE %(named)s
ORDER BY s.path LIMIT %(most)s

-- name: put_published as worker
-- Which file a memory is now.
INSERT INTO promotion_published (team, memory, path, commit, at)
VALUES (%(team)s::uuid, %(memory)s::uuid, %(path)s, %(commit)s, %(at)s::timestamptz)
ON CONFLICT (memory) DO UPDATE SET path = excluded.path, commit = excluded.commit
WHERE promotion_published.path <> excluded.path

-- name: drop_published as worker
-- A memory that no file is any more.
DELETE FROM promotion_published WHERE memory = %(memory)s::uuid

-- name: accepted
-- What reviewers accepted for granted repositories, and where it stands since.
SELECT a.memory, p.name AS project, m.content, a.decided_at, a.path, a.commit
FROM accepted_memories() AS a JOIN memory AS m ON m.id = a.memory JOIN project AS p ON p.id = m.project
WHERE m.status = 'active' ORDER BY a.decided_at DESC, a.memory LIMIT 200
