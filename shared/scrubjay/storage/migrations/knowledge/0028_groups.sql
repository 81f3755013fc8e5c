-- Two memories that state the same fact in other words. Links only: both stay as they are. `one` is the older.
CREATE TABLE alike (
  one INTEGER NOT NULL REFERENCES memory (number),
  other INTEGER NOT NULL REFERENCES memory (number),
  cosine REAL NOT NULL,
  PRIMARY KEY (one, other)
) WITHOUT ROWID;

CREATE INDEX alike_other ON alike (other);

-- Pairs that a person took apart: they are never linked again.
CREATE TABLE taken_apart (
  one INTEGER NOT NULL REFERENCES memory (number),
  other INTEGER NOT NULL REFERENCES memory (number),
  actor TEXT NOT NULL,
  at TEXT NOT NULL,
  PRIMARY KEY (one, other)
) WITHOUT ROWID;

-- Two memories of the same words but for a number, a unit, a name or a negation: one of them says otherwise.
CREATE TABLE disputed (
  one INTEGER NOT NULL REFERENCES memory (number),
  other INTEGER NOT NULL REFERENCES memory (number),
  PRIMARY KEY (one, other)
) WITHOUT ROWID;

-- Memories that were compared with all others, and the rule by which: the embedder's fingerprint and the least cosine.
CREATE TABLE compared (
  memory INTEGER PRIMARY KEY REFERENCES memory (number),
  rule TEXT NOT NULL
);

-- The members of each group: `fact` is the oldest of them, `place` 0 the strongest.
CREATE TABLE fact_member (
  memory INTEGER PRIMARY KEY REFERENCES memory (number),
  fact INTEGER NOT NULL REFERENCES memory (number),
  place INTEGER NOT NULL
);

CREATE INDEX fact_member_fact ON fact_member (fact, place);

-- What a memory weighs that time makes lighter; 1 where there is no row.
CREATE TABLE memory_rank (
  memory INTEGER PRIMARY KEY REFERENCES memory (number),
  weight REAL NOT NULL
);

-- The passes of consolidation, one a day; `ended_at` is empty while it runs, or where it was interrupted.
CREATE TABLE consolidation (
  day TEXT PRIMARY KEY,
  began_at TEXT NOT NULL,
  ended_at TEXT NOT NULL DEFAULT ''
) WITHOUT ROWID;

-- What each step of a pass changed so far, counted in the transactions that did it, and whether it is done.
CREATE TABLE consolidation_step (
  day TEXT NOT NULL REFERENCES consolidation (day) ON DELETE CASCADE,
  name TEXT NOT NULL,
  changed INTEGER NOT NULL,
  done INTEGER NOT NULL,
  at TEXT NOT NULL,
  PRIMARY KEY (day, name)
) WITHOUT ROWID;
