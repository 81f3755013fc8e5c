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

-- name: put_client
-- The session that a client's process is in; `at` stays the moment when it was reported first.
INSERT INTO client_session (process, started, session, transcript, began, nested, at)
VALUES (:process, :started, :session, :transcript, :began, :nested, :at)
ON CONFLICT (process, started, session) DO UPDATE SET transcript = excluded.transcript, nested = excluded.nested, left_at = ''

-- name: end_others
-- A client's process has left its other sessions.
UPDATE client_session SET left_at = :at
WHERE process = :process AND started = :started AND session <> :session AND left_at = ''

-- name: end_client
-- A client's process has left a session.
UPDATE client_session SET left_at = :at
WHERE process = :process AND started = :started AND session = :session AND left_at = ''

-- name: of_process
-- The sessions that a client's process was ever in, the first first.
SELECT process, started, session, transcript, began, nested, at, left_at FROM client_session
WHERE process = :process AND started = :started ORDER BY at, session

-- name: of_session
-- What was reported of a session, each client's word.
SELECT process, started, session, transcript, began, nested, at, left_at FROM client_session
WHERE session = :session ORDER BY at, process

-- name: drop_old_clients
-- Keep the newest reports.
DELETE FROM client_session WHERE at < (SELECT at FROM client_session ORDER BY at DESC LIMIT 1 OFFSET :kept)
