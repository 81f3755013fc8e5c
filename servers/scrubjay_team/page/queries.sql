-- name: narrow
-- Leaves the transaction some of the repositories that its member is granted, until it ends.
SELECT set_config('scrubjay.projects', %(projects)s::uuid[]::text, true);

-- name: repositories
-- The repositories that the member is granted, with how far their mirrors are.
SELECT p.id, p.name, p.open, m.branch, m.commit, m.fetched_at, m.indexed_at, m.failures, m.progress, m.size,
  m.project IS NOT NULL AS mirrored, m.shows <> '' AND m.shows = m.indexed AS current
FROM project AS p LEFT JOIN mirror AS m ON m.project = p.id WHERE p.removed_at IS NULL ORDER BY p.name;

-- name: members
-- Who is in the member's team.
SELECT id, name, role, created_at FROM member WHERE team = its_team() AND removed_at IS NULL ORDER BY name;

-- name: everybody
-- Who is or was in the member's team, as their words are signed.
SELECT m.id, called(m) AS called FROM member AS m WHERE m.team = its_team();
