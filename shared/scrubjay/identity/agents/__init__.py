"""Agents of a home: who calls, in which session, and what they may do."""
