-- name: aging
-- What holds and nothing but its author says, when it was last seen, and what it weighs so far.
SELECT m.number, coalesce(r.weight, 1) AS weight,
  max(m.recorded_at, g.seen,
    coalesce((SELECT max(c.at) FROM trusted_confirmation AS c WHERE c.memory = m.number), '')) AS last_seen
FROM trusted AS m JOIN belief AS b ON b.memory = m.number AND b.retracted_at = '' AND b.status IN ('active', 'faded')
JOIN (SELECT memory, min(earned) AS earned, max(captured_at) AS seen FROM evidence GROUP BY memory) AS g
  ON g.memory = m.number
LEFT JOIN memory_rank AS r ON r.memory = m.number
WHERE m.project = :project AND g.earned = :said
GROUP BY m.number ORDER BY m.number

-- name: put_rank
-- What a memory weighs.
INSERT INTO memory_rank (memory, weight) VALUES (:memory, :weight)
ON CONFLICT (memory) DO UPDATE SET weight = excluded.weight

-- name: drop_ranks
-- What ages no more weighs 1 again.
DELETE FROM memory_rank WHERE memory IN (SELECT m.number FROM memory AS m WHERE m.project = :project)
  AND memory NOT IN (SELECT value FROM json_each(:aging))
