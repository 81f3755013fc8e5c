-- Memories of scope team and global, pools and handoffs; who sees and who changes them.

-- A memory without a project is the whole team's; one that names a project is seen by members who are granted that.
-- Scope global: a proposal of its author until `accepted_at`, from then on seen by every team and changed by nobody.
-- `grounds` are the places that it names, as they were read when it was written. `key` is a hash.
CREATE TABLE memory (
  id uuid PRIMARY KEY,
  number bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  team uuid NOT NULL REFERENCES team ON DELETE CASCADE,
  project uuid,
  member uuid NOT NULL,
  scope text NOT NULL CHECK (scope IN ('team', 'global')),
  kind text NOT NULL CHECK (length(kind) BETWEEN 1 AND 20),
  content text NOT NULL CHECK (length(content) BETWEEN 1 AND 20100),
  digest bytea NOT NULL,
  quote text NOT NULL CHECK (length(quote) <= 10000),
  applies text NOT NULL CHECK (length(applies) <= 256),
  tags text[] NOT NULL CHECK (cardinality(tags) <= 20),
  grounds jsonb NOT NULL,
  client text NOT NULL CHECK (length(client) <= 256),
  session text NOT NULL CHECK (length(session) <= 256),
  key bytea,
  status text NOT NULL CHECK (status IN ('held', 'active', 'superseded', 'retracted', 'expired')),
  reason text NOT NULL CHECK (length(reason) <= 2000),
  version integer NOT NULL DEFAULT 1,
  supersedes uuid,
  how text NOT NULL DEFAULT '' CHECK (how IN ('', 'supersede', 'correct', 'extend')),
  valid_until timestamptz,
  recorded_at timestamptz NOT NULL,
  changed_at timestamptz NOT NULL,
  changed_by uuid NOT NULL,
  accepted_at timestamptz,
  UNIQUE (team, id),
  CHECK (scope = 'team' OR project IS NULL),
  CHECK (scope = 'global' OR accepted_at IS NULL),
  FOREIGN KEY (team, project) REFERENCES project (team, id) ON DELETE CASCADE,
  FOREIGN KEY (team, member) REFERENCES member (team, id)
);

CREATE UNIQUE INDEX memory_key ON memory (member, key) WHERE key IS NOT NULL;
CREATE INDEX memory_of_team ON memory (team, project, number DESC);
CREATE INDEX memory_accepted ON memory (number DESC) WHERE accepted_at IS NOT NULL;
CREATE INDEX memory_proposed ON memory (recorded_at) WHERE scope = 'global' AND accepted_at IS NULL;
CREATE INDEX memory_digest ON memory (digest);
CREATE INDEX memory_successor ON memory (supersedes) WHERE supersedes IS NOT NULL;

-- By which words a memory that holds or waits is like others for the same members: hashes of whom it is for and a mark.
CREATE TABLE memory_mark (
  mark bigint NOT NULL,
  number bigint NOT NULL REFERENCES memory (number) ON DELETE CASCADE,
  PRIMARY KEY (mark, number)
);

CREATE INDEX memory_mark_of ON memory_mark (number);

-- What a search finds of the memories that hold: one row a piece of text, gone as soon as its memory holds no more.
-- `keys` are hashes of (area, term) with their counts in `tf`; an area is a team's, a project's, or that of all teams.
CREATE TABLE memory_passage (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  memory uuid NOT NULL,
  team uuid NOT NULL,
  project uuid,
  member uuid NOT NULL,
  scope text NOT NULL CHECK (scope IN ('team', 'global')),
  accepted boolean NOT NULL,
  valid_until timestamptz,
  place smallint NOT NULL,
  text text NOT NULL,
  start_line integer NOT NULL,
  end_line integer NOT NULL,
  keys bigint[] NOT NULL,
  tf smallint[] NOT NULL,
  length smallint NOT NULL,
  embedder text NOT NULL DEFAULT '',
  vector halfvec(384),
  UNIQUE (memory, place),
  FOREIGN KEY (team, memory) REFERENCES memory (team, id) ON DELETE CASCADE,
  CHECK (cardinality(keys) = cardinality(tf))
);

CREATE INDEX memory_passage_keys ON memory_passage USING gin (keys) WITH (fastupdate = off);
CREATE INDEX memory_passage_of_team ON memory_passage (team, project) WHERE scope = 'team';
CREATE INDEX memory_passage_of_all ON memory_passage (accepted, team, member) WHERE scope = 'global';
CREATE INDEX memory_passage_vector ON memory_passage USING hnsw (vector halfvec_cosine_ops);

-- What became of a memory, by whom; it goes with the memory.
CREATE TABLE memory_event (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  memory uuid NOT NULL,
  team uuid NOT NULL,
  member uuid,
  at timestamptz NOT NULL,
  action text NOT NULL CHECK (length(action) <= 20),
  outcome text NOT NULL CHECK (length(outcome) <= 20),
  reason text NOT NULL CHECK (length(reason) <= 2000),
  FOREIGN KEY (team, memory) REFERENCES memory (team, id) ON DELETE CASCADE
);

CREATE INDEX memory_event_of ON memory_event (memory, id);

