-- Memories that the commit of a prepared briefing doesn't show: a hook that has no time to ask git leaves them out.
ALTER TABLE prepared ADD COLUMN hidden TEXT NOT NULL DEFAULT '[]';
