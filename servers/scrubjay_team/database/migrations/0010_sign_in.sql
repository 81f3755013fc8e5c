-- How a person comes in: who they are at the identity provider, their browser's session, and a sign-in that has begun.

-- Whether the transaction is a person's, by a session of their browser; never a token's.
CREATE FUNCTION its_person() RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE
  RETURN coalesce(current_setting('scrubjay.person', true), '') = 'true';

CREATE OR REPLACE FUNCTION leave() RETURNS void LANGUAGE sql VOLATILE AS $$
  SELECT set_config(name, '', false), set_config(name, '', true)
  FROM unnest(ARRAY['scrubjay.team', 'scrubjay.member', 'scrubjay.role', 'scrubjay.scopes', 'scrubjay.projects',
    'scrubjay.person']) AS name
$$;

-- Who a member is at an identity provider: (issuer, subject), never an e-mail address. `refresh` is sealed by the
-- program; `checked_at` is when the provider last said that they still are somebody there.
CREATE TABLE identity (
  member uuid PRIMARY KEY,
  team uuid NOT NULL,
  issuer text NOT NULL CHECK (length(issuer) BETWEEN 1 AND 500),
  subject text NOT NULL CHECK (length(subject) BETWEEN 1 AND 255),
  created_at timestamptz NOT NULL,
  checked_at timestamptz NOT NULL,
  refresh bytea CHECK (length(refresh) <= 20000),
  UNIQUE (issuer, subject, team),
  FOREIGN KEY (team, member) REFERENCES member (team, id) ON DELETE CASCADE
);

-- A session of a person's browser, kept as the SHA-256 of its cookie.
CREATE TABLE page_session (
  id uuid PRIMARY KEY,
  team uuid NOT NULL,
  member uuid NOT NULL,
  digest bytea NOT NULL UNIQUE,
  browser text NOT NULL CHECK (length(browser) <= 120),
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL CHECK (expires_at <= created_at + interval '12 hours'),
  ended_at timestamptz,
  FOREIGN KEY (team, member) REFERENCES member (team, id) ON DELETE CASCADE
);
CREATE INDEX page_session_member ON page_session (member, created_at);

-- A sign-in that waits for its answer from the provider: found by the digest of its state, bound to one browser.
CREATE TABLE sign_in (
  state bytea PRIMARY KEY,
  browser bytea NOT NULL,
  issuer text NOT NULL,
  next text NOT NULL CHECK (length(next) <= 2000),
  invitation bytea,
  expires_at timestamptz NOT NULL
);
CREATE INDEX sign_in_expires ON sign_in (expires_at);

-- An invitation of a `member` lets somebody in again who is in the team already; one with an `email` is for them alone
-- of whom the provider says that the address is theirs.
ALTER TABLE invitation ADD COLUMN member uuid REFERENCES member ON DELETE CASCADE;
ALTER TABLE invitation ADD COLUMN email text CHECK (length(email) BETWEEN 3 AND 254);

ALTER TABLE identity ENABLE ROW LEVEL SECURITY;
ALTER TABLE identity FORCE ROW LEVEL SECURITY;
ALTER TABLE page_session ENABLE ROW LEVEL SECURITY;
ALTER TABLE page_session FORCE ROW LEVEL SECURITY;
ALTER TABLE sign_in ENABLE ROW LEVEL SECURITY;
ALTER TABLE sign_in FORCE ROW LEVEL SECURITY;

