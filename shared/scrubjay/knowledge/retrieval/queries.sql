-- name: passages_by_words
-- Passages of the scope by their words, best first; filters before the limit, by the index that holds no text.
SELECT f.rowid AS id, bm25(passage_fts, 3.0, 1.0, 2.0) AS score
FROM passage_fts AS f
WHERE passage_fts MATCH :match
  AND EXISTS (SELECT 1 FROM passage AS p INDEXED BY passage_owner
    CROSS JOIN temp.scope AS s ON s.number = :scope AND s.content_id = p.content_id WHERE p.id = f.rowid)
ORDER BY score, f.rowid DESC LIMIT :limit

-- name: passages_of_few_by_words
-- The same of a small scope: its passages are listed, where asking for the content of each that matches costs more.
SELECT f.rowid AS id, bm25(passage_fts, 3.0, 1.0, 2.0) AS score
FROM passage_fts AS f
WHERE passage_fts MATCH :match AND +f.rowid IN (
  SELECT p.id FROM passage AS p WHERE p.content_id IN (SELECT content_id FROM temp.scope WHERE number = :scope))
ORDER BY score, f.rowid DESC LIMIT :limit

-- name: passages_holding
-- Passages of a view's documents, reports of incidents apart, that hold an expression, best first.
SELECT f.rowid AS id, bm25(passage_fts, 3.0, 1.0, 2.0) AS score, p.content_id, p.start_line, p.end_line, p.text
FROM passage_fts AS f CROSS JOIN passage AS p ON p.id = f.rowid
WHERE passage_fts MATCH :match AND p.content_id IN (
  SELECT v.content_id FROM temp.visible AS v WHERE v.view = :view AND v.kind = 'document' AND (v.content_id, v.path)
    NOT IN (SELECT i.content_id, i.path FROM incident AS i WHERE i.record <> ''))
ORDER BY score, f.rowid DESC LIMIT :limit

-- name: paths_of_documents
-- Where a view has some contents as documents, reports of incidents apart.
SELECT v.content_id, min(v.path) FROM temp.visible AS v
WHERE v.view = :view AND v.kind = 'document' AND v.content_id IN (SELECT value FROM json_each(:contents))
  AND NOT EXISTS (
    SELECT 1 FROM incident AS i WHERE i.content_id = v.content_id AND i.path = v.path AND i.record <> '')
GROUP BY v.content_id

-- name: records_by_words
-- Passages of a view's decision records by their words, best first.
SELECT f.rowid AS id, bm25(passage_fts, 3.0, 1.0, 2.0) AS score, (
  SELECT min(d.path) FROM passage AS p JOIN decision AS d ON d.content_id = p.content_id AND d.record <> ''
  JOIN temp.visible AS v ON v.view = :view AND v.kind = 'document' AND v.path = d.path AND v.content_id = d.content_id
  WHERE p.id = f.rowid) AS path
FROM passage_fts AS f
WHERE passage_fts MATCH :match AND +f.rowid IN (
  SELECT p.id FROM decision AS d
  JOIN temp.visible AS v ON v.view = :view AND v.kind = 'document' AND v.path = d.path AND v.content_id = d.content_id
  JOIN passage AS p ON p.content_id = d.content_id WHERE d.record <> '')
ORDER BY score, f.rowid DESC LIMIT :limit

-- name: scope_is_small
-- Whether the scope has at most so many contents.
SELECT count(*) <= :most FROM (SELECT 1 FROM temp.scope WHERE number = :scope LIMIT :most + 1)

-- name: documents_by_words
-- Whole documents of the scope by their words. The plus keeps SQLite from asking the index once for each document.
SELECT f.rowid AS id, bm25(document_fts, 3.0, 1.0, 2.0) AS score
FROM document_fts AS f
WHERE document_fts MATCH :match AND EXISTS (SELECT 1 FROM temp.scope AS s WHERE s.number = :scope AND s.content_id = f.rowid)
ORDER BY score, f.rowid DESC LIMIT :limit

-- name: documents_by_path
-- Documents of the scope by the words of their paths.
SELECT s.content_id AS id, bm25(path_fts) AS score
FROM path_fts AS f CROSS JOIN temp.scope AS s ON s.number = :scope AND s.path_id = f.rowid
WHERE path_fts MATCH :match
ORDER BY score, s.content_id DESC LIMIT :limit

