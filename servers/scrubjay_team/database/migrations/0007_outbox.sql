-- What changed, so that members can be told: written by triggers, read as the member who asks, never a word of text.

-- One row a change. `xact` is the transaction that wrote it: what is new since a snapshot is what that snapshot didn't
-- see, so a late commit with a lower generation is never skipped (outbox_is_new). `team` is NULL for what every team may see; `project`
-- and `member` narrow who may. `other` is the member or the memory that a change of a pool is about.
CREATE TABLE outbox (
  generation bigint GENERATED ALWAYS AS IDENTITY,
  xact xid8 NOT NULL DEFAULT pg_current_xact_id(),
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  kind text NOT NULL CHECK (kind IN ('memory', 'pool', 'pool_member', 'pool_share', 'handoff')),
  change text NOT NULL CHECK (change IN ('new', 'changed', 'gone')),
  resource uuid NOT NULL,
  other uuid,
  team uuid,
  project uuid,
  member uuid,
  by uuid,
  PRIMARY KEY (xact, generation)
);

CREATE UNIQUE INDEX outbox_generation ON outbox (generation);

-- What seals the cursors that are given out: every process of this database opens those of another one.
CREATE TABLE outbox_key (key bytea NOT NULL CHECK (length(key) = 32));
INSERT INTO outbox_key SELECT sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())
  || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()));

-- How far a token's answers have told what is new; a row a token, and none that another member could write in its place.
CREATE TABLE told (
  token uuid NOT NULL REFERENCES access_token ON DELETE CASCADE,
  member uuid NOT NULL,
  snapshot pg_snapshot NOT NULL,
  last bigint NOT NULL,
  epoch text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (token, member)
);

ALTER TABLE outbox ENABLE ROW LEVEL SECURITY;
ALTER TABLE outbox FORCE ROW LEVEL SECURITY;
ALTER TABLE outbox_key ENABLE ROW LEVEL SECURITY;
ALTER TABLE outbox_key FORCE ROW LEVEL SECURITY;
ALTER TABLE told ENABLE ROW LEVEL SECURITY;
ALTER TABLE told FORCE ROW LEVEL SECURITY;

-- A change is told to whom a query shows what it is about, by that table's own policies; of what is gone, to whom a
-- query would have shown it by the grants of now. Scalar subqueries, since a table of all memories is never built.
CREATE POLICY of_seen ON outbox FOR SELECT TO scrubjay_app USING (
  (SELECT its_member()) IS NOT NULL AND (team = (SELECT its_team()) OR team IS NULL)
  AND (project IS NULL OR project = ANY ((SELECT its_projects())::uuid[]))
  AND CASE WHEN kind = 'handoff' THEN (SELECT true FROM handoff AS h WHERE h.id = resource)
    WHEN ('search' = ANY ((SELECT its_scopes())::text[])) IS NOT TRUE THEN false
    WHEN kind = 'pool_member' THEN other = (SELECT its_member()) OR its_permission(resource) >= 1
    WHEN kind = 'pool_share' AND change = 'gone' THEN its_permission(resource) >= 1
    WHEN kind = 'pool_share' THEN
      (SELECT true FROM pool_share AS s WHERE s.pool = resource AND s.memory = other LIMIT 1)
    WHEN change = 'gone' THEN member IS NULL OR member = (SELECT its_member())
    WHEN kind = 'pool' THEN (SELECT true FROM pool AS p WHERE p.id = resource)
    ELSE (SELECT true FROM memory AS m WHERE m.id = resource) END);
GRANT SELECT ON outbox TO scrubjay_app;
CREATE POLICY of_finder ON outbox TO scrubjay_finder USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, DELETE ON outbox TO scrubjay_finder;
CREATE POLICY of_finder ON pool_share FOR SELECT TO scrubjay_finder USING (true);
GRANT SELECT ON pool_share TO scrubjay_finder;
CREATE POLICY of_app ON outbox_key FOR SELECT TO scrubjay_app USING (true);
GRANT SELECT ON outbox_key TO scrubjay_app;
CREATE POLICY of_member ON told TO scrubjay_app
  USING (member = (SELECT its_member())) WITH CHECK (member = (SELECT its_member()));
GRANT SELECT, INSERT, UPDATE ON told TO scrubjay_app;

