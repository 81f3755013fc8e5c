-- What is indexed of each mirrored repository, and the functions by which a search finds candidates in it.
-- An id is a project's number * 2^32 + the row's number in its own index, so that a project's ids ascend as they do there.

CREATE TABLE content (
  id bigint PRIMARY KEY,
  project uuid NOT NULL REFERENCES project ON DELETE CASCADE,
  blob text NOT NULL,
  format text NOT NULL,
  chunker text NOT NULL,
  title text NOT NULL,
  lines integer NOT NULL,
  masked integer NOT NULL,
  changed_at text NOT NULL,
  changed_commit text NOT NULL,
  text text NOT NULL
);

CREATE INDEX content_project ON content (project, blob);

-- `tail` is the last part of the path of a definition in code, empty elsewhere.
CREATE TABLE passage (
  id bigint PRIMARY KEY,
  project uuid NOT NULL REFERENCES project ON DELETE CASCADE,
  content bigint NOT NULL REFERENCES content ON DELETE CASCADE,
  ordinal integer NOT NULL,
  heading text NOT NULL,
  tail text NOT NULL,
  start_line integer NOT NULL,
  end_line integer NOT NULL,
  text text NOT NULL
);

CREATE INDEX passage_content ON passage (content, ordinal);
CREATE INDEX passage_project ON passage (project);
CREATE INDEX passage_tail ON passage (project, tail) WHERE tail <> '';

-- What a decision record or a report of an incident says of itself, under the path at which it stands.
CREATE TABLE record (
  project uuid NOT NULL REFERENCES project ON DELETE CASCADE,
  content bigint NOT NULL REFERENCES content ON DELETE CASCADE,
  path text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('decision', 'incident')),
  record text NOT NULL,
  PRIMARY KEY (content, path, kind)
);

CREATE INDEX record_project ON record (project);

CREATE TABLE symbol (
  project uuid NOT NULL REFERENCES project ON DELETE CASCADE,
  content bigint NOT NULL REFERENCES content ON DELETE CASCADE,
  name text NOT NULL,
  role text NOT NULL,
  path text NOT NULL,
  line integer NOT NULL,
  end_line integer NOT NULL
);

CREATE INDEX symbol_name ON symbol (project, name);
CREATE INDEX symbol_content ON symbol (content);

-- What a project's index is of: its embedder, and how far it follows the mirror.
CREATE TABLE mirror_index (
  project uuid PRIMARY KEY REFERENCES project ON DELETE CASCADE,
  fingerprint text NOT NULL,
  spec text NOT NULL,
  source text NOT NULL,
  vectors integer NOT NULL,
  indexed_at timestamptz NOT NULL
);

-- The default branch is view 0, tags come after it. `facts` are what a search asks of a whole view, as JSON.
CREATE TABLE mirror_view (
  project uuid NOT NULL REFERENCES project ON DELETE CASCADE,
  view smallint NOT NULL,
  name text NOT NULL,
  commit text NOT NULL,
  committed_at text NOT NULL,
  facts text NOT NULL,
  PRIMARY KEY (project, view),
  UNIQUE (project, name)
);

-- What a view shows at a path, by the kind that a search narrows to. `dated` is ISO 8601, a record's own day first.
CREATE TABLE shown (
  project uuid NOT NULL,
  view smallint NOT NULL,
  path text COLLATE "C" NOT NULL,
  base text COLLATE "C" NOT NULL,
  path_id bigint NOT NULL,
  content bigint NOT NULL,
  kind text NOT NULL,
  dated text COLLATE "C" NOT NULL,
  PRIMARY KEY (project, view, path, content),
  FOREIGN KEY (project, view) REFERENCES mirror_view ON DELETE CASCADE
);

CREATE INDEX shown_content ON shown (content, view);
CREATE INDEX shown_path ON shown (path_id, view);
CREATE INDEX shown_base ON shown (project, view, base);
CREATE INDEX shown_kind ON shown (project, view, kind);

-- The words of a row of full text as SQLite tokenised them: sorted keys, and the weighted frequency of each.
-- Areas: 1 passages, 2 documents, 3 paths, 4 code, 5 paths of code. `item` is a passage, a content or a path.
CREATE TABLE word_row (
  project uuid NOT NULL REFERENCES project ON DELETE CASCADE,
  area smallint NOT NULL,
  item bigint NOT NULL,
  content bigint NOT NULL,
  length integer NOT NULL,
  keys bigint[] NOT NULL,
  tf smallint[] NOT NULL,
  PRIMARY KEY (project, area, item)
) PARTITION BY HASH (project);

