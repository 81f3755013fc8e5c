-- The commit up to which a clone's history was walked for root commits; empty before the first walk.
ALTER TABLE project_clone ADD COLUMN followed TEXT NOT NULL DEFAULT '';
