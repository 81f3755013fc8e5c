-- How far the turns were read for memories: each is read once.
CREATE TABLE extracted (reader TEXT PRIMARY KEY, turn INTEGER NOT NULL) WITHOUT ROWID;
