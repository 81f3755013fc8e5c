-- `titled_at` is since when a title is as it is, as `said_at` is for a text. `read_at` is as of when a discussion is, where
-- only a file of a part said so; empty where it is as of `synced_at` of its repository, as of the last whole reading.
ALTER TABLE discussion ADD COLUMN titled_at TEXT NOT NULL DEFAULT '';
ALTER TABLE discussion ADD COLUMN read_at TEXT NOT NULL DEFAULT '';

UPDATE discussion SET titled_at = created_at;
