-- Work that one agent leaves for another. `target` is an agent's id, any:<type> or branch:<name>; `context` a JSON
-- object. `lease` counts who took it, `told` says whether its sender knows how it ended, `renews` names an older one.
CREATE TABLE handoff (
  id TEXT PRIMARY KEY,
  state TEXT NOT NULL,
  target TEXT NOT NULL,
  context TEXT NOT NULL,
  sender TEXT NOT NULL,
  sender_label TEXT NOT NULL,
  sender_session TEXT NOT NULL,
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  changed_at TEXT NOT NULL,
  lease INTEGER NOT NULL DEFAULT 0,
  reason TEXT NOT NULL DEFAULT '',
  told INTEGER NOT NULL DEFAULT 0,
  renews TEXT NOT NULL DEFAULT ''
) WITHOUT ROWID;
CREATE INDEX handoff_target ON handoff (target, created_at) WHERE state = 'PENDING';
CREATE INDEX handoff_due ON handoff (expires_at) WHERE state = 'PENDING';
CREATE INDEX handoff_taken ON handoff (state) WHERE state = 'ACCEPTED';
CREATE INDEX handoff_sender ON handoff (sender, changed_at);
CREATE INDEX handoff_changed ON handoff (changed_at);

-- Each time that somebody took one, with the result that came of it (JSON), even where it came too late.
CREATE TABLE handoff_lease (
  handoff TEXT NOT NULL REFERENCES handoff (id) ON DELETE CASCADE,
  lease INTEGER NOT NULL,
  agent TEXT NOT NULL,
  label TEXT NOT NULL,
  session TEXT NOT NULL,
  taken_at TEXT NOT NULL,
  renewed_at TEXT NOT NULL,
  result TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (handoff, lease)
) WITHOUT ROWID;
CREATE INDEX handoff_lease_session ON handoff_lease (session);

-- The highest time that a handoff has seen: a clock that is set back doesn't set them back.
CREATE TABLE handoff_time (one INTEGER PRIMARY KEY CHECK (one = 1), highest TEXT NOT NULL);
INSERT INTO handoff_time (one, highest) VALUES (1, '');

-- Who handed over, took and was refused: an audit chain of its own, written in the transaction that it describes.
CREATE TABLE audit (
  sequence INTEGER PRIMARY KEY,
  at TEXT NOT NULL,
  event TEXT NOT NULL,
  actor TEXT NOT NULL,
  resource TEXT NOT NULL,
  action TEXT NOT NULL,
  outcome TEXT NOT NULL,
  metadata TEXT NOT NULL,
  previous TEXT NOT NULL,
  hash TEXT NOT NULL
);
CREATE INDEX audit_resource ON audit (resource);
CREATE TABLE audit_ends (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  first INTEGER NOT NULL,
  carried TEXT NOT NULL,
  last INTEGER NOT NULL,
  hash TEXT NOT NULL
);
INSERT INTO audit_ends (one, first, carried, last, hash) VALUES (1, 1, '', 0, '');
