-- name: unread
-- Contents of the view that this reader has not read for what they name; one row for each content.
SELECT c.id, c.blob, c.format FROM temp.visible AS v JOIN content AS c ON c.id = v.content_id
WHERE v.view = :view AND v.kind IN ('document', 'code') AND NOT EXISTS (
  SELECT 1 FROM graph_reading AS r WHERE r.content_id = c.id AND r.reader = :reader)
GROUP BY c.id ORDER BY c.id

-- name: clear_mentions
-- Forget what a content names.
DELETE FROM graph_mention WHERE content_id = :content

-- name: add_mention
-- Something that a content names. The condition leaves out contents that went away in the meantime.
INSERT OR IGNORE INTO graph_mention (content_id, role, line, target, name, alias)
SELECT c.id, :role, :line, :target, :name, :alias FROM content AS c WHERE c.id = :content

-- name: add_reading
-- A content was read for what it names.
INSERT OR REPLACE INTO graph_reading (content_id, reader) SELECT c.id, :reader FROM content AS c WHERE c.id = :content

-- name: mentions
-- What the files of the view name, by path and line.
SELECT v.path, c.format, m.role, m.line, m.target, m.name, m.alias FROM temp.visible AS v
JOIN content AS c ON c.id = v.content_id JOIN graph_mention AS m ON m.content_id = c.id
WHERE v.view = :view AND v.kind IN ('document', 'code') ORDER BY v.path, m.line, m.role, m.target, m.name, m.alias

-- name: definitions
-- What the code of the view defines, by path and line.
SELECT v.path, s.path AS name, s.line, s.end_line FROM temp.visible AS v JOIN symbol AS s ON s.content_id = v.content_id
WHERE v.view = :view AND v.kind = 'code' AND s.role = 'definition' ORDER BY v.path, s.line, s.end_line DESC, s.path

-- name: titles
-- The titles of the view's documents.
SELECT v.path, c.title FROM temp.visible AS v JOIN content AS c ON c.id = v.content_id
WHERE v.view = :view AND v.kind = 'document' ORDER BY v.path

-- name: newest_view
-- The graph that was built last.
SELECT ifnull(max(number), 0) FROM graph_view

-- name: view
-- The graph of a view, where it is built.
SELECT number FROM graph_view WHERE key = :key

-- name: add_view
-- A view whose graph is being built.
INSERT INTO graph_view (key, commit_sha) VALUES (:key, :commit) RETURNING number

-- name: trim_views
-- Only the newest views keep their graph.
DELETE FROM graph_view WHERE number NOT IN (SELECT number FROM graph_view ORDER BY number DESC LIMIT :kept)

-- name: add_node
-- An entity of a view.
INSERT OR IGNORE INTO graph_node (view, key, kind, title, at) VALUES (:view, :key, :kind, :title, :at)

-- name: add_edge
-- A relation of a view; the first place that states it stays.
INSERT OR IGNORE INTO graph_edge (view, source, link, target, path, start_line, end_line, commit_sha)
VALUES (:view, :source, :link, :target, :path, :start, :end, :commit)

-- name: create_own_node
-- People and memories of a connection's view, which are never stored.
CREATE TEMP TABLE IF NOT EXISTS own_node (
  view INTEGER NOT NULL, key TEXT NOT NULL, kind TEXT NOT NULL, title TEXT NOT NULL, at TEXT NOT NULL,
  PRIMARY KEY (view, key)
) WITHOUT ROWID

-- name: create_own_edge
-- The relations of people and memories.
CREATE TEMP TABLE IF NOT EXISTS own_edge (
  view INTEGER NOT NULL, source TEXT NOT NULL, link TEXT NOT NULL, target TEXT NOT NULL, path TEXT NOT NULL,
  start_line INTEGER NOT NULL, end_line INTEGER NOT NULL, commit_sha TEXT NOT NULL,
  PRIMARY KEY (view, source, link, target)
) WITHOUT ROWID

-- name: create_own_target
-- The same by target.
CREATE INDEX IF NOT EXISTS temp.own_edge_target ON own_edge (view, target, link, source)

-- name: create_own_shown
-- Which people and memories a connection shows, so that they are written once.
CREATE TEMP TABLE IF NOT EXISTS own_shown (key TEXT NOT NULL)

-- name: own_shown
-- The same, read.
SELECT key FROM temp.own_shown

-- name: forget_own_shown
-- Nothing is shown any more.
DELETE FROM temp.own_shown

