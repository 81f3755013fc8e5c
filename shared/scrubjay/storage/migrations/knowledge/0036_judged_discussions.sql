-- What outsiders wrote is also read by a model, in the background. `judged` is which one read it, empty where none did
-- yet; `instructs` is the sentence that it takes for an instruction to its reader, apart from `suspicious`, which holds
-- what is seen when a text is stored.
ALTER TABLE discussion ADD COLUMN judged TEXT NOT NULL DEFAULT '';

ALTER TABLE discussion ADD COLUMN instructs TEXT NOT NULL DEFAULT '';

ALTER TABLE discussion_part ADD COLUMN judged TEXT NOT NULL DEFAULT '';

ALTER TABLE discussion_part ADD COLUMN instructs TEXT NOT NULL DEFAULT '';

CREATE INDEX discussion_part_judged ON discussion_part (judged) WHERE NOT member;
