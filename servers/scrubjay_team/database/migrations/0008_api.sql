-- What the API needs: a name of this server, what a member's machine says of a memory, and newest commits of mirrors.

-- The name of this database among others, the same for as long as it lives.
CREATE TABLE server (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  id uuid NOT NULL
);
INSERT INTO server (id) VALUES (gen_random_uuid());

ALTER TABLE server ENABLE ROW LEVEL SECURITY;
ALTER TABLE server FORCE ROW LEVEL SECURITY;
CREATE POLICY of_owner ON server TO scrubjay_owner USING (true) WITH CHECK (true);
-- It is told to whoever asks, before a token is looked at.
CREATE POLICY of_all ON server FOR SELECT TO scrubjay_app USING (true);
GRANT SELECT ON server TO scrubjay_app;

-- A memory that its author's own store has as told: here it is said, until its author says it on the server's page.
ALTER TABLE memory ADD COLUMN told boolean NOT NULL DEFAULT false;

-- Which request used an idempotency key of a member, as hashes, and the memory that it made, ended or forgot.
CREATE TABLE used_key (
  team uuid NOT NULL REFERENCES team ON DELETE CASCADE,
  member uuid NOT NULL,
  key bytea NOT NULL,
  request bytea NOT NULL,
  memory uuid NOT NULL,
  PRIMARY KEY (member, key),
  FOREIGN KEY (team, member) REFERENCES member (team, id)
);
ALTER TABLE used_key ENABLE ROW LEVEL SECURITY;
ALTER TABLE used_key FORCE ROW LEVEL SECURITY;
CREATE POLICY of_member ON used_key FOR SELECT TO scrubjay_app USING (member = (SELECT its_member()));
CREATE POLICY written ON used_key FOR INSERT TO scrubjay_app
  WITH CHECK ((SELECT may('remember')) AND team = (SELECT its_team()) AND member = (SELECT its_member()));
GRANT SELECT, INSERT ON used_key TO scrubjay_app;

-- The newest commits of a mirror's default branch: whoever knows some of them has a clone.
ALTER TABLE mirror ADD COLUMN recent text[] NOT NULL DEFAULT '{}' CHECK (cardinality(recent) <= 1000);
GRANT UPDATE (recent) ON mirror TO scrubjay_worker;
GRANT SELECT (team, recent) ON mirror TO scrubjay_finder;

-- Where the mirrors of the caller's granted projects come from. The program compares; an address is shown to nobody.
CREATE FUNCTION granted_addresses() RETURNS TABLE (project uuid, name text, address text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = scrubjay, pg_temp AS $$
  SELECT p.id, p.name, p.address FROM project AS p JOIN mirror AS m ON m.project = p.id
  WHERE p.team = (SELECT its_team()) AND p.id = ANY ((SELECT its_projects())::uuid[]) AND p.removed_at IS NULL
  ORDER BY p.number
$$;
CREATE FUNCTION recent_commits(granted uuid) RETURNS text[]
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = scrubjay, pg_temp AS $$
  SELECT m.recent FROM mirror AS m
  WHERE m.project = granted AND m.team = (SELECT its_team()) AND granted = ANY ((SELECT its_projects())::uuid[])
$$;
REVOKE ALL ON FUNCTION granted_addresses(), recent_commits(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION granted_addresses(), recent_commits(uuid) TO scrubjay_app;
ALTER FUNCTION granted_addresses() OWNER TO scrubjay_finder;
ALTER FUNCTION recent_commits(uuid) OWNER TO scrubjay_finder;
