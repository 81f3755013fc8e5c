-- Teams, members, tokens, projects and grants; the functions by which a transaction becomes somebody's.
-- The roles scrubjay_owner, _app, _worker and _finder exist; the owner runs this in the schema scrubjay.

CREATE TABLE team (
  id uuid PRIMARY KEY,
  name text NOT NULL UNIQUE CHECK (length(name) BETWEEN 1 AND 60),
  created_at timestamptz NOT NULL
);

CREATE TABLE member (
  id uuid PRIMARY KEY,
  team uuid NOT NULL REFERENCES team ON DELETE CASCADE,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  role text NOT NULL CHECK (role IN ('reader', 'writer', 'reviewer', 'owner')),
  created_at timestamptz NOT NULL,
  removed_at timestamptz,
  UNIQUE (team, id)
);

CREATE UNIQUE INDEX member_name ON member (team, name) WHERE removed_at IS NULL;

-- An invitation is kept as the digest of what was printed; it is redeemed once sign-in exists.
CREATE TABLE invitation (
  id uuid PRIMARY KEY,
  team uuid NOT NULL REFERENCES team ON DELETE CASCADE,
  name text NOT NULL,
  role text NOT NULL CHECK (role IN ('reader', 'writer', 'reviewer', 'owner')),
  digest bytea NOT NULL UNIQUE,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  redeemed_at timestamptz
);

-- A repository as a team has it. `number` keys its words; `open` is granted to the whole team, else to named members.
CREATE TABLE project (
  id uuid PRIMARY KEY,
  number integer GENERATED ALWAYS AS IDENTITY UNIQUE,
  team uuid NOT NULL REFERENCES team ON DELETE CASCADE,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  address text NOT NULL,
  open boolean NOT NULL,
  created_at timestamptz NOT NULL,
  removed_at timestamptz,
  UNIQUE (team, id)
);

CREATE UNIQUE INDEX project_name ON project (team, name) WHERE removed_at IS NULL;

CREATE TABLE project_member (
  team uuid NOT NULL,
  project uuid NOT NULL,
  member uuid NOT NULL,
  PRIMARY KEY (project, member),
  FOREIGN KEY (team, project) REFERENCES project (team, id) ON DELETE CASCADE,
  FOREIGN KEY (team, member) REFERENCES member (team, id) ON DELETE CASCADE
);

-- A personal access token is kept as its SHA-256. `projects` narrows it to some of what its member is granted.
CREATE TABLE access_token (
  id uuid PRIMARY KEY,
  team uuid NOT NULL,
  member uuid NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  digest bytea NOT NULL UNIQUE,
  scopes text[] NOT NULL CHECK (scopes <@ ARRAY['search', 'remember', 'handoff', 'export']),
  projects uuid[],
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL CHECK (expires_at <= created_at + interval '366 days'),
  last_used_at timestamptz,
  revoked_at timestamptz,
  FOREIGN KEY (team, member) REFERENCES member (team, id) ON DELETE CASCADE
);

-- The settings of a transaction; unset ones are NULL, which no row equals.
CREATE FUNCTION its_team() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE
  RETURN nullif(current_setting('scrubjay.team', true), '')::uuid;
CREATE FUNCTION its_member() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE
  RETURN nullif(current_setting('scrubjay.member', true), '')::uuid;
CREATE FUNCTION its_role() RETURNS text LANGUAGE sql STABLE PARALLEL SAFE
  RETURN nullif(current_setting('scrubjay.role', true), '');
CREATE FUNCTION its_scopes() RETURNS text[] LANGUAGE sql STABLE PARALLEL SAFE
  RETURN nullif(current_setting('scrubjay.scopes', true), '')::text[];
CREATE FUNCTION its_projects() RETURNS uuid[] LANGUAGE sql STABLE PARALLEL SAFE
  RETURN nullif(current_setting('scrubjay.projects', true), '')::uuid[];
