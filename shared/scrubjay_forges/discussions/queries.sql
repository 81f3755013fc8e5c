-- name: repositories
-- Every repository with what is kept of it.
SELECT r.*,
  (SELECT count(*) FROM discussion AS d WHERE d.repository = r.id AND d.kind = 'issue') AS issues,
  (SELECT count(*) FROM discussion AS d WHERE d.repository = r.id AND d.kind = 'pull_request') AS pull_requests,
  (SELECT count(*) FROM discussion_part AS p WHERE p.repository = r.id) AS texts,
  (SELECT count(*) FROM discussion_part AS p WHERE p.repository = r.id AND NOT EXISTS (
    SELECT 1 FROM discussion AS d WHERE d.repository = r.id AND d.sign = p.sign AND d.number = p.number)) AS unread,
  (SELECT count(*) FROM discussion_part AS p WHERE p.repository = r.id AND p.content IS NULL) AS unindexed,
  (SELECT count(*) FROM discussion_part AS p WHERE p.repository = r.id AND p.judged = '' AND NOT p.member AND EXISTS (
    SELECT 1 FROM discussion AS d WHERE d.repository = r.id AND d.sign = p.sign AND d.number = p.number)) AS unjudged,
  coalesce((SELECT min(CASE WHEN d.read_at = '' THEN r.synced_at ELSE d.read_at END) FROM discussion AS d
    WHERE d.repository = r.id), r.synced_at) AS oldest,
  coalesce((SELECT max(d.read_at) FROM discussion AS d WHERE d.repository = r.id), '') AS newest
FROM forge_repository AS r ORDER BY r.id

-- name: find_repository
-- A repository by its name.
SELECT * FROM forge_repository WHERE name = :name

-- name: names
-- The repositories with their forges, the first-named first.
SELECT id, name, forge FROM forge_repository ORDER BY id

-- name: add_repository
-- A repository that is to be read.
INSERT INTO forge_repository (name, forge) VALUES (:name, :forge)
ON CONFLICT (name) DO UPDATE SET forge = :forge WHERE forge = 'file'

-- name: move_repository
-- How far it was read; what isn't given stays, and so does no time ahead of now.
UPDATE forge_repository SET position = coalesce(:position, position), note = coalesce(:note, note),
  synced_at = max(CASE WHEN synced_at > :now THEN '' ELSE synced_at END, :synced_at),
  listed_at = max(CASE WHEN listed_at > :now THEN '' ELSE listed_at END, :listed_at) WHERE id = :repository

-- name: drop_repository
-- A repository with all of it; what is indexed of it goes before.
DELETE FROM forge_repository WHERE id = :repository

-- name: keys
-- Every text of a repository.
SELECT key FROM discussion_part WHERE repository = :repository ORDER BY key

-- name: kinds
-- The kinds of discussions that are kept of a repository.
SELECT DISTINCT kind FROM discussion WHERE repository = :repository

-- name: texts
-- Every text of a repository as a listing of the forge is compared with it.
SELECT key, number, updated_at, told_member FROM discussion_part WHERE repository = :repository

-- name: same_author
-- Texts of some roles by an author are a member's, or an outsider's, as another text by the author is now.
UPDATE discussion_part SET told_member = :told_member, member = :member, judged = '', instructs = ''
WHERE repository = :repository AND role IN (SELECT value FROM json_each(:roles)) AND author = :author
  AND told_member <> :told_member
RETURNING sign, number

-- name: find_heads
-- Heads by sign and number: whether a member opened each, and whether one spoke or merged since the title is as it is.
SELECT d.*, r.name, r.synced_at, coalesce(o.member, EXISTS (SELECT 1 FROM discussion_part AS m
    WHERE m.repository = d.repository AND m.sign = d.sign AND m.number = d.number AND m.member
      AND m.author = d.author)) AS member,
  coalesce(o.suspicious = '' AND o.instructs = '' AND o.hidden = '', 1) AS clean,
  d.judged <> '' AND ((d.state = 'merged' AND d.closed_at >= d.titled_at) OR EXISTS (
    SELECT 1 FROM discussion_part AS m WHERE m.repository = d.repository AND m.sign = d.sign AND m.number = d.number
      AND m.member AND m.created_at >= d.titled_at
      AND m.author NOT LIKE '%[bot]' AND m.author NOT LIKE '%-bot'
      AND m.author NOT GLOB 'project_[0-9]*_bot*' AND m.author NOT GLOB 'group_[0-9]*_bot*')) AS answered
