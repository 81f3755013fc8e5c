-- What a member's home asks for the vector of a passage by: half the sha256 of the blob's name and of the embedded text's
-- hash. The worker writes it with each vector, and for those that are there when it writes their index the next time.
ALTER TABLE embedding ADD COLUMN key uuid;
CREATE INDEX embedding_key ON embedding (project, key);

-- The passages that have some keys in what a granted project's views show. A project that isn't granted is looked up as
-- one that nobody has, so that whatever isn't to be had costs the same.
CREATE FUNCTION passages_of_keys(asked uuid, keys uuid[]) RETURNS TABLE (place bigint, project uuid, passage bigint)
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = scrubjay, public, pg_temp SET plan_cache_mode = force_custom_plan
SET enable_seqscan = off SET enable_bitmapscan = off AS $$
#variable_conflict use_column
DECLARE
  its uuid := CASE WHEN asked = ANY (its_projects()) THEN asked ELSE '00000000-0000-0000-0000-000000000000'::uuid END;
BEGIN
  RETURN QUERY
  SELECT a.place, its, f.passage FROM unnest(keys) WITH ORDINALITY AS a (key, place) CROSS JOIN LATERAL (
    SELECT e.passage FROM embedding AS e
    WHERE e.project = its AND e.key = a.key
      AND EXISTS (SELECT 1 FROM shown AS s WHERE s.content = e.content AND s.project = its) LIMIT 1) AS f;
END $$;

REVOKE ALL ON FUNCTION passages_of_keys FROM PUBLIC;
GRANT EXECUTE ON FUNCTION passages_of_keys TO scrubjay_app;
ALTER FUNCTION passages_of_keys OWNER TO scrubjay_finder;
