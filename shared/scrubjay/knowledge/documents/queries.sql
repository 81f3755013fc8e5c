-- name: create_view_file
-- The files of a view while they are looked up.
CREATE TEMP TABLE IF NOT EXISTS view_file (path TEXT NOT NULL, blob TEXT NOT NULL, format TEXT NOT NULL)

-- name: clear_view_file
-- Empty the look-up table.
DELETE FROM temp.view_file

-- name: add_view_file
-- One file of the view.
INSERT INTO temp.view_file (path, blob, format) VALUES (:path, :blob, :format)

-- name: fill_visible
-- Resolve files of a view or its submodules to indexed contents; path_id is 0 while the path's words are not indexed.
INSERT OR IGNORE INTO temp.visible (view, content_id, path_id, path, kind)
SELECT :view, c.id, coalesce(p.id, 0), f.path,
  CASE WHEN f.format LIKE 'code:%' THEN iif(:borrowed, 'submodule_code', 'code')
    ELSE iif(:borrowed, 'submodule', 'document') END
FROM temp.view_file AS f
JOIN content AS c ON c.blob = f.blob AND c.format = f.format AND c.chunker = :chunker
LEFT JOIN path AS p ON p.path = f.path

-- name: missing_files
-- Files of the view whose blob is neither indexed nor refused by the policy in force.
SELECT f.path, f.blob, f.format
FROM temp.view_file AS f
WHERE NOT EXISTS (SELECT 1 FROM content AS c WHERE c.blob = f.blob AND c.format = f.format AND c.chunker = :chunker)
  AND NOT EXISTS (SELECT 1 FROM skipped AS s WHERE s.blob = f.blob AND s.format = f.format AND s.policy = :policy)

-- name: missing_paths
-- Paths of the view whose words are not indexed.
SELECT f.path FROM temp.view_file AS f WHERE NOT EXISTS (SELECT 1 FROM path AS p WHERE p.path = f.path)

-- name: add_decision
-- What a decision record says of itself, as JSON; empty for a file that isn't one.
INSERT OR REPLACE INTO decision (content_id, path, record, parser) VALUES (:content, :path, :record, :parser)

-- name: undecided
-- Files of the view that this parser has not read as a record under their path; `says` when they speak of a successor.
SELECT v.path, c.id, c.blob, c.format, EXISTS (
  SELECT 1 FROM passage AS p WHERE p.content_id = c.id AND p.ordinal < 3
    AND (p.text LIKE '%supersed%' OR p.text LIKE '%superced%' OR p.text LIKE '%replaced by%')) AS says
FROM temp.visible AS v
JOIN content AS c ON c.id = v.content_id
WHERE v.view = :view AND v.kind = 'document' AND NOT EXISTS (
  SELECT 1 FROM decision AS d WHERE d.content_id = v.content_id AND d.path = v.path AND d.parser = :parser)

-- name: undated
-- Contents of the view for which nobody has looked up the commit that introduced them.
SELECT DISTINCT c.id, c.blob FROM temp.visible AS v JOIN content AS c ON c.id = v.content_id
WHERE v.view = :view AND v.kind IN ('document', 'code') AND c.changed_commit = ''

-- name: add_ingestion
-- What a run did.
INSERT INTO ingestion (at, worktree, branch, commit_sha, cause, added, passages, skipped, masked, seconds)
VALUES (:at, :worktree, :branch, :commit, :cause, :added, :passages, :skipped, :masked, :seconds)

-- name: add_abbreviation
-- An abbreviation that a content explains.
INSERT OR IGNORE INTO abbreviation (content_id, short, long) VALUES (:content, :short, :long)

-- name: any_abbreviation
-- Whether any content explains one.
SELECT EXISTS (SELECT 1 FROM abbreviation)

-- name: abbreviations
-- What the view's documents say of some abbreviations and long forms; what most of them say first.
SELECT min(a.short) AS short, a.long FROM abbreviation AS a
JOIN temp.visible AS v ON v.content_id = a.content_id AND v.view = :view AND v.kind IN ('document', 'code')
WHERE a.short IN (SELECT value FROM json_each(:shorts)) OR a.long IN (SELECT value FROM json_each(:longs))
GROUP BY a.short, a.long ORDER BY count(*) DESC, a.short, a.long

-- name: count_forms
-- How many documents of the view hold the typed form, and how many the other one alone.
WITH shown AS (SELECT DISTINCT content_id FROM temp.visible WHERE view = :view AND kind IN ('document', 'code'))
SELECT (SELECT count(*) FROM shown WHERE content_id IN (
    SELECT rowid FROM document_fts WHERE document_fts MATCH :typed)) AS typed,
  (SELECT count(*) FROM shown WHERE content_id IN (
    SELECT rowid FROM document_fts WHERE document_fts MATCH :other) AND content_id NOT IN (
    SELECT rowid FROM document_fts WHERE document_fts MATCH :typed)) AS other

-- name: add_masked
-- A line of a content that was masked.
INSERT OR IGNORE INTO masked (content_id, line, rule) VALUES (:content, :line, :rule)

