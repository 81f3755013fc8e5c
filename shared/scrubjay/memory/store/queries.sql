-- name: by_key
-- The memory that was stored under an idempotency key, or that was and is forgotten.
SELECT number, author, session, agent FROM memory WHERE key IN (:key, :forgotten)

-- name: with_key
-- Memories whose key lies between two texts, the newest first, with what is believed of them now.
SELECT m.*, b.*, m.recorded_at AS made_at, b.recorded_at AS believed_at
FROM trusted AS m JOIN belief AS b ON b.memory = m.number AND b.retracted_at = ''
WHERE m.key >= :key AND m.key < :after AND m.project = :project
ORDER BY m.number DESC LIMIT :limit

-- name: ids_by_key
-- The ids of memories whose key lies between two texts, with their keys.
SELECT m.id, m.key FROM trusted AS m WHERE m.key >= :key AND m.key < :after AND m.project = :project

-- name: met
-- What a claim meets: who of its writers is quarantined, who says the same and holds or waits, the newest number.
SELECT (
  SELECT q.who FROM quarantined_name AS n JOIN quarantine AS q ON q.who = n.who
  WHERE n.name IN (:author, :session, :agent, substr(:session, 1, instr(:session, '/') - 1))
  ORDER BY q.at, q.who LIMIT 1) AS quarantined, (
  SELECT m.id FROM trusted AS m CROSS JOIN belief AS b ON b.memory = m.number AND b.retracted_at = ''
  WHERE m.digest = :digest AND m.scope = :scope AND m.project = :project AND m.kind = :kind AND m.applies = :applies
    AND b.status IN ('active', 'faded', 'held') AND (b.valid_until = '' OR b.valid_until > :at)
    AND m.id NOT IN (SELECT value FROM json_each(:but))) AS same, (
  SELECT coalesce(max(number), 0) FROM memory) AS last

-- name: find
-- The memories that are called by this id or by its beginning.
SELECT m.number, m.id FROM trusted AS m
WHERE m.project = :project AND m.id >= :id AND m.id <= :id || 'g' AND (m.id = :id OR length(:id) >= :least)
LIMIT 2

-- name: add
-- A new memory.
INSERT INTO memory (id, kind, content, digest, scope, project, author, origin, session, quote, applies, tags, branch,
  commit_sha, recorded_at, key, agent)
VALUES (:id, :kind, :content, :digest, :scope, :project, :author, :origin, :session, :quote, :applies, :tags, :branch,
  :commit, :at, :key, :agent)
RETURNING number

-- name: add_belief
-- What is believed of a memory from now on.
INSERT INTO belief (memory, status, reason, valid_from, valid_until, recorded_at, retracted_at, actor)
VALUES (:memory, :status, :reason, :valid_from, :valid_until, :recorded_at, :retracted_at, :actor)

-- name: close_belief
-- What was believed of a memory until now.
UPDATE belief SET retracted_at = max(recorded_at, :at) WHERE memory = :memory AND retracted_at = ''
RETURNING *, recorded_at AS believed_at, max(recorded_at, :at) AS closed_at

-- name: bump_generation
-- Tell every connection that memories changed.
UPDATE generation SET value = value + 1 WHERE name = 'memory'

-- name: generation
-- How often memories changed.
SELECT value FROM generation WHERE name = 'memory'

-- name: memory
-- One memory with what is believed of it now.
SELECT m.*, b.*, m.recorded_at AS made_at, b.recorded_at AS believed_at
FROM memory AS m JOIN belief AS b ON b.memory = m.number AND b.retracted_at = ''
WHERE m.number = :number

-- name: memories_of
-- Some memories with what is believed of them now.
SELECT m.*, b.*, m.recorded_at AS made_at, b.recorded_at AS believed_at
FROM trusted AS m JOIN belief AS b ON b.memory = m.number AND b.retracted_at = ''
WHERE m.id IN (SELECT value FROM json_each(:ids)) AND m.project = :project

-- name: believed
-- What was believed at a moment (known) about another (at), newest first; a later row of one second wins.
SELECT m.*, b.*, m.recorded_at AS made_at, b.recorded_at AS believed_at
FROM belief AS b JOIN trusted AS m ON m.number = b.memory
WHERE m.project = :project AND b.recorded_at <= :known AND (b.retracted_at = '' OR b.retracted_at > :known)
  AND (b.status = 'active' OR (:past AND b.status IN ('superseded', 'expired')))
  AND b.valid_from <= :begun AND (b.valid_until = '' OR b.valid_until > :at)
ORDER BY m.number DESC LIMIT :limit

-- name: with_status
-- Memories that stand so now, newest first, of one author where that was asked.
SELECT m.*, b.*, m.recorded_at AS made_at, b.recorded_at AS believed_at
FROM belief AS b JOIN trusted AS m ON m.number = b.memory
WHERE b.retracted_at = '' AND b.status = :status AND m.project = :project AND (:author = '' OR m.author = :author)
ORDER BY m.number DESC LIMIT :limit

-- name: speaking
-- Memories that stand so now and hold at least half of some words, newest first.
SELECT m.*, b.*, m.recorded_at AS made_at, b.recorded_at AS believed_at
FROM belief AS b JOIN trusted AS m ON m.number = b.memory
WHERE b.retracted_at = '' AND b.status IN (SELECT value FROM json_each(:statuses)) AND m.project = :project
  AND 2 * (SELECT count(*) FROM json_each(:stems) AS stem WHERE instr(lower(m.content), stem.value) > 0)
    >= json_array_length(:stems)
ORDER BY m.number DESC LIMIT :limit

-- name: waiting_ids
-- The claims of a project or user that wait, of one author where that was asked.
SELECT m.id FROM belief AS b JOIN trusted AS m ON m.number = b.memory
WHERE b.retracted_at = '' AND b.status = 'held' AND m.project = :project AND (:author = '' OR m.author = :author)

-- name: held_counts
-- How many are held: in all, and of one author.
SELECT count(*) AS total, coalesce(sum(m.author = :author), 0) AS own
FROM belief AS b JOIN trusted AS m ON m.number = b.memory WHERE b.retracted_at = '' AND b.status = 'held'

-- name: add_replacement
-- A memory takes the place of another.
INSERT OR IGNORE INTO replacement (newer, older, how) VALUES (:newer, :older, :how)

-- name: older
-- What some memories take the place of.
SELECT r.newer, r.older AS number, m.id, r.how FROM replacement AS r JOIN memory AS m ON m.number = r.older
WHERE r.newer IN (SELECT value FROM json_each(:numbers)) ORDER BY r.older

-- name: newer
-- What takes the place of a memory, waiting ones included.
SELECT r.newer AS number, m.id, r.how FROM replacement AS r JOIN memory AS m ON m.number = r.newer
WHERE r.older = :number ORDER BY r.newer

-- name: replacement_chain
-- Everything that came before or after a memory by replacements, as pairs of ids, the oldest first.
WITH RECURSIVE near (number) AS (
  SELECT number FROM trusted WHERE id = :id AND project = :project
  UNION SELECT r.older FROM near JOIN replacement AS r ON r.newer = near.number
  UNION SELECT r.newer FROM near JOIN replacement AS r ON r.older = near.number
  LIMIT :limit)
SELECT n.id AS newer, o.id AS older, r.how FROM near CROSS JOIN replacement AS r ON r.newer = near.number
JOIN trusted AS n ON n.number = r.newer JOIN trusted AS o ON o.number = r.older
ORDER BY r.older, r.newer

-- name: contradicted_by
-- Which memories say otherwise than one.
SELECT m.id FROM contradiction AS x JOIN trusted AS m ON m.number = x.memory
WHERE x.other = :id AND m.project = :project ORDER BY m.number

-- name: contradicted_now
-- Memories that hold and that a rival which holds as well contradicts, or some words of a ground as a judge reads them.
WITH against (number, other, rival) AS (
  SELECT x.memory, o.number, 1 FROM contradiction AS x CROSS JOIN trusted AS o ON o.id = x.other
  UNION ALL SELECT o.number, x.memory, 1 FROM contradiction AS x CROSS JOIN trusted AS o ON o.id = x.other
  UNION ALL SELECT memory, memory, 0 FROM model_reading WHERE judge = :judge AND reading = -1)
