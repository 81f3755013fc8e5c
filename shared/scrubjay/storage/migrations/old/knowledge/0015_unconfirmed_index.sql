-- What nothing but an agent's word stands behind is looked up in an index of its own: how often a word stands in it
-- must not change what words are worth among documents and better memories. It is of format 'unconfirmed'.
CREATE VIRTUAL TABLE unconfirmed_fts USING fts5 (
  title, body, terms, content='', contentless_delete=1, tokenize='porter unicode61 remove_diacritics 2'
);

-- Memories are indexed again where they belong; their full text can't be moved by SQL alone.
DELETE FROM passage_fts WHERE rowid IN (
  SELECT p.id FROM passage AS p JOIN content AS c ON c.id = p.content_id WHERE c.format = 'memory');
DELETE FROM document_fts WHERE rowid IN (SELECT id FROM content WHERE format = 'memory');
DELETE FROM content WHERE format = 'memory';

-- A briefing tells first what persons told, and counts what is unconfirmed, however many memories there are.
CREATE INDEX evidence_told ON evidence (memory) WHERE earned = 0;
CREATE INDEX content_unconfirmed ON content (blob) WHERE format = 'unconfirmed';
