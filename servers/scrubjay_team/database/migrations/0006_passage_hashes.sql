-- The sha256 of the text that a vector was made of: by it, and by the blob, a member's home asks for the vector. The
-- worker writes it with each vector, and for those that are there already when it writes their index the next time.
ALTER TABLE embedding ADD COLUMN hash bytea;
CREATE INDEX embedding_hash ON embedding (project, hash);