SELECT t.id, max(a.rival) AS rival FROM against AS a
CROSS JOIN trusted AS t ON t.number = a.number AND t.project = :project
CROSS JOIN belief AS tb ON tb.memory = t.number AND tb.retracted_at = '' AND tb.status = 'active'
CROSS JOIN trusted AS o ON o.number = a.other
CROSS JOIN belief AS ob ON ob.memory = o.number AND ob.retracted_at = '' AND ob.status = 'active'
WHERE (tb.valid_until = '' OR tb.valid_until > :at) AND (ob.valid_until = '' OR ob.valid_until > :at)
GROUP BY t.number ORDER BY t.number

-- name: readings
-- What a judge read in some memories and words of their grounds.
SELECT m.id, r.words_hash, r.reading FROM trusted AS m
JOIN model_reading AS r ON r.memory = m.number AND r.judge = :judge
WHERE m.id IN (SELECT value FROM json_each(:ids)) AND m.project = :project

-- name: put_reading
-- What a judge read, once; nothing of a memory that was forgotten in the meantime.
INSERT OR IGNORE INTO model_reading (memory, judge, words_hash, reading, at)
SELECT number, :judge, :words_hash, :reading, :at FROM trusted WHERE id = :id AND content <> ''

-- name: drop_readings
-- Forget what models read in it.
DELETE FROM model_reading WHERE memory = :number

-- name: add_evidence
-- Why a memory is believed.
INSERT INTO evidence (memory, captured_at, verdict, reason, source, source_id, act, observation, turn, earned,
  horizon, similarity, conflict, passed, failed, metadata, session)
VALUES (:memory, :captured_at, :verdict, :reason, :source, :source_id, :act, :observation, :turn, :earned,
  :horizon, :similarity, :conflict, :passed, :failed, :metadata, :session)
RETURNING id

-- name: add_citation
-- One citation with what was found.
INSERT INTO citation (evidence, ordinal, kind, text, target, status, whole, path, start_line, end_line, blob,
  commit_sha, words, words_hash, heading, standing, place, lacks, detail)
VALUES (:evidence, :ordinal, :kind, :text, :target, :status, :whole, :path, :start_line, :end_line, :blob,
  :commit_sha, :words, :words_hash, :heading, :standing, :place, :lacks, :detail)

-- name: evidence_of
-- The validations of a memory, oldest first.
SELECT * FROM evidence WHERE memory = :number ORDER BY id

-- name: citations_of
-- The citations of a validation.
SELECT * FROM citation WHERE evidence = :evidence ORDER BY ordinal

-- name: beliefs_of
-- Everything that was ever believed of a memory, oldest first.
SELECT *, recorded_at AS believed_at FROM belief WHERE memory = :number ORDER BY id

-- name: add_anchor
-- Something that a memory cites, with the commit that brought it.
INSERT OR IGNORE INTO anchor (memory, commit_sha, patch_id, path, blob, made_at, lines, apart)
VALUES (:memory, :commit, :patch, :path, :blob, :made_at, :lines, :apart)

-- name: anchors
-- Every anchor with the sentences of its file that decided, and whether a person told the memory or let it pass.
SELECT m.id, m.branch, a.*, EXISTS (
  SELECT 1 FROM evidence AS t WHERE t.memory = m.number AND t.earned = 0) AS told, (
  SELECT json_group_array(DISTINCT c.words) FROM evidence AS e JOIN citation AS c ON c.evidence = e.id
  WHERE e.memory = a.memory AND c.path = a.path AND c.words <> '') AS quotes
FROM anchor AS a CROSS JOIN trusted AS m ON m.number = a.memory WHERE m.project = :project

-- name: learned
-- Where the memories that hang on nothing were learned, with their ids.
SELECT m.branch, m.commit_sha, json_group_array(m.id) AS ids FROM trusted AS m
JOIN belief AS b ON b.memory = m.number AND b.retracted_at = '' AND b.status = 'active'
WHERE m.project = :project AND m.branch <> '' AND m.commit_sha <> ''
  AND NOT EXISTS (SELECT 1 FROM anchor AS a WHERE a.memory = m.number)
GROUP BY m.branch, m.commit_sha

-- name: anchored_commits
-- Every commit that a memory hangs on.
SELECT DISTINCT commit_sha FROM anchor

-- name: unread_anchors
-- Anchors of an older schema whose lines nobody read yet, with the cited lines where a citation names them.
SELECT a.*, coalesce((
  SELECT c.start_line FROM evidence AS e JOIN citation AS c ON c.evidence = e.id
  WHERE e.memory = a.memory AND c.path = a.path LIMIT 1), 0) AS start_line, coalesce((
  SELECT c.end_line FROM evidence AS e JOIN citation AS c ON c.evidence = e.id
  WHERE e.memory = a.memory AND c.path = a.path LIMIT 1), 0) AS end_line
FROM anchor AS a WHERE a.lines IS NULL LIMIT :limit

-- name: read_anchor
-- Keep what an anchor's lines are.
UPDATE anchor SET lines = :lines, made_at = :made_at WHERE memory = :memory AND commit_sha = :commit AND path = :path

-- name: unanchored
-- Memories of an older schema that cite something in the repository and hang on nothing.
SELECT m.number, m.id, m.commit_sha FROM memory AS m
JOIN belief AS b ON b.memory = m.number AND b.retracted_at = '' AND b.status IN ('active', 'held')
WHERE m.project = :project AND m.number > :after AND m.commit_sha <> ''
  AND NOT EXISTS (SELECT 1 FROM anchor AS a WHERE a.memory = m.number)
  AND EXISTS (SELECT 1 FROM evidence AS e JOIN citation AS c ON c.evidence = e.id WHERE e.memory = m.number
    AND c.status = 'resolved' AND c.words <> '' AND (c.path <> '' OR c.kind = 'commit'))
ORDER BY m.number LIMIT :limit

-- name: last_citations
-- The citations of a memory's last validation.
SELECT c.* FROM citation AS c WHERE c.evidence = (SELECT max(e.id) FROM evidence AS e WHERE e.memory = :number)
ORDER BY c.ordinal

-- name: shown
-- What a commit shows, if it was found before.
SELECT value FROM shown WHERE key = :key

-- name: put_shown
-- Keep what a commit shows.
INSERT OR REPLACE INTO shown (key, value) VALUES (:key, :value)

-- name: drop_old_shown
-- Keep the newest.
DELETE FROM shown WHERE id <= (SELECT max(id) FROM shown) - :kept

-- name: rewrites
-- What git made of commits.
SELECT * FROM rewrite

-- name: add_rewrite
-- Keep what git made of a commit.
INSERT OR IGNORE INTO rewrite (old, new) VALUES (:old, :new)

-- name: anchors_of
-- The anchors of one memory.
SELECT * FROM anchor WHERE memory = :number ORDER BY commit_sha, path

-- name: add_likeness
-- A mark of a memory's words; memories with most words in common share marks.
INSERT OR IGNORE INTO likeness (mark, memory) VALUES (:mark, :memory)

-- name: alike
-- Memories that share at least so many of some marks, most first, then newer first; of a mark the newest are looked at.
SELECT l.memory, count(*) AS shared FROM json_each(:marks) AS m
JOIN likeness AS l ON l.mark = m.value AND l.memory >= coalesce(
  (SELECT n.memory FROM likeness AS n WHERE n.mark = m.value ORDER BY n.memory DESC LIMIT 1 OFFSET :newest - 1), 0)
GROUP BY l.memory HAVING count(*) >= :least ORDER BY shared DESC, l.memory DESC LIMIT :most

-- name: candidates
-- Of some memories those of a project or user that hold or wait.
SELECT m.*, b.*, m.recorded_at AS made_at, b.recorded_at AS believed_at
FROM trusted AS m
CROSS JOIN belief AS b ON b.memory = m.number AND b.retracted_at = ''
WHERE m.number IN (SELECT value FROM json_each(:numbers)) AND m.project = :project AND m.scope = :scope
  AND b.status IN ('active', 'faded', 'held') AND (b.valid_until = '' OR b.valid_until > :at)

