-- name: plain_table
-- Whole documents by their words.
CREATE VIRTUAL TABLE plain USING fts5(path, text, tokenize = 'porter unicode61')

-- name: add_plain
-- A document.
INSERT INTO plain (rowid, path, text) VALUES (:id, :path, :text)

-- name: rank_plain
-- The documents that hold any of some words, best first.
SELECT rowid, rank FROM plain WHERE plain MATCH :match ORDER BY rank, rowid LIMIT :limit
