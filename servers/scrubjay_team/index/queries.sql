-- name: begin_copying as worker
-- One at a time for a project; what is copied is read and prepared between statements, for minutes in a large one.
SELECT set_config('idle_in_transaction_session_timeout', '30min', true),
  pg_advisory_xact_lock(hashtextextended('scrubjay.index ' || %(project)s::uuid, 0));

-- name: find_source as worker
-- What a project's index was copied from.
SELECT source, fingerprint FROM mirror_index WHERE project = %(project)s;

-- name: content_ids as worker
-- The contents that a project's index has.
SELECT id, blob, format, chunker, changed_at, changed_commit FROM content WHERE project = %(project)s;

-- name: item_ids as worker
-- The rows of a full text that a project's index has.
SELECT item FROM word_row WHERE project = %(project)s AND area = %(area)s;

-- name: vector_ids as worker
-- The passages of a project that have a vector with its key.
SELECT passage FROM embedding WHERE project = %(project)s AND key IS NOT NULL;

-- name: drop_words as worker
-- The words of some contents are gone.
DELETE FROM word_row WHERE project = %(project)s AND content = ANY (%(contents)s::bigint[]);

-- name: drop_items as worker
-- The words of some rows of a full text are gone.
DELETE FROM word_row WHERE project = %(project)s AND area = %(area)s AND item = ANY (%(items)s::bigint[]);

-- name: drop_states as worker
-- The token states of some contents are gone.
DELETE FROM token_states WHERE passage IN (SELECT id FROM passage WHERE content = ANY (%(contents)s::bigint[]));

-- name: drop_embeddings as worker
-- The vectors of some contents are gone.
DELETE FROM embedding WHERE project = %(project)s AND content = ANY (%(contents)s::bigint[]);

-- name: drop_contents as worker
-- Some contents are gone, with their passages, records and symbols.
DELETE FROM content WHERE id = ANY (%(contents)s::bigint[]);

-- name: add_contents as worker
-- Contents with their whole texts.
INSERT INTO content (id, project, blob, format, chunker, title, lines, masked, changed_at, changed_commit, text)
SELECT c.id, %(project)s, c.blob, c.format, c.chunker, c.title, c.lines, c.masked, c.changed_at, c.changed_commit, c.text
FROM unnest(%(id)s::bigint[], %(blob)s::text[], %(format)s::text[], %(chunker)s::text[], %(title)s::text[],
  %(lines)s::integer[], %(masked)s::integer[], %(changed_at)s::text[], %(changed_commit)s::text[], %(text)s::text[])
  AS c (id, blob, format, chunker, title, lines, masked, changed_at, changed_commit, text);

-- name: date_contents as worker
-- When contents were last changed.
UPDATE content AS c SET changed_at = d.changed_at, changed_commit = d.changed_commit
FROM unnest(%(id)s::bigint[], %(changed_at)s::text[], %(changed_commit)s::text[]) AS d (id, changed_at, changed_commit)
WHERE c.id = d.id;

-- name: add_passages as worker
-- Passages of contents.
INSERT INTO passage (id, project, content, ordinal, heading, tail, start_line, end_line, text)
SELECT p.id, %(project)s, p.content, p.ordinal, p.heading, p.tail, p.start_line, p.end_line, p.text
FROM unnest(%(id)s::bigint[], %(content)s::bigint[], %(ordinal)s::integer[], %(heading)s::text[], %(tail)s::text[],
  %(start_line)s::integer[], %(end_line)s::integer[], %(text)s::text[])
  AS p (id, content, ordinal, heading, tail, start_line, end_line, text);

-- name: add_symbols as worker
-- Symbols of contents.
INSERT INTO symbol (project, content, name, role, path, line, end_line)
SELECT %(project)s, s.content, s.name, s.role, s.path, s.line, s.end_line
FROM unnest(%(content)s::bigint[], %(name)s::text[], %(role)s::text[], %(path)s::text[], %(line)s::integer[],
  %(end_line)s::integer[]) AS s (content, name, role, path, line, end_line);

