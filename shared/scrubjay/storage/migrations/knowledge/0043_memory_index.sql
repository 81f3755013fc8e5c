-- Every memory is looked up in an index of memories alone: how often a word stands in them must not change what words
-- are worth among documents.
CREATE VIRTUAL TABLE memory_fts USING fts5 (
  title, body, terms, content='', contentless_delete=1, tokenize='porter unicode61 remove_diacritics 2'
);
DROP TABLE unconfirmed_fts;
DROP INDEX content_unconfirmed;
CREATE INDEX content_memory ON content (blob) WHERE format = 'memory';

-- They are indexed again: their full text can't be moved by SQL alone.
DELETE FROM passage_fts WHERE rowid IN (
  SELECT p.id FROM passage AS p JOIN content AS c ON c.id = p.content_id WHERE c.format = 'memory');
DELETE FROM document_fts WHERE rowid IN (SELECT id FROM content WHERE format = 'memory');
DELETE FROM content WHERE format IN ('memory', 'unconfirmed');
UPDATE generation SET value = value + 1;