-- name: any_path
-- Whether something of the scope stands at a path: commits have none.
SELECT EXISTS (SELECT 1 FROM temp.scope WHERE number = :scope AND path_id > 0)

-- name: languages
-- Of some names of languages, as documents in them hold these, those that a document holds.
SELECT value FROM json_each(:terms) AS t WHERE EXISTS (SELECT 1 FROM document_fts WHERE document_fts MATCH t.value)

-- name: first_passages_of_paths
-- The first passage of the documents at some paths of the scope.
SELECT p.id, min(p.ordinal) FROM temp.scope AS s JOIN passage AS p ON p.content_id = s.content_id
WHERE s.number = :scope AND s.path IN (SELECT value FROM json_each(:paths)) GROUP BY s.content_id

-- name: paths_of_contents
-- The paths of some contents in the scope.
SELECT content_id, path FROM temp.scope WHERE number = :scope AND content_id IN (SELECT value FROM json_each(:contents))

-- name: contents_of_paths
-- The contents at some paths of the scope, with their titles.
SELECT s.content_id, s.path, c.title FROM temp.scope AS s JOIN content AS c ON c.id = s.content_id
WHERE s.number = :scope AND s.path IN (SELECT value FROM json_each(:paths))

-- name: texts_of_contents
-- The passages of some contents with their texts.
SELECT p.id, p.content_id, p.text, p.heading, p.start_line, p.end_line, p.ordinal FROM passage AS p
WHERE p.content_id IN (SELECT value FROM json_each(:contents)) ORDER BY p.content_id, p.ordinal

-- name: owners
-- The documents of some passages.
SELECT id, content_id FROM passage INDEXED BY passage_owner WHERE id IN (SELECT value FROM json_each(:passages))

-- name: hits
-- What is shown of passages.
SELECT p.id, p.content_id, p.heading, p.start_line, p.end_line, p.text, c.blob, c.title, c.changed_at,
  c.changed_commit, coalesce((SELECT min(s.path) FROM temp.scope AS s WHERE s.number = :scope AND s.content_id = p.content_id),
    (SELECT min(s.path) FROM temp.code AS s WHERE s.number = :scope AND s.content_id = p.content_id),
    (SELECT min(s.path) FROM temp.memories AS s WHERE s.number = :scope AND s.content_id = p.content_id)) AS path,
  c.format
FROM passage AS p JOIN content AS c ON c.id = p.content_id
WHERE p.id IN (SELECT value FROM json_each(:passages))

-- name: set_memories
-- Memories stand in a part of their own.
INSERT OR IGNORE INTO temp.memories (number, content_id, path)
SELECT number, content_id, path FROM temp.scope WHERE number = :scope AND kind = 'memory'

-- name: drop_memories
-- Take them out of the scope.
DELETE FROM temp.scope WHERE number = :scope AND kind = 'memory'

-- name: set_code
-- Code is ranked by itself.
INSERT OR IGNORE INTO temp.code (number, content_id, path_id, path)
SELECT number, content_id, path_id, path FROM temp.scope WHERE number = :scope AND kind = 'code'

-- name: drop_code
-- Take it out of the scope.
DELETE FROM temp.scope WHERE number = :scope AND kind = 'code'

-- name: any_code
-- Whether there is code beside the scope.
SELECT EXISTS (SELECT 1 FROM temp.code WHERE number = :scope)

-- name: code_by_words
-- Definitions by their words, best first: name, signature, comments, body, whole identifiers.
SELECT f.rowid AS id, bm25(code_fts) AS score
FROM code_fts AS f
WHERE code_fts MATCH :match
  AND EXISTS (SELECT 1 FROM passage AS p INDEXED BY passage_owner
    CROSS JOIN temp.code AS s ON s.number = :scope AND s.content_id = p.content_id WHERE p.id = f.rowid)
ORDER BY score, f.rowid DESC LIMIT :limit

-- name: code_with_name
-- Definitions that hold an exact name, best first.
SELECT f.id, p.content_id, p.text, p.heading, c.title, '' AS sha, f.score
FROM (
  SELECT t.rowid AS id, bm25(code_fts) AS score FROM code_fts AS t
  WHERE code_fts MATCH :match
    AND EXISTS (SELECT 1 FROM passage AS o INDEXED BY passage_owner
      CROSS JOIN temp.code AS s ON s.number = :scope AND s.content_id = o.content_id WHERE o.id = t.rowid)
  ORDER BY score, t.rowid DESC LIMIT :limit) AS f
