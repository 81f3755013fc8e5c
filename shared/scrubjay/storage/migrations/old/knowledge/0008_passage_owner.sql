-- Whose passage is it? A narrow index answers that for each match of a search, without reading the text.
CREATE INDEX passage_owner ON passage (id, content_id);
