-- Of files: `file_at` is the time of the newest file that holds a discussion or text; empty where the forge gave it.
-- `told_member` is whether the forge or a file calls the author a member, `member` also whether the user's settings do;
-- `members` are the logins of these settings as they were last applied (JSON), empty before they ever were.
-- Of the clone: `found_commit` is a merge commit that its log has where the forge's is missing, `found_by` how it was
-- found: number or head. `log_state` is the state of the clone and of what is kept at which the log was read.
ALTER TABLE discussion ADD COLUMN file_at TEXT NOT NULL DEFAULT '';
ALTER TABLE discussion ADD COLUMN found_commit TEXT NOT NULL DEFAULT '';
ALTER TABLE discussion ADD COLUMN found_by TEXT NOT NULL DEFAULT '';
ALTER TABLE discussion_part ADD COLUMN file_at TEXT NOT NULL DEFAULT '';
ALTER TABLE discussion_part ADD COLUMN told_member INTEGER NOT NULL DEFAULT 0;
ALTER TABLE forge_repository ADD COLUMN members TEXT NOT NULL DEFAULT '';
ALTER TABLE forge_repository ADD COLUMN log_state TEXT NOT NULL DEFAULT '';

CREATE INDEX discussion_found ON discussion (found_commit) WHERE found_commit <> '';

UPDATE discussion_part SET told_member = member;

-- What only files brought so far.
UPDATE discussion SET file_at = (SELECT r.synced_at FROM forge_repository AS r WHERE r.id = repository)
WHERE repository IN (SELECT id FROM forge_repository WHERE forge = 'file');
UPDATE discussion_part SET file_at = (SELECT r.synced_at FROM forge_repository AS r WHERE r.id = repository)
WHERE repository IN (SELECT id FROM forge_repository WHERE forge = 'file');

-- A time ahead of now would be newer than every true change.
UPDATE discussion SET updated_at = strftime('%Y-%m-%dT%H:%M:%SZ', 'now')
WHERE updated_at > strftime('%Y-%m-%dT%H:%M:%SZ', 'now');
UPDATE discussion SET created_at = strftime('%Y-%m-%dT%H:%M:%SZ', 'now')
WHERE created_at > strftime('%Y-%m-%dT%H:%M:%SZ', 'now');
UPDATE discussion SET closed_at = strftime('%Y-%m-%dT%H:%M:%SZ', 'now')
WHERE closed_at > strftime('%Y-%m-%dT%H:%M:%SZ', 'now');
UPDATE discussion_part SET updated_at = min(updated_at, strftime('%Y-%m-%dT%H:%M:%SZ', 'now')),
  created_at = min(created_at, strftime('%Y-%m-%dT%H:%M:%SZ', 'now')),
  said_at = min(said_at, strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))
WHERE max(updated_at, created_at, said_at) > strftime('%Y-%m-%dT%H:%M:%SZ', 'now');
