-- name: put
-- Where a session works now.
INSERT INTO presence (session, worktree, at) VALUES (:session, :worktree, :at)
ON CONFLICT (session) DO UPDATE SET worktree = excluded.worktree, at = excluded.at

-- name: find
-- What a session reported last.
SELECT worktree FROM presence WHERE session = :session

-- name: bring_back
-- What was reported before the clock was set back came before what is reported now.
UPDATE presence SET at = :at WHERE at > :at

-- name: drop_old
-- Keep the newest reports.
DELETE FROM presence WHERE at < (SELECT at FROM presence ORDER BY at DESC LIMIT 1 OFFSET :kept)
