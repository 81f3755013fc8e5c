-- name: due as worker
-- The teams that have entries which stand in no chain yet.
SELECT team FROM audit_due();

-- name: enter as worker
-- Makes the transaction that of the worker for one team's audit.
SELECT enter_audit(%(team)s);

-- name: begin as worker
-- The end of a team's chain, before its first link.
INSERT INTO audit_end (team) VALUES (%(team)s) ON CONFLICT DO NOTHING;

-- name: hold as worker
-- The end of a team's chain, which nobody else moves until the transaction ends.
SELECT number, hash FROM audit_end WHERE team = %(team)s FOR UPDATE;

-- name: waiting as worker
-- Entries that stand in no chain yet, the oldest first.
SELECT e.id, e.team, e.at, e.member, e.how, e.act, e.kind, e.object, e.details
FROM audit_wait AS w JOIN audit_entry AS e ON e.id = w.entry WHERE w.team = %(team)s ORDER BY w.entry LIMIT %(most)s;

-- name: add_link as worker
-- One more link of a team's chain.
INSERT INTO audit_link (team, number, entry, hash) VALUES (%(team)s, %(number)s, %(entry)s, %(hash)s);

-- name: taken_up as worker
-- Entries that stand in their chain now.
DELETE FROM audit_wait WHERE entry = ANY (%(entries)s);

-- name: move_end as worker
-- Where a team's chain ends now.
UPDATE audit_end SET number = %(number)s, hash = %(hash)s WHERE team = %(team)s;

-- name: ends as owner
-- Where a team's chain ends, with how many entries wait, and how many stand neither in it nor wait.
SELECT coalesce(n.number, 0) AS number, coalesce(n.hash, '') AS hash,
  (SELECT count(*) FROM audit_wait AS w WHERE w.team = t.id) AS waiting,
  (SELECT count(*) FROM audit_entry AS e WHERE e.team = t.id AND NOT EXISTS (SELECT 1 FROM audit_link AS l WHERE l.entry = e.id)
    AND NOT EXISTS (SELECT 1 FROM audit_wait AS w WHERE w.entry = e.id)) AS outside
FROM team AS t LEFT JOIN audit_end AS n ON n.team = t.id WHERE t.id = %(team)s;

-- name: links as owner
-- Links of a team's chain behind a number, each with its entry, which may be gone.
SELECT l.number, l.hash, e.id, e.team, e.at, e.member, e.how, e.act, e.kind, e.object, e.details
FROM audit_link AS l LEFT JOIN audit_entry AS e ON e.id = l.entry
WHERE l.team = %(team)s AND l.number > %(after)s ORDER BY l.number LIMIT %(most)s;

-- name: newest as app and owner
-- The newest entries of a team before one, since a moment, each with its place in the chain and the names of now.
SELECT e.id, e.team, e.at, e.member, e.how, e.act, e.kind, e.object, e.details, l.number, called(a) AS member_name,
  CASE WHEN e.kind = 'member' THEN (SELECT called(m) FROM member AS m WHERE m.id = e.object) END AS object_name
FROM audit_entry AS e LEFT JOIN audit_link AS l ON l.entry = e.id LEFT JOIN member AS a ON a.id = e.member
WHERE e.team = %(team)s AND e.id < %(before)s AND e.at >= %(since)s::timestamptz ORDER BY e.id DESC LIMIT %(most)s;
