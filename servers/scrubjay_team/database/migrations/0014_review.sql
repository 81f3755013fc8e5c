-- What is told and what is reviewed: acts of persons who are signed in on the server's page, never of a token.

-- Who said exactly this on the page, or approved it there, and when. `refused_at`: a reviewer refused it while it was
-- held, so it stays its author's and reviewers'. `rivals` are the told or quoted memories that say
-- otherwise, as they were when it was written; a reviewer who lets both hold empties it.
ALTER TABLE memory ADD COLUMN told_by uuid, ADD COLUMN told_at timestamptz,
  ADD COLUMN refused_at timestamptz, ADD COLUMN rivals uuid[] NOT NULL DEFAULT '{}' CHECK (cardinality(rivals) <= 20),
  ADD CHECK ((told_by IS NULL) = (told_at IS NULL)),
  ADD FOREIGN KEY (team, told_by) REFERENCES member (team, id);
CREATE INDEX memory_held ON memory (team, number) WHERE status = 'held';
CREATE INDEX memory_rivals ON memory (team, number) WHERE rivals <> '{}';

-- Nothing is told as it is written: that is an act of its own, at a version that was read.
REVOKE INSERT ON memory FROM scrubjay_app;
GRANT INSERT (id, team, project, member, scope, kind, content, digest, quote, applies, tags, grounds, client, session,
  told, key, status, reason, supersedes, how, valid_until, recorded_at, changed_at, changed_by, rivals)
  ON memory TO scrubjay_app;
GRANT UPDATE (told_by, told_at, refused_at, rivals) ON memory TO scrubjay_app;
ALTER POLICY of_team ON memory USING (
  scope = 'team' AND team = (SELECT its_team()) AND (SELECT its_member()) IS NOT NULL
  AND (project IS NULL OR project = ANY ((SELECT its_projects())::uuid[]))
  AND ((status <> 'held' AND refused_at IS NULL) OR member = (SELECT its_member())
    OR (SELECT its_role()) IN ('reviewer', 'owner')));

-- Whether the transaction is a person's on the page who may write; whether that person reviews.
CREATE FUNCTION by_person() RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE
  RETURN coalesce(its_person(), false) AND coalesce(may('remember'), false);
CREATE FUNCTION by_reviewer() RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE
  RETURN by_person() AND its_role() IN ('reviewer', 'owner');
-- Whether it may change a memory with this status, author and teller: what is told is the teller's and reviewers', what
-- is held its author's and reviewers', and in both a token is neither.
CREATE FUNCTION may_touch(status text, author uuid, teller uuid) RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE
  RETURN (teller IS NULL OR by_reviewer() OR (by_person() AND teller = its_member()))
    AND (status <> 'held' OR author = its_member() OR by_reviewer());

CREATE POLICY of_persons ON memory AS RESTRICTIVE FOR UPDATE TO scrubjay_app
  USING (may_touch(status, member, told_by)) WITH CHECK (true);
CREATE POLICY dropped_by_persons ON memory AS RESTRICTIVE FOR DELETE TO scrubjay_app USING (may_touch(status, member, told_by));
-- A person may say of any memory of the team that they see that it is so, and a reviewer put back what was held; which
-- columns that may change, the trigger says.
CREATE POLICY reviewed ON memory FOR UPDATE TO scrubjay_app USING (
  (SELECT by_person()) AND scope = 'team' AND team = (SELECT its_team()) AND accepted_at IS NULL
  AND (project IS NULL OR project = ANY ((SELECT its_projects())::uuid[])))
  WITH CHECK ((SELECT by_person()) AND changed_by = (SELECT its_member()));

CREATE FUNCTION memory_by_person() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  own boolean := OLD.member IS NOT DISTINCT FROM its_member();
  reviews boolean := by_reviewer();
  may_end boolean := own OR keeps(OLD) OR its_role() IN ('reviewer', 'owner')
    OR (by_person() AND OLD.told_by IS NOT DISTINCT FROM its_member());
  fine boolean := true;