JOIN passage AS p ON p.id = f.id JOIN content AS c ON c.id = p.content_id
ORDER BY f.score, f.id DESC

-- name: code_at_name
-- Source files whose path is or carries an exact name, those first that have nothing before it.
SELECT s.content_id AS id, s.path FROM code_path_fts AS f CROSS JOIN temp.code AS s ON s.number = :scope AND s.path_id = f.rowid
WHERE code_path_fts MATCH :match ORDER BY length(s.path), s.content_id DESC LIMIT :limit

-- name: code_headed
-- The first passages of definitions whose whole path is or ends with a name.
SELECT min(p.id) AS id FROM code_fts AS f JOIN passage AS p ON p.id = f.rowid
WHERE code_fts MATCH :match AND (p.heading = :end OR substr(p.heading, -length(:end) - 1) = '.' || :end)
  AND EXISTS (SELECT 1 FROM temp.code AS s WHERE s.number = :scope AND s.content_id = p.content_id)
GROUP BY p.content_id, p.heading ORDER BY length(p.heading), id LIMIT :limit

-- name: code_at_line
-- The passages of source files at a path, or at one that ends with it or that it ends with, that hold a line.
SELECT p.id FROM temp.code AS s JOIN passage AS p ON p.content_id = s.content_id
WHERE s.number = :scope AND (s.path = :path OR substr(s.path, -length(:path) - 1) = '/' || :path
    OR substr(:path, -length(s.path) - 1) = '/' || s.path)
  AND p.start_line <= :line AND p.end_line >= :line
ORDER BY length(s.path), s.path LIMIT :limit

-- name: heads_of
-- The first passage of each definition that some passages are pieces of.
SELECT min(h.id) AS id FROM passage AS p JOIN passage AS h ON h.content_id = p.content_id AND h.heading = p.heading
WHERE p.heading <> '' AND p.id IN (SELECT value FROM json_each(:passages)) GROUP BY p.content_id, p.heading

-- name: code_holding
-- The definitions that hold a phrase.
SELECT f.rowid FROM code_fts AS f WHERE code_fts MATCH :match
  AND EXISTS (SELECT 1 FROM passage AS p INDEXED BY passage_owner
    CROSS JOIN temp.code AS s ON s.number = :scope AND s.content_id = p.content_id WHERE p.id = f.rowid)

-- name: any_code_holding
-- Whether a definition, or the path of a source file, holds a phrase.
SELECT EXISTS (SELECT 1 FROM code_fts AS f JOIN passage AS p ON p.id = f.rowid
    WHERE code_fts MATCH :match AND EXISTS (SELECT 1 FROM temp.code AS s WHERE s.number = :scope AND s.content_id = p.content_id))
  OR EXISTS (SELECT 1 FROM code_path_fts AS f CROSS JOIN temp.code AS s ON s.number = :scope AND s.path_id = f.rowid WHERE code_path_fts MATCH :match)

-- name: keep_code_holding
-- Keep the code that holds a phrase, in its text or its path.
DELETE FROM temp.code WHERE number = :scope AND path_id NOT IN (SELECT rowid FROM code_path_fts WHERE code_path_fts MATCH :match)
  AND content_id NOT IN (SELECT p.content_id FROM code_fts AS f JOIN passage AS p ON p.id = f.rowid WHERE code_fts MATCH :match)

-- name: memories_by_words
-- Memories that may be shown, by their words, best first.
SELECT f.rowid AS id, bm25(memory_fts, 3.0, 1.0, 2.0) AS score
FROM memory_fts AS f
WHERE memory_fts MATCH :match
  AND EXISTS (SELECT 1 FROM passage AS p INDEXED BY passage_owner
    CROSS JOIN temp.memories AS s ON s.number = :scope AND s.content_id = p.content_id WHERE p.id = f.rowid)
ORDER BY score, f.rowid DESC LIMIT :limit

