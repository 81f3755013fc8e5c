-- name: create_fresh
-- The rows of a full text whose words are copied now.
CREATE TEMP TABLE IF NOT EXISTS fresh (id INTEGER PRIMARY KEY)

-- name: clear_fresh
-- Empty it.
DELETE FROM temp.fresh

-- name: add_fresh
-- One of them.
INSERT OR IGNORE INTO temp.fresh (id) VALUES (:id)

-- name: create_counted
-- The rows of a full text by which words are weighed.
CREATE TEMP TABLE IF NOT EXISTS counted (id INTEGER PRIMARY KEY)

-- name: clear_counted
-- Empty it.
DELETE FROM temp.counted

-- name: add_counted
-- One of them.
INSERT OR IGNORE INTO temp.counted (id) VALUES (:id)

-- name: drop_words
-- Close the words of the last full text.
DROP TABLE IF EXISTS temp.words

-- name: words_of_passages
-- Each word of passages with its place.
CREATE VIRTUAL TABLE temp.words USING fts5vocab('main', 'passage_fts', 'instance')

-- name: words_of_documents
-- Each word of whole documents with its place.
CREATE VIRTUAL TABLE temp.words USING fts5vocab('main', 'document_fts', 'instance')

-- name: words_of_paths
-- Each word of paths with its place.
CREATE VIRTUAL TABLE temp.words USING fts5vocab('main', 'path_fts', 'instance')

-- name: words_of_code
-- Each word of definitions with its place.
CREATE VIRTUAL TABLE temp.words USING fts5vocab('main', 'code_fts', 'instance')

-- name: words_of_code_paths
-- Each word of paths of source files with its place.
CREATE VIRTUAL TABLE temp.words USING fts5vocab('main', 'code_path_fts', 'instance')

-- name: fresh_words
-- The words of each fresh row: how much each counts by the weights of columns, and how often it stands there.
SELECT v.doc AS id, v.term, sum(CASE v.col WHEN 'title' THEN :title WHEN 'terms' THEN :terms ELSE 1 END) AS frequency,
  count(*) AS times
FROM temp.words AS v CROSS JOIN temp.fresh AS f ON f.id = v.doc GROUP BY v.doc, v.term

-- name: frequencies
-- How many counted rows hold each word.
SELECT term, count(*) AS items, sum(times) AS times FROM (
  SELECT v.term, count(*) AS times FROM temp.words AS v CROSS JOIN temp.counted AS f ON f.id = v.doc GROUP BY v.term, v.doc)
GROUP BY term

-- name: count_passages
-- How many of the counted rows passages have.
SELECT count(*) FROM temp.counted WHERE id IN (SELECT id FROM passage_fts_docsize)

-- name: count_documents
-- How many of the counted rows whole documents have.
SELECT count(*) FROM temp.counted WHERE id IN (SELECT id FROM document_fts_docsize)

-- name: count_paths
-- How many of the counted rows paths have.
SELECT count(*) FROM temp.counted WHERE id IN (SELECT id FROM path_fts_docsize)

-- name: count_code
-- How many of the counted rows definitions have.
SELECT count(*) FROM temp.counted WHERE id IN (SELECT id FROM code_fts_docsize)

-- name: count_code_paths
-- How many of the counted rows paths of source files have.
SELECT count(*) FROM temp.counted WHERE id IN (SELECT id FROM code_path_fts_docsize)

