-- What a model (with the version of its instructions) reads in a memory and some words of its grounds, asked once:
-- 1 they support it, 0 neither, -1 they contradict it; NULL where no answer could be read. The memory stands for its
-- text, which never changes and goes with these rows when it is forgotten.
CREATE TABLE model_reading (
  memory INTEGER NOT NULL REFERENCES memory (number) ON DELETE CASCADE,
  judge TEXT NOT NULL,
  words_hash TEXT NOT NULL,
  reading INTEGER,
  at TEXT NOT NULL,
  PRIMARY KEY (memory, judge, words_hash)
) WITHOUT ROWID;
CREATE INDEX model_reading_against ON model_reading (judge, memory) WHERE reading = -1;
