-- The three roles of the team's database and its schema. A superuser, or a role that may create roles and extensions,
-- runs it in the database; it can be run again. Passwords of the roles that log in are set apart from it.

DO $$ BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'scrubjay_owner') THEN CREATE ROLE scrubjay_owner; END IF;
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'scrubjay_app') THEN CREATE ROLE scrubjay_app; END IF;
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'scrubjay_finder') THEN CREATE ROLE scrubjay_finder; END IF;
END $$;

ALTER ROLE scrubjay_owner LOGIN NOCREATEDB NOCREATEROLE;
ALTER ROLE scrubjay_app LOGIN NOCREATEDB NOCREATEROLE;
ALTER ROLE scrubjay_finder NOLOGIN NOCREATEDB NOCREATEROLE;

-- The owner gives functions to the finder, and has none of its rights otherwise.
GRANT scrubjay_finder TO scrubjay_owner WITH INHERIT FALSE, SET TRUE;

-- Settings of the roles rather than of a session, so that a pooler may give each transaction another connection.
ALTER ROLE scrubjay_owner SET search_path = scrubjay, public;
ALTER ROLE scrubjay_app SET search_path = scrubjay, public, queue;
ALTER ROLE scrubjay_app SET statement_timeout = '10s';
ALTER ROLE scrubjay_app SET idle_in_transaction_session_timeout = '60s';

-- The extension stands in `public`, where nobody may create anything.
CREATE EXTENSION IF NOT EXISTS vector WITH SCHEMA public;
REVOKE CREATE ON SCHEMA public FROM PUBLIC;

-- Whoever runs this is the owner's member for as long as the schema is made.
GRANT scrubjay_owner TO CURRENT_USER WITH INHERIT FALSE, SET TRUE;
CREATE SCHEMA IF NOT EXISTS scrubjay AUTHORIZATION scrubjay_owner;
SET LOCAL ROLE scrubjay_owner;
GRANT USAGE ON SCHEMA scrubjay TO scrubjay_app, scrubjay_finder;
CREATE TABLE IF NOT EXISTS scrubjay.migration (
  number integer PRIMARY KEY,
  name text NOT NULL,
  digest text NOT NULL,
  applied_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
GRANT SELECT ON scrubjay.migration TO scrubjay_app;
RESET ROLE;
-- The queue of background work has a schema of its own, with the names that its library gives.
CREATE SCHEMA IF NOT EXISTS queue AUTHORIZATION scrubjay_owner;
SET LOCAL ROLE scrubjay_owner;
GRANT USAGE ON SCHEMA queue TO scrubjay_app;
RESET ROLE;
REVOKE scrubjay_owner FROM CURRENT_USER;
