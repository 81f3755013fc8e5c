-- OAuth for clients of MCP, and the device flow of `scrubjay team join`: registrations, requests, grants and their codes.
-- Nobody reads these tables but functions: of the program's own endpoints, and of a person who consents or looks.

-- A program that registered itself; without a secret it is a public one. It goes once nobody used it for 90 days.
CREATE TABLE oauth_client (
  id uuid PRIMARY KEY,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  redirects text[] NOT NULL CHECK (cardinality(redirects) BETWEEN 1 AND 10),
  secret bytea,
  created_at timestamptz NOT NULL,
  used_at timestamptz NOT NULL
);

CREATE INDEX oauth_client_used ON oauth_client (used_at);

-- A program that asks to act for whoever consents, kept as it asked. `session` is the browser's that opened it first.
CREATE TABLE oauth_request (
  id uuid PRIMARY KEY,
  client uuid NOT NULL REFERENCES oauth_client ON DELETE CASCADE,
  redirect text NOT NULL,
  state text NOT NULL,
  challenge text NOT NULL,
  scopes text[] NOT NULL,
  resource text NOT NULL,
  session uuid,
  created_at timestamptz NOT NULL
);

CREATE INDEX oauth_request_made ON oauth_request (created_at);

-- What a member allowed a program (`client`), or a machine that joined (`machine`).
CREATE TABLE oauth_grant (
  id uuid PRIMARY KEY,
  team uuid NOT NULL,
  member uuid NOT NULL,
  client uuid REFERENCES oauth_client ON DELETE CASCADE,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  machine text NOT NULL DEFAULT '' CHECK (length(machine) <= 60),
  scopes text[] NOT NULL CHECK (scopes <@ ARRAY['search', 'remember', 'handoff', 'export']),
  projects uuid[],
  resource text NOT NULL,
  created_at timestamptz NOT NULL,
  used_at timestamptz NOT NULL,
  checked_at timestamptz NOT NULL,
  ended_at timestamptz,
  FOREIGN KEY (team, member) REFERENCES member (team, id) ON DELETE CASCADE
);

CREATE INDEX oauth_grant_of ON oauth_grant (member, used_at);
CREATE INDEX oauth_grant_client ON oauth_grant (client);

CREATE TABLE oauth_code (
  digest bytea PRIMARY KEY,
  issued uuid NOT NULL REFERENCES oauth_grant ON DELETE CASCADE,
  redirect text NOT NULL,
  challenge text NOT NULL,
  created_at timestamptz NOT NULL,
  used_at timestamptz
);

CREATE INDEX oauth_code_of ON oauth_code (issued);

-- `salt` makes the successor of a rotated token from its text again, for whoever shows that within a minute.
CREATE TABLE oauth_refresh (
  digest bytea PRIMARY KEY,
  issued uuid NOT NULL REFERENCES oauth_grant ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  rotated_at timestamptz,
  salt bytea
);

CREATE INDEX oauth_refresh_of ON oauth_refresh (issued, created_at);

-- A machine that waits for a person to type its code.
CREATE TABLE oauth_device (
  id uuid PRIMARY KEY,
  digest bytea NOT NULL UNIQUE,
  code text NOT NULL UNIQUE CHECK (length(code) = 8),
  machine text NOT NULL CHECK (length(machine) <= 60),
  address text NOT NULL CHECK (length(address) <= 60),
  scopes text[] NOT NULL,
  resource text NOT NULL,
  created_at timestamptz NOT NULL,
  asked_at timestamptz NOT NULL,
  every integer NOT NULL DEFAULT 5,
  session uuid,
  denied boolean NOT NULL DEFAULT false,
  issued uuid REFERENCES oauth_grant ON DELETE CASCADE
);

CREATE INDEX oauth_device_made ON oauth_device (created_at);

-- An access token that a grant gave out is a row like a personal one.
ALTER TABLE access_token ADD COLUMN issued uuid REFERENCES oauth_grant ON DELETE CASCADE;
CREATE INDEX access_token_issued ON access_token (issued) WHERE issued IS NOT NULL;
-- Which of the rows that a person may see are personal ones.
GRANT SELECT (issued) ON access_token TO scrubjay_app;

