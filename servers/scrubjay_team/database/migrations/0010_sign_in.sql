-- How a person comes in: who they are at the identity provider, their browser's session, and a sign-in that has begun.

-- Whether the transaction is a person's, by a session of their browser; never a token's.
CREATE FUNCTION its_person() RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE
  RETURN coalesce(current_setting('scrubjay.person', true), '') = 'true';

CREATE OR REPLACE FUNCTION leave() RETURNS void LANGUAGE sql VOLATILE AS $$
  SELECT set_config(name, '', false), set_config(name, '', true)
  FROM unnest(ARRAY['scrubjay.team', 'scrubjay.member', 'scrubjay.role', 'scrubjay.scopes', 'scrubjay.projects',
    'scrubjay.person']) AS name
$$;

-- Who a member is at an identity provider: (issuer, subject), never an e-mail address. `email` (verified alone) and
-- `handle` are what the provider said last. `refresh` is sealed by the program, and asked with from `asked_at` on;
-- `confirmed_at` is when the provider last said that they are somebody there, `refused_at` that they aren't any more.
CREATE TABLE identity (
  member uuid PRIMARY KEY,
  team uuid NOT NULL,
  issuer text NOT NULL CHECK (length(issuer) BETWEEN 1 AND 500),
  subject text NOT NULL CHECK (length(subject) BETWEEN 1 AND 255),
  email text CHECK (length(email) <= 254),
  handle text CHECK (length(handle) <= 100),
  created_at timestamptz NOT NULL,
  confirmed_at timestamptz NOT NULL,
  asked_at timestamptz NOT NULL,
  refused_at timestamptz,
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
GRANT SELECT, INSERT, UPDATE, DELETE ON identity, sign_in, page_session TO scrubjay_finder;
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

-- Whether a member's provider said that they aren't there any more, and they didn't come in since: whatever they hold
-- doesn't enter then, be it a token, a session or what a grant gives.
CREATE FUNCTION left_there(who uuid) RETURNS boolean LANGUAGE sql STABLE
  RETURN EXISTS (SELECT 1 FROM identity AS i WHERE i.member = who AND i.refused_at IS NOT NULL);
REVOKE ALL ON FUNCTION left_there(uuid) FROM PUBLIC;
ALTER FUNCTION left_there(uuid) OWNER TO scrubjay_finder;

-- Makes the transaction that of a token's member, and says who that is. No row: the token isn't valid at this moment.
SET LOCAL ROLE scrubjay_finder;
CREATE OR REPLACE FUNCTION enter(token_digest bytea, at timestamptz)
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
  SELECT * INTO found_member FROM member AS m WHERE m.id = found_token.member AND m.removed_at IS NULL
    AND NOT left_there(m.id);
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
RESET ROLE;

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
  SELECT * INTO its_member FROM member AS m WHERE m.id = its_session.member AND m.removed_at IS NULL
    AND NOT left_there(m.id);
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

-- Notes that a browser went to the provider. False: so many wait already that no more are taken.
CREATE FUNCTION begin_sign_in(
  its_state bytea, its_browser bytea, its_issuer text, its_next text, its_invitation bytea, at timestamptz,
  until timestamptz
) RETURNS boolean
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = scrubjay, pg_temp AS $$
BEGIN
  DELETE FROM sign_in WHERE expires_at <= at;
  IF (SELECT count(*) FROM sign_in) >= 20000 THEN RETURN false; END IF;
  INSERT INTO sign_in (state, browser, issuer, next, invitation, expires_at)
  VALUES (its_state, its_browser, its_issuer, its_next, its_invitation, until);
  RETURN true;
END $$;

-- Takes what a browser that comes back had begun: once.
CREATE FUNCTION take_sign_in(its_state bytea, its_browser bytea, at timestamptz)
RETURNS TABLE (issuer text, next text, invitation bytea)
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = scrubjay, pg_temp AS $$
  DELETE FROM sign_in AS s WHERE s.state = its_state AND s.browser = its_browser AND s.expires_at > at
  RETURNING s.issuer, s.next, s.invitation
$$;

-- What an invitation is for; no row: it isn't valid at this moment.
CREATE FUNCTION invited(its_digest bytea, at timestamptz)
RETURNS TABLE (team_name text, name text, role text, member uuid, email text, expires_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = scrubjay, pg_temp AS $$
  SELECT t.name, coalesce(m.name, i.name), coalesce(m.role, i.role), i.member, i.email, i.expires_at
  FROM invitation AS i JOIN team AS t ON t.id = i.team LEFT JOIN member AS m ON m.id = i.member
  WHERE i.digest = its_digest AND i.redeemed_at IS NULL AND i.expires_at > at AND m.removed_at IS NULL
$$;

-- Redeems an invitation, once: makes its member (of the id `new_member`) where it names none, and binds them to who
-- they are at the provider; without a provider (`its_issuer` NULL) the invitation alone proves it. `outcome` is
-- joined, gone, email (it is for another verified address), taken (the name), full, or bound (to another member).
CREATE FUNCTION redeem(
  its_digest bytea, its_issuer text, its_subject text, its_email text, new_member uuid, at timestamptz
) RETURNS TABLE (outcome text, member uuid)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = scrubjay, pg_temp AS $$
#variable_conflict use_column
DECLARE
  its invitation%ROWTYPE;
  who uuid;
BEGIN
  PERFORM FROM team AS t WHERE t.id = (SELECT i.team FROM invitation AS i WHERE i.digest = its_digest) FOR UPDATE;
  SELECT * INTO its FROM invitation AS i WHERE i.digest = its_digest AND i.redeemed_at IS NULL AND i.expires_at > at;
  IF NOT FOUND THEN RETURN QUERY SELECT 'gone', NULL::uuid; RETURN; END IF;
  IF its.email IS NOT NULL AND its.email IS DISTINCT FROM its_email THEN
    RETURN QUERY SELECT 'email', NULL::uuid; RETURN;
  END IF;
  SELECT i.member INTO who FROM identity AS i JOIN member AS m ON m.id = i.member
    WHERE i.issuer = its_issuer AND i.subject = its_subject AND i.team = its.team AND m.removed_at IS NULL;
  IF who IS NOT NULL AND who IS DISTINCT FROM its.member THEN
    RETURN QUERY SELECT 'bound', NULL::uuid; RETURN;
  END IF;
  who := coalesce(its.member, new_member);
  IF its.member IS NULL THEN
    IF EXISTS (SELECT 1 FROM member AS m WHERE m.team = its.team AND lower(m.name) = lower(its.name) AND m.removed_at IS NULL) THEN
      RETURN QUERY SELECT 'taken', NULL::uuid; RETURN;
    END IF;
    IF (SELECT count(*) FROM member AS m WHERE m.team = its.team AND m.removed_at IS NULL) >= 1000 THEN
      RETURN QUERY SELECT 'full', NULL::uuid; RETURN;
    END IF;
    INSERT INTO member (id, team, name, role, created_at) VALUES (who, its.team, its.name, its.role, at);
  ELSIF NOT EXISTS (SELECT 1 FROM member AS m WHERE m.id = who AND m.removed_at IS NULL) THEN
    RETURN QUERY SELECT 'gone', NULL::uuid; RETURN;
  END IF;
  UPDATE invitation SET redeemed_at = at WHERE id = its.id;
  IF its_issuer IS NOT NULL THEN
    DELETE FROM identity WHERE member = who OR (issuer = its_issuer AND subject = its_subject AND team = its.team);
    INSERT INTO identity (member, team, issuer, subject, email, created_at, confirmed_at, asked_at)
    VALUES (who, its.team, its_issuer, its_subject, its_email, at, at, at);
  ELSE
    UPDATE identity SET refused_at = NULL WHERE member = who;
  END IF;
  RETURN QUERY SELECT 'joined', who;
END $$;

-- The members that somebody at a provider is, the newest first; what the provider says of them now is kept.
CREATE FUNCTION identified(its_issuer text, its_subject text, its_email text, its_handle text, at timestamptz)
RETURNS TABLE (member uuid, team_name text)
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = scrubjay, pg_temp AS $$
  WITH known AS (
    UPDATE identity AS i SET email = its_email, handle = its_handle, confirmed_at = at, asked_at = at, refused_at = NULL
    FROM member AS m
    WHERE i.issuer = its_issuer AND i.subject = its_subject AND m.id = i.member AND m.removed_at IS NULL
    RETURNING i.member, i.team, i.created_at)
  SELECT k.member, t.name FROM known AS k JOIN team AS t ON t.id = k.team ORDER BY k.created_at DESC
$$;

-- The open invitation of a verified address, the newest.
CREATE FUNCTION invited_by_email(its_email text, at timestamptz) RETURNS bytea
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = scrubjay, pg_temp AS $$
  SELECT i.digest FROM invitation AS i
  WHERE i.email = its_email AND i.redeemed_at IS NULL AND i.expires_at > at ORDER BY i.created_at DESC LIMIT 1
$$;

-- Begins a session of a browser; of one member twenty go on at most, and what ended a month ago is forgotten.
CREATE FUNCTION open_session(
  its_member uuid, its_id uuid, its_digest bytea, its_browser text, at timestamptz, until timestamptz
) RETURNS void
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = scrubjay, pg_temp AS $$
  DELETE FROM page_session WHERE member = its_member AND created_at < at - interval '30 days';
  UPDATE page_session SET ended_at = at WHERE id IN (
    SELECT s.id FROM page_session AS s WHERE s.member = its_member AND s.ended_at IS NULL
    ORDER BY s.created_at DESC, s.id OFFSET 19);
  INSERT INTO page_session (id, team, member, digest, browser, created_at, expires_at)
  SELECT its_id, m.team, m.id, its_digest, its_browser, at, until FROM member AS m
  WHERE m.id = its_member AND m.removed_at IS NULL;
$$;

-- Ends the session of a browser that holds its cookie.
CREATE FUNCTION end_session(its_digest bytea, at timestamptz) RETURNS void
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = scrubjay, pg_temp AS $$
  UPDATE page_session SET ended_at = at WHERE digest = its_digest AND ended_at IS NULL
$$;

-- Keeps what the provider is asked with later.
CREATE FUNCTION keep_refresh(its_member uuid, its_refresh bytea, at timestamptz) RETURNS void
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = scrubjay, pg_temp AS $$
  UPDATE identity SET refresh = its_refresh, confirmed_at = at, asked_at = at WHERE member = its_member
$$;

-- How a member stands at their provider; no row: they are bound to none.
CREATE FUNCTION standing(its_member uuid)
RETURNS TABLE (issuer text, subject text, confirmed_at timestamptz, refused_at timestamptz, asks boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = scrubjay, pg_temp AS $$
  SELECT i.issuer, i.subject, i.confirmed_at, i.refused_at, i.refresh IS NOT NULL FROM identity AS i
  WHERE i.member = its_member
$$;

-- Takes the turn to ask a member's provider: what it is asked with, unless somebody asked since `before`.
CREATE FUNCTION turn_to_ask(its_member uuid, before timestamptz, at timestamptz) RETURNS bytea
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = scrubjay, pg_temp AS $$
  UPDATE identity SET asked_at = at WHERE member = its_member AND asked_at <= before AND refresh IS NOT NULL
  RETURNING refresh
$$;

-- Lets a member's provider be asked again sooner, since it was away.
CREATE FUNCTION ask_again(its_member uuid, its_asked timestamptz) RETURNS void
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = scrubjay, pg_temp AS $$
  UPDATE identity SET asked_at = its_asked WHERE member = its_member AND asked_at > its_asked
$$;

-- Ends a member's sessions, since their provider says that they aren't there any more; from now on they `left_there`.
CREATE FUNCTION refused_by_provider(its_member uuid, at timestamptz) RETURNS void
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = scrubjay, pg_temp AS $$
  UPDATE identity SET refused_at = at, refresh = NULL WHERE member = its_member;
  UPDATE page_session SET ended_at = at WHERE member = its_member AND ended_at IS NULL;
$$;

REVOKE ALL ON FUNCTION
  begin_sign_in(bytea, bytea, text, text, bytea, timestamptz, timestamptz),
  take_sign_in(bytea, bytea, timestamptz),
  invited(bytea, timestamptz),
  redeem(bytea, text, text, text, uuid, timestamptz),
  identified(text, text, text, text, timestamptz),
  invited_by_email(text, timestamptz),
  open_session(uuid, uuid, bytea, text, timestamptz, timestamptz),
  end_session(bytea, timestamptz),
  keep_refresh(uuid, bytea, timestamptz),
  standing(uuid),
  turn_to_ask(uuid, timestamptz, timestamptz),
  ask_again(uuid, timestamptz),
  refused_by_provider(uuid, timestamptz)
FROM PUBLIC;
GRANT EXECUTE ON FUNCTION
  begin_sign_in(bytea, bytea, text, text, bytea, timestamptz, timestamptz),
  take_sign_in(bytea, bytea, timestamptz),
  invited(bytea, timestamptz),
  redeem(bytea, text, text, text, uuid, timestamptz),
  identified(text, text, text, text, timestamptz),
  invited_by_email(text, timestamptz),
  open_session(uuid, uuid, bytea, text, timestamptz, timestamptz),
  end_session(bytea, timestamptz),
  keep_refresh(uuid, bytea, timestamptz),
  standing(uuid),
  turn_to_ask(uuid, timestamptz, timestamptz),
  ask_again(uuid, timestamptz),
  refused_by_provider(uuid, timestamptz)
TO scrubjay_app;
ALTER FUNCTION begin_sign_in(bytea, bytea, text, text, bytea, timestamptz, timestamptz) OWNER TO scrubjay_finder;
ALTER FUNCTION take_sign_in(bytea, bytea, timestamptz) OWNER TO scrubjay_finder;
ALTER FUNCTION invited(bytea, timestamptz) OWNER TO scrubjay_finder;
ALTER FUNCTION redeem(bytea, text, text, text, uuid, timestamptz) OWNER TO scrubjay_finder;
ALTER FUNCTION identified(text, text, text, text, timestamptz) OWNER TO scrubjay_finder;
ALTER FUNCTION invited_by_email(text, timestamptz) OWNER TO scrubjay_finder;
ALTER FUNCTION open_session(uuid, uuid, bytea, text, timestamptz, timestamptz) OWNER TO scrubjay_finder;
ALTER FUNCTION end_session(bytea, timestamptz) OWNER TO scrubjay_finder;
ALTER FUNCTION keep_refresh(uuid, bytea, timestamptz) OWNER TO scrubjay_finder;
ALTER FUNCTION standing(uuid) OWNER TO scrubjay_finder;
ALTER FUNCTION turn_to_ask(uuid, timestamptz, timestamptz) OWNER TO scrubjay_finder;
ALTER FUNCTION ask_again(uuid, timestamptz) OWNER TO scrubjay_finder;
ALTER FUNCTION refused_by_provider(uuid, timestamptz) OWNER TO scrubjay_finder;