-- Whether the transaction may write memories and the like: by its member's role and its token's scope.
CREATE FUNCTION may(scope text) RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE
  RETURN its_role() IN ('writer', 'reviewer', 'owner') AND scope = ANY (its_scopes());

-- Row-level security: of its own team and granted projects alone; the owner sees people and projects, no contents.
ALTER TABLE team ENABLE ROW LEVEL SECURITY;
ALTER TABLE team FORCE ROW LEVEL SECURITY;
ALTER TABLE member ENABLE ROW LEVEL SECURITY;
ALTER TABLE member FORCE ROW LEVEL SECURITY;
ALTER TABLE invitation ENABLE ROW LEVEL SECURITY;
ALTER TABLE invitation FORCE ROW LEVEL SECURITY;
ALTER TABLE project ENABLE ROW LEVEL SECURITY;
ALTER TABLE project FORCE ROW LEVEL SECURITY;
ALTER TABLE project_member ENABLE ROW LEVEL SECURITY;
ALTER TABLE project_member FORCE ROW LEVEL SECURITY;
ALTER TABLE access_token ENABLE ROW LEVEL SECURITY;
ALTER TABLE access_token FORCE ROW LEVEL SECURITY;

CREATE POLICY of_owner ON team TO scrubjay_owner USING (true) WITH CHECK (true);
CREATE POLICY of_owner ON member TO scrubjay_owner USING (true) WITH CHECK (true);
CREATE POLICY of_owner ON invitation TO scrubjay_owner USING (true) WITH CHECK (true);
CREATE POLICY of_owner ON project TO scrubjay_owner USING (true) WITH CHECK (true);
CREATE POLICY of_owner ON project_member TO scrubjay_owner USING (true) WITH CHECK (true);
CREATE POLICY of_owner ON access_token TO scrubjay_owner USING (true) WITH CHECK (true);

CREATE POLICY of_finder ON team FOR SELECT TO scrubjay_finder USING (true);
CREATE POLICY of_finder ON member FOR SELECT TO scrubjay_finder USING (true);
CREATE POLICY of_finder ON project FOR SELECT TO scrubjay_finder USING (true);
CREATE POLICY of_finder ON project_member FOR SELECT TO scrubjay_finder USING (true);
CREATE POLICY of_finder ON access_token FOR SELECT TO scrubjay_finder USING (true);
CREATE POLICY used_by_finder ON access_token FOR UPDATE TO scrubjay_finder USING (true) WITH CHECK (true);
GRANT SELECT ON team, member, project, project_member, access_token TO scrubjay_finder;
GRANT UPDATE (last_used_at) ON access_token TO scrubjay_finder;

-- The app reads names of its own team's members and of granted projects; tokens and invitations not at all.
CREATE POLICY of_team ON team FOR SELECT TO scrubjay_app USING (id = (SELECT its_team()));
CREATE POLICY of_team ON member FOR SELECT TO scrubjay_app USING (team = (SELECT its_team()));
CREATE POLICY of_granted ON project FOR SELECT TO scrubjay_app, scrubjay_worker
  USING (team = (SELECT its_team()) AND id = ANY ((SELECT its_projects())::uuid[]));
GRANT SELECT ON team, member TO scrubjay_app;
GRANT SELECT (id, number, team, name, open, created_at, removed_at) ON project TO scrubjay_app, scrubjay_worker;

-- Makes the transaction nobody's, and leaves nothing to the next one on its connection, whatever a statement set before.
CREATE FUNCTION leave() RETURNS void LANGUAGE sql VOLATILE AS $$
  SELECT set_config(name, '', false), set_config(name, '', true)
  FROM unnest(ARRAY['scrubjay.team', 'scrubjay.member', 'scrubjay.role', 'scrubjay.scopes', 'scrubjay.projects']) AS name
$$;

