-- name: changed
-- Memories whose present belief came after some other, in the order of these beliefs.
SELECT b.id AS position, m.id, m.kind, m.content, m.recorded_at, m.scope, m.author, m.tags, m.applies, b.status,
  b.valid_until
FROM belief AS b JOIN trusted AS m ON m.number = b.memory
WHERE b.id > :after AND b.retracted_at = '' AND m.project = :project AND b.status <> 'held'
ORDER BY b.id LIMIT :limit