-- name: holding
-- Those of a project or user that hold, by their ids.
SELECT m.*, b.*, m.recorded_at AS made_at, b.recorded_at AS believed_at
FROM trusted AS m
CROSS JOIN belief AS b ON b.memory = m.number AND b.retracted_at = ''
WHERE m.id IN (SELECT value FROM json_each(:ids)) AND m.project = :project AND m.scope = :scope
  AND b.status = 'active' AND (b.valid_until = '' OR b.valid_until > :at)
ORDER BY m.number

-- name: content_of
-- The derived content of a memory.
SELECT id FROM content WHERE blob = :id AND format = 'memory'

-- name: contents
-- Every derived content of a memory.
SELECT id FROM content WHERE format = 'memory'

-- name: clear_likeness
-- Drop the marks.
DELETE FROM likeness

-- name: unindexed
-- Memories with words that have no derived content.
SELECT m.number, m.id, m.content, m.recorded_at FROM memory AS m
WHERE m.content <> '' AND NOT EXISTS (SELECT 1 FROM content AS c WHERE c.blob = m.id AND c.format = 'memory')
ORDER BY m.number LIMIT :limit

-- name: empty_memory
-- Forget what was said; the id, the kind and the moments stay.
UPDATE memory SET content = '', digest = '', quote = '', applies = '', tags = '[]', branch = '', key = :key WHERE number = :number

-- name: empty_beliefs
-- Forget why it was believed.
UPDATE belief SET reason = '' WHERE memory = :number

-- name: drop_evidence
-- Forget its validations, citations included.
DELETE FROM evidence WHERE memory = :number

-- name: drop_anchors
-- Forget what it hangs on.
DELETE FROM anchor WHERE memory = :number

-- name: drop_likeness
-- Forget the marks of its words.
DELETE FROM likeness WHERE memory = :number

-- name: fill_visible
-- Memories with a belief after some other (0: all), believed at a moment about another and not hidden; what faded apart.
INSERT OR IGNORE INTO temp.visible (view, content_id, path_id, path, kind)
SELECT :view, c.id, 0, 'memory:' || m.id, CASE b.status WHEN 'faded' THEN 'faded' ELSE 'memory' END
FROM (SELECT DISTINCT memory FROM belief WHERE id > :after) AS changed
CROSS JOIN belief AS b ON b.memory = changed.memory
JOIN trusted AS m ON m.number = b.memory
JOIN content AS c ON c.blob = m.id AND c.format = 'memory'
WHERE m.project = :project AND b.recorded_at <= :known AND (b.retracted_at = '' OR b.retracted_at > :known)
  AND (b.status IN ('active', 'faded') OR (:past AND b.status IN ('superseded', 'expired')))
  AND b.valid_from <= :begun AND (b.valid_until = '' OR b.valid_until > :at)
  AND m.id NOT IN (SELECT value FROM json_each(:hidden))

-- name: clear_changed
-- Forget of the memories that a view shows those with a belief after some other.
DELETE FROM temp.visible WHERE view = :view AND kind IN ('memory', 'faded') AND path IN (
  SELECT 'memory:' || m.id FROM belief AS b JOIN memory AS m ON m.number = b.memory WHERE b.id > :after)

-- name: last_belief
-- The newest belief.
SELECT coalesce(max(id), 0) FROM belief

-- name: number_of
-- The number of a memory.
SELECT number FROM memory WHERE id = :id

-- name: add_checkpoint
-- A moment to which memories can be rolled back.
INSERT INTO checkpoint (name, at, belief, actor)
SELECT :name, :at, coalesce((SELECT max(id) FROM belief), 0), :actor
WHERE (SELECT count(*) FROM checkpoint) < :most ON CONFLICT DO NOTHING RETURNING id

-- name: checkpoints
-- Every checkpoint, newest first, with how many beliefs came after it.
SELECT c.*, (SELECT count(*) FROM belief AS b WHERE b.id > c.belief) AS later FROM checkpoint AS c ORDER BY c.id DESC

-- name: checkpoint
-- One checkpoint.
SELECT * FROM checkpoint WHERE name = :name

-- name: changed_since
-- Memories with a belief that came after a checkpoint, and the last belief they had by then.
SELECT m.number, m.id, (SELECT max(o.id) FROM belief AS o WHERE o.memory = m.number AND o.id <= :belief) AS then_id
FROM memory AS m WHERE m.project = :project AND EXISTS (
  SELECT 1 FROM belief AS b WHERE b.memory = m.number AND b.id > :belief) ORDER BY m.number

-- name: belief
-- One belief.
SELECT * FROM belief WHERE id = :id

-- name: numbers
-- Every memory of a project or user, in order.
SELECT number FROM trusted WHERE project = :project ORDER BY number

-- name: memory_row
-- A memory as it stands in its table.
SELECT * FROM memory WHERE number = :number

-- name: find_id
-- Whether a memory is there, whoever it belongs to.
SELECT number FROM memory WHERE id = :id

-- name: add_confirmation
-- Another session says the same as a memory; by itself, or because it was told.
INSERT OR IGNORE INTO confirmation (memory, what, at, independent)
SELECT :memory, :what, :at, :independent WHERE (SELECT count(*) FROM confirmation WHERE memory = :memory) < :most

-- name: count_independent
-- How many sessions came to some memories by themselves, each on a day of its own.
SELECT m.id, count(DISTINCT substr(c.at, 1, 10)) AS sessions
FROM trusted_confirmation AS c JOIN trusted AS m ON m.number = c.memory
WHERE c.independent AND m.id IN (SELECT value FROM json_each(:ids)) GROUP BY m.id

-- name: confirmations
-- What says the same as some memories, oldest first.
SELECT m.id, c.what, c.at FROM trusted_confirmation AS c JOIN trusted AS m ON m.number = c.memory
WHERE m.id IN (SELECT value FROM json_each(:ids)) ORDER BY c.memory, c.at, c.what

-- name: confirmations_of
-- What says the same as one memory, oldest first.
SELECT * FROM trusted_confirmation WHERE memory = :number ORDER BY at, what

-- name: drop_confirmations
-- Forget who said the same.
DELETE FROM confirmation WHERE memory = :number

-- name: cited_paths
-- Every file that a validation relied on, with its blob then.
SELECT DISTINCT c.path, c.blob FROM citation AS c
WHERE c.path <> '' AND c.status IN ('resolved', 'not on the base branch yet') AND c.words <> ''

-- name: cited_commits
-- Every commit that a validation relied on.
SELECT DISTINCT c.commit_sha FROM citation AS c
WHERE c.kind = 'commit' AND c.status IN ('resolved', 'not on the base branch yet')

-- name: cited_discussions
-- Every discussion of a forge that a validation relied on, with the words that it relied on.
SELECT DISTINCT c.target, c.words FROM citation AS c
WHERE c.kind = 'issue' AND (c.target LIKE '%/%/%#%' OR c.target LIKE '%/%/%!%') AND c.status = 'resolved'
  AND c.words <> ''

-- name: forget_quoted
-- Take the words of a forgotten repository's discussions out of validations; what leaned on them stays fallen.
UPDATE citation SET words = :instead, words_hash = '', detail = 'forgotten', heading = '', standing = '', 
  path = '', start_line = 0, end_line = 0, blob = '', commit_sha = '', place = ''
WHERE kind = 'issue' AND lower(substr(target, 1, length(:repository) + 1))
  IN (lower(:repository) || '#', lower(:repository) || '!')

-- name: naming_repository
-- The validations that name a repository's discussions, with how they name them and what they say of each check.
SELECT DISTINCT e.id, e.memory, c.text, e.passed, e.failed FROM citation AS c JOIN evidence AS e ON e.id = c.evidence
WHERE c.kind = 'issue' AND lower(substr(c.target, 1, length(:repository) + 1))
  IN (lower(:repository) || '#', lower(:repository) || '!')

