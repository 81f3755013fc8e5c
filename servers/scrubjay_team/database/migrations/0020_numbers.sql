-- Numbers about the whole server for who watches it: no name, no id, no text.

GRANT SELECT (fetched_at, indexed, shows, error) ON mirror TO scrubjay_finder;
GRANT SELECT ON queue.procrastinate_workers TO scrubjay_finder;
GRANT SELECT (number) ON migration TO scrubjay_finder;

-- `oldest_fetch` is in seconds.
CREATE FUNCTION server_numbers(at timestamptz) RETURNS TABLE (
  schema integer, bytes bigint, jobs bigint, jobs_failed bigint, workers bigint, mirrors bigint, mirrors_failed bigint,
  mirrors_behind bigint, oldest_fetch double precision, audit bigint, outbox bigint, going bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = scrubjay, pg_temp AS $$
  SELECT (SELECT max(number) FROM migration), pg_database_size(current_database()), j.waiting, j.failed,
    (SELECT count(*) FROM queue.procrastinate_workers AS w WHERE w.last_heartbeat > at - interval '1 minute'),
    m.every, m.failed, m.behind, m.oldest, (SELECT count(*) FROM audit_wait), (SELECT count(*) FROM outbox),
    (SELECT count(*) FROM archive_part AS p WHERE p.state IN ('going', 'stopped'))
  FROM (SELECT count(*) FILTER (WHERE status = 'todo') AS waiting, count(*) FILTER (WHERE status = 'failed') AS failed
      FROM queue.procrastinate_jobs) AS j,
    (SELECT count(*) AS every, count(*) FILTER (WHERE error <> '') AS failed,
      count(*) FILTER (WHERE shows <> indexed) AS behind,
      extract(epoch FROM at - min(fetched_at))::double precision AS oldest FROM mirror) AS m
$$;
REVOKE ALL ON FUNCTION server_numbers(timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION server_numbers(timestamptz) TO scrubjay_app;
ALTER FUNCTION server_numbers(timestamptz) OWNER TO scrubjay_finder;