-- That a memory was forgotten: its id and its key, nothing of what it said.
CREATE TABLE memory_forgotten (
  id uuid PRIMARY KEY,
  team uuid NOT NULL REFERENCES team ON DELETE CASCADE,
  author uuid NOT NULL,
  key bytea,
  member uuid NOT NULL,
  at timestamptz NOT NULL
);

CREATE INDEX memory_forgotten_key ON memory_forgotten (author, key) WHERE key IS NOT NULL;

CREATE TABLE pool (
  id uuid PRIMARY KEY,
  number bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  team uuid NOT NULL REFERENCES team ON DELETE CASCADE,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  creator uuid NOT NULL,
  made_at timestamptz NOT NULL,
  UNIQUE (team, id),
  UNIQUE (team, name),
  FOREIGN KEY (team, creator) REFERENCES member (team, id)
);

-- Permission: 1 read, 2 write, 3 admin.
CREATE TABLE pool_member (
  pool uuid NOT NULL,
  team uuid NOT NULL,
  member uuid NOT NULL,
  permission smallint NOT NULL CHECK (permission BETWEEN 1 AND 3),
  joined_at timestamptz NOT NULL,
  PRIMARY KEY (pool, member),
  FOREIGN KEY (team, pool) REFERENCES pool (team, id) ON DELETE CASCADE,
  FOREIGN KEY (team, member) REFERENCES member (team, id) ON DELETE CASCADE
);

CREATE TABLE pool_share (
  pool uuid NOT NULL,
  team uuid NOT NULL,
  memory uuid NOT NULL REFERENCES memory ON DELETE CASCADE,
  member uuid NOT NULL,
  shared_at timestamptz NOT NULL,
  PRIMARY KEY (pool, memory, member),
  FOREIGN KEY (team, pool) REFERENCES pool (team, id) ON DELETE CASCADE,
  FOREIGN KEY (team, member) REFERENCES member (team, id) ON DELETE CASCADE
);

CREATE INDEX pool_share_of ON pool_share (memory);

-- Work that one member leaves for another (`target`), or for whoever comes next, of one client where `client` is given.
-- `lease` counts how often it was taken; `taker` is who took it last.
CREATE TABLE handoff (
  id uuid PRIMARY KEY,
  number bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  team uuid NOT NULL REFERENCES team ON DELETE CASCADE,
  project uuid,
  sender uuid NOT NULL,
  sender_client text NOT NULL CHECK (length(sender_client) <= 256),
  sender_session text NOT NULL CHECK (length(sender_session) <= 256),
  target uuid,
  client text NOT NULL CHECK (length(client) <= 256),
  context jsonb NOT NULL,
  state text NOT NULL CHECK (state IN ('PENDING', 'ACCEPTED', 'COMPLETED', 'REJECTED', 'EXPIRED', 'CANCELLED')),
  lease integer NOT NULL DEFAULT 0,
  taker uuid,
  taker_client text NOT NULL DEFAULT '' CHECK (length(taker_client) <= 256),
  taker_session text NOT NULL DEFAULT '' CHECK (length(taker_session) <= 256),
  taken_at timestamptz,
  lease_until timestamptz,
  result jsonb,
  reason text NOT NULL DEFAULT '' CHECK (length(reason) <= 4000),
  told boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL CHECK (expires_at <= created_at + interval '30 days'),
  changed_at timestamptz NOT NULL,
  UNIQUE (team, id),
  CHECK ((state = 'ACCEPTED') <= (taker IS NOT NULL AND lease_until IS NOT NULL)),
  FOREIGN KEY (team, project) REFERENCES project (team, id) ON DELETE CASCADE,
  FOREIGN KEY (team, sender) REFERENCES member (team, id),
  FOREIGN KEY (team, target) REFERENCES member (team, id),
  FOREIGN KEY (team, taker) REFERENCES member (team, id)
);

CREATE INDEX handoff_of_team ON handoff (team, state, number DESC);

-- Who took a handoff under which lease.
CREATE TABLE handoff_lease (
  handoff uuid NOT NULL,
  team uuid NOT NULL,
  lease integer NOT NULL,
  member uuid NOT NULL,
  taken_at timestamptz NOT NULL,
  PRIMARY KEY (handoff, lease),
  FOREIGN KEY (team, handoff) REFERENCES handoff (team, id) ON DELETE CASCADE
);

-- A result that came too late to finish a handoff.
CREATE TABLE handoff_note (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  handoff uuid NOT NULL,
  team uuid NOT NULL,
  member uuid NOT NULL,
  lease integer NOT NULL,
  result jsonb NOT NULL,
  at timestamptz NOT NULL,
  FOREIGN KEY (team, handoff) REFERENCES handoff (team, id) ON DELETE CASCADE
);

CREATE INDEX handoff_note_of ON handoff_note (handoff, id);

