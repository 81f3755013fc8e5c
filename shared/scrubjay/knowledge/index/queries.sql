-- name: generation
-- How often contents were added or removed.
SELECT value FROM generation WHERE name = 'content'

-- name: bump_generation
-- Tell every connection that contents changed.
UPDATE generation SET value = value + 1 WHERE name = 'content'

-- name: create_visible
-- The contents that a view shows, on this connection only; by kind, so that memories aren't read for documents.
CREATE TEMP TABLE IF NOT EXISTS visible (
  view INTEGER NOT NULL, content_id INTEGER NOT NULL, path_id INTEGER NOT NULL, path TEXT NOT NULL,
  kind TEXT NOT NULL, PRIMARY KEY (view, kind, path, content_id)
) WITHOUT ROWID

-- name: clear_visible
-- Forget a view's contents, of some kinds or of all.
DELETE FROM temp.visible
WHERE view = :view AND (:kinds = '[]' OR kind IN (SELECT value FROM json_each(:kinds)))

-- name: add_content
-- A blob that was read; nothing happens when another process was faster.
INSERT INTO content
  (blob, format, chunker, title, bytes, lines, masked, ingested_at, ingested_commit, changed_at, changed_commit)
VALUES (:blob, :format, :chunker, :title, :bytes, :lines, :masked, :at, :commit, :changed_at, :changed_commit)
ON CONFLICT DO NOTHING
RETURNING id

-- name: add_passage
-- A piece of a content.
INSERT INTO passage (content_id, ordinal, heading, start_line, end_line, tokens, text)
VALUES (:content, :ordinal, :heading, :start, :end, :tokens, :text)
RETURNING id

-- name: index_passage
-- The full-text row of a passage.
INSERT INTO passage_fts (rowid, title, body, terms) VALUES (:id, :title, :body, :terms)

-- name: index_memory
-- The full-text row of a passage of a memory.
INSERT INTO memory_fts (rowid, title, body, terms) VALUES (:id, :title, :body, :terms)

-- name: index_code
-- The full-text row of a passage of code.
INSERT INTO code_fts (rowid, name, signature, prose, body, terms) VALUES (:id, :name, :signature, :prose, :body, :terms)

-- name: index_document
-- The full-text row of a whole document.
INSERT INTO document_fts (rowid, title, body, terms) VALUES (:id, :title, :body, :terms)

-- name: add_skipped
-- A blob that the policy refuses.
INSERT OR REPLACE INTO skipped (blob, format, policy, path, reason, bytes, seen_at)
VALUES (:blob, :format, :policy, :path, :reason, :bytes, :at)

-- name: add_path
-- A path that a view shows.
INSERT INTO path (path) VALUES (:path) ON CONFLICT DO NOTHING RETURNING id

-- name: index_path
-- The full-text row of a path.
INSERT INTO path_fts (rowid, words) VALUES (:id, :words)

-- name: index_code_path
-- The full-text row of a source file's path.
INSERT INTO code_path_fts (rowid, words) VALUES (:id, :words)

-- name: date_content
-- The commit that introduced a blob, and when; "unknown" when the search ran out of time.
UPDATE content SET changed_at = :at, changed_commit = :commit WHERE id = :id

-- name: find_content
-- One indexed blob.
SELECT * FROM content WHERE blob = :blob AND format = :format AND chunker = :chunker

-- name: passages
-- The passages of a content, in order.
SELECT * FROM passage WHERE content_id = :content ORDER BY ordinal

-- name: embedded_of_content
-- How many passages of a content have a vector of this embedder.
SELECT count(*) FROM passage AS p
JOIN embedding AS e ON e.passage_id = p.id
JOIN fingerprint AS f ON f.id = e.fingerprint_id AND f.key = :fingerprint
WHERE p.content_id = :content

-- name: contents
-- Every content.
SELECT id FROM content

-- name: contents_of_git
-- Every content that came from a file, with its chunker.
SELECT id, blob, format, chunker FROM content WHERE format NOT IN (SELECT value FROM json_each(:kept))

-- name: passage_ids
-- The passages of a content, for removal from the full-text table.
SELECT id FROM passage WHERE content_id = :content

-- name: unindex_passage
-- Drop a passage's full-text row.
DELETE FROM passage_fts WHERE rowid = :id

