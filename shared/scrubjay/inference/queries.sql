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

-- name: refused_sources
-- Those whose vectors this home takes no more, the latest first.
SELECT name, reason, at FROM refused_source ORDER BY at DESC, name

-- name: refuse_source
-- Take no more vectors of somebody.
INSERT INTO refused_source (name, reason, at) VALUES (:name, :reason, :at)
ON CONFLICT (name) DO UPDATE SET reason = excluded.reason, at = excluded.at

-- name: accept_source
-- Ask somebody again.
DELETE FROM refused_source WHERE name = :name

-- name: accept_sources
-- Ask everybody again.
DELETE FROM refused_source
