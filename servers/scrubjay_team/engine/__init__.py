"""The embedded PostgreSQL: its binaries, account, cluster, lock and backup."""