-- name: unindex_memory
-- Drop the full-text row of a passage of a memory.
DELETE FROM memory_fts WHERE rowid = :id

-- name: unindex_code
-- Drop the full-text row of a passage of code.
DELETE FROM code_fts WHERE rowid = :id

-- name: unindex_document
-- Drop a document's full-text row.
DELETE FROM document_fts WHERE rowid = :id

-- name: drop_content
-- Drop a content with its passages, decision and vectors.
DELETE FROM content WHERE id = :id

-- name: clear_passage_index
-- Empty the passages' full-text table, even a damaged one.
INSERT INTO passage_fts (passage_fts) VALUES ('delete-all')

-- name: clear_memory_index
-- Empty the full-text table of memories, even a damaged one.
INSERT INTO memory_fts (memory_fts) VALUES ('delete-all')

-- name: clear_code_index
-- Empty the full-text table of code, even a damaged one.
INSERT INTO code_fts (code_fts) VALUES ('delete-all')

-- name: clear_document_index
-- Empty the documents' full-text table, even a damaged one.
INSERT INTO document_fts (document_fts) VALUES ('delete-all')

-- name: clear_path_index
-- Empty the paths' full-text table, even a damaged one.
INSERT INTO path_fts (path_fts) VALUES ('delete-all')

-- name: clear_code_path_index
-- Empty the full-text table of source files' paths, even a damaged one.
INSERT INTO code_path_fts (code_path_fts) VALUES ('delete-all')

-- name: paths
-- Every path that a view has shown.
SELECT id, path FROM path

-- name: content_title
-- What a content is called.
SELECT title, format, blob FROM content WHERE id = :id

-- name: clear_contents
-- Drop everything that can be read from git again.
DELETE FROM content WHERE format NOT IN (SELECT value FROM json_each(:kept))

-- name: create_scope
-- The contents that searches may return, on this connection only, each under the number of its filters.
CREATE TEMP TABLE IF NOT EXISTS scope (
  number INTEGER NOT NULL, content_id INTEGER NOT NULL, path_id INTEGER NOT NULL, path TEXT NOT NULL,
  kind TEXT NOT NULL, PRIMARY KEY (number, content_id, path)
) WITHOUT ROWID

-- name: index_scope
-- By it paths that were found are looked up; without it each search makes an index of its own.
CREATE INDEX IF NOT EXISTS temp.scope_path ON scope (number, path_id)

-- name: create_memories
-- The memories that the search may return: they are answered in a part of their own, and stand in no scope.
CREATE TEMP TABLE IF NOT EXISTS memories (
  number INTEGER NOT NULL, content_id INTEGER NOT NULL, path TEXT NOT NULL, PRIMARY KEY (number, content_id)
) WITHOUT ROWID

-- name: create_code
-- The code that the search may return: it is ranked by its words alone, and stands in no scope.
CREATE TEMP TABLE IF NOT EXISTS code (
  number INTEGER NOT NULL, content_id INTEGER NOT NULL, path_id INTEGER NOT NULL, path TEXT NOT NULL,
  PRIMARY KEY (number, content_id, path)
) WITHOUT ROWID

-- name: corpora_of_scope
-- Passages of the scope by format, and how many of them have a vector of this embedder.
SELECT c.format, count(e.passage_id) AS embedded, count(*) AS passages FROM content AS c
JOIN passage AS p ON p.content_id = c.id
LEFT JOIN embedding AS e ON e.passage_id = p.id AND e.fingerprint_id = :fingerprint
WHERE c.id IN (SELECT content_id FROM temp.scope WHERE number = :scope) GROUP BY c.format

-- name: corpora_of_memories
-- The same of the memories beside it.
SELECT c.format, count(e.passage_id) AS embedded, count(*) AS passages FROM content AS c
JOIN passage AS p ON p.content_id = c.id
LEFT JOIN embedding AS e ON e.passage_id = p.id AND e.fingerprint_id = :fingerprint
WHERE c.id IN (SELECT content_id FROM temp.memories WHERE number = :scope) GROUP BY c.format