ALTER TABLE memory ENABLE ROW LEVEL SECURITY;
ALTER TABLE memory FORCE ROW LEVEL SECURITY;
ALTER TABLE memory_mark ENABLE ROW LEVEL SECURITY;
ALTER TABLE memory_mark FORCE ROW LEVEL SECURITY;
ALTER TABLE memory_passage ENABLE ROW LEVEL SECURITY;
ALTER TABLE memory_passage FORCE ROW LEVEL SECURITY;
ALTER TABLE memory_event ENABLE ROW LEVEL SECURITY;
ALTER TABLE memory_event FORCE ROW LEVEL SECURITY;
ALTER TABLE memory_forgotten ENABLE ROW LEVEL SECURITY;
ALTER TABLE memory_forgotten FORCE ROW LEVEL SECURITY;
ALTER TABLE pool ENABLE ROW LEVEL SECURITY;
ALTER TABLE pool FORCE ROW LEVEL SECURITY;
ALTER TABLE pool_member ENABLE ROW LEVEL SECURITY;
ALTER TABLE pool_member FORCE ROW LEVEL SECURITY;
ALTER TABLE pool_share ENABLE ROW LEVEL SECURITY;
ALTER TABLE pool_share FORCE ROW LEVEL SECURITY;
ALTER TABLE handoff ENABLE ROW LEVEL SECURITY;
ALTER TABLE handoff FORCE ROW LEVEL SECURITY;
ALTER TABLE handoff_lease ENABLE ROW LEVEL SECURITY;
ALTER TABLE handoff_lease FORCE ROW LEVEL SECURITY;
ALTER TABLE handoff_note ENABLE ROW LEVEL SECURITY;
ALTER TABLE handoff_note FORCE ROW LEVEL SECURITY;

-- The owner decides on what is to be seen by every team, and sees nothing else of memories.
CREATE POLICY of_owner ON memory TO scrubjay_owner USING (scope = 'global') WITH CHECK (scope = 'global');
CREATE POLICY of_owner ON memory_passage TO scrubjay_owner USING (scope = 'global') WITH CHECK (scope = 'global');
CREATE POLICY of_owner ON memory_mark TO scrubjay_owner
  USING (number IN (SELECT m.number FROM memory AS m)) WITH CHECK (number IN (SELECT m.number FROM memory AS m));
CREATE POLICY of_owner ON memory_event TO scrubjay_owner
  USING (memory IN (SELECT m.id FROM memory AS m)) WITH CHECK (memory IN (SELECT m.id FROM memory AS m));

-- Whether the caller may see a memory: its team's, of a granted project; held ones by their author and reviewers.
CREATE POLICY of_team ON memory FOR SELECT TO scrubjay_app USING (
  scope = 'team' AND team = (SELECT its_team()) AND (SELECT its_member()) IS NOT NULL
  AND (project IS NULL OR project = ANY ((SELECT its_projects())::uuid[]))
  AND (status <> 'held' OR member = (SELECT its_member()) OR (SELECT its_role()) IN ('reviewer', 'owner')));
CREATE POLICY of_all ON memory FOR SELECT TO scrubjay_app USING (
  scope = 'global' AND (SELECT its_member()) IS NOT NULL
  AND (accepted_at IS NOT NULL OR (team = (SELECT its_team()) AND member = (SELECT its_member()))));
CREATE POLICY written ON memory FOR INSERT TO scrubjay_app WITH CHECK (
  (SELECT may('remember')) AND team = (SELECT its_team()) AND member = (SELECT its_member())
  AND changed_by = (SELECT its_member()) AND accepted_at IS NULL AND version = 1 AND status IN ('active', 'held')
  AND (project IS NULL OR project = ANY ((SELECT its_projects())::uuid[])));
CREATE POLICY changed ON memory FOR UPDATE TO scrubjay_app USING (
  (SELECT may('remember')) AND team = (SELECT its_team()) AND accepted_at IS NULL
  AND (project IS NULL OR project = ANY ((SELECT its_projects())::uuid[]))
  AND (member = (SELECT its_member()) OR (scope = 'team' AND (SELECT its_role()) IN ('reviewer', 'owner'))))
  WITH CHECK (changed_by = (SELECT its_member()) AND status <> 'held');
CREATE POLICY forgotten ON memory FOR DELETE TO scrubjay_app USING (
  (SELECT may('remember')) AND team = (SELECT its_team()) AND accepted_at IS NULL
  AND (project IS NULL OR project = ANY ((SELECT its_projects())::uuid[]))
  AND (member = (SELECT its_member()) OR (scope = 'team' AND (SELECT its_role()) IN ('reviewer', 'owner'))));
GRANT SELECT, INSERT, DELETE ON memory TO scrubjay_app;
GRANT UPDATE (status, reason, version, valid_until, changed_at, changed_by) ON memory TO scrubjay_app;

CREATE POLICY of_team ON memory_passage FOR SELECT TO scrubjay_app USING (
  scope = 'team' AND team = (SELECT its_team()) AND (SELECT its_member()) IS NOT NULL
  AND (project IS NULL OR project = ANY ((SELECT its_projects())::uuid[])));
CREATE POLICY of_all ON memory_passage FOR SELECT TO scrubjay_app USING (
  scope = 'global' AND (SELECT its_member()) IS NOT NULL
  AND (accepted OR (team = (SELECT its_team()) AND member = (SELECT its_member()))));
