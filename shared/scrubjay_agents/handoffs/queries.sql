-- name: time
-- The time of handoffs when it was kept last.
SELECT highest, boot, ticks, wall FROM handoff_time

-- name: keep_time
-- Time has passed, or the wall clock was set.
UPDATE handoff_time SET highest = :steady, boot = :boot, ticks = :ticks, wall = :wall
WHERE (highest, boot, wall) != (:steady, :boot, :wall)

-- name: handoff
-- A handoff by its id.
SELECT * FROM trusted_handoff WHERE id = :id

-- name: begins
-- Whether the id of any handoff begins so; `g` comes after every digit.
SELECT EXISTS (SELECT 1 FROM handoff WHERE id >= :id AND id < :id || 'g') AS found

-- name: concerns
-- Whether a handoff is one that an agent left, may take or took; a person's are all. Misses as one that isn't there.
SELECT 1 FROM trusted_handoff AS h
WHERE h.id = :id AND (:all OR h.sender = :agent OR h.target IN (SELECT value FROM json_each(:targets))
  OR EXISTS (SELECT 1 FROM handoff_lease AS l WHERE l.handoff = h.id AND l.agent = :agent))

-- name: leases
-- Who took a handoff, each time.
SELECT * FROM trusted_lease WHERE handoff = :id ORDER BY lease

-- name: add
-- A new handoff.
INSERT INTO handoff (id, state, target, context, sender, sender_label, sender_session, created_at, expires_at,
                     changed_at, renews)
VALUES (:id, 'PENDING', :target, :context, :sender, :sender_label, :sender_session, :created_at, :expires_at, :created_at, :renews)

-- name: move
-- Put a handoff into another state, if it is still as it was read.
UPDATE handoff SET state = :new, changed_at = :now, reason = :reason, lease = lease + :taken
WHERE id = :id AND state = :state AND lease = :lease

-- name: add_lease
-- Somebody took a handoff.
INSERT INTO handoff_lease (handoff, lease, agent, label, session, process, taken_at, renewed_at)
VALUES (:id, :lease, :agent, :label, :session, :process, :taken_at, :renewed_at)

-- name: notes
-- What takers of a handoff brought that didn't finish it, in order.
SELECT lease, label, at, result FROM trusted_note WHERE handoff = :id ORDER BY number

-- name: note_count
-- How many there are.
SELECT count(*) AS notes FROM handoff_note WHERE handoff = :id

-- name: add_note
-- A taker brought something that doesn't finish the handoff.
INSERT INTO handoff_note (handoff, number, lease, at, result)
SELECT :id, 1 + coalesce(max(number), 0), :lease, :at, :result FROM handoff_note WHERE handoff = :id

-- name: set_result
-- What came of a lease.
UPDATE handoff_lease SET result = :result WHERE handoff = :id AND lease = :lease

-- name: held_by
-- The handoffs that a session has taken and not finished.
SELECT h.* FROM handoff_lease AS l CROSS JOIN trusted_handoff AS h ON h.id = l.handoff AND h.lease = l.lease
WHERE l.session = :session AND h.state = 'ACCEPTED' ORDER BY l.taken_at, h.id

-- name: renew
-- A session that has taken a handoff is still there.
UPDATE handoff_lease SET renewed_at = max(renewed_at, :now) WHERE handoff = :id AND lease = :lease

-- name: taken
-- Everything that somebody has taken, the longest silent first, as far as its lease may have run out.
SELECT h.id FROM trusted_handoff AS h JOIN handoff_lease AS l ON l.handoff = h.id AND l.lease = h.lease
WHERE h.state = 'ACCEPTED' ORDER BY l.renewed_at, h.id LIMIT :limit

-- name: overdue
-- What nobody took in time.
SELECT id FROM trusted_handoff WHERE state = 'PENDING' AND expires_at <= :now ORDER BY expires_at, id LIMIT :limit

-- name: pending
-- What some targets may take, the newest first; without what this session left itself.
SELECT * FROM trusted_handoff
WHERE state = 'PENDING' AND target IN (SELECT value FROM json_each(:targets))
  AND NOT (sender = :agent AND sender_session = :session)
ORDER BY created_at DESC, id LIMIT :limit

