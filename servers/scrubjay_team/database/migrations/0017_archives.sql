-- Conversations that members' homes send to an object store, where the server has one: metadata and words, no text.

-- One conversation of one member. `session` is the home's own id of it. `project` isn't a reference: a repository that
-- was removed hides its archives. `gone_at`: forgotten or expired, hidden at once, until its last object is deleted.
CREATE TABLE archive (
  id uuid PRIMARY KEY,
  team uuid NOT NULL REFERENCES team,
  member uuid NOT NULL,
  session text NOT NULL CHECK (session ~ '^[A-Za-z0-9_-]{1,100}$'),
  project uuid,
  client text NOT NULL CHECK (length(client) <= 40),
  branch text NOT NULL CHECK (length(branch) <= 300),
  started_at timestamptz NOT NULL,
  ended_at timestamptz NOT NULL,
  parts integer NOT NULL CHECK (parts BETWEEN 1 AND 200),
  expires_at timestamptz NOT NULL,
  gone_at timestamptz,
  FOREIGN KEY (team, member) REFERENCES member (team, id)
);
CREATE UNIQUE INDEX archive_session ON archive (member, session) WHERE gone_at IS NULL;
CREATE INDEX archive_of ON archive (member, ended_at DESC) WHERE gone_at IS NULL;
CREATE INDEX archive_expiring ON archive (expires_at) WHERE gone_at IS NULL;

-- A part of it, whose id names the object. It stands here before the object is written (`writing`, since `at`), holds
-- once that is there (`kept`), and goes only after the object went (`going`; `stopped`: forgotten while it was written,
-- so the object may still come): an object without a row can't be. `keys` are hashes of the member and a word.
CREATE TABLE archive_part (
  id uuid PRIMARY KEY,
  archive uuid NOT NULL REFERENCES archive (id),
  team uuid NOT NULL,
  member uuid NOT NULL,
  part integer NOT NULL CHECK (part BETWEEN 1 AND 200),
  state text NOT NULL CHECK (state IN ('writing', 'kept', 'going', 'stopped')),
  at timestamptz NOT NULL,
  digest bytea NOT NULL CHECK (length(digest) = 32),
  turns integer NOT NULL CHECK (turns BETWEEN 1 AND 5000),
  bytes integer NOT NULL CHECK (bytes >= 0),
  keys bigint[] NOT NULL CHECK (cardinality(keys) <= 200000)
);
CREATE UNIQUE INDEX archive_part_kept ON archive_part (archive, part) WHERE state = 'kept';
CREATE INDEX archive_part_of ON archive_part (archive);
CREATE INDEX archive_part_due ON archive_part (at) WHERE state <> 'kept';
CREATE INDEX archive_part_words ON archive_part USING gin (keys) WHERE state = 'kept';

-- What a member forgot doesn't come back, whichever of their machines still has it: the sessions' ids, which are hashes.
CREATE TABLE archive_forgotten (
  member uuid NOT NULL,
  session text NOT NULL,
  PRIMARY KEY (member, session)
);

ALTER TABLE archive_forgotten ENABLE ROW LEVEL SECURITY;
ALTER TABLE archive_forgotten FORCE ROW LEVEL SECURITY;
CREATE POLICY of_finder ON archive_forgotten TO scrubjay_finder USING (true) WITH CHECK (true);
GRANT SELECT, INSERT ON archive_forgotten TO scrubjay_finder;

ALTER TABLE archive ENABLE ROW LEVEL SECURITY;
ALTER TABLE archive FORCE ROW LEVEL SECURITY;
ALTER TABLE archive_part ENABLE ROW LEVEL SECURITY;
ALTER TABLE archive_part FORCE ROW LEVEL SECURITY;

-- They are the member's alone, whatever anybody's role, and hidden while the repository isn't granted.
CREATE POLICY of_member ON archive FOR SELECT TO scrubjay_app USING (
  team = (SELECT its_team()) AND member = (SELECT its_member()) AND gone_at IS NULL
  AND (project IS NULL OR project = ANY ((SELECT its_projects())::uuid[])));
CREATE POLICY of_member ON archive_part FOR SELECT TO scrubjay_app USING (
  team = (SELECT its_team()) AND member = (SELECT its_member()) AND state = 'kept'
  AND EXISTS (SELECT 1 FROM archive AS a WHERE a.id = archive));
