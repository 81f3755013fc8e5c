-- name: put_prepared
-- The briefing of a worktree, prepared for the client's hooks.
INSERT OR REPLACE INTO prepared (worktree, branch, head, task_version, state, knowledge, text, at, hidden, quarantines)
VALUES (:worktree, :branch, :head, :task_version, :state, :knowledge, :text, :at, :hidden, :quarantines)

-- name: quarantines
-- How often somebody was quarantined or freed.
SELECT value FROM generation WHERE name = 'quarantine'

-- name: prepared
-- What was prepared for a worktree, while the task has the version that the text tells of and nobody was quarantined.
SELECT * FROM prepared AS p
WHERE p.worktree = :worktree AND p.branch = :branch
  AND p.task_version = coalesce((SELECT t.version FROM task AS t WHERE t.branch = p.branch), 0)
  AND p.quarantines = (SELECT value FROM generation WHERE name = 'quarantine')

-- name: latest_prepared
-- What was prepared last, whatever worktree and branch it is for.
SELECT * FROM prepared WHERE quarantines = (SELECT value FROM generation WHERE name = 'quarantine')
ORDER BY at DESC, worktree LIMIT :limit

-- name: told
-- What a session was last told in a worktree.
SELECT state, text, at, source FROM briefed WHERE session = :session AND worktree = :worktree

-- name: told_in
-- Whether some session was told this state of a worktree: a fork of it knows.
SELECT state, text, at, source FROM briefed WHERE worktree = :worktree AND state = :state ORDER BY at DESC LIMIT 1

-- name: told_here
-- What the last sessions of a worktree were told, the newest first, behind the keys of one-time lines.
SELECT session, text FROM briefed WHERE worktree = :worktree ORDER BY session <> :once, at DESC LIMIT :limit

-- name: put_told
-- Note what a session is told.
INSERT OR REPLACE INTO briefed (session, worktree, state, text, source, at)
VALUES (:session, :worktree, :state, :text, :source, :at)

-- name: add_told
-- What a session is told besides.
UPDATE briefed SET text = substr(text || char(10) || :text, -40000) WHERE session = :session AND worktree = :worktree

-- name: lose
-- A session's context is compacted: it no longer knows what it was told.
UPDATE briefed SET source = :lost WHERE session = :session

-- name: bring_back
-- What was told before the clock was set back came before what is told now.
UPDATE briefed SET at = :at WHERE at > :at

-- name: all_told
-- Everything that a session was told.
SELECT text FROM briefed WHERE session = :session

-- name: drop_old_told
-- Keep the newest rows.
DELETE FROM briefed WHERE at < (SELECT at FROM briefed ORDER BY at DESC LIMIT 1 OFFSET :kept)

-- name: forget_told
-- What a session was told.
DELETE FROM briefed WHERE session = :session

-- name: clear_prepared
-- Drop every prepared briefing: it may repeat what was forgotten.
DELETE FROM prepared

-- name: clear_told
-- Drop what sessions were told, for the same reason.
DELETE FROM briefed

-- name: hearers
-- Which sessions were told a memory, by an answer, in a text (by eight digits), or by a last briefing; none quarantined.
WITH heard (session, how, at, kept) AS (
  SELECT session, how, at, 0 FROM had WHERE memory = :id
  UNION ALL SELECT session, channel, max(at), 1 FROM sent WHERE instr(ids, ' ' || :named) GROUP BY session, channel
  UNION ALL SELECT session, 'briefing', at, 0 FROM briefed AS b
  WHERE instr(text, :named) AND session <> '(once)' AND worktree <> '(answers)'
    AND NOT EXISTS (SELECT 1 FROM sent AS s WHERE s.session = b.session)
)
SELECT session, how, at, kept FROM heard WHERE session NOT IN (SELECT session FROM quarantine)
ORDER BY at DESC, session, how LIMIT :limit

-- name: last_had
-- When some memories were last had by a session that isn't quarantined, by the first digits of their ids.
SELECT memory, max(at) AS at FROM had WHERE memory IN (SELECT value FROM json_each(:ids))
  AND session NOT IN (SELECT session FROM quarantine) GROUP BY memory

-- name: last_told
-- What sessions that aren't quarantined were told, by the ids in it, the newest first.
SELECT ids, at FROM sent WHERE ids <> '' AND session NOT IN (SELECT session FROM quarantine) ORDER BY at DESC, id DESC

-- name: note_had
-- A session had a memory.
INSERT OR IGNORE INTO had (session, memory, how, at) VALUES (:session, :memory, :how, :at)

-- name: drop_old_had
-- Keep the newest pairs.
DELETE FROM had WHERE at < (SELECT at FROM had ORDER BY at DESC LIMIT 1 OFFSET :kept)

-- name: forget_had
-- What a session had.
DELETE FROM had WHERE session = :session

-- name: had_since
-- Which memories sessions had since a moment.
SELECT session, memory, how FROM had WHERE at >= :since AND session NOT IN (SELECT session FROM quarantine)
ORDER BY session, memory, how

-- name: told_lengths
-- How many characters each session was told since a day, as its client holds them.
SELECT sum(length(text)) AS characters FROM briefed
WHERE at >= :since AND session <> :once AND worktree <> :answers GROUP BY session