-- What this database's transaction numbers count from: another cluster, a standby that took over and a database that
-- was restored count anew, and a position of theirs means nothing here.
CREATE FUNCTION outbox_epoch() RETURNS text LANGUAGE sql STABLE AS $$
  SELECT concat_ws('/', (SELECT system_identifier FROM pg_control_system()),
    left(pg_walfile_name(pg_current_wal_insert_lsn()), 8),
    (SELECT d.oid FROM pg_database AS d WHERE d.datname = current_database()))
$$;

-- The newest change that a query sees: its number is never given again, whatever becomes of transactions.
CREATE FUNCTION outbox_last() RETURNS bigint
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = scrubjay, pg_temp AS $$
  SELECT coalesce(max(generation), 0) FROM outbox
$$;
-- The one rule of what is new between two positions, each a snapshot and the newest change that it saw. A crash loses
-- the numbers of transactions that left no trace, and they are given again: so a change with a higher number than the
-- newest one that was seen is new as well, whatever transaction wrote it. Whoever asks by an index asks for the two
-- halves apart; this stands beside them.
CREATE FUNCTION outbox_is_new(xact xid8, generation bigint, since pg_snapshot, since_last bigint, upto pg_snapshot)
RETURNS boolean LANGUAGE sql STABLE
  RETURN pg_visible_in_snapshot(xact, upto) AND (generation > since_last OR NOT pg_visible_in_snapshot(xact, since));

-- What changed between two positions and a query of the caller's would show, one row for each thing, the newest first.
-- A function, since its plan with all policies is kept for the connection: most of what it takes is to make that.
CREATE FUNCTION outbox_changes(since pg_snapshot, since_last bigint, upto pg_snapshot, most integer)
RETURNS TABLE (kind text, resource uuid, other uuid, project uuid, project_name text, pool_name text, gone boolean,
  own boolean, fresh boolean, waits boolean, over boolean, client text, ended boolean)
LANGUAGE plpgsql STABLE AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT o.kind, o.resource, o.other, o.project, p.name AS project_name, l.name AS pool_name,
      bool_and(o.change = 'gone') AS gone,
      bool_and(o.by IS NOT DISTINCT FROM (SELECT its_member())) AS own,
      bool_or(o.change = 'new' AND o.by IS DISTINCT FROM (SELECT its_member())) AS fresh,
      coalesce(bool_or(h.state = 'PENDING' AND h.sender <> (SELECT its_member())
        AND (h.target IS NULL OR h.target = (SELECT its_member()))), false) AS waits,
      coalesce(bool_or(h.state <> 'PENDING' AND h.sender <> (SELECT its_member())
        AND (h.target IS NULL OR h.target = (SELECT its_member()))), false) AS over,
      max(h.client) AS client,
      coalesce(bool_or(h.sender = (SELECT its_member())
        AND h.state IN ('COMPLETED', 'REJECTED', 'EXPIRED')), false) AS ended
    FROM outbox AS o LEFT JOIN project AS p ON p.id = o.project
    LEFT JOIN pool AS l ON l.id = o.resource AND o.kind IN ('pool', 'pool_member', 'pool_share')
    LEFT JOIN handoff AS h ON h.id = o.resource AND o.kind = 'handoff'
    WHERE (o.xact >= pg_snapshot_xmin(since) OR o.generation > since_last)
      AND outbox_is_new(o.xact, o.generation, since, since_last, upto)
    GROUP BY o.kind, o.resource, o.other, o.project, p.name, l.name
    ORDER BY max(o.generation) DESC LIMIT most;
END $$;

-- The pools that the caller is in and that hold some memories; a function for the same reason.
CREATE FUNCTION outbox_pools(ids uuid[]) RETURNS TABLE (pool uuid, name text, memory uuid)
LANGUAGE plpgsql STABLE AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY SELECT DISTINCT s.pool, l.name, s.memory FROM pool_share AS s JOIN pool AS l ON l.id = s.pool
    WHERE s.memory = ANY (ids);
END $$;

