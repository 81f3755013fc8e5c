-- What a session knows of a working set: as it saw it last, with what it wrote itself since. Its next write is merged
-- with what others wrote beside that. It takes the place of the versions that were kept.
ALTER TABLE session_point ADD COLUMN seen TEXT NOT NULL DEFAULT '';
DROP TABLE task_past;
ALTER TABLE session_point DROP COLUMN version;
