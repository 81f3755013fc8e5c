-- name: passages_by_words
-- Passages of the scope by their words, best first; filters before the limit, by the index that holds no text.
SELECT f.rowid AS id, bm25(passage_fts, 3.0, 1.0, 2.0) AS score
FROM passage_fts AS f
WHERE passage_fts MATCH :match
  AND (SELECT p.content_id FROM passage AS p INDEXED BY passage_owner WHERE p.id = f.rowid)
    IN (SELECT content_id FROM temp.scope)
ORDER BY score, f.rowid DESC LIMIT :limit

-- name: passages_of_few_by_words
-- The same of a small scope: its passages are listed, where asking for the content of each that matches costs more.
SELECT f.rowid AS id, bm25(passage_fts, 3.0, 1.0, 2.0) AS score
FROM passage_fts AS f
WHERE passage_fts MATCH :match AND +f.rowid IN (
  SELECT p.id FROM passage AS p WHERE p.content_id IN (SELECT content_id FROM temp.scope))
ORDER BY score, f.rowid DESC LIMIT :limit

-- name: scope_is_small
-- Whether the scope has at most so many contents.
SELECT count(*) <= :most FROM (SELECT 1 FROM temp.scope LIMIT :most + 1)

-- name: documents_by_words
-- Whole documents of the scope by their words. The plus keeps SQLite from asking the index once for each document.
SELECT f.rowid AS id, bm25(document_fts, 3.0, 1.0, 2.0) AS score
FROM document_fts AS f
WHERE document_fts MATCH :match AND +f.rowid IN (SELECT content_id FROM temp.scope)
ORDER BY score, f.rowid DESC LIMIT :limit

-- name: documents_by_path
-- Documents of the scope by the words of their paths.
SELECT s.content_id AS id, bm25(path_fts) AS score
FROM path_fts AS f JOIN temp.scope AS s ON s.path_id = f.rowid
WHERE path_fts MATCH :match
ORDER BY score, s.content_id DESC LIMIT :limit

-- name: count_passages
-- About how many passages there are; ids are never used twice, so it is an upper bound.
SELECT coalesce(max(id), 0) FROM passage

-- name: count_word
-- How many passages hold a word; reading its list costs a tenth of ranking it.
SELECT count(*) FROM passage_fts WHERE passage_fts MATCH :match

-- name: first_passages
-- The first passage of some documents.
SELECT id, content_id, min(ordinal) FROM passage WHERE content_id IN (SELECT value FROM json_each(:contents))
GROUP BY content_id

-- name: first_passages_of_paths
-- The first passage of the documents at some paths of the scope.
SELECT p.id, min(p.ordinal) FROM temp.scope AS s JOIN passage AS p ON p.content_id = s.content_id
WHERE s.path IN (SELECT value FROM json_each(:paths)) GROUP BY s.content_id

-- name: owners
-- The documents of some passages.
SELECT id, content_id FROM passage INDEXED BY passage_owner WHERE id IN (SELECT value FROM json_each(:passages))

-- name: hits
-- What is shown of passages.
SELECT p.id, p.content_id, p.heading, p.start_line, p.end_line, p.text, c.blob, c.title, c.changed_at,
  c.changed_commit, coalesce((SELECT min(s.path) FROM temp.scope AS s WHERE s.content_id = p.content_id),
    (SELECT min(s.path) FROM temp.apart AS s WHERE s.content_id = p.content_id)) AS path,
  CASE WHEN c.format IN ('memory', 'unconfirmed') THEN 'memory' WHEN c.format = 'commit' THEN c.format WHEN c.format LIKE 'code:%' THEN 'code' ELSE 'document' END AS kind
FROM passage AS p JOIN content AS c ON c.id = p.content_id
WHERE p.id IN (SELECT value FROM json_each(:passages))

-- name: create_scope
-- The contents that one search may return, on this connection only.
CREATE TEMP TABLE IF NOT EXISTS scope (
  content_id INTEGER NOT NULL, path_id INTEGER NOT NULL, path TEXT NOT NULL, kind TEXT NOT NULL,
  PRIMARY KEY (content_id, path)
) WITHOUT ROWID

-- name: index_scope
-- By it paths that were found are looked up; without it each search makes an index of its own.
CREATE INDEX IF NOT EXISTS temp.scope_path ON scope (path_id)

-- name: create_apart
-- What was in the scope and is answered apart from it: memories that nothing but an agent's word stands behind.
CREATE TEMP TABLE IF NOT EXISTS apart (content_id INTEGER PRIMARY KEY, path TEXT NOT NULL)

