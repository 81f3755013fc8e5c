-- name: missing
-- Commits of a list that are not indexed.
SELECT j.value FROM json_each(:shas) AS j
WHERE NOT EXISTS (SELECT 1 FROM content AS c WHERE c.blob = j.value AND c.format = 'commit' AND c.chunker = :chunker)

-- name: fill_visible
-- Show the indexed commits of a list in a view; a commit has no path, its id stands there.
INSERT OR IGNORE INTO temp.visible (view, content_id, path_id, path, kind)
SELECT :view, c.id, 0, c.blob, 'commit' FROM json_each(:shas) AS j
JOIN content AS c ON c.blob = j.value AND c.format = 'commit' AND c.chunker = :chunker

-- name: reverts
-- Messages of a list's commits that say they take another back, in the list's order.
SELECT c.blob AS sha, p.text FROM passage_fts AS f JOIN passage AS p ON p.id = f.rowid
JOIN content AS c ON c.id = p.content_id JOIN json_each(:shas) AS j ON j.value = c.blob
WHERE passage_fts MATCH 'body:"this reverts commit"' AND c.format = 'commit' AND c.chunker = :chunker
ORDER BY j.key, p.ordinal

-- name: dates
-- When some commits were made.
SELECT blob AS sha, changed_at AS at FROM content
WHERE format = 'commit' AND chunker = :chunker AND blob IN (SELECT value FROM json_each(:shas))
