-- What people manage in their browser as the app's role, answers that are given again, and sums of days.

-- Whether the transaction is an owner's, in their browser, who opened the office of their team: the rows of people,
-- invitations, grants and repositories that aren't granted are seen and changed there and nowhere else.
CREATE FUNCTION in_office() RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE
  RETURN its_person() AND coalesce(its_role() = 'owner', false)
    AND coalesce(current_setting('scrubjay.office', true), '') = 'open';

CREATE OR REPLACE FUNCTION leave() RETURNS void LANGUAGE sql VOLATILE AS $$
  SELECT set_config(name, '', false), set_config(name, '', true)
  FROM unnest(ARRAY['scrubjay.team', 'scrubjay.member', 'scrubjay.role', 'scrubjay.scopes', 'scrubjay.projects',
    'scrubjay.person', 'scrubjay.office']) AS name
$$;

-- Lets nobody else change a team's people until the transaction ends: the caller's own team, or any for the owner.
CREATE FUNCTION hold_team(wanted uuid) RETURNS void
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = scrubjay, pg_temp AS $$
  SELECT id FROM team WHERE id = wanted AND (id = its_team() OR session_user = 'scrubjay_owner') FOR UPDATE
$$;
REVOKE ALL ON FUNCTION hold_team(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION hold_team(uuid) TO scrubjay_app;
ALTER FUNCTION hold_team(uuid) OWNER TO scrubjay_finder;
SET LOCAL ROLE scrubjay_finder;
GRANT EXECUTE ON FUNCTION hold_team(uuid) TO scrubjay_owner;
RESET ROLE;

CREATE POLICY of_office ON member FOR UPDATE TO scrubjay_app
  USING (team = (SELECT its_team()) AND (SELECT in_office()))
  WITH CHECK (team = (SELECT its_team()) AND (SELECT in_office()));
GRANT UPDATE (role, removed_at) ON member TO scrubjay_app;

CREATE POLICY of_office ON invitation TO scrubjay_app
  USING (team = (SELECT its_team()) AND (SELECT in_office()))
  WITH CHECK (team = (SELECT its_team()) AND (SELECT in_office()));
GRANT SELECT (id, team, name, role, created_at, expires_at, redeemed_at, member, email), INSERT, DELETE
  ON invitation TO scrubjay_app;

CREATE POLICY read_in_office ON project FOR SELECT TO scrubjay_app
  USING (team = (SELECT its_team()) AND (SELECT in_office()));
CREATE POLICY of_office ON project FOR UPDATE TO scrubjay_app
  USING (team = (SELECT its_team()) AND (SELECT in_office()))
  WITH CHECK (team = (SELECT its_team()) AND (SELECT in_office()));
GRANT SELECT (address), UPDATE (open) ON project TO scrubjay_app;

-- A member sees for which repositories they are named themselves.
CREATE POLICY own ON project_member FOR SELECT TO scrubjay_app
  USING (team = (SELECT its_team()) AND member = (SELECT its_member()));
CREATE POLICY of_office ON project_member TO scrubjay_app
  USING (team = (SELECT its_team()) AND (SELECT in_office()))
  WITH CHECK (team = (SELECT its_team()) AND (SELECT in_office()));
GRANT SELECT, INSERT, DELETE ON project_member TO scrubjay_app;

-- A member sees and ends their own tokens, also by a token; only a person makes one, never above their role and grants.
CREATE POLICY own ON access_token FOR SELECT TO scrubjay_app
  USING (team = (SELECT its_team()) AND (member = (SELECT its_member()) OR (SELECT in_office())));
CREATE POLICY made_by_person ON access_token FOR INSERT TO scrubjay_app WITH CHECK (
  (SELECT its_person()) AND team = (SELECT its_team()) AND member = (SELECT its_member())
  AND ((SELECT its_role()) <> 'reader' OR scopes <@ ARRAY['search'])
  AND (projects IS NULL OR projects <@ (SELECT its_projects())::uuid[]));
CREATE POLICY ended ON access_token FOR UPDATE TO scrubjay_app
  USING (team = (SELECT its_team()) AND revoked_at IS NULL
    AND (member = (SELECT its_member()) OR (SELECT in_office())))
  WITH CHECK (team = (SELECT its_team()) AND revoked_at IS NOT NULL
    AND (member = (SELECT its_member()) OR (SELECT in_office())));
GRANT SELECT (id, team, member, name, scopes, projects, created_at, expires_at, last_used_at, revoked_at, issued),
  INSERT (id, team, member, name, digest, scopes, projects, created_at, expires_at),
  UPDATE (revoked_at) ON access_token TO scrubjay_app;

-- What a request with an Idempotency-Key was answered, for a day: the key and the request as hashes, the answer sealed
-- with the key, which isn't kept.
CREATE TABLE kept_answer (
  team uuid NOT NULL,
  member uuid NOT NULL,
  key bytea NOT NULL,
  request bytea NOT NULL,
  answer bytea NOT NULL CHECK (length(answer) <= 1000000),
  at timestamptz NOT NULL,
  PRIMARY KEY (member, key),
  FOREIGN KEY (team, member) REFERENCES member (team, id) ON DELETE CASCADE
);
CREATE INDEX kept_answer_at ON kept_answer (at);
ALTER TABLE kept_answer ENABLE ROW LEVEL SECURITY;
ALTER TABLE kept_answer FORCE ROW LEVEL SECURITY;
CREATE POLICY own ON kept_answer TO scrubjay_app
  USING (team = (SELECT its_team()) AND member = (SELECT its_member()))
  WITH CHECK (team = (SELECT its_team()) AND member = (SELECT its_member()));
CREATE POLICY of_finder ON kept_answer TO scrubjay_finder USING (true);
GRANT SELECT, INSERT, DELETE ON kept_answer TO scrubjay_app;
GRANT SELECT, DELETE ON kept_answer TO scrubjay_finder;

-- How often a member did what on a day, in UTC.
CREATE TABLE usage_day (
  team uuid NOT NULL,
  member uuid NOT NULL,
  day date NOT NULL,
  what text NOT NULL CHECK (length(what) BETWEEN 1 AND 100),
  count bigint NOT NULL CHECK (count > 0),
  PRIMARY KEY (member, day, what),
  FOREIGN KEY (team, member) REFERENCES member (team, id) ON DELETE CASCADE
);
CREATE INDEX usage_day_of_team ON usage_day (team, day);
ALTER TABLE usage_day ENABLE ROW LEVEL SECURITY;
ALTER TABLE usage_day FORCE ROW LEVEL SECURITY;
CREATE POLICY read ON usage_day FOR SELECT TO scrubjay_app
  USING (team = (SELECT its_team()) AND (member = (SELECT its_member()) OR (SELECT in_office())));
CREATE POLICY counted ON usage_day FOR INSERT TO scrubjay_app
  WITH CHECK (team = (SELECT its_team()) AND member = (SELECT its_member()));
CREATE POLICY counted_on ON usage_day FOR UPDATE TO scrubjay_app
  USING (team = (SELECT its_team()) AND member = (SELECT its_member()))
  WITH CHECK (team = (SELECT its_team()) AND member = (SELECT its_member()));
CREATE POLICY of_finder ON usage_day TO scrubjay_finder USING (true);
GRANT SELECT, INSERT, UPDATE (count) ON usage_day TO scrubjay_app;
GRANT SELECT, DELETE ON usage_day TO scrubjay_finder;

-- Drops answers that are a day old, and sums that are older than 400 days.
CREATE FUNCTION trim_management(at timestamptz) RETURNS void
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = scrubjay, pg_temp AS $$
  DELETE FROM kept_answer AS k WHERE k.at < trim_management.at - interval '24 hours';
  DELETE FROM usage_day AS u WHERE u.day < (trim_management.at AT TIME ZONE 'UTC')::date - 400;
$$;
REVOKE ALL ON FUNCTION trim_management(timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION trim_management(timestamptz) TO scrubjay_app;
ALTER FUNCTION trim_management(timestamptz) OWNER TO scrubjay_finder;
