-- What a taker brought that didn't finish its handoff, each by itself: too late, beside another result, or on giving it
-- back. `told` says whether the sender knows.
CREATE TABLE handoff_note (
  handoff TEXT NOT NULL,
  number INTEGER NOT NULL,
  lease INTEGER NOT NULL,
  at TEXT NOT NULL,
  result TEXT NOT NULL,
  told INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (handoff, number),
  FOREIGN KEY (handoff, lease) REFERENCES handoff_lease (handoff, lease) ON DELETE CASCADE
) WITHOUT ROWID;
CREATE INDEX handoff_note_untold ON handoff_note (handoff) WHERE told = 0;
INSERT INTO handoff_note (handoff, number, lease, at, result)
SELECT l.handoff, l.lease, l.lease, h.changed_at, l.result FROM handoff_lease AS l JOIN handoff AS h ON h.id = l.handoff
WHERE l.result != '' AND NOT (h.state = 'COMPLETED' AND h.lease = l.lease);

-- Which server process took it, where one did; whether the sender knows that it was taken, and the taker how it ended.
ALTER TABLE handoff_lease ADD COLUMN process TEXT NOT NULL DEFAULT '';
ALTER TABLE handoff_lease ADD COLUMN taking_told INTEGER NOT NULL DEFAULT 0;
ALTER TABLE handoff_lease ADD COLUMN end_told INTEGER NOT NULL DEFAULT 0;
UPDATE handoff_lease SET result = ''
WHERE NOT EXISTS (SELECT 1 FROM handoff AS h WHERE h.id = handoff AND h.state = 'COMPLETED' AND h.lease = handoff_lease.lease);

-- Nothing that somebody who is quarantined brought is told.
CREATE VIEW trusted_note AS SELECT n.handoff, n.number, n.lease, n.at, n.result, n.told, l.label
FROM handoff_note AS n JOIN handoff_lease AS l ON l.handoff = n.handoff AND l.lease = n.lease
WHERE l.agent NOT IN (SELECT session FROM quarantine) AND l.session NOT IN (SELECT session FROM quarantine);
DROP VIEW trusted_lease;
CREATE VIEW trusted_lease AS SELECT handoff, lease, agent, label, session, process, taken_at, renewed_at, taking_told,
  end_told, CASE WHEN agent IN (SELECT session FROM quarantine) OR session IN (SELECT session FROM quarantine) THEN ''
  ELSE result END AS result FROM handoff_lease;