-- name: newest_memories
-- The first passage of each memory, the newest first.
SELECT p.id FROM temp.memories AS s JOIN content AS c ON c.id = s.content_id
JOIN passage AS p ON p.content_id = s.content_id AND p.ordinal = 0
WHERE s.number = :scope ORDER BY c.changed_at DESC, c.id DESC LIMIT :limit

-- name: grounded_in
-- The memories that may be shown whose grounds stand in some passages, each passage of a memory with each of these.
SELECT DISTINCT p.id AS memory, g.id AS ground
FROM passage AS g JOIN content AS d ON d.id = g.content_id
JOIN citation AS w ON w.blob = d.blob AND w.blob <> '' AND w.status = 'resolved'
  AND w.start_line <= g.end_line AND w.end_line >= g.start_line
JOIN evidence AS e ON e.id = w.evidence JOIN trusted AS m ON m.number = e.memory
JOIN content AS c ON c.blob = m.id AND c.format = 'memory'
CROSS JOIN temp.memories AS s ON s.number = :scope AND s.content_id = c.id JOIN passage AS p ON p.content_id = c.id
WHERE g.id IN (SELECT value FROM json_each(:passages))

-- name: any_memory
-- Whether there is a memory beside the scope.
SELECT EXISTS (SELECT 1 FROM temp.memories WHERE number = :scope)

-- name: any_memory_holding
-- Whether a memory holds a phrase.
SELECT EXISTS (SELECT 1 FROM memory_fts AS f JOIN passage AS p ON p.id = f.rowid
  WHERE memory_fts MATCH :match AND EXISTS (SELECT 1 FROM temp.memories AS s WHERE s.number = :scope AND s.content_id = p.content_id))

-- name: keep_memories_holding
-- Keep memories that hold a phrase.
DELETE FROM temp.memories WHERE number = :scope AND content_id NOT IN (
  SELECT p.content_id FROM memory_fts AS f JOIN passage AS p ON p.id = f.rowid WHERE memory_fts MATCH :match)

-- name: drop_memories_holding
-- Drop memories that hold a phrase.
DELETE FROM temp.memories WHERE number = :scope AND content_id IN (
  SELECT p.content_id FROM memory_fts AS f JOIN passage AS p ON p.id = f.rowid WHERE memory_fts MATCH :match)

-- name: keep_tagged
-- Of the scope only memories that bear one of some tags.
DELETE FROM temp.scope WHERE number = :scope AND content_id NOT IN (
  SELECT c.id FROM content AS c JOIN trusted AS m ON m.id = c.blob
  WHERE c.format = 'memory'
    AND EXISTS (SELECT 1 FROM json_each(m.tags) AS t WHERE t.value IN (SELECT value FROM json_each(:tags))))

-- name: keep_shared
-- Of the scope only memories that a pool shows an agent.
DELETE FROM temp.scope WHERE number = :scope AND content_id NOT IN (
  SELECT c.id FROM trusted_share AS s JOIN trusted AS m ON m.number = s.memory JOIN content AS c ON c.blob = m.id
  WHERE s.pool = :pool AND s.scope <= :most AND (s.scope > 0 OR s.agent = :agent)
    AND c.format = 'memory')

-- name: keep_applying
-- Of the scope only memories that say that they hold in one of some places.
DELETE FROM temp.scope WHERE number = :scope AND content_id NOT IN (
  SELECT c.id FROM content AS c JOIN trusted AS m ON m.id = c.blob
  WHERE c.format = 'memory' AND lower(m.applies) IN (SELECT value FROM json_each(:applies)))

-- name: drop_tagged
-- Drop memories that bear one of some tags.
DELETE FROM temp.scope WHERE number = :scope AND content_id IN (
  SELECT c.id FROM content AS c JOIN trusted AS m ON m.id = c.blob
  WHERE c.format = 'memory'
    AND EXISTS (SELECT 1 FROM json_each(m.tags) AS t WHERE t.value IN (SELECT value FROM json_each(:tags))))

