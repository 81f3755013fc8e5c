"""Session state of a project: each branch's working set, what sessions saved, and a search of recent commits."""
