-- name: drop_old_links
-- Forget the links that another rule made.
DELETE FROM alike WHERE EXISTS (SELECT 1 FROM compared WHERE rule <> :rule)

-- name: drop_old_disputes
-- The same of what was found to say otherwise.
DELETE FROM disputed WHERE EXISTS (SELECT 1 FROM compared WHERE rule <> :rule)

-- name: drop_old_comparisons
-- Forget what was compared by another rule, and what doesn't hold any more: if it comes back it is compared anew.
DELETE FROM compared WHERE rule <> :rule OR memory NOT IN (
  SELECT m.number FROM trusted AS m JOIN belief AS b ON b.memory = m.number AND b.retracted_at = ''
  WHERE b.status IN ('active', 'faded'))

-- name: comparable
-- What can be compared, by kind and place, then by time: memories of one passage with a vector, of the user only told ones.
SELECT m.number, m.kind || char(31) || m.applies AS part, julianday(m.recorded_at) AS day, e.vector,
  x.memory IS NULL AS is_new
FROM trusted AS m JOIN belief AS b ON b.memory = m.number AND b.retracted_at = '' AND b.status IN ('active', 'faded')
CROSS JOIN content AS c ON c.blob = m.id AND c.format = 'memory'
CROSS JOIN passage AS p ON p.content_id = c.id
CROSS JOIN embedding AS e ON e.passage_id = p.id AND e.fingerprint_id = (SELECT id FROM fingerprint WHERE key = :fingerprint)
LEFT JOIN compared AS x ON x.memory = m.number
WHERE m.project = :project AND m.kind <> 'question'
  AND NOT EXISTS (SELECT 1 FROM passage AS l WHERE l.content_id = c.id AND l.ordinal > 0)
  AND (m.scope <> 'user' OR EXISTS (SELECT 1 FROM evidence AS t WHERE t.memory = m.number AND t.earned = 0))
ORDER BY part, day, m.number

-- name: any_new
-- Whether there may be something to compare: a memory that holds and wasn't compared.
SELECT EXISTS (SELECT 1 FROM trusted AS m JOIN belief AS b ON b.memory = m.number AND b.retracted_at = ''
  WHERE m.project = :project AND b.status IN ('active', 'faded')
    AND m.number NOT IN (SELECT memory FROM compared WHERE rule = :rule)) AS found

-- name: texts
-- The words of some memories.
SELECT number, id, content FROM trusted WHERE number IN (SELECT value FROM json_each(:numbers))

-- name: add_link
-- Two memories state the same fact.
INSERT INTO alike (one, other, cosine) SELECT :one, :other, :cosine
WHERE NOT EXISTS (SELECT 1 FROM taken_apart WHERE one = :one AND other = :other) ON CONFLICT DO NOTHING

-- name: add_disputed
-- Two memories can't both hold.
INSERT OR IGNORE INTO disputed (one, other) VALUES (:one, :other)

-- name: disputed
-- The pairs that can't both hold and do, where nobody noted it yet and none took the other's place.
SELECT d.one, d.other, m.id AS one_id, n.id AS other_id FROM disputed AS d
JOIN trusted AS m ON m.number = d.one JOIN belief AS b ON b.memory = d.one AND b.retracted_at = '' AND b.status = 'active'
JOIN trusted AS n ON n.number = d.other JOIN belief AS e ON e.memory = d.other AND e.retracted_at = '' AND e.status = 'active'
WHERE m.project = :project
  AND NOT EXISTS (SELECT 1 FROM contradiction AS c
    WHERE (c.memory = d.one AND c.other = n.id) OR (c.memory = d.other AND c.other = m.id))
  AND NOT EXISTS (SELECT 1 FROM dispute_decision AS s
    WHERE s.one = d.one AND s.other = d.other AND s.decision = 'neither')
ORDER BY d.one, d.other

-- name: pending_disputes
-- The pairs that can't both hold and do, on which no person decided.
SELECT m.id AS one_id, n.id AS other_id FROM disputed AS d
JOIN trusted AS m ON m.number = d.one JOIN belief AS b ON b.memory = d.one AND b.retracted_at = '' AND b.status = 'active'
JOIN trusted AS n ON n.number = d.other JOIN belief AS e ON e.memory = d.other AND e.retracted_at = '' AND e.status = 'active'
WHERE m.project = :project
  AND NOT EXISTS (SELECT 1 FROM dispute_decision AS s WHERE s.one = d.one AND s.other = d.other)
ORDER BY d.one, d.other

