-- What has ended goes after a while, so that a server that runs for years keeps no more of it each day: tokens that
-- ended 90 days ago, sessions of browsers that began 30 days ago, and keys that were used 400 days ago (a memory that is
-- still there knows its own).

ALTER TABLE used_key ADD COLUMN at timestamptz NOT NULL DEFAULT now();
CREATE INDEX used_key_at ON used_key (at);
CREATE POLICY of_finder ON used_key TO scrubjay_finder USING (true);
GRANT SELECT, DELETE ON used_key TO scrubjay_finder;

CREATE FUNCTION trim_people(at timestamptz) RETURNS void
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = scrubjay, pg_temp AS $$
  DELETE FROM access_token AS t
    WHERE least(t.expires_at, t.revoked_at) < trim_people.at - interval '90 days';
  DELETE FROM page_session AS s WHERE s.created_at < trim_people.at - interval '30 days';
  DELETE FROM used_key AS u WHERE u.at < trim_people.at - interval '400 days';
$$;
REVOKE ALL ON FUNCTION trim_people(timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION trim_people(timestamptz) TO scrubjay_app;
ALTER FUNCTION trim_people(timestamptz) OWNER TO scrubjay_finder;
