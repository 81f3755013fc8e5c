-- Counts of members' sessions, by their own choice; what the team decides of its facts by them, and why.

-- A session of a member who chose to let it count: `session` is a keyed hash whose key stays in the member's home.
-- `version` grows with each thing that the home learns of it. There is no text here, and no project.
CREATE TABLE evidence_session (
  team uuid NOT NULL REFERENCES team ON DELETE CASCADE,
  member uuid NOT NULL,
  session bytea NOT NULL CHECK (length(session) = 16),
  version integer NOT NULL CHECK (version BETWEEN 1 AND 1000000),
  day date NOT NULL,
  client text NOT NULL CHECK (client ~ '^([a-z0-9][a-z0-9._-]{0,39})?$'),
  ended text NOT NULL CHECK (ended IN ('well', 'ill', 'unknown')),
  PRIMARY KEY (member, session),
  FOREIGN KEY (team, member) REFERENCES member (team, id) ON DELETE CASCADE
);
CREATE INDEX evidence_session_of ON evidence_session (team, day);

-- Which memories of the team it had; they go with the memory, and with the session.
CREATE TABLE evidence_had (
  team uuid NOT NULL,
  member uuid NOT NULL,
  session bytea NOT NULL,
  memory uuid NOT NULL,
  PRIMARY KEY (member, session, memory),
  FOREIGN KEY (member, session) REFERENCES evidence_session (member, session) ON DELETE CASCADE,
  FOREIGN KEY (team, memory) REFERENCES memory (team, id) ON DELETE CASCADE
);
CREATE INDEX evidence_had_of ON evidence_had (memory);

-- Which fact a memory states: the id of the first memory that stated it, be that forgotten since or not.
CREATE TABLE promotion_fact (
  team uuid NOT NULL,
  memory uuid PRIMARY KEY,
  fact uuid NOT NULL,
  FOREIGN KEY (team, memory) REFERENCES memory (team, id) ON DELETE CASCADE
);
CREATE INDEX promotion_fact_of ON promotion_fact (team, fact);

-- Each decision with what it was decided on, so that it can be taken again. `memory` stands for the fact.
CREATE TABLE promotion_decision (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  team uuid NOT NULL,
  at timestamptz NOT NULL,
  fact uuid NOT NULL,
  memory uuid NOT NULL,
  signal jsonb NOT NULL,
  config jsonb NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('promote', 'keep', 'abstain')),
  path text NOT NULL CHECK (path IN ('', 'frequency', 'outcome', 'self_eval')),
  why text NOT NULL CHECK (length(why) <= 1000),
  FOREIGN KEY (team, memory) REFERENCES memory (team, id) ON DELETE CASCADE
);
CREATE INDEX promotion_decision_of ON promotion_decision (team, fact, id DESC);
CREATE INDEX promotion_decision_about ON promotion_decision (memory);

-- When a team's facts were decided on last.
CREATE TABLE promotion_pass (
  team uuid PRIMARY KEY REFERENCES team ON DELETE CASCADE,
  at timestamptz NOT NULL
);

-- Which file of its repository's default branch an accepted memory is, as of which commit that was seen first.
CREATE TABLE promotion_published (
  team uuid NOT NULL,
  memory uuid PRIMARY KEY,
  path text NOT NULL CHECK (length(path) BETWEEN 1 AND 4000),
  commit text NOT NULL CHECK (length(commit) <= 64),
  at timestamptz NOT NULL,
  FOREIGN KEY (team, memory) REFERENCES memory (team, id) ON DELETE CASCADE
);