-- Makes the transaction that of a token's member, and says who that is. No row: the token isn't valid at this moment.
CREATE FUNCTION enter(token_digest bytea, at timestamptz)
RETURNS TABLE (token uuid, member uuid, member_name text, team uuid, team_name text, role text, scopes text[], projects uuid[])
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = scrubjay, pg_temp AS $$
#variable_conflict use_column
DECLARE
  found_token access_token%ROWTYPE;
  found_member member%ROWTYPE;
  granted uuid[];
BEGIN
  PERFORM leave();
  SELECT * INTO found_token FROM access_token AS t
    WHERE t.digest = token_digest AND t.revoked_at IS NULL AND t.expires_at > at AND t.created_at <= at + interval '5 minutes';
  IF NOT FOUND THEN RETURN; END IF;
  SELECT * INTO found_member FROM member AS m WHERE m.id = found_token.member AND m.removed_at IS NULL;
  IF NOT FOUND THEN RETURN; END IF;
  SELECT coalesce(array_agg(p.id ORDER BY p.number), '{}') INTO granted FROM project AS p
    WHERE p.team = found_member.team AND p.removed_at IS NULL
      AND (p.open OR EXISTS (SELECT 1 FROM project_member AS g WHERE g.project = p.id AND g.member = found_member.id))
      AND (found_token.projects IS NULL OR p.id = ANY (found_token.projects));
  PERFORM set_config('scrubjay.team', found_member.team::text, true),
    set_config('scrubjay.member', found_member.id::text, true), set_config('scrubjay.role', found_member.role, true),
    set_config('scrubjay.scopes', found_token.scopes::text, true), set_config('scrubjay.projects', granted::text, true);
  RETURN QUERY SELECT found_token.id, found_member.id, found_member.name, found_member.team,
    (SELECT t.name FROM team AS t WHERE t.id = found_member.team), found_member.role, found_token.scopes, granted;
END $$;

-- Notes that a valid token is in use, to the minute. In a transaction of its own: one that lasts would hold the token's
-- row, and a revocation would wait for it. Two at once don't wait for each other either.
CREATE FUNCTION note_use(token_digest bytea, at timestamptz) RETURNS void
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = scrubjay, pg_temp AS $$
  UPDATE access_token SET last_used_at = at WHERE id = (
    SELECT t.id FROM access_token AS t
    WHERE t.digest = token_digest AND t.revoked_at IS NULL AND t.expires_at > at
      AND (t.last_used_at IS NULL OR t.last_used_at < at - interval '1 minute')
    FOR UPDATE SKIP LOCKED)
$$;

-- Makes the transaction that of the worker for one project, removed or not. No row: there is no such project.
CREATE FUNCTION enter_worker(work uuid) RETURNS TABLE (team uuid, number integer)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = scrubjay, pg_temp AS $$
#variable_conflict use_column
DECLARE
  its project%ROWTYPE;
BEGIN
  PERFORM leave();
  SELECT * INTO its FROM project AS p WHERE p.id = work;
  IF NOT FOUND THEN RETURN; END IF;
  PERFORM set_config('scrubjay.team', its.team::text, true), set_config('scrubjay.role', 'worker', true),
    set_config('scrubjay.projects', ARRAY[its.id]::text, true);
  RETURN QUERY SELECT its.team, its.number;
END $$;

REVOKE ALL ON FUNCTION enter(bytea, timestamptz), note_use(bytea, timestamptz), enter_worker(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION enter(bytea, timestamptz), note_use(bytea, timestamptz) TO scrubjay_app;
GRANT EXECUTE ON FUNCTION enter_worker(uuid) TO scrubjay_worker;
ALTER FUNCTION enter(bytea, timestamptz) OWNER TO scrubjay_finder;
ALTER FUNCTION note_use(bytea, timestamptz) OWNER TO scrubjay_finder;
ALTER FUNCTION enter_worker(uuid) OWNER TO scrubjay_finder;
