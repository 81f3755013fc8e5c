-- When a sync last ended, also where nothing was new; empty: before this was noted.
ALTER TABLE sync_place ADD COLUMN at TEXT NOT NULL DEFAULT '';