-- name: clear_scope
-- Empty it.
DELETE FROM temp.scope

-- name: clear_apart
-- Empty what is answered apart.
DELETE FROM temp.apart

-- name: any_unconfirmed
-- Whether the scope holds such memories.
SELECT EXISTS (SELECT 1 FROM temp.scope WHERE kind = 'unconfirmed')

-- name: set_apart
-- Keep them apart.
INSERT OR IGNORE INTO temp.apart (content_id, path) SELECT content_id, path FROM temp.scope
WHERE kind = 'unconfirmed' OR path IN (SELECT 'memory:' || value FROM json_each(:fallen))

-- name: drop_apart
-- Take them out of the scope.
DELETE FROM temp.scope WHERE content_id IN (SELECT content_id FROM temp.apart)

-- name: contents_apart
-- The contents that are answered apart.
SELECT content_id FROM temp.apart

-- name: apart_by_words
-- What is answered apart, by its words, best first: looked up in its own index; what fell, where it was filed before.
SELECT f.rowid AS id, bm25(unconfirmed_fts, 3.0, 1.0, 2.0) AS score
FROM unconfirmed_fts AS f
WHERE unconfirmed_fts MATCH :match
  AND (SELECT p.content_id FROM passage AS p INDEXED BY passage_owner WHERE p.id = f.rowid)
    IN (SELECT content_id FROM temp.apart)
UNION ALL
SELECT f.rowid, bm25(passage_fts, 3.0, 1.0, 2.0)
FROM passage_fts AS f
WHERE passage_fts MATCH :match AND +f.rowid IN (
  SELECT p.id FROM temp.apart AS a JOIN content AS c ON c.id = a.content_id AND c.format = 'memory'
  JOIN passage AS p ON p.content_id = c.id)
ORDER BY score, id DESC LIMIT :limit

-- name: unconfirmed_by_words
-- The same of those that stand in the scope among others.
SELECT f.rowid AS id, bm25(unconfirmed_fts, 3.0, 1.0, 2.0) AS score
FROM unconfirmed_fts AS f
WHERE unconfirmed_fts MATCH :match AND +f.rowid IN (
  SELECT p.id FROM passage AS p WHERE p.content_id IN (SELECT content_id FROM temp.scope WHERE kind = 'unconfirmed'))
ORDER BY score, f.rowid DESC LIMIT :limit

-- name: count_unconfirmed_word
-- How many passages of unconfirmed memories hold a word.
SELECT count(*) FROM unconfirmed_fts WHERE unconfirmed_fts MATCH :match

-- name: any_unconfirmed_holding
-- Whether an unconfirmed memory of the scope holds a phrase.
SELECT EXISTS (SELECT 1 FROM unconfirmed_fts AS f JOIN passage AS p ON p.id = f.rowid
  WHERE unconfirmed_fts MATCH :match AND p.content_id IN (SELECT content_id FROM temp.scope))

-- name: keep_unconfirmed_holding
-- Keep unconfirmed memories that hold a phrase.
DELETE FROM temp.scope WHERE kind = 'unconfirmed' AND content_id NOT IN (
  SELECT p.content_id FROM unconfirmed_fts AS f JOIN passage AS p ON p.id = f.rowid WHERE unconfirmed_fts MATCH :match)

-- name: drop_unconfirmed_holding
-- Drop unconfirmed memories that hold a phrase.
DELETE FROM temp.scope WHERE kind = 'unconfirmed' AND content_id IN (
  SELECT p.content_id FROM unconfirmed_fts AS f JOIN passage AS p ON p.id = f.rowid WHERE unconfirmed_fts MATCH :match)

-- name: keep_tagged
-- Of the scope only memories that bear one of some tags.
DELETE FROM temp.scope WHERE content_id NOT IN (
  SELECT c.id FROM content AS c JOIN memory AS m ON m.id = c.blob
  WHERE c.format IN ('memory', 'unconfirmed')
    AND EXISTS (SELECT 1 FROM json_each(m.tags) AS t WHERE t.value IN (SELECT value FROM json_each(:tags))))

-- name: keep_applying
-- Of the scope only memories that say that they hold in one of some places.
DELETE FROM temp.scope WHERE content_id NOT IN (
  SELECT c.id FROM content AS c JOIN memory AS m ON m.id = c.blob
  WHERE c.format IN ('memory', 'unconfirmed') AND lower(m.applies) IN (SELECT value FROM json_each(:applies)))

