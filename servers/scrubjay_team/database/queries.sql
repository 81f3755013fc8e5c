-- name: enter
-- Makes the transaction that of a token's member.
SELECT * FROM enter(%(digest)s, %(at)s);

-- name: enter_person
-- Makes the transaction that of the person of a browser's session.
SELECT * FROM enter_person(%(digest)s, %(at)s);

-- name: note_use
-- Notes that a token is in use, if it is valid; a crash may lose it.
SELECT note_use(%(digest)s, %(at)s), set_config('synchronous_commit', 'off', true);

-- name: leave
-- Makes the transaction nobody's, whatever a statement set before.
SELECT leave();

-- name: enter_worker as worker
-- Makes the transaction that of the worker for one project, with ten minutes a statement and between two of them.
SELECT team, number, set_config('statement_timeout', '10min', true),
  set_config('idle_in_transaction_session_timeout', '10min', true)
FROM enter_worker(%(project)s);

-- name: enter_promotion as worker
-- Makes the transaction the worker's for a team, with ten minutes a statement and between two of them.
SELECT enter_promotion(%(team)s::uuid) AS there, set_config('statement_timeout', '10min', true),
  set_config('idle_in_transaction_session_timeout', '10min', true);

-- name: lock_migrations as owner
-- Waits for another process that migrates.
SELECT pg_advisory_xact_lock(hashtextextended('scrubjay.migration', 0));

-- name: migrations_exist
-- Whether there is a table of migrations.
SELECT to_regclass('scrubjay.migration') IS NOT NULL AS there;

-- name: landed_migrations
-- The migrations that landed. One that landed before the column `since` was there says nothing of older programs.
SELECT m.number, m.name, m.digest, coalesce((to_jsonb(m) ->> 'since')::integer, m.number) AS since
FROM scrubjay.migration AS m ORDER BY m.number;

-- name: add_migration as owner
-- One more migration landed.
INSERT INTO scrubjay.migration (number, name, digest, since)
VALUES (%(number)s, %(name)s, %(digest)s, %(since)s);

-- name: export_moment as owner
-- What names the moment that the transaction sees.
SELECT pg_export_snapshot() AS moment;

-- name: kept_tables as owner
-- The tables whose rows a backup holds.
SELECT n.nspname::text AS schema, c.relname::text AS name FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
WHERE n.nspname IN ('scrubjay', 'queue') AND c.relkind = 'r'
  AND NOT (n.nspname = 'scrubjay' AND c.relname IN ('outbox', 'told')) ORDER BY n.nspname, c.relname;

-- name: database_facts
-- What the server, the role and the database are: read from catalogs alone, so that it works before there is a schema.
SELECT current_setting('server_version_num')::integer AS version,
  pg_is_in_recovery() AS standby,
  current_setting('default_transaction_read_only')::boolean AS read_only,
  clock_timestamp() AS now,
  extension.extversion AS vector,
  extension.extnamespace::regnamespace::text AS vector_schema,
  self.rolname::text AS role,
  self.rolsuper AS superuser,
  ARRAY(SELECT r.rolname::text FROM pg_roles AS r WHERE r.oid <> self.oid AND pg_has_role(self.oid, r.oid, 'MEMBER')
    ORDER BY r.rolname) AS of_roles,
  ARRAY(SELECT DISTINCT may.what FROM pg_roles AS r CROSS JOIN LATERAL (VALUES
      (r.rolsuper, 'is a superuser'), (r.rolbypassrls, 'bypasses row-level security (BYPASSRLS)'),
      (r.rolcreaterole, 'may create roles'), (r.rolcreatedb, 'may create databases'),
      (r.rolreplication, 'may stream the whole server (REPLICATION)')) AS may (so, what)
    WHERE may.so AND pg_has_role(self.oid, r.oid, 'MEMBER') ORDER BY may.what) AS attributes,
  EXISTS (SELECT FROM pg_shdepend AS d WHERE d.refclassid = 'pg_authid'::regclass AND d.refobjid = self.oid
    AND d.deptype = 'o' AND d.dbid IN (0, (SELECT b.oid FROM pg_database AS b WHERE b.datname = current_database()))) AS owns,
  ARRAY(SELECT c.relname::text FROM pg_class AS c WHERE c.relnamespace = to_regnamespace('scrubjay')
    AND c.relkind IN ('r', 'p') AND c.relname <> 'migration' AND NOT (c.relrowsecurity AND c.relforcerowsecurity)
    ORDER BY c.relname) AS open_tables,
  to_regclass('scrubjay.migration') IS NOT NULL AS schema
FROM pg_roles AS self
LEFT JOIN pg_extension AS extension ON extension.extname = 'vector'
WHERE self.rolname = current_user;