-- Which of some tokens are valid, and what each stands for: the same that `enter` finds, for many at once.
CREATE FUNCTION entitled(digests bytea[], at timestamptz)
RETURNS TABLE (digest bytea, member uuid, team uuid, role text, scopes text[], projects uuid[])
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = scrubjay, pg_temp AS $$
  SELECT t.digest, m.id, m.team, m.role, t.scopes, ARRAY(SELECT p.id FROM project AS p
    WHERE p.team = m.team AND p.removed_at IS NULL
      AND (p.open OR EXISTS (SELECT 1 FROM project_member AS g WHERE g.project = p.id AND g.member = m.id))
      AND (t.projects IS NULL OR p.id = ANY (t.projects)) ORDER BY p.number)
  FROM access_token AS t JOIN member AS m ON m.id = t.member
  WHERE t.digest = ANY (digests) AND t.revoked_at IS NULL AND t.expires_at > at
    AND t.created_at <= at + interval '5 minutes' AND m.removed_at IS NULL
$$;

-- Which of some valid tokens the changes between two positions may concern: what each is told is asked as its member.
-- Who has no token learns nothing of whom a change concerns.
CREATE FUNCTION concerned(
  digests bytea[], at timestamptz, since pg_snapshot, since_last bigint, upto pg_snapshot
) RETURNS TABLE (digest bytea)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = scrubjay, pg_temp AS $$
  WITH concern AS MATERIALIZED (
    SELECT DISTINCT o.team, o.project, o.member FROM outbox AS o
    WHERE (o.xact >= pg_snapshot_xmin(since) OR o.generation > since_last)
      AND outbox_is_new(o.xact, o.generation, since, since_last, upto))
  SELECT e.digest FROM entitled(digests, at) AS e
  WHERE EXISTS (SELECT 1 FROM concern) AND EXISTS (SELECT 1 FROM concern AS c
    WHERE (c.team IS NULL OR c.team = e.team) AND (c.project IS NULL OR c.project = ANY (e.projects))
      AND (c.member IS NULL OR c.member = e.member))
$$;

-- Drops what is older than a cursor may be.
CREATE FUNCTION trim_outbox() RETURNS void
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = scrubjay, pg_temp AS $$
  DELETE FROM outbox WHERE at < clock_timestamp() - interval '25 hours'
$$;

-- The notice is for the process whose transaction it is, which tells the others once it committed (connecting.py).
CREATE FUNCTION add_change(
  kind text, change text, resource uuid, other uuid, team uuid, project uuid, member uuid
) RETURNS void LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  its bigint;
BEGIN
  INSERT INTO outbox (kind, change, resource, other, team, project, member, by)
    VALUES (kind, change, resource, other, team, project, member, its_member()) RETURNING generation INTO its;
  RAISE NOTICE 'scrubjay outbox %', its;
END $$;

-- That a memory was forgotten is written where it is deleted, by nobody's word.
DROP POLICY written ON memory_forgotten;
REVOKE INSERT ON memory_forgotten FROM scrubjay_app;
CREATE POLICY of_finder ON memory_forgotten FOR INSERT TO scrubjay_finder WITH CHECK (true);
GRANT INSERT ON memory_forgotten TO scrubjay_finder;

-- A memory that is held, or proposed to every team, is its author's; a reviewer who sees a held one is told by a query.
CREATE FUNCTION memory_changed() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = scrubjay, pg_temp AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF its_member() IS NOT NULL THEN
      INSERT INTO memory_forgotten (id, team, author, key, member, at)
        VALUES (OLD.id, OLD.team, OLD.member, OLD.key, its_member(), clock_timestamp());
    END IF;
    PERFORM add_change('memory', 'gone', OLD.id, NULL, CASE WHEN OLD.accepted_at IS NULL THEN OLD.team END, OLD.project,
      CASE WHEN OLD.status = 'held' OR (OLD.scope = 'global' AND OLD.accepted_at IS NULL) THEN OLD.member END);
    RETURN NULL;
  END IF;
  PERFORM add_change('memory',
    CASE WHEN TG_OP = 'INSERT' OR (NEW.accepted_at IS NOT NULL AND OLD.accepted_at IS NULL) THEN 'new'
      ELSE 'changed' END, NEW.id, NULL, CASE WHEN NEW.accepted_at IS NULL THEN NEW.team END, NEW.project, NULL);
  IF TG_OP = 'UPDATE' AND NEW.accepted_at IS NULL AND OLD.accepted_at IS NOT NULL THEN
    PERFORM add_change('memory', 'gone', NEW.id, NULL, NULL, NULL, NULL);
  END IF;
  RETURN NULL;
END $$;

