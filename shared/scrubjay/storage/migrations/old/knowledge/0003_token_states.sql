-- Token states: derived, like vectors. What late interaction compares; a passage's tokens, 48 bytes each.
CREATE TABLE token_states (
  fingerprint_id INTEGER NOT NULL REFERENCES fingerprint (id) ON DELETE CASCADE,
  passage_id INTEGER NOT NULL REFERENCES passage (id) ON DELETE CASCADE,
  states BLOB NOT NULL,
  PRIMARY KEY (fingerprint_id, passage_id)
);
CREATE INDEX token_states_passage ON token_states (passage_id);
