-- Which keys sealed what the server keeps secret: so that a lost one is said as a server starts, before anybody needs it.

-- One sealed secret for each key that sealed some (the first characters of a secret name its key), and how many. What
-- a server's own process can ask one by one anyway: none of it opens without the key.
CREATE FUNCTION sealed_samples() RETURNS TABLE (use text, owner uuid, sealed bytea, number bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = scrubjay, pg_temp AS $$
  SELECT DISTINCT ON (s.use, substr(s.sealed, 1, 12)) s.use, s.owner, s.sealed,
    count(*) OVER (PARTITION BY s.use, substr(s.sealed, 1, 12))
  FROM (SELECT 'webhook' AS use, m.project AS owner, m.hook_secret AS sealed FROM mirror_source AS m
    UNION ALL SELECT 'sign-in', i.member, i.refresh FROM identity AS i WHERE i.refresh IS NOT NULL) AS s
  ORDER BY s.use, substr(s.sealed, 1, 12), s.owner
$$;
REVOKE ALL ON FUNCTION sealed_samples() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION sealed_samples() TO scrubjay_app;
ALTER FUNCTION sealed_samples() OWNER TO scrubjay_finder;
