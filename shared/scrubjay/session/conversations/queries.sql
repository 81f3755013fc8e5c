-- name: find_conversation
-- A session by its id.
SELECT id, session, title_rank, last_at FROM conversation WHERE session = :session

-- name: add_conversation
-- A session that is new.
INSERT INTO conversation (session, client, title, title_rank, started_at, last_at, kept_from)
VALUES (:session, :client, '', 0, '', '', '') RETURNING id

-- name: move_conversation
-- When the session began and last went on, and from when its keeping is counted.
UPDATE conversation SET
  started_at = CASE WHEN started_at = '' THEN :first WHEN :first = '' THEN started_at ELSE min(started_at, :first) END,
  last_at = max(last_at, :last), kept_from = max(kept_from, :kept_from) WHERE id = :id

-- name: name_conversation
-- A title, unless a better one stands there.
UPDATE conversation SET title = :title, title_rank = :rank WHERE id = :id AND title_rank <= :rank

-- name: known_key
-- Whether a turn is there already: in its session, or, by an id that is unique in the world, in any.
SELECT 1 FROM turn WHERE key = :key AND (:anywhere OR conversation = :conversation) LIMIT 1

-- name: next_number
-- The place after the last turn of a session.
SELECT coalesce(max(number), -1) + 1 FROM turn WHERE conversation = :conversation

-- name: add_turn
-- A turn as it was said.
INSERT INTO turn (conversation, number, key, role, speaker, at, text, content)
VALUES (:conversation, :number, :key, :role, :speaker, :at, :text, :content)

-- name: session_content
-- The indexed form of a session as a whole.
SELECT id FROM content WHERE blob = :session AND format = 'session'

-- name: opening
-- How a session's turns begin, those of people first: what it was about.
SELECT role, substr(text, 1, :most) AS text FROM turn WHERE conversation = :conversation AND role <> 'tool'
ORDER BY role <> 'user', number LIMIT :limit

-- name: read_conversation
-- What a session is called and when it was.
SELECT session, title, title_rank, started_at, last_at FROM conversation WHERE id = :id

-- name: is_forgotten
-- Whether a session was forgotten for good.
SELECT 1 FROM forgotten_session WHERE digest = :digest

-- name: add_forgotten
-- A session that is not to come back.
INSERT OR IGNORE INTO forgotten_session (digest) VALUES (:digest)

-- name: sessions_named
-- A session by its id or the beginning of it, with those of its sub-agents.
SELECT id, session, title, last_at, (SELECT count(*) FROM turn WHERE conversation = conversation.id) AS turns
FROM conversation
WHERE session = :session OR substr(session, 1, length(:session) + 1) = :session || '/'
  OR (length(:session) >= 8 AND substr(session, 1, length(:session)) = :session)
ORDER BY session

-- name: contents_of_conversation
-- Everything that is indexed of a session.
SELECT content AS id FROM turn WHERE conversation = :id
UNION SELECT c.id FROM content AS c JOIN conversation AS v ON c.blob = v.session AND c.format = 'session'
WHERE v.id = :id

-- name: drop_conversation
-- Delete a session with its turns.
DELETE FROM conversation WHERE id = :id

-- name: expired
-- Sessions whose time is over, the oldest first.
SELECT id, session FROM conversation WHERE kept_from < :before ORDER BY kept_from, id LIMIT :limit

-- name: ended
-- Sessions that went on last between two moments and aren't quarantined, without those of sub-agents, the oldest first.
SELECT v.session, v.client, v.started_at, v.last_at,
  (SELECT count(*) FROM turn AS t JOIN conversation AS c ON c.id = t.conversation
   WHERE c.session = v.session OR substr(c.session, 1, length(v.session) + 1) = v.session || '/') AS turns
FROM conversation AS v
WHERE v.last_at > :since AND v.last_at <= :until AND v.session NOT LIKE '%/%'
  AND v.session NOT IN (SELECT session FROM quarantine) ORDER BY v.last_at, v.id

-- name: all_sessions
-- The ids of all sessions.
SELECT session FROM conversation

-- name: find_transcript
-- How far a file was read.
SELECT position, head, own FROM transcript WHERE file = :file

-- name: put_transcript
-- How far a file is read now.
INSERT INTO transcript (file, session, position, head, own) VALUES (:file, :session, :position, :head, :own)
ON CONFLICT (file) DO UPDATE SET session = :session, position = :position, head = :head, own = :own

-- name: show_turns
-- Every turn of a session that isn't quarantined: its kind is its role, and its path, the session and its place in it, says which turns are neighbours.
INSERT INTO temp.visible (view, content_id, path_id, path, kind)
SELECT :view, t.content, 0, v.session || '/' || printf('%08d', t.number), t.role
FROM turn AS t JOIN conversation AS v ON v.id = t.conversation
WHERE v.session NOT IN (SELECT session FROM quarantine)