-- name: set_own_shown
-- What is shown from now on.
INSERT INTO temp.own_shown (key) VALUES (:key)

-- name: clear_own_nodes
-- Forget the people and memories of the last question.
DELETE FROM temp.own_node

-- name: clear_own_edges
-- Forget their relations.
DELETE FROM temp.own_edge

-- name: add_own_node
-- A person, a memory, or what only they name.
INSERT OR IGNORE INTO temp.own_node (view, key, kind, title, at) VALUES (:view, :key, :kind, :title, :at)

-- name: add_own_edge
-- A relation of a person or a memory.
INSERT OR IGNORE INTO temp.own_edge (view, source, link, target, path, start_line, end_line, commit_sha)
VALUES (:view, :source, :link, :target, :path, :start, :end, :commit)

-- name: reach
-- The nodes within some steps of others, each with its distance; `ahead` and `back` say which way relations are read.
WITH RECURSIVE near (node, steps) AS (
  SELECT value, 0 FROM json_each(:starts)
  UNION
  SELECT e.target, n.steps + 1 FROM near AS n CROSS JOIN graph_edge AS e ON e.view = :view AND e.source = n.node
  WHERE :ahead AND n.steps < :hops AND +e.link IN (SELECT value FROM json_each(:links))
    AND (n.steps = 0 OR n.node NOT LIKE 'module:%' AND n.node NOT GLOB 'symbol:#[^#]*')
  UNION
  SELECT e.source, n.steps + 1 FROM near AS n CROSS JOIN graph_edge AS e ON e.view = :view AND e.target = n.node
  WHERE :back AND n.steps < :hops AND +e.link IN (SELECT value FROM json_each(:links))
    AND (n.steps = 0 OR n.node NOT LIKE 'module:%' AND n.node NOT GLOB 'symbol:#[^#]*')
  UNION
  SELECT e.target, n.steps + 1 FROM near AS n CROSS JOIN temp.own_edge AS e ON e.view = :view AND e.source = n.node
  WHERE :ahead AND n.steps < :hops AND +e.link IN (SELECT value FROM json_each(:links))
  UNION
  SELECT e.source, n.steps + 1 FROM near AS n CROSS JOIN temp.own_edge AS e ON e.view = :view AND e.target = n.node
  WHERE :back AND n.steps < :hops AND +e.link IN (SELECT value FROM json_each(:links))
  ORDER BY 2, 1 LIMIT :rows
)
SELECT node, min(steps) AS steps FROM near GROUP BY node
ORDER BY 2, node LIKE 'commit:%', node LIKE 'symbol:%', node

-- name: between
-- The relations among some nodes, in a fixed order; each node's own are read, so that a node with many costs no scan.
SELECT e.source, e.link, e.target, e.path, e.start_line, e.end_line, e.commit_sha FROM json_each(:nodes) AS n
CROSS JOIN graph_edge AS e ON e.view = :view AND e.source = n.value
WHERE +e.target IN (SELECT value FROM json_each(:nodes)) AND +e.link IN (SELECT value FROM json_each(:links))
UNION ALL
SELECT e.source, e.link, e.target, e.path, e.start_line, e.end_line, e.commit_sha FROM json_each(:nodes) AS n
CROSS JOIN temp.own_edge AS e ON e.view = :view AND e.source = n.value
WHERE +e.target IN (SELECT value FROM json_each(:nodes)) AND +e.link IN (SELECT value FROM json_each(:links))
ORDER BY 1, 2, 3

-- name: ahead
-- The relations that begin at some nodes, of some kinds, whose other end is of some kinds.
SELECT e.source, e.link, e.target, e.path, e.start_line, e.end_line, e.commit_sha
FROM graph_edge AS e JOIN graph_node AS n ON n.view = e.view AND n.key = e.target
WHERE e.view = :view AND e.source IN (SELECT value FROM json_each(:nodes)) AND +e.link IN (SELECT value FROM json_each(:links))
  AND n.kind IN (SELECT value FROM json_each(:kinds))
UNION ALL
SELECT e.source, e.link, e.target, e.path, e.start_line, e.end_line, e.commit_sha
FROM temp.own_edge AS e LEFT JOIN graph_node AS n ON n.view = e.view AND n.key = e.target
LEFT JOIN temp.own_node AS o ON o.view = e.view AND o.key = e.target
WHERE e.view = :view AND e.source IN (SELECT value FROM json_each(:nodes)) AND +e.link IN (SELECT value FROM json_each(:links))
  AND coalesce(n.kind, o.kind) IN (SELECT value FROM json_each(:kinds))