ALTER TABLE evidence_session ENABLE ROW LEVEL SECURITY;
ALTER TABLE evidence_session FORCE ROW LEVEL SECURITY;
ALTER TABLE evidence_had ENABLE ROW LEVEL SECURITY;
ALTER TABLE evidence_had FORCE ROW LEVEL SECURITY;
ALTER TABLE promotion_fact ENABLE ROW LEVEL SECURITY;
ALTER TABLE promotion_fact FORCE ROW LEVEL SECURITY;
ALTER TABLE promotion_decision ENABLE ROW LEVEL SECURITY;
ALTER TABLE promotion_decision FORCE ROW LEVEL SECURITY;
ALTER TABLE promotion_pass ENABLE ROW LEVEL SECURITY;
ALTER TABLE promotion_pass FORCE ROW LEVEL SECURITY;
ALTER TABLE promotion_published ENABLE ROW LEVEL SECURITY;
ALTER TABLE promotion_published FORCE ROW LEVEL SECURITY;

-- A member's sessions are the member's own: others are told sums alone.
CREATE POLICY of_member ON evidence_session FOR SELECT TO scrubjay_app
  USING (team = (SELECT its_team()) AND member = (SELECT its_member()));
CREATE POLICY written ON evidence_session FOR INSERT TO scrubjay_app
  WITH CHECK ((SELECT may('remember')) AND team = (SELECT its_team()) AND member = (SELECT its_member()));
CREATE POLICY changed ON evidence_session FOR UPDATE TO scrubjay_app
  USING ((SELECT may('remember')) AND team = (SELECT its_team()) AND member = (SELECT its_member()));
CREATE POLICY taken_back ON evidence_session FOR DELETE TO scrubjay_app
  USING (team = (SELECT its_team()) AND member = (SELECT its_member()));
GRANT SELECT, INSERT, DELETE ON evidence_session TO scrubjay_app;
GRANT UPDATE (version, day, client, ended) ON evidence_session TO scrubjay_app;
CREATE POLICY of_member ON evidence_had FOR SELECT TO scrubjay_app
  USING (team = (SELECT its_team()) AND member = (SELECT its_member()));
CREATE POLICY written ON evidence_had FOR INSERT TO scrubjay_app WITH CHECK (
  (SELECT may('remember')) AND team = (SELECT its_team()) AND member = (SELECT its_member())
  AND EXISTS (SELECT 1 FROM memory AS m WHERE m.id = memory));
GRANT SELECT, INSERT ON evidence_had TO scrubjay_app;

-- Reviewers and owners read why, of the memories that they see.
CREATE POLICY of_reviewers ON promotion_decision FOR SELECT TO scrubjay_app USING (
  team = (SELECT its_team()) AND (SELECT its_role()) IN ('reviewer', 'owner')
  AND EXISTS (SELECT 1 FROM memory AS m WHERE m.id = memory));
GRANT SELECT ON promotion_decision TO scrubjay_app;
CREATE POLICY of_team ON promotion_pass FOR SELECT TO scrubjay_app
  USING (team = (SELECT its_team()) AND (SELECT its_member()) IS NOT NULL);
GRANT SELECT ON promotion_pass TO scrubjay_app;

-- The worker decides, for one team at a time: it reads what the team's members said and what their sessions had.
CREATE POLICY of_worker ON memory FOR SELECT TO scrubjay_worker
  USING ((SELECT its_role()) = 'promoter' AND scope = 'team' AND team = (SELECT its_team()));
CREATE POLICY of_worker ON memory_event FOR SELECT TO scrubjay_worker
  USING ((SELECT its_role()) = 'promoter' AND team = (SELECT its_team()));
CREATE POLICY of_worker ON memory_passage FOR SELECT TO scrubjay_worker
  USING ((SELECT its_role()) = 'promoter' AND scope = 'team' AND team = (SELECT its_team()));
CREATE POLICY of_worker ON evidence_session TO scrubjay_worker
  USING ((SELECT its_role()) = 'promoter' AND team = (SELECT its_team())) WITH CHECK (false);
CREATE POLICY of_worker ON evidence_had FOR SELECT TO scrubjay_worker
  USING ((SELECT its_role()) = 'promoter' AND team = (SELECT its_team()));