CREATE POLICY of_owner ON identity TO scrubjay_owner USING (true) WITH CHECK (true);
CREATE POLICY of_owner ON page_session TO scrubjay_owner USING (true) WITH CHECK (true);
CREATE POLICY of_owner ON sign_in TO scrubjay_owner USING (true) WITH CHECK (true);
CREATE POLICY of_finder ON identity TO scrubjay_finder USING (true) WITH CHECK (true);
CREATE POLICY of_finder ON page_session TO scrubjay_finder USING (true) WITH CHECK (true);
CREATE POLICY of_finder ON sign_in TO scrubjay_finder USING (true) WITH CHECK (true);
CREATE POLICY of_finder ON invitation TO scrubjay_finder USING (true) WITH CHECK (true);
CREATE POLICY made_by_finder ON member FOR INSERT TO scrubjay_finder WITH CHECK (true);
CREATE POLICY held_by_finder ON team FOR UPDATE TO scrubjay_finder USING (true) WITH CHECK (false);
GRANT SELECT, INSERT, UPDATE, DELETE ON identity, sign_in TO scrubjay_finder;
GRANT SELECT, INSERT, UPDATE ON page_session TO scrubjay_finder;
GRANT SELECT ON invitation TO scrubjay_finder;
GRANT UPDATE (redeemed_at) ON invitation TO scrubjay_finder;
GRANT INSERT ON member TO scrubjay_finder;
GRANT UPDATE (id) ON team TO scrubjay_finder;  -- so that its row may be locked; the policy lets nothing be changed

-- A person sees their own sessions, and ends them.
CREATE POLICY of_person ON page_session FOR SELECT TO scrubjay_app
  USING ((SELECT its_person()) AND team = (SELECT its_team()) AND member = (SELECT its_member()));
CREATE POLICY ended_by_person ON page_session FOR UPDATE TO scrubjay_app
  USING ((SELECT its_person()) AND team = (SELECT its_team()) AND member = (SELECT its_member()))
  WITH CHECK ((SELECT its_person()) AND team = (SELECT its_team()) AND member = (SELECT its_member()));
GRANT SELECT (id, team, member, browser, created_at, expires_at, ended_at) ON page_session TO scrubjay_app;
GRANT UPDATE (ended_at) ON page_session TO scrubjay_app;

-- Makes the transaction that of the person of a browser's session, and says who that is, as `enter` does.
CREATE FUNCTION enter_person(session_digest bytea, at timestamptz)
RETURNS TABLE (token uuid, member uuid, member_name text, team uuid, team_name text, role text, scopes text[], projects uuid[])
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = scrubjay, pg_temp AS $$
#variable_conflict use_column
DECLARE
  its_session page_session%ROWTYPE;
  its_member member%ROWTYPE;
  granted uuid[];
  all_scopes CONSTANT text[] := ARRAY['search', 'remember', 'handoff', 'export'];
BEGIN
  PERFORM leave();
  SELECT * INTO its_session FROM page_session AS s
    WHERE s.digest = session_digest AND s.ended_at IS NULL AND s.expires_at > at
      AND s.created_at <= at + interval '5 minutes';
  IF NOT FOUND THEN RETURN; END IF;
  SELECT * INTO its_member FROM member AS m WHERE m.id = its_session.member AND m.removed_at IS NULL;
  IF NOT FOUND THEN RETURN; END IF;
  SELECT coalesce(array_agg(p.id ORDER BY p.number), '{}') INTO granted FROM project AS p
    WHERE p.team = its_member.team AND p.removed_at IS NULL
      AND (p.open OR EXISTS (SELECT 1 FROM project_member AS g WHERE g.project = p.id AND g.member = its_member.id));
  PERFORM set_config('scrubjay.team', its_member.team::text, true),
    set_config('scrubjay.member', its_member.id::text, true), set_config('scrubjay.role', its_member.role, true),
    set_config('scrubjay.scopes', all_scopes::text, true), set_config('scrubjay.projects', granted::text, true),
    set_config('scrubjay.person', 'true', true);
  RETURN QUERY SELECT its_session.id, its_member.id, its_member.name, its_member.team,
    (SELECT t.name FROM team AS t WHERE t.id = its_member.team), its_member.role, all_scopes, granted;
END $$;

REVOKE ALL ON FUNCTION enter_person(bytea, timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION enter_person(bytea, timestamptz) TO scrubjay_app;
ALTER FUNCTION enter_person(bytea, timestamptz) OWNER TO scrubjay_finder;