-- name: masked_lines
-- What was masked in a view's documents.
SELECT v.path, c.blob, m.line, m.rule FROM temp.visible AS v
JOIN content AS c ON c.id = v.content_id
JOIN masked AS m ON m.content_id = c.id
WHERE v.view = :view AND v.kind IN ('document', 'code')
ORDER BY v.path, m.line, m.rule

-- name: trim_ingestions
-- Keep the newest 1,000 runs.
DELETE FROM ingestion WHERE id <= (SELECT max(id) FROM ingestion) - 1000

-- name: ingestions
-- The newest runs first.
SELECT * FROM ingestion ORDER BY id DESC LIMIT :limit

-- name: counts
-- What the view holds: documents, passages, masked lines.
SELECT count(*) AS documents, coalesce(sum(c.masked), 0) AS masked,
  coalesce(sum((SELECT count(*) FROM passage AS p WHERE p.content_id = c.id)), 0) AS passages
FROM content AS c WHERE c.id IN (SELECT content_id FROM temp.visible WHERE view = :view AND kind IN ('document', 'code'))

-- name: masked_paths
-- The view's documents with masked lines, in path order, and how many each has.
SELECT v.path, c.masked FROM temp.visible AS v JOIN content AS c ON c.id = v.content_id
WHERE v.view = :view AND v.kind IN ('document', 'code') AND c.masked > 0 ORDER BY v.path

-- name: sections
-- Passages of a view's documents, each with its heading or else its title, the nearest to the top of the tree first.
SELECT coalesce(nullif(p.heading, ''), c.title) AS heading, v.path, p.start_line, p.text FROM temp.visible AS v
JOIN content AS c ON c.id = v.content_id
JOIN passage AS p ON p.content_id = c.id
WHERE v.view = :view AND v.kind = 'document'
ORDER BY length(v.path) - length(replace(v.path, '/', '')), v.path, p.ordinal
LIMIT :limit

-- name: corpora
-- By format, how many passages of the view's documents, and of all that isn't a file, have a vector, and how many there are.
SELECT c.format, count(e.passage_id), count(*) FROM content AS c JOIN passage AS p ON p.content_id = c.id
LEFT JOIN embedding AS e ON e.passage_id = p.id
  AND e.fingerprint_id = (SELECT id FROM fingerprint WHERE key = :fingerprint)
WHERE c.format IN ('memory', 'commit')
  OR c.id IN (SELECT content_id FROM temp.visible WHERE view = :view AND kind = 'document')
GROUP BY c.format

-- name: skipped_files
-- Files of the view that the policy in force refused, with the reason.
SELECT f.path, s.reason, s.bytes FROM temp.view_file AS f
JOIN skipped AS s ON s.blob = f.blob AND s.format = f.format AND s.policy = :policy
ORDER BY f.path

-- name: indexed_paths
-- Paths of the view whose content is indexed, their own words too.
SELECT path FROM temp.visible WHERE view = :view AND kind IN ('document', 'code', 'submodule', 'submodule_code') AND path_id <> 0

-- name: add_limit
-- A content that met a limit: the last line that its passages hold, 0 where they hold all, and what to say of it.
INSERT INTO content_limit (content_id, cut_after, reason) VALUES (:content, :after, :reason)

-- name: limited_files
-- Files of the view that met a limit.
SELECT v.path, l.reason FROM temp.visible AS v JOIN content_limit AS l ON l.content_id = v.content_id
WHERE v.view = :view ORDER BY v.path

-- name: limit_of
-- What limit a content met.
SELECT cut_after, reason FROM content_limit WHERE content_id = :content

-- name: decisions
-- Decision records of the view with their paths, as this parser reads them.
SELECT v.path, c.blob, d.record FROM temp.visible AS v
JOIN decision AS d ON d.content_id = v.content_id AND d.path = v.path AND d.record <> '' AND d.parser = :parser
JOIN content AS c ON c.id = v.content_id
WHERE v.view = :view AND v.kind = 'document' ORDER BY v.path

-- name: undated_records
-- Decisions, and reports with a field of one, that say no day and for which none was looked up in git; guides aren't.
SELECT 'decision' AS record, d.content_id AS content, d.path FROM temp.visible AS v
JOIN decision AS d ON d.content_id = v.content_id AND d.path = v.path AND d.record <> '' AND d.parser = :parser
WHERE v.view = :view AND v.kind = 'document' AND json_extract(nullif(d.record, ''), '$.date') = '' AND json_type(nullif(d.record, ''), '$.filed') IS NULL
UNION ALL
SELECT 'incident' AS record, i.content_id AS content, i.path FROM temp.visible AS v
JOIN incident AS i ON i.content_id = v.content_id AND i.path = v.path AND i.record <> '' AND i.parser = :parser
WHERE v.view = :view AND v.kind = 'document' AND json_extract(nullif(i.record, ''), '$.started') = '' AND json_type(nullif(i.record, ''), '$.filed') IS NULL
  AND json_extract(nullif(i.record, ''), '$.severity') || json_extract(nullif(i.record, ''), '$.resolved')
    || json_extract(nullif(i.record, ''), '$.status') || (json_extract(nullif(i.record, ''), '$.services') <> '[]') <> '0'

