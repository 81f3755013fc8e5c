-- A grade says whose words a memory is: 0 told, 1 quoted, 2 said with a ground that stands, 3 said. What read paraphrases is
-- gone: a place is a ground or none, and `whole` says that the memory is one whole sentence of it. What a search found
-- is no ground of anybody's, and what was told before grades without proof is its author's own word.
DELETE FROM evidence WHERE outdated;
UPDATE evidence SET act = '' WHERE act = 'before grades, not proven';
UPDATE evidence SET observation = CASE WHEN json_extract(observation, '$.how') = 'shown'
  THEN json_remove(observation, '$.how') ELSE '' END WHERE observation <> '';
DELETE FROM citation WHERE attached;
ALTER TABLE citation ADD COLUMN whole INTEGER NOT NULL DEFAULT 0;
UPDATE citation SET whole = 1 WHERE relation = 'says the same';
UPDATE citation SET words = substr(words, 1, 300);
UPDATE citation SET words = '', words_hash = '' WHERE relation IN ('doesn''t speak of it', 'not compared');
UPDATE evidence SET earned = CASE
  WHEN act <> '' OR (turn <> '' AND json_extract(turn, '$.same')) THEN 0
  WHEN EXISTS (SELECT 1 FROM citation AS c WHERE c.evidence = evidence.id AND c.whole AND c.place = 'states'
    AND c.status = 'resolved' AND c.lacks = '[]' AND c.kind NOT IN ('commit', 'issue', 'url')) THEN 1
  WHEN observation <> '' OR turn <> '' OR EXISTS (SELECT 1 FROM citation AS c WHERE c.evidence = evidence.id
    AND c.status = 'resolved' AND c.lacks = '[]' AND c.words <> '') THEN 2
  ELSE 3 END;
ALTER TABLE citation DROP COLUMN relation;
ALTER TABLE citation DROP COLUMN differs;
ALTER TABLE citation DROP COLUMN attached;
ALTER TABLE evidence DROP COLUMN rules;
ALTER TABLE evidence DROP COLUMN outdated;
DELETE FROM evidence_mark;
DELETE FROM contradiction WHERE other LIKE '%.%' OR other LIKE '%/%';
