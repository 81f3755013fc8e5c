-- name: quarantined
-- Which quarantine an agent or its session is under.
SELECT who FROM quarantined_name WHERE name IN (:agent, :session) ORDER BY who LIMIT 1

-- name: add_pool
-- A new pool.
INSERT INTO pool (id, project, name, scope, owner, creator, made_at)
VALUES (:id, :project, :name, :scope, :owner, :creator, :at) RETURNING *

-- name: called_so
-- The pools of a project that have a name.
SELECT * FROM pool WHERE project = :project AND name = :name

-- name: count_pools
-- How many pools a project has.
SELECT count(*) FROM pool WHERE project = :project

-- name: find_pool
-- The pools that are called so, by id, by the beginning of the id, or by name, with what an agent may do in each.
SELECT t.*, m.permission FROM pool AS p CROSS JOIN trusted_pool AS t ON t.number = p.number
LEFT JOIN pool_member AS m ON m.pool = p.number AND m.agent = :agent
WHERE p.project = :project AND (p.name = :called OR (length(:called) >= :least
  AND p.id >= lower(:called) AND p.id <= lower(:called) || 'g'))
LIMIT 100

-- name: pools
-- The pools of a project by name, with what an agent may do in each, its members and what is shared.
SELECT p.*, m.permission, (SELECT count(*) FROM pool_member AS o WHERE o.pool = p.number) AS members,
  (SELECT count(DISTINCT s.memory) FROM trusted_share AS s WHERE s.pool = p.number) AS shared
FROM trusted_pool AS p LEFT JOIN pool_member AS m ON m.pool = p.number AND m.agent = :agent
WHERE p.project = :project ORDER BY p.name, p.number

-- name: drop_pool
-- Remove a pool with its members and references; memories stay.
DELETE FROM pool WHERE number = :pool

-- name: put_member
-- Let an agent in, or change what it may do.
INSERT INTO pool_member (pool, agent, permission, joined_at) VALUES (:pool, :agent, :permission, :at)
ON CONFLICT (pool, agent) DO UPDATE SET permission = :permission

-- name: member
-- What an agent was given.
SELECT permission FROM pool_member WHERE pool = :pool AND agent = :agent

-- name: members
-- The members of a pool, those that may do most first.
SELECT agent, permission, joined_at FROM pool_member WHERE pool = :pool
ORDER BY permission DESC, joined_at, agent LIMIT :limit

-- name: drop_member
-- Let an agent out.
DELETE FROM pool_member WHERE pool = :pool AND agent = :agent

-- name: drop_private
-- Take back what an agent shared for itself alone.
DELETE FROM pool_memory WHERE pool = :pool AND agent = :agent AND scope = 0

-- name: count_members
-- How many members a pool has, and how many of them may change them.
SELECT count(*) AS members, coalesce(sum(permission = 3), 0) AS admins FROM pool_member WHERE pool = :pool

-- name: count_shared
-- How many memories are shared in a pool.
SELECT count(*) FROM pool_memory WHERE pool = :pool

-- name: drop_ended
-- Forget references to memories that are forgotten or were taken back, to make room.
DELETE FROM pool_memory WHERE pool = :pool AND memory IN (
  SELECT b.memory FROM belief AS b WHERE b.retracted_at = '' AND b.status IN ('forgotten', 'retracted'))

-- name: shares
-- Who shares a memory in a pool, and how far. CROSS JOIN: by the memory, not through all of the pool.
SELECT s.* FROM trusted AS m CROSS JOIN trusted_share AS s ON s.memory = m.number AND s.pool = :pool
WHERE m.id = :memory ORDER BY s.number

-- name: put_share
-- Share a memory, or share it at another scope.
INSERT INTO pool_memory (pool, memory, scope, agent, shared_at, session)
SELECT :pool, m.number, :scope, :agent, :at, :session FROM trusted AS m WHERE m.id = :memory
ON CONFLICT (pool, memory, agent) DO UPDATE SET scope = :scope, session = :session

-- name: listed
-- What is shared in a pool for an agent, below a row, newest first, as far as it holds and is not hidden.
SELECT s.number, s.scope, s.agent, s.session, s.shared_at, m.id
FROM trusted_share AS s
CROSS JOIN trusted AS m ON m.number = s.memory
CROSS JOIN belief AS b ON b.memory = m.number AND b.retracted_at = ''
WHERE s.pool = :pool AND s.number < :below AND s.scope <= :most AND (s.scope > 0 OR s.agent = :agent)
  AND b.status = 'active' AND (b.valid_until = '' OR b.valid_until > :at)
  AND m.id NOT IN (SELECT value FROM json_each(:hidden))
ORDER BY s.number DESC LIMIT :limit

-- name: newest_shares
-- The pools that an agent is in, by name, each with the number of the newest reference of another session; 0 for none.
SELECT p.number, p.id, p.name, coalesce((SELECT s.number FROM trusted_share AS s
  WHERE s.pool = p.number AND s.session <> :session AND (s.scope > 0 OR s.agent = :agent)
  ORDER BY s.number DESC LIMIT 1), 0) AS newest
FROM pool_member AS m CROSS JOIN trusted_pool AS p ON p.number = m.pool
WHERE m.agent = :agent AND p.project = :project ORDER BY p.name, p.number

-- name: any_pool
-- Whether there is a pool at all.
SELECT EXISTS (SELECT 1 FROM pool) AS found

-- name: of_memories
-- How some memories are shared in a pool for an agent. CROSS JOIN: by the memories, not through all of the pool.
SELECT s.number, s.scope, s.agent, s.shared_at, m.id
FROM trusted AS m CROSS JOIN trusted_share AS s ON s.memory = m.number AND s.pool = :pool
WHERE m.id IN (SELECT value FROM json_each(:ids)) AND s.scope <= :most AND (s.scope > 0 OR s.agent = :agent)
ORDER BY s.number DESC

-- name: pools_of_memories
-- The pools of a project that are not private and in which some memories are shared, by memory.
SELECT DISTINCT m.id, p.name FROM trusted AS m
CROSS JOIN trusted_share AS s ON s.memory = m.number
CROSS JOIN trusted_pool AS p ON p.number = s.pool
WHERE m.id IN (SELECT value FROM json_each(:ids)) AND s.scope > 0 AND p.scope > 0 ORDER BY m.id, p.name
