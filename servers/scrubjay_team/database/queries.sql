-- name: enter
-- Makes the transaction that of a token's member.
SELECT * FROM enter(%(digest)s, %(at)s);

-- name: enter_worker
-- Makes the transaction that of the worker for one project, with ten minutes a statement.
SELECT team, number, set_config('statement_timeout', '10min', true) FROM enter_worker(%(project)s);

-- name: lock_migrations as owner
-- Waits for another process that migrates.
SELECT pg_advisory_xact_lock(hashtextextended('scrubjay.migration', 0));

-- name: migrations_exist
-- Whether there is a table of migrations.
SELECT to_regclass('scrubjay.migration') IS NOT NULL AS there;

-- name: landed_migrations
-- The migrations that landed.
SELECT number, name, digest FROM scrubjay.migration ORDER BY number;

-- name: add_migration as owner
-- One more migration landed.
INSERT INTO scrubjay.migration (number, name, digest) VALUES (%(number)s, %(name)s, %(digest)s);
