"""Which questions does a repository answer by itself? Its own commits and its own links."""

from scrubjay.evaluation.repository.questions import COMMITS, LINKS, own_questions

__all__ = ["COMMITS", "LINKS", "own_questions"]
