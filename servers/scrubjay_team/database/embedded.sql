-- What only the embedded database has, since nobody else uses its server: roles connect to it alone, and make no large
-- objects. A superuser runs it in the database; it can be run again.
DO $$
DECLARE its regprocedure;
BEGIN
  EXECUTE format('REVOKE ALL ON DATABASE postgres, template1, %I FROM PUBLIC', current_database());
  EXECUTE format('GRANT CONNECT ON DATABASE %I TO scrubjay_owner, scrubjay_app, scrubjay_worker', current_database());
  FOR its IN SELECT p.oid::regprocedure FROM pg_proc AS p
    WHERE p.pronamespace = 'pg_catalog'::regnamespace AND p.proname ~ '^lo(_|read$|write$)' LOOP
    EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', its);
  END LOOP;
END $$;