ORDER BY 1, 2, 3 LIMIT :limit

-- name: back
-- The relations that end at some nodes, of some kinds, whose other end is of some kinds.
SELECT e.source, e.link, e.target, e.path, e.start_line, e.end_line, e.commit_sha
FROM graph_edge AS e JOIN graph_node AS n ON n.view = e.view AND n.key = e.source
WHERE e.view = :view AND e.target IN (SELECT value FROM json_each(:nodes)) AND +e.link IN (SELECT value FROM json_each(:links))
  AND n.kind IN (SELECT value FROM json_each(:kinds))
UNION ALL
SELECT e.source, e.link, e.target, e.path, e.start_line, e.end_line, e.commit_sha
FROM temp.own_edge AS e LEFT JOIN graph_node AS n ON n.view = e.view AND n.key = e.source
LEFT JOIN temp.own_node AS o ON o.view = e.view AND o.key = e.source
WHERE e.view = :view AND e.target IN (SELECT value FROM json_each(:nodes)) AND +e.link IN (SELECT value FROM json_each(:links))
  AND coalesce(n.kind, o.kind) IN (SELECT value FROM json_each(:kinds))
ORDER BY 2, 1, 3 LIMIT :limit

-- name: nodes
-- Some entities by their keys.
SELECT key, kind, title, at FROM graph_node WHERE view = :view AND key IN (SELECT value FROM json_each(:keys))
UNION
SELECT key, kind, title, at FROM temp.own_node WHERE view = :view AND key IN (SELECT value FROM json_each(:keys))
ORDER BY key

-- name: of_kind
-- The entities of some kinds, in the order of their keys.
SELECT key, kind, title, at FROM graph_node WHERE view = :view AND kind IN (SELECT value FROM json_each(:kinds))
UNION
SELECT key, kind, title, at FROM temp.own_node WHERE view = :view AND kind IN (SELECT value FROM json_each(:kinds))
ORDER BY key LIMIT :limit

-- name: members
-- The members of some symbols; the sign after a full stop ends them.
SELECT f.value AS owner, n.key FROM json_each(:keys) AS f
CROSS JOIN graph_node AS n ON n.view = :view AND n.key >= f.value || '.' AND n.key < f.value || '/'
ORDER BY n.key, f.value LIMIT :limit

-- name: titles_like
-- The titles of the entities of some kinds that have about some length.
SELECT lower(title) AS title, key FROM graph_node WHERE view = :view AND kind IN (SELECT value FROM json_each(:kinds))
  AND length(title) BETWEEN :least AND :most
UNION
SELECT lower(title), key FROM temp.own_node WHERE view = :view AND kind IN (SELECT value FROM json_each(:kinds))
  AND length(title) BETWEEN :least AND :most
ORDER BY key LIMIT :limit

-- name: imported_as
-- What the imports of the view's code lead to that state a target.
SELECT DISTINCT e.target FROM temp.visible AS v
JOIN graph_mention AS m ON m.content_id = v.content_id AND m.role = 'import'
JOIN graph_edge AS e ON e.view = :number AND e.source = 'file:' || v.path AND e.link = 'imports' AND e.start_line = m.line
WHERE v.view = :view AND v.kind = 'code' AND m.target = :name ORDER BY e.target LIMIT :limit