CREATE POLICY written ON memory_passage FOR INSERT TO scrubjay_app WITH CHECK (
  (SELECT may('remember')) AND NOT accepted AND EXISTS (
    SELECT 1 FROM memory AS m WHERE m.id = memory AND m.team = memory_passage.team AND m.member = (SELECT its_member())
      AND m.member = memory_passage.member AND m.scope = memory_passage.scope
      AND m.project IS NOT DISTINCT FROM memory_passage.project AND m.status = 'active'));
CREATE POLICY dropped ON memory_passage FOR DELETE TO scrubjay_app USING (
  (SELECT may('remember')) AND team = (SELECT its_team()) AND NOT accepted
  AND (project IS NULL OR project = ANY ((SELECT its_projects())::uuid[]))
  AND (member = (SELECT its_member()) OR (scope = 'team' AND (SELECT its_role()) IN ('reviewer', 'owner'))));
GRANT SELECT, INSERT, DELETE ON memory_passage TO scrubjay_app;

CREATE POLICY of_seen ON memory_mark FOR SELECT TO scrubjay_app
  USING (EXISTS (SELECT 1 FROM memory AS m WHERE m.number = memory_mark.number));
CREATE POLICY written ON memory_mark FOR INSERT TO scrubjay_app WITH CHECK (
  (SELECT may('remember')) AND EXISTS (
    SELECT 1 FROM memory AS m WHERE m.number = memory_mark.number AND m.team = (SELECT its_team())
      AND m.member = (SELECT its_member()) AND m.status IN ('active', 'held')));
CREATE POLICY dropped ON memory_mark FOR DELETE TO scrubjay_app USING (
  (SELECT may('remember')) AND EXISTS (
    SELECT 1 FROM memory AS m WHERE m.number = memory_mark.number AND m.team = (SELECT its_team())
      AND m.accepted_at IS NULL AND (m.member = (SELECT its_member())
        OR (m.scope = 'team' AND (SELECT its_role()) IN ('reviewer', 'owner')))));
GRANT SELECT, INSERT, DELETE ON memory_mark TO scrubjay_app;

CREATE POLICY of_seen ON memory_event FOR SELECT TO scrubjay_app
  USING (EXISTS (SELECT 1 FROM memory AS m WHERE m.id = memory));
CREATE POLICY written ON memory_event FOR INSERT TO scrubjay_app WITH CHECK (
  (SELECT may('remember')) AND team = (SELECT its_team()) AND member = (SELECT its_member())
  AND EXISTS (SELECT 1 FROM memory AS m WHERE m.id = memory));
GRANT SELECT, INSERT ON memory_event TO scrubjay_app;

CREATE POLICY of_author ON memory_forgotten FOR SELECT TO scrubjay_app
  USING (team = (SELECT its_team()) AND author = (SELECT its_member()));
CREATE POLICY written ON memory_forgotten FOR INSERT TO scrubjay_app
  WITH CHECK ((SELECT may('remember')) AND team = (SELECT its_team()) AND member = (SELECT its_member()));
GRANT SELECT, INSERT ON memory_forgotten TO scrubjay_app;

-- A member's name, with a mark where they left: the next one of that name is another person.
CREATE FUNCTION called(m member) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN m.removed_at IS NULL THEN m.name
    ELSE m.name || ' (left ' || to_char(m.removed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') || ')' END
$$;

-- What the caller may do in a pool of its team: 1 read, 2 write, 3 admin; 0: nothing until it joins. An owner of the
-- team administers a pool that no present member does.
CREATE FUNCTION its_permission(asked uuid) RETURNS smallint
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = scrubjay, pg_temp AS $$
  SELECT CASE WHEN its_role() = 'owner' AND EXISTS (SELECT 1 FROM pool AS p WHERE p.id = asked AND p.team = its_team())
      AND NOT EXISTS (SELECT 1 FROM pool_member AS m JOIN member AS a ON a.id = m.member
        WHERE m.pool = asked AND m.permission = 3 AND a.removed_at IS NULL)
    THEN 3::smallint
    ELSE coalesce((SELECT m.permission FROM pool_member AS m
      WHERE m.pool = asked AND m.member = its_member() AND m.team = its_team()), 0::smallint) END
$$;
-- Whether nobody is in a pool that the caller made: who makes one is its first admin.
CREATE FUNCTION its_new_pool(asked uuid) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = scrubjay, pg_temp AS $$
  SELECT EXISTS (SELECT 1 FROM pool AS p WHERE p.id = asked AND p.creator = its_member() AND p.team = its_team())
    AND NOT EXISTS (SELECT 1 FROM pool_member AS m WHERE m.pool = asked)
$$;

CREATE POLICY of_team ON pool FOR SELECT TO scrubjay_app
  USING (team = (SELECT its_team()) AND (SELECT its_member()) IS NOT NULL);
CREATE POLICY made ON pool FOR INSERT TO scrubjay_app
  WITH CHECK ((SELECT may('remember')) AND team = (SELECT its_team()) AND creator = (SELECT its_member()));
CREATE POLICY dropped ON pool FOR DELETE TO scrubjay_app
  USING ((SELECT may('remember')) AND team = (SELECT its_team()) AND its_permission(id) = 3);
GRANT SELECT, INSERT, DELETE ON pool TO scrubjay_app;

CREATE POLICY of_pool ON pool_member FOR SELECT TO scrubjay_app
  USING (team = (SELECT its_team()) AND (member = (SELECT its_member()) OR its_permission(pool) >= 1));
