-- name: spent
-- What a day has taken.
SELECT tokens, cost FROM spent WHERE day = :day

-- name: spend
-- Add to what a day has taken, or give back.
INSERT INTO spent (day, tokens, cost) VALUES (:day, :tokens, :cost)
ON CONFLICT (day) DO UPDATE SET tokens = max(0, tokens + excluded.tokens), cost = max(0, cost + excluded.cost)

-- name: drop_old
-- Forget days long past.
DELETE FROM spent WHERE day < :before