-- name: settle
-- A person decided on a pair.
INSERT INTO dispute_decision (one, other, decision, actor, at)
SELECT m.number, n.number, :decision, :actor, :at FROM memory AS m JOIN memory AS n ON n.id = :other WHERE m.id = :one
ON CONFLICT DO UPDATE SET decision = excluded.decision, actor = excluded.actor, at = excluded.at

-- name: drop_contradiction
-- Neither of two memories says otherwise than the other.
DELETE FROM contradiction
WHERE (memory = (SELECT number FROM memory WHERE id = :one) AND other = :other)
  OR (memory = (SELECT number FROM memory WHERE id = :other) AND other = :one)

-- name: add_compared
-- A memory was compared with all others.
INSERT INTO compared (memory, rule) VALUES (:memory, :rule)
ON CONFLICT (memory) DO UPDATE SET rule = excluded.rule WHERE rule <> excluded.rule

-- name: links
-- The links between memories that hold.
SELECT a.one, a.other, a.cosine FROM alike AS a
JOIN trusted AS m ON m.number = a.one JOIN belief AS b ON b.memory = a.one AND b.retracted_at = '' AND b.status = 'active'
JOIN trusted AS n ON n.number = a.other JOIN belief AS d ON d.memory = a.other AND d.retracted_at = '' AND d.status = 'active'
WHERE m.project = :project ORDER BY a.one, a.other

-- name: ids
-- The ids of some memories, and what they weigh.
SELECT m.number, m.id, coalesce(r.weight, 1) AS weight FROM trusted AS m LEFT JOIN memory_rank AS r ON r.memory = m.number
WHERE m.number IN (SELECT value FROM json_each(:numbers))

-- name: members
-- Every member of a group in a project.
SELECT f.memory, f.fact, f.place FROM fact_member AS f JOIN memory AS m ON m.number = f.memory
WHERE m.project = :project ORDER BY f.fact, f.place

-- name: put_member
-- A memory belongs to a group.
INSERT INTO fact_member (memory, fact, place) VALUES (:memory, :fact, :place)
ON CONFLICT (memory) DO UPDATE SET fact = excluded.fact, place = excluded.place

-- name: drop_members
-- Some memories belong to no group.
DELETE FROM fact_member WHERE memory IN (SELECT value FROM json_each(:numbers))

-- name: groups_of
-- The groups of some memories, by id, with every member that holds and that nobody quarantined, the strongest first.
SELECT k.id AS fact, m.id FROM fact_member AS f JOIN memory AS k ON k.number = f.fact
JOIN trusted AS m ON m.number = f.memory
JOIN belief AS b ON b.memory = m.number AND b.retracted_at = '' AND b.status = 'active'
WHERE f.fact IN (SELECT g.fact FROM fact_member AS g JOIN trusted AS n ON n.number = g.memory
  WHERE n.id IN (SELECT value FROM json_each(:ids)) AND n.project = :project) AND m.project = :project
ORDER BY f.fact, f.place

-- name: every_group
-- The same of a whole project.
SELECT k.id AS fact, m.id FROM fact_member AS f JOIN memory AS k ON k.number = f.fact
JOIN trusted AS m ON m.number = f.memory
JOIN belief AS b ON b.memory = m.number AND b.retracted_at = '' AND b.status = 'active'
WHERE m.project = :project ORDER BY f.fact, f.place

-- name: numbers_of
-- The numbers of a group's members, by the id of one of them.
SELECT o.memory, n.id FROM fact_member AS f JOIN memory AS m ON m.number = f.memory
JOIN fact_member AS o ON o.fact = f.fact JOIN memory AS n ON n.number = o.memory
WHERE m.id = :id ORDER BY o.memory

-- name: take_apart
-- A person says that two memories are two facts.
INSERT OR IGNORE INTO taken_apart (one, other, actor, at) VALUES (:one, :other, :actor, :at)

-- name: drop_links_apart
-- What was taken apart is no link.
DELETE FROM alike WHERE EXISTS (SELECT 1 FROM taken_apart AS t WHERE t.one = alike.one AND t.other = alike.other)

-- name: counts
-- How many groups there are, and how many were taken apart: each counts once, by the moment and who did it.
SELECT (SELECT count(DISTINCT f.fact) FROM fact_member AS f JOIN memory AS m ON m.number = f.memory
    WHERE m.project = :project) AS groups,
  (SELECT count(DISTINCT t.at || t.actor) FROM taken_apart AS t JOIN memory AS m ON m.number = t.one
    WHERE m.project = :project) AS apart

-- name: contradict
-- A memory says otherwise than another.
INSERT OR IGNORE INTO contradiction (memory, other) VALUES (:memory, :other)