ALTER TABLE oauth_client ENABLE ROW LEVEL SECURITY;
ALTER TABLE oauth_client FORCE ROW LEVEL SECURITY;
ALTER TABLE oauth_request ENABLE ROW LEVEL SECURITY;
ALTER TABLE oauth_request FORCE ROW LEVEL SECURITY;
ALTER TABLE oauth_grant ENABLE ROW LEVEL SECURITY;
ALTER TABLE oauth_grant FORCE ROW LEVEL SECURITY;
ALTER TABLE oauth_code ENABLE ROW LEVEL SECURITY;
ALTER TABLE oauth_code FORCE ROW LEVEL SECURITY;
ALTER TABLE oauth_refresh ENABLE ROW LEVEL SECURITY;
ALTER TABLE oauth_refresh FORCE ROW LEVEL SECURITY;
ALTER TABLE oauth_device ENABLE ROW LEVEL SECURITY;
ALTER TABLE oauth_device FORCE ROW LEVEL SECURITY;
CREATE POLICY of_owner ON oauth_client TO scrubjay_owner USING (true) WITH CHECK (true);
CREATE POLICY of_owner ON oauth_request TO scrubjay_owner USING (true) WITH CHECK (true);
CREATE POLICY of_owner ON oauth_grant TO scrubjay_owner USING (true) WITH CHECK (true);
CREATE POLICY of_owner ON oauth_code TO scrubjay_owner USING (true) WITH CHECK (true);
CREATE POLICY of_owner ON oauth_refresh TO scrubjay_owner USING (true) WITH CHECK (true);
CREATE POLICY of_owner ON oauth_device TO scrubjay_owner USING (true) WITH CHECK (true);
CREATE POLICY of_finder ON oauth_client TO scrubjay_finder USING (true) WITH CHECK (true);
CREATE POLICY of_finder ON oauth_request TO scrubjay_finder USING (true) WITH CHECK (true);
CREATE POLICY of_finder ON oauth_grant TO scrubjay_finder USING (true) WITH CHECK (true);
CREATE POLICY of_finder ON oauth_code TO scrubjay_finder USING (true) WITH CHECK (true);
CREATE POLICY of_finder ON oauth_refresh TO scrubjay_finder USING (true) WITH CHECK (true);
CREATE POLICY of_finder ON oauth_device TO scrubjay_finder USING (true) WITH CHECK (true);
CREATE POLICY issued_by_finder ON access_token FOR INSERT TO scrubjay_finder WITH CHECK (issued IS NOT NULL);
CREATE POLICY dropped_by_finder ON access_token FOR DELETE TO scrubjay_finder USING (issued IS NOT NULL);
GRANT SELECT, INSERT, UPDATE, DELETE ON oauth_client, oauth_request, oauth_grant, oauth_code, oauth_refresh, oauth_device
  TO scrubjay_finder;
GRANT INSERT, DELETE, UPDATE (revoked_at) ON access_token TO scrubjay_finder;