FROM discussion AS d JOIN forge_repository AS r ON r.id = d.repository
LEFT JOIN discussion_part AS o
  ON o.repository = d.repository AND o.sign = d.sign AND o.number = d.number AND o.role = 'opening'
WHERE r.name = :name AND d.number IN (SELECT value FROM json_each(:numbers))
  AND d.sign || d.number IN (SELECT value FROM json_each(:names))
ORDER BY d.number, d.sign, o.id

-- name: put_head
-- A head as it was read; nothing happens where it is the same. A title is new since its change, or now if none is told.
INSERT INTO discussion (repository, sign, number, kind, title, state, draft, author, created_at, updated_at, closed_at,
  merge_commit, base, head_commit, labels, files, file_at, titled_at, read_at)
VALUES (:repository, :sign, :number, :kind, :title, :state, :draft, :author, :created_at, :updated_at, :closed_at,
  :merge_commit, :base, :head_commit, :labels, :files, :file_at, :created_at, CASE WHEN :file_at = '' THEN '' ELSE :created_at END)
ON CONFLICT (repository, sign, number) DO UPDATE SET kind = :kind, title = :title, state = :state, draft = :draft,
  author = :author, created_at = :created_at, updated_at = :updated_at, closed_at = :closed_at,
  merge_commit = CASE WHEN :merge_commit = '' AND :state = 'merged' THEN merge_commit ELSE :merge_commit END,
  base = CASE WHEN :base = '' THEN base ELSE :base END,
  head_commit = CASE WHEN :head_commit = '' THEN head_commit ELSE :head_commit END,
  labels = :labels, files = CASE WHEN :files = '[]' THEN files ELSE :files END,
  file_at = CASE WHEN :file_at = '' OR file_at = '' THEN '' ELSE max(file_at, :file_at) END,
  titled_at = CASE WHEN title = :title THEN titled_at WHEN updated_at = :updated_at THEN :now ELSE :updated_at END,
  judged = CASE WHEN title = :title THEN judged ELSE '' END,
  instructs = CASE WHEN title = :title THEN instructs ELSE '' END

-- name: called
-- What a discussion is called, of which kind it is, and when.
SELECT title, kind, created_at, updated_at, closed_at FROM discussion
WHERE repository = :repository AND sign = :sign AND number = :number

-- name: find_part
-- A text by its key.
SELECT id, sign, number, text, created_at, updated_at, said_at, content FROM discussion_part
WHERE repository = :repository AND key = :key

-- name: texts_of_a_time
-- The texts of a role that a discussion has of the same time.
SELECT id, key, author, text, reply_to FROM discussion_part
WHERE repository = :repository AND sign = :sign AND number = :number AND created_at = :created_at AND role = :role

-- name: rename_part
-- The surer key of a text.
UPDATE discussion_part SET key = :key WHERE id = :id

-- name: rename_thread
-- The surer key of the first text of a thread.
UPDATE discussion_part SET reply_to = :key WHERE repository = :repository AND number = :number AND reply_to = :old

-- name: add_gone
-- A discussion or a text that was taken away, and since when it is gone.
INSERT INTO discussion_gone (repository, key, gone_at) VALUES (:repository, :key, :gone_at)
ON CONFLICT (repository, key) DO UPDATE SET gone_at = max(gone_at, :gone_at)

-- name: gone_after
-- What was gone after a time.
SELECT key FROM discussion_gone WHERE repository = :repository AND gone_at > :file_at

-- name: clear_gone
-- What is there again.
DELETE FROM discussion_gone WHERE repository = :repository AND key IN (SELECT value FROM json_each(:keys))

-- name: put_part
-- A text as it was read.
INSERT INTO discussion_part (repository, sign, number, key, role, author, member, told_member, verdict, path, start_line,
  line, on_commit, reply_to, hidden, created_at, updated_at, text, suspicious, masked, said_at, file_at, brought)
VALUES (:repository, :sign, :number, :key, :role, :author, :member, :told_member, :verdict, :path, :start_line,
  :line, :on_commit, :reply_to, :hidden, :created_at, :updated_at, :text, :suspicious, :masked, :said_at, :file_at, :brought)
