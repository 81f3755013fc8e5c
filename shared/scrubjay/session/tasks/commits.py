"""In-memory ranking of recent commits against a query; nothing is stored."""

from __future__ import annotations

import re
import threading
from collections import OrderedDict
from collections.abc import Collection, Mapping, Sequence

from rank_bm25 import BM25Plus

from scrubjay.errors import UsageError
from scrubjay.git.blame import current_fingerprint
from scrubjay.git.head import current_pointer, read_pointer
from scrubjay.git.history import recent_commits
from scrubjay.git.message import reverted_commits
from scrubjay.git.process import Git
from scrubjay.git.record import Commit
from scrubjay.git.repository import Repository
from scrubjay.knowledge.retrieval.scoring import current_first
from scrubjay.model.frozen import dataclass, replace
from scrubjay.model.paths import safe_path
from scrubjay.model.pattern import COMMIT_PREFIX
from scrubjay.text.words import Word, parts_of, words

MAX_BODY = 4_000


@dataclass(frozen=True, slots=True)
class CommitWords:
    """Commits, newest first, and the index of their words; None where no commit has words."""

    commits: tuple[Commit, ...]
    index: BM25Plus | None

    def scores(self, query: Collection[str]) -> list[tuple[int, float]]:
        """The BM25+ score of each commit that holds a word of the query, by its position, in order."""
        if self.index is None:
            return []
        places = [place for place, counts in enumerate(self.index.doc_freqs) if not counts.keys().isdisjoint(query)]
        scores = self.index.get_batch_scores(sorted(query), places) if places else []
        return [(place, float(score)) for place, score in zip(places, scores, strict=True)]


def count_words(commits: Sequence[Commit]) -> CommitWords:
    """Index the words of some commits' messages and paths; a subject's words count twice."""

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


MAX_COMMITS = 2_000
"""Commits read from HEAD. Reading 2,000 of 50 words and counting these took 0.2 s of CPU (measured)."""

MAX_QUERY = 2_000

KEPT = 2
"""Histories whose words are cached, some MB each: that of HEAD, and that of a path."""


@dataclass(frozen=True, slots=True)
class CommitHit:
    """A commit that was found, with its score and the commit that reverted it, if any."""

    commit: Commit
    score: float
    reverted_by: str = ""


@dataclass(frozen=True, slots=True)
class RecentCommits:
    """The newest commits of a HEAD, newest first, with an index of words, and which commits reverted which."""

    words: CommitWords
    reverted_by: Mapping[str, str]


class CommitSearch:
    """Searches the newest commits of one worktree by words. Thread-safe.

    What was read is cached by HEAD's commit: its history changes only where `current_fingerprint` does.
    """

    def __init__(self, git: Git, repository: Repository) -> None:
        self._git = git
        self._repository = repository
        self._lock = threading.Lock()
        self._cache: OrderedDict[tuple[object, ...], RecentCommits] = OrderedDict()

    def search(self, query: str, path: str, limit: int) -> tuple[tuple[CommitHit, ...], int]:
        """The best of HEAD's newest commits for a query, below a path if given; and how many commits were read.

        Raises UsageError for a query without a word, UnsafePath.
        """
        recent = self._recent_commits(safe_path(path) if path else "")
        return rank(recent, query, limit), len(recent.words.commits)

    def _recent_commits(self, path: str) -> RecentCommits:
        """The newest commits of HEAD below a path; cached until HEAD or the clone changes."""
        at, worktree = self._repository, self._git.worktree
        pointer = current_pointer(worktree) if worktree else read_pointer(at.git_dir, at.common_dir)
        clone = current_fingerprint(self._git, at.common_dir)
        if pointer is None:
            return read_recent(self._git, "HEAD", path)
        key = (pointer.commit, path, clone)
        with self._lock:
            if (cached := self._cache.get(key)) is not None:
                self._cache.move_to_end(key)
                return cached
        recent = read_recent(self._git, pointer.commit, path)
        with self._lock:
            self._cache[key] = recent
            while len(self._cache) > KEPT:
                self._cache.popitem(last=False)
        return recent


def read_recent(git: Git, at: str, path: str) -> RecentCommits:
    """Read the newest commits reachable from a commit, below a path if given, and index their words."""
    return with_reverts(recent_commits(git, MAX_COMMITS, path=path, paths=True, at=at))


def with_reverts(commits: Sequence[Commit]) -> RecentCommits:
    """Some commits, newest first, with the commits that reverted them."""
    short_ids = {commit.sha: commit.short for commit in commits}
    return RecentCommits(
        count_words(commits), reverted_commits(((commit.sha, commit.body) for commit in commits), short_ids)
    )


def rank(recent: RecentCommits, query: str, limit: int) -> tuple[CommitHit, ...]:
    """The commits that share a word with the query, best first; equal scores: newer first.

    None ranks above a hit that reverts it. A query that is a prefix of a commit id, at least seven digits, finds that
    commit. Raises UsageError for a query without a word.
    """
    marked = [replace(hit, reverted_by=_reverter(hit.commit, recent)) for hit in _ranked(recent.words, query, limit)]
    newer = {sha: (later,) for sha, later in recent.reverted_by.items()}
    return tuple(hit for _, hit in current_first([(hit.commit.sha, hit) for hit in marked], newer))


def _reverter(commit: Commit, recent: RecentCommits) -> str:
    """The short id of the commit that reverted another; empty where none did."""
    sha = recent.reverted_by.get(commit.sha, "")
    return next((other.short for other in recent.words.commits if other.sha == sha), "") if sha else ""


def _ranked(words: CommitWords, query: str, limit: int) -> tuple[CommitHit, ...]:
    """The commits that share a word with a query, best first. Raises UsageError for a query without words."""
    query = query[:MAX_QUERY].strip()
    if re.fullmatch(COMMIT_PREFIX, query):
        named = tuple(CommitHit(commit, 1.0) for commit in words.commits if commit.sha.startswith(query))
        if named:
            return named[:limit]
    query_terms = set(terms(query))
    if not query_terms:
        raise UsageError('query holds no word. Give words of the commit\'s message or path, such as "retry timeout".')
    order = sorted(words.scores(query_terms), key=lambda scored: (-scored[1], scored[0]))
    return tuple(CommitHit(words.commits[place], round(score, 4)) for place, score in order[:limit])
