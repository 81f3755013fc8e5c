-- Derived: passages that an answer showed while they had no vector, so that they get one soon; at most 500, the newest.
CREATE TABLE wanted (
  number INTEGER PRIMARY KEY,
  passage_id INTEGER NOT NULL UNIQUE REFERENCES passage (id) ON DELETE CASCADE
);