CREATE POLICY joined ON pool_member FOR INSERT TO scrubjay_app WITH CHECK (
  (SELECT may('remember')) AND team = (SELECT its_team())
  AND ((member = (SELECT its_member()) AND (permission <= 2 OR its_new_pool(pool))) OR its_permission(pool) = 3));
CREATE POLICY regranted ON pool_member FOR UPDATE TO scrubjay_app
  USING ((SELECT may('remember')) AND team = (SELECT its_team())
    AND (member = (SELECT its_member()) OR its_permission(pool) = 3))
  WITH CHECK (team = (SELECT its_team()) AND (permission <= 2 OR its_permission(pool) = 3));
CREATE POLICY dropped ON pool_member FOR DELETE TO scrubjay_app USING (
  (SELECT may('remember')) AND team = (SELECT its_team())
  AND (member = (SELECT its_member()) OR its_permission(pool) = 3));
GRANT SELECT, INSERT, DELETE ON pool_member TO scrubjay_app;
GRANT UPDATE (permission) ON pool_member TO scrubjay_app;

CREATE POLICY of_pool ON pool_share FOR SELECT TO scrubjay_app USING (
  team = (SELECT its_team()) AND its_permission(pool) >= 1 AND EXISTS (SELECT 1 FROM memory AS m WHERE m.id = memory));
CREATE POLICY shared ON pool_share FOR INSERT TO scrubjay_app WITH CHECK (
  (SELECT may('remember')) AND team = (SELECT its_team()) AND member = (SELECT its_member())
  AND its_permission(pool) >= 2
  AND EXISTS (SELECT 1 FROM memory AS m WHERE m.id = memory AND m.team = pool_share.team AND m.scope = 'team'));
GRANT SELECT, INSERT ON pool_share TO scrubjay_app;

-- A handoff is for its sender, its taker and whom it is left for; where it names a project, granted ones alone.
CREATE POLICY concerned ON handoff FOR SELECT TO scrubjay_app USING (
  (SELECT may('handoff')) AND team = (SELECT its_team())
  AND (project IS NULL OR project = ANY ((SELECT its_projects())::uuid[]))
  AND (target IS NULL OR (SELECT its_member()) IN (sender, target, taker)));
CREATE POLICY left_by ON handoff FOR INSERT TO scrubjay_app WITH CHECK (
  (SELECT may('handoff')) AND team = (SELECT its_team()) AND sender = (SELECT its_member())
  AND state = 'PENDING' AND lease = 0 AND taker IS NULL AND result IS NULL
  AND (project IS NULL OR project = ANY ((SELECT its_projects())::uuid[])));
CREATE POLICY moved ON handoff FOR UPDATE TO scrubjay_app USING (
  (SELECT may('handoff')) AND team = (SELECT its_team())
  AND (project IS NULL OR project = ANY ((SELECT its_projects())::uuid[]))
  AND ((SELECT its_member()) IN (sender, taker)
    OR (state = 'PENDING' AND (target IS NULL OR target = (SELECT its_member())))))
  WITH CHECK (team = (SELECT its_team()) AND (SELECT its_member()) IN (sender, target, taker));
GRANT SELECT, INSERT ON handoff TO scrubjay_app;
GRANT UPDATE (state, lease, taker, taker_client, taker_session, taken_at, lease_until, result, reason, told, changed_at)
  ON handoff TO scrubjay_app;

CREATE POLICY of_handoff ON handoff_lease FOR SELECT TO scrubjay_app
  USING (EXISTS (SELECT 1 FROM handoff AS h WHERE h.id = handoff));
CREATE POLICY taken ON handoff_lease FOR INSERT TO scrubjay_app WITH CHECK (
  (SELECT may('handoff')) AND team = (SELECT its_team()) AND member = (SELECT its_member())
  AND EXISTS (SELECT 1 FROM handoff AS h WHERE h.id = handoff AND h.taker = (SELECT its_member())
    AND h.lease = handoff_lease.lease));
GRANT SELECT, INSERT ON handoff_lease TO scrubjay_app;
CREATE POLICY of_handoff ON handoff_note FOR SELECT TO scrubjay_app
  USING (EXISTS (SELECT 1 FROM handoff AS h WHERE h.id = handoff));
CREATE POLICY noted ON handoff_note FOR INSERT TO scrubjay_app WITH CHECK (
  (SELECT may('handoff')) AND team = (SELECT its_team()) AND member = (SELECT its_member())
  AND EXISTS (SELECT 1 FROM handoff_lease AS l WHERE l.handoff = handoff_note.handoff
    AND l.lease = handoff_note.lease AND l.member = (SELECT its_member())));
GRANT SELECT, INSERT ON handoff_note TO scrubjay_app;

