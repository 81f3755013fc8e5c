-- Who computed a vector; empty for this home's own.
ALTER TABLE embedding ADD COLUMN source TEXT NOT NULL DEFAULT '';
CREATE INDEX embedding_source ON embedding (source) WHERE source <> '';