CREATE TABLE word_frequency (
  project uuid NOT NULL REFERENCES project ON DELETE CASCADE,
  area smallint NOT NULL,
  term text COLLATE "C" NOT NULL,
  items integer NOT NULL,
  PRIMARY KEY (project, area, term)
);

CREATE TABLE word_total (
  project uuid NOT NULL REFERENCES project ON DELETE CASCADE,
  area smallint NOT NULL,
  items bigint NOT NULL,
  length bigint NOT NULL,
  PRIMARY KEY (project, area)
);

-- The vector of a passage, as whole numbers of a byte: exact in half precision.
CREATE TABLE embedding (
  project uuid NOT NULL REFERENCES project ON DELETE CASCADE,
  passage bigint NOT NULL,
  content bigint NOT NULL,
  code halfvec(384) NOT NULL,
  PRIMARY KEY (project, passage)
) PARTITION BY HASH (project);

CREATE TABLE token_states (
  project uuid NOT NULL REFERENCES project ON DELETE CASCADE,
  passage bigint PRIMARY KEY,
  states bytea NOT NULL
);

CREATE INDEX token_states_project ON token_states (project);
ALTER TABLE token_states ALTER COLUMN states SET STORAGE EXTERNAL;

DO $$
BEGIN
  FOR part IN 0..15 LOOP
    EXECUTE format('CREATE TABLE word_row_%s PARTITION OF word_row FOR VALUES WITH (MODULUS 16, REMAINDER %s)', part, part);
    EXECUTE format('CREATE TABLE embedding_%s PARTITION OF embedding FOR VALUES WITH (MODULUS 16, REMAINDER %s)', part, part);
    EXECUTE format('ALTER TABLE word_row_%s SET (toast_tuple_target = 8160)', part);
    EXECUTE format('ALTER TABLE word_row_%s ALTER COLUMN keys SET STORAGE EXTERNAL', part);
    EXECUTE format('ALTER TABLE word_row_%s ENABLE ROW LEVEL SECURITY', part);
    EXECUTE format('ALTER TABLE word_row_%s FORCE ROW LEVEL SECURITY', part);
    EXECUTE format('ALTER TABLE embedding_%s ENABLE ROW LEVEL SECURITY', part);
    EXECUTE format('ALTER TABLE embedding_%s FORCE ROW LEVEL SECURITY', part);
  END LOOP;
END $$;

CREATE INDEX word_row_keys ON word_row USING gin (keys) WITH (fastupdate = off);
CREATE INDEX embedding_code ON embedding USING hnsw (code halfvec_cosine_ops);

-- Row-level security: who is granted a project reads it; the worker of a project writes it; the owner sees no contents.
DO $$
DECLARE
  one text;
  granted text := 'project = ANY ((SELECT its_projects())::uuid[])';
  working text := '(SELECT its_role()) = ''worker'' AND project = ANY ((SELECT its_projects())::uuid[])';
BEGIN
  FOREACH one IN ARRAY ARRAY['content', 'passage', 'record', 'symbol', 'mirror_index', 'mirror_view', 'shown', 'word_row',
    'word_frequency', 'word_total', 'embedding', 'token_states'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', one);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', one);
    EXECUTE format('CREATE POLICY of_granted ON %I FOR SELECT TO scrubjay_app, scrubjay_worker USING (%s)', one, granted);
    EXECUTE format('CREATE POLICY added_by_worker ON %I FOR INSERT TO scrubjay_worker WITH CHECK (%s)', one, working);
    EXECUTE format('CREATE POLICY changed_by_worker ON %I FOR UPDATE TO scrubjay_worker USING (%s)', one, working);
    EXECUTE format('CREATE POLICY dropped_by_worker ON %I FOR DELETE TO scrubjay_worker USING (%s)', one, working);
    EXECUTE format('GRANT SELECT ON %I TO scrubjay_app', one);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO scrubjay_worker', one);
  END LOOP;
  FOREACH one IN ARRAY ARRAY['shown', 'word_row', 'embedding'] LOOP
    EXECUTE format('CREATE POLICY of_finder ON %I FOR SELECT TO scrubjay_finder USING (true)', one);
    EXECUTE format('GRANT SELECT ON %I TO scrubjay_finder', one);
  END LOOP;