-- name: file_decision
-- Since when git has the file of a decision; empty where it can't say.
UPDATE decision SET record = json_set(record, '$.filed', :day)
WHERE content_id = :content AND path = :path AND record <> ''

-- name: file_incident
-- Since when git has the file of a report; empty where it can't say.
UPDATE incident SET record = json_set(record, '$.filed', :day)
WHERE content_id = :content AND path = :path AND record <> ''

-- name: mark_historic
-- A content that was indexed for a question about the past.
INSERT OR IGNORE INTO historic (content_id)
SELECT id FROM content WHERE blob = :blob AND format = :format AND chunker = :chunker

-- name: claim_historic
-- What HEAD shows is of today, whatever it was indexed for.
DELETE FROM historic WHERE content_id IN (SELECT content_id FROM temp.visible WHERE view = :view)

-- name: historic
-- Contents that were indexed for a question about the past.
SELECT c.id, c.blob FROM historic AS h JOIN content AS c ON c.id = h.content_id

-- name: renamed
-- Paths that records name and that were looked for in the history, with what they are called now.
SELECT path, now, checked FROM renamed

-- name: add_renamed
-- Where a path has moved to, up to a commit.
INSERT OR REPLACE INTO renamed (path, now, checked) VALUES (:path, :now, :checked)

-- name: unsearchable
-- Passages and documents of the view that lack their full-text row.
SELECT v.path FROM temp.visible AS v
WHERE v.view = :view AND (v.kind IN ('document', 'submodule') AND (
  NOT EXISTS (SELECT 1 FROM document_fts AS d WHERE d.rowid = v.content_id)
  OR EXISTS (SELECT 1 FROM passage AS p WHERE p.content_id = v.content_id
             AND NOT EXISTS (SELECT 1 FROM passage_fts AS t WHERE t.rowid = p.id)))
  OR v.kind IN ('code', 'submodule_code') AND EXISTS (SELECT 1 FROM passage AS p WHERE p.content_id = v.content_id
             AND NOT EXISTS (SELECT 1 FROM code_fts AS t WHERE t.rowid = p.id)))
ORDER BY v.path

-- name: unread_reports
-- Documents of the view that this parser has not looked at as an incident report; `says` when front matter speaks of one.
SELECT v.path, c.id, c.blob, coalesce((
  SELECT p.text LIKE '---%' AND (p.text LIKE '%incident%' OR p.text LIKE '%mortem%' OR p.text LIKE '%runbook%'
    OR p.text LIKE '%outage%' OR p.text LIKE '%rca%')
  FROM passage AS p WHERE p.content_id = c.id AND p.ordinal = 0), 0) AS says FROM temp.visible AS v JOIN content AS c ON c.id = v.content_id
WHERE v.view = :view AND v.kind = 'document' AND NOT EXISTS (
  SELECT 1 FROM incident AS i WHERE i.content_id = v.content_id AND i.path = v.path AND i.parser = :parser)

-- name: add_incident
-- What an incident report says of itself, as JSON; empty for a file that isn't one.
INSERT OR REPLACE INTO incident (content_id, path, record, parser) VALUES (:content, :path, :record, :parser)

-- name: incidents
-- Incident reports of the view with their paths, as this parser reads them.
SELECT v.path, i.record FROM temp.visible AS v
JOIN incident AS i ON i.content_id = v.content_id AND i.path = v.path AND i.record <> '' AND i.parser = :parser
WHERE v.view = :view AND v.kind = 'document' ORDER BY v.path

-- name: symbols
-- Definitions in the view's code whose path of names is or ends with a name.
SELECT p.heading AS symbol, v.path, c.blob, min(p.start_line) AS first, max(p.end_line) AS last
FROM temp.visible AS v JOIN content AS c ON c.id = v.content_id JOIN passage AS p ON p.content_id = v.content_id
WHERE v.view = :view AND v.kind = 'code'
  AND (p.heading = :name OR substr(p.heading, -length(:name) - 1) = '.' || :name)
GROUP BY v.path, p.heading ORDER BY p.heading <> :name, v.path, first LIMIT :limit

-- name: unread_symbols
-- Code of the view that this version has not read for symbols; one row for each content.
SELECT c.id, c.blob, c.format FROM temp.visible AS v JOIN content AS c ON c.id = v.content_id
WHERE v.view = :view AND v.kind = 'code' AND NOT EXISTS (
  SELECT 1 FROM symbol_reading AS r WHERE r.content_id = c.id AND r.reader = :reader)
GROUP BY c.id

-- name: clear_symbols
-- Forget what a content's symbols were.
DELETE FROM symbol WHERE content_id = :content

-- name: add_symbol
-- A name in a content. The condition leaves out contents that went away in the meantime.
INSERT OR IGNORE INTO symbol (content_id, name, role, line, end_line, path)
SELECT c.id, :name, :role, :line, :end_line, :path FROM content AS c WHERE c.id = :content

-- name: add_symbol_reading
-- A content was read for symbols.
INSERT OR REPLACE INTO symbol_reading (content_id, reader) SELECT c.id, :reader FROM content AS c WHERE c.id = :content
