-- name: add_mirror as owner
-- A project has a mirror from now on.
INSERT INTO mirror (project, team, due_at) SELECT id, team, %(at)s FROM project WHERE id = %(project)s;

-- name: add_source as owner
-- Where a mirror comes from.
INSERT INTO mirror_source (project, team, address, host_key, credential, hook_secret)
SELECT id, team, %(address)s, %(host_key)s, %(credential)s::bytea, %(hook_secret)s::bytea FROM project
WHERE id = %(project)s;

-- name: sealed_secrets as owner
-- Every sealed secret, with the name of its project.
SELECT p.id AS project, p.name, s.credential, s.hook_secret FROM mirror_source AS s JOIN project AS p ON p.id = s.project
ORDER BY p.number;

-- name: sealed_refreshes as owner
-- Every sealed secret by which a member's identity provider is asked.
SELECT member, refresh FROM identity WHERE refresh IS NOT NULL ORDER BY member;

-- name: sealed_samples
-- A sealed secret for each key that sealed some, and how many it did.
SELECT use, owner, sealed, number FROM sealed_samples();

-- name: seal_source as owner
-- The secrets of a repository, sealed anew.
UPDATE mirror_source SET credential = %(credential)s::bytea, hook_secret = %(hook_secret)s::bytea
WHERE project = %(project)s;

-- name: seal_refresh as owner
-- The secret of a member's identity provider, sealed anew; NULL where they sign in again.
UPDATE identity SET refresh = %(refresh)s::bytea WHERE member = %(member)s;

-- name: lock_keys as owner
-- Waits for another process that seals, or looks whether something is sealed.
SELECT pg_advisory_xact_lock(hashtextextended('scrubjay.keys', 0));

-- name: mirrors_of_team as owner
-- How far each mirror of a team is.
SELECT m.project, p.name, p.address, m.branch, m.commit, m.shows, m.indexed, m.fetched_at, m.indexed_at, m.due_at,
  m.failures, m.error, m.progress, m.size
FROM mirror AS m JOIN project AS p ON p.id = m.project
WHERE m.team = %(team)s AND p.removed_at IS NULL ORDER BY p.name;

-- name: hurry as owner
-- A mirror is due at once.
UPDATE mirror SET due_at = %(at)s WHERE project = %(project)s;

-- name: mark_removed as owner
-- A project that goes is fetched no more.
UPDATE project SET removed_at = coalesce(removed_at, %(at)s) WHERE id = %(project)s;

-- name: going as owner
-- Projects whose removal began.
SELECT id FROM project WHERE removed_at IS NOT NULL;

-- name: forget_in_tokens as owner
-- No token is narrowed to a project that goes; one narrowed to it alone is left with none.
UPDATE access_token SET projects = array_remove(projects, %(project)s) WHERE %(project)s = ANY (projects);

-- name: drop_project as owner
-- A project and all that hangs on it.
DELETE FROM project WHERE id = %(project)s;

-- name: drop_jobs as owner
-- The jobs of a project, with their events.
DELETE FROM queue.procrastinate_jobs WHERE args ->> 'project' = %(project)s::text;

-- name: ask as owner and worker
-- Asks the worker for a task of a project, not before a moment; one that waits already is done by the earlier moment.
INSERT INTO queue.procrastinate_jobs (queue_name, task_name, lock, queueing_lock, args, scheduled_at)
VALUES ('mirrors', %(task)s::text, 'project ' || %(project)s::text, %(task)s::text || ' ' || %(project)s::text,
  jsonb_build_object('project', %(project)s::text), %(at)s)
ON CONFLICT (queueing_lock) WHERE status = 'todo'
DO UPDATE SET scheduled_at = least(procrastinate_jobs.scheduled_at, excluded.scheduled_at);

-- name: find_source as worker
-- Where the worker's project comes from, with its secrets as they are sealed.
SELECT s.address, s.host_key, s.credential FROM mirror_source AS s
JOIN project AS p ON p.id = s.project WHERE s.project = %(project)s AND p.removed_at IS NULL;

-- name: find_state as worker
-- How far the worker's project is.
SELECT branch, shows, indexed, started_at, failures FROM mirror WHERE project = %(project)s;

-- name: sealed_hook
-- The sealed secret of the webhook of a project; NULL where there is none.
SELECT sealed_hook(%(project)s) AS secret;

-- name: ask_fetch
-- Asks for the fetch of a mirror at a moment, half a minute after the last one at the soonest.
SELECT ask_fetch(%(project)s, %(at)s);

-- name: begin_fetch as worker
-- A fetch begins; it is due again only where nothing more is heard of it.
UPDATE mirror SET started_at = %(at)s, due_at = %(due)s WHERE project = %(project)s;

-- name: set_progress as worker
-- How far a fetch or an index is, in a line; no row where the project goes.
UPDATE mirror SET progress = %(progress)s FROM project AS p
WHERE mirror.project = %(project)s AND p.id = mirror.project AND p.removed_at IS NULL RETURNING mirror.project;

-- name: set_fetched as worker
-- A mirror shows what its remote shows; a failed index counts until it succeeds.
UPDATE mirror SET branch = %(branch)s, commit = %(commit)s, recent = %(recent)s, owners_path = %(owners_path)s,
  owners = %(owners)s, shows = %(shows)s, fetched_at = %(at)s,
  due_at = %(due)s, size = %(size)s, failures = CASE WHEN indexed = %(shows)s THEN 0 ELSE failures END, error = '', progress = ''
WHERE project = %(project)s;

-- name: set_failed as worker
-- A fetch or an index failed, and why.
UPDATE mirror SET failures = failures + 1, error = %(error)s, due_at = %(due)s, progress = ''
WHERE project = %(project)s;

-- name: set_indexed as worker
-- A search finds what a mirror showed.
UPDATE mirror SET indexed = %(shows)s, indexed_at = %(at)s, failures = 0, error = '', progress = ''
WHERE project = %(project)s;

-- name: due_mirrors as worker
-- The projects to fetch at a moment.
SELECT project FROM due_mirrors(%(at)s, %(most)s);

-- name: take_stalled as worker
-- Takes back the jobs of workers that live no more; each is asked for anew.
DELETE FROM queue.procrastinate_jobs AS j WHERE j.status = 'doing' AND j.queue_name = 'mirrors'
  AND NOT EXISTS (SELECT FROM queue.procrastinate_workers AS w
    WHERE w.id = j.worker_id AND w.last_heartbeat > now() - make_interval(secs => %(seconds)s))
RETURNING j.task_name AS task, j.args ->> 'project' AS project;