END $$;

-- The functions below are the finder's: of granted projects alone they return ids and figures, which the app then reads
-- by id. Plans are made for the values of a call, so that only the partitions of granted projects are looked at.
-- `within` are projects, of which those that aren't granted count for nothing. Keys are those of the first project, then
-- those of the next, and so on: each project is asked for its own, by bitmaps of the words (`area + 0`: not of the rows).
-- A scope is a view with kinds (NULL: every one) or, where filters narrow it, an array of contents.
-- What makes no sense (no keys, no limit, a vector of another size) finds nothing.

-- Rows that hold any key of `finding`; up to `room` of those that hold none but that of `filling`, those with another of
-- `keys` first; and those of `also`: each with the bm25 of all keys. `rarities` are those of one project's keys.
CREATE FUNCTION scored_rows(
  within uuid[], asked_area integer, finding bigint[], filling bigint[], room integer, keys bigint[], rarities float8[],
  average float8, asked_view integer, kinds text[], allowed bigint[], also bigint[]
) RETURNS TABLE (item bigint, content bigint, length integer, score float8, named boolean)
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = scrubjay, public, pg_temp SET plan_cache_mode = force_custom_plan
SET enable_indexscan = off SET enable_seqscan = off AS $$
#variable_conflict use_column
DECLARE
  granted uuid[] := ARRAY(SELECT unnest(within) INTERSECT SELECT unnest(its_projects()));
  projects integer := greatest(cardinality(within), 1);
  k bigint[] := scored_rows.keys;
  each integer := coalesce(cardinality(k), 0) / projects;
  few integer := coalesce(cardinality(finding), 0) / projects;
  fill integer := coalesce(cardinality(filling), 0) / projects;
  share bigint := ceil(greatest(coalesce(room, 0), 0)::float8 / projects);
  narrow boolean := kinds IS NOT NULL OR allowed IS NOT NULL;
  usual float8 := CASE WHEN average > 0 THEN average END;
  of_paths boolean := asked_area IN (3, 5);
BEGIN
  RETURN QUERY
  SELECT w.item, w.content, w.length, coalesce((
    SELECT sum(a.rarity * (w.tf[a.place] * 2.2) / (w.tf[a.place] + 1.2 * (0.25 + 0.75 * w.length / usual)))
    FROM (SELECT o.key, o.rarity, width_bucket(o.key, w.keys) AS place
      FROM unnest(k[w.nth * each + 1 : w.nth * each + each], rarities[1:each]) AS o (key, rarity)) AS a
    WHERE a.place > 0 AND w.keys[a.place] = a.key), 0), w.item = ANY (also)
  FROM (
    SELECT p.nth, r.* FROM (
      SELECT q.id, q.nth::integer - 1 AS nth, finding[(q.nth - 1) * few + 1 : q.nth * few] AS rare,
        filling[(q.nth - 1) * fill + 1 : q.nth * fill] AS common,
        array_remove(k[(q.nth - 1) * each + 1 : q.nth * each], filling[(q.nth - 1) * fill + 1]) AS others
      FROM unnest(within) WITH ORDINALITY AS q (id, nth) WHERE q.id = ANY (granted)) AS p
    CROSS JOIN LATERAL (
      SELECT r.item, r.content, r.length, r.keys, r.tf FROM word_row AS r
      WHERE r.project = p.id AND r.project = ANY (granted) AND r.area + 0 = asked_area AND r.keys && p.rare
      UNION ALL
      (SELECT * FROM (
        SELECT * FROM (
          SELECT r.item, r.content, r.length, r.keys, r.tf FROM word_row AS r
          WHERE r.project = p.id AND r.project = ANY (granted) AND r.area + 0 = asked_area
            AND r.keys && p.common AND r.keys && p.others AND NOT r.keys && p.rare
          UNION ALL
          SELECT r.item, r.content, r.length, r.keys, r.tf FROM word_row AS r
          WHERE r.project = p.id AND r.project = ANY (granted) AND r.area + 0 = asked_area
            AND r.keys && p.common AND NOT r.keys && p.others) AS b
        WHERE share > 0 AND fill > 0 LIMIT 4 * share) AS e
      WHERE e.item <> ALL (also) AND CASE WHEN NOT narrow THEN true
        WHEN of_paths THEN coalesce((SELECT true FROM shown AS s WHERE s.path_id = e.item AND s.view = asked_view
          AND (kinds IS NULL OR s.kind = ANY (kinds)) AND (allowed IS NULL OR s.content = ANY (allowed)) LIMIT 1), false)
        WHEN allowed IS NOT NULL THEN e.content = ANY (allowed)
        ELSE coalesce((SELECT true FROM shown AS s WHERE s.content = e.content AND s.view = asked_view
          AND s.kind = ANY (kinds) LIMIT 1), false) END
      LIMIT share)) AS r
    UNION ALL
    SELECT p.nth::integer - 1 AS nth, r.item, r.content, r.length, r.keys, r.tf
    FROM unnest(within) WITH ORDINALITY AS p (id, nth) JOIN word_row AS r ON r.project = p.id
    WHERE r.project = ANY (granted) AND r.area = asked_area AND r.item = ANY (also)
      AND NOT r.keys && finding) AS w;