-- name: drop_tagged
-- Drop memories that bear one of some tags.
DELETE FROM temp.scope WHERE content_id IN (
  SELECT c.id FROM content AS c JOIN memory AS m ON m.id = c.blob
  WHERE c.format IN ('memory', 'unconfirmed')
    AND EXISTS (SELECT 1 FROM json_each(m.tags) AS t WHERE t.value IN (SELECT value FROM json_each(:tags))))

-- name: fill_scope
-- What the view shows, below a path and of some kinds: decisions (a KEP's README too) and incidents are no documents.
INSERT INTO temp.scope (content_id, path_id, path, kind)
WITH kep AS (
  SELECT substr(k.path, 1, length(k.path) - 8) || 'README.md' AS path
  FROM temp.visible AS k JOIN decision AS d ON d.content_id = k.content_id AND d.path = k.path
  WHERE :kinds <> '[]' AND k.view = :view AND k.kind = 'document' AND k.path LIKE '%kep.yaml' AND d.record <> '')
SELECT v.content_id, v.path_id, v.path,
  CASE v.kind WHEN 'faded' THEN (SELECT c.format FROM content AS c WHERE c.id = v.content_id) ELSE v.kind END
FROM temp.visible AS v
WHERE v.view = :view AND v.kind IN (
    SELECT value FROM json_each(:shelves)
    UNION ALL SELECT DISTINCT kind FROM temp.visible WHERE :shelves = '[]' AND view = :view AND kind NOT IN ('commit', 'faded'))
  AND (:inside = '' OR v.kind IN ('document', 'code'))
  AND (:prefix = '' OR v.path = :prefix OR substr(v.path, 1, length(:prefix) + 1) = :prefix || '/')
  AND CASE :kinds WHEN '[]' THEN 1 ELSE CASE
    WHEN v.kind = 'document' AND (v.path IN (SELECT path FROM kep) OR EXISTS (
      SELECT 1 FROM decision AS d WHERE d.content_id = v.content_id AND d.path = v.path AND d.record <> ''))
      THEN 'decision'
    WHEN v.kind = 'unconfirmed' THEN 'memory'
    WHEN v.kind = 'document' AND EXISTS (
      SELECT 1 FROM incident AS i WHERE i.content_id = v.content_id AND i.path = v.path AND i.record <> '') THEN 'incident'
    WHEN v.kind IN ('unconfirmed', 'faded') THEN 'memory'
    ELSE v.kind END IN (SELECT value FROM json_each(:kinds)) END

-- name: paths_of_scope
-- The paths of the scope.
SELECT DISTINCT path FROM temp.scope

-- name: narrow_scope
-- Keep only some paths.
DELETE FROM temp.scope WHERE path NOT IN (SELECT value FROM json_each(:paths))

-- name: any_in_scope
-- Whether the scope shows anything.
SELECT EXISTS (SELECT 1 FROM temp.scope)

-- name: undated_in_scope
-- How many contents of the scope have no date: neither the record's own nor that of a commit.
SELECT count(*) FROM temp.scope AS s JOIN content AS c ON c.id = s.content_id
LEFT JOIN decision AS d ON d.content_id = s.content_id AND d.path = s.path AND d.record <> ''
WHERE coalesce(nullif(json_extract(d.record, '$.date'), ''), c.changed_at) = ''

-- name: narrow_to_dates
-- Keep what is dated between two beginnings of ISO dates: by the record's own date, else by its commit's.
DELETE FROM temp.scope WHERE (content_id, path) NOT IN (
  SELECT dated.content_id, dated.path FROM (
    SELECT s.content_id, s.path, coalesce(nullif(json_extract(d.record, '$.date'), ''), c.changed_at) AS at
    FROM temp.scope AS s JOIN content AS c ON c.id = s.content_id
    LEFT JOIN decision AS d ON d.content_id = s.content_id AND d.path = s.path AND d.record <> '') AS dated
  WHERE dated.at <> '' AND dated.at >= :since
    AND (:until = '' OR substr(dated.at, 1, length(:until)) <= :until))

-- name: any_holding
-- Whether a content of the scope holds a phrase, in its text or its path.
SELECT EXISTS (SELECT 1 FROM document_fts AS f
    WHERE document_fts MATCH :match AND +f.rowid IN (SELECT content_id FROM temp.scope))
  OR EXISTS (SELECT 1 FROM passage_fts AS f JOIN passage AS p ON p.id = f.rowid
    WHERE passage_fts MATCH :match AND p.content_id IN (SELECT content_id FROM temp.scope))
  OR EXISTS (SELECT 1 FROM path_fts AS f JOIN temp.scope AS s ON s.path_id = f.rowid WHERE path_fts MATCH :match)

-- name: keep_holding
-- Keep the contents that hold a phrase, in their text or their path.
DELETE FROM temp.scope
WHERE kind <> 'unconfirmed' AND content_id NOT IN (SELECT rowid FROM document_fts WHERE document_fts MATCH :match)
  AND content_id NOT IN (
    SELECT p.content_id FROM passage_fts AS f JOIN passage AS p ON p.id = f.rowid WHERE passage_fts MATCH :match)
  AND path_id NOT IN (SELECT rowid FROM path_fts WHERE path_fts MATCH :match)

-- name: drop_holding
-- Drop the contents that hold a phrase in their text.
DELETE FROM temp.scope
WHERE content_id IN (SELECT rowid FROM document_fts WHERE document_fts MATCH :match)
  OR content_id IN (
    SELECT p.content_id FROM passage_fts AS f JOIN passage AS p ON p.id = f.rowid WHERE passage_fts MATCH :match)

-- name: newest_of_scope
-- The first passage of each content of the scope, the newest first, for a query that is all filters.
SELECT p.id, max(coalesce(nullif(json_extract(d.record, '$.date'), ''), c.changed_at)) AS at
FROM temp.scope AS s JOIN content AS c ON c.id = s.content_id JOIN passage AS p ON p.content_id = s.content_id
LEFT JOIN decision AS d ON d.content_id = s.content_id AND d.path = s.path AND d.record <> ''
WHERE p.ordinal = 0 GROUP BY s.content_id ORDER BY at DESC, s.path LIMIT :limit

-- name: passages_with_name
-- Passages of the scope that hold an exact name, best first.
SELECT f.id, p.content_id, p.text, c.title, CASE c.format WHEN 'commit' THEN c.blob ELSE '' END AS sha, f.score
FROM (
  SELECT t.rowid AS id, bm25(passage_fts, 3.0, 1.0, 2.0) AS score FROM passage_fts AS t
  WHERE passage_fts MATCH :match
    AND (SELECT o.content_id FROM passage AS o INDEXED BY passage_owner WHERE o.id = t.rowid)
      IN (SELECT content_id FROM temp.scope)
  ORDER BY score, t.rowid DESC LIMIT :limit) AS f
JOIN passage AS p ON p.id = f.id JOIN content AS c ON c.id = p.content_id
ORDER BY f.score, f.id DESC

-- name: contents_at_name
-- Contents of the scope whose path is or carries an exact name.
SELECT s.content_id AS id FROM path_fts AS f JOIN temp.scope AS s ON s.path_id = f.rowid
WHERE path_fts MATCH :match ORDER BY s.content_id DESC LIMIT :limit

-- name: share_embedded
-- Passages of the scope, and how many of them have a vector of this embedder.
SELECT count(*) AS passages, count(e.passage_id) AS embedded FROM passage AS p
LEFT JOIN embedding AS e ON e.passage_id = p.id AND e.fingerprint_id = :fingerprint
WHERE p.content_id IN (SELECT content_id FROM temp.scope)

-- name: find_fingerprint
-- The number of an embedder.
SELECT id FROM fingerprint WHERE key = :key

-- name: add_fingerprint
-- An embedder that wasn't seen before.
INSERT INTO fingerprint (key, dim, spec) VALUES (:key, :dim, :spec) ON CONFLICT DO NOTHING

-- name: pending
-- Passages without a vector of this embedder: newest documents first, and commits, which few ask for, last.
SELECT p.id, c.title, p.heading, p.text FROM passage AS p JOIN content AS c ON c.id = p.content_id
WHERE NOT EXISTS (
  SELECT 1 FROM embedding AS e WHERE e.passage_id = p.id AND e.fingerprint_id = :fingerprint)
ORDER BY c.format = 'commit', p.id DESC LIMIT :limit

-- name: pending_of
-- Passages of one content without a vector of this embedder.
SELECT p.id, c.title, p.heading, p.text FROM content AS c JOIN passage AS p ON p.content_id = c.id
WHERE c.blob = :blob AND NOT EXISTS (
  SELECT 1 FROM embedding AS e WHERE e.passage_id = p.id AND e.fingerprint_id = :fingerprint)
ORDER BY p.id

-- name: embedding_progress
-- How many passages the database holds, and how many have a vector of this embedder.
SELECT (SELECT count(*) FROM passage) AS passages,
  (SELECT count(*) FROM embedding WHERE fingerprint_id = :fingerprint) AS embedded

-- name: add_embedding
-- A passage's vector; a passage that went away in the meantime gets none.
INSERT OR REPLACE INTO embedding (fingerprint_id, passage_id, vector)
SELECT :fingerprint, p.id, :vector FROM passage AS p WHERE p.id = :passage

-- name: vectors
-- The vectors of the scope.
SELECT e.passage_id AS id, e.vector FROM embedding AS e JOIN passage AS p ON p.id = e.passage_id
WHERE e.fingerprint_id = :fingerprint AND p.content_id IN (SELECT content_id FROM temp.scope)
ORDER BY e.passage_id

-- name: vectors_of_contents
-- The vectors of some contents.
SELECT e.passage_id AS id, e.vector FROM embedding AS e JOIN passage AS p ON p.id = e.passage_id
WHERE e.fingerprint_id = :fingerprint AND p.content_id IN (SELECT value FROM json_each(:contents))
ORDER BY e.passage_id

-- name: citing
-- The memories of the scope that rest on some of its files, by their first passage, with the words that they rest on.
SELECT p.id, x.path, x.words FROM citation AS x
JOIN evidence AS e ON e.id = x.evidence JOIN memory AS m ON m.number = e.memory
JOIN content AS c ON c.blob = m.id JOIN temp.scope AS s ON s.content_id = c.id
JOIN passage AS p ON p.content_id = c.id AND p.ordinal = 0
WHERE x.path IN (SELECT value FROM json_each(:paths)) AND x.words <> ''
  AND x.relation IN ('says the same', 'speaks of it')

-- name: any_without_vector
-- Whether one of some contents has no vector.
SELECT EXISTS (SELECT 1 FROM json_each(:contents) AS c WHERE NOT EXISTS (
  SELECT 1 FROM passage AS p JOIN embedding AS e ON e.passage_id = p.id AND e.fingerprint_id = :fingerprint
  WHERE p.content_id = c.value))

-- name: vectors_of
-- The vectors of some passages.
SELECT e.passage_id AS id, e.vector FROM embedding AS e
WHERE e.fingerprint_id = :fingerprint AND e.passage_id IN (SELECT value FROM json_each(:passages))

-- name: add_states
-- A passage's token states; a passage that went away in the meantime gets none.
INSERT OR REPLACE INTO token_states (fingerprint_id, passage_id, states)
SELECT :fingerprint, p.id, :states FROM passage AS p WHERE p.id = :passage

-- name: count_states
-- How many passages have token states of an embedder.
SELECT count(*) FROM token_states WHERE fingerprint_id = :fingerprint

-- name: trim_states
-- Take the states of the least central, then oldest passages. Central are decisions and the beginnings of documents.
DELETE FROM token_states WHERE fingerprint_id = :fingerprint AND passage_id IN (
  SELECT t.passage_id FROM token_states AS t JOIN passage AS p ON p.id = t.passage_id
  WHERE t.fingerprint_id = :fingerprint
  ORDER BY p.ordinal = 0 OR p.content_id IN (SELECT content_id FROM decision WHERE record <> ''), p.id
  LIMIT :surplus)

-- name: states_of
-- The token states of some passages.
SELECT passage_id AS id, states FROM token_states
WHERE fingerprint_id = :fingerprint AND passage_id IN (SELECT value FROM json_each(:passages))

-- name: known_embedders
-- The embedders that have vectors, with their number and size.
SELECT f.key, f.dim, f.spec, count(e.passage_id) AS vectors, coalesce(sum(length(e.vector)), 0)
  + (SELECT coalesce(sum(length(t.states)), 0) FROM token_states AS t WHERE t.fingerprint_id = f.id) AS bytes
FROM fingerprint AS f LEFT JOIN embedding AS e ON e.fingerprint_id = f.id
GROUP BY f.id ORDER BY f.id

-- name: drop_fingerprint
-- Forget an embedder with all that it made.
DELETE FROM fingerprint WHERE key = :key

-- name: passages_of_contents
-- Of some contents the first passages, and those that are named.
SELECT p.content_id AS content, p.id FROM passage AS p
WHERE p.content_id IN (SELECT value FROM json_each(:contents))
  AND (p.ordinal < :most OR p.id IN (SELECT value FROM json_each(:passages)))
ORDER BY p.content_id, p.ordinal

-- name: texts_of
-- What a reranker reads of some passages.
SELECT p.id, c.title, p.heading, p.text FROM passage AS p JOIN content AS c ON c.id = p.content_id
WHERE p.id IN (SELECT value FROM json_each(:passages))

-- name: places_of
-- Where some contents stand among the paths of the scope, as what, when they were said, their bytes and the next one's.
SELECT s.content_id, s.path, s.kind, s.number, c.changed_at AS said, c.bytes, coalesce(n.bytes, 0) AS following FROM (
  SELECT content_id, path, kind, -row_number() OVER backwards AS number, lag(content_id) OVER backwards AS next_id
  FROM temp.scope WINDOW backwards AS (ORDER BY path DESC)) AS s
JOIN content AS c ON c.id = s.content_id LEFT JOIN content AS n ON n.id = s.next_id
WHERE s.content_id IN (SELECT value FROM json_each(:contents)) ORDER BY s.number DESC

-- name: add_bits
-- The signs of a passage's vector.
INSERT OR REPLACE INTO vector_bits (fingerprint_id, passage_id, content_id, bits)
SELECT :fingerprint, p.id, p.content_id, :bits FROM passage AS p WHERE p.id = :passage

-- name: index_state
-- Differs whenever contents or memories came or went, or vectors were added.
SELECT (SELECT coalesce(sum(value), 0) FROM generation) AS generation,
  (SELECT coalesce(max(number), 0) FROM vector_bits) AS last

-- name: count_bits
-- How many bits there are, of all embedders: without a condition SQLite counts by the page.
SELECT count(*) FROM vector_bits

-- name: count_all_bits_after
-- How many of them were added after a number.
SELECT count(*) FROM vector_bits WHERE number > :last

-- name: count_bits_until
-- How many of the bits up to a number are still there.
SELECT count(*) FROM vector_bits WHERE fingerprint_id = :fingerprint AND number <= :last

-- name: numbers_of_bits
-- Which of the bits up to a number are still there.
SELECT number FROM vector_bits WHERE fingerprint_id = :fingerprint AND number <= :last

-- name: count_bits_after
-- How many bits were added after some others.
SELECT count(*) FROM vector_bits WHERE fingerprint_id = :fingerprint AND number > :after

-- name: vectors_after
-- Vectors that were added after some others.
SELECT b.number, b.passage_id, b.content_id, e.vector FROM vector_bits AS b
CROSS JOIN embedding AS e ON e.fingerprint_id = b.fingerprint_id AND e.passage_id = b.passage_id
WHERE b.fingerprint_id = :fingerprint AND b.number > :after ORDER BY b.number

-- name: vectors_without_bits
-- Vectors whose signs are missing.
SELECT e.passage_id AS id, e.vector FROM embedding AS e
WHERE e.fingerprint_id = :fingerprint AND NOT EXISTS (
  SELECT 1 FROM vector_bits AS b WHERE b.passage_id = e.passage_id AND b.fingerprint_id = e.fingerprint_id)
ORDER BY e.passage_id

-- name: blobs_of
-- Which of some passages are of a format, and of which blob.
SELECT p.id, c.blob FROM passage AS p JOIN content AS c ON c.id = p.content_id
WHERE p.id IN (SELECT value FROM json_each(:passages)) AND c.format IN (SELECT value FROM json_each(:formats))

-- name: nearest_in_sqlite
-- The vectors of the scope that are nearest to one, by sqlite-vec.
SELECT e.passage_id AS id, coalesce(vec_distance_cosine(e.vector, :query), 1.0) AS distance
FROM embedding AS e JOIN passage AS p ON p.id = e.passage_id
WHERE e.fingerprint_id = :fingerprint AND p.content_id IN (SELECT content_id FROM temp.scope)
ORDER BY distance LIMIT :limit

-- name: bits_after
-- Bits that were added after some others.
SELECT number, passage_id, content_id, bits FROM vector_bits
WHERE fingerprint_id = :fingerprint AND number > :after ORDER BY number

-- name: contents_of_scope
-- The contents of the scope.
SELECT DISTINCT content_id FROM temp.scope

-- name: contents_of_memories
-- The memories among them.
SELECT DISTINCT content_id FROM temp.scope WHERE kind IN ('memory', 'unconfirmed')

-- name: contents_of_documents
-- The documents of the view, whether the scope shows them or not.
SELECT DISTINCT content_id FROM temp.visible WHERE view = :view AND kind IN ('document', 'code')