-- name: visible
-- What a view shows at its paths, each with its kind (a KEP's README is a decision as well) and its date.
WITH kep AS (
  SELECT substr(k.path, 1, length(k.path) - 8) || 'README.md' AS path
  FROM temp.visible AS k JOIN decision AS d ON d.content_id = k.content_id AND d.path = k.path
  WHERE k.view = :view AND k.kind = 'document' AND k.path LIKE '%kep.yaml' AND d.record <> '')
SELECT v.content_id, v.path_id, v.path, CASE
    WHEN v.kind = 'document' AND (v.path IN (SELECT path FROM kep) OR coalesce(d.record, '') <> '') THEN 'decision'
    WHEN v.kind = 'document' AND coalesce(i.record, '') <> '' THEN 'incident'
    ELSE v.kind END AS kind,
  coalesce(nullif(json_extract(nullif(d.record, ''), '$.date'), ''),
    nullif(json_extract(nullif(i.record, ''), '$.started'), ''),
    nullif(json_extract(coalesce(nullif(d.record, ''), nullif(i.record, '')), '$.filed'), ''), c.changed_at) AS dated
FROM temp.visible AS v JOIN content AS c ON c.id = v.content_id
LEFT JOIN decision AS d ON d.content_id = v.content_id AND d.path = v.path
LEFT JOIN incident AS i ON i.content_id = v.content_id AND i.path = v.path
WHERE v.view = :view AND v.kind IN ('document', 'code')

-- name: contents
-- Some contents.
SELECT id, blob, format, chunker, title, lines, masked, changed_at, changed_commit FROM content
WHERE id IN (SELECT value FROM json_each(:contents))

-- name: commits
-- The contents of a view's commits: their words count among those of passages.
SELECT DISTINCT content_id FROM temp.visible WHERE view = :view AND kind = 'commit'

-- name: passages
-- The passages of some contents.
SELECT id, content_id, ordinal, heading, start_line, end_line, text FROM passage
WHERE content_id IN (SELECT value FROM json_each(:contents)) ORDER BY id

-- name: passage_ids
-- The passages of some contents, each with its content.
SELECT id, content_id FROM passage WHERE content_id IN (SELECT value FROM json_each(:contents))

-- name: path_ids
-- The numbers of some paths.
SELECT id, path FROM path WHERE path IN (SELECT value FROM json_each(:paths))

-- name: symbols
-- The symbols of some contents.
SELECT content_id, name, role, path, line, end_line FROM symbol WHERE content_id IN (SELECT value FROM json_each(:contents))

-- name: records
-- What some contents say of themselves as decisions and incidents.
SELECT content_id, path, 'decision' AS kind, record FROM decision
WHERE record <> '' AND content_id IN (SELECT value FROM json_each(:contents))
UNION ALL SELECT content_id, path, 'incident', record FROM incident
WHERE record <> '' AND content_id IN (SELECT value FROM json_each(:contents))

-- name: vectors
-- The vectors of some passages.
SELECT e.passage_id AS id, e.vector FROM embedding AS e
WHERE e.fingerprint_id = :fingerprint AND e.passage_id IN (SELECT value FROM json_each(:passages))

-- name: vector_ids
-- Which passages have a vector.
SELECT passage_id FROM embedding WHERE fingerprint_id = :fingerprint

-- name: states
-- The token states of some passages.
SELECT passage_id AS id, states FROM token_states
WHERE fingerprint_id = :fingerprint AND passage_id IN (SELECT value FROM json_each(:passages))

-- name: add_tokens
-- A text that is tokenised.
INSERT INTO path_fts (rowid, words) VALUES (1, :text)

-- name: clear_passages
-- Empty the full text of passages.
INSERT INTO passage_fts (passage_fts) VALUES ('delete-all')

-- name: clear_documents
-- Empty the full text of documents.
INSERT INTO document_fts (document_fts) VALUES ('delete-all')

-- name: clear_paths
-- Empty the full text of paths.
INSERT INTO path_fts (path_fts) VALUES ('delete-all')

-- name: clear_code
-- Empty the full text of definitions.
INSERT INTO code_fts (code_fts) VALUES ('delete-all')

-- name: clear_code_paths
-- Empty the full text of paths of source files.
INSERT INTO code_path_fts (code_path_fts) VALUES ('delete-all')

-- name: all_words
-- Every word that stands in a full text, by row, column and place.
SELECT doc, col, "offset", term FROM temp.words ORDER BY doc, col, "offset"

-- name: embedded_of_contents
-- How many passages each of some contents has, and how many of them have a vector.
SELECT p.content_id AS id, count(*) AS passages, count(e.passage_id) AS embedded FROM passage AS p
LEFT JOIN embedding AS e ON e.passage_id = p.id AND e.fingerprint_id = :fingerprint
WHERE p.content_id IN (SELECT value FROM json_each(:contents)) GROUP BY p.content_id

-- name: index_state
-- What differs whenever something of the index came, went or changed.
SELECT (SELECT coalesce(sum(value), 0) FROM generation) AS generation, (SELECT count(*) FROM embedding) AS vectors,
  (SELECT coalesce(max(number), 0) FROM vector_bits) AS last, (SELECT count(*) FROM content WHERE changed_at <> '') AS dated

-- name: texts_without_vector
-- How many passages of documents have no vector of an embedder; commits, which aren't copied, need none.
SELECT count(*) FROM passage AS p JOIN content AS c ON c.id = p.content_id
WHERE c.format NOT LIKE 'code:%' AND c.format <> 'commit' AND NOT EXISTS (
  SELECT 1 FROM embedding AS e WHERE e.passage_id = p.id AND e.fingerprint_id = :fingerprint)

-- name: moved
-- Where files are now that records name by another path.
SELECT path, now FROM renamed WHERE now <> ''

-- name: embedded_texts
-- What the vectors of some passages are made of.
SELECT p.id, c.blob, c.title, p.heading, p.text FROM passage AS p JOIN content AS c ON c.id = p.content_id
WHERE p.id IN (SELECT value FROM json_each(:passages))
