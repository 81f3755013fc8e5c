-- name: projects
-- Every project, oldest first, and those of one second by name.
SELECT * FROM project ORDER BY created_at, name, id

-- name: find_project
-- One project, with its root commits and the last recorded paths of its clones, newest first.
SELECT p.*, (SELECT json_group_array(oid) FROM project_root WHERE project_id = p.id) AS roots,
  (SELECT json_group_array(common_dir) FROM (SELECT common_dir FROM project_clone WHERE project_id = p.id
    ORDER BY last_seen DESC, common_dir)) AS clones
FROM project AS p WHERE id = :id

-- name: roots
-- The root commits of a project.
SELECT oid FROM project_root WHERE project_id = :id ORDER BY oid

-- name: clones
-- The last recorded paths of a project's clones, newest first.
SELECT * FROM project_clone WHERE project_id = :id ORDER BY last_seen DESC, common_dir

-- name: clone_here
-- The project last bound in this directory, or at this path.
SELECT project_id FROM project_clone
WHERE common_dir = :common_dir OR (device = :device AND inode = :inode)
ORDER BY device = :device AND inode = :inode DESC, common_dir = :common_dir DESC, last_seen DESC LIMIT 1

-- name: clone_with_secret
-- The clone with this secret.
SELECT * FROM project_clone WHERE project_id = :id AND secret_sha256 = :secret

-- name: add_project
-- Insert a project.
INSERT INTO project (id, name, created_at) VALUES (:id, :name, :at)

-- name: add_root
-- Insert a root commit of the project.
INSERT INTO project_root (project_id, oid) VALUES (:id, :oid) ON CONFLICT DO NOTHING

-- name: bind_clone
-- Upsert a clone of the project with its secret.
INSERT INTO project_clone (common_dir, project_id, last_seen, device, inode, secret_sha256)
VALUES (:common_dir, :id, :at, :device, :inode, :secret)
ON CONFLICT (common_dir) DO UPDATE SET project_id = excluded.project_id, last_seen = excluded.last_seen,
  device = excluded.device, inode = excluded.inode, secret_sha256 = excluded.secret_sha256,
  followed = ''

-- name: move_clone
-- Record the new folder of the clone with this secret.
UPDATE project_clone SET common_dir = :common_dir, device = :device, inode = :inode, last_seen = :at
WHERE project_id = :id AND secret_sha256 = :secret

-- name: followed
-- The commit up to which a clone's history was walked for root commits.
SELECT followed FROM project_clone WHERE common_dir = :common_dir

-- name: follow_clone
-- Record the commit up to which a clone's history was walked.
UPDATE project_clone SET followed = :commit WHERE common_dir = :common_dir AND project_id = :id

-- name: forget_clone
-- Delete a clone that no longer exists.
DELETE FROM project_clone WHERE common_dir = :common_dir

-- name: forget_project
-- Delete a project with its roots, clones and departures.
DELETE FROM project WHERE id = :id

-- name: pair
-- Allow a working tree to reach a common directory by a file or link of its own.
INSERT INTO project_worktree (common_dir, worktree) VALUES (:common_dir, :worktree) ON CONFLICT DO NOTHING

-- name: is_paired
-- Whether a working tree may do so.
SELECT 1 FROM project_worktree WHERE common_dir = :common_dir AND worktree = :worktree

-- name: worktrees
-- The working trees that may do so.
SELECT worktree FROM project_worktree WHERE common_dir = :common_dir ORDER BY worktree

-- name: depart
-- Record that `uninstall` left a clone.
INSERT INTO project_departure (common_dir, project_id, device, inode, head, left_at)
VALUES (:common_dir, :id, :device, :inode, :head, :at)
ON CONFLICT (common_dir) DO UPDATE SET project_id = excluded.project_id, device = excluded.device,
  inode = excluded.inode, head = excluded.head, left_at = excluded.left_at

-- name: departed_from
-- What `uninstall` left at a path.
SELECT * FROM project_departure WHERE common_dir = :common_dir

-- name: departures
-- The clones of a project that `uninstall` left.
SELECT * FROM project_departure WHERE project_id = :id ORDER BY left_at, common_dir

-- name: forget_departure
-- Delete the departure of a clone that came back.
DELETE FROM project_departure WHERE common_dir = :common_dir AND project_id = :id

-- name: clone_at
-- The clone at this path.
SELECT * FROM project_clone WHERE common_dir = :common_dir

-- name: restore_project
-- Restore a project from its folder's description; an existing row is kept.
INSERT INTO project (id, name, created_at) VALUES (:id, :name, :at) ON CONFLICT DO NOTHING

-- name: restore_clone
-- Restore a clone with its secret from the description: equal to the home's own unless that is damaged.
INSERT INTO project_clone (common_dir, project_id, last_seen, device, inode, secret_sha256)
VALUES (:common_dir, :id, :at, :device, :inode, :secret)
ON CONFLICT (common_dir) DO UPDATE SET device = excluded.device, inode = excluded.inode,
  secret_sha256 = excluded.secret_sha256 WHERE project_id = excluded.project_id

-- name: restore_worktree
-- Restore a working tree that may reach a clone of the project.
INSERT INTO project_worktree (common_dir, worktree)
SELECT common_dir, :worktree FROM project_clone WHERE common_dir = :common_dir AND project_id = :id
ON CONFLICT DO NOTHING

-- name: restore_departure
-- Restore a departure from the description; an existing row of the path is kept.
INSERT INTO project_departure (common_dir, project_id, device, inode, head, left_at)
VALUES (:common_dir, :id, :device, :inode, :head, :at) ON CONFLICT DO NOTHING