CREATE POLICY of_worker ON promotion_fact TO scrubjay_worker
  USING ((SELECT its_role()) = 'promoter' AND team = (SELECT its_team()))
  WITH CHECK ((SELECT its_role()) = 'promoter' AND team = (SELECT its_team()));
CREATE POLICY of_worker ON promotion_decision TO scrubjay_worker
  USING ((SELECT its_role()) = 'promoter' AND team = (SELECT its_team()))
  WITH CHECK ((SELECT its_role()) = 'promoter' AND team = (SELECT its_team()));
CREATE POLICY of_worker ON promotion_pass TO scrubjay_worker
  USING ((SELECT its_role()) = 'promoter' AND team = (SELECT its_team()))
  WITH CHECK ((SELECT its_role()) = 'promoter' AND team = (SELECT its_team()));
CREATE POLICY of_worker ON promotion_published TO scrubjay_worker
  USING ((SELECT its_role()) = 'promoter' AND team = (SELECT its_team()))
  WITH CHECK ((SELECT its_role()) = 'promoter' AND team = (SELECT its_team()));
GRANT SELECT, INSERT, UPDATE, DELETE ON promotion_published TO scrubjay_worker;
GRANT SELECT ON memory, memory_event, memory_passage, evidence_had TO scrubjay_worker;
GRANT SELECT, DELETE ON evidence_session TO scrubjay_worker;
GRANT SELECT, INSERT, UPDATE ON promotion_fact, promotion_pass TO scrubjay_worker;
GRANT SELECT, INSERT, DELETE ON promotion_decision TO scrubjay_worker;

CREATE POLICY of_finder ON evidence_session FOR SELECT TO scrubjay_finder USING (true);
CREATE POLICY ended_by_finder ON evidence_session FOR DELETE TO scrubjay_finder USING (true);
CREATE POLICY of_finder ON evidence_had FOR SELECT TO scrubjay_finder USING (true);
CREATE POLICY of_finder ON promotion_pass FOR SELECT TO scrubjay_finder USING (true);
CREATE POLICY of_finder ON promotion_published FOR SELECT TO scrubjay_finder USING (true);
CREATE POLICY of_finder ON review_proposal FOR SELECT TO scrubjay_finder USING (true);
GRANT SELECT, DELETE ON evidence_session TO scrubjay_finder;
GRANT SELECT ON evidence_had, promotion_pass, promotion_published, review_proposal TO scrubjay_finder;

-- Makes the transaction the worker's for one team and all of its repositories. False: there is no such team.
CREATE FUNCTION enter_promotion(asked uuid) RETURNS boolean
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = scrubjay, pg_temp AS $$
BEGIN
  PERFORM leave();
  IF NOT EXISTS (SELECT FROM team AS t WHERE t.id = asked) THEN RETURN false; END IF;
  PERFORM set_config('scrubjay.team', asked::text, true), set_config('scrubjay.role', 'promoter', true),
    set_config('scrubjay.projects', coalesce((SELECT array_agg(p.id ORDER BY p.number) FROM project AS p
      WHERE p.team = asked AND p.removed_at IS NULL), '{}')::text, true);
  RETURN true;
END $$;

