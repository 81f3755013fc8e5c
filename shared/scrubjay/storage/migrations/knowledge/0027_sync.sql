-- Where a belief stands in the history of a memory that several machines wrote: after everything that its machine knew.
CREATE TABLE belief_rank (
  belief INTEGER PRIMARY KEY REFERENCES belief (id) ON DELETE CASCADE,
  rank INTEGER NOT NULL
);

-- Validations that a memory had when it was synced, by their marks; dropped: somebody took them back since.
CREATE TABLE evidence_mark (
  memory INTEGER NOT NULL REFERENCES memory (number),
  mark TEXT NOT NULL,
  dropped INTEGER NOT NULL,
  PRIMARY KEY (memory, mark)
) WITHOUT ROWID;

-- Where this home syncs with, and what it is called there.
CREATE TABLE sync_place (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  remote TEXT NOT NULL,
  machine TEXT NOT NULL
);

-- The last segment of each machine that was verified and merged here.
CREATE TABLE sync_machine (
  name TEXT PRIMARY KEY,
  generation INTEGER NOT NULL,
  sequence INTEGER NOT NULL,
  digest TEXT NOT NULL,
  head TEXT NOT NULL,
  at TEXT NOT NULL
) WITHOUT ROWID;

-- How a memory stood when it was last synced, and what this machine's own ref has of it: 0 nothing, 1 its words, 2 that
-- it was forgotten.
CREATE TABLE sync_memory (
  id TEXT PRIMARY KEY,
  stamp TEXT NOT NULL,
  sent INTEGER NOT NULL
) WITHOUT ROWID;

-- Memories that two machines changed without knowing of each other: how each left it, and what holds.
CREATE TABLE sync_conflict (
  memory TEXT NOT NULL,
  at TEXT NOT NULL,
  machine TEXT NOT NULL,
  here TEXT NOT NULL,
  there TEXT NOT NULL,
  holds TEXT NOT NULL,
  PRIMARY KEY (memory, at, machine)
) WITHOUT ROWID;
