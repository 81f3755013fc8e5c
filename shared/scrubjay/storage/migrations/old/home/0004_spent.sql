-- What a language model has cost each day, in tokens and in the user's money; over all projects.
CREATE TABLE spent (day TEXT PRIMARY KEY, tokens INTEGER NOT NULL, cost REAL NOT NULL) WITHOUT ROWID;
