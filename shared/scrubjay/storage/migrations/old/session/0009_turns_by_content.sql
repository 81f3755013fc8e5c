-- By the content that was found its turns are looked up: with their place and role in the index, no text is read for them.
DROP INDEX turn_content;
CREATE INDEX turn_content ON turn (content, conversation, number, role);