-- The members of an issuer to ask about, those first who were asked longest ago: nobody asked since `before`, and they
-- hold something by which they come in.
CREATE FUNCTION due_to_ask(its_issuer text, before timestamptz, at timestamptz, most integer) RETURNS TABLE (member uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = scrubjay, pg_temp AS $$
  SELECT i.member FROM identity AS i JOIN member AS m ON m.id = i.member
  WHERE i.issuer = its_issuer AND i.asked_at <= before AND i.refused_at IS NULL AND i.refresh IS NOT NULL
    AND m.removed_at IS NULL AND (
      EXISTS (SELECT FROM access_token AS t WHERE t.member = m.id AND t.revoked_at IS NULL AND t.expires_at > at)
      OR EXISTS (SELECT FROM page_session AS s WHERE s.member = m.id AND s.ended_at IS NULL AND s.expires_at > at)
      OR EXISTS (SELECT FROM oauth_grant AS g WHERE g.member = m.id AND g.ended_at IS NULL))
  ORDER BY i.asked_at, i.member LIMIT most
$$;
REVOKE ALL ON FUNCTION due_to_ask(text, timestamptz, timestamptz, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION due_to_ask(text, timestamptz, timestamptz, integer) TO scrubjay_app;
ALTER FUNCTION due_to_ask(text, timestamptz, timestamptz, integer) OWNER TO scrubjay_finder;

-- Ends a grant with all that it gave out. Its codes and refresh tokens stay, so that a replayed one is known.
CREATE FUNCTION oauth_end(ended uuid, at timestamptz) RETURNS void
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = scrubjay, pg_temp AS $$
  UPDATE oauth_grant SET ended_at = at WHERE id = ended AND ended_at IS NULL;
  UPDATE access_token SET revoked_at = at WHERE issued = ended AND revoked_at IS NULL;
$$;

-- Whoever leaves the team leaves nothing that acts for them.
CREATE FUNCTION oauth_end_of_member() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = scrubjay, pg_temp AS $$
BEGIN
  PERFORM oauth_end(g.id, NEW.removed_at) FROM oauth_grant AS g WHERE g.member = NEW.id AND g.ended_at IS NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER oauth_end_of_member AFTER UPDATE OF removed_at ON member
  FOR EACH ROW WHEN (OLD.removed_at IS NULL AND NEW.removed_at IS NOT NULL) EXECUTE FUNCTION oauth_end_of_member();

-- Registers a program, and forgets those that nobody uses: after 90 days, after a day where nobody ever consented, and
-- the longest unused ones where there are too many. False: all of too many are in use.
CREATE FUNCTION oauth_register(new_id uuid, its_name text, its_redirects text[], its_secret bytea, most integer, at timestamptz)
RETURNS boolean LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = scrubjay, pg_temp AS $$
BEGIN
  DELETE FROM oauth_client AS c WHERE c.used_at < at - interval '90 days'
    OR (c.used_at < at - interval '1 day' AND NOT EXISTS (SELECT FROM oauth_grant AS g WHERE g.client = c.id));
  IF (SELECT count(*) FROM oauth_client) >= most THEN
    DELETE FROM oauth_client WHERE id IN (
      SELECT c.id FROM oauth_client AS c
      WHERE NOT EXISTS (SELECT FROM oauth_grant AS g WHERE g.client = c.id AND g.ended_at IS NULL)
      ORDER BY c.used_at LIMIT greatest(most / 10, 1));
    IF NOT FOUND THEN RETURN false; END IF;
  END IF;
  INSERT INTO oauth_client (id, name, redirects, secret, created_at, used_at)
    VALUES (new_id, its_name, its_redirects, its_secret, at, at);
  RETURN true;
END $$;

-- A registered program, which counts as used from now on. No row: there is none, or nobody used it for 90 days.
CREATE FUNCTION oauth_client_of(asked uuid, at timestamptz)
RETURNS TABLE (id uuid, name text, redirects text[], secret bytea, created_at timestamptz)
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = scrubjay, pg_temp AS $$
  UPDATE oauth_client AS c SET used_at = at
    WHERE c.id = asked AND c.used_at BETWEEN at - interval '90 days' AND at - interval '1 hour';
  SELECT c.id, c.name, c.redirects, c.secret, c.created_at FROM oauth_client AS c
    WHERE c.id = asked AND c.used_at >= at - interval '90 days'
$$;

-- Keeps a request until somebody consents, for ten minutes; of too many the oldest go.
CREATE FUNCTION oauth_ask(new_id uuid, its_client uuid, its_redirect text, its_state text, its_challenge text,
  its_wanted text[], its_resource text, most integer, at timestamptz)
RETURNS void LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = scrubjay, pg_temp AS $$
  DELETE FROM oauth_request WHERE created_at < at - interval '10 minutes' OR id IN (
    SELECT r.id FROM oauth_request AS r ORDER BY r.created_at DESC OFFSET most - 1);
  INSERT INTO oauth_request (id, client, redirect, state, challenge, scopes, resource, created_at)
    VALUES (new_id, its_client, its_redirect, its_state, its_challenge, its_wanted, its_resource, at)
$$;

-- A request as the browser session that opened it first sees it, and no other one.
CREATE FUNCTION oauth_asked(asked uuid, its_session uuid, at timestamptz)
RETURNS TABLE (id uuid, client uuid, name text, redirect text, state text, scopes text[], resource text, known boolean)
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = scrubjay, pg_temp AS $$
  UPDATE oauth_request AS r SET session = its_session
    WHERE r.id = asked AND r.session IS NULL AND its_person() AND r.created_at >= at - interval '10 minutes';
  SELECT r.id, r.client, c.name, r.redirect, r.state, r.scopes, r.resource, EXISTS (SELECT FROM oauth_grant AS g
      WHERE g.client = c.id AND g.member = its_member() AND g.ended_at IS NULL)
    FROM oauth_request AS r JOIN oauth_client AS c ON c.id = r.client
    WHERE r.id = asked AND r.session = its_session AND its_person() AND r.created_at >= at - interval '10 minutes'
$$;

-- Takes a request away, as its person decided. No row: it isn't theirs, or too old, or was decided already.
CREATE FUNCTION oauth_decided(asked uuid, its_session uuid, at timestamptz)
RETURNS TABLE (client uuid, name text, redirect text, state text, challenge text, scopes text[], resource text)
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = scrubjay, pg_temp AS $$
  DELETE FROM oauth_request AS r USING oauth_client AS c
    WHERE c.id = r.client AND r.id = asked AND r.session = its_session AND its_person()
      AND r.created_at >= at - interval '10 minutes'
    RETURNING r.client, c.name, r.redirect, r.state, r.challenge, r.scopes, r.resource
$$;

-- Whether the transaction's person may allow a program this: scopes within what was asked and within their role,
-- repositories within those they are granted.
CREATE FUNCTION oauth_may_allow(chosen text[], asked text[], narrowed uuid[]) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = scrubjay, pg_temp AS $$
  SELECT its_person() AND its_member() IS NOT NULL AND cardinality(chosen) BETWEEN 1 AND 4 AND chosen <@ asked
    AND (its_role() <> 'reader' OR chosen <@ ARRAY['search'])
    AND (narrowed IS NULL OR (cardinality(narrowed) BETWEEN 1 AND 500 AND narrowed <@ its_projects()))
$$;

-- A grant of the transaction's person. Of more than a hundred, those that were used longest ago end; ended ones are
-- forgotten after 90 days.
CREATE FUNCTION oauth_grant_by_person(new_id uuid, its_client uuid, its_name text, its_machine text, chosen text[],
  narrowed uuid[], its_resource text, at timestamptz)
RETURNS void LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = scrubjay, pg_temp AS $$
  INSERT INTO oauth_grant (id, team, member, client, name, machine, scopes, projects, resource, created_at, used_at, checked_at)
    SELECT new_id, its_team(), its_member(), its_client, its_name, its_machine, chosen, narrowed, its_resource, at, at, at
    WHERE its_person();
  DELETE FROM oauth_grant WHERE member = its_member() AND ended_at < at - interval '90 days';
  SELECT oauth_end(old.id, at) FROM (SELECT g.id FROM oauth_grant AS g
    WHERE g.member = its_member() AND g.ended_at IS NULL ORDER BY g.used_at DESC, g.id OFFSET 100) AS old;
$$;

-- Consents to a request: where the program is to be led, with the code whose digest this is. No row as in oauth_decided.
CREATE FUNCTION oauth_consent(asked uuid, its_session uuid, chosen text[], narrowed uuid[], new_grant uuid,
  code_digest bytea, at timestamptz)
RETURNS TABLE (redirect text, state text)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = scrubjay, pg_temp AS $$
#variable_conflict use_column
DECLARE
  its record;
BEGIN
  SELECT * INTO its FROM oauth_decided(asked, its_session, at);
  IF NOT FOUND THEN RETURN; END IF;
  IF oauth_may_allow(chosen, its.scopes, narrowed) IS NOT TRUE THEN
    RAISE insufficient_privilege USING MESSAGE = 'more than was asked, or than the person may';
  END IF;
  PERFORM oauth_grant_by_person(new_grant, its.client, its.name, '', chosen, narrowed, its.resource, at);
  DELETE FROM oauth_grant AS g USING oauth_code AS c  -- codes that nobody fetched
    WHERE c.issued = g.id AND g.member = its_member() AND c.used_at IS NULL AND c.created_at < at - interval '1 hour';
  INSERT INTO oauth_code (digest, issued, redirect, challenge, created_at)
    VALUES (code_digest, new_grant, its.redirect, its.challenge, at);
  RETURN QUERY SELECT its.redirect, its.state;
END $$;

-- What a code of a program stands for, while its row is held. No row: it isn't valid; a used one ends what it gave.
CREATE FUNCTION oauth_code_of(code_digest bytea, its_client uuid, at timestamptz)
RETURNS TABLE (issued uuid, redirect text, challenge text, scopes text[], resource text, member uuid, role text)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = scrubjay, pg_temp AS $$
#variable_conflict use_column
DECLARE
  its oauth_code%ROWTYPE;
BEGIN
  SELECT c.* INTO its FROM oauth_code AS c JOIN oauth_grant AS g ON g.id = c.issued
    WHERE c.digest = code_digest AND g.client = its_client FOR UPDATE OF c;
  IF NOT FOUND THEN RETURN; END IF;
  IF its.used_at IS NOT NULL THEN
    PERFORM oauth_end(its.issued, at);
    RETURN;
  END IF;
  RETURN QUERY SELECT g.id, its.redirect, its.challenge, g.scopes, g.resource, m.id, m.role
    FROM oauth_grant AS g JOIN member AS m ON m.id = g.member
    WHERE g.id = its.issued AND g.ended_at IS NULL AND m.removed_at IS NULL AND NOT left_there(m.id)
      AND its.created_at >= at - interval '60 seconds';
END $$;

-- An access token of a grant; of more than twenty valid ones the oldest end.
CREATE FUNCTION oauth_give_access(its_grant uuid, access bytea, its_scopes text[], until timestamptz, at timestamptz)
RETURNS void LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = scrubjay, pg_temp AS $$
  DELETE FROM access_token AS t WHERE t.issued = its_grant AND t.expires_at < at;
  INSERT INTO access_token (id, team, member, name, digest, scopes, projects, created_at, expires_at, issued)
    SELECT gen_random_uuid(), g.team, g.member, g.name, access, its_scopes, g.projects, at, until, g.id
    FROM oauth_grant AS g WHERE g.id = its_grant AND g.ended_at IS NULL AND its_scopes <@ g.scopes;
  UPDATE access_token SET revoked_at = at WHERE id IN (SELECT t.id FROM access_token AS t
    WHERE t.issued = its_grant AND t.revoked_at IS NULL ORDER BY t.created_at DESC, t.id OFFSET 20);
  UPDATE oauth_grant SET used_at = at WHERE id = its_grant;
$$;

-- Gives a code's tokens out, once.
CREATE FUNCTION oauth_redeem(code_digest bytea, its_client uuid, access bytea, refresh bytea, until timestamptz, at timestamptz)
RETURNS boolean LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = scrubjay, pg_temp AS $$
DECLARE
  its record;
BEGIN
  SELECT * INTO its FROM oauth_code_of(code_digest, its_client, at);
  IF NOT FOUND THEN RETURN false; END IF;
  UPDATE oauth_code SET used_at = at WHERE digest = code_digest;
  PERFORM oauth_give_access(its.issued, access, its.scopes, until, at);
  INSERT INTO oauth_refresh (digest, issued, created_at) VALUES (refresh, its.issued, at);
  RETURN true;
END $$;

-- What a refresh token of a program stands for, while its row is held. `salt` is that of one that was rotated within the
-- last minute. No row: it isn't valid; one that was rotated before that ends what its grant gave.
CREATE FUNCTION oauth_refresh_of(refresh bytea, its_client uuid, at timestamptz)
RETURNS TABLE (issued uuid, scopes text[], resource text, member uuid, role text, salt bytea, checked_at timestamptz)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = scrubjay, pg_temp AS $$
#variable_conflict use_column
DECLARE
  its oauth_refresh%ROWTYPE;
BEGIN
  SELECT r.* INTO its FROM oauth_refresh AS r JOIN oauth_grant AS g ON g.id = r.issued
    WHERE r.digest = refresh AND g.client = its_client FOR UPDATE OF r;
  IF NOT FOUND THEN RETURN; END IF;
  IF its.rotated_at IS NOT NULL AND (its.salt IS NULL OR its.rotated_at < at - interval '60 seconds') THEN
    PERFORM oauth_end(its.issued, at);
    RETURN;
  END IF;
  RETURN QUERY SELECT g.id, g.scopes, g.resource, m.id, m.role, its.salt, g.checked_at
    FROM oauth_grant AS g JOIN member AS m ON m.id = g.member
    WHERE g.id = its.issued AND g.ended_at IS NULL AND m.removed_at IS NULL AND NOT left_there(m.id)
      AND its.created_at >= at - interval '90 days';
END $$;

-- Rotates a refresh token that wasn't yet: its successor, and an access token. The salts of earlier ones go.
CREATE FUNCTION oauth_rotate(refresh bytea, its_client uuid, new_salt bytea, new_refresh bytea, access bytea,
  its_scopes text[], until timestamptz, at timestamptz)
RETURNS boolean LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = scrubjay, pg_temp AS $$
DECLARE
  its record;
BEGIN
  SELECT * INTO its FROM oauth_refresh_of(refresh, its_client, at);
  IF NOT FOUND OR its.salt IS NOT NULL THEN RETURN false; END IF;
  UPDATE oauth_refresh SET rotated_at = at, salt = new_salt WHERE digest = refresh;
  UPDATE oauth_refresh SET salt = NULL
    WHERE issued = its.issued AND salt IS NOT NULL AND rotated_at < at - interval '60 seconds';
  DELETE FROM oauth_refresh WHERE digest IN (
    SELECT r.digest FROM oauth_refresh AS r WHERE r.issued = its.issued ORDER BY r.created_at DESC OFFSET 1000);
  INSERT INTO oauth_refresh (digest, issued, created_at) VALUES (new_refresh, its.issued, at);
  PERFORM oauth_give_access(its.issued, access, its_scopes, until, at);
  RETURN true;
END $$;

-- The scopes and the end of an access token that a grant gave out, for whoever shows the same refresh token twice.
CREATE FUNCTION oauth_access_of(access bytea) RETURNS TABLE (scopes text[], expires_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = scrubjay, pg_temp AS $$
  SELECT t.scopes, t.expires_at FROM access_token AS t
  WHERE t.digest = access AND t.issued IS NOT NULL AND t.revoked_at IS NULL
$$;

-- Notes that sign-in still knows a grant's member.
CREATE FUNCTION oauth_checked(its_grant uuid, at timestamptz) RETURNS void
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = scrubjay, pg_temp AS $$
  UPDATE oauth_grant SET checked_at = at WHERE id = its_grant
$$;

-- Ends the grant that gave a program this token, be it an access token or a refresh token.
CREATE FUNCTION oauth_revoke(token_digest bytea, its_client uuid, at timestamptz) RETURNS void
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = scrubjay, pg_temp AS $$
  SELECT oauth_end(g.id, at) FROM oauth_grant AS g WHERE g.client = its_client AND g.id IN (
    SELECT t.issued FROM access_token AS t WHERE t.digest = token_digest
    UNION ALL SELECT r.issued FROM oauth_refresh AS r WHERE r.digest = token_digest)
$$;

-- What a person allowed programs and machines; an owner sees what everybody in the team did.
CREATE FUNCTION oauth_grants(at timestamptz)
RETURNS TABLE (id uuid, member uuid, member_name text, name text, machine text, scopes text[], projects text[],
  created_at timestamptz, used_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = scrubjay, pg_temp AS $$
  SELECT g.id, m.id, m.name, g.name, g.machine, g.scopes, CASE WHEN g.projects IS NULL THEN NULL ELSE
      ARRAY(SELECT p.name FROM project AS p WHERE p.id = ANY (g.projects) AND p.removed_at IS NULL ORDER BY p.name) END,
    g.created_at, coalesce((SELECT max(t.last_used_at) FROM access_token AS t WHERE t.issued = g.id), g.used_at)
  FROM oauth_grant AS g JOIN member AS m ON m.id = g.member
  WHERE its_person() AND g.team = its_team() AND (g.member = its_member() OR its_role() = 'owner') AND g.ended_at IS NULL
    AND m.removed_at IS NULL AND (EXISTS (SELECT FROM access_token AS t WHERE t.issued = g.id AND t.expires_at > at)
      OR EXISTS (SELECT FROM oauth_refresh AS r
        WHERE r.issued = g.id AND r.rotated_at IS NULL AND r.created_at >= at - interval '90 days'))
  ORDER BY m.name, g.created_at, g.id
$$;

-- Ends one of those. False: there is none.
CREATE FUNCTION oauth_end_shown(ended uuid, at timestamptz) RETURNS boolean
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = scrubjay, pg_temp AS $$
BEGIN
  PERFORM FROM oauth_grant AS g WHERE g.id = ended AND its_person() AND g.team = its_team() AND g.ended_at IS NULL
    AND (g.member = its_member() OR its_role() = 'owner');
  IF NOT FOUND THEN RETURN false; END IF;
  PERFORM oauth_end(ended, at);
  RETURN true;
END $$;

-- Keeps a machine that waits, for ten minutes; of too many the oldest go.
CREATE FUNCTION oauth_device_begin(new_id uuid, device bytea, its_code text, its_machine text, its_address text,
  its_wanted text[], its_resource text, most integer, at timestamptz)
RETURNS boolean LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = scrubjay, pg_temp AS $$
BEGIN
  DELETE FROM oauth_device WHERE created_at < at - interval '15 minutes' OR id IN (
    SELECT d.id FROM oauth_device AS d ORDER BY d.created_at DESC OFFSET most - 1);
  INSERT INTO oauth_device (id, digest, code, machine, address, scopes, resource, created_at, asked_at)
    VALUES (new_id, device, its_code, its_machine, its_address, its_wanted, its_resource, at, at - interval '1 minute')
    ON CONFLICT (code) DO NOTHING;
  RETURN FOUND;
END $$;

-- The machine whose code a person typed, as the browser session that typed it first sees it, and no other one.
CREATE FUNCTION oauth_device_typed(typed text, its_session uuid, at timestamptz)
RETURNS TABLE (id uuid, machine text, address text, scopes text[], created_at timestamptz)
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = scrubjay, pg_temp AS $$
  UPDATE oauth_device AS d SET session = its_session
    WHERE d.code = typed AND d.session IS NULL AND its_person() AND d.created_at >= at - interval '10 minutes';
  SELECT d.id, d.machine, d.address, d.scopes, d.created_at FROM oauth_device AS d
    WHERE d.code = typed AND d.session = its_session AND its_person() AND d.issued IS NULL AND NOT d.denied
      AND d.created_at >= at - interval '10 minutes'
$$;

-- What a machine asks for that waits for this browser session's decision. No row: it waits no more, or for another one.
CREATE FUNCTION oauth_device_asks(asked uuid, its_session uuid, at timestamptz) RETURNS TABLE (scopes text[])
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = scrubjay, pg_temp AS $$
  SELECT d.scopes FROM oauth_device AS d WHERE d.id = asked AND d.session = its_session AND its_person()
    AND d.issued IS NULL AND NOT d.denied AND d.created_at >= at - interval '10 minutes'
$$;
REVOKE ALL ON FUNCTION oauth_device_asks(uuid, uuid, timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION oauth_device_asks(uuid, uuid, timestamptz) TO scrubjay_app;
ALTER FUNCTION oauth_device_asks(uuid, uuid, timestamptz) OWNER TO scrubjay_finder;

-- Lets a machine in, or turns it away where nothing is chosen. False: it waits no more, or another one typed its code.
CREATE FUNCTION oauth_device_decided(asked uuid, its_session uuid, chosen text[], narrowed uuid[], new_grant uuid, at timestamptz)
RETURNS boolean LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = scrubjay, pg_temp AS $$
DECLARE
  its oauth_device%ROWTYPE;
BEGIN
  SELECT d.* INTO its FROM oauth_device AS d WHERE d.id = asked AND d.session = its_session AND its_person()
    AND d.issued IS NULL AND NOT d.denied AND d.created_at >= at - interval '10 minutes' FOR UPDATE;
  IF NOT FOUND THEN RETURN false; END IF;
  IF cardinality(chosen) = 0 THEN
    UPDATE oauth_device SET denied = true WHERE id = asked;
    RETURN true;
  END IF;
  IF oauth_may_allow(chosen, its.scopes, narrowed) IS NOT TRUE THEN
    RAISE insufficient_privilege USING MESSAGE = 'more than was asked, or than the person may';
  END IF;
  PERFORM oauth_grant_by_person(new_grant, NULL, 'scrubjay team join', its.machine, chosen, narrowed, its.resource, at);
  UPDATE oauth_device SET issued = new_grant WHERE id = asked;
  RETURN true;
END $$;

-- Answers a machine that asks whether a person decided: granted (once, with its token), denied, pending, slow_down,
-- expired. One that asks too often has to wait five seconds more between two times.
CREATE FUNCTION oauth_device_polled(device bytea, access bytea, until timestamptz, at timestamptz)
RETURNS TABLE (said text, scopes text[]) LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = scrubjay, pg_temp AS $$
#variable_conflict use_column
DECLARE
  its oauth_device%ROWTYPE;
  granted oauth_grant%ROWTYPE;
BEGIN
  SELECT d.* INTO its FROM oauth_device AS d WHERE d.digest = device FOR UPDATE;
  IF NOT FOUND THEN RETURN; END IF;
  UPDATE oauth_device SET asked_at = at,
    every = least(its.every + CASE WHEN at < its.asked_at + make_interval(secs => its.every) THEN 5 ELSE 0 END, 60)
    WHERE id = its.id;
  IF its.created_at < at - interval '10 minutes' THEN
    RETURN QUERY SELECT 'expired', NULL::text[];
  ELSIF at < its.asked_at + make_interval(secs => its.every) THEN
    RETURN QUERY SELECT 'slow_down', NULL::text[];
  ELSIF its.denied THEN
    RETURN QUERY SELECT 'denied', NULL::text[];
  ELSIF its.issued IS NULL THEN
    RETURN QUERY SELECT 'pending', NULL::text[];
  ELSE
    SELECT g.* INTO granted FROM oauth_grant AS g WHERE g.id = its.issued AND g.ended_at IS NULL;
    DELETE FROM oauth_device WHERE id = its.id;
    IF granted.id IS NULL THEN RETURN QUERY SELECT 'denied', NULL::text[]; RETURN; END IF;
    PERFORM oauth_give_access(granted.id, access, granted.scopes, until, at);
    RETURN QUERY SELECT 'granted', granted.scopes;
  END IF;
END $$;

REVOKE ALL ON FUNCTION
  oauth_end(uuid, timestamptz), oauth_end_of_member(),
  oauth_register(uuid, text, text[], bytea, integer, timestamptz), oauth_client_of(uuid, timestamptz),
  oauth_ask(uuid, uuid, text, text, text, text[], text, integer, timestamptz), oauth_asked(uuid, uuid, timestamptz),
  oauth_decided(uuid, uuid, timestamptz), oauth_may_allow(text[], text[], uuid[]),
  oauth_grant_by_person(uuid, uuid, text, text, text[], uuid[], text, timestamptz),
  oauth_consent(uuid, uuid, text[], uuid[], uuid, bytea, timestamptz), oauth_code_of(bytea, uuid, timestamptz),
  oauth_give_access(uuid, bytea, text[], timestamptz, timestamptz),
  oauth_redeem(bytea, uuid, bytea, bytea, timestamptz, timestamptz), oauth_refresh_of(bytea, uuid, timestamptz),
  oauth_rotate(bytea, uuid, bytea, bytea, bytea, text[], timestamptz, timestamptz), oauth_access_of(bytea),
  oauth_checked(uuid, timestamptz), oauth_revoke(bytea, uuid, timestamptz), oauth_grants(timestamptz),
  oauth_end_shown(uuid, timestamptz),
  oauth_device_begin(uuid, bytea, text, text, text, text[], text, integer, timestamptz),
  oauth_device_typed(text, uuid, timestamptz), oauth_device_decided(uuid, uuid, text[], uuid[], uuid, timestamptz),
  oauth_device_polled(bytea, bytea, timestamptz, timestamptz)
  FROM PUBLIC;
GRANT EXECUTE ON FUNCTION
  oauth_register(uuid, text, text[], bytea, integer, timestamptz), oauth_client_of(uuid, timestamptz),
  oauth_ask(uuid, uuid, text, text, text, text[], text, integer, timestamptz), oauth_asked(uuid, uuid, timestamptz),
  oauth_decided(uuid, uuid, timestamptz), oauth_consent(uuid, uuid, text[], uuid[], uuid, bytea, timestamptz),
  oauth_code_of(bytea, uuid, timestamptz), oauth_redeem(bytea, uuid, bytea, bytea, timestamptz, timestamptz),
  oauth_refresh_of(bytea, uuid, timestamptz),
  oauth_rotate(bytea, uuid, bytea, bytea, bytea, text[], timestamptz, timestamptz), oauth_access_of(bytea),
  oauth_checked(uuid, timestamptz), oauth_revoke(bytea, uuid, timestamptz), oauth_grants(timestamptz),
  oauth_end_shown(uuid, timestamptz),
  oauth_device_begin(uuid, bytea, text, text, text, text[], text, integer, timestamptz),
  oauth_device_typed(text, uuid, timestamptz), oauth_device_decided(uuid, uuid, text[], uuid[], uuid, timestamptz),
  oauth_device_polled(bytea, bytea, timestamptz, timestamptz)
  TO scrubjay_app;
ALTER FUNCTION oauth_end(uuid, timestamptz) OWNER TO scrubjay_finder;
ALTER FUNCTION oauth_end_of_member() OWNER TO scrubjay_finder;
ALTER FUNCTION oauth_register(uuid, text, text[], bytea, integer, timestamptz) OWNER TO scrubjay_finder;
ALTER FUNCTION oauth_client_of(uuid, timestamptz) OWNER TO scrubjay_finder;
ALTER FUNCTION oauth_ask(uuid, uuid, text, text, text, text[], text, integer, timestamptz) OWNER TO scrubjay_finder;
ALTER FUNCTION oauth_asked(uuid, uuid, timestamptz) OWNER TO scrubjay_finder;
ALTER FUNCTION oauth_decided(uuid, uuid, timestamptz) OWNER TO scrubjay_finder;
ALTER FUNCTION oauth_may_allow(text[], text[], uuid[]) OWNER TO scrubjay_finder;
ALTER FUNCTION oauth_grant_by_person(uuid, uuid, text, text, text[], uuid[], text, timestamptz) OWNER TO scrubjay_finder;
ALTER FUNCTION oauth_consent(uuid, uuid, text[], uuid[], uuid, bytea, timestamptz) OWNER TO scrubjay_finder;
ALTER FUNCTION oauth_code_of(bytea, uuid, timestamptz) OWNER TO scrubjay_finder;
ALTER FUNCTION oauth_give_access(uuid, bytea, text[], timestamptz, timestamptz) OWNER TO scrubjay_finder;
ALTER FUNCTION oauth_redeem(bytea, uuid, bytea, bytea, timestamptz, timestamptz) OWNER TO scrubjay_finder;
ALTER FUNCTION oauth_refresh_of(bytea, uuid, timestamptz) OWNER TO scrubjay_finder;
ALTER FUNCTION oauth_rotate(bytea, uuid, bytea, bytea, bytea, text[], timestamptz, timestamptz) OWNER TO scrubjay_finder;
ALTER FUNCTION oauth_access_of(bytea) OWNER TO scrubjay_finder;
ALTER FUNCTION oauth_checked(uuid, timestamptz) OWNER TO scrubjay_finder;
ALTER FUNCTION oauth_revoke(bytea, uuid, timestamptz) OWNER TO scrubjay_finder;
ALTER FUNCTION oauth_grants(timestamptz) OWNER TO scrubjay_finder;
ALTER FUNCTION oauth_end_shown(uuid, timestamptz) OWNER TO scrubjay_finder;
ALTER FUNCTION oauth_device_begin(uuid, bytea, text, text, text, text[], text, integer, timestamptz) OWNER TO scrubjay_finder;
ALTER FUNCTION oauth_device_typed(text, uuid, timestamptz) OWNER TO scrubjay_finder;
ALTER FUNCTION oauth_device_decided(uuid, uuid, text[], uuid[], uuid, timestamptz) OWNER TO scrubjay_finder;
ALTER FUNCTION oauth_device_polled(bytea, bytea, timestamptz, timestamptz) OWNER TO scrubjay_finder;
