-- name: server_id
-- What names this server's database among others; it is no secret.
SELECT id FROM server

-- name: granted_names
-- The projects that the caller is granted.
SELECT id, name FROM project WHERE removed_at IS NULL ORDER BY name, id

-- name: written_by
-- The versions of some memories, who wrote and who told them, as far as the caller sees it.
SELECT m.id, m.version, called(a) AS author, called(o) AS teller, m.told_at
FROM memory AS m LEFT JOIN member AS a ON a.id = m.member LEFT JOIN member AS o ON o.id = m.told_by
WHERE m.id = ANY (%(ids)s::uuid[])

-- name: granted_addresses
-- Where the mirrors of the caller's granted projects come from.
SELECT project, name, address FROM granted_addresses()

-- name: recent_commits
-- The newest commits of a granted project's mirror.
SELECT recent_commits(%(project)s) AS recent