-- name: records_of as worker
-- What the contents of a project say of themselves.
SELECT content, path, kind, record FROM record WHERE project = %(project)s;

-- name: drop_records as worker
-- What contents said of themselves, and say no more.
DELETE FROM record AS r USING unnest(%(content)s::bigint[], %(path)s::text[], %(kind)s::text[]) AS g (content, path, kind)
WHERE r.content = g.content AND r.path = g.path AND r.kind = g.kind;

-- name: add_records as worker
-- What contents say of themselves.
INSERT INTO record (project, content, path, kind, record)
SELECT %(project)s, r.content, r.path, r.kind, r.record
FROM unnest(%(content)s::bigint[], %(path)s::text[], %(kind)s::text[], %(record)s::text[]) AS r (content, path, kind, record);

-- name: add_words as worker
-- Words of rows of a full text.
INSERT INTO word_row (project, area, item, content, length, keys, tf)
SELECT %(project)s, %(area)s, w.item, w.content, w.length, w.keys::bigint[], w.tf::smallint[]
FROM unnest(%(item)s::bigint[], %(content)s::bigint[], %(length)s::integer[], %(keys)s::text[], %(tf)s::text[])
  AS w (item, content, length, keys, tf);

-- name: frequencies_of as worker
-- How many rows of a full text hold each word.
SELECT term, items FROM word_frequency WHERE project = %(project)s AND area = %(area)s;

-- name: drop_terms as worker
-- Words that a full text holds no more.
DELETE FROM word_frequency WHERE project = %(project)s AND area = %(area)s AND term = ANY (%(terms)s::text[]);

-- name: set_frequencies as worker
-- How many rows of a full text hold each of some words.
INSERT INTO word_frequency (project, area, term, items)
SELECT %(project)s, %(area)s, f.term, f.items FROM unnest(%(term)s::text[], %(items)s::integer[]) AS f (term, items)
ON CONFLICT (project, area, term) DO UPDATE SET items = excluded.items;

-- name: set_total as worker
-- How many rows a full text has, and how many tokens.
INSERT INTO word_total (project, area, items, length) VALUES (%(project)s, %(area)s, %(items)s, %(length)s)
ON CONFLICT (project, area) DO UPDATE SET items = excluded.items, length = excluded.length;

-- name: add_embeddings as worker
-- Vectors of passages; one that is there already lacks its key.
INSERT INTO embedding (project, passage, content, code, key)
SELECT %(project)s, e.passage, e.content, e.code::halfvec, e.key
FROM unnest(%(passage)s::bigint[], %(content)s::bigint[], %(code)s::text[], %(key)s::uuid[])
  AS e (passage, content, code, key)
ON CONFLICT (project, passage) DO UPDATE SET key = excluded.key;

-- name: add_states as worker
-- Token states of passages.
INSERT INTO token_states (project, passage, states)
SELECT %(project)s, s.passage, s.states FROM unnest(%(passage)s::bigint[], %(states)s::bytea[]) AS s (passage, states)
ON CONFLICT (passage) DO UPDATE SET states = excluded.states;

-- name: drop_views as worker
-- Views that a mirror has no more, or under another number.
DELETE FROM mirror_view WHERE project = %(project)s AND NOT (view, name) IN (
  SELECT k.view, k.name FROM unnest(%(view)s::integer[], %(name)s::text[]) AS k (view, name));

-- name: set_view as worker
-- A view.
INSERT INTO mirror_view (project, view, name, commit, committed_at, facts)
VALUES (%(project)s, %(view)s, %(name)s, %(commit)s, %(committed_at)s, %(facts)s)
ON CONFLICT (project, view) DO UPDATE SET commit = excluded.commit, committed_at = excluded.committed_at,
  facts = excluded.facts;

-- name: shown_of as worker
-- What a view shows.
SELECT path, content, path_id, kind, dated FROM shown WHERE project = %(project)s AND view = %(view)s;

-- name: drop_shown as worker
-- What a view shows no more.
DELETE FROM shown AS s USING unnest(%(path)s::text[], %(content)s::bigint[]) AS g (path, content)
WHERE s.project = %(project)s AND s.view = %(view)s AND s.path = g.path AND s.content = g.content;