-- name: count_pending
-- How many those are.
SELECT count(*) AS count FROM trusted_handoff
WHERE state = 'PENDING' AND target IN (SELECT value FROM json_each(:targets))
  AND NOT (sender = :agent AND sender_session = :session)

-- name: counts
-- How many wait for one target, and how many handoffs there are.
SELECT (SELECT count(*) FROM handoff WHERE state = 'PENDING' AND target = :target) AS waiting,
  (SELECT count(*) FROM handoff) AS everything

-- name: listed
-- The handoffs that an agent left, may take or took, or all; those that are open first, then the latest changed.
SELECT * FROM trusted_handoff AS h
WHERE (:all OR h.sender = :agent OR h.target IN (SELECT value FROM json_each(:targets))
       OR EXISTS (SELECT 1 FROM handoff_lease AS l WHERE l.handoff = h.id AND l.agent = :agent))
  AND h.id >= :prefix AND h.id < :prefix || 'g'
ORDER BY state NOT IN ('PENDING', 'ACCEPTED'), changed_at DESC, id LIMIT :limit

-- name: untold
-- How a sender's handoffs ended that it doesn't know of.
SELECT * FROM trusted_handoff
WHERE sender = :sender AND told = 0 AND state IN ('COMPLETED', 'EXPIRED', 'REJECTED') ORDER BY changed_at, id LIMIT :limit

-- name: untold_notes
-- What takers of a sender's handoffs brought that it doesn't know of.
SELECT n.handoff AS id, n.number, n.lease, n.label, n.at, n.result
FROM trusted_note AS n JOIN trusted_handoff AS h ON h.id = n.handoff
WHERE h.sender = :sender AND n.told = 0 ORDER BY n.at, n.handoff, n.number LIMIT :limit

-- name: untold_takings
-- Which of a sender's handoffs somebody else is at work on, as far as it doesn't know.
SELECT h.id, h.lease FROM trusted_handoff AS h JOIN trusted_lease AS l ON l.handoff = h.id AND l.lease = h.lease
WHERE h.sender = :sender AND h.state = 'ACCEPTED' AND l.taking_told = 0 AND (l.agent, l.session) != (:sender, :session)
ORDER BY l.taken_at, h.id LIMIT :limit

-- name: untold_withdrawals
-- What a session had taken last and doesn't know to be withdrawn.
SELECT h.id, h.lease FROM handoff_lease AS l JOIN trusted_handoff AS h ON h.id = l.handoff AND h.lease = l.lease
WHERE l.session = :session AND l.agent = :sender AND l.end_told = 0 AND h.state = 'CANCELLED'
ORDER BY h.changed_at, h.id LIMIT :limit

-- name: tell
-- Its sender knows how it ended.
UPDATE handoff SET told = 1 WHERE id = :id

-- name: tell_note
-- The sender knows what a taker brought.
UPDATE handoff_note SET told = 1 WHERE handoff = :id AND number = :number

-- name: tell_taking
-- The sender knows that it was taken.
UPDATE handoff_lease SET taking_told = 1 WHERE handoff = :id AND lease = :lease

-- name: tell_withdrawal
-- The taker knows that it was withdrawn.
UPDATE handoff_lease SET end_told = 1 WHERE handoff = :id AND lease = :lease

-- name: drop_old
-- Forget what ended before a moment.
DELETE FROM handoff WHERE changed_at < :before AND state NOT IN ('PENDING', 'ACCEPTED')

-- name: open_count
-- How many wait, and how many are taken.
SELECT count(*) FILTER (WHERE state = 'PENDING') AS pending, count(*) FILTER (WHERE state = 'ACCEPTED') AS accepted
FROM trusted_handoff WHERE state IN ('PENDING', 'ACCEPTED')

-- name: any
-- Whether there has been a handoff at all.
SELECT EXISTS (SELECT 1 FROM handoff) AS found

-- name: completed_sessions
-- The sessions that left a handoff that was completed, and that took it last.
SELECT h.sender_session AS session FROM trusted_handoff AS h WHERE h.state = 'COMPLETED'
UNION SELECT l.session FROM trusted_handoff AS h JOIN trusted_lease AS l ON l.handoff = h.id AND l.lease = h.lease
WHERE h.state = 'COMPLETED'