-- name: corpora
-- The same of the whole database; code gets no vectors.
SELECT c.format, count(e.passage_id) AS embedded, count(*) AS passages FROM content AS c
JOIN passage AS p ON p.content_id = c.id
LEFT JOIN embedding AS e ON e.passage_id = p.id AND e.fingerprint_id = :fingerprint
WHERE c.format NOT LIKE 'code:%' GROUP BY c.format

-- name: find_fingerprint
-- The number of an embedder.
SELECT id FROM fingerprint WHERE key = :key

-- name: add_fingerprint
-- An embedder that wasn't seen before.
INSERT INTO fingerprint (key, dim, spec) VALUES (:key, :dim, :spec) ON CONFLICT DO NOTHING

-- name: pending
-- Passages without a vector: asked for, documents (the first of each), memories, commits; newest first (ADR 0110).
SELECT p.id, c.title, p.heading, p.text, CASE WHEN w.number IS NOT NULL THEN 0 WHEN c.format = 'memory' THEN 2
  WHEN c.format = 'commit' THEN 3 ELSE 1 END AS turn
FROM passage AS p JOIN content AS c ON c.id = p.content_id
LEFT JOIN wanted AS w ON w.passage_id = p.id
WHERE c.format NOT LIKE 'code:%' AND NOT EXISTS (
  SELECT 1 FROM embedding AS e WHERE e.passage_id = p.id AND e.fingerprint_id = :fingerprint)
ORDER BY turn, w.number DESC, CASE c.format WHEN 'commit' THEN c.changed_at END DESC, p.ordinal > 0, p.id DESC
LIMIT :limit

-- name: asked_for
-- Whether a question asked for a passage that has no vector of this embedder yet.
SELECT EXISTS (SELECT 1 FROM wanted AS w WHERE NOT EXISTS (
  SELECT 1 FROM embedding AS e WHERE e.passage_id = w.passage_id AND e.fingerprint_id = :fingerprint))

-- name: not_wanted
-- Those of some passages that have no vector of this embedder, will get one, and aren't wanted yet.
SELECT p.id FROM passage AS p JOIN content AS c ON c.id = p.content_id AND c.format NOT LIKE 'code:%'
WHERE p.id IN (SELECT value FROM json_each(:passages))
  AND NOT EXISTS (SELECT 1 FROM embedding AS e WHERE e.passage_id = p.id AND e.fingerprint_id = :fingerprint)
  AND NOT EXISTS (SELECT 1 FROM wanted AS w WHERE w.passage_id = p.id)

-- name: add_wanted
-- A passage that is to get a vector soon.
INSERT INTO wanted (passage_id) SELECT p.id FROM passage AS p WHERE p.id = :passage ON CONFLICT DO NOTHING

-- name: trim_wanted
-- Forget the oldest wishes.
DELETE FROM wanted WHERE number <= (SELECT max(number) FROM wanted) - :most

-- name: drop_wanted
-- A passage got its vector.
DELETE FROM wanted WHERE passage_id = :passage

-- name: vectors_of_memories
-- The vectors of memories' passages, whatever view shows them.
SELECT p.id, e.vector FROM content AS c CROSS JOIN passage AS p ON p.content_id = c.id
CROSS JOIN embedding AS e ON e.fingerprint_id = :fingerprint AND e.passage_id = p.id
WHERE c.format = 'memory' LIMIT :limit

-- name: memories_of
-- The memories that some passages are of, and their ids.
SELECT p.id, c.blob FROM passage AS p JOIN content AS c ON c.id = p.content_id
WHERE p.id IN (SELECT value FROM json_each(:passages)) AND c.format = 'memory'

-- name: texts_of
-- Passages of a content that was just written.
SELECT p.id, c.title, p.heading, p.text FROM content AS c JOIN passage AS p ON p.content_id = c.id
WHERE c.blob = :blob AND c.format NOT LIKE 'code:%' ORDER BY p.id

-- name: embedding_progress
-- How many passages of the database get vectors, as those of code don't, and how many have one of this embedder.
SELECT (SELECT count(*) FROM passage AS p JOIN content AS c ON c.id = p.content_id WHERE c.format NOT LIKE 'code:%') AS passages,
  (SELECT count(*) FROM embedding WHERE fingerprint_id = :fingerprint) AS embedded