-- name: set_checks
-- What a validation says of its checks.
UPDATE evidence SET passed = :passed, failed = :failed WHERE id = :id

-- name: forget_quote
-- A memory without the words that were given as its evidence.
UPDATE memory SET quote = '' WHERE number = :memory

-- name: unsettled
-- Memories with a source that may be other than found, though nothing changed: the user's, or never found, or not merged.
SELECT DISTINCT m.id FROM citation AS c JOIN trusted_evidence AS e ON e.id = c.evidence
JOIN trusted AS m ON m.number = e.memory
WHERE m.scope = 'user' OR c.status <> 'resolved' OR c.words = ''
  OR (c.path = '' AND c.kind <> 'commit')

-- name: grounds
-- What memories name as sources: some by their ids however they stand, and those that hold and name some sources.
WITH chosen AS (
  SELECT number FROM trusted WHERE id IN (SELECT value FROM json_each(:ids))
  UNION SELECT e.memory FROM citation AS c CROSS JOIN trusted_evidence AS e ON e.id = c.evidence
    WHERE c.path IN (SELECT value FROM json_each(:paths))
  UNION SELECT e.memory FROM citation AS c CROSS JOIN trusted_evidence AS e ON e.id = c.evidence
    WHERE :commits <> '[]' AND c.kind = 'commit' AND c.commit_sha IN (SELECT value FROM json_each(:commits))
  UNION SELECT e.memory FROM citation AS c CROSS JOIN trusted_evidence AS e ON e.id = c.evidence
    WHERE :discussions <> '[]' AND c.kind = 'issue' AND c.target IN (SELECT value FROM json_each(:discussions)))
SELECT m.id, c.* FROM chosen CROSS JOIN trusted AS m ON m.number = chosen.number
CROSS JOIN belief AS b ON b.memory = m.number AND b.retracted_at = ''
  AND (b.status = 'active' OR m.id IN (SELECT value FROM json_each(:ids)))
CROSS JOIN trusted_evidence AS e ON e.memory = m.number
CROSS JOIN citation AS c ON c.evidence = e.id
WHERE m.project = :project AND (b.valid_until = '' OR b.valid_until > :at)
  AND (m.id IN (SELECT value FROM json_each(:ids)) OR c.path IN (SELECT value FROM json_each(:paths))
    OR (c.kind = 'commit' AND c.commit_sha IN (SELECT value FROM json_each(:commits)))
    OR (c.kind = 'issue' AND c.target IN (SELECT value FROM json_each(:discussions))))
ORDER BY m.number, e.id, c.ordinal

-- name: count_active
-- How many memories hold now.
SELECT count(*) FROM belief AS b JOIN trusted AS m ON m.number = b.memory
WHERE b.retracted_at = '' AND b.status = 'active' AND m.project = :project

-- name: count_by_status
-- How many memories stand so now, by status.
SELECT b.status, count(*) AS memories FROM belief AS b JOIN trusted AS m ON m.number = b.memory
WHERE b.retracted_at = '' AND m.project = :project GROUP BY b.status ORDER BY b.status

-- name: hints
-- Memories of a grade or better with one of some words, their source's, what says otherwise; none of an unread branch.
SELECT m.id, m.kind, m.content, m.recorded_at, best.earned, best.source_id, best.observation, best.turn,
  coalesce((SELECT c.path || ': "' || c.words || '"' FROM citation AS c
    WHERE c.evidence = best.id AND c.status = 'resolved' AND c.lacks = '[]' AND c.words <> '' ORDER BY c.ordinal LIMIT 1), '') AS words,
  coalesce(
    (SELECT (SELECT min(e.earned) FROM trusted_evidence AS e
        WHERE e.memory = o.number) || ' ' || o.content
      FROM contradiction AS x JOIN trusted AS o ON o.id = x.other
      JOIN belief AS ob ON ob.memory = o.number AND ob.retracted_at = '' AND ob.status = 'active'
      WHERE x.memory = m.number AND o.id NOT IN (SELECT value FROM json_each(:hidden)) ORDER BY o.number DESC LIMIT 1),
    (SELECT (SELECT min(e.earned) FROM trusted_evidence AS e
        WHERE e.memory = o.number) || ' ' || o.content
      FROM contradiction AS x JOIN trusted AS o ON o.number = x.memory
      JOIN belief AS ob ON ob.memory = o.number AND ob.retracted_at = '' AND ob.status = 'active'
      WHERE x.other = m.id AND o.id NOT IN (SELECT value FROM json_each(:hidden)) ORDER BY o.number DESC LIMIT 1),
    '') AS otherwise
FROM memory_fts AS f
JOIN passage AS p ON p.id = f.rowid
JOIN content AS c ON c.id = p.content_id AND c.format = 'memory'
JOIN trusted AS m ON m.id = c.blob AND m.project = :project
JOIN belief AS b ON b.memory = m.number AND b.retracted_at = '' AND b.status = 'active'
JOIN trusted_evidence AS best ON best.id = (
  SELECT e.id FROM trusted_evidence AS e
  WHERE e.memory = m.number ORDER BY e.earned, e.id DESC LIMIT 1)
WHERE memory_fts MATCH :match AND best.earned <= :least
  AND (best.earned <= :firm OR NOT EXISTS (
    SELECT 1 FROM contradiction AS x LEFT JOIN memory AS o ON o.id = x.other
    LEFT JOIN trusted AS t ON t.number = o.number
    LEFT JOIN belief AS ob ON ob.memory = o.number AND ob.retracted_at = ''
    WHERE x.memory = m.number AND (o.id IS NULL OR (t.number IS NOT NULL AND ob.status IN ('active', 'faded')))))
  AND (b.valid_until = '' OR b.valid_until > :at)
  AND m.id NOT IN (SELECT value FROM json_each(:hidden))
  AND (:anchored OR m.number NOT IN (SELECT memory FROM anchor WHERE apart))
GROUP BY m.number ORDER BY m.number DESC LIMIT 500

-- name: likenesses
-- Memories in all, those that people merged; claims that were known, in other words, and said anew in the place of it.
SELECT (SELECT count(*) FROM trusted WHERE project = :project) AS memories,
  (SELECT count(DISTINCT r.older) FROM replacement AS r JOIN trusted AS m ON m.number = r.older
    WHERE r.how = 'merge' AND m.project = :project) AS merged,
  count(*) AS known, coalesce(sum(e.similarity < 1), 0) AS reworded,
  coalesce(sum(e.similarity < 1 AND EXISTS (
    SELECT 1 FROM replacement AS r JOIN trusted AS n ON n.number = r.newer
    WHERE r.older = e.memory AND r.how <> 'merge' AND n.author = e.source_id AND n.recorded_at >= e.captured_at)), 0)
    AS distinct_ones
FROM evidence AS e JOIN trusted AS m ON m.number = e.memory
WHERE m.project = :project AND e.verdict = 'known'

-- name: contradictions
-- What says otherwise than some memories: sources, and memories that haven't ended and that nobody quarantined.
SELECT x.memory, x.other FROM contradiction AS x
WHERE x.memory IN (SELECT value FROM json_each(:numbers)) AND NOT EXISTS (
  SELECT 1 FROM memory AS o LEFT JOIN trusted AS t ON t.number = o.number
  JOIN belief AS ob ON ob.memory = o.number AND ob.retracted_at = ''
  WHERE o.id = x.other AND (t.number IS NULL OR ob.status NOT IN ('active', 'faded')))
ORDER BY x.other

-- name: contradictions_ever
-- What said otherwise than a memory, whatever became of it, but quarantined memories.
SELECT x.other FROM contradiction AS x LEFT JOIN memory AS o ON o.id = x.other
LEFT JOIN trusted AS t ON t.number = o.number
WHERE x.memory = :number AND (o.number IS NULL OR t.number IS NOT NULL) ORDER BY x.other

-- name: against
-- Which memories say otherwise than some others, newest first.
SELECT x.other, m.id FROM contradiction AS x JOIN trusted AS m ON m.number = x.memory
WHERE x.other IN (SELECT value FROM json_each(:ids)) ORDER BY m.number DESC

