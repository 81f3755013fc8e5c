-- name: spent
-- The tokens used on a day.
SELECT tokens, cost FROM spent WHERE day = :day

-- name: spend
-- Add to the tokens used on a day; negative to give back.
INSERT INTO spent (day, tokens, cost) VALUES (:day, :tokens, :cost)
ON CONFLICT (day) DO UPDATE SET tokens = max(0, tokens + excluded.tokens), cost = max(0, cost + excluded.cost)

-- name: drop_old
-- Delete old days.
DELETE FROM spent WHERE day < :before
