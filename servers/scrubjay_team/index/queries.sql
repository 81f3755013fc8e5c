-- name: find_source
-- What a project's index was copied from.
SELECT source, fingerprint FROM mirror_index WHERE project = %(project)s;

-- name: content_ids
-- The contents that a project's index has.
SELECT id, blob, format, chunker, changed_at, changed_commit FROM content WHERE project = %(project)s;

-- name: item_ids
-- The rows of a full text that a project's index has.
SELECT item FROM word_row WHERE project = %(project)s AND area = %(area)s;

-- name: vector_ids
-- The passages of a project that have a vector.
SELECT passage FROM embedding WHERE project = %(project)s;

-- name: drop_words
-- The words of some contents are gone.
DELETE FROM word_row WHERE project = %(project)s AND content = ANY (%(contents)s::bigint[]);

-- name: drop_items
-- The words of some rows of a full text are gone.
DELETE FROM word_row WHERE project = %(project)s AND area = %(area)s AND item = ANY (%(items)s::bigint[]);

-- name: drop_states
-- The token states of some contents are gone.
DELETE FROM token_states WHERE passage IN (SELECT id FROM passage WHERE content = ANY (%(contents)s::bigint[]));

-- name: drop_embeddings
-- The vectors of some contents are gone.
DELETE FROM embedding WHERE project = %(project)s AND content = ANY (%(contents)s::bigint[]);

-- name: drop_contents
-- Some contents are gone, with their passages, records and symbols.
DELETE FROM content WHERE id = ANY (%(contents)s::bigint[]);

-- name: add_contents
-- Contents with their whole texts.
INSERT INTO content (id, project, blob, format, chunker, title, lines, masked, changed_at, changed_commit, text)
SELECT c.id, %(project)s, c.blob, c.format, c.chunker, c.title, c.lines, c.masked, c.changed_at, c.changed_commit, c.text
FROM unnest(%(id)s::bigint[], %(blob)s::text[], %(format)s::text[], %(chunker)s::text[], %(title)s::text[],
  %(lines)s::integer[], %(masked)s::integer[], %(changed_at)s::text[], %(changed_commit)s::text[], %(text)s::text[])
  AS c (id, blob, format, chunker, title, lines, masked, changed_at, changed_commit, text);

-- name: date_contents
-- When contents were last changed.
UPDATE content AS c SET changed_at = d.changed_at, changed_commit = d.changed_commit
FROM unnest(%(id)s::bigint[], %(changed_at)s::text[], %(changed_commit)s::text[]) AS d (id, changed_at, changed_commit)
WHERE c.id = d.id;

-- name: add_passages
-- Passages of contents.
INSERT INTO passage (id, project, content, ordinal, heading, tail, start_line, end_line, text)
SELECT p.id, %(project)s, p.content, p.ordinal, p.heading, p.tail, p.start_line, p.end_line, p.text
FROM unnest(%(id)s::bigint[], %(content)s::bigint[], %(ordinal)s::integer[], %(heading)s::text[], %(tail)s::text[],
  %(start_line)s::integer[], %(end_line)s::integer[], %(text)s::text[])
  AS p (id, content, ordinal, heading, tail, start_line, end_line, text);

-- name: add_symbols
-- Symbols of contents.
INSERT INTO symbol (project, content, name, role, path, line, end_line)
SELECT %(project)s, s.content, s.name, s.role, s.path, s.line, s.end_line
FROM unnest(%(content)s::bigint[], %(name)s::text[], %(role)s::text[], %(path)s::text[], %(line)s::integer[],
  %(end_line)s::integer[]) AS s (content, name, role, path, line, end_line);

-- name: records_of
-- What the contents of a project say of themselves.
SELECT content, path, kind, record FROM record WHERE project = %(project)s;

-- name: drop_records
-- What contents said of themselves, and say no more.
DELETE FROM record AS r USING unnest(%(content)s::bigint[], %(path)s::text[], %(kind)s::text[]) AS g (content, path, kind)
WHERE r.content = g.content AND r.path = g.path AND r.kind = g.kind;

-- name: add_records
-- What contents say of themselves.
INSERT INTO record (project, content, path, kind, record)
SELECT %(project)s, r.content, r.path, r.kind, r.record
FROM unnest(%(content)s::bigint[], %(path)s::text[], %(kind)s::text[], %(record)s::text[]) AS r (content, path, kind, record);

-- name: add_words
-- Words of rows of a full text.
INSERT INTO word_row (project, area, item, content, length, keys, tf)
SELECT %(project)s, %(area)s, w.item, w.content, w.length, w.keys::bigint[], w.tf::smallint[]
FROM unnest(%(item)s::bigint[], %(content)s::bigint[], %(length)s::integer[], %(keys)s::text[], %(tf)s::text[])
  AS w (item, content, length, keys, tf);