ON CONFLICT (repository, key) DO UPDATE SET sign = :sign, number = :number, role = :role, author = :author,
  member = :member, told_member = :told_member, verdict = :verdict, path = :path, start_line = :start_line,
  line = :line, on_commit = :on_commit, reply_to = :reply_to, hidden = :hidden, created_at = :created_at,
  updated_at = :updated_at, text = :text, suspicious = :suspicious, masked = :masked, said_at = :said_at,
  brought = :brought,
  file_at = CASE WHEN :file_at = '' OR file_at = '' THEN '' ELSE max(file_at, :file_at) END,
  judged = CASE WHEN text = :text AND member = :member THEN judged ELSE '' END,
  instructs = CASE WHEN text = :text AND member = :member THEN instructs ELSE '' END
RETURNING id

-- name: seen_heads
-- Discussions that a newer file has, too.
UPDATE discussion SET file_at = :file_at WHERE repository = :repository AND file_at <> '' AND file_at < :file_at
  AND number IN (SELECT value FROM json_each(:numbers)) AND sign || number IN (SELECT value FROM json_each(:names))

-- name: as_read
-- As of when some discussions are, by a file that has them; what is newer already stays.
UPDATE discussion SET read_at = :read_at WHERE repository = :repository
  AND CASE WHEN read_at = '' THEN :synced_at ELSE read_at END < :read_at
  AND number IN (SELECT value FROM json_each(:numbers)) AND sign || number IN (SELECT value FROM json_each(:names))

-- name: whole
-- Every discussion of a repository is as of a whole reading that is its last, unless a file is newer.
UPDATE discussion SET read_at = '' WHERE repository = :repository AND read_at <> '' AND read_at <= :synced_at
  AND :synced_at = (SELECT synced_at FROM forge_repository WHERE id = :repository)

-- name: seen_parts
-- Texts that a newer file has, too.
UPDATE discussion_part SET file_at = :file_at WHERE repository = :repository AND file_at <> '' AND file_at < :file_at
  AND key IN (SELECT value FROM json_each(:keys))

-- name: parts_of_earlier_files
-- The texts of some discussions that only files from before a time brought, and that were written by then.
SELECT id, content, key, sign, number, role, author, created_at FROM discussion_part
WHERE repository = :repository AND number IN (SELECT value FROM json_each(:numbers))
  AND sign || number IN (SELECT value FROM json_each(:names))
  AND file_at <> '' AND file_at < :file_at AND created_at <= :file_at

-- name: heads_of_earlier_files
-- The discussions of some kinds of which only files from before a time brought anything, and that were opened by then.
SELECT number FROM discussion WHERE repository = :repository AND sign = '#' AND file_at <> '' AND file_at < :file_at
  AND created_at <= :file_at AND kind IN (SELECT value FROM json_each(:kinds)) AND NOT EXISTS (
    SELECT 1 FROM discussion_part AS p WHERE p.repository = discussion.repository AND p.sign = '#'
      AND p.number = discussion.number AND p.file_at = '')
ORDER BY number

-- name: clear_links
-- What a text named before.
DELETE FROM discussion_link WHERE part = :part

-- name: add_link
-- What a text names.
INSERT OR IGNORE INTO discussion_link (part, kind, target) VALUES (:part, :kind, :target)

-- name: parts_of
-- The texts of some discussions of a repository.
SELECT id, content, key, sign, number, role FROM discussion_part
WHERE repository = :repository AND number IN (SELECT value FROM json_each(:numbers))
  AND sign || number IN (SELECT value FROM json_each(:names))

-- name: parts_by_key
-- Some texts of a repository.
SELECT id, content, key, sign, number FROM discussion_part
WHERE repository = :repository AND key IN (SELECT value FROM json_each(:keys))

-- name: parts_of_repository
-- Every text of a repository.
SELECT id, content FROM discussion_part WHERE repository = :repository

-- name: drop_parts
-- Texts that are deleted.
DELETE FROM discussion_part WHERE id IN (SELECT value FROM json_each(:ids))

-- name: drop_heads
-- Discussions that are deleted or went to another repository.
DELETE FROM discussion WHERE repository = :repository AND number IN (SELECT value FROM json_each(:numbers))
  AND sign || number IN (SELECT value FROM json_each(:names))

-- name: unindex_parts
-- Texts whose entry in the index is to be made again.
UPDATE discussion_part SET content = NULL WHERE id IN (SELECT value FROM json_each(:ids))

