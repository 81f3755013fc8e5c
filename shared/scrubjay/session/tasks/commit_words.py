"""Words of recent commits, counted once: what queries are ranked against."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scrubjay.git.record import Commit
from scrubjay.text.words import Word, parts_of, words

if TYPE_CHECKING:
    from rank_bm25 import BM25Plus

MAX_BODY = 4_000


@dataclass(frozen=True, slots=True)
class CommitWords:
    """Commits, newest first, and the index of their words; None where there is nothing to rank."""

    commits: tuple[Commit, ...]
    index: BM25Plus | None

    def scores(self, query: Collection[str]) -> list[tuple[int, float]]:
        """The places of the commits that hold a word of the query, with their BM25+ scores, in order of the places."""
        if self.index is None:
            return []
        places = [place for place, counts in enumerate(self.index.doc_freqs) if not counts.keys().isdisjoint(query)]
        scores = self.index.get_batch_scores(sorted(query), places) if places else []
        return [(place, float(score)) for place, score in zip(places, scores, strict=True)]


def count_words(commits: Sequence[Commit]) -> CommitWords:
    """Count the words of messages and changed paths; those of a subject twice."""
    from rank_bm25 import BM25Plus

    texts = [
        2 * terms(commit.subject) + terms(f"{commit.body[:MAX_BODY]}\n{' '.join(commit.paths)}") for commit in commits
    ]
    return CommitWords(tuple(commits), BM25Plus(texts) if any(texts) else None)


def terms(text: str) -> list[str]:
    """Lower-cased words and the parts of camelCase ones; snake_case and paths are split at their punctuation."""
    lowered: list[str] = []
    for word in words(text, Word.PLAIN):
        lower = word.lower()
        lowered.append(lower)
        if lower != word and lower[1:] != word[1:] and len(parts := parts_of(word)) > 1:  # most words need the first
            lowered.extend(part.lower() for part in parts)
    return lowered
