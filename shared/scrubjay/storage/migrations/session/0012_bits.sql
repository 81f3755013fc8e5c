-- Derived: in how many bits a component is stored. What was stored in more is written anew by the worker, or by `gc`.
ALTER TABLE embedding ADD COLUMN bits INTEGER NOT NULL DEFAULT 32;
ALTER TABLE token_states ADD COLUMN bits INTEGER NOT NULL DEFAULT 4;
CREATE INDEX embedding_wide ON embedding (passage_id) WHERE bits = 32;
CREATE INDEX token_states_wide ON token_states (passage_id) WHERE bits = 4;