-- name: members_held
-- The logins that the settings named when they were last applied.
SELECT id, name, members FROM forge_repository ORDER BY id

-- name: hold_members
-- The logins that the settings name.
UPDATE forge_repository SET members = :members WHERE id = :repository

-- name: hold_told_members
-- The logins that the forge calls members.
UPDATE forge_repository SET told_members = :told WHERE id = :repository

-- name: tell_members
-- Whose texts the forge calls a member's, of what it gave itself and didn't get from elsewhere.
UPDATE discussion_part SET told_member = NOT told_member WHERE repository = :repository AND file_at = '' AND NOT brought
  AND told_member <> (author IN (SELECT value FROM json_each(:told)))

-- name: count_members
-- Whose texts are a member's: whom the forge or a file calls one, or the settings name.
UPDATE discussion_part SET member = NOT member, judged = '', instructs = '' WHERE repository = :repository
  AND member <> (told_member OR lower(author) IN (SELECT value FROM json_each(:members)))

-- name: names_of_texts
-- The discussions of a repository that have texts.
SELECT DISTINCT sign, number FROM discussion_part WHERE repository = :repository

-- name: answer
-- When a member who is no bot spoke after an outsider's text, or merged; in some discussions of a repository.
UPDATE discussion_part AS p SET answered_at = CASE WHEN p.member THEN '' ELSE coalesce(min(
  coalesce((SELECT min(m.created_at) FROM discussion_part AS m WHERE m.repository = p.repository
    AND m.sign = p.sign AND m.number = p.number AND m.member AND m.created_at >= p.said_at
    AND m.author NOT LIKE '%[bot]' AND m.author NOT LIKE '%-bot'
    AND m.author NOT GLOB 'project_[0-9]*_bot*' AND m.author NOT GLOB 'group_[0-9]*_bot*'), '9'),
  coalesce((SELECT min(d.closed_at) FROM discussion AS d WHERE d.repository = p.repository AND d.sign = p.sign
    AND d.number = p.number AND d.state = 'merged' AND d.closed_at >= p.said_at), '9')), '9') END
WHERE p.repository = :repository AND p.number IN (SELECT value FROM json_each(:numbers))
  AND p.sign || p.number IN (SELECT value FROM json_each(:names))

-- name: not_answered
-- The mark of those that nobody answered becomes none.
UPDATE discussion_part SET answered_at = ''
WHERE repository = :repository AND answered_at = '9' AND number IN (SELECT value FROM json_each(:numbers))
  AND sign || number IN (SELECT value FROM json_each(:names))

-- name: parts
-- The texts of a discussion in the order of their saying.
SELECT p.*, r.name FROM discussion_part AS p JOIN forge_repository AS r ON r.id = p.repository
WHERE r.name = :name AND p.sign = :sign AND p.number = :number
ORDER BY p.role <> 'opening', p.created_at, p.id LIMIT :limit OFFSET :offset

-- name: parts_of_contents
-- Texts by what is indexed of them.
SELECT p.*, r.name FROM discussion_part AS p JOIN forge_repository AS r ON r.id = p.repository
WHERE p.content IN (SELECT value FROM json_each(:contents)) ORDER BY p.id

-- name: unindexed
-- Texts whose entry in the index is to be made, with what their discussion is called; the oldest first.
SELECT p.id, p.key, p.number, p.role, p.path, p.line, p.text, p.created_at, p.masked, p.updated_at, r.name, d.title,
  d.kind, d.instructs
FROM discussion_part AS p JOIN discussion AS d
  ON d.repository = p.repository AND d.sign = p.sign AND d.number = p.number
JOIN forge_repository AS r ON r.id = p.repository
WHERE p.content IS NULL AND p.id > :after ORDER BY p.id LIMIT :limit

-- name: still
-- Whether a text is as it was read, and still to be indexed under its discussion's title.
SELECT 1 FROM discussion_part AS p JOIN discussion AS d
  ON d.repository = p.repository AND d.sign = p.sign AND d.number = p.number
WHERE p.id = :id AND p.content IS NULL AND p.text = :text AND d.title = :title AND d.kind = :kind
  AND d.instructs = :instructs