-- name: add_contradiction
-- Something says otherwise than a memory.
INSERT OR IGNORE INTO contradiction (memory, other) VALUES (:memory, :other)

-- name: drop_contradictions
-- Forget what says otherwise.
DELETE FROM contradiction WHERE memory = :number

-- name: salt
-- What hashes of refused claims are salted with.
SELECT value FROM salt

-- name: any_refused
-- Whether any claim was refused.
SELECT EXISTS (SELECT 1 FROM refused)

-- name: refused
-- Who refused a claim, how and when.
SELECT how, actor, at FROM refused WHERE mark = :mark

-- name: add_refused
-- A person refused a claim.
INSERT OR REPLACE INTO refused (mark, how, actor, at) VALUES (:mark, :how, :actor, :at)

-- name: drop_refused
-- A person took it back.
DELETE FROM refused WHERE mark = :mark

-- name: evidences
-- Everything that some memories are believed by, oldest first.
SELECT m.id AS memory_id, m.number, e.* FROM trusted AS m JOIN trusted_evidence AS e ON e.memory = m.number
WHERE m.id IN (SELECT value FROM json_each(:ids)) AND m.project = :project ORDER BY m.number, e.id

-- name: oldest_held
-- What has been held longest of one author, then of the others.
SELECT b.memory FROM belief AS b JOIN trusted AS m ON m.number = b.memory
WHERE b.retracted_at = '' AND b.status = 'held' ORDER BY m.author <> :author, b.memory LIMIT :limit

-- name: count_indexed
-- How many memories are indexed: never fewer than those that nothing but an agent's word stands behind.
SELECT count(*) FROM content WHERE format = 'memory'

-- name: oldest_said
-- The faded ones of a project, then those of active ones that fewest sessions said, the oldest first, and their count.
SELECT b.memory, count(*) OVER () AS standing
FROM trusted AS m
CROSS JOIN belief AS b ON b.memory = m.number AND b.retracted_at = '' AND b.status IN ('active', 'faded')
WHERE m.project = :project AND NOT EXISTS (SELECT 1 FROM evidence AS e WHERE e.memory = m.number AND e.earned < 3)
ORDER BY b.status = 'active', (SELECT count(*) FROM trusted_confirmation AS c WHERE c.memory = m.number), b.memory
LIMIT :limit

-- name: belief_now
-- What is believed of a memory now.
SELECT * FROM belief WHERE memory = :number AND retracted_at = ''

-- name: mortal
-- Memories that hold or faded and that nobody told, after some number, with the days that count for their time.
SELECT m.number, m.id, m.kind,
  coalesce((SELECT min(e.captured_at) FROM evidence AS e WHERE e.memory = m.number), m.recorded_at) AS captured,
  (SELECT json_group_array(c.at) FROM trusted_confirmation AS c WHERE c.memory = m.number) AS repeated,
  CASE WHEN EXISTS (SELECT 1 FROM evidence AS e JOIN citation AS c ON c.evidence = e.id
    WHERE e.memory = m.number AND c.words <> '') THEN '' ELSE coalesce((
      SELECT max(e.captured_at) FROM evidence AS e WHERE e.memory = m.number AND e.observation <> ''), '') END AS observed
FROM trusted AS m CROSS JOIN belief AS b ON b.memory = m.number AND b.retracted_at = '' AND b.status IN ('active', 'faded')
WHERE m.project = :project AND m.number > :after AND m.kind IN (SELECT value FROM json_each(:kinds))
  AND NOT EXISTS (SELECT 1 FROM evidence AS e WHERE e.memory = m.number AND e.earned = 0)
ORDER BY m.number LIMIT :limit

-- name: worked
-- The days on which the project was worked on.
SELECT day FROM worked ORDER BY day

-- name: worked_on
-- Whether it was on a day.
SELECT day FROM worked WHERE day = :day

-- name: add_worked
-- It was on a day.
INSERT OR IGNORE INTO worked (day) VALUES (:day)

-- name: ends
-- The newest rows of what a decision may write.
SELECT (SELECT coalesce(max(id), 0) FROM belief) AS belief, (SELECT coalesce(max(id), 0) FROM evidence) AS evidence,
  (SELECT coalesce(max(number), 0) FROM memory) AS memory

-- name: believed_between
-- Memories that a decision changed, with the belief before it, and whether one outside of :void (taken back) came later.
SELECT m.number, m.id, (SELECT max(o.id) FROM belief AS o WHERE o.memory = m.number AND o.id <= :belief_after) AS then_id,
  EXISTS (SELECT 1 FROM belief AS l WHERE l.memory = m.number AND l.id > :belief_until AND NOT EXISTS (
    SELECT 1 FROM json_each(:void) AS v
    WHERE l.id > json_extract(v.value, '$[0]') AND l.id <= json_extract(v.value, '$[1]'))) AS later
FROM memory AS m WHERE m.project = :project AND m.number IN (
  SELECT memory FROM belief WHERE id > :belief_after AND id <= :belief_until) ORDER BY m.number

-- name: drop_evidence_between
-- Forget what a decision added to why a memory is believed.
DELETE FROM evidence WHERE memory = :number AND id > :evidence_after AND id <= :evidence_until

-- name: drop_replacements
-- A memory takes the place of nothing.
DELETE FROM replacement WHERE newer = :number

-- name: is_told
-- Whether a person stands behind a memory, with whatever it says wherever it holds: not only in one client.
SELECT EXISTS (SELECT 1 FROM evidence WHERE memory = :number AND earned = 0 AND act <> 'confirmed in the client')

-- name: ends_of_time
-- The moments at which the time of memories ends.
SELECT DISTINCT valid_until FROM belief WHERE valid_until <> '' AND retracted_at = '' ORDER BY valid_until

-- name: newest_told
-- What persons told and that holds, newest first.
SELECT m.id FROM (SELECT DISTINCT memory FROM evidence WHERE earned = 0) AS t JOIN trusted AS m ON m.number = t.memory
JOIN belief AS b ON b.memory = m.number AND b.retracted_at = '' AND b.status = 'active'
WHERE m.project = :project AND (b.valid_until = '' OR b.valid_until > :at)
ORDER BY m.number DESC LIMIT :limit

-- name: newest_only_said
-- What holds and nothing but an agent's word stands behind, newest first.
SELECT m.id FROM trusted AS m
JOIN belief AS b ON b.memory = m.number AND b.retracted_at = '' AND b.status = 'active'
WHERE m.project = :project AND (b.valid_until = '' OR b.valid_until > :at)
  AND NOT EXISTS (SELECT 1 FROM evidence AS e WHERE e.memory = m.number AND e.earned < 3)
ORDER BY m.number DESC LIMIT :limit

-- name: told_texts
-- What persons told and that holds, as it reads, newest first; a question tells nothing.
SELECT m.id, m.content FROM (SELECT DISTINCT memory FROM evidence WHERE earned = 0) AS t
JOIN trusted AS m ON m.number = t.memory
JOIN belief AS b ON b.memory = m.number AND b.retracted_at = '' AND b.status = 'active'
WHERE m.project = :project AND m.kind <> 'question' AND (b.valid_until = '' OR b.valid_until > :at)
ORDER BY m.number DESC LIMIT :limit

-- name: newest_said
-- What rests on a person's typed words since a moment and isn't told yet, newest first.
SELECT m.id FROM trusted AS m
JOIN belief AS b ON b.memory = m.number AND b.retracted_at = '' AND b.status = 'active'
WHERE m.project = :project AND (b.valid_until = '' OR b.valid_until > :at)
  AND m.recorded_at >= :since AND m.number > (SELECT max(number) FROM memory) - 2000
  AND EXISTS (SELECT 1 FROM evidence AS e WHERE e.memory = m.number AND e.turn <> '')
  AND NOT EXISTS (SELECT 1 FROM evidence AS e WHERE e.memory = m.number AND e.earned = 0)
ORDER BY m.number DESC LIMIT :limit