-- Before its shares go with it: a memory that is forgotten leaves each pool that showed it.
CREATE FUNCTION memory_leaves_pools() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = scrubjay, pg_temp AS $$
BEGIN
  PERFORM add_change('pool_share', 'gone', s.pool, OLD.id, OLD.team, OLD.project, NULL)
    FROM (SELECT DISTINCT pool FROM pool_share WHERE memory = OLD.id) AS s WHERE OLD.status = 'active';
  RETURN OLD;
END $$;

CREATE FUNCTION handoff_changed() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = scrubjay, pg_temp AS $$
BEGIN
  PERFORM add_change('handoff', CASE TG_OP WHEN 'INSERT' THEN 'new' ELSE 'changed' END, NEW.id, NULL, NEW.team,
    NEW.project, NULL);
  RETURN NULL;
END $$;

CREATE FUNCTION pool_changed() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = scrubjay, pg_temp AS $$
BEGIN
  IF TG_TABLE_NAME = 'pool' AND TG_OP = 'INSERT' THEN
    PERFORM add_change('pool', 'new', NEW.id, NULL, NEW.team, NULL, NULL);
  ELSIF TG_TABLE_NAME = 'pool' THEN
    PERFORM add_change('pool', 'gone', OLD.id, NULL, OLD.team, NULL, NULL);
  ELSIF TG_TABLE_NAME = 'pool_share' THEN
    PERFORM add_change('pool_share', 'new', NEW.pool, NEW.memory, NEW.team, NULL, NULL);
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM add_change('pool_member', 'gone', OLD.pool, OLD.member, OLD.team, NULL, NULL);
  ELSE
    PERFORM add_change('pool_member', CASE TG_OP WHEN 'INSERT' THEN 'new' ELSE 'changed' END, NEW.pool, NEW.member,
      NEW.team, NULL, NULL);
  END IF;
  RETURN NULL;
END $$;

-- A lease that goes on, and that a sender was told, change nothing that anybody waits for.
CREATE TRIGGER told_of AFTER INSERT OR UPDATE OR DELETE ON memory FOR EACH ROW EXECUTE FUNCTION memory_changed();
CREATE TRIGGER told_before BEFORE DELETE ON memory FOR EACH ROW EXECUTE FUNCTION memory_leaves_pools();
CREATE TRIGGER told_of AFTER INSERT OR UPDATE OF state ON handoff FOR EACH ROW EXECUTE FUNCTION handoff_changed();
CREATE TRIGGER told_of AFTER INSERT OR DELETE ON pool FOR EACH ROW EXECUTE FUNCTION pool_changed();
CREATE TRIGGER told_of AFTER INSERT OR UPDATE OR DELETE ON pool_member FOR EACH ROW EXECUTE FUNCTION pool_changed();
CREATE TRIGGER told_of AFTER INSERT ON pool_share FOR EACH ROW EXECUTE FUNCTION pool_changed();

REVOKE ALL ON FUNCTION outbox_last(), entitled(bytea[], timestamptz),
  concerned(bytea[], timestamptz, pg_snapshot, bigint, pg_snapshot), trim_outbox(), add_change(text, text, uuid, uuid, uuid, uuid, uuid), memory_changed(), handoff_changed(),
  memory_leaves_pools(), pool_changed() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION outbox_last(), entitled(bytea[], timestamptz),
  concerned(bytea[], timestamptz, pg_snapshot, bigint, pg_snapshot), trim_outbox() TO scrubjay_app;
GRANT EXECUTE ON FUNCTION add_change(text, text, uuid, uuid, uuid, uuid, uuid) TO scrubjay_finder;
ALTER FUNCTION outbox_last() OWNER TO scrubjay_finder;
ALTER FUNCTION concerned(bytea[], timestamptz, pg_snapshot, bigint, pg_snapshot) OWNER TO scrubjay_finder;
ALTER FUNCTION entitled(bytea[], timestamptz) OWNER TO scrubjay_finder;
ALTER FUNCTION trim_outbox() OWNER TO scrubjay_finder;
ALTER FUNCTION add_change(text, text, uuid, uuid, uuid, uuid, uuid) OWNER TO scrubjay_finder;
ALTER FUNCTION memory_changed() OWNER TO scrubjay_finder;
ALTER FUNCTION memory_leaves_pools() OWNER TO scrubjay_finder;
ALTER FUNCTION handoff_changed() OWNER TO scrubjay_finder;
ALTER FUNCTION pool_changed() OWNER TO scrubjay_finder;
