-- name: server_id
-- What names this server's database among others; it is no secret.
SELECT id FROM server

-- name: granted_names
-- The projects that the caller is granted.
SELECT id, name FROM project WHERE removed_at IS NULL ORDER BY name, id
