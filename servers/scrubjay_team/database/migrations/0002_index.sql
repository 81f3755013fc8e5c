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
-- `within` are projects, of which those that aren't granted count for nothing.
-- A scope is a view with kinds (NULL: every one) or, where filters narrow it, an array of contents.

-- Rows that hold any of some keys (`finding`) and those of `also`, with the sum of the bm25 of each key; best first.
CREATE FUNCTION words(
  within uuid[], asked_area integer, finding bigint[], keys bigint[], rarities float8[], average float8,
  asked_view integer, kinds text[], allowed bigint[], also bigint[], most integer
) RETURNS TABLE (item bigint, content bigint, length integer, score float8)
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = scrubjay, public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
#variable_conflict use_column
DECLARE
  granted uuid[] := ARRAY(SELECT unnest(within) INTERSECT SELECT unnest(its_projects()));
  k bigint[] := words.keys;
BEGIN
  RETURN QUERY
  SELECT f.item, f.content, f.length, f.score FROM (
    SELECT w.item, w.content, w.length, w.item = ANY (also) AS named, coalesce((
      SELECT sum(a.rarity * (w.tf[a.place] * 2.2) / (w.tf[a.place] + 1.2 * (0.25 + 0.75 * w.length / average)))
      FROM (SELECT o.key, o.rarity, width_bucket(o.key, w.keys) AS place
        FROM unnest(k, rarities) AS o (key, rarity)) AS a
      WHERE a.place > 0 AND w.keys[a.place] = a.key), 0) AS score
    FROM (
      SELECT * FROM word_row AS r WHERE r.project = ANY (granted) AND r.area = asked_area AND r.keys && finding
      UNION ALL
      SELECT * FROM word_row AS r WHERE r.project = ANY (granted) AND r.area = asked_area AND r.item = ANY (also)
        AND NOT r.keys && finding) AS w
    WHERE (allowed IS NULL AND EXISTS (SELECT 1 FROM shown AS s
        WHERE s.content = w.content AND s.view = asked_view AND s.project = ANY (granted)
          AND (kinds IS NULL OR s.kind = ANY (kinds)))) OR w.content = ANY (allowed)) AS f
  ORDER BY f.named DESC, f.score DESC, f.item DESC LIMIT most + cardinality(also);
END $$;

-- The same of paths: each content of the scope with the bm25 of a path at which it stands.
CREATE FUNCTION path_words(
  within uuid[], asked_area integer, finding bigint[], keys bigint[], rarities float8[], average float8,
  asked_view integer, kinds text[], allowed bigint[], also bigint[], most integer
) RETURNS TABLE (item bigint, content bigint, length integer, score float8)
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = scrubjay, public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
#variable_conflict use_column
DECLARE
  granted uuid[] := ARRAY(SELECT unnest(within) INTERSECT SELECT unnest(its_projects()));
  k bigint[] := path_words.keys;
BEGIN
  RETURN QUERY
  SELECT f.item, s.content, f.length, f.score FROM (
    SELECT w.item, w.length, w.item = ANY (also) AS named, coalesce((
      SELECT sum(a.rarity * (w.tf[a.place] * 2.2) / (w.tf[a.place] + 1.2 * (0.25 + 0.75 * w.length / average)))
      FROM (SELECT o.key, o.rarity, width_bucket(o.key, w.keys) AS place
        FROM unnest(k, rarities) AS o (key, rarity)) AS a
      WHERE a.place > 0 AND w.keys[a.place] = a.key), 0) AS score
    FROM (
      SELECT * FROM word_row AS r WHERE r.project = ANY (granted) AND r.area = asked_area AND r.keys && finding
      UNION ALL
      SELECT * FROM word_row AS r WHERE r.project = ANY (granted) AND r.area = asked_area AND r.item = ANY (also)
        AND NOT r.keys && finding) AS w) AS f
  JOIN shown AS s ON s.path_id = f.item AND s.view = asked_view
    AND (kinds IS NULL OR s.kind = ANY (kinds)) AND (allowed IS NULL OR s.content = ANY (allowed))
  ORDER BY f.named DESC, f.score DESC, s.content DESC LIMIT most + cardinality(also);
