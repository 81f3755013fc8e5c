-- What was taken away because a newer file or the forge itself hasn't it any more, and when that was so: the key of a text,
-- or a discussion's sign and number. A file from before that time doesn't bring it back. No words are kept.
CREATE TABLE discussion_gone (
  repository INTEGER NOT NULL REFERENCES forge_repository (id) ON DELETE CASCADE,
  key TEXT NOT NULL,
  gone_at TEXT NOT NULL,
  PRIMARY KEY (repository, key)
) WITHOUT ROWID;

-- A verdict was any text that a file gave.
UPDATE discussion_part SET verdict = '' WHERE verdict NOT IN ('', 'approved', 'changes requested', 'dismissed');