END $$;

-- Rows of the scope that hold some keys, as above, and those of `also`; best first.
CREATE FUNCTION words(
  within uuid[], asked_area integer, finding bigint[], filling bigint[], room integer, keys bigint[], rarities float8[],
  average float8, asked_view integer, kinds text[], allowed bigint[], also bigint[], most integer
) RETURNS TABLE (item bigint, content bigint, length integer, score float8)
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = scrubjay, public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
#variable_conflict use_column
DECLARE
  granted uuid[] := ARRAY(SELECT unnest(within) INTERSECT SELECT unnest(its_projects()));
  wanted bigint[] := coalesce(also, '{}');
BEGIN
  RETURN QUERY
  SELECT f.item, f.content, f.length, f.score FROM (
    SELECT * FROM scored_rows(within, asked_area, finding, filling, room, words.keys, rarities, average, asked_view, kinds,
      allowed, wanted) AS r ORDER BY r.named DESC, r.score DESC, r.item DESC OFFSET 0) AS f
  WHERE CASE WHEN allowed IS NOT NULL THEN f.content = ANY (allowed) ELSE coalesce((
    SELECT true FROM shown AS s WHERE s.content = f.content AND s.view = asked_view AND s.project = ANY (granted)
      AND (kinds IS NULL OR s.kind = ANY (kinds)) LIMIT 1), false) END
  ORDER BY f.named DESC, f.score DESC, f.item DESC
  LIMIT greatest(coalesce(most, 0), 0)::bigint + cardinality(wanted);
END $$;

-- The same of paths: each content of the scope with the bm25 of a path at which it stands.
CREATE FUNCTION path_words(
  within uuid[], asked_area integer, finding bigint[], filling bigint[], room integer, keys bigint[], rarities float8[],
  average float8, asked_view integer, kinds text[], allowed bigint[], also bigint[], most integer
) RETURNS TABLE (item bigint, content bigint, length integer, score float8)
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = scrubjay, public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
#variable_conflict use_column
DECLARE
  granted uuid[] := ARRAY(SELECT unnest(within) INTERSECT SELECT unnest(its_projects()));
  wanted bigint[] := coalesce(also, '{}');
BEGIN
  RETURN QUERY
  SELECT f.item, s.content, f.length, f.score
  FROM scored_rows(within, asked_area, finding, filling, room, path_words.keys, rarities, average, asked_view, kinds,
    allowed, wanted) AS f
  CROSS JOIN LATERAL (
    SELECT v.content FROM shown AS v
    WHERE v.path_id = f.item AND v.view = asked_view AND v.project = ANY (granted)
      AND (kinds IS NULL OR v.kind = ANY (kinds)) AND (allowed IS NULL OR v.content = ANY (allowed)) OFFSET 0) AS s
  ORDER BY f.named DESC, f.score DESC, s.content DESC
  LIMIT greatest(coalesce(most, 0), 0)::bigint + cardinality(wanted);
END $$;