END $$;

-- The contents of the scope whose path holds any of some keys or is one of `also`, shorter paths first.
CREATE FUNCTION paths_with(
  within uuid[], asked_area integer, keys bigint[], asked_view integer, kinds text[], allowed bigint[], also bigint[], most integer
) RETURNS TABLE (item bigint, content bigint)
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = scrubjay, public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
#variable_conflict use_column
DECLARE
  granted uuid[] := ARRAY(SELECT unnest(within) INTERSECT SELECT unnest(its_projects()));
  k bigint[] := paths_with.keys;
BEGIN
  RETURN QUERY
  SELECT s.path_id, s.content FROM (
    SELECT r.item FROM word_row AS r WHERE r.project = ANY (granted) AND r.area = asked_area AND r.keys && k
    UNION SELECT r.item FROM word_row AS r
      WHERE r.project = ANY (granted) AND r.area = asked_area AND r.item = ANY (also)) AS w
  JOIN shown AS s ON s.path_id = w.item AND s.view = asked_view
    AND (kinds IS NULL OR s.kind = ANY (kinds)) AND (allowed IS NULL OR s.content = ANY (allowed))
  ORDER BY char_length(s.path), s.content DESC LIMIT most;
END $$;

-- Rows, in the scope or not, that hold all keys of one of some sets of equal length, the newest first.
CREATE FUNCTION holders(within uuid[], asked_area integer, sets bigint[], most integer)
RETURNS TABLE (item bigint, content bigint, length integer)
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = scrubjay, public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
#variable_conflict use_column
DECLARE
  granted uuid[] := ARRAY(SELECT unnest(within) INTERSECT SELECT unnest(its_projects()));
  one bigint[];
BEGIN
  FOREACH one SLICE 1 IN ARRAY sets LOOP
    RETURN QUERY SELECT r.item, r.content, r.length FROM word_row AS r
      WHERE r.project = ANY (granted) AND r.area = asked_area AND r.keys @> one ORDER BY r.item DESC LIMIT most;
  END LOOP;
END $$;

-- Rows, in the scope or not, that hold any of some keys, each with the sum of their frequencies; the newest first.
CREATE FUNCTION occurrences(within uuid[], asked_area integer, keys bigint[], most integer)
RETURNS TABLE (item bigint, content bigint, length integer, frequency bigint)
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = scrubjay, public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
#variable_conflict use_column
DECLARE
  granted uuid[] := ARRAY(SELECT unnest(within) INTERSECT SELECT unnest(its_projects()));
  k bigint[] := occurrences.keys;
BEGIN
  RETURN QUERY
  SELECT w.item, w.content, w.length, (SELECT sum(t.tf) FROM unnest(w.keys, w.tf) AS t (key, tf) WHERE t.key = ANY (k))
  FROM word_row AS w WHERE w.project = ANY (granted) AND w.area = asked_area AND w.keys && k
  ORDER BY w.item DESC LIMIT most;
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
  RETURN QUERY
  SELECT n.passage, n.content FROM (
    SELECT e.passage, e.content, e.code <=> asked AS distance FROM embedding AS e
    WHERE e.project = ANY (granted) AND ((allowed IS NULL AND EXISTS (
      SELECT 1 FROM shown AS s
      WHERE s.content = e.content AND s.view = asked_view AND s.project = ANY (granted)
        AND (kinds IS NULL OR s.kind = ANY (kinds)))) OR e.content = ANY (allowed)) OFFSET 0) AS n
  ORDER BY n.distance, n.passage DESC LIMIT most;
END $$;

-- The same by the graphs of the partitions, for many passages: they are walked on until enough of the scope is found.
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
BEGIN
  RETURN QUERY
  SELECT e.passage, e.content FROM embedding AS e
  WHERE e.project = ANY (granted) AND CASE WHEN allowed IS NULL THEN coalesce((
    SELECT true FROM shown AS s WHERE s.content = e.content AND s.view = asked_view
      AND (kinds IS NULL OR s.kind = ANY (kinds)) LIMIT 1), false) ELSE e.content = ANY (allowed) END
  ORDER BY e.code <=> asked LIMIT most;
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
END $$;