-- name: formats_without_vector
-- The formats of passages without a vector of this embedder, the newest first.
SELECT c.format FROM passage AS p JOIN content AS c ON c.id = p.content_id
WHERE c.format NOT LIKE 'code:%'
  AND NOT EXISTS (SELECT 1 FROM embedding AS e WHERE e.passage_id = p.id AND e.fingerprint_id = :fingerprint)
ORDER BY p.id DESC LIMIT :limit

-- name: add_embedding
-- A passage's vector; a passage that went away in the meantime gets none.
INSERT OR REPLACE INTO embedding (fingerprint_id, passage_id, vector, bits)
SELECT f.id, p.id, :vector, 8 FROM fingerprint AS f JOIN passage AS p ON p.id = :passage WHERE f.key = :key

-- name: vectors
-- The vectors of the scope.
SELECT e.passage_id AS id, e.vector FROM embedding AS e JOIN passage AS p ON p.id = e.passage_id
WHERE e.fingerprint_id = :fingerprint AND p.content_id IN (SELECT content_id FROM temp.scope WHERE number = :scope)
ORDER BY e.passage_id

-- name: vectors_of_contents
-- The vectors of some contents.
SELECT e.passage_id AS id, e.vector FROM embedding AS e JOIN passage AS p ON p.id = e.passage_id
WHERE e.fingerprint_id = :fingerprint AND p.content_id IN (SELECT value FROM json_each(:contents))
ORDER BY e.passage_id

-- name: vectors_of
-- The vectors of some passages.
SELECT e.passage_id AS id, e.vector FROM embedding AS e
WHERE e.fingerprint_id = :fingerprint AND e.passage_id IN (SELECT value FROM json_each(:passages))

-- name: add_states
-- A passage's token states; a passage that went away in the meantime gets none.
INSERT OR REPLACE INTO token_states (fingerprint_id, passage_id, states, bits)
SELECT f.id, p.id, :states, :bits FROM fingerprint AS f JOIN passage AS p ON p.id = :passage WHERE f.key = :key

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

-- name: askable
-- Passages of documents without a vector of an embedder, newest first; code gets none.
SELECT p.id, c.blob, c.title, p.heading, p.text FROM passage AS p JOIN content AS c ON c.id = p.content_id
WHERE p.id < :before AND c.format NOT IN (SELECT value FROM json_each(:own))
  AND c.format NOT LIKE 'code:%' AND c.format NOT LIKE 'sourced:%' AND NOT EXISTS (
    SELECT 1 FROM embedding AS e WHERE e.passage_id = p.id AND e.fingerprint_id = :fingerprint)
ORDER BY p.id DESC LIMIT :limit

-- name: askable_count
-- How many there are of these.
SELECT count(*) FROM passage AS p JOIN content AS c ON c.id = p.content_id
WHERE c.format NOT IN (SELECT value FROM json_each(:own))
  AND c.format NOT LIKE 'code:%' AND c.format NOT LIKE 'sourced:%' AND NOT EXISTS (
    SELECT 1 FROM embedding AS e WHERE e.passage_id = p.id AND e.fingerprint_id = :fingerprint)

-- name: mark_given
-- Some vectors are somebody else's.
UPDATE embedding SET source = :source WHERE fingerprint_id = (SELECT id FROM fingerprint WHERE key = :key)
  AND passage_id IN (SELECT value FROM json_each(:passages))

-- name: givers
-- Whose vectors are here, and how many.
SELECT source, count(*) AS vectors FROM embedding WHERE source <> '' GROUP BY source ORDER BY source

-- name: drop_given_states
-- The token states beside the vectors that somebody gave.
DELETE FROM token_states WHERE (fingerprint_id, passage_id) IN (
  SELECT fingerprint_id, passage_id FROM embedding WHERE source = :source AND source <> '')

-- name: drop_given_bits
-- The signs of the vectors that somebody gave.
DELETE FROM vector_bits WHERE (fingerprint_id, passage_id) IN (
  SELECT fingerprint_id, passage_id FROM embedding WHERE source = :source AND source <> '')

-- name: drop_given
-- The vectors that somebody gave.
DELETE FROM embedding WHERE source = :source AND source <> ''