GRANT SELECT ON archive, archive_part TO scrubjay_app;
CREATE POLICY of_owner ON archive FOR SELECT TO scrubjay_owner USING (true);
CREATE POLICY of_owner ON archive_part FOR SELECT TO scrubjay_owner USING (true);
CREATE POLICY of_finder ON archive TO scrubjay_finder USING (true) WITH CHECK (true);
CREATE POLICY of_finder ON archive_part TO scrubjay_finder USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON archive, archive_part TO scrubjay_finder;

-- A part that the caller is about to write: its archive, and its id, that of the object; `known`: it is there already.
-- `why` says why not: the repository isn't granted, or the member has as many bytes as one may.
CREATE FUNCTION begin_archive_part(
  new_archive uuid, new_part uuid, of_session text, of_project uuid, of_client text, of_branch text,
  started timestamptz, ended timestamptz, of_parts integer, number integer, of_digest bytea, of_turns integer,
  of_bytes integer, of_keys bigint[], now timestamptz, expires timestamptz, most_bytes bigint)
RETURNS TABLE (archive uuid, part uuid, known boolean, why text)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = scrubjay, pg_temp AS $$
DECLARE
  its uuid;
  was uuid;
  there uuid;
BEGIN
  IF NOT may('remember') OR its_member() IS NULL
     OR (of_project IS NOT NULL AND NOT of_project = ANY (its_projects())) THEN
    RETURN QUERY SELECT NULL::uuid, NULL::uuid, false, 'not granted'; RETURN;
  END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('scrubjay.archive ' || its_member()::text, 0));
  IF EXISTS (SELECT FROM archive_forgotten AS f WHERE f.member = its_member() AND f.session = of_session) THEN
    RETURN QUERY SELECT NULL::uuid, NULL::uuid, false, 'forgotten'; RETURN;
  END IF;
  SELECT a.id, a.project INTO its, was FROM archive AS a
    WHERE a.member = its_member() AND a.session = of_session AND a.gone_at IS NULL FOR UPDATE;
  IF was IS NOT NULL AND NOT was = ANY (its_projects()) THEN
    RETURN QUERY SELECT NULL::uuid, NULL::uuid, false, 'not granted'; RETURN;
  END IF;
  SELECT p.id INTO there FROM archive_part AS p
    WHERE p.archive = its AND p.part = number AND p.state = 'kept' AND p.digest = of_digest;
  IF there IS NULL AND of_bytes + (SELECT coalesce(sum(p.bytes), 0) FROM archive_part AS p
      WHERE p.member = its_member() AND p.state IN ('writing', 'kept')) > most_bytes THEN
    RETURN QUERY SELECT NULL::uuid, NULL::uuid, false, 'full'; RETURN;
  END IF;
  IF its IS NULL THEN
    its := new_archive;
    INSERT INTO archive VALUES (its, its_team(), its_member(), of_session, of_project, of_client, of_branch, started,
      ended, of_parts, expires, NULL);
  ELSE
    UPDATE archive AS a SET project = of_project, client = of_client, branch = of_branch, started_at = started,
      ended_at = ended, parts = of_parts, expires_at = expires WHERE a.id = its;
    UPDATE archive_part AS p SET state = 'going', keys = '{}'
      WHERE p.archive = its AND p.part > of_parts AND p.state = 'kept';
  END IF;
  IF there IS NULL THEN
    INSERT INTO archive_part VALUES (new_part, its, its_team(), its_member(), number, 'writing', now, of_digest,
      of_turns, of_bytes, of_keys);
  END IF;
  RETURN QUERY SELECT its, coalesce(there, new_part), there IS NOT NULL, '';
END $$;

-- The object is there: the part holds, and the one that stood in its place goes. False: it was forgotten meanwhile.
CREATE FUNCTION keep_archive_part(written uuid, of_bytes integer) RETURNS boolean
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = scrubjay, pg_temp AS $$
DECLARE
  one archive_part;
BEGIN
  SELECT p.* INTO one FROM archive_part AS p JOIN archive AS a ON a.id = p.archive
    WHERE p.id = written AND p.member = its_member() AND p.state = 'writing' AND a.gone_at IS NULL
      AND p.part <= a.parts FOR UPDATE;
  IF one.id IS NULL THEN
    UPDATE archive_part AS p SET state = 'going', keys = '{}' WHERE p.id = written AND p.member = its_member();
    RETURN false;
  END IF;
  UPDATE archive_part AS p SET state = 'going', keys = '{}'
    WHERE p.archive = one.archive AND p.part = one.part AND p.state = 'kept';
  UPDATE archive_part AS p SET state = 'kept', bytes = of_bytes WHERE p.id = written;
  RETURN true;
