-- name: unread
-- Documents of a view that this reader hasn't looked at for a mark; one row a content, with whether it may hold one.
SELECT c.id, c.blob, max(p.text LIKE '%Memory-Id:%' OR (p.ordinal = 0 AND p.text LIKE '---%id:%')) AS maybe
FROM temp.visible AS v JOIN content AS c ON c.id = v.content_id LEFT JOIN passage AS p ON p.content_id = c.id
WHERE v.view = :view AND v.kind = 'document' AND NOT EXISTS (
  SELECT 1 FROM published_mark AS m WHERE m.content_id = c.id AND m.reader = :reader)
GROUP BY c.id

-- name: add_mark
-- Which memory a content names, and how much of it it says. The condition leaves out contents that went away meanwhile.
INSERT OR REPLACE INTO published_mark (content_id, memory, agreement, reader)
SELECT c.id, :memory, :agreement, :reader FROM content AS c WHERE c.id = :content

-- name: unjudged
-- Contents that name a memory which this home lacked when they were read.
SELECT m.content_id, c.blob, m.memory FROM published_mark AS m JOIN content AS c ON c.id = m.content_id
WHERE m.memory <> '' AND m.agreement IS NULL LIMIT :limit

-- name: any_mark
-- Whether any document names a memory.
SELECT EXISTS (SELECT 1 FROM published_mark WHERE memory <> '')

-- name: marks
-- Every document that names a memory of this home.
SELECT m.memory, c.blob, m.agreement FROM published_mark AS m JOIN content AS c ON c.id = m.content_id
WHERE m.memory <> '' AND m.agreement IS NOT NULL ORDER BY m.memory, c.blob

-- name: claims_to_compare
-- What some memories say, quarantined ones included: a document hides them as well.
SELECT id, content FROM memory WHERE id IN (SELECT value FROM json_each(:ids)) AND content <> ''

-- name: named_here
-- Of some memories those that may be named in an answer, with what took the place of each in the end.
WITH RECURSIVE chain (older, number) AS (
  SELECT m.number, r.newer FROM trusted AS m JOIN replacement AS r ON r.older = m.number
  WHERE m.id IN (SELECT value FROM json_each(:ids))
  UNION SELECT chain.older, r.newer FROM chain JOIN replacement AS r ON r.older = chain.number)
SELECT m.id, b.status, coalesce((SELECT n.id FROM chain JOIN trusted AS n ON n.number = chain.number
  JOIN belief AS nb ON nb.memory = n.number AND nb.retracted_at = '' AND nb.status = 'active'
  WHERE chain.older = m.number ORDER BY n.number DESC LIMIT 1), '') AS newer
FROM trusted AS m JOIN belief AS b ON b.memory = m.number AND b.retracted_at = ''
WHERE m.id IN (SELECT value FROM json_each(:ids))

-- name: indexed
-- Of some blobs those that are indexed.
SELECT DISTINCT blob FROM content WHERE blob IN (SELECT value FROM json_each(:blobs))