-- name: add_shown as worker
-- What a view shows.
INSERT INTO shown (project, view, path, base, path_id, content, kind, dated)
SELECT %(project)s, %(view)s, s.path, s.base, s.path_id, s.content, s.kind, s.dated
FROM unnest(%(path)s::text[], %(base)s::text[], %(path_id)s::bigint[], %(content)s::bigint[], %(kind)s::text[],
  %(dated)s::text[]) AS s (path, base, path_id, content, kind, dated);

-- name: set_index as worker
-- What a project's index is of.
INSERT INTO mirror_index (project, fingerprint, spec, source, vectors, indexed_at)
VALUES (%(project)s, %(fingerprint)s, %(spec)s, %(source)s, %(vectors)s, %(at)s)
ON CONFLICT (project) DO UPDATE SET fingerprint = excluded.fingerprint, spec = excluded.spec, source = excluded.source,
  vectors = excluded.vectors, indexed_at = excluded.indexed_at;

-- name: clear_words as worker
-- No words of a project.
DELETE FROM word_row WHERE project = %(project)s;

-- name: clear_embeddings as worker
-- No vectors of a project.
DELETE FROM embedding WHERE project = %(project)s;

-- name: clear_states as worker
-- No token states of a project.
DELETE FROM token_states WHERE project = %(project)s;

-- name: clear_frequencies as worker
-- No frequencies of a project.
DELETE FROM word_frequency WHERE project = %(project)s;

-- name: clear_totals as worker
-- No sizes of full texts of a project.
DELETE FROM word_total WHERE project = %(project)s;

-- name: clear_views as worker
-- No views of a project.
DELETE FROM mirror_view WHERE project = %(project)s;

-- name: clear_contents as worker
-- No contents of a project, with their passages, records and symbols.
DELETE FROM content WHERE project = %(project)s;

-- name: clear_index as worker
-- A project is not indexed.
DELETE FROM mirror_index WHERE project = %(project)s;

-- name: totals
-- How many rows the full texts of some projects have, and how many tokens.
SELECT area, sum(items)::bigint AS items, sum(length)::bigint AS length FROM word_total
WHERE project = ANY (%(projects)s::uuid[]) GROUP BY area;

-- name: beginning
-- The words of a full text that begin so, the commonest first.
SELECT term, sum(items)::bigint AS items FROM word_frequency
WHERE project = ANY (%(projects)s::uuid[]) AND area = %(area)s AND term ^@ %(start)s
GROUP BY term ORDER BY items DESC LIMIT %(most)s;

-- name: words
-- Rows of the scope that hold any of some keys, with their bm25.
SELECT item, content, length, score FROM words(%(projects)s::uuid[], %(area)s, %(finding)s::bigint[], %(filling)s::bigint[],
  %(room)s, %(keys)s::bigint[], %(rarities)s::float8[], %(average)s, %(view)s, %(kinds)s::text[], %(allowed)s::bigint[],
  %(also)s::bigint[], %(most)s);

-- name: path_words
-- Contents of the scope whose path holds any of some keys, with the bm25 of the path.
SELECT item, content, length, score FROM path_words(%(projects)s::uuid[], %(area)s, %(finding)s::bigint[],
  %(filling)s::bigint[], %(room)s, %(keys)s::bigint[], %(rarities)s::float8[], %(average)s, %(view)s, %(kinds)s::text[],
  %(allowed)s::bigint[], %(also)s::bigint[], %(most)s);

-- name: holders
-- Rows that hold all keys of their project.
SELECT item, content, length FROM holders(%(projects)s::uuid[], %(area)s, %(keys)s::bigint[], %(most)s);

-- name: occurrences
-- Rows that hold any of some keys, with how often.
SELECT item, content, length, frequency FROM occurrences(%(projects)s::uuid[], %(area)s, %(keys)s::bigint[], %(most)s);