-- name: show_sessions
-- Every session as a whole, except for quarantined ones.
INSERT OR IGNORE INTO temp.visible (view, content_id, path_id, path, kind)
SELECT :view, c.id, 0, c.blob, 'session' FROM content AS c
WHERE c.format = 'session' AND c.blob NOT IN (SELECT session FROM quarantine)

-- name: turns_of
-- Turns by what is indexed of them, with their sessions.
SELECT t.content, t.conversation, t.number, t.key, t.role, t.speaker, t.at, t.text, v.session, v.title, v.client
FROM turn AS t JOIN conversation AS v ON v.id = t.conversation
WHERE t.content IN (SELECT value FROM json_each(:contents))

-- name: before
-- The nearest turns before a place in a session.
SELECT number, key, role, speaker, at, text FROM turn
WHERE conversation = :conversation AND number < :number AND role <> 'tool' ORDER BY number DESC LIMIT :limit

-- name: after
-- The nearest turns after it.
SELECT number, key, role, speaker, at, text FROM turn
WHERE conversation = :conversation AND number > :number AND role <> 'tool' ORDER BY number LIMIT :limit

-- name: counts
-- How many sessions and turns there are, and when the last one was said.
SELECT (SELECT count(*) FROM conversation) AS sessions, (SELECT count(*) FROM turn) AS turns,
  (SELECT coalesce(max(last_at), '') FROM conversation) AS last_at

-- name: last_session
-- The session that went on last and isn't quarantined; those of sub-agents are parts of others.
SELECT session FROM conversation
WHERE session NOT LIKE '%/%' AND session NOT IN (SELECT session FROM quarantine) ORDER BY last_at DESC, id DESC LIMIT 1

-- name: newest_turns
-- What people and agents said last in a session, the newest first; nothing where it is quarantined.
SELECT t.id, v.session, t.number, t.key, t.role, t.speaker, t.at, t.text
FROM turn AS t JOIN conversation AS v ON v.id = t.conversation
WHERE v.session = :session AND v.session NOT IN (SELECT session FROM quarantine) AND t.role <> 'tool'
ORDER BY t.number DESC LIMIT :limit

-- name: said_after
-- What people, and maybe agents, said after a turn as it came in; what sub-agents are told is no person's word.
SELECT t.id, v.session, t.number, t.key, t.role, t.speaker, t.at, t.text
FROM turn AS t JOIN conversation AS v ON v.id = t.conversation
WHERE t.id > :after AND (t.role = 'user' OR (:agents AND t.role = 'assistant')) AND v.session NOT LIKE '%/%' ORDER BY t.id LIMIT :limit

-- name: unsaid
-- What was indexed of turns that could not be read.
SELECT id FROM content WHERE format = 'turn' AND id NOT IN (SELECT content FROM turn)

-- name: turns_in_order
-- The turns of a session and its sub-agents in the order of their saying, a page of them; nothing of quarantined ones.
SELECT v.session, t.number, t.key, t.role, t.speaker, t.at, t.text, count(*) OVER () AS total
FROM turn AS t JOIN conversation AS v ON v.id = t.conversation
WHERE (v.session = :session OR substr(v.session, 1, length(:session) + 1) = :session || '/')
  AND v.session NOT IN (SELECT session FROM quarantine)
ORDER BY v.session, t.number LIMIT :limit OFFSET :offset

-- name: read_summary
-- What the model said of a session's earlier turns.
SELECT s.model, s.read_to, s.points, s.at FROM history_summary AS s JOIN conversation AS v ON v.id = s.conversation
WHERE v.session = :session

-- name: put_summary
-- What the model says now, in place of what it said before; nothing where the session is gone.
INSERT INTO history_summary (conversation, model, read_to, points, at)
SELECT id, :model, :read_to, :points, :at FROM conversation WHERE session = :session
ON CONFLICT (conversation) DO UPDATE SET
  model = excluded.model, read_to = excluded.read_to, points = excluded.points, at = excluded.at

-- name: unsummed
-- Of the sessions that went on last, those with so many turns that the model hasn't read.
SELECT v.session FROM (
  SELECT id, session, last_at FROM conversation
  WHERE session NOT LIKE '%/%' AND session NOT IN (SELECT session FROM quarantine)
  ORDER BY last_at DESC, id DESC LIMIT :latest
) AS v LEFT JOIN history_summary AS s ON s.conversation = v.id
WHERE (SELECT count(*) FROM turn AS t WHERE t.conversation = v.id AND t.role <> 'tool'
       AND t.number > coalesce(s.read_to, -1)) >= :least
ORDER BY v.last_at DESC, v.id DESC