-- name: known_embedders
-- The embedders that have vectors, with their number and size.
SELECT f.key, f.dim, f.spec, count(e.passage_id) AS vectors, coalesce(sum(length(e.vector)), 0)
  + (SELECT coalesce(sum(length(t.states)), 0) FROM token_states AS t WHERE t.fingerprint_id = f.id) AS bytes
FROM fingerprint AS f LEFT JOIN embedding AS e ON e.fingerprint_id = f.id
GROUP BY f.id ORDER BY f.id

-- name: drop_fingerprint
-- Forget an embedder with all that it made.
DELETE FROM fingerprint WHERE key = :key

-- name: add_bits
-- The signs of a passage's vector.
INSERT OR REPLACE INTO vector_bits (fingerprint_id, passage_id, content_id, bits)
SELECT f.id, p.id, p.content_id, :bits FROM fingerprint AS f JOIN passage AS p ON p.id = :passage WHERE f.key = :key

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

-- name: nearest_in_sqlite
-- The vectors of the scope that are nearest to one, by sqlite-vec; before all those that it can't compare.
SELECT e.passage_id AS id, CASE WHEN length(e.vector) = :dim
  THEN coalesce(vec_distance_cosine(vec_int8(e.vector), vec_int8(:query)), 1.0) ELSE -1.0 END AS distance
FROM embedding AS e JOIN passage AS p ON p.id = e.passage_id
WHERE e.fingerprint_id = :fingerprint AND p.content_id IN (SELECT content_id FROM temp.scope WHERE number = :scope)
ORDER BY distance LIMIT :limit

-- name: bits_after
-- Bits that were added after some others.
SELECT number, passage_id, content_id, bits FROM vector_bits
WHERE fingerprint_id = :fingerprint AND number > :after ORDER BY number

-- name: contents_of_scope
-- The contents of the scope.
SELECT DISTINCT content_id FROM temp.scope WHERE number = :scope

-- name: contents_of_memories
-- The memories beside it.
SELECT content_id FROM temp.memories WHERE number = :scope

-- name: contents_of_code
-- The code beside it.
SELECT DISTINCT content_id FROM temp.code WHERE number = :scope

-- name: contents_of_grounds
-- The documents that a memory's ground stands in, whichever memory's and wherever the document is shown.
SELECT id FROM content WHERE blob IN (SELECT blob FROM citation WHERE blob <> '' AND status = 'resolved')

-- name: clear_scope
-- Empty it.
DELETE FROM temp.scope WHERE number = :scope

-- name: clear_memories
-- Empty the memories beside it.
DELETE FROM temp.memories WHERE number = :scope

-- name: clear_code
-- Empty the code beside it.
DELETE FROM temp.code WHERE number = :scope

-- name: skipped_of_format
-- Refusals of a format.
SELECT blob, reason FROM skipped WHERE format = :format ORDER BY blob

-- name: clear_skipped_of_format
-- Nothing of a format is refused, or what is will be named again.
DELETE FROM skipped WHERE format = :format

-- name: clear_skipped
-- Drop every refusal.
DELETE FROM skipped

-- name: has_table
-- Whether a database has a table: only one of memories has an index of their words, and one of paths.
SELECT EXISTS (SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = :name)

-- name: purge_passages
-- Merge the full text of passages, so that words of deleted rows leave the file.
INSERT INTO passage_fts (passage_fts) VALUES ('optimize')

-- name: purge_documents
-- The same for whole texts.
INSERT INTO document_fts (document_fts) VALUES ('optimize')

-- name: purge_memories
-- The same for memories.
INSERT INTO memory_fts (memory_fts) VALUES ('optimize')

-- name: purge_code
-- The same for code.
INSERT INTO code_fts (code_fts) VALUES ('optimize')

-- name: find_skipped
-- Why a blob was refused.
SELECT * FROM skipped WHERE blob = :blob AND format = :format AND policy = :policy

-- name: skipped_by
-- What a policy refuses, whether a view shows it or not.
SELECT blob, format, reason, bytes FROM skipped WHERE policy = :policy

-- name: absent
-- Blobs that a partial clone lacked when they were asked for; their size isn't known.
SELECT DISTINCT blob FROM skipped WHERE bytes = -1

-- name: absent_since
-- When blobs were last found missing; NULL where none is.
SELECT max(seen_at) AS at FROM skipped WHERE bytes = -1

