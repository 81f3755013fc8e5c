-- name: task
-- The working set of a branch.
SELECT * FROM task WHERE branch = :branch

-- name: task_or_any
-- The working set of a branch, else that of any other.
SELECT * FROM task ORDER BY branch <> :branch LIMIT 1

-- name: any_task
-- Whether any branch has a working set.
SELECT 1 FROM task LIMIT 1

-- name: put_task
-- Write the whole state of a branch.
INSERT OR REPLACE INTO task (branch, version, task, details, completed, in_progress, blockers, next_steps, dead_ends,
                             head, session, saved_at, inherited_from, goals, constraints, decisions, questions)
VALUES (:branch, :version, :task, :details, :completed, :in_progress, :blockers, :next_steps, :dead_ends, :head,
        :session, :saved_at, :inherited_from, :goals, :constraints, :decisions, :questions)

-- name: drop_task
-- Take a working set away; it has been archived.
DELETE FROM task WHERE branch = :branch

-- name: leave_points
-- A later branch of that name is another one; that its sessions went there is still known.
UPDATE OR REPLACE session_point SET branch = 'merged:' || branch WHERE branch = :branch

-- name: return_points
-- The branch wasn't merged after all.
UPDATE OR REPLACE session_point SET branch = :branch WHERE branch = 'merged:' || :branch

-- name: drop_archive
-- Take back the last working set that was archived when its branch was merged.
DELETE FROM task_archive WHERE id = (
  SELECT max(id) FROM task_archive WHERE branch = :branch AND how NOT IN ('replaced', 'done')
)

-- name: branches_of_handoff
-- The branches whose task is that of a handoff.
SELECT branch FROM task WHERE json_extract(details, '$.handoff') = :handoff ORDER BY branch

-- name: earlier_tasks
-- The tasks that are done, or that later ones of the same branch replaced, the newest first.
SELECT * FROM task_archive WHERE branch = :branch AND how IN ('replaced', 'done') ORDER BY id DESC LIMIT :limit

-- name: drop_earlier
-- An earlier task is the branch's task again.
DELETE FROM task_archive WHERE id = :id

-- name: rename_task
-- A branch has a new name.
UPDATE OR REPLACE task SET branch = :new WHERE branch = :old

-- name: rename_saves
-- Its saves go with it.
UPDATE save SET branch = :new WHERE branch = :old

-- name: rename_earlier
-- Its earlier tasks go with it.
UPDATE task_archive SET branch = :new WHERE branch = :old AND how IN ('replaced', 'done')

-- name: rename_points
-- The sessions that worked on it go with it.
UPDATE OR REPLACE session_point SET branch = :new WHERE branch = :old

-- name: tasks
-- Every working set, the newest first.
SELECT * FROM task ORDER BY saved_at DESC, branch LIMIT :limit

-- name: add_archive
-- Keep the working set of a branch that was merged, or of a task that another one replaced.
INSERT INTO task_archive (branch, version, state, head, merged_in, how, at)
VALUES (:branch, :version, :state, :head, :merged_in, :how, :at)

-- name: archives
-- Working sets of merged branches, the newest first; of one branch where one is named.
SELECT * FROM task_archive WHERE :branch IN ('', branch) AND how NOT IN ('replaced', 'done') ORDER BY id DESC LIMIT :limit

-- name: drop_old_archives
-- Keep the newest.
DELETE FROM task_archive WHERE id <= (SELECT max(id) FROM task_archive) - :kept

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
-- The newest saves of a branch, without those of quarantined sessions.
SELECT branch, head, session, saved_at, digest, version, summary, completed, in_progress, blockers, next_steps,
       dead_ends, decisions, candidates
FROM save WHERE branch = :branch AND session NOT IN (SELECT session FROM quarantine) ORDER BY id DESC LIMIT :limit

