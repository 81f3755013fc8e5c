"""Authors who state a fact: of published documents, of commits and of `memory/*` branches, fetched ones too.

For counting people, not for showing: a text of a branch that nobody merged must be in no answer.
"""

from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from itertools import islice

from scrubjay.git.ancestry import base_branches
from scrubjay.git.process import Git
from scrubjay.model.clock import iso
from scrubjay.model.frozen import dataclass, field
from scrubjay.model.view import View
from scrubjay.text.sentences import sentences
from scrubjay_publishing.standings.agreement import paragraphs
from scrubjay_publishing.standings.marks import read_texts
from scrubjay_publishing.standings.proposals import BranchCommit, added, last_files, memory_branches, proposed
from scrubjay_publishing.standings.values import PublishedFile, memory_id_of

MOST_FILES = 2_000
"""Files of all branches that are read in one run."""

MOST_CLAIMS = 60
"""Paragraphs and sentences of one file that may be a statement; a published memory has fewer."""

MARKDOWN = (".md", ".markdown", ".rst", ".adoc", ".txt")


@dataclass(frozen=True, slots=True, kw_only=True)
class GitStatement:
    """A statement in git: the memory that it names, empty for none, its author, and where it stands.

    `branch` is empty for what a base branch has, `date` is in UTC. `text` is a paragraph of a file or one of its
    sentences, to be compared; it isn't printed with the row, since the branch may be one that nobody merged.
    """

    memory: str
    author: str
    branch: str
    commit: str
    date: str
    text: str = field(default="", repr=False)


def statements(git: Git, view: View, places: Mapping[str, PublishedFile]) -> tuple[GitStatement, ...]:
    """The statements in this clone: each paragraph and sentence of a file, and each commit; branches first.

    `places` are the published memories of the view. Whoever brought a file states it; who edited it later, or is named
    as a co-author, doesn't: agents are. Bounds: 200 branches, 50 files of each, 2,000 files in all, 2,000 commits.
    """
    bases = [base.commit for base in base_branches(git)] or ([view.commit] if view.commit else [])
    branches = proposed(git, [ref for ref, _ in memory_branches(git)], bases)
    named = {place.path: id for id, place in places.items()}
    brought = [
        GitStatement(memory=named[path], author=commit.author, branch="", commit=commit.commit, date=_utc(commit.date))
        for commit in added(git, bases, sorted(named))
        for path, _ in commit.files
        if path in named
    ]
    return tuple(dict.fromkeys((*_of_files(git, last_files(branches)), *_of_commits(branches), *brought)))


def _of_files(git: Git, files: Iterable[tuple[BranchCommit, str, str]]) -> list[GitStatement]:
    """The statements of some files."""
    chosen = [entry for entry, _ in zip(files, range(MOST_FILES), strict=False) if entry[1].lower().endswith(MARKDOWN)]
    texts: Mapping[str, str] = dict(read_texts(git, {blob for _, _, blob in chosen}))
    return [
        GitStatement(
            memory=memory_id_of(texts[blob]) or "",
            author=commit.author,
            branch=commit.branch,
            commit=commit.commit,
            date=_utc(commit.date),
            text=claim,
        )
        for commit, _, blob in chosen
        if blob in texts
        for claim in islice(_claims(texts[blob]), MOST_CLAIMS)
    ]


def _claims(text: str) -> Iterator[str]:
    """The claims that a file may state: each paragraph, then its sentences if it has several."""
    for paragraph in paragraphs(text):
        yield from dict.fromkeys((paragraph, *sentences(paragraph)))


def _of_commits(commits: Iterable[BranchCommit]) -> list[GitStatement]:
    """The statements that commits make by naming memories."""
    return [
        GitStatement(memory=id, author=one.author, branch=one.branch, commit=one.commit, date=_utc(one.date))
        for one in commits
        for id in one.memories
    ]


def _utc(date: str) -> str:
    """A date as ISO 8601 in UTC; empty for what is no date."""
    try:
        return iso(datetime.fromisoformat(date).astimezone(UTC))
    except (ValueError, OverflowError):
        return ""
