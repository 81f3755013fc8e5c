-- What a person decided on two memories that were found to say otherwise: `both` hold as far as they know, or `neither`
-- says otherwise. They aren't asked again.
CREATE TABLE dispute_decision (
  one INTEGER NOT NULL REFERENCES memory (number),
  other INTEGER NOT NULL REFERENCES memory (number),
  decision TEXT NOT NULL CHECK (decision IN ('both', 'neither')),
  actor TEXT NOT NULL,
  at TEXT NOT NULL,
  PRIMARY KEY (one, other)
) WITHOUT ROWID;
