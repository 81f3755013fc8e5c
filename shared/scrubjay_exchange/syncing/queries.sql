-- name: place
-- Where this home syncs with, and what it is called there.
SELECT remote, machine FROM sync_place

-- name: set_place
-- It syncs there from now on.
INSERT INTO sync_place (one, remote, machine) VALUES (1, :remote, :machine)
ON CONFLICT DO UPDATE SET remote = excluded.remote, machine = excluded.machine

-- name: note_sync
-- A sync ended.
UPDATE sync_place SET at = :at

-- name: last_sync
-- When the last one ended.
SELECT at FROM sync_place

-- name: leave_machines
-- Another remote is another history: nobody was seen there.
DELETE FROM sync_machine

-- name: leave_memories
-- And all that ever was synced is to be sent there, also that it was forgotten.
UPDATE sync_memory SET stamp = '-', sent = 0

-- name: machines
-- The last segment of each machine that was merged here.
SELECT name, generation, sequence, digest, head, gone, at FROM sync_machine ORDER BY name

-- name: set_machine
-- A machine's segments are merged up to here.
INSERT INTO sync_machine (name, generation, sequence, digest, head, at)
VALUES (:name, :generation, :sequence, :digest, :head, :at)
ON CONFLICT DO UPDATE SET generation = excluded.generation, sequence = excluded.sequence, digest = excluded.digest,
  head = excluded.head, gone = 0, at = excluded.at

-- name: forget_machine
-- A person deleted a machine's ref: it isn't missed from now on, whatever was seen of it.
INSERT INTO sync_machine (name, generation, sequence, digest, head, gone, at) VALUES (:name, 0, 0, '', '', 1, :at)
ON CONFLICT DO UPDATE SET gone = 1

-- name: standing
-- How each of the user's memories stands now and stood when it was synced; what changes with anything that travels.
SELECT m.number, m.id, b.status, coalesce(s.sent, 0) AS sent, coalesce(s.stamp, '') AS before,
  b.id || '.' || b.status || '.' || (SELECT count(*) || '.' || coalesce(max(id), 0)
    FROM evidence WHERE memory = m.number)
  || '.' || (SELECT count(*) || '.' || coalesce(sum(independent), 0) FROM confirmation WHERE memory = m.number)
  || '.' || (SELECT count(*) FROM contradiction WHERE memory = m.number)
  || '.' || (SELECT count(*) FROM replacement WHERE newer = m.number) AS stamp
FROM trusted AS m JOIN belief AS b ON b.memory = m.number AND b.retracted_at = ''
LEFT JOIN sync_memory AS s ON s.id = m.id
WHERE m.project = '' AND (:only = '[]' OR m.id IN (SELECT value FROM json_each(:only)))
ORDER BY m.number

-- name: set_stamp
-- A memory is synced as it stands.
INSERT INTO sync_memory (id, stamp, sent) VALUES (:id, :stamp, :sent)
ON CONFLICT DO UPDATE SET stamp = excluded.stamp, sent = max(sent, excluded.sent)

-- name: note_sent
-- This machine's own ref has a memory.
INSERT INTO sync_memory (id, stamp, sent) VALUES (:id, '', :sent) ON CONFLICT DO UPDATE SET sent = max(sent, excluded.sent)

-- name: forget_sent
-- This machine's ref begins anew: what it had and doesn't get again now is sent when it may be.
UPDATE sync_memory SET stamp = CASE WHEN sent > 0 THEN '-' ELSE stamp END, sent = 0

-- name: words_left
-- Whether this machine's ref has words of a memory that was forgotten.
SELECT EXISTS (SELECT 1 FROM sync_memory AS s JOIN memory AS m ON m.id = s.id
  JOIN belief AS b ON b.memory = m.number AND b.retracted_at = '' WHERE s.sent = 1 AND b.status = 'forgotten')

-- name: add_conflict
-- Two machines changed a memory, neither knowing of the other.
INSERT OR IGNORE INTO sync_conflict (memory, at, machine, here, there, holds)
VALUES (:memory, :at, :machine, :here, :there, :holds)

-- name: conflicts
-- What two machines changed without knowing of each other, the newest first, but quarantined memories.
SELECT c.memory, c.at, c.machine, c.here, c.there, c.holds FROM sync_conflict AS c
JOIN trusted AS m ON m.id = c.memory ORDER BY c.at DESC, c.memory, c.machine LIMIT :limit

-- name: rivals
-- Two of the user's memories that hold, each in the place of the same one, on which no person decided.
SELECT m.id AS one, n.id AS other, m.number, n.number AS other_number, m.content AS one_text, n.content AS other_text,
  min(o.id) AS instead_of
FROM replacement AS r JOIN replacement AS s ON s.older = r.older JOIN trusted AS o ON o.number = r.older
JOIN trusted AS m ON m.number = r.newer JOIN belief AS b ON b.memory = m.number AND b.retracted_at = '' AND b.status = 'active'
JOIN trusted AS n ON n.number = s.newer JOIN belief AS e ON e.memory = n.number AND e.retracted_at = '' AND e.status = 'active'
WHERE m.project = '' AND m.id < n.id AND r.how <> 'merge' AND s.how <> 'merge' AND NOT EXISTS (
  SELECT 1 FROM dispute_decision AS d WHERE d.one = min(m.number, n.number) AND d.other = max(m.number, n.number))
GROUP BY m.id, n.id ORDER BY m.id, n.id

-- name: contradict
-- A memory says otherwise than another.
INSERT OR IGNORE INTO contradiction (memory, other) VALUES (:number, :other)

-- name: dispute
-- A person is asked which of two holds.
INSERT OR IGNORE INTO disputed (one, other) VALUES (min(:number, :other_number), max(:number, :other_number))
