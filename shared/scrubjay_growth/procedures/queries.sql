-- name: drop_runs
-- The commands of a session, which was read again or forgotten.
DELETE FROM command_run WHERE session = :session

-- name: add_run
-- A command of a session, masked, with how it ended.
INSERT INTO command_run (session, place, at, command, status, folder)
VALUES (:session, :place, :at, :command, :status, :folder)

-- name: drop_old_runs
-- The commands of all but the sessions that ran something last.
DELETE FROM command_run WHERE session NOT IN
  (SELECT session FROM command_run GROUP BY session ORDER BY max(at) DESC, session LIMIT :kept)

-- name: runs
-- What sessions ran that nobody quarantined, the oldest first.
SELECT r.session, r.at, r.command, r.status, r.folder FROM trusted_command_run AS r
JOIN (SELECT session, min(at) AS began FROM trusted_command_run GROUP BY session) AS s ON s.session = r.session
ORDER BY s.began, r.session, r.place

-- name: branches
-- The branch of each session that worked on one only.
SELECT session, min(branch) AS branch FROM session_point GROUP BY session HAVING count(DISTINCT branch) = 1

-- name: procedures
-- Everything that was learned, the newest first.
SELECT id, memory, steps, lines, folder, branch, generation, learned_at, demoted_at FROM procedure
ORDER BY learned_at DESC, id

-- name: put_procedure
-- A procedure with the memory that says it.
INSERT INTO procedure (id, memory, steps, lines, folder, branch, generation, learned_at, demoted_at)
VALUES (:id, :memory, :steps, :lines, :folder, :branch, :generation, :learned_at, '')
ON CONFLICT (id) DO UPDATE SET memory = excluded.memory, generation = excluded.generation, demoted_at = ''

-- name: demote
-- A procedure that no longer holds.
UPDATE procedure SET demoted_at = :at, generation = generation + 1 WHERE id = :id

-- name: drop_words
-- The words of a procedure whose memory was forgotten; what is left keeps it from being learned again.
UPDATE procedure SET steps = '[]', lines = '[]', folder = '', branch = '' WHERE id = :id

-- name: put_outcome
-- How a procedure went in a session.
INSERT INTO procedure_session (procedure, session, at, succeeded) VALUES (:procedure, :session, :at, :succeeded)
ON CONFLICT (procedure, session) DO UPDATE SET succeeded = excluded.succeeded, at = excluded.at

-- name: doubted
-- The procedures that a quarantined session went through.
SELECT DISTINCT procedure FROM procedure_session WHERE session IN (SELECT session FROM quarantine)

-- name: drop_outcomes
-- How procedures went in a session that was forgotten.
DELETE FROM procedure_session WHERE session = :session

-- name: outcomes
-- How the procedures went, the oldest session first.
SELECT procedure, session, at, succeeded FROM trusted_procedure_session ORDER BY at, session
