"""Committed documents, read from git's object database and indexed by blob id."""
