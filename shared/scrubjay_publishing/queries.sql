-- name: put_publication
-- A memory on a branch, or where it is now after a new commit there.
INSERT INTO publication (memory, branch, commit_sha, path, base, at)
VALUES (:memory, :branch, :commit, :path, :base, :at)
ON CONFLICT (memory, branch) DO UPDATE SET commit_sha = :commit, path = :path, base = :base, at = :at

-- name: drop_publication
-- A memory isn't on a branch any more.
DELETE FROM publication WHERE memory = :memory AND branch = :branch

-- name: publications
-- Everything that was published, the oldest first.
SELECT memory, branch, commit_sha, path, base, at FROM publication ORDER BY at, branch, memory

-- name: publications_of
-- Where one memory was published, the newest first.
SELECT memory, branch, commit_sha, path, base, at FROM publication WHERE memory = :memory ORDER BY at DESC, branch