-- name: look
-- A session sees the working set of a branch as it is now; one that had ended goes on.
INSERT INTO session_point (session, branch, began_head, began_at, head, at, transcript, seen)
VALUES (:session, :branch, :head, :at, :head, :at, :transcript, coalesce((SELECT json_object(
  'branch', branch, 'version', version, 'task', task, 'details', details, 'completed', completed,
  'in_progress', in_progress, 'blockers', blockers, 'next_steps', next_steps, 'dead_ends', dead_ends, 'head', head,
  'session', session, 'saved_at', saved_at, 'inherited_from', inherited_from, 'goals', goals,
  'constraints', constraints, 'decisions', decisions, 'questions', questions
) FROM task WHERE branch = :branch), ''))
ON CONFLICT (session, branch) DO UPDATE SET head = excluded.head, at = excluded.at, seen = excluded.seen,
  event = CASE event WHEN 'SessionEnd' THEN '' ELSE event END,
  transcript = CASE excluded.transcript WHEN '' THEN transcript ELSE excluded.transcript END

-- name: has_seen
-- Whether a session has seen the working set of a branch, or that it had none; whether the clock was set back since.
SELECT EXISTS (
  SELECT 1 FROM session_point WHERE session = :session AND branch = :branch
  AND (seen <> '' OR EXISTS (SELECT 1 FROM met WHERE session = :session AND branch = :branch))
) AS known, EXISTS (SELECT 1 FROM session_point WHERE at > :at) AS set_back

-- name: meet
-- How a session met the working set that it has just seen for the first time.
INSERT OR IGNORE INTO met (session, branch, state)
SELECT session, branch, seen FROM session_point WHERE session = :session AND branch = :branch

-- name: drop_old_met
-- Keep the newest.
DELETE FROM met WHERE id <= (SELECT max(id) FROM met) - :kept

-- name: forget_met
-- How a session met them.
DELETE FROM met WHERE session = :session

-- name: know
-- A session wrote to the working set of a branch: it knows what it saw, and that; one that had ended goes on.
INSERT INTO session_point (session, branch, began_head, began_at, head, at, seen)
VALUES (:session, :branch, :head, :at, :head, :at, :seen)
ON CONFLICT (session, branch) DO UPDATE SET head = excluded.head, at = excluded.at, seen = excluded.seen,
  event = CASE event WHEN 'SessionEnd' THEN '' ELSE event END
RETURNING began_at = at AS is_new

-- name: point
-- Where a session stands on a branch.
SELECT * FROM session_point WHERE session = :session AND branch = :branch

-- name: report
-- What a client's hook tells of a session.
INSERT INTO session_point (session, branch, began_head, began_at, head, at, event, worktree, transcript,
                           position, files)
VALUES (:session, :branch, :head, :at, :head, :at, :event, :worktree, :transcript, :position, :files)
ON CONFLICT (session, branch) DO UPDATE SET head = excluded.head, at = excluded.at, event = excluded.event,
  worktree = excluded.worktree, files = excluded.files,
  transcript = CASE excluded.transcript WHEN '' THEN transcript ELSE excluded.transcript END,
  position = CASE excluded.transcript WHEN '' THEN position ELSE excluded.position END
RETURNING began_at = at AS is_new

-- name: points_of
-- The sessions that worked on a branch, the last first.
SELECT * FROM session_point WHERE branch = :branch AND session <> :but ORDER BY at DESC, session LIMIT :limit

-- name: last_here
-- The same, with whether a session wrote the working set last, where the next one began, and whether it went elsewhere.
SELECT p.*, EXISTS (SELECT 1 FROM task AS t WHERE t.branch = p.branch AND t.session = p.session) AS wrote,
       (SELECT o.began_head FROM session_point AS o
        WHERE o.branch = p.branch AND o.session <> p.session AND o.began_at > p.at AND o.at > p.at
        ORDER BY o.began_at, o.session LIMIT 1) AS next_head,
       EXISTS (SELECT 1 FROM session_point AS o
               WHERE o.session = p.session AND o.branch <> p.branch AND o.at >= p.at) AS left_for_another
FROM session_point AS p WHERE p.branch = :branch AND p.session <> :but ORDER BY p.at DESC, p.session LIMIT :limit

-- name: bring_back
-- Where sessions stood before the clock was set back came before what is told now.
UPDATE session_point SET at = strftime('%Y-%m-%dT%H:%M:%SZ', :at, '-1 second'), began_at = min(began_at,
  strftime('%Y-%m-%dT%H:%M:%SZ', :at, '-1 second')) WHERE at > :at

-- name: drop_old_points
-- Keep the newest.
DELETE FROM session_point WHERE at < (SELECT at FROM session_point ORDER BY at DESC LIMIT 1 OFFSET :kept)

