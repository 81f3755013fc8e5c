-- Who gave vectors that were not those of the model, so that this home asks them no more; a person may clear it.
CREATE TABLE refused_source (
  name TEXT PRIMARY KEY,
  reason TEXT NOT NULL,
  at TEXT NOT NULL
) WITHOUT ROWID;