BEGIN
  IF (NEW.told_by, NEW.told_at) IS DISTINCT FROM (OLD.told_by, OLD.told_at) AND (NEW.told_by IS NOT NULL OR current_user = 'scrubjay_app') THEN
    fine := by_person() AND NEW.version = OLD.version + 1 AND NEW.scope = 'team' AND NEW.content = OLD.content
      AND (NEW.told_by IS NULL OR (NEW.told_by = its_member() AND NEW.status = 'active' AND OLD.told_by IS NULL));
  END IF;
  IF fine AND current_user = 'scrubjay_app' THEN
    fine := ((NEW.rivals, NEW.refused_at) IS NOT DISTINCT FROM (OLD.rivals, OLD.refused_at) OR reviews)
      AND CASE
        WHEN NEW.status = OLD.status THEN true
        WHEN OLD.status = 'active' AND NEW.status <> 'held' THEN may_end
        WHEN OLD.status = 'held' AND NEW.status <> 'active' THEN own OR reviews
        WHEN OLD.status = 'held' THEN reviews OR (own AND by_person() AND NEW.told_by IS NOT NULL)
        ELSE reviews OR (own AND by_person()) END
      AND ((NEW.reason, NEW.valid_until) IS NOT DISTINCT FROM (OLD.reason, OLD.valid_until) OR may_end);
  END IF;
  IF fine IS NOT TRUE THEN
    RAISE insufficient_privilege USING MESSAGE = 'a person does that, on the server''s page';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER by_person BEFORE UPDATE ON memory FOR EACH ROW EXECUTE FUNCTION memory_by_person();
-- Whatever role writes it, a new memory isn't told.
CREATE FUNCTION memory_is_said() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.told_by IS NOT NULL OR NEW.told_at IS NOT NULL THEN
    RAISE insufficient_privilege USING MESSAGE = 'a person tells a memory once it is there, on the server''s page';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER is_said BEFORE INSERT ON memory FOR EACH ROW EXECUTE FUNCTION memory_is_said();

-- What a search finds of a told or held memory, and what it is like, change with it alone.
CREATE POLICY written_by_persons ON memory_passage AS RESTRICTIVE FOR INSERT TO scrubjay_app WITH CHECK (EXISTS (
  SELECT 1 FROM memory AS m WHERE m.id = memory AND may_touch(m.status, m.member, m.told_by)));
CREATE POLICY dropped_by_persons ON memory_passage AS RESTRICTIVE FOR DELETE TO scrubjay_app USING (EXISTS (
  SELECT 1 FROM memory AS m WHERE m.id = memory AND may_touch(m.status, m.member, m.told_by)));
CREATE POLICY written_by_persons ON memory_mark AS RESTRICTIVE FOR INSERT TO scrubjay_app WITH CHECK (EXISTS (
  SELECT 1 FROM memory AS m WHERE m.number = memory_mark.number AND may_touch(m.status, m.member, m.told_by)));
CREATE POLICY dropped_by_persons ON memory_mark AS RESTRICTIVE FOR DELETE TO scrubjay_app USING (EXISTS (
  SELECT 1 FROM memory AS m WHERE m.number = memory_mark.number AND may_touch(m.status, m.member, m.told_by)));
CREATE POLICY reviewed ON memory_passage FOR INSERT TO scrubjay_app WITH CHECK (
  (SELECT by_reviewer()) AND NOT accepted AND EXISTS (
    SELECT 1 FROM memory AS m WHERE m.id = memory AND m.team = (SELECT its_team()) AND m.team = memory_passage.team
      AND m.member = memory_passage.member AND m.scope = 'team' AND memory_passage.scope = 'team'
      AND m.project IS NOT DISTINCT FROM memory_passage.project AND m.status = 'active'));
CREATE POLICY reviewed ON memory_mark FOR INSERT TO scrubjay_app WITH CHECK (
  (SELECT by_reviewer()) AND EXISTS (SELECT 1 FROM memory AS m WHERE m.number = memory_mark.number
    AND m.team = (SELECT its_team()) AND m.scope = 'team' AND m.status IN ('active', 'held')));
CREATE POLICY dropped_by_teller ON memory_passage FOR DELETE TO scrubjay_app USING ((SELECT by_person()) AND EXISTS (
  SELECT 1 FROM memory AS m WHERE m.id = memory AND m.team = (SELECT its_team()) AND m.told_by = (SELECT its_member())));
CREATE POLICY dropped_by_teller ON memory_mark FOR DELETE TO scrubjay_app USING ((SELECT by_person()) AND EXISTS (
  SELECT 1 FROM memory AS m WHERE m.number = memory_mark.number AND m.team = (SELECT its_team())
    AND m.told_by = (SELECT its_member())));
