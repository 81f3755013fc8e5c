-- Mirrors of repositories: how far each is, where it comes from, and the secrets that lead there, sealed.

-- How far a mirror is. `shows` is what was fetched (commit and tags), `indexed` what a search finds of it.
CREATE TABLE mirror (
  project uuid PRIMARY KEY,
  team uuid NOT NULL,
  branch text NOT NULL DEFAULT '',
  commit text NOT NULL DEFAULT '',
  shows text NOT NULL DEFAULT '',
  indexed text NOT NULL DEFAULT '',
  started_at timestamptz,
  fetched_at timestamptz,
  indexed_at timestamptz,
  due_at timestamptz NOT NULL,
  failures integer NOT NULL DEFAULT 0,
  error text NOT NULL DEFAULT '',
  progress text NOT NULL DEFAULT '',
  size bigint NOT NULL DEFAULT 0,
  FOREIGN KEY (team, project) REFERENCES project (team, id) ON DELETE CASCADE
);

CREATE INDEX mirror_due ON mirror (due_at);

-- Where a mirror comes from. `credential` and `hook_secret` open with the key in the server's data folder alone.
CREATE TABLE mirror_source (
  project uuid PRIMARY KEY,
  team uuid NOT NULL,
  address text NOT NULL CHECK (length(address) BETWEEN 1 AND 1000),
  host_key text NOT NULL DEFAULT '',
  credential bytea,
  hook_secret bytea NOT NULL,
  FOREIGN KEY (team, project) REFERENCES project (team, id) ON DELETE CASCADE
);

ALTER TABLE mirror ENABLE ROW LEVEL SECURITY;
ALTER TABLE mirror FORCE ROW LEVEL SECURITY;
ALTER TABLE mirror_source ENABLE ROW LEVEL SECURITY;
ALTER TABLE mirror_source FORCE ROW LEVEL SECURITY;

CREATE POLICY of_owner ON mirror TO scrubjay_owner USING (true) WITH CHECK (true);
CREATE POLICY of_owner ON mirror_source TO scrubjay_owner USING (true) WITH CHECK (true);

-- Members see how far granted mirrors are; what went wrong names the address, which is the owner's to know.
CREATE POLICY of_granted ON mirror FOR SELECT TO scrubjay_app, scrubjay_worker
  USING (team = (SELECT its_team()) AND project = ANY ((SELECT its_projects())::uuid[]));
CREATE POLICY by_worker ON mirror FOR UPDATE TO scrubjay_worker
  USING ((SELECT its_role()) = 'worker' AND team = (SELECT its_team()) AND project = ANY ((SELECT its_projects())::uuid[]))
  WITH CHECK ((SELECT its_role()) = 'worker' AND team = (SELECT its_team())
    AND project = ANY ((SELECT its_projects())::uuid[]));
CREATE POLICY by_worker ON mirror_source FOR SELECT TO scrubjay_worker
  USING ((SELECT its_role()) = 'worker' AND team = (SELECT its_team()) AND project = ANY ((SELECT its_projects())::uuid[]));
GRANT SELECT (project, team, branch, commit, shows, indexed, started_at, fetched_at, indexed_at, due_at, failures,
  progress, size) ON mirror TO scrubjay_app, scrubjay_worker;
GRANT UPDATE (branch, commit, shows, indexed, started_at, fetched_at, indexed_at, due_at, failures, error, progress,
  size) ON mirror TO scrubjay_worker;
GRANT SELECT ON mirror_source TO scrubjay_worker;

-- The projects to fetch: ids alone, since the worker enters each by itself.
CREATE POLICY of_finder ON mirror FOR SELECT TO scrubjay_finder USING (true);
GRANT SELECT (project, due_at, started_at) ON mirror TO scrubjay_finder;
CREATE FUNCTION due_mirrors(at timestamptz, most integer) RETURNS TABLE (project uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = scrubjay, pg_temp AS $$
  SELECT m.project FROM mirror AS m JOIN project AS p ON p.id = m.project
  WHERE m.due_at <= at AND p.removed_at IS NULL ORDER BY m.due_at, m.project LIMIT least(most, 1000)
$$;

-- A webhook's secret as it is sealed, for whoever says they know it: one statement that costs the same where the
-- project isn't there, which entering first doesn't.
CREATE POLICY of_finder ON mirror_source FOR SELECT TO scrubjay_finder USING (true);
GRANT SELECT (project, hook_secret) ON mirror_source TO scrubjay_finder;
CREATE FUNCTION sealed_hook(named uuid) RETURNS bytea
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = scrubjay, pg_temp AS $$
  SELECT s.hook_secret FROM mirror_source AS s JOIN project AS p ON p.id = s.project
  WHERE s.project = named AND p.removed_at IS NULL
$$;

REVOKE ALL ON FUNCTION due_mirrors(timestamptz, integer), sealed_hook(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION due_mirrors(timestamptz, integer) TO scrubjay_worker;
GRANT EXECUTE ON FUNCTION sealed_hook(uuid) TO scrubjay_app;
ALTER FUNCTION due_mirrors(timestamptz, integer) OWNER TO scrubjay_finder;
ALTER FUNCTION sealed_hook(uuid) OWNER TO scrubjay_finder;