-- name: passage_texts
-- What the full text of some passages is made of.
SELECT p.id, p.heading, p.text, c.title, c.format, c.blob FROM passage AS p JOIN content AS c ON c.id = p.content
WHERE p.id = ANY (%(ids)s::bigint[]);

-- name: document_texts
-- What the full text of some whole documents is made of.
SELECT c.id, c.text, c.title, c.format, c.blob FROM content AS c WHERE c.id = ANY (%(ids)s::bigint[]);

-- name: path_texts
-- Some paths.
SELECT DISTINCT path_id AS id, path AS text FROM shown
WHERE project = ANY (%(projects)s::uuid[]) AND path_id = ANY (%(ids)s::bigint[]);

-- name: passages_found
-- What is compared of some passages that hold a name.
SELECT p.id, p.content AS content_id, p.text, p.heading, c.title, '' AS sha FROM passage AS p
JOIN content AS c ON c.id = p.content WHERE p.id = ANY (%(ids)s::bigint[]);

-- name: newest
-- The first passage of each content of the scope, the newest first.
SELECT p.id FROM (
  SELECT s.content, max(s.dated) AS dated, min(s.path) AS path FROM shown AS s
  WHERE s.project = ANY (%(projects)s::uuid[]) AND s.view = %(view)s
    AND (%(kinds)s::text[] IS NULL OR s.kind = ANY (%(kinds)s::text[]))
    AND (%(allowed)s::bigint[] IS NULL OR s.content = ANY (%(allowed)s::bigint[]))
  GROUP BY s.content ORDER BY dated DESC, path LIMIT %(most)s) AS n
JOIN passage AS p ON p.content = n.content AND p.ordinal = 0 ORDER BY n.dated DESC, n.path;

-- name: shown_below
-- What a view shows at or below a path (empty: anywhere), of some kinds.
SELECT path, content, path_id, kind, dated FROM shown AS s
WHERE project = ANY (%(projects)s::uuid[]) AND view = %(view)s
  AND (%(kinds)s::text[] IS NULL OR kind = ANY (%(kinds)s::text[]))
  AND (%(path)s = '' OR path = %(path)s OR path ^@ (%(path)s || '/'));

-- name: headed
-- The first passages of the scope's code under headings that are a name or end with it.
SELECT min(p.id) AS id FROM passage AS p
WHERE p.project = ANY (%(projects)s::uuid[]) AND p.tail = %(name)s
  AND (p.heading = %(path)s OR right(p.heading, length(%(path)s) + 1) = '.' || %(path)s)
  AND EXISTS (SELECT 1 FROM shown AS v WHERE v.content = p.content AND v.project = p.project
    AND v.view = %(view)s AND v.kind = 'code')
  AND (%(allowed)s::bigint[] IS NULL OR p.content = ANY (%(allowed)s::bigint[]))
GROUP BY p.content, p.heading ORDER BY length(p.heading), min(p.id) LIMIT %(most)s;

-- name: at_line
-- The passages of files of the scope's code, called so or at paths of which one ends with the other, that hold a line.
SELECT p.id FROM shown AS v JOIN passage AS p ON p.content = v.content
WHERE v.project = ANY (%(projects)s::uuid[]) AND v.view = %(view)s AND v.base = %(base)s AND v.kind = 'code'
  AND (v.path = %(path)s OR right(v.path, length(%(path)s) + 1) = '/' || %(path)s
    OR right(%(path)s, length(v.path) + 1) = '/' || v.path)
  AND (%(allowed)s::bigint[] IS NULL OR v.content = ANY (%(allowed)s::bigint[]))
  AND p.start_line <= %(line)s AND p.end_line >= %(line)s
ORDER BY length(v.path), v.path LIMIT %(most)s;

-- name: heads
-- The first piece of each definition that some passages are pieces of; each content's passages are read once.
WITH asked AS MATERIALIZED (
  SELECT DISTINCT content, heading FROM passage WHERE id = ANY (%(ids)s::bigint[]) AND heading <> '')
SELECT min(h.id) AS id FROM passage AS h JOIN asked AS a ON a.content = h.content AND a.heading = h.heading
WHERE h.content = ANY (ARRAY(SELECT DISTINCT content FROM asked)) GROUP BY h.content, h.heading
ORDER BY h.content, h.heading;