-- Nobody but who did it has it in a memory's history that it was told or reviewed.
CREATE POLICY of_persons ON memory_event AS RESTRICTIVE FOR INSERT TO scrubjay_app
  WITH CHECK (action NOT IN ('tell', 'accept', 'edit', 'refuse', 'keep', 'undo') OR (SELECT by_person()));

-- What a person decided on a memory, and how each memory stood that it changed, so that it can be undone. `version` is
-- the one that the act made.
CREATE TABLE review_act (
  id uuid PRIMARY KEY,
  number bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  team uuid NOT NULL,
  memory uuid NOT NULL,
  member uuid NOT NULL,
  act text NOT NULL CHECK (act IN ('tell', 'accept', 'edit', 'refuse', 'keep')),
  at timestamptz NOT NULL,
  reason text NOT NULL CHECK (length(reason) <= 2000),
  version integer NOT NULL,
  before jsonb NOT NULL,
  proposal uuid,
  undone_at timestamptz,
  FOREIGN KEY (team, memory) REFERENCES memory (team, id) ON DELETE CASCADE,
  FOREIGN KEY (team, member) REFERENCES member (team, id)
);
CREATE INDEX review_act_of ON review_act (memory, number);

-- Each act is audited, and what was held by its act alone.
DROP TRIGGER audit_review ON memory;
CREATE TRIGGER audit_review AFTER INSERT ON review_act FOR EACH ROW
  EXECUTE FUNCTION audit_row('review', 'memory', 'memory', 'member', 'act');
CREATE TRIGGER audit_undo AFTER UPDATE OF undone_at ON review_act FOR EACH ROW
  EXECUTE FUNCTION audit_row('undo', 'memory', 'memory', 'member', 'act');

-- What a reviewer put off: it stands last in their queue.
CREATE TABLE review_later (
  team uuid NOT NULL,
  member uuid NOT NULL,
  memory uuid NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (member, memory),
  FOREIGN KEY (team, memory) REFERENCES memory (team, id) ON DELETE CASCADE,
  FOREIGN KEY (team, member) REFERENCES member (team, id) ON DELETE CASCADE
);

-- A memory that the evidence of several people speaks for: a reviewer decides whether it is so. `why` are the counts in
-- words, `others` say the same in other words; one of a `key` is proposed once.
CREATE TABLE review_proposal (
  id uuid PRIMARY KEY,
  team uuid NOT NULL,
  memory uuid NOT NULL,
  others uuid[] NOT NULL CHECK (cardinality(others) <= 50),
  why text NOT NULL CHECK (length(why) BETWEEN 1 AND 1000),
  key text NOT NULL CHECK (length(key) BETWEEN 1 AND 256),
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'accepted', 'refused', 'withdrawn')),
  made_at timestamptz NOT NULL,
  decided_by uuid,
  decided_at timestamptz,
  reason text NOT NULL DEFAULT '' CHECK (length(reason) <= 2000),
  UNIQUE (team, key),
  CHECK ((state IN ('open', 'withdrawn')) = (decided_by IS NULL)),
  FOREIGN KEY (team, memory) REFERENCES memory (team, id) ON DELETE CASCADE,
  FOREIGN KEY (team, decided_by) REFERENCES member (team, id)
);
CREATE INDEX review_proposal_of ON review_proposal (memory);

ALTER TABLE review_act ENABLE ROW LEVEL SECURITY;
ALTER TABLE review_act FORCE ROW LEVEL SECURITY;
ALTER TABLE review_later ENABLE ROW LEVEL SECURITY;
ALTER TABLE review_later FORCE ROW LEVEL SECURITY;
ALTER TABLE review_proposal ENABLE ROW LEVEL SECURITY;
ALTER TABLE review_proposal FORCE ROW LEVEL SECURITY;

CREATE POLICY of_seen ON review_act FOR SELECT TO scrubjay_app
  USING (team = (SELECT its_team()) AND EXISTS (SELECT 1 FROM memory AS m WHERE m.id = memory));
CREATE POLICY written ON review_act FOR INSERT TO scrubjay_app WITH CHECK (
  (SELECT by_person()) AND team = (SELECT its_team()) AND member = (SELECT its_member()) AND undone_at IS NULL
  AND EXISTS (SELECT 1 FROM memory AS m WHERE m.id = memory));
CREATE POLICY undone ON review_act FOR UPDATE TO scrubjay_app
  USING ((SELECT by_person()) AND team = (SELECT its_team()) AND member = (SELECT its_member()) AND undone_at IS NULL)
  WITH CHECK (true);