-- The teams whose facts weren't decided on since a moment: ids alone.
CREATE FUNCTION teams_to_promote(since timestamptz) RETURNS TABLE (team uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = scrubjay, pg_temp AS $$
  SELECT t.id FROM team AS t LEFT JOIN promotion_pass AS p ON p.team = t.id
  WHERE p.at IS NULL OR p.at <= since ORDER BY t.created_at, t.id LIMIT 1000
$$;

-- How many sessions of other members had each memory that the caller sees, and how they ended; of `members` how many.
-- Sums alone, of two others at least: without the caller's own sessions, nothing is had by taking these away. A session
-- of a day before the memory was there had it not.
CREATE FUNCTION evidence_sums(since date, most integer)
RETURNS TABLE (memory uuid, sessions bigint, well bigint, ill bigint, members bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = scrubjay, pg_temp AS $$
  SELECT h.memory, count(*), count(*) FILTER (WHERE s.ended = 'well'), count(*) FILTER (WHERE s.ended = 'ill'),
    count(DISTINCT s.member)
  FROM evidence_session AS s JOIN evidence_had AS h ON h.member = s.member AND h.session = s.session
  JOIN memory AS m ON m.id = h.memory
  WHERE s.team = (SELECT its_team()) AND s.member <> (SELECT its_member()) AND s.day >= since
    AND s.day >= (m.recorded_at AT TIME ZONE 'UTC')::date AND m.scope = 'team' AND m.team = (SELECT its_team()) AND m.status = 'active'
    AND (m.project IS NULL OR m.project = ANY ((SELECT its_projects())::uuid[]))
  GROUP BY h.memory HAVING count(DISTINCT s.member) >= 2
  ORDER BY count(*) DESC, h.memory LIMIT least(most, 1000)
$$;

-- How many sessions of how many other members the team counts at all; nothing of fewer than two.
CREATE FUNCTION evidence_total(since date) RETURNS TABLE (sessions bigint, well bigint, ill bigint, members bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = scrubjay, pg_temp AS $$
  SELECT count(*), count(*) FILTER (WHERE s.ended = 'well'), count(*) FILTER (WHERE s.ended = 'ill'),
    count(DISTINCT s.member)
  FROM evidence_session AS s
  WHERE s.team = (SELECT its_team()) AND s.member <> (SELECT its_member()) AND s.day >= since
  HAVING count(DISTINCT s.member) >= 2
$$;

-- What reviewers accepted by evidence for the repositories that the caller is granted: any member may write it to git.
CREATE FUNCTION accepted_memories() RETURNS TABLE (memory uuid, decided_at timestamptz, path text, commit text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = scrubjay, pg_temp AS $$
  SELECT r.memory, max(r.decided_at), max(p.path), max(p.commit)
  FROM review_proposal AS r JOIN memory AS m ON m.id = r.memory LEFT JOIN promotion_published AS p ON p.memory = r.memory
  WHERE r.team = (SELECT its_team()) AND (SELECT its_member()) IS NOT NULL AND r.state = 'accepted'
    AND r.key LIKE 'promotion:%' AND m.project = ANY ((SELECT its_projects())::uuid[])
  GROUP BY r.memory
$$;

-- What a member sent goes when the member leaves.
CREATE FUNCTION end_evidence() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = scrubjay, pg_temp AS $$
BEGIN
  DELETE FROM evidence_session AS s WHERE s.member = NEW.id AND s.team = NEW.team;
  RETURN NULL;
END $$;
CREATE TRIGGER ends_evidence AFTER UPDATE OF removed_at ON member
  FOR EACH ROW WHEN (OLD.removed_at IS NULL AND NEW.removed_at IS NOT NULL) EXECUTE FUNCTION end_evidence();

REVOKE ALL ON FUNCTION enter_promotion(uuid), teams_to_promote(timestamptz), evidence_sums(date, integer),
  evidence_total(date), accepted_memories(), end_evidence() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION enter_promotion(uuid), teams_to_promote(timestamptz) TO scrubjay_worker;
GRANT EXECUTE ON FUNCTION evidence_sums(date, integer), evidence_total(date), accepted_memories() TO scrubjay_app;
ALTER FUNCTION enter_promotion(uuid) OWNER TO scrubjay_finder;
ALTER FUNCTION teams_to_promote(timestamptz) OWNER TO scrubjay_finder;
ALTER FUNCTION evidence_sums(date, integer) OWNER TO scrubjay_finder;
ALTER FUNCTION evidence_total(date) OWNER TO scrubjay_finder;
ALTER FUNCTION accepted_memories() OWNER TO scrubjay_finder;
ALTER FUNCTION end_evidence() OWNER TO scrubjay_finder;
