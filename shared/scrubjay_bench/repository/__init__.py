"""Questions that a repository answers by itself: from its commits and its links."""

from scrubjay_bench.repository.questions import COMMITS, LINKS, repository_questions

__all__ = ["COMMITS", "LINKS", "repository_questions"]