-- name: declared_as
-- Where the view's code defines a name in a package.
SELECT v.path, s.path AS name FROM temp.visible AS v
JOIN graph_mention AS m ON m.content_id = v.content_id AND m.role = 'package'
JOIN symbol AS s ON s.content_id = v.content_id AND s.role = 'definition' AND s.path = :name
WHERE v.view = :view AND v.kind = 'code' AND replace(m.target, '\', '.') = :package ORDER BY v.path LIMIT :limit

-- name: counts
-- How many entities of each kind, and relations of each, the view has.
SELECT kind AS what, count(*) AS many FROM (
  SELECT kind FROM graph_node WHERE view = :view UNION ALL SELECT kind FROM temp.own_node WHERE view = :view)
GROUP BY kind
UNION ALL
SELECT link, count(*) FROM (
  SELECT link FROM graph_edge WHERE view = :view UNION ALL SELECT link FROM temp.own_edge WHERE view = :view)
GROUP BY link
ORDER BY what

-- name: cited
-- What some memories cite and was found, oldest evidence first.
SELECT m.id, c.kind, c.text, c.target, c.path, c.start_line, c.end_line, c.commit_sha FROM trusted AS m
JOIN trusted_evidence AS e ON e.memory = m.number JOIN citation AS c ON c.evidence = e.id
WHERE m.id IN (SELECT value FROM json_each(:ids)) AND c.status IN ('resolved', 'changed since')
ORDER BY m.id, e.id, c.ordinal

-- name: citing
-- The memories next to some entities: those that cite files, commits or requests, or replace memories, or are replaced.
SELECT m.id FROM citation AS c JOIN trusted_evidence AS e ON e.id = c.evidence JOIN trusted AS m ON m.number = e.memory
WHERE c.path IN (SELECT value FROM json_each(:paths)) AND c.status IN ('resolved', 'changed since')
UNION
SELECT m.id FROM citation AS c JOIN trusted_evidence AS e ON e.id = c.evidence JOIN trusted AS m ON m.number = e.memory
WHERE :others <> '[]' AND (c.target IN (SELECT value FROM json_each(:others)) AND c.kind IN ('commit', 'issue')
    OR c.kind = 'issue' AND replace(c.text, 'GH-', '#') IN (SELECT value FROM json_each(:others)))
  AND c.status IN ('resolved', 'changed since')
UNION
SELECT m.id FROM trusted AS known JOIN replacement AS r ON known.number IN (r.newer, r.older)
JOIN trusted AS m ON m.number IN (r.newer, r.older)
WHERE :memories <> '[]' AND known.id IN (SELECT value FROM json_each(:memories))

-- name: called
-- The memories whose id begins so.
SELECT id FROM trusted WHERE id >= :id AND id < :id || 'g' ORDER BY id LIMIT 20

-- name: named
-- The entities that may be called so: by key, by title in any case, by the end of a path or of a symbol's name.
SELECT key, kind, title, at FROM graph_node WHERE view = :view AND (key IN (SELECT value FROM json_each(:keys))
  OR lower(title) = :lower OR (kind IN ('file', 'decision', 'incident') AND substr(key, -length(:ending)) = :ending)
  OR (kind = 'symbol' AND substr(title, -length(:name) - 1) = '.' || :name) OR (key >= :below AND key < :after))
UNION
SELECT key, kind, title, at FROM temp.own_node
WHERE view = :view AND (key IN (SELECT value FROM json_each(:keys)) OR lower(title) = :lower)
ORDER BY key LIMIT 8000

-- name: by_id
-- The commits or memories whose key begins so.
SELECT key, kind, title, at FROM graph_node WHERE view = :view AND key >= :id AND key < :id || 'g'
UNION
SELECT key, kind, title, at FROM temp.own_node WHERE view = :view AND key >= :id AND key < :id || 'g'
ORDER BY key LIMIT 20

-- name: paths
-- The files of a view's graph.
SELECT substr(key, 6) AS path FROM graph_node WHERE view = :view AND key >= 'file:' AND key < 'file;' ORDER BY key

-- name: calls_by_name
-- Where the view's code calls something of a name, with the definition around it.
SELECT v.path, s.line, s.path AS around FROM symbol AS s CROSS JOIN temp.visible AS v ON v.content_id = s.content_id
WHERE s.name = :name AND s.role = 'call' AND v.view = :view AND v.kind = 'code' ORDER BY v.path, s.line LIMIT :limit

-- name: uses_by_name
-- Where the view's code calls or names something of a name, in files that define nothing of it themselves.
SELECT v.path, min(s.line) AS line, s.path AS around
FROM symbol AS s CROSS JOIN temp.visible AS v ON v.content_id = s.content_id
WHERE s.name = :name AND s.role IN ('call', 'reference') AND v.view = :view AND v.kind = 'code' AND NOT EXISTS (
  SELECT 1 FROM symbol AS d WHERE d.content_id = s.content_id AND d.role = 'definition' AND d.name = s.name)
GROUP BY v.path, s.path ORDER BY v.path, line LIMIT :limit

-- name: imports_naming
-- Where files that import some files name something of them; `whole`: every name is imported, and may be handed on.
SELECT v.path, m.line, m.target, m.alias, m.name = '*' AND m.alias = '' AS whole
FROM json_each(:files) AS f
CROSS JOIN graph_edge AS e ON e.view = :number AND e.target = f.value AND e.link = 'imports'
CROSS JOIN temp.visible AS v ON v.view = :view AND v.path = substr(e.source, 6) AND v.kind = 'code'
JOIN graph_mention AS m ON m.content_id = v.content_id AND m.role = 'import'
WHERE m.name = :name OR (m.name = '*' AND m.alias = '')
  OR (m.name = '' AND (m.target = :name OR (substr(m.target, -length(:name)) = :name
    AND substr(m.target, -length(:name) - 1, 1) IN ('.', ':', '\'))))
  OR (m.name = 'default' AND EXISTS (
    SELECT 1 FROM temp.visible AS d JOIN graph_mention AS x ON x.content_id = d.content_id AND x.role = 'export'
    WHERE d.view = :view AND d.path = substr(f.value, 6) AND x.target = :name))
ORDER BY v.path, m.line, m.alias LIMIT :limit

-- name: imports_ending
-- Where the view's code imports something whose name ends so.
SELECT v.path, m.line, m.target, m.name, m.alias FROM temp.visible AS v
JOIN graph_mention AS m ON m.content_id = v.content_id AND m.role = 'import'
WHERE v.view = :view AND v.kind = 'code' AND (m.name = :name
  OR (m.name = 'default' AND m.alias = :name) OR (m.name = '' AND substr(m.target, -length(:name)) = :name))
ORDER BY v.path, m.line LIMIT :limit

-- name: importers
-- The files that import some files.
SELECT DISTINCT e.source FROM json_each(:files) AS f
CROSS JOIN graph_edge AS e ON e.view = :number AND e.target = f.value AND e.link = 'imports' LIMIT :limit

-- name: bases_by_name
-- Where a type of the view's code extends something of a name.
SELECT v.path, m.line, ifnull((
    SELECT s.path FROM symbol AS s WHERE s.content_id = v.content_id AND s.role = 'definition'
      AND m.line BETWEEN s.line AND s.end_line ORDER BY s.end_line - s.line, s.path LIMIT 1), '') AS around
FROM temp.visible AS v JOIN graph_mention AS m ON m.content_id = v.content_id AND m.role = 'extend'
WHERE m.name = :name AND v.view = :view AND v.kind = 'code' ORDER BY v.path, m.line LIMIT :limit

-- name: called_within
-- The names that a definition of a file of the view calls.
SELECT DISTINCT s.name FROM temp.visible AS v JOIN symbol AS s ON s.content_id = v.content_id AND s.role = 'call'
WHERE v.view = :view AND v.kind = 'code' AND v.path = :path AND s.path = :name ORDER BY s.name LIMIT :limit

-- name: texts_holding
-- The passages of the view's documents that hold some letters, in the order of their paths.
SELECT v.path, p.start_line, p.text FROM temp.visible AS v JOIN passage AS p ON p.content_id = v.content_id
WHERE v.view = :view AND v.kind = 'document' AND instr(lower(p.text), :lower) ORDER BY v.path, p.ordinal LIMIT :limit

-- name: changers
-- Who wrote the commits that touch some files, with their number and the newest, most commits first.
SELECT person, commits, substr(last, 1, 10) AS day, substr(last, instr(last, ' ') + 1) AS newest FROM (
  SELECT w.source AS person, count(DISTINCT t.source) AS commits, max(n.at || ' ' || t.source) AS last
  FROM json_each(:nodes) AS f CROSS JOIN graph_edge AS t ON t.view = :view AND t.target = f.value AND t.link = 'touches'
  CROSS JOIN graph_node AS n ON n.view = :view AND n.key = t.source AND n.kind = 'commit'
  CROSS JOIN temp.own_edge AS w ON w.view = :view AND w.target = t.source AND w.link = 'wrote'
  GROUP BY w.source)
ORDER BY commits DESC, last DESC, person

-- name: writers
-- Who wrote some commits, with their number and the newest, most commits first.
SELECT person, commits, substr(last, 1, 10) AS day, substr(last, instr(last, ' ') + 1) AS newest FROM (
  SELECT w.source AS person, count(DISTINCT w.target) AS commits, max(n.at || ' ' || w.target) AS last
  FROM json_each(:nodes) AS c CROSS JOIN temp.own_edge AS w ON w.view = :view AND w.target = c.value AND w.link = 'wrote'
  CROSS JOIN graph_node AS n ON n.view = :view AND n.key = w.target GROUP BY w.source)
ORDER BY commits DESC, last DESC, person

-- name: number_of_kind
-- How many entities of a kind the view has.
SELECT count(*) AS many FROM graph_node WHERE view = :view AND kind = :kind

-- name: defined_in
-- What some files define.
SELECT target FROM graph_edge WHERE view = :view AND link = 'defines' AND source IN (SELECT value FROM json_each(:nodes))
ORDER BY target LIMIT :limit
