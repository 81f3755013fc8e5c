-- name: enqueue
-- Upsert a job of a worktree; a repeated request keeps the count of attempts.
INSERT INTO job (project_id, worktree, kind, cause, requested, due, enqueued_at)
SELECT :project, :worktree, :kind, :cause, 1, :due, :at WHERE EXISTS (SELECT 1 FROM project WHERE id = :project)
ON CONFLICT (project_id, worktree, kind) DO UPDATE SET
  cause = excluded.cause, requested = requested + 1,
  due = CASE WHEN attempts > 0 AND running = 0 THEN due ELSE min(due, excluded.due) END

-- name: waiting
-- A job that waits: when it is due, and how often it was tried.
SELECT due, attempts FROM job
WHERE project_id = :project AND worktree = :worktree AND kind = :kind AND cause = :cause AND running = 0

-- name: reset
-- Release the claims of a dead worker.
UPDATE job SET running = 0 WHERE running > 0

-- name: next
-- The next due job, or one delayed beyond the limit: text before vectors and forges, then by waiting time; given-up jobs rest.
SELECT * FROM job WHERE running = 0 AND CASE WHEN attempts < :most THEN due <= :now OR due > :latest
  ELSE due <= :rested OR due > :now END
ORDER BY kind IN ('embed', 'forges'), due, id LIMIT 1

-- name: claim
-- Claim a job; a crash while it runs counts as an attempt.
UPDATE job SET running = requested, attempts = attempts + 1, due = :now WHERE id = :id

-- name: find
-- One job.
SELECT * FROM job WHERE id = :id

-- name: finish
-- Delete a finished job, unless it was requested again meanwhile.
DELETE FROM job WHERE id = :id AND requested = :running

-- name: reopen
-- Release a job that was requested again while it ran.
UPDATE job SET running = 0, attempts = 0 WHERE id = :id

-- name: postpone
-- Release a claim without counting the attempt.
UPDATE job SET running = 0, attempts = max(attempts - 1, 0),
  due = CASE WHEN requested = :running THEN :due ELSE due END WHERE id = :id

-- name: retry
-- Make given-up and delayed jobs due now.
UPDATE job SET attempts = 0, due = :now WHERE running = 0

-- name: retry_steps
-- The same for steps; their failure count stays until they succeed.
UPDATE failing_step SET due = :now

-- name: failing_of
-- The failing steps of a worktree.
SELECT * FROM failing_step WHERE project_id = :project AND worktree = :worktree

-- name: failing
-- Every failing step, the longest-failing first.
SELECT * FROM failing_step ORDER BY since, project_id, worktree, name LIMIT :limit

-- name: step_failed
-- Count a failure of a step.
INSERT INTO failing_step (project_id, worktree, name, attempts, error, since, due)
VALUES (:project, :worktree, :name, :attempts, :error, :since, :due)
ON CONFLICT DO UPDATE SET attempts = excluded.attempts, error = excluded.error, due = excluded.due

-- name: step_worked
-- Delete the failure count of a step that succeeded.
DELETE FROM failing_step WHERE project_id = :project AND worktree = :worktree AND name = :name

-- name: drop
-- Delete an obsolete job.
DELETE FROM job WHERE id = :id

-- name: next_due
-- When the next open job is due.
SELECT min(CASE WHEN due > :latest THEN :now ELSE due END) AS due FROM job WHERE running = 0 AND attempts < :most

-- name: others_are_due
-- A due job that the vectors of a project make way for: text, which has priority, and another project's vectors.
SELECT 1 FROM job WHERE (kind = 'ingest' OR kind = 'embed' AND project_id <> :project)
  AND running = 0 AND attempts < :most AND (due <= :now OR due > :latest) LIMIT 1

-- name: jobs
-- The jobs that wait, run or were given up, oldest first.
SELECT * FROM job ORDER BY enqueued_at, id LIMIT :limit

-- name: counts
-- The number of jobs that wait, run, and were given up.
SELECT coalesce(sum(running = 0 AND attempts < :most), 0) AS waiting, coalesce(sum(running > 0), 0) AS running,
  coalesce(sum(running = 0 AND attempts >= :most), 0) AS given_up FROM job