-- The contents of the scope whose path holds any of some keys or is one of `also`, shorter paths first.
CREATE FUNCTION paths_with(
  within uuid[], asked_area integer, keys bigint[], asked_view integer, kinds text[], allowed bigint[], also bigint[], most integer
) RETURNS TABLE (item bigint, content bigint)
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = scrubjay, public, pg_temp SET plan_cache_mode = force_custom_plan
SET enable_seqscan = off AS $$
#variable_conflict use_column
DECLARE
  granted uuid[] := ARRAY(SELECT unnest(within) INTERSECT SELECT unnest(its_projects()));
  k bigint[] := paths_with.keys;
  each integer := coalesce(cardinality(k), 0) / greatest(cardinality(within), 1);
BEGIN
  RETURN QUERY
  SELECT s.path_id, s.content FROM (
    SELECT r.item FROM unnest(within) WITH ORDINALITY AS p (id, nth) CROSS JOIN LATERAL (
      SELECT r.item FROM word_row AS r WHERE r.project = p.id AND r.project = ANY (granted) AND r.area + 0 = asked_area
        AND r.keys && k[(p.nth - 1) * each + 1 : p.nth * each]) AS r WHERE p.id = ANY (granted)
    UNION SELECT r.item FROM word_row AS r
      WHERE r.project = ANY (granted) AND r.area = asked_area AND r.item = ANY (also)) AS w
  CROSS JOIN LATERAL (
    SELECT v.path_id, v.content, v.path FROM shown AS v
    WHERE v.path_id = w.item AND v.view = asked_view AND v.project = ANY (granted)
      AND (kinds IS NULL OR v.kind = ANY (kinds)) AND (allowed IS NULL OR v.content = ANY (allowed)) OFFSET 0) AS s
  ORDER BY char_length(s.path), s.content DESC LIMIT greatest(coalesce(most, 0), 0);
END $$;

-- Rows, in the scope or not, that hold all keys of their project, the newest first: of each its share of so many, or 100.
CREATE FUNCTION holders(within uuid[], asked_area integer, keys bigint[], most integer)
RETURNS TABLE (item bigint, content bigint, length integer)
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = scrubjay, public, pg_temp SET plan_cache_mode = force_custom_plan
SET enable_indexscan = off SET enable_seqscan = off AS $$
#variable_conflict use_column
DECLARE
  granted uuid[] := ARRAY(SELECT unnest(within) INTERSECT SELECT unnest(its_projects()));
  projects integer := greatest(cardinality(within), 1);
  k bigint[] := holders.keys;
  each integer := coalesce(cardinality(k), 0) / projects;
  share integer := least(greatest(coalesce(most, 0), 0), greatest(most / projects, 100));
BEGIN
  IF each = 0 THEN
    RETURN;
  END IF;
  RETURN QUERY
  SELECT r.item, r.content, r.length FROM unnest(within) WITH ORDINALITY AS p (id, nth) CROSS JOIN LATERAL (
    SELECT r.item, r.content, r.length FROM word_row AS r
    WHERE r.project = p.id AND r.project = ANY (granted) AND r.area + 0 = asked_area
      AND r.keys @> k[(p.nth - 1) * each + 1 : p.nth * each]
    ORDER BY r.item DESC LIMIT share) AS r WHERE p.id = ANY (granted) ORDER BY r.item DESC;
END $$;

-- Rows, in the scope or not, that hold any of some keys, each with the sum of their frequencies; newest and share as above.
CREATE FUNCTION occurrences(within uuid[], asked_area integer, keys bigint[], most integer)
RETURNS TABLE (item bigint, content bigint, length integer, frequency bigint)
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = scrubjay, public, pg_temp SET plan_cache_mode = force_custom_plan
SET enable_indexscan = off SET enable_seqscan = off AS $$
#variable_conflict use_column
DECLARE
  granted uuid[] := ARRAY(SELECT unnest(within) INTERSECT SELECT unnest(its_projects()));
  projects integer := greatest(cardinality(within), 1);
  k bigint[] := occurrences.keys;
  each integer := coalesce(cardinality(k), 0) / projects;
  share integer := least(greatest(coalesce(most, 0), 0), greatest(most / projects, 100));
