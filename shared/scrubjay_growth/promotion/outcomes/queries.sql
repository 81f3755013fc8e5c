-- name: put_transcript
-- What a session's transcript shows.
INSERT INTO session_outcome (session, readable, tests, at) VALUES (:session, :readable, :tests, :at)
ON CONFLICT (session) DO UPDATE SET readable = max(readable, excluded.readable),
  tests = CASE WHEN excluded.readable THEN excluded.tests ELSE tests END, at = excluded.at

-- name: put_report
-- What a script reported of a session.
INSERT INTO session_outcome (session, reported, why, at) VALUES (:session, :reported, :why, :at)
ON CONFLICT (session) DO UPDATE SET reported = excluded.reported, why = excluded.why, at = excluded.at

-- name: is_known
-- Whether anything was heard of a session: what it did, where it stood, what it had.
SELECT EXISTS (SELECT 1 FROM session_outcome WHERE session = :session)
  OR EXISTS (SELECT 1 FROM session_point WHERE session = :session) OR EXISTS (SELECT 1 FROM had WHERE session = :session)

-- name: outcomes
-- What is known of sessions since a moment, the oldest first, without those that are quarantined.
SELECT * FROM session_outcome WHERE at >= :since AND session NOT IN (SELECT session FROM quarantine) ORDER BY at, session

-- name: heard
-- When something was last heard of each session since a moment, without those that are quarantined.
SELECT session, max(at) AS at FROM (
  SELECT session, at FROM session_outcome WHERE at >= :since UNION ALL SELECT session, at FROM had WHERE at >= :since)
WHERE session NOT IN (SELECT session FROM quarantine) GROUP BY session ORDER BY 2, session

-- name: points
-- Where sessions stood on each branch.
SELECT session, branch, began_head, began_at, head, at FROM session_point WHERE at >= :since ORDER BY at, session, branch

-- name: forget_outcome
-- How a session ended.
DELETE FROM session_outcome WHERE session = :session

-- name: drop_old_outcomes
-- Keep the newest.
DELETE FROM session_outcome WHERE at < :before
