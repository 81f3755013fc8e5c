-- The signs of a vector, 48 bytes for 384 dimensions: derived from it. What a large index is scanned by.
CREATE TABLE vector_bits (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  fingerprint_id INTEGER NOT NULL REFERENCES fingerprint (id) ON DELETE CASCADE,
  passage_id INTEGER NOT NULL REFERENCES passage (id) ON DELETE CASCADE,
  content_id INTEGER NOT NULL,
  bits BLOB NOT NULL,
  UNIQUE (passage_id, fingerprint_id)
);
