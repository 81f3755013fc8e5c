-- name: read_to
-- The last turn that a reader has read.
SELECT turn FROM extracted WHERE reader = :reader

-- name: put_read_to
-- Note how far a reader has read.
INSERT INTO extracted (reader, turn) VALUES (:reader, :turn)
ON CONFLICT (reader) DO UPDATE SET turn = max(turn, excluded.turn)
