-- Why a text is hidden at its forge, such as off-topic or outdated; empty for one that isn't.
ALTER TABLE discussion_part ADD COLUMN hidden TEXT NOT NULL DEFAULT '';