-- name: unjudged_parts
-- Texts of outsiders that a judge didn't read, those first that none did.
SELECT p.id, p.text FROM discussion_part AS p JOIN discussion AS d
  ON d.repository = p.repository AND d.sign = p.sign AND d.number = p.number
WHERE NOT p.member AND p.judged <> :judge ORDER BY p.judged <> '', p.id LIMIT :limit

-- name: unjudged_heads
-- Titles of what outsiders opened that a judge didn't read.
SELECT d.id, d.title AS text, d.instructs <> '' AS withheld FROM discussion AS d
WHERE d.judged <> :judge AND EXISTS (SELECT 1 FROM discussion_part AS p WHERE p.repository = d.repository
  AND p.sign = d.sign AND p.number = d.number AND p.role = 'opening' AND NOT p.member)
ORDER BY d.id LIMIT :limit

-- name: judge_part
-- What a judge says of a text, unless it changed meanwhile.
UPDATE discussion_part SET judged = :judge, instructs = :instructs WHERE id = :id AND text = :text

-- name: judge_head
-- What a judge says of a title, unless it changed meanwhile.
UPDATE discussion SET judged = :judge, instructs = :instructs WHERE id = :id AND title = :text

-- name: parts_of_head
-- The texts that stand below a title.
SELECT p.id, p.content FROM discussion_part AS p JOIN discussion AS d
  ON d.repository = p.repository AND d.sign = p.sign AND d.number = p.number
WHERE d.id = :id

-- name: set_content
-- What is indexed of a text.
UPDATE discussion_part SET content = :content WHERE id = :id

-- name: stale
-- Entries that were cut otherwise than they would be now.
SELECT p.id, p.content FROM discussion_part AS p JOIN content AS c ON c.id = p.content
WHERE p.content > 0 AND c.chunker <> :chunker

-- name: no_entries
-- Texts of which nothing is indexed any more.
UPDATE discussion_part SET content = NULL

-- name: lost
-- Texts whose entry in the index is gone, as after a repair.
UPDATE discussion_part SET content = NULL
WHERE content > 0 AND NOT EXISTS (SELECT 1 FROM content AS c WHERE c.id = content)

-- name: merged_as
-- The pull requests that were merged as some commits.
SELECT coalesce(nullif(d.found_commit, ''), d.merge_commit) AS merge_commit, d.sign, d.number, r.name
FROM discussion AS d JOIN forge_repository AS r ON r.id = d.repository
WHERE (d.found_commit <> '' AND d.found_commit IN (SELECT value FROM json_each(:commits)))
  OR (d.merge_commit <> '' AND d.found_commit = '' AND d.merge_commit IN (SELECT value FROM json_each(:commits)))
ORDER BY d.id DESC

-- name: closed_with
-- Of some commits those that are the head of closed pull requests alone.
SELECT head_commit FROM discussion
WHERE kind = 'pull_request' AND head_commit IN (SELECT value FROM json_each(:commits))
GROUP BY head_commit HAVING min(state = 'closed' AND found_commit = '')

-- name: merged_heads
-- The last commits of the newest pull requests that were merged, and approved by another one of the project.
SELECT d.head_commit FROM discussion AS d
WHERE d.kind = 'pull_request' AND d.state = 'merged' AND d.head_commit <> '' AND EXISTS (
  SELECT 1 FROM discussion_part AS p WHERE p.repository = d.repository AND p.sign = d.sign AND p.number = d.number
    AND p.role = 'review' AND p.verdict = 'approved' AND p.member AND NOT p.brought AND p.author <> d.author)
ORDER BY d.closed_at DESC, d.id DESC LIMIT 500

-- name: changing
-- The pull requests that change a file, the newest first.
SELECT d.sign, d.number, r.name FROM discussion AS d JOIN forge_repository AS r ON r.id = d.repository
WHERE d.kind = 'pull_request' AND instr(d.files, json_quote(:path))
  AND EXISTS (SELECT 1 FROM json_each(d.files) AS f WHERE f.value = :path)
ORDER BY d.created_at DESC, d.id DESC LIMIT :limit

-- name: commented_paths
-- Every path on whose lines somebody commented.
SELECT DISTINCT path FROM discussion_part WHERE path <> ''

-- name: line_comments
-- What was said on lines of some paths, in the order of its saying.
SELECT p.*, r.name FROM discussion_part AS p JOIN forge_repository AS r ON r.id = p.repository
WHERE p.path <> '' AND p.path IN (SELECT value FROM json_each(:paths)) ORDER BY p.created_at, p.id

