"""The team's PostgreSQL: connections, roles, migrations and transactions that are somebody's."""