-- name: still_absent
-- The blobs that are missing were looked for again.
UPDATE skipped SET seen_at = :at WHERE bytes = -1

-- name: arrived
-- A blob that was absent is there now.
DELETE FROM skipped WHERE blob = :blob AND bytes = -1

-- name: drop_stale_skipped
-- Refusals of another policy.
DELETE FROM skipped WHERE policy <> :policy

-- name: contents_of_format
-- The contents of a format, each with the version that was read.
SELECT id, blob, chunker, ingested_commit FROM content WHERE format = :format

-- name: contents_with_prefix
-- The contents of all formats that begin alike.
SELECT id FROM content WHERE substr(format, 1, length(:prefix)) = :prefix

-- name: clear_skipped_with_prefix
-- Drop the refusals of all formats that begin alike.
DELETE FROM skipped WHERE substr(format, 1, length(:prefix)) = :prefix

-- name: show_format
-- Show all contents of a format in a view, under a kind; they have no path.
INSERT OR IGNORE INTO temp.visible (view, content_id, path_id, path, kind)
SELECT :view, id, 0, :kind || ':' || blob, :kind FROM content WHERE format = :format AND chunker = :chunker

-- name: state_of_passages
-- The records of the sizes and the segments of the full text of passages: equal while it is the same.
SELECT (SELECT block FROM passage_fts_data WHERE id = 1) AS sizes, (SELECT block FROM passage_fts_data WHERE id = 10) AS segments

-- name: count_words
-- How many passages hold each of some words; reading a word's list costs a tenth of ranking it.
SELECT t.value AS word, (SELECT count(*) FROM passage_fts WHERE passage_fts MATCH t.value) AS rows FROM json_each(:words) AS t

-- name: rows_of_words
-- The passages that hold each of some words, by the word's place among them, with the word's bm25.
SELECT t.key AS word, f.rowid AS id, bm25(passage_fts, 3.0, 1.0, 2.0) AS score
FROM json_each(:words) AS t CROSS JOIN passage_fts AS f ON passage_fts MATCH t.value

-- name: state_of_documents
-- The records of the sizes and the segments of the full text of whole documents: equal while it is the same.
SELECT (SELECT block FROM document_fts_data WHERE id = 1) AS sizes, (SELECT block FROM document_fts_data WHERE id = 10) AS segments

-- name: count_words_of_documents
-- How many whole documents hold each of some words; reading a word's list costs a tenth of ranking it.
SELECT t.value AS word, (SELECT count(*) FROM document_fts WHERE document_fts MATCH t.value) AS rows FROM json_each(:words) AS t

-- name: rows_of_words_of_documents
-- The whole documents that hold each of some words, by the word's place among them, with the word's bm25.
SELECT t.key AS word, f.rowid AS id, bm25(document_fts, 3.0, 1.0, 2.0) AS score
FROM json_each(:words) AS t CROSS JOIN document_fts AS f ON document_fts MATCH t.value

-- name: state_of_memories
-- The records of the sizes and the segments of the full text of memories: equal while it is the same.
SELECT (SELECT block FROM memory_fts_data WHERE id = 1) AS sizes, (SELECT block FROM memory_fts_data WHERE id = 10) AS segments

-- name: count_words_of_memories
-- How many memories hold each of some words; reading a word's list costs a tenth of ranking it.
SELECT t.value AS word, (SELECT count(*) FROM memory_fts WHERE memory_fts MATCH t.value) AS rows FROM json_each(:words) AS t

-- name: state_of_code
-- The records of the sizes and the segments of the full text of definitions: equal while it is the same.
SELECT (SELECT block FROM code_fts_data WHERE id = 1) AS sizes, (SELECT block FROM code_fts_data WHERE id = 10) AS segments

-- name: count_words_of_code
-- How many definitions hold each of some words; reading a word's list costs a tenth of ranking it.
SELECT t.value AS word, (SELECT count(*) FROM code_fts WHERE code_fts MATCH t.value) AS rows FROM json_each(:words) AS t

-- name: owners_after
-- The contents of the passages after one.
SELECT id, content_id FROM passage INDEXED BY passage_owner WHERE id > :last ORDER BY id
