"""Index of a database: contents, their passages, full text, paths, vectors and token states.

Whatever is searchable fills it; nothing else writes its tables.
"""