GRANT SELECT, INSERT ON review_act TO scrubjay_app;
GRANT UPDATE (undone_at) ON review_act TO scrubjay_app;

CREATE POLICY of_member ON review_later TO scrubjay_app
  USING (team = (SELECT its_team()) AND member = (SELECT its_member()))
  WITH CHECK ((SELECT by_reviewer()) AND team = (SELECT its_team()) AND member = (SELECT its_member())
    AND EXISTS (SELECT 1 FROM memory AS m WHERE m.id = memory));
GRANT SELECT, INSERT, DELETE ON review_later TO scrubjay_app;
GRANT UPDATE (at) ON review_later TO scrubjay_app;

-- Proposals are made by the worker alone, so that no program of a member's writes that several people say something.
CREATE POLICY of_reviewers ON review_proposal FOR SELECT TO scrubjay_app USING (
  team = (SELECT its_team()) AND (SELECT its_role()) IN ('reviewer', 'owner')
  AND EXISTS (SELECT 1 FROM memory AS m WHERE m.id = memory));
CREATE POLICY decided ON review_proposal FOR UPDATE TO scrubjay_app USING (
  (SELECT by_reviewer()) AND team = (SELECT its_team()) AND EXISTS (SELECT 1 FROM memory AS m WHERE m.id = memory))
  WITH CHECK (state = 'open' OR decided_by = (SELECT its_member()));
GRANT SELECT ON review_proposal TO scrubjay_app;
GRANT UPDATE (state, decided_by, decided_at, reason) ON review_proposal TO scrubjay_app;
CREATE POLICY by_worker ON review_proposal TO scrubjay_worker
  USING ((SELECT its_role()) = 'promoter' AND team = (SELECT its_team()))
  WITH CHECK ((SELECT its_role()) = 'promoter' AND team = (SELECT its_team())
    AND state IN ('open', 'withdrawn') AND decided_by IS NULL);
GRANT SELECT, INSERT ON review_proposal TO scrubjay_worker;
GRANT UPDATE (state, why, others) ON review_proposal TO scrubjay_worker;
CREATE POLICY of_owner ON review_proposal TO scrubjay_owner USING (true) WITH CHECK (true);

-- Who owns which paths of a repository, as its newest CODEOWNERS says; written by the worker with each fetch.
ALTER TABLE mirror ADD COLUMN owners_path text NOT NULL DEFAULT '' CHECK (length(owners_path) <= 100),
  ADD COLUMN owners text NOT NULL DEFAULT '' CHECK (length(owners) <= 200000);
GRANT SELECT (owners_path, owners) ON mirror TO scrubjay_app, scrubjay_worker;
GRANT UPDATE (owners_path, owners) ON mirror TO scrubjay_worker;

-- Who refused the same words for the same members for good, and when; NULL where nobody did. Whoever asks has the words.
CREATE FUNCTION refused_before(words bytea, within uuid) RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = scrubjay, pg_temp AS $$
  SELECT called(a) || ' refused this on ' || to_char(m.refused_at AT TIME ZONE 'UTC', 'YYYY-MM-DD')
  FROM memory AS m JOIN member AS a ON a.id = m.changed_by
  WHERE m.digest = words AND m.team = its_team() AND m.scope = 'team' AND m.project IS NOT DISTINCT FROM within
    AND (within IS NULL OR within = ANY (its_projects())) AND m.refused_at IS NOT NULL
  ORDER BY m.number DESC LIMIT 1
$$;
REVOKE ALL ON FUNCTION refused_before(bytea, uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION refused_before(bytea, uuid) TO scrubjay_app;
ALTER FUNCTION refused_before(bytea, uuid) OWNER TO scrubjay_finder;

-- Which members of the caller's team some owners of CODEOWNERS are, as they are written: a handle, an address, a name.
CREATE FUNCTION members_called(owners text[]) RETURNS TABLE (owner text, member uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = scrubjay, pg_temp AS $$
  SELECT DISTINCT w.one, m.id FROM unnest(owners[:200]) AS w (one) JOIN member AS m
    ON m.team = its_team() AND m.removed_at IS NULL
  LEFT JOIN identity AS i ON i.member = m.id
  WHERE lower(w.one) IN ('@' || lower(m.name), lower(m.name), '@' || lower(i.handle), lower(i.email))
$$;
REVOKE ALL ON FUNCTION members_called(text[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION members_called(text[]) TO scrubjay_app;
ALTER FUNCTION members_called(text[]) OWNER TO scrubjay_finder;
