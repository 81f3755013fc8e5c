-- name: by_key
-- The memory that was stored under an idempotency key.
SELECT id FROM memory WHERE key = :key

-- name: by_digest
-- A current memory with the same words.
SELECT id FROM memory
WHERE digest = :digest AND scope = :scope AND project = :project AND kind = :kind
  AND (valid_until = '' OR valid_until > :at)

-- name: find
-- The memories that hold and are called by this id or by its beginning.
SELECT id FROM memory
WHERE (id = :id OR length(:id) >= :least AND substr(id, 1, length(:id)) = :id) AND project = :project
  AND (valid_until = '' OR valid_until > :at)
LIMIT 2

-- name: add
-- A new memory.
INSERT INTO memory (id, kind, content, digest, scope, project, author, source, claimed, quote, status, supersedes,
  branch, commit_sha, valid_from, valid_until, recorded_at, key)
VALUES (:id, :kind, :content, :digest, :scope, :project, :author, :source, :claimed, :quote, 'unreviewed', :supersedes,
  :branch, :commit, :at, :until, :at, :key)
RETURNING number

-- name: add_words
-- The full-text row of a memory.
INSERT INTO memory_fts (rowid, content, terms) VALUES (:number, :content, :terms)

-- name: end
-- A memory that was replaced holds until now.
UPDATE memory SET valid_until = :at WHERE id = :id

-- name: search
-- Memories of one project or user by their words, best first, that were known by then and still held.
SELECT m.*, bm25(memory_fts, 1.0, 2.0) AS score
FROM memory_fts AS f JOIN memory AS m ON m.number = f.rowid
WHERE memory_fts MATCH :match AND m.project = :project AND m.recorded_at <= :known
  AND (m.valid_until = '' OR m.valid_until > :at)
ORDER BY score, m.number DESC LIMIT :limit

-- name: recent
-- The newest memories that hold.
SELECT *, 0.0 AS score FROM memory WHERE project = :project AND (valid_until = '' OR valid_until > :at)
ORDER BY number DESC LIMIT :limit

-- name: all_memories
-- Every memory, for rebuilding the full text.
SELECT number, content FROM memory ORDER BY number

-- name: clear_words
-- Empty the full-text table.
INSERT INTO memory_fts (memory_fts) VALUES ('delete-all')
