-- `told_members` are the logins that a forge calls members apart from the texts, as it last told them (JSON); empty
-- before it ever did. `brought`: a text came to its forge from elsewhere, so the name beside it proves nothing. Of
-- what is kept it isn't known, so nobody becomes a member by it; such repositories are read anew.
ALTER TABLE forge_repository ADD COLUMN told_members TEXT NOT NULL DEFAULT '';
ALTER TABLE discussion_part ADD COLUMN brought INTEGER NOT NULL DEFAULT 0;

UPDATE discussion_part SET brought = 1 WHERE NOT told_member AND repository IN (
  SELECT id FROM forge_repository WHERE forge IN ('gitlab', 'gitea', 'forgejo'));
UPDATE forge_repository SET position = '{}' WHERE forge IN ('gitlab', 'gitea', 'forgejo');