-- name: owners
-- The contents of some passages.
SELECT id, content FROM passage WHERE id = ANY (%(ids)s::bigint[]);

-- name: members
-- The first passages of some contents, and the content of each, in one row: hundreds of them are read at once.
SELECT coalesce(array_agg(id ORDER BY content, ordinal), '{}') AS ids,
  coalesce(array_agg(content ORDER BY content, ordinal), '{}') AS contents
FROM passage WHERE content = ANY (%(contents)s::bigint[]) AND ordinal < %(most)s;

-- name: vectors
-- The vectors of some passages, behind each other in one row.
SELECT coalesce(array_agg(passage ORDER BY passage), '{}') AS ids,
  coalesce(string_agg(halfvec_send(code), ''::bytea ORDER BY passage), ''::bytea) AS codes
FROM embedding WHERE project = ANY (%(projects)s::uuid[]) AND passage = ANY (%(ids)s::bigint[]);

-- name: states
-- The token states of some passages.
SELECT passage, states FROM token_states WHERE passage = ANY (%(ids)s::bigint[]);

-- name: vectors_given
-- The vectors and states of passages by their keys, of what a granted project's views show.
SELECT f.place, v.code, v.states FROM passages_of_keys(%(project)s, %(keys)s::uuid[]) AS f CROSS JOIN LATERAL (
  SELECT halfvec_send(e.code) AS code, t.states FROM embedding AS e
  JOIN mirror_index AS i ON i.project = e.project AND i.fingerprint = %(fingerprint)s
  LEFT JOIN token_states AS t ON t.passage = e.passage
  WHERE e.project = f.project AND e.passage = f.passage
    AND (t.states IS NOT NULL OR i.spec::json ->> 'states' = '') LIMIT 1) AS v ORDER BY f.place;

-- name: texts
-- All passages of some contents.
SELECT id, content AS content_id, text, heading, start_line, end_line FROM passage
WHERE content = ANY (%(contents)s::bigint[]) ORDER BY content, ordinal;

-- name: paths_of
-- Where a view has some contents.
SELECT content, path, kind FROM shown
WHERE project = ANY (%(projects)s::uuid[]) AND view = %(view)s AND content = ANY (%(contents)s::bigint[])
  AND (%(kinds)s::text[] IS NULL OR kind = ANY (%(kinds)s::text[]));

-- name: contents_at
-- The documents of a view at some paths.
SELECT s.content, s.path, c.title FROM shown AS s JOIN content AS c ON c.id = s.content
WHERE s.project = ANY (%(projects)s::uuid[]) AND s.view = %(view)s AND s.path = ANY (%(paths)s::text[]) AND s.kind <> 'code'
  AND (%(kinds)s::text[] IS NULL OR s.kind = ANY (%(kinds)s::text[]));

-- name: facts_of_views
-- What a search asks of the views of some projects.
SELECT project, facts FROM mirror_view WHERE project = ANY (%(projects)s::uuid[]) AND view = %(view)s;

-- name: facts
-- What is asked of a whole view.
SELECT facts FROM mirror_view WHERE project = %(project)s AND view = %(view)s;

-- name: frequencies
-- How many rows of some full texts of some projects hold each of some words.
SELECT area, term, sum(items)::bigint AS items FROM word_frequency
WHERE project = ANY (%(projects)s::uuid[]) AND area = ANY (%(areas)s::smallint[]) AND term = ANY (%(terms)s::text[])
GROUP BY area, term;

-- name: paths_with
-- Contents of the scope whose path holds any of some keys, shorter paths first, each path read as who asks may.
SELECT f.content, s.path FROM paths_with(%(projects)s::uuid[], %(area)s, %(keys)s::bigint[], %(view)s, %(kinds)s::text[],
  %(allowed)s::bigint[], %(also)s::bigint[], %(most)s) WITH ORDINALITY AS f (item, content, place)