CREATE POLICY of_finder ON memory FOR SELECT TO scrubjay_finder USING (true);
CREATE POLICY of_finder ON memory_mark FOR SELECT TO scrubjay_finder USING (true);
CREATE POLICY of_finder ON memory_passage FOR SELECT TO scrubjay_finder USING (true);
CREATE POLICY of_finder ON pool FOR SELECT TO scrubjay_finder USING (true);
CREATE POLICY of_finder ON pool_member FOR SELECT TO scrubjay_finder USING (true);
CREATE POLICY of_finder ON handoff FOR SELECT TO scrubjay_finder USING (true);
CREATE POLICY settled_by_finder ON handoff FOR UPDATE TO scrubjay_finder USING (true) WITH CHECK (true);
CREATE POLICY dropped_by_finder ON handoff FOR DELETE TO scrubjay_finder USING (true);
GRANT DELETE ON handoff TO scrubjay_finder;
GRANT SELECT ON memory, memory_mark, memory_passage, pool, pool_member, handoff TO scrubjay_finder;
GRANT UPDATE (state, changed_at, told, reason) ON handoff TO scrubjay_finder;

-- What a question or a list asks of memories; a field that is NULL asks nothing. Days are beginnings of ISO 8601;
-- `holds` and `lacks` are patterns of LIKE in lower case.
CREATE TYPE memory_filter AS (
  tags text[], untagged text[], applies text[], since text, until text, holds text[], lacks text[]
);

