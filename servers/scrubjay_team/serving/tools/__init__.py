"""Functions behind the tools of a team's server."""
