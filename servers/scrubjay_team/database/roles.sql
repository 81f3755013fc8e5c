-- The four roles of the team's database. A superuser, or a role that may create roles, runs it; it can be run again.
-- Passwords of the roles that log in are set apart from it.

DO $$ BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'scrubjay_owner') THEN CREATE ROLE scrubjay_owner; END IF;
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'scrubjay_app') THEN CREATE ROLE scrubjay_app; END IF;
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'scrubjay_worker') THEN CREATE ROLE scrubjay_worker; END IF;
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'scrubjay_finder') THEN CREATE ROLE scrubjay_finder; END IF;
END $$;

ALTER ROLE scrubjay_owner LOGIN NOCREATEDB NOCREATEROLE;
ALTER ROLE scrubjay_app LOGIN NOCREATEDB NOCREATEROLE;
ALTER ROLE scrubjay_worker LOGIN NOCREATEDB NOCREATEROLE;
ALTER ROLE scrubjay_finder NOLOGIN NOCREATEDB NOCREATEROLE;

-- The owner gives functions to the finder in a migration, which lets it for its own duration; it is never the finder.
GRANT scrubjay_finder TO scrubjay_owner WITH ADMIN TRUE, INHERIT FALSE, SET FALSE;

-- Settings of the roles rather than of a session, so that a pooler may give each transaction another connection.
-- Temporary tables are looked at last, so that none stands in for a table of ours. A role may set its own settings, which
-- nothing forbids: so they are begun anew here, and in schemas.sql. A search's plans are dear by estimate and short in
-- fact: PostgreSQL would compile each anew.
ALTER ROLE scrubjay_owner RESET ALL;
ALTER ROLE scrubjay_app RESET ALL;
ALTER ROLE scrubjay_worker RESET ALL;
ALTER ROLE scrubjay_owner SET search_path = scrubjay, public, pg_temp;
ALTER ROLE scrubjay_app SET search_path = scrubjay, public, pg_temp;
ALTER ROLE scrubjay_app SET statement_timeout = '10s';
ALTER ROLE scrubjay_app SET jit = off;
ALTER ROLE scrubjay_app SET idle_in_transaction_session_timeout = '60s';
ALTER ROLE scrubjay_worker SET search_path = scrubjay, public, queue, pg_temp;
ALTER ROLE scrubjay_worker SET statement_timeout = '10s';
ALTER ROLE scrubjay_worker SET jit = off;
ALTER ROLE scrubjay_worker SET idle_in_transaction_session_timeout = '60s';
