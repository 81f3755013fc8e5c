-- name: read_to
-- The last turn that a reader has read; of the reader of one session's transcript the bytes.
SELECT turn FROM extracted WHERE reader = :reader

-- name: put_read_to
-- Note how far a reader has read.
INSERT INTO extracted (reader, turn) VALUES (:reader, :turn)
ON CONFLICT (reader) DO UPDATE SET turn = max(turn, excluded.turn)

-- name: sessions_in
-- The sessions that worked in a worktree and have a transcript, the last first.
SELECT session FROM session_point WHERE worktree = :worktree AND transcript <> ''
GROUP BY session ORDER BY max(at) DESC, session
