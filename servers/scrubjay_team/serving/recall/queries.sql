-- name: granted
-- The granted repositories, with how far each is, and the view that a name means (empty: the default branch).
SELECT p.id, p.number, p.name, i.source, i.indexed_at, v.view, v.commit, v.committed_at,
  m.shows <> m.indexed AS behind, m.failures > 0 AS failing, m.fetched_at
FROM project AS p LEFT JOIN mirror_index AS i ON i.project = p.id LEFT JOIN mirror AS m ON m.project = p.id
LEFT JOIN mirror_view AS v ON v.project = p.id AND v.name IN (%(name)s, 'refs/tags/' || %(name)s)
WHERE p.removed_at IS NULL ORDER BY p.name, p.id

-- name: tags
-- The tags of some repositories that are indexed.
SELECT DISTINCT name FROM mirror_view WHERE project = ANY (%(projects)s) AND name <> '' ORDER BY name

-- name: has_path
-- Whether one of some views shows a path, or a file below it.
SELECT EXISTS (SELECT FROM shown WHERE project = ANY (%(projects)s) AND view = %(view)s
  AND (path = %(path)s OR (path >= %(folder)s AND path < %(behind)s))) AS there

-- name: files
-- What a view shows, in the order of its paths.
SELECT s.path, c.blob, c.format FROM shown AS s JOIN content AS c ON c.id = s.content
WHERE s.project = %(project)s AND s.view = %(view)s ORDER BY s.path

-- name: records
-- What decision records and reports of incidents of a view say of themselves.
SELECT s.path, c.blob, r.kind, r.record FROM shown AS s JOIN content AS c ON c.id = s.content
JOIN record AS r ON r.content = s.content AND r.path = s.path
WHERE s.project = %(project)s AND s.view = %(view)s AND r.record <> '' ORDER BY s.path

-- name: text
-- The text at a path of a view, with its secrets masked.
SELECT c.blob, c.format, c.text, c.lines FROM shown AS s JOIN content AS c ON c.id = s.content
WHERE s.project = %(project)s AND s.view = %(view)s AND s.path = %(path)s ORDER BY c.id LIMIT 1

-- name: facts_of
-- The facts of some views, each by its project and its place.
SELECT v.project, v.view, v.facts FROM mirror_view AS v
JOIN unnest(%(projects)s::uuid[], %(views)s::int[]) AS asked (project, view) ON asked.project = v.project AND asked.view = v.view

-- name: counts
-- How much a view has: documents and code, passages, those that could have and those that have a vector, and masked lines.
WITH view AS (
  SELECT DISTINCT s.content, s.kind FROM shown AS s WHERE s.project = %(project)s AND s.view = %(view)s
)
SELECT (SELECT count(DISTINCT content) FROM view) AS documents,
  (SELECT count(*) FROM passage AS p WHERE p.content IN (SELECT content FROM view)) AS passages,
  (SELECT count(*) FROM passage AS p WHERE p.content IN (SELECT content FROM view WHERE kind <> 'code')) AS embeddable,
  (SELECT count(*) FROM embedding AS e WHERE e.project = %(project)s AND e.content IN (SELECT content FROM view)) AS vectors,
  (SELECT coalesce(sum(c.masked), 0) FROM content AS c WHERE c.id IN (SELECT content FROM view)) AS masked