JOIN shown AS s ON s.path_id = f.item AND s.content = f.content AND s.view = %(view)s
  AND s.project = ANY (%(projects)s::uuid[]) ORDER BY f.place;

-- name: nearest_of_all
-- The passages of the scope nearest to a vector, of all, with their vectors, read as who asks may.
SELECT f.passage, f.content, e.code FROM nearest_of_all(%(projects)s::uuid[], %(vector)s::halfvec,
  %(view)s, %(kinds)s::text[], %(allowed)s::bigint[], %(most)s) AS f
JOIN project AS p ON p.number = f.passage >> 32
CROSS JOIN LATERAL (SELECT halfvec_send(e.code) AS code FROM embedding AS e
  WHERE e.project = p.id AND e.passage = f.passage OFFSET 0) AS e;

-- name: nearest_by_graph
-- The passages of the scope nearest to a vector, by graphs, with their vectors, read as who asks may.
SELECT f.passage, f.content, e.code FROM nearest_by_graph(%(projects)s::uuid[], %(vector)s::halfvec,
  %(view)s, %(kinds)s::text[], %(allowed)s::bigint[], %(most)s) AS f
JOIN project AS p ON p.number = f.passage >> 32
CROSS JOIN LATERAL (SELECT halfvec_send(e.code) AS code FROM embedding AS e
  WHERE e.project = p.id AND e.passage = f.passage OFFSET 0) AS e;

-- name: passage_rows
-- What a hit shows of some passages, with the first path at which a view has each.
SELECT p.id, p.content AS content_id, p.heading, p.start_line, p.end_line, p.text, c.blob, c.title, c.changed_at,
  c.changed_commit, c.format, (SELECT min(s.path) FROM shown AS s
    WHERE s.content = p.content AND s.project = p.project AND s.view = %(view)s AND (%(kinds)s::text[] IS NULL OR s.kind = ANY (%(kinds)s::text[]))) AS path
FROM passage AS p JOIN content AS c ON c.id = p.content WHERE p.id = ANY (%(ids)s::bigint[]);

-- name: projects_indexed
-- Those of some granted projects (of all for none) that have a view, by number, with the version of its facts.
SELECT p.id, p.number, p.name, v.xmin::text AS version, i.vectors, i.fingerprint FROM project AS p
JOIN mirror_view AS v ON v.project = p.id AND v.view = %(view)s JOIN mirror_index AS i ON i.project = p.id
WHERE p.removed_at IS NULL AND (%(projects)s::uuid[] IS NULL OR p.id = ANY (%(projects)s::uuid[])) ORDER BY p.number;

-- name: places
-- Places in the scope's code that bear a name, with the passage each lies in; `path` ends with the asked one.
SELECT s.path AS symbol, s.line, s.end_line, v.path, v.content, p.id AS passage FROM symbol AS s
JOIN shown AS v ON v.content = s.content AND v.project = s.project AND v.view = %(view)s AND v.kind = 'code'
  AND (%(allowed)s::bigint[] IS NULL OR v.content = ANY (%(allowed)s::bigint[]))
JOIN LATERAL (SELECT max(q.id) AS id FROM passage AS q
  WHERE q.content = s.content AND q.start_line <= s.line AND q.end_line >= s.line) AS p ON p.id IS NOT NULL
WHERE s.project = ANY (%(projects)s::uuid[]) AND s.name = %(name)s AND s.role = ANY (%(roles)s::text[])
  AND (s.role <> 'definition' OR s.path = %(path)s OR right(s.path, length(%(path)s) + 1) = '.' || %(path)s)
ORDER BY s.role = 'definition' AND s.path <> %(path)s, v.path, s.line LIMIT %(most)s;

-- name: formats_of_code
-- How many files of each language the scope's code has.
SELECT c.format, count(*)::integer AS files FROM shown AS v JOIN content AS c ON c.id = v.content
WHERE v.project = ANY (%(projects)s::uuid[]) AND v.view = %(view)s AND v.kind = 'code'
  AND (%(allowed)s::bigint[] IS NULL OR v.content = ANY (%(allowed)s::bigint[]))
GROUP BY c.format ORDER BY c.format;