-- Whether a memory passes a filter.
CREATE FUNCTION memory_passes(m memory, asked memory_filter) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT (asked.tags IS NULL OR lower(m.tags::text)::text[] @> asked.tags)
    AND (asked.untagged IS NULL OR NOT lower(m.tags::text)::text[] && asked.untagged)
    AND (asked.applies IS NULL OR lower(m.applies) = ANY (asked.applies))
    AND (asked.since IS NULL
      OR to_char(m.recorded_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') COLLATE "C" >= asked.since)
    AND (asked.until IS NULL
      OR left(to_char(m.recorded_at AT TIME ZONE 'UTC', 'YYYY-MM-DD'), length(asked.until)) COLLATE "C" <= asked.until)
    AND (asked.holds IS NULL OR lower(m.content) LIKE ALL (asked.holds))
    AND (asked.lacks IS NULL OR NOT lower(m.content) LIKE ANY (asked.lacks))
$$;

-- Passages of memories that hold some keys, best first by bm25: the rarest terms are asked until 2,000 candidates, and
-- of a term no more are read; a memory is one sentence, and meaning brings candidates of its own.
-- `asked` are keys, `terms` says which of them are one term; what the caller may not see is counted nowhere.
CREATE FUNCTION memories_by_words(
  asked bigint[], terms smallint[], at timestamptz, wanted uuid, most integer, fit memory_filter DEFAULT NULL
) RETURNS TABLE (passage bigint, memory uuid, score double precision)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = scrubjay, pg_temp AS $$
  WITH me AS MATERIALIZED (
    SELECT its_team() AS team, its_member() AS member, its_projects() AS projects WHERE its_member() IS NOT NULL
  ), found AS MATERIALIZED (
    SELECT k.key, k.term, p.id, p.memory, p.length, p.tf[width_bucket(k.key, p.keys)] AS tf
    FROM me, unnest(asked[:256], terms[:256]) AS k(key, term) CROSS JOIN LATERAL (
      SELECT p.id, p.memory, p.length, p.keys, p.tf FROM memory_passage AS p
      WHERE p.keys @> ARRAY[k.key] AND (p.valid_until IS NULL OR p.valid_until > at)
        AND (wanted IS NULL OR p.project = wanted OR p.project IS NULL)
        AND CASE p.scope
          WHEN 'team' THEN p.team = me.team AND (p.project IS NULL OR p.project = ANY (me.projects))
          ELSE p.accepted OR (p.team = me.team AND p.member = me.member) END
        AND CASE WHEN fit IS NULL THEN true
          ELSE (SELECT memory_passes(m, fit) FROM memory AS m WHERE m.id = p.memory) END
      LIMIT 2001
    ) AS p
  ), held AS (
    SELECT term, count(*) AS held FROM found GROUP BY term
  ), reached AS (
    SELECT term, held, sum(held) OVER (ORDER BY held, term) - held AS before FROM held
  ), candidate AS (
    SELECT DISTINCT f.id FROM found AS f JOIN reached AS r USING (term) WHERE r.before < 2000
  ), total AS (
    SELECT greatest((SELECT max(held) FROM held) * 2, 1000)::double precision AS rows,
      avg(length)::double precision AS length FROM found
  )
  SELECT f.id, f.memory, sum(
    greatest(ln((t.rows - h.held + .5) / (h.held + .5)), 1e-6)
    * (f.tf * 2.2 / (f.tf + 1.2 * (.25 + .75 * f.length / greatest(t.length, 1))))) AS score
  FROM found AS f JOIN held AS h USING (term) JOIN candidate AS c USING (id) CROSS JOIN total AS t
  GROUP BY f.id, f.memory ORDER BY score DESC, f.id DESC LIMIT least(most, 1000)
$$;

-- Memories whose words are most like those of a text: how many of its marks each shares. Of a mark the newest hundred
-- that the caller sees are looked at; in a crowd of near repetitions they stand for all.
CREATE FUNCTION memories_alike(asked bigint[], at timestamptz, most integer)
RETURNS TABLE (memory uuid, shared bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = scrubjay, pg_temp
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
  WITH me AS MATERIALIZED (
    SELECT its_team() AS team, its_member() AS member, its_role() AS role, its_projects() AS projects
    WHERE its_member() IS NOT NULL
  )
  SELECT n.id, count(*) AS shared
  FROM me, unnest(asked[:32]) AS a (mark) CROSS JOIN LATERAL (
    SELECT m.id, m.number FROM memory_mark AS k JOIN memory AS m ON m.number = k.number
    WHERE k.mark = a.mark AND m.status IN ('active', 'held') AND (m.valid_until IS NULL OR m.valid_until > at)
      AND CASE m.scope
        WHEN 'team' THEN m.team = me.team AND (m.project IS NULL OR m.project = ANY (me.projects))
          AND (m.status = 'active' OR m.member = me.member OR me.role IN ('reviewer', 'owner'))
        ELSE m.accepted_at IS NOT NULL OR (m.team = me.team AND m.member = me.member) END
    ORDER BY k.number DESC LIMIT 100
  ) AS n
  GROUP BY n.id, n.number ORDER BY shared DESC, n.number DESC LIMIT least(most, 100)
$$;

-- The passages nearest to a vector among those that the caller sees of the projects `within` (NULL: every granted one),
-- of the team's `own` that name no project, and of the ones `shared` by every team.
-- Up to 50,000 are compared one by one; of more the graph is walked on until enough of them are found.
-- `fit`: those that pass a filter, and then up to 50,000 of these are compared one by one.
CREATE FUNCTION memories_nearest(
  asked halfvec(384), model text, within uuid[], own boolean, shared boolean, at timestamptz, most integer,
  fit memory_filter DEFAULT NULL
) RETURNS TABLE (passage bigint, memory uuid, score double precision)
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = scrubjay, public, pg_temp SET plan_cache_mode = force_custom_plan
SET hnsw.iterative_scan = relaxed_order SET hnsw.ef_search = 400 SET hnsw.max_scan_tuples = 40000
SET enable_sort = off SET enable_seqscan = off SET max_parallel_workers_per_gather = 0 AS $$
#variable_conflict use_column
DECLARE
  its uuid := its_team();
  me uuid := its_member();
  granted uuid[] := ARRAY(SELECT unnest(its_projects()) AS one INTERSECT SELECT unnest(coalesce(within, its_projects())));
  chosen uuid[];
BEGIN
  IF me IS NULL THEN RETURN; END IF;
  IF NOT fit IS NULL THEN
    chosen := ARRAY(SELECT m.id FROM memory AS m WHERE m.status = 'active'
      AND CASE m.scope
        WHEN 'team' THEN m.team = its AND CASE WHEN m.project IS NULL THEN own ELSE m.project = ANY (granted) END
        ELSE shared AND (m.accepted_at IS NOT NULL OR (m.team = its AND m.member = me)) END
      AND memory_passes(m, fit) LIMIT 50001);
  END IF;
  IF cardinality(chosen) <= 50000 THEN
    RETURN QUERY
    SELECT n.id, n.memory, 1 - n.distance FROM (
      SELECT p.id, p.memory, p.vector <=> asked AS distance FROM memory_passage AS p
      WHERE p.memory = ANY (chosen) AND p.vector IS NOT NULL AND p.embedder = model
        AND (p.valid_until IS NULL OR p.valid_until > at) OFFSET 0) AS n
    ORDER BY n.distance, n.id DESC LIMIT least(most, 1000);
  ELSIF chosen IS NULL AND (SELECT count(*) FROM (
    SELECT FROM memory_passage AS p WHERE p.scope = 'team' AND p.team = its AND p.project = ANY (granted)
    UNION ALL SELECT FROM memory_passage AS p WHERE own AND p.scope = 'team' AND p.team = its AND p.project IS NULL
    UNION ALL SELECT FROM memory_passage AS p WHERE shared AND p.scope = 'global' AND p.accepted
    LIMIT 50001) AS there) <= 50000
  THEN
    RETURN QUERY
    SELECT n.id, n.memory, 1 - n.distance FROM (
      SELECT p.id, p.memory, p.vector <=> asked AS distance FROM (
        SELECT * FROM memory_passage AS p WHERE p.scope = 'team' AND p.team = its AND p.project = ANY (granted)
        UNION ALL SELECT * FROM memory_passage AS p
          WHERE own AND p.scope = 'team' AND p.team = its AND p.project IS NULL
        UNION ALL SELECT * FROM memory_passage AS p WHERE shared AND p.scope = 'global' AND p.accepted
        UNION ALL SELECT * FROM memory_passage AS p
          WHERE shared AND p.scope = 'global' AND NOT p.accepted AND p.team = its AND p.member = me) AS p
      WHERE p.vector IS NOT NULL AND p.embedder = model AND (p.valid_until IS NULL OR p.valid_until > at) OFFSET 0) AS n
    ORDER BY n.distance, n.id DESC LIMIT least(most, 1000);
  ELSE
    RETURN QUERY
    SELECT n.id, n.memory, 1 - n.distance FROM (
      SELECT p.id, p.memory, p.vector <=> asked AS distance FROM memory_passage AS p
      WHERE CASE WHEN p.embedder <> model OR p.valid_until <= at THEN false
        WHEN p.scope = 'team' THEN p.team = its AND CASE WHEN p.project IS NULL THEN own ELSE p.project = ANY (granted) END
        ELSE shared AND (p.accepted OR (p.team = its AND p.member = me)) END
        AND CASE WHEN chosen IS NULL THEN true
          ELSE (SELECT memory_passes(m, fit) FROM memory AS m WHERE m.id = p.memory) END
      ORDER BY p.vector <=> asked LIMIT least(most, 1000)) AS n
    ORDER BY n.distance, n.id DESC;
  END IF;
END $$;

-- Why a member of the caller's team can't take work on a project (NULL: on none); empty where they can.
CREATE FUNCTION handoff_obstacle(asked uuid, wanted uuid) RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = scrubjay, pg_temp AS $$
  SELECT coalesce((SELECT CASE
    WHEN m.removed_at IS NOT NULL THEN 'left the team'
    WHEN m.role NOT IN ('writer', 'reviewer', 'owner') THEN 'is a ' || m.role || ', and taking work needs the role writer'
    WHEN wanted IS NOT NULL AND NOT EXISTS (SELECT 1 FROM project AS p WHERE p.id = wanted AND p.team = m.team
      AND p.removed_at IS NULL AND (p.open
        OR EXISTS (SELECT 1 FROM project_member AS g WHERE g.project = p.id AND g.member = m.id)))
    THEN 'isn''t granted its repository' ELSE '' END
    FROM member AS m WHERE m.id = asked AND m.team = its_team() AND may('handoff')), 'is no member of the team')
$$;

-- What time and grants have made of the handoffs of the caller's team: a lease that ran out, or whose taker can't work
-- on it any more, is given back; one for a member who can't take it is refused; an old one expires, and one that ended
-- a month ago is deleted.
CREATE FUNCTION settle_handoffs(at timestamptz) RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = scrubjay, pg_temp AS $$
BEGIN
  IF NOT coalesce(may('handoff'), false) THEN RETURN; END IF;
  UPDATE handoff SET state = 'PENDING', changed_at = at
    WHERE team = its_team() AND state = 'ACCEPTED'
      AND (lease_until <= at OR handoff_obstacle(taker, project) <> '');
  UPDATE handoff SET state = 'REJECTED', changed_at = at, told = false,
      reason = (SELECT m.name FROM member AS m WHERE m.id = target) || ' ' || handoff_obstacle(target, project)
    WHERE team = its_team() AND state = 'PENDING' AND target IS NOT NULL AND expires_at > at
      AND handoff_obstacle(target, project) <> '';
  UPDATE handoff SET state = 'EXPIRED', changed_at = at, told = false
    WHERE team = its_team() AND state = 'PENDING' AND expires_at <= at;
  DELETE FROM handoff WHERE team = its_team() AND changed_at < at - interval '30 days'
    AND state IN ('COMPLETED', 'REJECTED', 'EXPIRED', 'CANCELLED');
END $$;

-- How many handoffs wait for whom one is to be left for, and how many the caller's team has.
CREATE FUNCTION handoffs_there(asked uuid, of_client text) RETURNS TABLE (waiting bigint, everything bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = scrubjay, pg_temp AS $$
  SELECT count(*) FILTER (WHERE state = 'PENDING' AND target IS NOT DISTINCT FROM asked AND client = of_client), count(*)
  FROM handoff WHERE team = its_team() AND may('handoff')
$$;

REVOKE ALL ON FUNCTION its_permission(uuid), its_new_pool(uuid), settle_handoffs(timestamptz), handoffs_there(uuid, text),
  handoff_obstacle(uuid, uuid),
  memories_by_words(bigint[], smallint[], timestamptz, uuid, integer, memory_filter),
  memories_alike(bigint[], timestamptz, integer),
  memories_nearest(halfvec, text, uuid[], boolean, boolean, timestamptz, integer, memory_filter) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION its_permission(uuid), its_new_pool(uuid), settle_handoffs(timestamptz), handoffs_there(uuid, text),
  handoff_obstacle(uuid, uuid),
  memories_by_words(bigint[], smallint[], timestamptz, uuid, integer, memory_filter),
  memories_alike(bigint[], timestamptz, integer),
  memories_nearest(halfvec, text, uuid[], boolean, boolean, timestamptz, integer, memory_filter) TO scrubjay_app;
ALTER FUNCTION its_permission(uuid) OWNER TO scrubjay_finder;
ALTER FUNCTION its_new_pool(uuid) OWNER TO scrubjay_finder;
ALTER FUNCTION memories_by_words(bigint[], smallint[], timestamptz, uuid, integer, memory_filter) OWNER TO scrubjay_finder;
ALTER FUNCTION memories_alike(bigint[], timestamptz, integer) OWNER TO scrubjay_finder;
ALTER FUNCTION memories_nearest(halfvec, text, uuid[], boolean, boolean, timestamptz, integer, memory_filter) OWNER TO scrubjay_finder;
ALTER FUNCTION handoff_obstacle(uuid, uuid) OWNER TO scrubjay_finder;
ALTER FUNCTION settle_handoffs(timestamptz) OWNER TO scrubjay_finder;
ALTER FUNCTION handoffs_there(uuid, text) OWNER TO scrubjay_finder;