-- name: forget_points
-- Where a session stood, on every branch.
DELETE FROM session_point WHERE session = :session

-- name: add_writer
-- A session wrote an entry that its working set didn't have.
INSERT OR IGNORE INTO entry_writer (entry, session) VALUES (:entry, :session)

-- name: drop_old_writers
-- Keep the newest.
DELETE FROM entry_writer WHERE id <= (SELECT max(id) FROM entry_writer) - :kept

-- name: writers_of
-- Of some entries those whose writers are known, and whether all of these are quarantined.
SELECT entry, min(session IN (SELECT session FROM quarantine)) AS quarantined
FROM entry_writer WHERE entry IN (SELECT value FROM json_each(:entries)) GROUP BY entry

-- name: any_quarantine
-- Whether anybody is quarantined.
SELECT 1 FROM quarantine LIMIT 1

-- name: is_quarantined
-- Whether a session is.
SELECT EXISTS (SELECT 1 FROM quarantine WHERE session = :session)

-- name: quarantine_of
-- Under whose quarantine a name is.
SELECT who FROM quarantine WHERE session = :session LIMIT 1

-- name: quarantined
-- Every name that is.
SELECT DISTINCT session FROM quarantine

-- name: add_quarantine
-- A session's part in the work is in no answer from now on.
INSERT OR IGNORE INTO quarantine (session, who) VALUES (:session, :who)

-- name: drop_quarantine
-- It is in answers again.
DELETE FROM quarantine WHERE who = :who

-- name: doubt_sent
-- What was told since a moment may hold the words of who is quarantined now.
UPDATE sent SET doubted = 1 WHERE doubted = 0 AND at >= :since

-- name: first_traces
-- Since when each of some names is known here; empty where something of it has no date and nothing says when it began.
WITH trace (name, at, begins) AS (
  SELECT session, began_at, 1 FROM session_point UNION ALL SELECT session, at, 1 FROM sent
  UNION ALL SELECT session, started_at, started_at <> '' FROM conversation
  UNION ALL SELECT sender, created_at, 0 FROM handoff UNION ALL SELECT sender_session, created_at, 0 FROM handoff
  UNION ALL SELECT agent, taken_at, 0 FROM handoff_lease UNION ALL SELECT session, taken_at, 0 FROM handoff_lease
  UNION ALL SELECT session, '', 0 FROM entry_writer UNION ALL SELECT session, '', 0 FROM task
  UNION ALL SELECT session, '', 0 FROM save
)
SELECT name, CASE WHEN max(begins) OR min(at) <> '' THEN coalesce(min(nullif(at, '')), '') ELSE '' END AS at
FROM trace WHERE name IN (SELECT value FROM json_each(:names)) GROUP BY name

-- name: bump_quarantines
-- What was prepared before is out of date.
UPDATE generation SET value = value + 1 WHERE name = 'quarantine'

-- name: known_sessions
-- Every session that wrote to a working set, saved or spoke.
SELECT session FROM entry_writer UNION SELECT session FROM task UNION SELECT session FROM save
UNION SELECT session FROM conversation UNION SELECT session FROM session_point

-- name: handed_over
-- The agents that left or took a handoff, with the sessions in which they did.
SELECT sender AS agent, sender_session AS session FROM handoff UNION SELECT agent, session FROM handoff_lease

-- name: handoff_texts
-- What is in each handoff.
SELECT id, context FROM handoff ORDER BY created_at, id

-- name: shown_to
-- What sessions were told that aren't quarantined: last briefings, the ids in texts that are kept and in answers.
WITH told (session, text) AS (
  SELECT session, text FROM briefed WHERE session <> '(once)'
  UNION ALL SELECT session, group_concat(ids, '') FROM sent GROUP BY session
  UNION ALL SELECT session, group_concat(memory, ' ') FROM had GROUP BY session
)
SELECT session, text FROM told WHERE session NOT IN (SELECT session FROM quarantine) ORDER BY session

-- name: last_report
-- What was noted of a session last, on any branch, and its transcript wherever that was noted last.
SELECT at, event, coalesce((SELECT t.transcript FROM session_point AS t WHERE t.session = :session AND t.transcript <> ''
  ORDER BY t.at DESC, t.branch LIMIT 1), '') AS transcript
FROM session_point WHERE session = :session ORDER BY at DESC, branch LIMIT 1