END $$;

-- Hides some archives, and says which objects are to be deleted: for the functions below alone.
CREATE FUNCTION hide_archives(those uuid[], now timestamptz) RETURNS bigint
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = scrubjay, pg_temp AS $$
  UPDATE archive_part AS p SET state = CASE p.state WHEN 'writing' THEN 'stopped' ELSE 'going' END, keys = '{}'
    WHERE p.archive = ANY (those) AND p.state IN ('writing', 'kept');
  WITH gone AS (UPDATE archive AS a SET gone_at = now WHERE a.id = ANY (those) AND a.gone_at IS NULL RETURNING 1)
  SELECT count(*) FROM gone
$$;

-- The caller's archives, of some sessions or all of them, are hidden; those of repositories that aren't granted, too.
CREATE FUNCTION forget_archives(of_sessions text[], everything boolean, now timestamptz) RETURNS bigint
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = scrubjay, pg_temp AS $$
  SELECT pg_advisory_xact_lock(hashtextextended('scrubjay.archive ' || its_member()::text, 0))
    WHERE its_member() IS NOT NULL;
  INSERT INTO archive_forgotten (member, session)
    SELECT its_member(), a.session FROM archive AS a
      WHERE a.member = its_member() AND a.gone_at IS NULL AND everything
    UNION SELECT its_member(), s FROM unnest(of_sessions) AS s
      WHERE its_member() IS NOT NULL AND NOT everything AND s ~ '^[A-Za-z0-9_-]{1,100}$'
    ON CONFLICT DO NOTHING;
  SELECT hide_archives(coalesce(array_agg(a.id), '{}'), now) FROM archive AS a
  WHERE a.member = its_member() AND a.gone_at IS NULL AND (everything OR a.session = ANY (of_sessions))
$$;

