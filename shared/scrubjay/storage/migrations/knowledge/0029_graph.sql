CREATE TABLE graph_mention (
  content_id INTEGER NOT NULL REFERENCES content (id) ON DELETE CASCADE,
  role TEXT NOT NULL,
  line INTEGER NOT NULL,
  target TEXT NOT NULL,
  name TEXT NOT NULL,
  alias TEXT NOT NULL,
  PRIMARY KEY (content_id, role, line, target, name, alias)
) WITHOUT ROWID;

CREATE TABLE graph_reading (
  content_id INTEGER PRIMARY KEY REFERENCES content (id) ON DELETE CASCADE,
  reader TEXT NOT NULL
);

CREATE TABLE graph_view (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  key TEXT NOT NULL UNIQUE,
  commit_sha TEXT NOT NULL
);

CREATE TABLE graph_node (
  view INTEGER NOT NULL REFERENCES graph_view (number) ON DELETE CASCADE,
  key TEXT NOT NULL,
  kind TEXT NOT NULL,
  title TEXT NOT NULL,
  at TEXT NOT NULL,
  PRIMARY KEY (view, key)
) WITHOUT ROWID;

CREATE TABLE graph_edge (
  view INTEGER NOT NULL REFERENCES graph_view (number) ON DELETE CASCADE,
  source TEXT NOT NULL,
  link TEXT NOT NULL,
  target TEXT NOT NULL,
  path TEXT NOT NULL,
  start_line INTEGER NOT NULL,
  end_line INTEGER NOT NULL,
  commit_sha TEXT NOT NULL,
  PRIMARY KEY (view, source, link, target)
) WITHOUT ROWID;

CREATE INDEX graph_edge_target ON graph_edge (view, target, link, source);
