-- Contents that were indexed for a question about the past: `gc` frees those that no branch shows.
CREATE TABLE historic (content_id INTEGER PRIMARY KEY REFERENCES content (id) ON DELETE CASCADE);

-- Where a path that a record names has moved to, up to a commit; empty for one that was never renamed.
CREATE TABLE renamed (path TEXT PRIMARY KEY, now TEXT NOT NULL, checked TEXT NOT NULL) WITHOUT ROWID;
