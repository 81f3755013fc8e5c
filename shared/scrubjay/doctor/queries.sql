-- name: quick_check
-- SQLite's own check: pages, rows against constraints, full-text tables.
PRAGMA quick_check(5)