-- name: sessions_by_day
-- How many sessions worked on each day since a moment, by when they were noted first and last.
SELECT day, count(DISTINCT session) AS sessions FROM (
  SELECT session, substr(at, 1, 10) AS day FROM session_point WHERE at >= :since
  UNION SELECT session, substr(began_at, 1, 10) FROM session_point WHERE began_at >= :since
) GROUP BY day ORDER BY day

-- name: sent_mark
-- How often somebody was quarantined or freed, and how often words were forgotten.
SELECT (SELECT value FROM generation WHERE name = 'quarantine') AS quarantines,
       (SELECT value FROM generation WHERE name = 'forgotten') AS forgotten

-- name: keep_sent
-- Keep what a session is told, unless words were forgotten since it was gathered.
INSERT INTO sent (session, worktree, client, channel, at, text, ids, doubted)
SELECT :session, :worktree, :client, :channel, :at, :text, :ids,
       :quarantines <> (SELECT value FROM generation WHERE name = 'quarantine')
WHERE :forgotten = (SELECT value FROM generation WHERE name = 'forgotten')
RETURNING id, (SELECT count(*) FROM sent WHERE session = :session) AS texts

-- name: drop_sent_of_session
-- Keep the newest of a session.
DELETE FROM sent WHERE session = :session AND id <= (
  SELECT id FROM sent WHERE session = :session ORDER BY id DESC LIMIT 1 OFFSET :kept
)

-- name: drop_sent_beyond
-- Keep the newest within a number of bytes.
DELETE FROM sent WHERE id <= coalesce((
  SELECT max(id) FROM (SELECT id, sum(length(text)) OVER (ORDER BY id DESC) AS bytes FROM sent) WHERE bytes > :bytes
), 0)

-- name: drop_sent_before
-- What was told before a moment.
DELETE FROM sent WHERE at < :before

-- name: sent_to
-- What a session and its sub-agents were told, in its order; nothing that may hold the words of who is quarantined.
SELECT id, session, worktree, client, channel, at, text, doubted AND EXISTS (SELECT 1 FROM quarantine) AS withheld
FROM sent WHERE session = :session OR substr(session, 1, length(:session) + 1) = :session || '/'
ORDER BY id LIMIT :limit

-- name: sent_until
-- What was told last, up to a moment, on the same day.
SELECT session, at FROM sent WHERE at <= :until AND at >= :since ORDER BY at DESC, id DESC LIMIT 1

-- name: last_sent
-- When somebody was told something last.
SELECT coalesce(max(at), '') AS at FROM sent

-- name: sent_naming
-- Which sessions were told of a memory, when, and how, the newest first.
SELECT session, channel, at FROM sent WHERE instr(ids, ' ' || :id) > 0 ORDER BY id DESC LIMIT :limit

-- name: every_sent
-- Everything that was told.
SELECT id, text, ids FROM sent ORDER BY id

-- name: rewrite_sent
-- A text without lines that were forgotten.
UPDATE sent SET text = :text, ids = :ids WHERE id = :id

-- name: clear_sent
-- Drop everything that was told: it may repeat what was forgotten.
DELETE FROM sent

-- name: forget_sent
-- What a session was told.
DELETE FROM sent WHERE session = :session

-- name: count_sent
-- How often a session was told something.
SELECT count(*) FROM sent WHERE session = :session

-- name: count_saves
-- How often a session saved.
SELECT count(*) FROM save WHERE session = :session

-- name: bump_forgotten
-- What was gathered before is not kept from now on.
UPDATE generation SET value = value + 1 WHERE name = 'forgotten'

