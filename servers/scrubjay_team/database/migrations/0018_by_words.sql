-- What a question's words cost in a large team: fewer rows of a common word are read, and those with all words first.

SET LOCAL ROLE scrubjay_finder;

-- Passages of memories that hold some keys, best first by bm25. Up to 500 with all of an area's keys are candidates; then
-- the rarest terms are asked until 500, and of one term no more are read: a memory is one sentence, and meaning brings
-- candidates of its own. Each candidate is scored by all terms.
-- `asked` are keys, `terms` says which of them are one term: 0, 1, 2 and so on, for one area after the other. What the
-- caller may not see is counted nowhere.
CREATE OR REPLACE FUNCTION memories_by_words(
  asked bigint[], terms smallint[], at timestamptz, wanted uuid, most integer, fit memory_filter DEFAULT NULL
) RETURNS TABLE (passage bigint, memory uuid, score double precision)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = scrubjay, pg_temp AS $$
  WITH me AS MATERIALIZED (
    SELECT its_team() AS team, its_member() AS member, its_projects() AS projects WHERE its_member() IS NOT NULL
  ), one AS MATERIALIZED (
    SELECT k.key, k.term FROM unnest(asked[:256], terms[:256]) AS k (key, term)
  ), every AS (
    SELECT ARRAY[key] AS keys, term FROM one
    UNION ALL
    SELECT asked[each * size + 1 : each * size + size], NULL
    FROM (SELECT max(term) + 1 AS size, count(*)::integer AS keys FROM one) AS a, generate_series(0, keys / size - 1) AS each
    WHERE size > 1
  ), found AS MATERIALIZED (
    SELECT e.term, p.* FROM me, every AS e CROSS JOIN LATERAL (
      SELECT p.id, p.memory, p.length, p.keys, p.tf FROM memory_passage AS p
      WHERE p.keys @> e.keys AND (p.valid_until IS NULL OR p.valid_until > at)
        AND (wanted IS NULL OR p.project = wanted OR p.project IS NULL)
        AND CASE p.scope
          WHEN 'team' THEN p.team = me.team AND (p.project IS NULL OR p.project = ANY (me.projects))
          ELSE p.accepted OR (p.team = me.team AND p.member = me.member) END
        AND CASE WHEN fit IS NULL THEN true
          ELSE (SELECT memory_passes(m, fit) FROM memory AS m WHERE m.id = p.memory) END
      LIMIT 501
    ) AS p
  ), held AS (
    SELECT term, count(*) AS held FROM found WHERE term IS NOT NULL GROUP BY term
  ), reached AS (
    SELECT term, sum(held) OVER (ORDER BY held, term) - held AS before FROM held
  ), candidate AS (
    SELECT DISTINCT ON (f.id) f.* FROM found AS f LEFT JOIN reached AS r USING (term)
    WHERE f.term IS NULL OR r.before < 500 ORDER BY f.id
  ), total AS (
    SELECT greatest((SELECT max(held) FROM held) * 2, 1000)::double precision AS rows,
      avg(length)::double precision AS length FROM found WHERE term IS NOT NULL
  ), weighed AS MATERIALIZED (
    SELECT o.key, greatest(ln((t.rows - h.held + .5) / (h.held + .5)), 1e-6) AS rarity
    FROM one AS o JOIN held AS h USING (term) CROSS JOIN total AS t
  )
  SELECT c.id, c.memory, (
    SELECT sum(a.rarity * (c.tf[a.place] * 2.2 / (c.tf[a.place] + 1.2 * (.25 + .75 * c.length / greatest(t.length, 1)))))
    FROM (SELECT w.rarity, w.key, width_bucket(w.key, c.keys) AS place FROM weighed AS w) AS a
    WHERE a.place > 0 AND c.keys[a.place] = a.key) AS score
  FROM candidate AS c CROSS JOIN total AS t
  ORDER BY score DESC, c.id DESC LIMIT least(most, 1000)
$$;

RESET ROLE;