BEGIN
  RETURN QUERY
  SELECT w.item, w.content, w.length, (SELECT sum(t.tf) FROM unnest(w.keys, w.tf) AS t (key, tf) WHERE t.key = ANY (k))
  FROM unnest(within) WITH ORDINALITY AS p (id, nth) CROSS JOIN LATERAL (
    SELECT r.item, r.content, r.length, r.keys, r.tf FROM word_row AS r WHERE r.project = p.id AND r.project = ANY (granted)
      AND r.area + 0 = asked_area AND r.keys && k[(p.nth - 1) * each + 1 : p.nth * each]
    ORDER BY r.item DESC LIMIT share) AS w WHERE p.id = ANY (granted) ORDER BY w.item DESC;
END $$;

-- The passages of the scope nearest to a vector, of all that it has.
CREATE FUNCTION nearest_of_all(
  within uuid[], asked halfvec(384), asked_view integer, kinds text[], allowed bigint[], most integer
) RETURNS TABLE (passage bigint, content bigint)
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = scrubjay, public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
#variable_conflict use_column
DECLARE
  granted uuid[] := ARRAY(SELECT unnest(within) INTERSECT SELECT unnest(its_projects()));
BEGIN
  IF vector_dims(asked) <> 384 THEN
    RETURN;
  END IF;
  RETURN QUERY
  SELECT n.passage, n.content FROM (
    SELECT e.passage, e.content, e.code <=> asked AS distance FROM embedding AS e
    WHERE e.project = ANY (granted) AND ((allowed IS NULL AND EXISTS (
      SELECT 1 FROM shown AS s
      WHERE s.content = e.content AND s.view = asked_view AND s.project = ANY (granted)
        AND (kinds IS NULL OR s.kind = ANY (kinds)))) OR e.content = ANY (allowed)) OFFSET 0) AS n
  ORDER BY n.distance, n.passage DESC LIMIT greatest(coalesce(most, 0), 0);
END $$;

-- The same by the graphs of the partitions, for many passages: they are walked on until enough of the scope is found.
-- Each graph gives as many at once as `hnsw.ef_search` says, so the more of them are asked, the fewer each gives.
CREATE FUNCTION nearest_by_graph(
  within uuid[], asked halfvec(384), asked_view integer, kinds text[], allowed bigint[], most integer
) RETURNS TABLE (passage bigint, content bigint)
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = scrubjay, public, pg_temp SET plan_cache_mode = force_custom_plan
SET hnsw.iterative_scan = relaxed_order SET hnsw.ef_search = 400 SET hnsw.max_scan_tuples = 40000
SET enable_sort = off SET enable_seqscan = off AS $$
#variable_conflict use_column
DECLARE
  granted uuid[] := ARRAY(SELECT unnest(within) INTERSECT SELECT unnest(its_projects()));
  parts integer := (SELECT count(*) FROM generate_series(0, 15) AS part WHERE EXISTS (
    SELECT 1 FROM unnest(granted) AS p (id) WHERE satisfies_hash_partition('scrubjay.embedding'::regclass, 16, part, p.id)));
BEGIN
  IF vector_dims(asked) <> 384 THEN
    RETURN;
  END IF;
  PERFORM set_config('hnsw.ef_search', least(400, greatest(100, 800 / greatest(parts, 1)))::text, true);
  RETURN QUERY
  SELECT e.passage, e.content FROM embedding AS e
  WHERE e.project = ANY (granted) AND CASE WHEN allowed IS NULL THEN coalesce((
    SELECT true FROM shown AS s WHERE s.content = e.content AND s.view = asked_view AND s.project = e.project
      AND (kinds IS NULL OR s.kind = ANY (kinds)) LIMIT 1), false) ELSE e.content = ANY (allowed) END
  ORDER BY e.code <=> asked LIMIT greatest(coalesce(most, 0), 0);
END $$;

DO $$
DECLARE
  one text;
BEGIN
  FOREACH one IN ARRAY ARRAY['words', 'path_words', 'paths_with', 'holders', 'occurrences', 'nearest_of_all', 'nearest_by_graph'] LOOP
    EXECUTE format('REVOKE ALL ON FUNCTION %I FROM PUBLIC', one);
    EXECUTE format('GRANT EXECUTE ON FUNCTION %I TO scrubjay_app', one);
    EXECUTE format('ALTER FUNCTION %I OWNER TO scrubjay_finder', one);
  END LOOP;
  REVOKE ALL ON FUNCTION scored_rows FROM PUBLIC;
  ALTER FUNCTION scored_rows OWNER TO scrubjay_finder;
END $$;
