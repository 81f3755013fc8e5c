-- The words of source code, by definition, apart from those of documents, so that neither changes what a word of the
-- other is worth. `name`, `signature`, `prose` (comments and docstrings) and `body` have identifiers split; `terms`
-- has them whole. Code that was indexed among documents is read again, and the words of its paths are written anew.
CREATE VIRTUAL TABLE code_fts USING fts5 (
  name, signature, prose, body, terms, content='', contentless_delete=1, tokenize='porter unicode61 remove_diacritics 2'
);
CREATE VIRTUAL TABLE code_path_fts USING fts5 (
  words, content='', contentless_delete=1, tokenize='porter unicode61 remove_diacritics 2'
);
DELETE FROM passage_fts WHERE rowid IN (
  SELECT p.id FROM passage AS p JOIN content AS c ON c.id = p.content_id WHERE c.format LIKE 'code:%');
DELETE FROM document_fts WHERE rowid IN (SELECT id FROM content WHERE format LIKE 'code:%');
DELETE FROM content WHERE format LIKE 'code:%';
CREATE TEMP TABLE code_name AS SELECT column1 AS form FROM (VALUES
  ('%.bash'), ('%.c'), ('%.cc'), ('%.cjs'), ('%.cpp'), ('%.cs'), ('%.cts'), ('%.cxx'), ('%.go'), ('%.h'),
  ('%.hh'), ('%.hpp'), ('%.hxx'), ('%.java'), ('%.js'), ('%.jsx'), ('%.kt'), ('%.kts'), ('%.mjs'), ('%.mts'),
  ('%.php'), ('%.py'), ('%.pyi'), ('%.rb'), ('%.rs'), ('%.sc'), ('%.scala'), ('%.sh'), ('%.swift'), ('%.ts'),
  ('%.tsx'));
DELETE FROM path_fts WHERE rowid IN (SELECT id FROM path WHERE EXISTS (SELECT 1 FROM code_name WHERE path LIKE form));
DELETE FROM path WHERE EXISTS (SELECT 1 FROM code_name WHERE path LIKE form);
DROP TABLE code_name;
UPDATE generation SET value = value + 1 WHERE name = 'content';
