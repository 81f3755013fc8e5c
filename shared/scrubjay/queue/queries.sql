-- name: enqueue
-- Ask for work on a worktree, or again for what waits or runs; what was counted of its attempts stays.
INSERT INTO job (project_id, worktree, kind, cause, requested, due, enqueued_at)
SELECT :project, :worktree, :kind, :cause, 1, :due, :at WHERE EXISTS (SELECT 1 FROM project WHERE id = :project)
ON CONFLICT (project_id, worktree, kind) DO UPDATE SET
  cause = excluded.cause, requested = requested + 1,
  due = CASE WHEN attempts > 0 AND running = 0 THEN due ELSE min(due, excluded.due) END

-- name: reset
-- Claims of a worker that is gone are open again.
UPDATE job SET running = 0 WHERE running > 0

-- name: next
-- The job that is due, or was put off longer than any may be: text before vectors, then as they waited; given up rests.
SELECT * FROM job WHERE running = 0 AND CASE WHEN attempts < :most THEN due <= :now OR due > :latest
  ELSE due <= :rested OR due > :now END
ORDER BY kind = 'embed', due, id LIMIT 1

-- name: claim
-- A worker takes a job; a crash while it works counts as an attempt.
UPDATE job SET running = requested, attempts = attempts + 1, due = :now WHERE id = :id

-- name: find
-- One job.
SELECT * FROM job WHERE id = :id

-- name: finish
-- The work is done, unless it was asked for again meanwhile.
DELETE FROM job WHERE id = :id AND requested = :running

-- name: reopen
-- The work was asked for again while it ran.
UPDATE job SET running = 0, attempts = 0 WHERE id = :id

-- name: postpone
-- Not now: the attempt doesn't count.
UPDATE job SET running = 0, attempts = max(attempts - 1, 0),
  due = CASE WHEN requested = :running THEN :due ELSE due END WHERE id = :id

-- name: retry
-- What was given up or rests is tried at once.
UPDATE job SET attempts = 0, due = :now WHERE running = 0

-- name: retry_steps
-- The same for steps; their count stays until they work.
UPDATE failing_step SET due = :now

-- name: failing_of
-- The failing steps of a worktree.
SELECT * FROM failing_step WHERE project_id = :project AND worktree = :worktree

-- name: failing
-- Every failing step, the one that fails for the longest time first.
SELECT * FROM failing_step ORDER BY since, project_id, worktree, name LIMIT :limit

-- name: step_failed
-- A step failed, once more.
INSERT INTO failing_step (project_id, worktree, name, attempts, error, since, due)
VALUES (:project, :worktree, :name, :attempts, :error, :since, :due)
ON CONFLICT DO UPDATE SET attempts = excluded.attempts, error = excluded.error, due = excluded.due

-- name: step_worked
-- A step is well again.
DELETE FROM failing_step WHERE project_id = :project AND worktree = :worktree AND name = :name

-- name: drop
-- The work makes no sense any more.
DELETE FROM job WHERE id = :id

-- name: next_due
-- When the next open job is due.
SELECT min(CASE WHEN due > :latest THEN :now ELSE due END) AS due FROM job WHERE running = 0 AND attempts < :most

-- name: text_is_due
-- A job of the kind that goes first.
SELECT 1 FROM job WHERE kind = 'ingest' AND running = 0 AND attempts < :most AND (due <= :now OR due > :latest) LIMIT 1

-- name: jobs
-- What waits, runs or was given up, oldest first.
SELECT * FROM job ORDER BY enqueued_at, id LIMIT :limit

-- name: counts
-- How many wait, run, and were given up.
SELECT coalesce(sum(running = 0 AND attempts < :most), 0) AS waiting, coalesce(sum(running > 0), 0) AS running,
  coalesce(sum(running = 0 AND attempts >= :most), 0) AS given_up FROM job
