-- name: projects
-- Every project, oldest first.
SELECT * FROM project ORDER BY created_at, id

-- name: find_project
-- One project.
SELECT * FROM project WHERE id = :id

-- name: roots
-- The root commits of a project.
SELECT oid FROM project_root WHERE project_id = :id ORDER BY oid

-- name: clones
-- Where a project's clones were last seen, newest first.
SELECT common_dir FROM project_clone WHERE project_id = :id ORDER BY last_seen DESC, common_dir

-- name: add_project
-- A new project.
INSERT INTO project (id, name, created_at) VALUES (:id, :name, :at)

-- name: add_root
-- A root commit that belongs to the project.
INSERT INTO project_root (project_id, oid) VALUES (:id, :oid) ON CONFLICT DO NOTHING

-- name: see_clone
-- A clone of the project was seen here.
INSERT INTO project_clone (common_dir, project_id, last_seen) VALUES (:common_dir, :id, :at)
ON CONFLICT (common_dir) DO UPDATE SET project_id = excluded.project_id, last_seen = excluded.last_seen, followed = ''

-- name: followed
-- Up to which commit a clone's history was walked for root commits.
SELECT followed FROM project_clone WHERE common_dir = :common_dir

-- name: follow_clone
-- A clone's history was walked up to this commit.
UPDATE project_clone SET followed = :commit WHERE common_dir = :common_dir AND project_id = :id

-- name: forget_clone
-- A clone is not there any more.
DELETE FROM project_clone WHERE common_dir = :common_dir

-- name: forget_project
-- Drop a project with its roots and clones.
DELETE FROM project WHERE id = :id

-- name: is_clone
-- Whether a clone is known for a project.
SELECT 1 FROM project_clone WHERE common_dir = :common_dir AND project_id = :project
