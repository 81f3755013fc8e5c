-- A machine whose ref a person deleted at the remote, and said so: it isn't missed. Its last segment stays known, so that
-- nothing older is believed in its name.
ALTER TABLE sync_machine ADD COLUMN gone INTEGER NOT NULL DEFAULT 0;
