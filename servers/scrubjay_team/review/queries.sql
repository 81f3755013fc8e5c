-- name: propose as worker
-- A memory that evidence speaks for, for the team's reviewers; one a key.
INSERT INTO review_proposal (id, team, memory, others, why, key, made_at)
VALUES (%(id)s::uuid, %(team)s::uuid, %(memory)s::uuid, %(others)s::uuid[], %(why)s, %(key)s, %(at)s::timestamptz)
ON CONFLICT (team, key) DO NOTHING

-- name: withdraw as worker
-- A proposal that evidence doesn't speak for any more.
UPDATE review_proposal SET state = 'withdrawn' WHERE team = %(team)s::uuid AND key = %(key)s AND state = 'open'

-- name: waiting
-- What waits for a reviewer, the oldest first: held memories, those that others contradict, and what evidence speaks for.
SELECT w.kind, w.memory, w.why, w.proposal, w.others, l.at AS put_off FROM (
  SELECT 'held' AS kind, m.id AS memory, m.reason AS why, NULL::uuid AS proposal, '{}'::uuid[] AS others, m.number FROM memory AS m
  WHERE m.team = (SELECT its_team()) AND m.status = 'held' AND m.scope = 'team'
  UNION ALL
  SELECT 'promotion', m.id, p.why, p.id, p.others, m.number FROM review_proposal AS p JOIN memory AS m ON m.id = p.memory
  WHERE p.state = 'open' AND m.status = 'active' AND m.told_by IS NULL
  UNION ALL
  SELECT 'rivals', m.id, '', NULL, '{}', m.number FROM memory AS m
  WHERE m.team = (SELECT its_team()) AND m.rivals <> '{}' AND m.status = 'active' AND m.scope = 'team'
    AND EXISTS (SELECT 1 FROM memory AS r WHERE r.id = ANY (m.rivals) AND r.status = 'active')
) AS w LEFT JOIN review_later AS l ON l.memory = w.memory AND l.member = (SELECT its_member())
ORDER BY l.at NULLS FIRST, w.number, w.kind LIMIT %(limit)s

-- name: held_among
-- Those of some memories that are held for a reviewer, and that the caller didn't write.
SELECT id FROM memory WHERE id = ANY (%(ids)s::uuid[]) AND status = 'held' AND scope = 'team'
  AND member <> (SELECT its_member())

-- name: owners
-- The CODEOWNERS of some granted projects.
SELECT project, owners FROM mirror WHERE project = ANY (%(projects)s::uuid[]) AND owners <> ''

-- name: called
-- Which members some owners are, as they are written.
SELECT owner, member FROM members_called(%(owners)s::text[])

-- name: stand
-- How a memory stands, with its row held until the transaction ends.
SELECT id, version, status, reason, valid_until, told_by, told_at, refused_at, rivals FROM memory
WHERE id = %(id)s::uuid FOR UPDATE

-- name: tell
-- A memory that holds, told by the person whose transaction it is.
UPDATE memory SET status = 'active', told_by = (SELECT its_member()), told_at = %(at)s::timestamptz,
  version = version + 1, changed_at = %(at)s::timestamptz, changed_by = (SELECT its_member())
WHERE id = %(id)s::uuid AND version = %(version)s AND status IN ('active', 'held') AND told_by IS NULL

-- name: open
-- A held memory that holds from now on, as its author said it.
UPDATE memory SET status = 'active', version = version + 1, changed_at = %(at)s::timestamptz,
  changed_by = (SELECT its_member())
WHERE id = %(id)s::uuid AND version = %(version)s AND status = 'held'

-- name: mark_refused
-- A memory that was refused while it was held: its author's and reviewers' alone.
UPDATE memory SET refused_at = %(at)s::timestamptz WHERE id = %(id)s::uuid AND status = 'retracted'

-- name: keep
-- A memory that holds beside those that say otherwise.
UPDATE memory SET rivals = '{}', version = version + 1, changed_at = %(at)s::timestamptz,
  changed_by = (SELECT its_member())
WHERE id = %(id)s::uuid AND version = %(version)s AND status = 'active'

-- name: put_back
-- A memory as it stood before an act, if nothing happened to it since.
UPDATE memory SET status = %(status)s, reason = %(reason)s, valid_until = %(valid_until)s::timestamptz,
  told_by = CASE WHEN %(told_by)s::uuid IS NOT NULL THEN told_by END,
  told_at = CASE WHEN %(told_by)s::uuid IS NOT NULL THEN told_at END, refused_at = %(refused_at)s::timestamptz,
  rivals = %(rivals)s::uuid[], version = version + 1, changed_at = %(at)s::timestamptz,
  changed_by = (SELECT its_member())
WHERE id = %(id)s::uuid AND version = %(version)s

-- name: add_act
-- What a person decided.
INSERT INTO review_act (id, team, memory, member, act, at, reason, version, before, proposal)
VALUES (%(id)s::uuid, (SELECT its_team()), %(memory)s::uuid, (SELECT its_member()), %(act)s, %(at)s::timestamptz,
  %(reason)s, %(version)s, %(before)s::jsonb, %(proposal)s::uuid)

-- name: acts
-- What persons decided on a memory, the newest first.
SELECT r.id, r.memory, r.member, called(a) AS member_name, r.act, r.at, r.reason, r.version, r.before, r.proposal
FROM review_act AS r LEFT JOIN member AS a ON a.id = r.member
WHERE r.memory = %(id)s::uuid AND r.undone_at IS NULL ORDER BY r.number DESC LIMIT 50

-- name: lately
-- What the caller decided since a moment, the newest first, the last act on each memory alone.
SELECT r.id, r.memory, r.member, called(a) AS member_name, r.act, r.at, r.reason
FROM review_act AS r LEFT JOIN member AS a ON a.id = r.member
WHERE r.member = (SELECT its_member()) AND r.undone_at IS NULL AND r.at > %(since)s::timestamptz
  AND NOT EXISTS (SELECT 1 FROM review_act AS n WHERE n.memory = r.memory AND n.number > r.number)
ORDER BY r.number DESC LIMIT %(limit)s

-- name: end_act
-- An act that was undone.
UPDATE review_act SET undone_at = %(at)s::timestamptz WHERE id = %(id)s::uuid AND undone_at IS NULL

-- name: put_off
-- What a reviewer decides on later.
INSERT INTO review_later (team, member, memory, at)
VALUES ((SELECT its_team()), (SELECT its_member()), %(id)s::uuid, %(at)s::timestamptz)
ON CONFLICT (member, memory) DO UPDATE SET at = excluded.at

-- name: decide_proposals
-- The open proposals on a memory, decided; or, `undone`, one that is open again.
UPDATE review_proposal SET state = %(state)s, decided_at = %(at)s::timestamptz, reason = %(reason)s,
  decided_by = CASE WHEN %(state)s <> 'open' THEN (SELECT its_member()) END
WHERE memory = %(memory)s::uuid
  AND CASE WHEN %(state)s = 'open' THEN decided_by = (SELECT its_member()) AND decided_at = %(since)s::timestamptz
    ELSE state = 'open' END