-- name: newest_captured
-- What was read out of sessions since a moment and holds, newest first.
SELECT m.id FROM trusted AS m
JOIN belief AS b ON b.memory = m.number AND b.retracted_at = '' AND b.status = 'active'
WHERE m.project = :project AND (b.valid_until = '' OR b.valid_until > :at)
  AND m.recorded_at >= :since AND m.number > (SELECT max(number) FROM memory) - 2000
  AND (m.key LIKE :project || ':noticed:%' OR m.key LIKE :project || ':turn:%' OR m.key LIKE :project || ':model:%')
ORDER BY m.number DESC LIMIT :limit

-- name: acts_since
-- How many records of acts as a person there are since a moment that an agent's process could have caused.
SELECT count(*) AS acts, coalesce(max(at), '') AS last FROM audit WHERE at > :since AND json_extract(metadata, '$.by') = 'person'
  AND json_extract(metadata, '$.agent') = 'possible'

-- name: only_said_in_all
-- How many memories hold now that nothing but an agent's word stands behind.
SELECT count(*) FROM trusted AS m
JOIN belief AS b ON b.memory = m.number AND b.retracted_at = '' AND b.status = 'active'
WHERE m.project = :project AND NOT EXISTS (SELECT 1 FROM evidence AS e WHERE e.memory = m.number AND e.earned < 3)

-- name: missing
-- What memories that hold cite, and nobody found when they were told; a later look that found it counts.
SELECT m.id, c.* FROM trusted AS m
JOIN belief AS b ON b.memory = m.number AND b.retracted_at = '' AND b.status = 'active'
JOIN evidence AS e ON e.memory = m.number JOIN citation AS c ON c.evidence = e.id
WHERE m.project = :project AND (b.valid_until = '' OR b.valid_until > :at)
  AND c.status IN ('not found', 'source gone', 'not reachable from HEAD', 'ambiguous')
  AND NOT EXISTS (SELECT 1 FROM evidence AS l JOIN citation AS d ON d.evidence = l.id
    WHERE l.memory = m.number AND d.text = c.text AND d.status = 'resolved')
GROUP BY m.number, c.text ORDER BY m.number DESC

-- name: narrowed
-- Memories that stand so now, newest first, narrowed by what was asked: an empty text or list is no bound.
SELECT m.*, b.*, m.recorded_at AS made_at, b.recorded_at AS believed_at
FROM belief AS b JOIN trusted AS m ON m.number = b.memory
WHERE b.retracted_at = '' AND b.status = :status AND m.project = :project
  AND (b.valid_until = '' OR b.valid_until > :at)
  AND (:kinds = '[]' OR m.kind IN (SELECT value FROM json_each(:kinds)))
  AND (:author = '' OR m.author = :author) AND substr(m.session, 1, length(:session)) = :session
  AND m.recorded_at >= :since AND (:ids = '[]' OR m.id IN (SELECT value FROM json_each(:ids)))
  AND NOT EXISTS (SELECT 1 FROM json_each(:tags) AS t WHERE t.value NOT IN (SELECT value FROM json_each(m.tags)))
ORDER BY m.number DESC LIMIT :limit

-- name: keys
-- The same in little more than ids; weighed: the best grade at capture, whether HEAD may differ.
SELECT m.id, m.kind, m.scope, m.author, m.recorded_at, b.valid_until,
  CASE WHEN :weighed THEN coalesce((SELECT min(e.earned) FROM trusted_evidence AS e
    WHERE e.memory = m.number), 3) ELSE 3 END AS earned,
  CASE WHEN :weighed THEN EXISTS (SELECT 1 FROM evidence AS e JOIN citation AS c ON c.evidence = e.id
    WHERE e.memory = m.number AND (m.scope = 'user' OR c.status <> 'resolved')) ELSE 1 END AS unsure
FROM belief AS b JOIN trusted AS m ON m.number = b.memory
WHERE b.retracted_at = '' AND b.status = :status AND m.project = :project
  AND (b.valid_until = '' OR b.valid_until > :at)
  AND (:kinds = '[]' OR m.kind IN (SELECT value FROM json_each(:kinds)))
  AND (:author = '' OR m.author = :author) AND substr(m.session, 1, length(:session)) = :session
  AND m.recorded_at >= :since AND (:until = '' OR m.recorded_at <= :until || 'T23:59:59Z')
  AND (:tags = '[]' OR NOT EXISTS (
    SELECT 1 FROM json_each(:tags) AS t WHERE t.value NOT IN (SELECT value FROM json_each(m.tags))))
  AND (:words = '[]' OR NOT EXISTS (SELECT 1 FROM json_each(:words) AS w
    WHERE NOT instr(lower(m.content), lower(w.value)) AND NOT instr(m.content, w.value)
      AND substr(m.id, 1, length(w.value)) <> lower(w.value)))
  AND (:among IS NULL OR m.id IN (SELECT value FROM json_each(:among)))
ORDER BY m.number DESC LIMIT :limit

-- name: confined
-- Memories of the user's that agents reported and no person told for everywhere; whether here, whether a person saw them.
SELECT m.id, max(json_extract(e.metadata, '$.project') = :here) AS here,
  EXISTS (SELECT 1 FROM evidence AS s WHERE s.memory = m.number AND s.earned = 0) AS seen
FROM evidence AS e JOIN trusted AS m ON m.number = e.memory
WHERE e.metadata <> '{}' AND m.scope = 'user' AND json_extract(e.metadata, '$.project') IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM evidence AS t
    WHERE t.memory = m.number AND t.earned = 0 AND t.act <> 'confirmed in the client')
GROUP BY m.number

-- name: quarantines
-- How often somebody was quarantined or freed.
SELECT value FROM generation WHERE name = 'quarantine'

-- name: bump_quarantines
-- Tell every connection that somebody was.
UPDATE generation SET value = value + 1 WHERE name = 'quarantine'

-- name: add_quarantine
-- What somebody wrote is in no answer from now on.
INSERT OR IGNORE INTO quarantine (who, reason, actor, at) VALUES (:who, :reason, :actor, :at)

-- name: add_quarantined_names
-- The names under which they wrote.
INSERT OR IGNORE INTO quarantined_name (name, who) SELECT value, :who FROM json_each(:names)

-- name: add_quarantined_sessions
-- The sessions of who is quarantined: that are named so, or in which the author wrote.
INSERT OR IGNORE INTO quarantined_session (session, who)
SELECT value, :who FROM json_each(:names) UNION SELECT session, :who FROM memory WHERE author = :who AND session <> ''

-- name: drop_quarantine
-- What somebody wrote counts again.
DELETE FROM quarantine WHERE who = :who

-- name: quarantine_of
-- Which quarantine an author, an agent or a session is under, the session of a sub-agent with the one that started it.
SELECT q.* FROM quarantined_name AS n JOIN quarantine AS q ON q.who = n.who
WHERE n.name IN (:author, :session, :agent, substr(:session, 1, instr(:session, '/') - 1)) ORDER BY q.at, q.who LIMIT 1

-- name: list_quarantines
-- Everybody who is quarantined, with how much they wrote.
SELECT q.*, (SELECT count(*) FROM memory AS m
  WHERE m.author IN (SELECT name FROM quarantined_name WHERE who = q.who)
    OR m.session IN (SELECT name FROM quarantined_name WHERE who = q.who)
    OR m.agent IN (SELECT name FROM quarantined_name WHERE who = q.who)) AS memories
FROM quarantine AS q ORDER BY q.at, q.who

-- name: withheld
-- Memories of those who are quarantined that would count or wait, and hold at least half of some words.
SELECT m.id FROM belief AS b JOIN memory AS m ON m.number = b.memory
WHERE b.retracted_at = '' AND b.status IN ('active', 'held') AND m.project = :project
  AND m.number NOT IN (SELECT number FROM trusted)
  AND 2 * (SELECT count(*) FROM json_each(:stems) AS stem WHERE instr(lower(m.content), stem.value) > 0)
    >= json_array_length(:stems)

-- name: names_of
-- The names under which somebody who is quarantined wrote.
SELECT name FROM quarantined_name WHERE who = :who ORDER BY name