-- name: fill_scope
-- What the view shows, below a path and of some kinds: decisions (a KEP's README too) and incidents are no documents.
INSERT INTO temp.scope (number, content_id, path_id, path, kind)
WITH kep AS (
  SELECT substr(k.path, 1, length(k.path) - 8) || 'README.md' AS path
  FROM temp.visible AS k JOIN decision AS d ON d.content_id = k.content_id AND d.path = k.path
  WHERE :kinds <> '[]' AND k.view = :view AND k.kind = 'document' AND k.path LIKE '%kep.yaml' AND d.record <> '')
SELECT :scope, v.content_id, v.path_id, v.path,
  CASE v.kind WHEN 'faded' THEN 'memory' WHEN 'submodule' THEN 'document' WHEN 'submodule_code' THEN 'code' ELSE v.kind END
FROM temp.visible AS v
WHERE v.view = :view AND v.kind IN (
    SELECT value FROM json_each(:visible_kinds)
    UNION ALL SELECT DISTINCT kind FROM temp.visible WHERE :visible_kinds = '[]' AND view = :view
      AND kind NOT IN (SELECT value FROM json_each(:only_by_name) UNION ALL SELECT 'faded'))
  AND (:inside = '' OR v.kind IN ('document', 'code', 'submodule', 'submodule_code'))
  AND (:prefix = '' OR v.path = :prefix OR substr(v.path, 1, length(:prefix) + 1) = :prefix || '/')
  AND CASE :kinds WHEN '[]' THEN 1 ELSE CASE
    WHEN v.kind = 'document' AND (v.path IN (SELECT path FROM kep) OR EXISTS (
      SELECT 1 FROM decision AS d WHERE d.content_id = v.content_id AND d.path = v.path AND d.record <> ''))
      THEN 'decision'
    WHEN v.kind = 'document' AND EXISTS (
      SELECT 1 FROM incident AS i WHERE i.content_id = v.content_id AND i.path = v.path AND i.record <> '') THEN 'incident'
    WHEN v.kind = 'faded' THEN 'memory'
    ELSE v.kind END IN (SELECT value FROM json_each(:kinds)) END

-- name: paths_of_scope
-- The paths of the scope.
SELECT DISTINCT path FROM temp.scope WHERE number = :scope

-- name: narrow_scope
-- Keep only some paths.
DELETE FROM temp.scope WHERE number = :scope AND path NOT IN (SELECT value FROM json_each(:paths))

-- name: any_in_scope
-- Whether the scope shows anything.
SELECT EXISTS (SELECT 1 FROM temp.scope WHERE number = :scope)

-- name: undated_in_scope
-- How many contents of the scope have no date: neither the record's own nor git's.
SELECT count(*) FROM temp.scope AS s JOIN content AS c ON c.id = s.content_id
LEFT JOIN decision AS d ON d.content_id = s.content_id AND d.path = s.path AND d.record <> ''
LEFT JOIN incident AS i ON i.content_id = s.content_id AND i.path = s.path AND i.record <> ''
WHERE s.number = :scope AND coalesce(nullif(json_extract(d.record, '$.date'), ''), nullif(json_extract(i.record, '$.started'), ''),
  nullif(json_extract(coalesce(d.record, i.record), '$.filed'), ''), c.changed_at) = ''

-- name: narrow_to_dates
-- Keep what is dated between two beginnings of ISO dates: a record by itself or its first commit, the rest by the last.
DELETE FROM temp.scope WHERE number = :scope AND (content_id, path) NOT IN (
  SELECT dated.content_id, dated.path FROM (
    SELECT s.content_id, s.path, coalesce(nullif(json_extract(d.record, '$.date'), ''), nullif(json_extract(i.record, '$.started'), ''),
  nullif(json_extract(coalesce(d.record, i.record), '$.filed'), ''), c.changed_at) AS at
    FROM temp.scope AS s JOIN content AS c ON c.id = s.content_id
    LEFT JOIN decision AS d ON d.content_id = s.content_id AND d.path = s.path AND d.record <> ''
LEFT JOIN incident AS i ON i.content_id = s.content_id AND i.path = s.path AND i.record <> ''
    WHERE s.number = :scope) AS dated
  WHERE dated.at <> '' AND dated.at >= :since
    AND (:until = '' OR substr(dated.at, 1, length(:until)) <= :until))

-- name: any_holding
-- Whether a content of the scope holds a phrase, in its text or its path.
SELECT EXISTS (SELECT 1 FROM document_fts AS f
    WHERE document_fts MATCH :match AND EXISTS (SELECT 1 FROM temp.scope AS s WHERE s.number = :scope AND s.content_id = f.rowid))
  OR EXISTS (SELECT 1 FROM passage_fts AS f JOIN passage AS p ON p.id = f.rowid
    WHERE passage_fts MATCH :match AND EXISTS (SELECT 1 FROM temp.scope AS s WHERE s.number = :scope AND s.content_id = p.content_id))
  OR EXISTS (SELECT 1 FROM path_fts AS f CROSS JOIN temp.scope AS s ON s.number = :scope AND s.path_id = f.rowid WHERE path_fts MATCH :match)

-- name: keep_holding
-- Keep the contents that hold a phrase, in their text or their path.
DELETE FROM temp.scope
WHERE number = :scope AND content_id NOT IN (SELECT rowid FROM document_fts WHERE document_fts MATCH :match)
  AND content_id NOT IN (
    SELECT p.content_id FROM passage_fts AS f JOIN passage AS p ON p.id = f.rowid WHERE passage_fts MATCH :match)
  AND path_id NOT IN (SELECT rowid FROM path_fts WHERE path_fts MATCH :match)

-- name: drop_holding
-- Drop the contents that hold a phrase in their text.
DELETE FROM temp.scope
WHERE number = :scope AND (content_id IN (SELECT rowid FROM document_fts WHERE document_fts MATCH :match)
  OR content_id IN (
    SELECT p.content_id FROM passage_fts AS f JOIN passage AS p ON p.id = f.rowid WHERE passage_fts MATCH :match))

-- name: newest_of_scope
-- The first passage of each content of the scope, the newest first, for a query that is all filters.
SELECT p.id, max(coalesce(nullif(json_extract(d.record, '$.date'), ''), nullif(json_extract(i.record, '$.started'), ''),
  nullif(json_extract(coalesce(d.record, i.record), '$.filed'), ''), c.changed_at)) AS at
FROM (SELECT content_id, path FROM temp.scope WHERE number = :scope
  UNION ALL SELECT content_id, path FROM temp.code WHERE number = :scope) AS s
JOIN content AS c ON c.id = s.content_id JOIN passage AS p ON p.content_id = s.content_id
LEFT JOIN decision AS d ON d.content_id = s.content_id AND d.path = s.path AND d.record <> ''
LEFT JOIN incident AS i ON i.content_id = s.content_id AND i.path = s.path AND i.record <> ''
WHERE p.ordinal = 0 GROUP BY s.content_id ORDER BY at DESC, s.path LIMIT :limit

-- name: passages_with_name
-- Passages of the scope that hold an exact name, best first.
SELECT f.id, p.content_id, p.text, p.heading, c.title, CASE c.format WHEN 'commit' THEN c.blob ELSE '' END AS sha, f.score
FROM (
  SELECT t.rowid AS id, bm25(passage_fts, 3.0, 1.0, 2.0) AS score FROM passage_fts AS t
  WHERE passage_fts MATCH :match
    AND EXISTS (SELECT 1 FROM passage AS o INDEXED BY passage_owner
      CROSS JOIN temp.scope AS s ON s.number = :scope AND s.content_id = o.content_id WHERE o.id = t.rowid)
  ORDER BY score, t.rowid DESC LIMIT :limit) AS f
JOIN passage AS p ON p.id = f.id JOIN content AS c ON c.id = p.content_id
ORDER BY f.score, f.id DESC

-- name: contents_at_name
-- Contents of the scope whose path is or carries an exact name, those first that have nothing before it.
SELECT s.content_id AS id, s.path FROM path_fts AS f CROSS JOIN temp.scope AS s ON s.number = :scope AND s.path_id = f.rowid
WHERE path_fts MATCH :match ORDER BY length(s.path), s.content_id DESC LIMIT :limit

-- name: passages_of_contents
-- The first passages of some contents.
SELECT p.content_id AS content, p.id FROM passage AS p
WHERE p.content_id IN (SELECT value FROM json_each(:contents)) AND p.ordinal < :most
ORDER BY p.content_id, p.ordinal

-- name: texts_of
-- The texts of some passages, with what stands above them.
SELECT p.id, c.title, p.heading, p.text FROM passage AS p JOIN content AS c ON c.id = p.content_id
WHERE p.id IN (SELECT value FROM json_each(:passages))

-- name: places_of
-- Where contents stand among the paths of the scope, when and by whom each was said, its bytes and the next one's.
SELECT s.content_id, s.path, s.number, c.changed_at AS said, c.bytes, coalesce(n.bytes, 0) AS following,
  coalesce((SELECT substr(p.text, 1, instr(p.text, ': ') - 1) FROM passage AS p
    WHERE p.content_id = s.content_id AND p.ordinal = 0 AND instr(p.text, ': ') BETWEEN 2 AND 201), '') AS speaker FROM (
  SELECT content_id, path, -row_number() OVER backwards AS number, lag(content_id) OVER backwards AS next_id
  FROM temp.scope WHERE number = :scope WINDOW backwards AS (ORDER BY path DESC)) AS s
JOIN content AS c ON c.id = s.content_id LEFT JOIN content AS n ON n.id = s.next_id
WHERE s.content_id IN (SELECT value FROM json_each(:contents)) ORDER BY s.number DESC

-- name: places
-- Places in the scope's code that bear a name, with the passage each lies in; `path` ends with the asked one.
SELECT s.role, s.path AS symbol, s.line, s.end_line, v.path, p.id AS passage, p.start_line, p.text
FROM symbol AS s CROSS JOIN temp.code AS v ON v.number = :scope AND v.content_id = s.content_id
JOIN passage AS p ON p.id = (
  SELECT max(q.id) FROM passage AS q
  WHERE q.content_id = s.content_id AND q.start_line <= s.line AND q.end_line >= s.line)
WHERE s.name = :name AND s.role IN (SELECT value FROM json_each(:roles))
  AND (s.role <> 'definition' OR s.path = :path OR substr(s.path, -length(:path) - 1) = '.' || :path)
ORDER BY s.role = 'definition' AND s.path <> :path, v.path, s.line LIMIT :limit

-- name: formats_of_code
-- How many files of each language the scope's code has.
SELECT c.format, count(*) AS files FROM temp.code AS v JOIN content AS c ON c.id = v.content_id
WHERE v.number = :scope GROUP BY c.format ORDER BY c.format

-- name: count_unread_code
-- How many contents of the scope's code weren't read for symbols.
SELECT count(DISTINCT v.content_id) FROM temp.code AS v
WHERE v.number = :scope AND NOT EXISTS (SELECT 1 FROM symbol_reading AS r WHERE r.content_id = v.content_id)

-- name: thread_lengths
-- The tokens of each thread of the scope.
SELECT s.path_id AS thread, sum(p.tokens) AS tokens FROM temp.scope AS s JOIN passage AS p ON p.content_id = s.content_id
WHERE s.number = :scope GROUP BY s.path_id

-- name: count_texts
-- About how many texts there are; ids are never used twice, so it is an upper bound.
SELECT coalesce(max(id), 0) FROM content

-- name: count_holding
-- How many texts hold a word.
SELECT count(*) FROM document_fts WHERE document_fts MATCH :match

-- name: threads_holding
-- The threads of the scope that hold a word, each with how many of its texts do.
SELECT s.path_id AS thread, count(*) AS texts FROM document_fts AS f CROSS JOIN temp.scope AS s ON s.number = :scope AND s.content_id = f.rowid
WHERE document_fts MATCH :match GROUP BY s.path_id

-- name: threads_titled
-- The threads of the scope that hold a word in their titles, which stand beside each of their texts.
SELECT DISTINCT s.path_id AS thread FROM document_fts AS f CROSS JOIN temp.scope AS s ON s.number = :scope AND s.content_id = f.rowid
WHERE document_fts MATCH :match

-- name: threads_of
-- The threads of some passages of the scope.
SELECT p.id, s.path_id AS thread FROM passage AS p INDEXED BY passage_owner
CROSS JOIN temp.scope AS s ON s.number = :scope AND s.content_id = p.content_id WHERE p.id IN (SELECT value FROM json_each(:passages))

-- name: passages_of_threads
-- The first passages of some threads of the scope.
SELECT id, thread FROM (
  SELECT p.id, s.path_id AS thread, row_number() OVER (PARTITION BY s.path_id ORDER BY p.content_id, p.ordinal) AS place
  FROM temp.scope AS s JOIN passage AS p ON p.content_id = s.content_id
  WHERE s.number = :scope AND s.path_id IN (SELECT value FROM json_each(:threads)))
WHERE place <= :most