-- name: naming
-- The discussions whose texts name one, the newest first.
SELECT DISTINCT p.sign, p.number, r.name FROM discussion_link AS l JOIN discussion_part AS p ON p.id = l.part
JOIN forge_repository AS r ON r.id = p.repository
WHERE l.kind = 'discussion' AND l.target IN (SELECT value FROM json_each(:targets))
ORDER BY p.created_at DESC, p.id DESC LIMIT :limit

-- name: merges
-- The merge commits of pull requests that were merged, by a date where one is given.
SELECT DISTINCT coalesce(nullif(found_commit, ''), merge_commit) AS merge_commit FROM discussion
WHERE (merge_commit <> '' OR found_commit <> '') AND state = 'merged' AND (:then = '' OR closed_at <= :then)

-- name: log_states
-- The repositories, the first-named first, with the state at which the log was read for each.
SELECT id, name, log_state FROM forge_repository ORDER BY id

-- name: set_log_state
-- The state at which the log was read for a repository.
UPDATE forge_repository SET log_state = :state WHERE id = :repository

-- name: merged_pulls
-- The merged pull requests of a repository, with what the log says of them.
SELECT id, sign, number, base, head_commit, merge_commit, created_at, closed_at, found_commit, found_by,
  files = '[]' AS without_files FROM discussion
WHERE repository = :repository AND kind = 'pull_request' AND state = 'merged' ORDER BY id

-- name: set_found
-- The merge commit that the log has, where the forge's own is what it was when the log was read.
UPDATE discussion SET found_commit = :commit, found_by = :by WHERE id = :id AND merge_commit = :merge_commit

-- name: set_files
-- The files of a pull request that nothing else told.
UPDATE discussion SET files = :files WHERE id = :id AND files = '[]'

-- name: show_parts
-- The texts that a view shows, by discussion in place of a path: not of what was merged apart from its commit, and by a date what was said by then.
INSERT OR IGNORE INTO temp.visible (view, content_id, path_id, path, kind)
SELECT :view, p.content, d.id, l.value || p.sign || p.number, d.kind
FROM discussion_part AS p JOIN discussion AS d
  ON d.repository = p.repository AND d.sign = p.sign AND d.number = p.number
JOIN json_each(:labels) AS l ON l.key = CAST(p.repository AS TEXT)
WHERE p.content > 0
  AND (d.state <> 'merged' OR (:then <> '' AND d.closed_at > :then)
    OR coalesce(nullif(d.found_commit, ''), d.merge_commit) NOT IN (SELECT value FROM json_each(:apart)))
  AND (:then = '' OR (p.created_at <= :then AND p.said_at <= :then))
  AND (:everything OR (p.suspicious = '' AND p.hidden = '' AND p.instructs = '' AND (p.member
    OR (p.judged <> '' AND p.answered_at <> '' AND (:then = '' OR p.answered_at <= :then)))))

-- name: named_by_threads
-- What the texts that a search may show name in some threads.
SELECT DISTINCT s.path_id AS thread, l.target FROM temp.scope AS s
JOIN discussion_part AS p ON p.content = s.content_id
JOIN discussion_link AS l ON l.part = p.id AND l.kind = 'discussion'
WHERE s.number = :scope AND s.path_id IN (SELECT value FROM json_each(:threads))

-- name: naming_threads
-- The threads whose texts, of those that a search may show, name one of some targets.
SELECT DISTINCT s.path_id AS thread, l.target FROM discussion_link AS l JOIN discussion_part AS p ON p.id = l.part
CROSS JOIN temp.scope AS s ON s.number = :scope AND s.content_id = p.content
WHERE l.kind = 'discussion' AND l.target IN (SELECT value FROM json_each(:targets))

-- name: targets_of_threads
-- How texts name some threads.
SELECT d.id, r.name, r.forge, d.sign, d.number FROM discussion AS d JOIN forge_repository AS r ON r.id = d.repository
WHERE d.id IN (SELECT value FROM json_each(:threads))

-- name: threads_by_number
-- The threads of some numbers.
SELECT d.id, r.name, r.forge, d.sign, d.number FROM forge_repository AS r CROSS JOIN discussion AS d
  ON d.repository = r.id AND d.number IN (SELECT value FROM json_each(:numbers))
