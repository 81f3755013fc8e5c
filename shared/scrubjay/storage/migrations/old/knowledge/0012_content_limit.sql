-- Which limits did a content meet? The last line that its passages hold, 0 where they hold all, and what to say of it.
CREATE TABLE content_limit (
  content_id INTEGER PRIMARY KEY REFERENCES content (id) ON DELETE CASCADE,
  cut_after INTEGER NOT NULL,
  reason TEXT NOT NULL
);
