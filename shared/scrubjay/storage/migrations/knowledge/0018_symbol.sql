-- Names in source code, derived from a blob by its grammar: definitions, calls and other references, with the path of
-- the definition itself, or of the one around it.
CREATE TABLE symbol (
  content_id INTEGER NOT NULL REFERENCES content (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  role TEXT NOT NULL,
  line INTEGER NOT NULL,
  end_line INTEGER NOT NULL,
  path TEXT NOT NULL,
  PRIMARY KEY (content_id, role, name, line, path)
) WITHOUT ROWID;
CREATE INDEX symbol_name ON symbol (name, role);

-- Which contents were read for symbols, by which version; those of another are read again.
CREATE TABLE symbol_reading (
  content_id INTEGER PRIMARY KEY REFERENCES content (id) ON DELETE CASCADE,
  reader TEXT NOT NULL
);
