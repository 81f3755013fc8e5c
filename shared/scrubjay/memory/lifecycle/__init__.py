"""Lifecycle of memories: kept, judged, superseded, ended, forgotten, moved between machines."""