-- name: shared_by
-- What others wrote and somebody shares in pools.
SELECT DISTINCT m.id FROM pool_memory AS s JOIN memory AS m ON m.number = s.memory
WHERE (s.agent IN (SELECT value FROM json_each(:names)) OR s.session IN (SELECT value FROM json_each(:names)))
  AND m.author NOT IN (SELECT value FROM json_each(:names))
  AND m.session NOT IN (SELECT value FROM json_each(:names))
  AND m.agent NOT IN (SELECT value FROM json_each(:names))
ORDER BY m.number

-- name: in_pools
-- The pools in which some memories are shared, whoever shares them.
SELECT DISTINCT p.name, m.id FROM memory AS m JOIN pool_memory AS s ON s.memory = m.number
JOIN pool AS p ON p.number = s.pool WHERE m.id IN (SELECT value FROM json_each(:ids)) ORDER BY p.name, m.number

-- name: sharers
-- The agents that share something, each with the sessions in which it did.
SELECT DISTINCT agent, session FROM pool_memory

-- name: first_written
-- When the first memory under some names was recorded; empty for none.
WITH who (name) AS (SELECT value FROM json_each(:names))
SELECT coalesce(min(recorded_at), '') AS at FROM memory
WHERE author IN (SELECT name FROM who) OR session IN (SELECT name FROM who) OR agent IN (SELECT name FROM who)

-- name: writers
-- Every author, agent and session of a memory.
SELECT author AS who FROM memory UNION SELECT session FROM memory UNION SELECT agent FROM memory
UNION SELECT agent FROM agent_writer

-- name: agent_writers
-- The sessions of each agent that wrote.
SELECT agent, session FROM agent_writer UNION SELECT agent, session FROM memory WHERE agent <> '' AND session <> ''

-- name: standing
-- Under which quarantine a session or its agent is, and whether it is known that they write.
SELECT (
  SELECT q.who FROM quarantined_name AS n JOIN quarantine AS q ON q.who = n.who
  WHERE n.name IN (:session, :agent, substr(:session, 1, instr(:session, '/') - 1))
  ORDER BY q.at, q.who LIMIT 1) AS quarantined,
  EXISTS (SELECT 1 FROM agent_writer WHERE agent = :agent AND session = :session) AS known

-- name: add_agent_writer
-- A session of an agent writes.
INSERT OR IGNORE INTO agent_writer (agent, session) VALUES (:agent, :session)

-- name: sessions_of
-- The sessions of who is quarantined.
SELECT session FROM quarantined_session WHERE who = :who ORDER BY session

-- name: lost_to
-- What somebody who is quarantined took the place of and nobody else did: what is believed of it, and was before.
SELECT o.number, b.id AS ended, (SELECT max(p.id) FROM belief AS p
  WHERE p.memory = o.number AND p.id < b.id AND p.status IN ('active', 'faded', 'held', 'archived')) AS before
FROM memory AS n JOIN replacement AS r ON r.newer = n.number JOIN trusted AS o ON o.number = r.older
JOIN belief AS b ON b.memory = o.number AND b.retracted_at = '' AND b.reason = r.how || :replaced
WHERE (n.author IN (SELECT name FROM quarantined_name WHERE who = :who)
    OR n.session IN (SELECT name FROM quarantined_name WHERE who = :who)
    OR n.agent IN (SELECT name FROM quarantined_name WHERE who = :who)) AND NOT EXISTS (
  SELECT 1 FROM replacement AS s JOIN trusted AS t ON t.number = s.newer
  JOIN belief AS c ON c.memory = t.number AND c.retracted_at = '' AND c.status NOT IN ('held', 'retracted')
  WHERE s.older = o.number)
GROUP BY o.number HAVING before IS NOT NULL

-- name: end_beliefs
-- What was believed of some memories until now; `pairs` holds their beliefs and those that they return to.
UPDATE belief SET retracted_at = max(recorded_at, :at)
WHERE id IN (SELECT json_extract(value, '$[0]') FROM json_each(:pairs))

-- name: return_beliefs
-- What was believed of them before is believed again.
INSERT INTO belief (memory, status, reason, valid_from, valid_until, recorded_at, retracted_at, actor)
SELECT b.memory, p.status, p.reason, p.valid_from, p.valid_until, b.retracted_at, '', :actor FROM json_each(:pairs) AS j
JOIN belief AS b ON b.id = json_extract(j.value, '$[0]') JOIN belief AS p ON p.id = json_extract(j.value, '$[1]')

-- name: add_given_back
-- What a quarantine made hold again, and what is believed of it after a lift.
INSERT INTO given_back (belief, ended)
SELECT n.id, b.id FROM json_each(:pairs) AS j JOIN belief AS b ON b.id = json_extract(j.value, '$[0]')
JOIN belief AS n ON n.memory = b.memory AND n.retracted_at = ''

-- name: given_back
-- What quarantines made hold again and what took its place is trusted anew; whether nothing changed since.
SELECT g.belief, g.ended, b.memory, b.retracted_at = '' AS unchanged
FROM given_back AS g JOIN belief AS b ON b.id = g.belief
WHERE EXISTS (SELECT 1 FROM replacement AS r JOIN trusted AS n ON n.number = r.newer WHERE r.older = b.memory)

-- name: drop_given_back
-- It is over.
DELETE FROM given_back WHERE belief IN (SELECT value FROM json_each(:beliefs))

-- name: find_written
-- The memories that are called by this id or by its beginning, quarantined ones included.
SELECT m.number, m.id FROM memory AS m
WHERE m.project = :project AND m.id >= :id AND m.id <= :id || 'g' AND (m.id = :id OR length(:id) >= :least)
LIMIT 2

-- name: written_by
-- Everything that somebody wrote, quarantined or not, the oldest first.
SELECT id FROM memory WHERE author IN (SELECT value FROM json_each(:names))
  OR session IN (SELECT value FROM json_each(:names)) OR agent IN (SELECT value FROM json_each(:names)) ORDER BY number

-- name: replaced_by
-- What others wrote and somebody's memories take the place of, or would where they wait for a person.
WITH theirs AS (SELECT number FROM memory WHERE author IN (SELECT value FROM json_each(:names))
  OR session IN (SELECT value FROM json_each(:names)) OR agent IN (SELECT value FROM json_each(:names)))
SELECT o.id, min(EXISTS (SELECT 1 FROM belief AS b
  WHERE b.memory = r.newer AND b.retracted_at = '' AND b.status = 'held')) AS waits
FROM replacement AS r JOIN memory AS o ON o.number = r.older
WHERE r.newer IN (SELECT number FROM theirs) AND r.older NOT IN (SELECT number FROM theirs)
GROUP BY o.number ORDER BY o.number

-- name: made_of
-- What others wrote in the place of somebody's memories: to extend, merge, correct or supersede them.
WITH theirs AS (SELECT number FROM memory WHERE author IN (SELECT value FROM json_each(:names))
  OR session IN (SELECT value FROM json_each(:names)) OR agent IN (SELECT value FROM json_each(:names)))
SELECT DISTINCT n.id FROM replacement AS r JOIN memory AS n ON n.number = r.newer
WHERE r.older IN (SELECT number FROM theirs) AND r.newer NOT IN (SELECT number FROM theirs) ORDER BY n.number

-- name: supported_by
-- What others wrote and somebody, or a session of theirs, said as well.
WITH said AS (SELECT value AS session FROM json_each(:names)
  UNION SELECT session FROM memory WHERE author IN (SELECT value FROM json_each(:names)) AND session <> '')
SELECT m.id FROM memory AS m
WHERE m.author NOT IN (SELECT value FROM json_each(:names)) AND m.session NOT IN (SELECT value FROM json_each(:names))
  AND (EXISTS (SELECT 1 FROM evidence AS e WHERE e.memory = m.number
      AND (e.source_id IN (SELECT value FROM json_each(:names)) OR e.session IN (SELECT value FROM json_each(:names))))
    OR EXISTS (SELECT 1 FROM confirmation AS c WHERE c.memory = m.number
      AND c.what IN (SELECT 'session ' || substr(session, 1, 12) FROM said)))