-- name: frequencies_of
-- How many rows of a full text hold each word.
SELECT term, items FROM word_frequency WHERE project = %(project)s AND area = %(area)s;

-- name: drop_terms
-- Words that a full text holds no more.
DELETE FROM word_frequency WHERE project = %(project)s AND area = %(area)s AND term = ANY (%(terms)s::text[]);

-- name: set_frequencies
-- How many rows of a full text hold each of some words.
INSERT INTO word_frequency (project, area, term, items)
SELECT %(project)s, %(area)s, f.term, f.items FROM unnest(%(term)s::text[], %(items)s::integer[]) AS f (term, items)
ON CONFLICT (project, area, term) DO UPDATE SET items = excluded.items;

-- name: set_total
-- How many rows a full text has, and how many tokens.
INSERT INTO word_total (project, area, items, length) VALUES (%(project)s, %(area)s, %(items)s, %(length)s)
ON CONFLICT (project, area) DO UPDATE SET items = excluded.items, length = excluded.length;

-- name: add_embeddings
-- Vectors of passages.
INSERT INTO embedding (project, passage, content, code)
SELECT %(project)s, e.passage, e.content, e.code::halfvec
FROM unnest(%(passage)s::bigint[], %(content)s::bigint[], %(code)s::text[]) AS e (passage, content, code);

-- name: add_states
-- Token states of passages.
INSERT INTO token_states (project, passage, states)
SELECT %(project)s, s.passage, s.states FROM unnest(%(passage)s::bigint[], %(states)s::bytea[]) AS s (passage, states)
ON CONFLICT (passage) DO UPDATE SET states = excluded.states;

-- name: drop_views
-- Views that a mirror has no more, or under another number.
DELETE FROM mirror_view WHERE project = %(project)s AND NOT (view, name) IN (
  SELECT k.view, k.name FROM unnest(%(view)s::integer[], %(name)s::text[]) AS k (view, name));

-- name: set_view
-- A view.
INSERT INTO mirror_view (project, view, name, commit, committed_at, facts)
VALUES (%(project)s, %(view)s, %(name)s, %(commit)s, %(committed_at)s, %(facts)s)
ON CONFLICT (project, view) DO UPDATE SET commit = excluded.commit, committed_at = excluded.committed_at,
  facts = excluded.facts;

-- name: shown_of
-- What a view shows.
SELECT path, content, path_id, kind, dated FROM shown WHERE project = %(project)s AND view = %(view)s;

-- name: drop_shown
-- What a view shows no more.
DELETE FROM shown AS s USING unnest(%(path)s::text[], %(content)s::bigint[]) AS g (path, content)
WHERE s.project = %(project)s AND s.view = %(view)s AND s.path = g.path AND s.content = g.content;

-- name: add_shown
-- What a view shows.
INSERT INTO shown (project, view, path, base, path_id, content, kind, dated)
SELECT %(project)s, %(view)s, s.path, s.base, s.path_id, s.content, s.kind, s.dated
FROM unnest(%(path)s::text[], %(base)s::text[], %(path_id)s::bigint[], %(content)s::bigint[], %(kind)s::text[],
  %(dated)s::text[]) AS s (path, base, path_id, content, kind, dated);

-- name: set_index
-- What a project's index is of.
INSERT INTO mirror_index (project, fingerprint, spec, source, vectors, indexed_at)
VALUES (%(project)s, %(fingerprint)s, %(spec)s, %(source)s, %(vectors)s, %(at)s)
ON CONFLICT (project) DO UPDATE SET fingerprint = excluded.fingerprint, spec = excluded.spec, source = excluded.source,
  vectors = excluded.vectors, indexed_at = excluded.indexed_at;

-- name: clear_words
-- No words of a project.
DELETE FROM word_row WHERE project = %(project)s;

-- name: clear_embeddings
-- No vectors of a project.
DELETE FROM embedding WHERE project = %(project)s;

-- name: clear_states
-- No token states of a project.
DELETE FROM token_states WHERE project = %(project)s;

-- name: clear_frequencies
-- No frequencies of a project.
DELETE FROM word_frequency WHERE project = %(project)s;

-- name: clear_totals
-- No sizes of full texts of a project.
DELETE FROM word_total WHERE project = %(project)s;

-- name: clear_views
-- No views of a project.
DELETE FROM mirror_view WHERE project = %(project)s;

-- name: clear_contents
-- No contents of a project, with their passages, records and symbols.
DELETE FROM content WHERE project = %(project)s;

-- name: clear_index
-- A project is not indexed.
DELETE FROM mirror_index WHERE project = %(project)s;
