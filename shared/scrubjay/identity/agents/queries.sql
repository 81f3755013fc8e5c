-- name: find_agent
-- An agent by what makes it the same in every run.
SELECT * FROM agent WHERE owner = :owner AND project = :project AND type = :type AND name = :name

-- name: agent
-- An agent by its id.
SELECT * FROM agent WHERE id = :id

-- name: begins
-- The agents of an owner in a project whose ids begin so.
SELECT id FROM agent WHERE owner = :owner AND project = :project AND id >= :begin AND id < :begin || 'g' LIMIT 2

-- name: child
-- An agent that a session registered.
SELECT a.* FROM agent_child AS c CROSS JOIN agent AS a ON a.id = c.agent WHERE c.session = :session AND c.agent = :id

-- name: agents_of
-- The agents of an owner in a project, the oldest first.
SELECT a.*, coalesce((SELECT max(s.seen_at) FROM agent_session AS s WHERE s.agent = a.id), '') AS seen_at
FROM agent AS a WHERE a.project = :project AND a.owner = :owner ORDER BY a.created_at, a.id LIMIT :limit

-- name: add_agent
-- A new agent.
INSERT INTO agent (id, owner, type, project, name, capabilities, parent, created_at)
VALUES (:id, :owner, :type, :project, :name, :capabilities, :parent, :created_at)

-- name: set_capabilities
-- What an agent may do from now on.
UPDATE agent SET capabilities = :capabilities WHERE id = :id

-- name: add_child
-- A session may act for an agent that it registered.
INSERT OR IGNORE INTO agent_child (session, agent) VALUES (:session, :agent)

-- name: adopt
-- An agent that had only been seen is registered now.
UPDATE agent SET parent = :by WHERE id = :agent AND parent = ''

-- name: registered
-- The agent of a client if it was registered, not only seen, and one that a session registered.
SELECT * FROM agent WHERE owner = :owner AND project = :project AND type = :type AND name = :name AND parent <> ''
UNION
SELECT a.* FROM agent_child AS c CROSS JOIN agent AS a ON a.id = c.agent WHERE c.session = :session AND c.agent = :child

-- name: drop_agent
-- Forget an agent, with its sessions.
DELETE FROM agent WHERE id = :id

-- name: count_agents
-- How many agents there are.
SELECT count(*) AS count FROM agent

-- name: count_sessions
-- How many sessions there are.
SELECT count(*) AS count FROM agent_session

-- name: session
-- When a session was seen last.
SELECT seen_at FROM agent_session WHERE agent = :agent AND session = :session

-- name: last_seen
-- The newest moment that any session was seen at.
SELECT coalesce(max(seen_at), '') AS at FROM agent_session

-- name: see_session
-- A session is there now.
INSERT INTO agent_session (agent, session, inferred, began_at, seen_at) VALUES (:agent, :session, :inferred, :at, :at)
ON CONFLICT (agent, session) DO UPDATE SET seen_at = max(seen_at, excluded.seen_at)

-- name: runs
-- The agents of a project with their sessions, but people.
SELECT a.id, a.type, a.name, s.session FROM agent AS a LEFT JOIN agent_session AS s ON s.agent = a.id
WHERE a.project = :project AND a.type <> 'human'

-- name: sessions_since
-- The sessions of an agent that were seen since a moment, the newest first.
SELECT session, inferred, began_at, seen_at FROM agent_session
WHERE agent = :agent AND seen_at > :since ORDER BY seen_at DESC, session LIMIT :limit

-- name: drop_sessions
-- Forget sessions that were seen last before a moment.
DELETE FROM agent_session WHERE seen_at < :before

-- name: drop_children
-- What sessions registered that are no longer known.
DELETE FROM agent_child WHERE session NOT IN (SELECT session FROM agent_session)

-- name: nameless
-- A client's own agent in a project.
SELECT id FROM agent WHERE project = :project AND type = :type AND name = '' ORDER BY created_at, id LIMIT 1
