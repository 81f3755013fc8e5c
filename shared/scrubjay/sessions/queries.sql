-- name: task
-- The task of a branch.
SELECT branch, version, task, details, completed, in_progress, blockers, next_steps, dead_ends, head, session,
       saved_at, inherited_from
FROM task WHERE branch = :branch

-- name: task_at
-- The newest task that was saved at a commit, or whose branch is one of those given as a JSON array.
SELECT branch, version, task, details, completed, in_progress, blockers, next_steps, dead_ends, head, session,
       saved_at, inherited_from
FROM task
WHERE branch <> :branch AND (head = :head OR branch IN (SELECT value FROM json_each(:tips)))
ORDER BY saved_at DESC, branch LIMIT 1

-- name: put_task
-- Write the whole state of a branch.
INSERT INTO task (branch, version, task, details, completed, in_progress, blockers, next_steps, dead_ends, head,
                  session, saved_at, inherited_from)
VALUES (:branch, :version, :task, :details, :completed, :in_progress, :blockers, :next_steps, :dead_ends, :head,
        :session, :saved_at, :inherited_from)
ON CONFLICT (branch) DO UPDATE SET
  version = excluded.version, task = excluded.task, details = excluded.details, completed = excluded.completed,
  in_progress = excluded.in_progress, blockers = excluded.blockers, next_steps = excluded.next_steps,
  dead_ends = excluded.dead_ends, head = excluded.head, session = excluded.session, saved_at = excluded.saved_at,
  inherited_from = excluded.inherited_from

-- name: add_save
-- Keep what a session left.
INSERT INTO save (branch, head, session, saved_at, digest, version, summary, completed, in_progress, blockers,
                  next_steps, dead_ends, decisions, candidates)
VALUES (:branch, :head, :session, :saved_at, :digest, :version, :summary, :completed, :in_progress, :blockers,
        :next_steps, :dead_ends, :decisions, :candidates)

-- name: drop_old_saves
-- Keep the newest saves of a branch.
DELETE FROM save WHERE branch = :branch AND id NOT IN (
  SELECT id FROM save WHERE branch = :branch ORDER BY id DESC LIMIT :kept
)

-- name: saves
-- The newest saves of a branch.
SELECT branch, head, session, saved_at, digest, version, summary, completed, in_progress, blockers, next_steps,
       dead_ends, decisions, candidates
FROM save WHERE branch = :branch ORDER BY id DESC LIMIT :limit
