-- Sessions that a person quarantined, themselves or as an author's: what they wrote of the work is in no answer.
CREATE TABLE quarantine (
  session TEXT NOT NULL,
  who TEXT NOT NULL,
  PRIMARY KEY (session, who)
) WITHOUT ROWID;

-- Which session wrote an entry of a working set, as a hash of its words: the set holds what several sessions wrote.
CREATE TABLE entry_writer (
  id INTEGER PRIMARY KEY,
  entry TEXT NOT NULL,
  session TEXT NOT NULL,
  UNIQUE (entry, session)
);

-- How often somebody was quarantined or freed: a briefing that was prepared before is not shown.
INSERT INTO generation (name, value) VALUES ('quarantine', 0);
ALTER TABLE prepared ADD COLUMN quarantines INTEGER NOT NULL DEFAULT 0;
