-- name: server_state as owner
-- The version of PostgreSQL and the bytes of the team's database.
SELECT current_setting('server_version') AS version, pg_database_size(current_database()) AS size;

-- name: teams as owner
-- Every team of the server.
SELECT id, name FROM team ORDER BY name;