ORDER BY m.number

-- name: contested_by
-- What others wrote and somebody's memories say otherwise than, or the other way round.
WITH theirs AS (SELECT number, id FROM memory WHERE author IN (SELECT value FROM json_each(:names))
  OR session IN (SELECT value FROM json_each(:names)) OR agent IN (SELECT value FROM json_each(:names)))
SELECT x.other AS id FROM contradiction AS x JOIN memory AS o ON o.id = x.other
WHERE x.memory IN (SELECT number FROM theirs) AND o.number NOT IN (SELECT number FROM theirs)
UNION SELECT m.id FROM contradiction AS x JOIN memory AS m ON m.number = x.memory
WHERE x.other IN (SELECT id FROM theirs) AND x.memory NOT IN (SELECT number FROM theirs)
ORDER BY 1

-- name: shown_in_projects
-- Which of the user's memories projects were shown, by the beginnings of their ids.
SELECT resource AS project, json_extract(metadata, '$.memories') AS memories FROM audit
WHERE event = 'CROSS_SCOPE_READ' ORDER BY sequence

-- name: ranked_beliefs
-- Everything that was ever believed of a memory, in order, with its rank among what several machines believed.
SELECT b.*, r.rank FROM belief AS b LEFT JOIN belief_rank AS r ON r.belief = b.id WHERE b.memory = :number ORDER BY b.id

-- name: add_ranked
-- What was believed for a while, as another machine has it.
INSERT INTO belief (memory, status, reason, valid_from, valid_until, recorded_at, retracted_at, actor)
VALUES (:memory, :status, :reason, :valid_from, :valid_until, :recorded_at, :retracted_at, :actor) RETURNING id

-- name: set_rank
-- Where a belief stands.
INSERT INTO belief_rank (belief, rank) VALUES (:belief, :rank) ON CONFLICT DO UPDATE SET rank = excluded.rank

-- name: set_end
-- When a belief was retracted.
UPDATE belief SET retracted_at = :at WHERE id = :id

-- name: drop_given_back_of
-- What a quarantine gave back is over where other machines say more.
DELETE FROM given_back WHERE belief IN (SELECT value FROM json_each(:beliefs))
  OR ended IN (SELECT value FROM json_each(:beliefs))

-- name: drop_beliefs
-- They stand again in their new order.
DELETE FROM belief WHERE id IN (SELECT value FROM json_each(:beliefs))

-- name: marks_of
-- The marks of a memory's validations when it was last synced.
SELECT mark, dropped FROM evidence_mark WHERE memory = :number ORDER BY mark

-- name: set_mark
-- A memory has, or no longer has, a validation.
INSERT INTO evidence_mark (memory, mark, dropped) VALUES (:memory, :mark, :dropped)
ON CONFLICT DO UPDATE SET dropped = max(dropped, excluded.dropped)

-- name: drop_marks
-- Forget which validations it had.
DELETE FROM evidence_mark WHERE memory = :number

-- name: drop_one_evidence
-- Somebody took a validation back.
DELETE FROM evidence WHERE id = :id

-- name: merge_confirmation
-- A session says the same as a memory, as another machine has it.
INSERT INTO confirmation (memory, what, at, independent) VALUES (:memory, :what, :at, :independent)
ON CONFLICT DO UPDATE SET at = min(at, excluded.at), independent = max(independent, excluded.independent)

-- name: refusal_of
-- Who refused a claim, how and when.
SELECT how, actor, at FROM refused WHERE mark = :mark
-- name: consolidation
-- The pass of consolidation of one day.
SELECT * FROM consolidation WHERE day = :day

-- name: begin_consolidation
-- A pass begins, or goes on.
INSERT OR IGNORE INTO consolidation (day, began_at) VALUES (:day, :at)

-- name: end_consolidation
-- A pass has run all its steps.
UPDATE consolidation SET ended_at = :at WHERE day = :day AND ended_at = ''

-- name: consolidation_steps
-- What the steps of a pass did.
SELECT name, changed, done FROM consolidation_step WHERE day = :day ORDER BY name

-- name: add_consolidation_step
-- A step changed something, or is done; what it did adds up over the day.
INSERT INTO consolidation_step (day, name, changed, done, at) VALUES (:day, :name, :changed, :done, :at)
ON CONFLICT (day, name) DO UPDATE
SET changed = changed + excluded.changed, done = max(done, excluded.done), at = excluded.at
WHERE excluded.changed > 0 OR excluded.done > done

-- name: last_consolidation
-- The newest pass that ran all its steps.
SELECT max(day) AS day FROM consolidation WHERE ended_at <> ''

-- name: drop_old_consolidations
-- Passes are kept for so many.
DELETE FROM consolidation WHERE day NOT IN (SELECT day FROM consolidation ORDER BY day DESC LIMIT :kept)

-- name: drop_old_checkpoints
-- Of the checkpoints whose names begin so the newest are kept.
DELETE FROM checkpoint WHERE substr(name, 1, length(:prefix)) = :prefix AND id NOT IN (
  SELECT id FROM checkpoint WHERE substr(name, 1, length(:prefix)) = :prefix ORDER BY id DESC LIMIT :kept)

-- name: any_memory
-- Whether anything holds.
SELECT EXISTS (SELECT 1 FROM belief AS b JOIN trusted AS m ON m.number = b.memory
  WHERE b.retracted_at = '' AND b.status IN ('active', 'faded') AND m.project = :project)

-- name: independent_since
-- Which sessions came to memories by themselves since a moment.
SELECT m.id, c.what, c.at FROM trusted_confirmation AS c JOIN trusted AS m ON m.number = c.memory
WHERE c.independent AND c.at >= :since AND m.project = :project ORDER BY c.at, m.id, c.what

-- name: ids_beginning
-- Memories whose ids begin with eight digits of some texts.
SELECT id FROM trusted WHERE substr(id, 1, 8) IN (SELECT value FROM json_each(:begins)) AND project = :project

-- name: holding_against
-- Which memories something that holds says otherwise than.
SELECT x.other FROM contradiction AS x JOIN trusted AS m ON m.number = x.memory
JOIN belief AS b ON b.memory = m.number AND b.retracted_at = '' AND b.status = 'active'
WHERE x.other IN (SELECT value FROM json_each(:ids))

-- name: holding_texts
-- What every memory that holds says.
SELECT m.id, m.content FROM belief AS b JOIN trusted AS m ON m.number = b.memory
WHERE b.retracted_at = '' AND b.status = 'active' AND m.project = :project

-- name: holding_ids
-- Every memory that holds.
SELECT m.id FROM belief AS b JOIN trusted AS m ON m.number = b.memory
WHERE b.retracted_at = '' AND b.status = 'active' AND m.project = :project ORDER BY m.number

-- name: growth
-- How many memories were made since a day, by day, kind and the best rank that they earned; below 0 what is held.
SELECT day, kind, rank, count(*) AS number FROM (
  SELECT substr(m.recorded_at, 1, 10) AS day, m.kind AS kind,
    CASE WHEN b.status = 'held' THEN -1
      ELSE coalesce((SELECT min(e.earned) FROM evidence AS e WHERE e.memory = m.number), 3) END AS rank
  FROM trusted AS m JOIN belief AS b ON b.memory = m.number AND b.retracted_at = ''
  WHERE m.project = :project AND m.recorded_at >= :since AND m.content <> ''
) GROUP BY day, kind, rank ORDER BY day, kind, rank

-- name: waiting_since
-- Since when claims wait.
SELECT b.recorded_at AS since FROM belief AS b JOIN trusted AS m ON m.number = b.memory
WHERE b.retracted_at = '' AND b.status = 'held' AND m.project = :project ORDER BY b.recorded_at

-- name: ids_holding
-- The memories that hold now.
SELECT m.id FROM belief AS b JOIN trusted AS m ON m.number = b.memory
WHERE b.retracted_at = '' AND b.status = 'active' AND m.project = :project
  AND (b.valid_until = '' OR b.valid_until > :at)
