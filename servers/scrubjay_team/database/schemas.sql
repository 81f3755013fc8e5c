-- The extension and the schemas, empty but for the table of migrations. Whoever made the roles runs it in the database;
-- it can be run again.

-- The extension stands in `public`, where nobody may create anything.
CREATE EXTENSION IF NOT EXISTS vector WITH SCHEMA public;
REVOKE CREATE ON SCHEMA public FROM PUBLIC;

-- Nobody makes temporary tables in the database but its owner; no role has settings of its own there.
DO $$
DECLARE its text;
BEGIN
  EXECUTE format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC', current_database());
  FOREACH its IN ARRAY ARRAY['scrubjay_owner', 'scrubjay_app', 'scrubjay_worker'] LOOP
    EXECUTE format('ALTER ROLE %I IN DATABASE %I RESET ALL', its, current_database());
  END LOOP;
END $$;

-- Whoever runs this is the owner's member for as long as the schema is made.
GRANT scrubjay_owner TO CURRENT_USER WITH INHERIT FALSE, SET TRUE;
CREATE SCHEMA IF NOT EXISTS scrubjay AUTHORIZATION scrubjay_owner;
SET LOCAL ROLE scrubjay_owner;
GRANT USAGE ON SCHEMA scrubjay TO scrubjay_app, scrubjay_worker, scrubjay_finder;
CREATE TABLE IF NOT EXISTS scrubjay.migration (
  number integer PRIMARY KEY,
  name text NOT NULL,
  digest text NOT NULL,
  applied_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  since integer
);
GRANT SELECT ON scrubjay.migration TO scrubjay_app, scrubjay_worker;
RESET ROLE;
-- The queue of background work has a schema of its own, with the names that its library gives.
CREATE SCHEMA IF NOT EXISTS queue AUTHORIZATION scrubjay_owner;
SET LOCAL ROLE scrubjay_owner;
GRANT USAGE ON SCHEMA queue TO scrubjay_worker, scrubjay_finder;
RESET ROLE;
REVOKE scrubjay_owner FROM CURRENT_USER;
