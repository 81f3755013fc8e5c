"""Authors of the commits that a view shows: read when asked for, by each commit's name; their facts, and how shown.

`.mailmap` is not applied: it can merge two people, and nobody would see it. A name stands as its commits have it.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from threading import Lock
from typing import Final

from scrubjay.errors import GitFailed
from scrubjay.git.history import read_commits
from scrubjay.git.message import merged_title
from scrubjay.git.paths import printable
from scrubjay.git.process import Git
from scrubjay.git.record import Commit
from scrubjay.model.history import CommitFacts
from scrubjay.privacy.personal import without_addresses
from scrubjay.privacy.personal.policy import displayed_name, without_names
from scrubjay.privacy.secrets.masking import mask
from scrubjay.search.history.values import BOT
from scrubjay.settings.schema import Settings

MAX_COMMITS = 10_000
"""Commits whose authors are known, the newest: as many as are searchable."""

Commits = Mapping[str, tuple[str, ...]]
"""The commits of each author, newest first."""


class Authors:
    """The authors of one worktree's commits; those of the last commits asked about are kept in memory."""

    def __init__(self, git: Git) -> None:
        self._git = git
        self._lock = Lock()
        self._read: tuple[tuple[str, ...], Commits] = ((), {})

    def of(self, *commits: str) -> Commits:
        """The authors of some commits and their ancestors; empty without commits. Raises GitFailed."""
        shas = tuple(filter(None, commits))
        with self._lock:
            if self._read[0] != shas:
                self._read = (shas, _authors(self._git, shas) if shas else {})
            return self._read[1]


def last_days(git: Git, commit: str, paths: Collection[str]) -> dict[str, str]:
    """The newest day (ISO 8601) on which each author wrote a commit to some files, by the name that is shown."""
    if not paths:
        return {}
    listed = git.run(
        "log", "-z", f"-{MAX_COMMITS}", "--no-merges", "--encoding=UTF-8", "--format=%as %an", "--end-of-options",
        commit, "--", *(f":(top,literal){path}" for path in sorted(paths)), timeout=20,
    )  # fmt: skip
    days: dict[str, str] = {}
    for field in filter(None, listed.split(b"\0")):
        day, _, name = field.partition(b" ")
        author = displayed_name(printable(name.strip()))
        days[author] = max(days.get(author, ""), day.decode("ascii", "replace"))
    return days


def _authors(git: Git, commits: Sequence[str]) -> Commits:
    authors: dict[str, list[str]] = {}
    listed = git.fields(
        "log", "-z", f"-{MAX_COMMITS}", "--encoding=UTF-8", "--format=%H %an", "--end-of-options", *commits, "--",
        ok=range(256), timeout=20,
    )  # fmt: skip
    for field in listed:
        sha, _, name = field.partition(b" ")
        if name.strip():
            authors.setdefault(printable(name.strip()), []).append(sha.decode("ascii", "replace"))
    return {name: tuple(shas) for name, shas in authors.items()}


_NOREPLY: Final = re.compile(r"(?:\d+\+)?([a-z0-9][a-z0-9-]{0,38})@(?:users\.)?noreply\.([a-z0-9.-]+)", re.IGNORECASE)

PATIENCE_S: Final = 10.0


def names_of_logins(git: Git, commit: str, host: str) -> Mapping[str, str]:
    """Names that commits show, by login in lower case: whose commits bear the no-reply address of a forge.

    A `.mailmap` joins a no-reply address with another name. Of two names the newest commit's counts; no address is
    kept. Empty where git fails.
    """
    shown = ("--encoding=UTF-8", "--format=%ae %aN", "--end-of-options", commit, "--")
    try:
        listed = list(git.fields("log", "-z", f"-{MAX_COMMITS}", *shown, ok=range(256), timeout=PATIENCE_S))
    except GitFailed:
        return {}
    names: dict[str, str] = {}
    for field in listed:
        address, _, name = field.strip().partition(b" ")
        match = _NOREPLY.fullmatch(address.decode("utf-8", "replace"))
        if match and match[2].lower() == host.lower() and name.strip():
            names.setdefault(match[1].lower(), displayed_name(printable(name.strip())))
    return names


MOST_MERGED = 50
"""Commits of one merge that are read, the newest."""


def commit_facts(git: Git, shas: Sequence[str]) -> dict[str, CommitFacts]:
    """The facts of some commits; one that can't be read is absent. Each merge costs a process."""
    commits = {commit.sha: commit for commit in read_commits(git, list(shas)) if isinstance(commit, Commit)}
    merged = {sha: _merged(git, commit.parents) for sha, commit in commits.items() if len(commit.parents) > 1}
    inner = list(dict.fromkeys(sha for shas in merged.values() for sha in shas if sha not in commits))
    known = commits | {commit.sha: commit for commit in read_commits(git, inner) if isinstance(commit, Commit)}
    return {sha: _facts(commit, merged.get(sha, ()), known) for sha, commit in commits.items()}


def _facts(commit: Commit, merged: tuple[str, ...], known: Mapping[str, Commit]) -> CommitFacts:
    wrote = [known[sha].author for sha in merged if sha in known] or [commit.author]
    title = merged_title(commit.subject, commit.body) or commit.subject
    return CommitFacts(
        sha=commit.sha,
        title=mask(without_addresses(title)).text[:200],
        authors=tuple(dict.fromkeys(displayed_name(name) for name in reversed(wrote))),
        authored_at=commit.authored_at,
        committed_at=commit.committed_at,
        merged=merged,
    )


def _merged(git: Git, parents: Sequence[str]) -> tuple[str, ...]:
    """The commits that a merge brought, newest first."""
    code, out = git.answer(
        "rev-list", "--no-merges", f"-{MOST_MERGED}", "--end-of-options", *parents[1:], f"^{parents[0]}", "--"
    )
    return tuple(out.decode("ascii", "replace").split()) if code == 0 else ()


class People:
    """The people of one worktree's commits, as answers show them. Where `named` is False nobody is named.

    Who shows an author or the text of a commit asks here.
    """

    def __init__(self, authors: Authors, *, named: bool) -> None:
        self._authors = authors
        self.named = named

    def author(self, name: str) -> str:
        """An author's name, never an address; empty where nobody is named."""
        return displayed_name(name) if self.named else ""

    def text(self, text: str, *commits: str) -> str:
        """The text of a commit without addresses and secrets; where nobody is named, without names.

        `commits` are those whose ancestors' authors are meant.
        """
        told = text if self.named or not text else without_names(text, self._names(commits))
        return mask(without_addresses(told)).text

    def facts(self, facts: Mapping[str, CommitFacts], commit: str) -> dict[str, CommitFacts]:
        """The facts of commits for an answer."""
        if self.named:
            return dict(facts)
        return {sha: replace(fact, authors=(), title=self.text(fact.title, commit)) for sha, fact in facts.items()}

    def _names(self, commits: Sequence[str]) -> list[str]:
        try:
            return [name for name in self._authors.of(*commits) if not name.endswith(BOT)]
        except GitFailed:
            return []


def people(authors: Authors, user_settings: Settings) -> People:
    """Shows who wrote commits, as the user's settings say."""
    return People(authors, named=user_settings.people == "on")