-- name: timeline
-- Sessions, each with its sub-agents, the one that went on last first; empty texts are no bound.
WITH trace (session, began, last, branch, worktree, client) AS (
  SELECT session, began_at, at, CASE WHEN branch LIKE 'merged:%' THEN substr(branch, 8) ELSE branch END, worktree, ''
  FROM session_point
  UNION ALL SELECT session, started_at, last_at, '', '', client FROM conversation
  UNION ALL SELECT session, saved_at, saved_at, branch, '', '' FROM save
  UNION ALL SELECT session, at, at, '', worktree, client FROM sent
), found AS (
  SELECT CASE instr(session, '/') WHEN 0 THEN session ELSE substr(session, 1, instr(session, '/') - 1) END AS name,
    coalesce(min(nullif(began, '')), '') AS began, max(last) AS last,
    json_group_array(DISTINCT nullif(branch, '')) AS branches,
    json_group_array(DISTINCT nullif(worktree, '')) AS worktrees,
    json_group_array(DISTINCT nullif(client, '')) AS clients
  FROM trace WHERE session <> '' GROUP BY name
)
SELECT name AS session, began, last, branches, worktrees, clients, count(*) OVER () AS total FROM found
WHERE (:session = '' OR name = :session)
  AND (:branch = '' OR :branch IN (SELECT value FROM json_each(branches)))
  AND (:worktree = '' OR :worktree IN (SELECT value FROM json_each(worktrees)))
  AND (:client = '' OR :client IN (SELECT value FROM json_each(clients)))
  AND (:day = '' OR (substr(began, 1, 10) <= :day AND substr(last, 1, 10) >= :day))
ORDER BY last DESC, name LIMIT :limit OFFSET :offset

-- name: known_of
-- Which of some sessions are in the timeline, by themselves or by a sub-agent.
SELECT one.value AS session FROM json_each(:sessions) AS one WHERE one.value <> '' AND (
  EXISTS (SELECT 1 FROM session_point AS s
    WHERE s.session = one.value OR (s.session > one.value || '/' AND s.session < one.value || '0'))
  OR EXISTS (SELECT 1 FROM conversation AS s
    WHERE s.session = one.value OR (s.session > one.value || '/' AND s.session < one.value || '0'))
  OR EXISTS (SELECT 1 FROM save AS s
    WHERE s.session = one.value OR (s.session > one.value || '/' AND s.session < one.value || '0'))
  OR EXISTS (SELECT 1 FROM sent AS s
    WHERE s.session = one.value OR (s.session > one.value || '/' AND s.session < one.value || '0')))

-- name: timeline_choices
-- Where sessions worked, and in which clients: what a timeline can be narrowed by.
SELECT 'branch' AS what, CASE WHEN branch LIKE 'merged:%' THEN substr(branch, 8) ELSE branch END AS value
FROM session_point UNION SELECT 'worktree', worktree FROM session_point UNION SELECT 'worktree', worktree FROM sent
UNION SELECT 'client', client FROM conversation UNION SELECT 'client', client FROM sent ORDER BY 1, 2

-- name: titles
-- What sessions are called that aren't quarantined.
SELECT session, title FROM conversation
WHERE session IN (SELECT value FROM json_each(:sessions)) AND session NOT IN (SELECT session FROM quarantine)

-- name: told_counts
-- How often sessions were told something.
SELECT session, count(*) AS number FROM sent WHERE session IN (SELECT value FROM json_each(:sessions)) GROUP BY session

-- name: save_counts
-- How often sessions saved.
SELECT session, count(*) AS number FROM save WHERE session IN (SELECT value FROM json_each(:sessions)) GROUP BY session

-- name: points_of_session
-- Where a session and its sub-agents stood, in the order of their beginning.
SELECT * FROM session_point
WHERE session = :session OR substr(session, 1, length(:session) + 1) = :session || '/' ORDER BY began_at, session, branch

-- name: met_by
-- How a session and its sub-agents met the working sets of branches.
SELECT session, branch, state FROM met
WHERE session = :session OR substr(session, 1, length(:session) + 1) = :session || '/'

-- name: saves_of_session
-- What a session and its sub-agents saved, in order; nothing of quarantined ones.
SELECT branch, head, session, saved_at, digest, version, summary, completed, in_progress, blockers, next_steps,
       dead_ends, decisions, candidates
FROM save WHERE (session = :session OR substr(session, 1, length(:session) + 1) = :session || '/')
  AND session NOT IN (SELECT session FROM quarantine) ORDER BY id

-- name: sessions_called
-- Sessions by an id or its beginning, with their sub-agents.
SELECT session FROM (
  SELECT session FROM session_point UNION SELECT session FROM save UNION SELECT session FROM sent
  UNION SELECT session FROM conversation
) WHERE session = :session OR substr(session, 1, length(:session) + 1) = :session || '/'
  OR (length(:session) >= 8 AND substr(session, 1, length(:session)) = :session)
ORDER BY session

-- name: forget_saves
-- What a session saved.
DELETE FROM save WHERE session = :session
