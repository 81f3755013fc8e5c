"""This machine's membership in a team's server: joining, leaving, and the client that asks it."""
