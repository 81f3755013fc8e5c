-- Who did what: an audit that triggers write and the worker chains. And what becomes of what members leave behind.

-- Whether a value of an entry is plain: a number, a truth, an id, or a word of a fixed list. Never a text, name or secret.
CREATE FUNCTION audit_is_plain(details jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT jsonb_typeof(details) = 'object' AND length(details::text) <= 2000 AND NOT EXISTS (
    SELECT FROM jsonb_path_query(details, 'strict $.**') AS one WHERE jsonb_typeof(one) = 'string'
      AND one #>> '{}' !~ '^([a-z_]{1,20}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$')
$$;

-- One act: by whom (NULL: by nobody of the team) and by what, what was done, to which thing. No reference to the team,
-- whose row is locked while its people change.
CREATE TABLE audit_entry (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  team uuid NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  member uuid,
  how text NOT NULL CHECK (how IN ('token', 'session', 'command', 'worker', 'endpoint')),
  act text NOT NULL CHECK (act ~ '^[a-z_]{1,30}$'),
  kind text NOT NULL CHECK (kind ~ '^[a-z_]{1,30}$'),
  object uuid NOT NULL,
  details jsonb NOT NULL CHECK (audit_is_plain(details))
);

CREATE INDEX audit_entry_of_team ON audit_entry (team, id);

-- Entries that stand in no chain yet: the worker takes them up.
CREATE TABLE audit_wait (
  entry bigint PRIMARY KEY REFERENCES audit_entry ON DELETE CASCADE,
  team uuid NOT NULL
);

CREATE INDEX audit_wait_of_team ON audit_wait (team, entry);

-- The chain of a team: each hash covers the entry, its number and the hash before.
CREATE TABLE audit_link (
  team uuid NOT NULL,
  number bigint NOT NULL CHECK (number >= 1),
  entry bigint NOT NULL UNIQUE REFERENCES audit_entry,
  hash text NOT NULL CHECK (length(hash) = 64),
  PRIMARY KEY (team, number)
);

-- Where the chain of a team ends, so that links that were cut off its end are missed.
CREATE TABLE audit_end (
  team uuid PRIMARY KEY,
  number bigint NOT NULL DEFAULT 0,
  hash text NOT NULL DEFAULT ''
);

ALTER TABLE audit_entry ENABLE ROW LEVEL SECURITY;
ALTER TABLE audit_entry FORCE ROW LEVEL SECURITY;
ALTER TABLE audit_wait ENABLE ROW LEVEL SECURITY;
ALTER TABLE audit_wait FORCE ROW LEVEL SECURITY;
ALTER TABLE audit_link ENABLE ROW LEVEL SECURITY;
ALTER TABLE audit_link FORCE ROW LEVEL SECURITY;
ALTER TABLE audit_end ENABLE ROW LEVEL SECURITY;
ALTER TABLE audit_end FORCE ROW LEVEL SECURITY;

CREATE POLICY of_owner ON audit_entry TO scrubjay_owner USING (true) WITH CHECK (true);
CREATE POLICY of_owner ON audit_wait TO scrubjay_owner USING (true) WITH CHECK (true);
CREATE POLICY of_owner ON audit_link TO scrubjay_owner USING (true) WITH CHECK (true);
CREATE POLICY of_owner ON audit_end TO scrubjay_owner USING (true) WITH CHECK (true);

-- Triggers write entries; nobody but the owner of the tables changes or deletes one.
CREATE POLICY of_finder ON audit_entry TO scrubjay_finder USING (true) WITH CHECK (true);
CREATE POLICY of_finder ON audit_wait TO scrubjay_finder USING (true) WITH CHECK (true);
GRANT SELECT, INSERT ON audit_entry, audit_wait TO scrubjay_finder;

-- An owner of the team reads all of it, signed in as a person; a reviewer what became of memories.
CREATE POLICY of_team ON audit_entry FOR SELECT TO scrubjay_app USING (
  team = (SELECT its_team()) AND (SELECT its_person())
  AND ((SELECT its_role()) = 'owner' OR ((SELECT its_role()) = 'reviewer' AND kind = 'memory')));
CREATE POLICY of_team ON audit_link FOR SELECT TO scrubjay_app USING (
  team = (SELECT its_team()) AND (SELECT its_person()) AND (SELECT its_role()) IN ('reviewer', 'owner'));
GRANT SELECT ON audit_entry, audit_link TO scrubjay_app;

-- The worker chains, one team at a time.
CREATE POLICY by_worker ON audit_entry FOR SELECT TO scrubjay_worker
  USING ((SELECT its_role()) = 'worker' AND team = (SELECT its_team()));
CREATE POLICY by_worker ON audit_wait TO scrubjay_worker
  USING ((SELECT its_role()) = 'worker' AND team = (SELECT its_team()))
  WITH CHECK (false);
CREATE POLICY by_worker ON audit_link TO scrubjay_worker
  USING ((SELECT its_role()) = 'worker' AND team = (SELECT its_team()))
  WITH CHECK ((SELECT its_role()) = 'worker' AND team = (SELECT its_team()));
CREATE POLICY by_worker ON audit_end TO scrubjay_worker
  USING ((SELECT its_role()) = 'worker' AND team = (SELECT its_team()))
  WITH CHECK ((SELECT its_role()) = 'worker' AND team = (SELECT its_team()));
GRANT SELECT ON audit_entry TO scrubjay_worker;
GRANT SELECT, DELETE ON audit_wait TO scrubjay_worker;
GRANT SELECT, INSERT ON audit_link, audit_end TO scrubjay_worker;
GRANT UPDATE (number, hash) ON audit_end TO scrubjay_worker;

-- The teams that have entries to chain, and the worker's transaction for one of them.
CREATE FUNCTION audit_due() RETURNS TABLE (team uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = scrubjay, pg_temp AS $$
  SELECT DISTINCT w.team FROM audit_wait AS w ORDER BY w.team LIMIT 1000
$$;
CREATE FUNCTION enter_audit(work uuid) RETURNS void LANGUAGE sql VOLATILE AS $$
  SELECT leave(), set_config('scrubjay.team', work::text, true), set_config('scrubjay.role', 'worker', true)
$$;

-- By what an act is done: a person's session, a token, the worker, a command on the server's machine, or an endpoint
-- that is open to whoever can prove who they are.
CREATE FUNCTION audit_how() RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN its_member() IS NOT NULL AND its_person() THEN 'session' WHEN its_member() IS NOT NULL THEN 'token'
    WHEN its_role() = 'worker' THEN 'worker' WHEN pg_has_role(session_user, 'scrubjay_owner', 'MEMBER') THEN 'command'
    ELSE 'endpoint' END
$$;

-- One more entry, in the transaction of the act: where it can't be written, the act isn't done. `doer` counts where the
-- transaction is nobody's. The notice is for the process whose transaction it is, where somebody else keeps acts too.
CREATE FUNCTION add_audit(of uuid, doer uuid, act text, kind text, object uuid, details jsonb) RETURNS void
LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  its audit_entry%ROWTYPE;
BEGIN
  INSERT INTO audit_entry (team, member, how, act, kind, object, details)
    VALUES (of, coalesce(its_member(), doer), audit_how(), act, kind, object, details) RETURNING * INTO its;
  INSERT INTO audit_wait (entry, team) VALUES (its.id, of);
  RAISE NOTICE 'scrubjay audit %', to_jsonb(its);
END $$;

-- What a trigger writes: EXECUTE FUNCTION audit_row(ACT, KIND, COLUMN of the thing's id, COLUMNS to keep ...).
-- The row has a column `team`; the columns that are kept hold ids, numbers and words of fixed lists (audit_is_plain).
CREATE FUNCTION audit_row() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = scrubjay, pg_temp AS $$
DECLARE
  its jsonb;
  kept jsonb;
BEGIN
  its := CASE TG_OP WHEN 'DELETE' THEN to_jsonb(OLD) ELSE to_jsonb(NEW) END;
  SELECT coalesce(jsonb_object_agg(one, its -> one), '{}') INTO kept
    FROM unnest(TG_ARGV) WITH ORDINALITY AS given (one, place) WHERE place > 3;
  PERFORM add_audit((its ->> CASE TG_TABLE_NAME WHEN 'team' THEN 'id' ELSE 'team' END)::uuid,
    CASE WHEN audit_how() = 'endpoint' THEN (its ->> 'member')::uuid END, TG_ARGV[0], TG_ARGV[1],
    (its ->> TG_ARGV[2])::uuid, kept);
  RETURN NULL;
END $$;

REVOKE ALL ON FUNCTION audit_due(), enter_audit(uuid), add_audit(uuid, uuid, text, text, uuid, jsonb), audit_row()
  FROM PUBLIC;
GRANT EXECUTE ON FUNCTION audit_due(), enter_audit(uuid) TO scrubjay_worker;
GRANT EXECUTE ON FUNCTION add_audit(uuid, uuid, text, text, uuid, jsonb) TO scrubjay_finder;
ALTER FUNCTION audit_due() OWNER TO scrubjay_finder;
ALTER FUNCTION add_audit(uuid, uuid, text, text, uuid, jsonb) OWNER TO scrubjay_finder;
ALTER FUNCTION audit_row() OWNER TO scrubjay_finder;
-- The owner makes the triggers, of later migrations as well.
SET LOCAL ROLE scrubjay_finder;
GRANT EXECUTE ON FUNCTION audit_row() TO scrubjay_owner;
RESET ROLE;

ALTER TABLE member ADD COLUMN erased_at timestamptz CHECK (erased_at IS NULL OR removed_at IS NOT NULL);

CREATE TRIGGER audit_add AFTER INSERT ON team FOR EACH ROW EXECUTE FUNCTION audit_row('add', 'team', 'id');
CREATE TRIGGER audit_change AFTER UPDATE ON team FOR EACH ROW
  EXECUTE FUNCTION audit_row('change', 'team', 'id');
CREATE TRIGGER audit_add AFTER INSERT ON member FOR EACH ROW EXECUTE FUNCTION audit_row('add', 'member', 'id', 'role');
CREATE TRIGGER audit_role AFTER UPDATE OF role ON member FOR EACH ROW WHEN (NEW.role <> OLD.role)
  EXECUTE FUNCTION audit_row('role', 'member', 'id', 'role');
CREATE TRIGGER audit_remove AFTER UPDATE OF removed_at ON member FOR EACH ROW
  WHEN (OLD.removed_at IS NULL AND NEW.removed_at IS NOT NULL) EXECUTE FUNCTION audit_row('remove', 'member', 'id', 'role');
CREATE TRIGGER audit_erase AFTER UPDATE OF erased_at ON member FOR EACH ROW
  WHEN (NEW.erased_at IS NOT NULL) EXECUTE FUNCTION audit_row('erase', 'member', 'id');
CREATE TRIGGER audit_add AFTER INSERT ON invitation FOR EACH ROW
  EXECUTE FUNCTION audit_row('add', 'invitation', 'id', 'role');
CREATE TRIGGER audit_redeem AFTER UPDATE OF redeemed_at ON invitation FOR EACH ROW
  WHEN (OLD.redeemed_at IS NULL AND NEW.redeemed_at IS NOT NULL) EXECUTE FUNCTION audit_row('redeem', 'invitation', 'id');
CREATE TRIGGER audit_end AFTER DELETE ON invitation FOR EACH ROW WHEN (OLD.redeemed_at IS NULL)
  EXECUTE FUNCTION audit_row('end', 'invitation', 'id');
CREATE TRIGGER audit_add AFTER INSERT ON project FOR EACH ROW EXECUTE FUNCTION audit_row('add', 'project', 'id', 'open');
CREATE TRIGGER audit_open AFTER UPDATE OF open ON project FOR EACH ROW WHEN (NEW.open <> OLD.open)
  EXECUTE FUNCTION audit_row('open', 'project', 'id', 'open');
CREATE TRIGGER audit_remove AFTER UPDATE OF removed_at ON project FOR EACH ROW
  WHEN (OLD.removed_at IS NULL AND NEW.removed_at IS NOT NULL) EXECUTE FUNCTION audit_row('remove', 'project', 'id');
CREATE TRIGGER audit_source AFTER INSERT OR UPDATE ON mirror_source FOR EACH ROW
  EXECUTE FUNCTION audit_row('source', 'project', 'project');
CREATE TRIGGER audit_grant AFTER INSERT ON project_member FOR EACH ROW
  EXECUTE FUNCTION audit_row('grant', 'project', 'project', 'member');
CREATE TRIGGER audit_take_back AFTER DELETE ON project_member FOR EACH ROW
  EXECUTE FUNCTION audit_row('take_back', 'project', 'project', 'member');
-- Of OAuth the grant is audited; the tokens that are issued by it come and go with it.
CREATE TRIGGER audit_add AFTER INSERT ON access_token FOR EACH ROW WHEN (NEW.issued IS NULL)
  EXECUTE FUNCTION audit_row('add', 'token', 'id', 'member', 'scopes');
CREATE TRIGGER audit_revoke AFTER UPDATE OF revoked_at ON access_token FOR EACH ROW
  WHEN (OLD.issued IS NULL AND OLD.revoked_at IS NULL AND NEW.revoked_at IS NOT NULL)
  EXECUTE FUNCTION audit_row('revoke', 'token', 'id', 'member');
CREATE TRIGGER audit_add AFTER INSERT ON oauth_grant FOR EACH ROW
  EXECUTE FUNCTION audit_row('add', 'grant', 'id', 'member', 'client', 'scopes');
CREATE TRIGGER audit_end AFTER UPDATE OF ended_at ON oauth_grant FOR EACH ROW
  WHEN (OLD.ended_at IS NULL AND NEW.ended_at IS NOT NULL) EXECUTE FUNCTION audit_row('end', 'grant', 'id', 'member');
CREATE TRIGGER audit_begin AFTER INSERT ON page_session FOR EACH ROW
  EXECUTE FUNCTION audit_row('begin', 'session', 'id', 'member');
CREATE TRIGGER audit_end AFTER UPDATE OF ended_at ON page_session FOR EACH ROW
  WHEN (OLD.ended_at IS NULL AND NEW.ended_at IS NOT NULL) EXECUTE FUNCTION audit_row('end', 'session', 'id', 'member');
CREATE TRIGGER audit_link AFTER INSERT ON identity FOR EACH ROW
  EXECUTE FUNCTION audit_row('link', 'identity', 'member');
CREATE TRIGGER audit_unlink AFTER DELETE ON identity FOR EACH ROW
  EXECUTE FUNCTION audit_row('unlink', 'identity', 'member');
CREATE TRIGGER audit_review AFTER UPDATE OF status ON memory FOR EACH ROW
  WHEN (OLD.status = 'held' AND NEW.status <> 'held') EXECUTE FUNCTION audit_row('review', 'memory', 'id', 'member', 'status');
CREATE TRIGGER audit_accept AFTER UPDATE OF accepted_at ON memory FOR EACH ROW
  WHEN (OLD.accepted_at IS NULL AND NEW.accepted_at IS NOT NULL) EXECUTE FUNCTION audit_row('accept', 'memory', 'id', 'member');
CREATE TRIGGER audit_take_back AFTER UPDATE OF accepted_at ON memory FOR EACH ROW
  WHEN (OLD.accepted_at IS NOT NULL AND NEW.accepted_at IS NULL) EXECUTE FUNCTION audit_row('take_back', 'memory', 'id', 'member');
CREATE TRIGGER audit_forget AFTER INSERT ON memory_forgotten FOR EACH ROW
  EXECUTE FUNCTION audit_row('forget', 'memory', 'id', 'author');

-- Whether the transaction is that of an owner of a team, who is a person, or of the server's own owner.
CREATE FUNCTION its_owner(of uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT coalesce((its_team() = of AND its_person() AND its_role() = 'owner')
    OR (its_member() IS NULL AND pg_has_role(session_user, 'scrubjay_owner', 'MEMBER')), false)
$$;

-- A member's name, with a mark where they left: the next one of that name is another person. An erased one has none.
CREATE OR REPLACE FUNCTION called(m member) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN m.removed_at IS NULL OR m.erased_at IS NOT NULL THEN m.name
    ELSE m.name || ' (left ' || to_char(m.removed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') || ')' END
$$;

-- Who may change a memory beside its author, whose words it stays: a member, or every writer of the team.
ALTER TABLE memory ADD COLUMN keeper uuid;
ALTER TABLE memory ADD COLUMN kept_by_team boolean NOT NULL DEFAULT false;
ALTER TABLE memory ADD FOREIGN KEY (team, keeper) REFERENCES member (team, id);
CREATE FUNCTION keeps(m memory) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT m.team = its_team() AND (coalesce(m.keeper = its_member(), false) OR (m.kept_by_team AND its_member() IS NOT NULL))
$$;
CREATE POLICY of_keeper ON memory FOR SELECT TO scrubjay_app USING (
  team = (SELECT its_team()) AND (keeper = (SELECT its_member()) OR (kept_by_team AND (SELECT its_member()) IS NOT NULL))
  AND (project IS NULL OR project = ANY ((SELECT its_projects())::uuid[])));
CREATE POLICY changed_by_keeper ON memory FOR UPDATE TO scrubjay_app USING (
  (SELECT may('remember')) AND team = (SELECT its_team()) AND accepted_at IS NULL
  AND (keeper = (SELECT its_member()) OR kept_by_team)
  AND (project IS NULL OR project = ANY ((SELECT its_projects())::uuid[])))
  WITH CHECK (changed_by = (SELECT its_member()) AND status <> 'held');
CREATE POLICY forgotten_by_keeper ON memory FOR DELETE TO scrubjay_app USING (
  (SELECT may('remember')) AND team = (SELECT its_team()) AND accepted_at IS NULL
  AND (keeper = (SELECT its_member()) OR kept_by_team)
  AND (project IS NULL OR project = ANY ((SELECT its_projects())::uuid[])));
CREATE POLICY dropped_by_keeper ON memory_passage FOR DELETE TO scrubjay_app USING (
  (SELECT may('remember')) AND team = (SELECT its_team()) AND NOT accepted
  AND EXISTS (SELECT 1 FROM memory AS m WHERE m.id = memory AND keeps(m)));
CREATE POLICY dropped_by_keeper ON memory_mark FOR DELETE TO scrubjay_app USING (
  (SELECT may('remember')) AND EXISTS (
    SELECT 1 FROM memory AS m WHERE m.number = memory_mark.number AND m.accepted_at IS NULL AND keeps(m)));
CREATE POLICY kept_by_finder ON memory FOR UPDATE TO scrubjay_finder USING (true) WITH CHECK (true);
GRANT UPDATE (keeper, kept_by_team) ON memory TO scrubjay_finder;

-- What of their own a member chose to be handed over once they leave: nobody else sees it, and only a person chooses.
CREATE TABLE memory_choice (
  memory uuid PRIMARY KEY,
  team uuid NOT NULL,
  member uuid NOT NULL,
  FOREIGN KEY (team, memory) REFERENCES memory (team, id) ON DELETE CASCADE,
  FOREIGN KEY (team, member) REFERENCES member (team, id) ON DELETE CASCADE
);

CREATE INDEX memory_choice_of ON memory_choice (member);
ALTER TABLE memory_choice ENABLE ROW LEVEL SECURITY;
ALTER TABLE memory_choice FORCE ROW LEVEL SECURITY;
CREATE POLICY of_owner ON memory_choice TO scrubjay_owner USING (true) WITH CHECK (true);
CREATE POLICY of_member ON memory_choice TO scrubjay_app
  USING ((SELECT its_person()) AND member = (SELECT its_member()))
  WITH CHECK ((SELECT its_person()) AND team = (SELECT its_team()) AND member = (SELECT its_member())
    AND EXISTS (SELECT 1 FROM memory AS m WHERE m.id = memory AND m.member = (SELECT its_member())));
GRANT SELECT, INSERT, DELETE ON memory_choice TO scrubjay_app;
CREATE POLICY of_finder ON memory_choice TO scrubjay_finder USING (true) WITH CHECK (true);
GRANT SELECT, DELETE ON memory_choice TO scrubjay_finder;

CREATE POLICY ended_by_finder ON member FOR UPDATE TO scrubjay_finder USING (true) WITH CHECK (true);
GRANT UPDATE (removed_at, erased_at, name) ON member TO scrubjay_finder;
CREATE POLICY ended_by_finder ON project_member FOR DELETE TO scrubjay_finder USING (true);
GRANT DELETE ON project_member TO scrubjay_finder;
CREATE POLICY ended_by_finder ON access_token FOR DELETE TO scrubjay_finder USING (true);
GRANT UPDATE (revoked_at), DELETE ON access_token TO scrubjay_finder;
GRANT UPDATE (target) ON handoff TO scrubjay_finder;
GRANT DELETE ON page_session, invitation TO scrubjay_finder;

-- All that ends with a member, in the transaction that removes them, whoever does. Another table of grants has a trigger
-- of its own like `ends`.
CREATE FUNCTION end_member() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = scrubjay, pg_temp AS $$
BEGIN
  UPDATE access_token SET revoked_at = NEW.removed_at WHERE member = NEW.id AND revoked_at IS NULL;
  DELETE FROM project_member WHERE member = NEW.id;
  UPDATE page_session SET ended_at = NEW.removed_at WHERE member = NEW.id AND ended_at IS NULL;
  DELETE FROM identity WHERE member = NEW.id;
  DELETE FROM invitation WHERE member = NEW.id AND redeemed_at IS NULL;
  UPDATE handoff SET state = 'PENDING', changed_at = NEW.removed_at WHERE taker = NEW.id AND state = 'ACCEPTED';
  RETURN NULL;
END $$;
CREATE TRIGGER ends AFTER UPDATE OF removed_at ON member FOR EACH ROW
  WHEN (OLD.removed_at IS NULL AND NEW.removed_at IS NOT NULL) EXECUTE FUNCTION end_member();

-- Take a member out of their team. What it returns says why not: unknown (of no team of the caller's), left, last_owner.
CREATE FUNCTION remove_member(gone uuid, at timestamptz) RETURNS text
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = scrubjay, pg_temp AS $$
DECLARE
  its member%ROWTYPE;
BEGIN
  PERFORM FROM team AS t WHERE t.id = (SELECT m.team FROM member AS m WHERE m.id = gone) FOR UPDATE;
  SELECT * INTO its FROM member AS m WHERE m.id = gone;
  IF NOT FOUND OR NOT its_owner(its.team) THEN RETURN 'unknown'; END IF;
  IF its.removed_at IS NOT NULL THEN RETURN 'left'; END IF;
  IF its.role = 'owner' AND NOT EXISTS (SELECT 1 FROM member AS m
    WHERE m.team = its.team AND m.role = 'owner' AND m.removed_at IS NULL AND m.id <> gone) THEN RETURN 'last_owner'; END IF;
  UPDATE member SET removed_at = at WHERE id = gone;
  RETURN '';
END $$;

-- What a member has at this moment that could be handed over: open handoffs that wait for them or that they work on, and
-- memories that they chose. Asked by an owner.
CREATE FUNCTION to_hand_over(giver uuid, at timestamptz) RETURNS TABLE (handoffs bigint, memories bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = scrubjay, pg_temp AS $$
  SELECT (SELECT count(*) FROM handoff AS h WHERE h.team = g.team AND h.expires_at > at
      AND ((h.state = 'ACCEPTED' AND h.taker = giver) OR (h.state = 'PENDING' AND h.target = giver))),
    (SELECT count(*) FROM memory_choice AS c WHERE c.member = giver)
  FROM member AS g WHERE g.id = giver AND its_owner(g.team)
$$;

-- Give what is open of one member to another, or (receiver NULL) to the team: handoffs, and memories that the giver chose.
-- What the receiver isn't granted stays, and is counted. `refused`: unknown, receiver (who can't take anything).
CREATE FUNCTION hand_over(giver uuid, receiver uuid, at timestamptz)
RETURNS TABLE (refused text, handoffs bigint, memories bigint, stayed bigint)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = scrubjay, pg_temp AS $$
#variable_conflict use_column
DECLARE
  its uuid := (SELECT m.team FROM member AS m WHERE m.id = giver);
  may_see uuid[];
  everything bigint;
BEGIN
  IF NOT its_owner(its) THEN RETURN QUERY SELECT 'unknown', 0::bigint, 0::bigint, 0::bigint; RETURN; END IF;
  PERFORM FROM team AS t WHERE t.id = its FOR UPDATE;
  IF receiver IS NOT NULL AND NOT EXISTS (SELECT 1 FROM member AS m WHERE m.id = receiver AND m.team = its
    AND m.id <> giver AND m.removed_at IS NULL AND m.role IN ('writer', 'reviewer', 'owner')) THEN
    RETURN QUERY SELECT 'receiver', 0::bigint, 0::bigint, 0::bigint; RETURN;
  END IF;
  may_see := ARRAY(SELECT p.id FROM project AS p WHERE p.team = its AND p.removed_at IS NULL AND (receiver IS NULL OR p.open
    OR EXISTS (SELECT 1 FROM project_member AS g WHERE g.project = p.id AND g.member = receiver)));
  SELECT t.handoffs + t.memories INTO everything FROM to_hand_over(giver, at) AS t;
  UPDATE handoff AS h SET state = 'PENDING', target = receiver, changed_at = at WHERE h.team = its AND h.expires_at > at
    AND ((h.state = 'ACCEPTED' AND h.taker = giver) OR (h.state = 'PENDING' AND h.target = giver))
    AND (h.project IS NULL OR h.project = ANY (may_see));
  GET DIAGNOSTICS handoffs = ROW_COUNT;
  UPDATE memory AS m SET keeper = receiver, kept_by_team = receiver IS NULL FROM memory_choice AS c
    WHERE c.memory = m.id AND c.member = giver AND m.member = giver AND m.accepted_at IS NULL
      AND (m.project IS NULL OR m.project = ANY (may_see));
  GET DIAGNOSTICS memories = ROW_COUNT;
  DELETE FROM memory_choice AS c USING memory AS m WHERE c.memory = m.id AND c.member = giver
    AND (m.accepted_at IS NOT NULL OR m.keeper IS NOT DISTINCT FROM receiver AND m.kept_by_team = (receiver IS NULL));
  PERFORM add_audit(its, NULL, 'hand_over', 'member', giver,
    jsonb_build_object('to', receiver, 'handoffs', handoffs, 'memories', memories));
  RETURN QUERY SELECT '', handoffs, memories, everything - handoffs - memories;
END $$;

-- Take the name of a member who left away, and all that says who they are. What it returns: why not (unknown, present,
-- erased), the name that stands instead, and in how many memories of the team the old one occurs.
CREATE FUNCTION erase_member(gone uuid, at timestamptz) RETURNS TABLE (refused text, name text, naming bigint)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = scrubjay, pg_temp AS $$
#variable_conflict use_column
DECLARE
  its member%ROWTYPE;
  new_name text;
BEGIN
  PERFORM FROM team AS t WHERE t.id = (SELECT m.team FROM member AS m WHERE m.id = gone) FOR UPDATE;
  SELECT * INTO its FROM member AS m WHERE m.id = gone;
  IF NOT FOUND OR NOT its_owner(its.team) THEN RETURN QUERY SELECT 'unknown', '', 0::bigint; RETURN; END IF;
  IF its.removed_at IS NULL OR its.erased_at IS NOT NULL THEN
    RETURN QUERY SELECT CASE WHEN its.removed_at IS NULL THEN 'present' ELSE 'erased' END, its.name, 0::bigint; RETURN;
  END IF;
  SELECT 'former member ' || count(*) + 1 INTO new_name FROM member AS m
    WHERE m.team = its.team AND m.erased_at IS NOT NULL;
  UPDATE member SET name = new_name, erased_at = at WHERE id = gone;
  UPDATE handoff AS h SET reason = new_name || substr(h.reason, length(its.name) + 1)
    WHERE h.target = gone AND starts_with(h.reason, its.name || ' ');
  DELETE FROM access_token AS t WHERE t.member = gone;
  DELETE FROM oauth_grant AS g WHERE g.member = gone;
  DELETE FROM page_session AS s WHERE s.member = gone;
  DELETE FROM invitation AS i WHERE i.team = its.team AND i.redeemed_at IS NOT NULL
    AND (i.member = gone OR lower(i.name) = lower(its.name));
  DELETE FROM memory_choice AS c WHERE c.member = gone;
  RETURN QUERY SELECT '', new_name, (SELECT count(*) FROM memory AS m WHERE m.team = its.team
    AND position(lower(its.name) IN lower(m.content || ' ' || m.quote)) > 0);
END $$;

REVOKE ALL ON FUNCTION end_member(), remove_member(uuid, timestamptz), to_hand_over(uuid, timestamptz),
  hand_over(uuid, uuid, timestamptz), erase_member(uuid, timestamptz) FROM PUBLIC;
ALTER FUNCTION end_member() OWNER TO scrubjay_finder;
ALTER FUNCTION remove_member(uuid, timestamptz) OWNER TO scrubjay_finder;
ALTER FUNCTION to_hand_over(uuid, timestamptz) OWNER TO scrubjay_finder;
ALTER FUNCTION hand_over(uuid, uuid, timestamptz) OWNER TO scrubjay_finder;
ALTER FUNCTION erase_member(uuid, timestamptz) OWNER TO scrubjay_finder;
-- Each looks itself who asks: an owner of the team in the app, or the server's own.
SET LOCAL ROLE scrubjay_finder;
GRANT EXECUTE ON FUNCTION remove_member(uuid, timestamptz), to_hand_over(uuid, timestamptz),
  hand_over(uuid, uuid, timestamptz), erase_member(uuid, timestamptz) TO scrubjay_app, scrubjay_owner;
RESET ROLE;