-- The caller's objects that are to be deleted, of some sessions or all; those that may still be written come later.
CREATE FUNCTION own_archive_objects(of_sessions text[], everything boolean, settled timestamptz, most integer)
RETURNS TABLE (part uuid, archive uuid, team uuid, due boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = scrubjay, pg_temp AS $$
  SELECT p.id, p.archive, p.team, p.state = 'going' OR p.at <= settled
  FROM archive_part AS p JOIN archive AS a ON a.id = p.archive
  WHERE p.member = its_member() AND (p.state IN ('going', 'stopped') OR (p.state = 'writing' AND p.at <= settled))
    AND (everything OR a.session = ANY (of_sessions))
  ORDER BY p.at, p.id LIMIT most
$$;

-- The same for the worker: everybody's, ids alone.
CREATE FUNCTION due_archive_objects(settled timestamptz, most integer)
RETURNS TABLE (part uuid, archive uuid, team uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = scrubjay, pg_temp AS $$
  SELECT p.id, p.archive, p.team FROM archive_part AS p
  WHERE p.state = 'going' OR (p.state IN ('writing', 'stopped') AND p.at <= settled)
  ORDER BY p.at, p.id LIMIT most
$$;

-- Objects that were deleted: their rows go, and those of archives that are gone and have none left.
CREATE FUNCTION archive_objects_gone(those uuid[]) RETURNS void
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = scrubjay, pg_temp AS $$
  DELETE FROM archive_part AS p WHERE p.id = ANY (those) AND p.state <> 'kept'
    AND (its_member() IS NULL OR p.member = its_member());
  DELETE FROM archive AS a WHERE a.gone_at IS NOT NULL AND (its_member() IS NULL OR a.member = its_member())
    AND NOT EXISTS (SELECT 1 FROM archive_part AS p WHERE p.archive = a.id);
$$;

-- Archives whose time is over are hidden; the worker deletes their objects.
CREATE FUNCTION expire_archives(now timestamptz) RETURNS bigint
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = scrubjay, pg_temp AS $$
  SELECT hide_archives(coalesce(array_agg(e.id), '{}'), now)
  FROM (SELECT a.id FROM archive AS a WHERE a.gone_at IS NULL AND a.expires_at <= now LIMIT 1000) AS e
$$;

-- What a member archived goes when the member leaves.
CREATE FUNCTION end_archives() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = scrubjay, pg_temp AS $$
BEGIN
  PERFORM hide_archives(coalesce(array_agg(a.id), '{}'), NEW.removed_at) FROM archive AS a
    WHERE a.member = NEW.id AND a.gone_at IS NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER ends_archives AFTER UPDATE OF removed_at ON member
  FOR EACH ROW WHEN (OLD.removed_at IS NULL AND NEW.removed_at IS NOT NULL) EXECUTE FUNCTION end_archives();

-- The caller's parts that hold any of some words, those of the rarest words first; `asked` are hashes of the caller.
CREATE FUNCTION archive_candidates(asked bigint[], of_project uuid, before timestamptz, most integer)
RETURNS TABLE (part uuid, score double precision)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = scrubjay, pg_temp AS $$
  WITH found AS MATERIALIZED (
    SELECT p.id, p.keys, a.ended_at FROM archive_part AS p JOIN archive AS a ON a.id = p.archive
    WHERE p.keys && asked AND p.state = 'kept' AND p.member = its_member() AND p.team = its_team()
      AND a.gone_at IS NULL AND (a.project IS NULL OR a.project = ANY (its_projects()))
      AND (of_project IS NULL OR a.project = of_project) AND (before IS NULL OR a.started_at < before)),
  held AS (SELECT f.id, f.ended_at, k FROM found AS f, unnest(asked) AS k WHERE f.keys @> ARRAY[k]),
  rare AS (SELECT k, ln(1 + (SELECT count(*) FROM found)::float8 / count(*)) AS worth FROM held GROUP BY k)
  SELECT h.id, sum(r.worth) FROM held AS h JOIN rare AS r USING (k)
  GROUP BY h.id, h.ended_at ORDER BY sum(r.worth) DESC, h.ended_at DESC, h.id LIMIT least(most, 100)
$$;

REVOKE ALL ON FUNCTION begin_archive_part(uuid, uuid, text, uuid, text, text, timestamptz, timestamptz, integer, integer,
    bytea, integer, integer, bigint[], timestamptz, timestamptz, bigint),
  keep_archive_part(uuid, integer), hide_archives(uuid[], timestamptz), forget_archives(text[], boolean, timestamptz),
  own_archive_objects(text[], boolean, timestamptz, integer), due_archive_objects(timestamptz, integer),
  archive_objects_gone(uuid[]), expire_archives(timestamptz), end_archives(),
  archive_candidates(bigint[], uuid, timestamptz, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION begin_archive_part(uuid, uuid, text, uuid, text, text, timestamptz, timestamptz, integer,
    integer, bytea, integer, integer, bigint[], timestamptz, timestamptz, bigint),
  keep_archive_part(uuid, integer), forget_archives(text[], boolean, timestamptz),
  own_archive_objects(text[], boolean, timestamptz, integer), archive_objects_gone(uuid[]),
  archive_candidates(bigint[], uuid, timestamptz, integer) TO scrubjay_app;
GRANT EXECUTE ON FUNCTION due_archive_objects(timestamptz, integer), archive_objects_gone(uuid[]),
  expire_archives(timestamptz) TO scrubjay_worker;
ALTER FUNCTION begin_archive_part(uuid, uuid, text, uuid, text, text, timestamptz, timestamptz, integer, integer, bytea,
  integer, integer, bigint[], timestamptz, timestamptz, bigint) OWNER TO scrubjay_finder;
ALTER FUNCTION keep_archive_part(uuid, integer) OWNER TO scrubjay_finder;
ALTER FUNCTION hide_archives(uuid[], timestamptz) OWNER TO scrubjay_finder;
ALTER FUNCTION forget_archives(text[], boolean, timestamptz) OWNER TO scrubjay_finder;
ALTER FUNCTION own_archive_objects(text[], boolean, timestamptz, integer) OWNER TO scrubjay_finder;
ALTER FUNCTION due_archive_objects(timestamptz, integer) OWNER TO scrubjay_finder;
ALTER FUNCTION archive_objects_gone(uuid[]) OWNER TO scrubjay_finder;
ALTER FUNCTION expire_archives(timestamptz) OWNER TO scrubjay_finder;
ALTER FUNCTION end_archives() OWNER TO scrubjay_finder;
ALTER FUNCTION archive_candidates(bigint[], uuid, timestamptz, integer) OWNER TO scrubjay_finder;
