-- Which memories a commit shows, as the worker found it: derived, dropped at will, of use while nothing in its key changed.
CREATE TABLE shown (
  id INTEGER PRIMARY KEY,
  key TEXT NOT NULL UNIQUE,
  value TEXT NOT NULL
);
