"""Authors of the commits that a view shows: read when asked for, how they are shown, and who knows a topic.

`.mailmap` is not applied: it can merge two people, and nobody would see it. A name stands as its commits have it.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from threading import Lock
from typing import Final

from scrubjay.errors import GitFailed
from scrubjay.git.blame import blamed_lines, ignored_revisions
from scrubjay.git.history import read_commits
from scrubjay.git.message import merged_title
from scrubjay.git.paths import printable
from scrubjay.git.process import Git
from scrubjay.git.record import Commit
from scrubjay.model.frozen import replace
from scrubjay.model.history import CommitFacts, Contribution
from scrubjay.model.pattern import pattern
from scrubjay.model.view import View
from scrubjay.privacy.personal.policy import displayed_name, without_addresses, without_names
from scrubjay.privacy.secrets.masking import mask
from scrubjay.search.history.values import BOT, Person
from scrubjay.settings.schema import Settings

MAX_COMMITS = 10_000
"""Commits whose authors are known, the newest: as many as are searchable."""

Commits = Mapping[str, tuple[str, ...]]
"""The commits of each author, newest first."""


class Authors:
    """Lists the authors of one worktree's commits; the last list is cached."""

    def __init__(self, git: Git) -> None:
        self._git = git
        self._lock = Lock()
        self._read: tuple[tuple[str, ...], Commits] = ((), {})

    def of(self, *commits: str) -> Commits:
        """The authors of some commits and their ancestors; empty without commits. Raises GitFailed."""
        shas = tuple(filter(None, commits))
        with self._lock:
            if self._read[0] != shas:
                self._read = (shas, _commits_by_author(self._git, shas) if shas else {})
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


def _commits_by_author(git: Git, commits: Sequence[str]) -> Commits:
    """The commits of each author among some commits and their ancestors, newest first."""
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


_NOREPLY: Final = pattern(r"(?:\d+\+)?([a-z0-9][a-z0-9-]{0,38})@(?:users\.)?noreply\.([a-z0-9.-]+)", re.IGNORECASE)

PATIENCE_S: Final = 10.0
"""Seconds for one passage, or the log. Beyond them the answer would depend on the load, so far more than it takes."""


def names_of_logins(git: Git, commit: str, host: str) -> Mapping[str, str]:
    """The author's name for each login of a forge, in lower case; by the no-reply addresses in commits.

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
    return {sha: _facts_of(commit, merged.get(sha, ()), known) for sha, commit in commits.items()}


def _facts_of(commit: Commit, merged: tuple[str, ...], known: Mapping[str, Commit]) -> CommitFacts:
    """The facts of a commit; `merged` are the commits that it merged, `known` their contents."""
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
    """Shows the authors of one worktree's commits in answers. Where `named` is False nobody is named.

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
        """The facts of commits for an answer; where nobody is named, without authors and names in titles."""
        if self.named:
            return dict(facts)
        return {sha: replace(fact, authors=(), title=self.text(fact.title, commit)) for sha, fact in facts.items()}

    def _names(self, commits: Sequence[str]) -> list[str]:
        """The names of the authors of some commits, without bots."""
        try:
            return [name for name in self._authors.of(*commits) if not name.endswith(BOT)]
        except GitFailed:
            return []


def people(authors: Authors, user_settings: Settings) -> People:
    """Shows who wrote commits, or nobody, as the user's settings say."""
    return People(authors, named=user_settings.people == "on")


MOST: Final = 3
"""People that are named."""

HALF_LIFE_DAYS: Final = 730
"""Days after which a line counts half: who left knows less of what is there now. A choice, not measured."""

LINES_OF_A_COMMIT: Final = 10
"""Lines that a commit about the topic counts for, however many it changed: a commit that moves files knows nothing."""

BLAMED: Final = 5
"""Passages whose lines are blamed; each costs a git process."""

Lines = tuple[str, int, int]
"""A path, with first and last line."""


LINES_OF_A_REVIEW: Final = 3
"""Lines that what a member said in a review of a topic's file counts for. A choice, not measured."""


def who_know(
    git: Git, view: View, passages: Sequence[Lines], commits: Mapping[str, CommitFacts],
    reviews: Sequence[Contribution] = (),
) -> tuple[Person, ...]:  # fmt: skip
    """At most three people who know a topic, best first: who wrote `passages`, `commits` or `reviews` about it.

    The day of each is that of their newest commit to the files of the passages, or about the topic.
    """
    counted = Counter({sha: LINES_OF_A_COMMIT for sha, facts in commits.items() if not facts.merged})
    ignored: Sequence[str] = ()
    with suppress(GitFailed):
        ignored = ignored_revisions(git, view.commit)
    for path, first, last in passages[:BLAMED]:
        with suppress(GitFailed):  # a passage that can't be blamed tells nothing, the others do
            counted += blamed_lines(git, view.commit, path, (first, last), ignored=ignored, timeout_s=PATIENCE_S)
    known = {**commit_facts(git, [sha for sha in counted if sha not in commits]), **commits}
    wrote = [
        Contribution(name, lines, known[sha].authored_at)
        for sha, lines in counted.items()
        if sha in known
        for name in known[sha].authors
    ]
    days: dict[str, str] = {}
    with suppress(GitFailed):
        days = last_days(git, view.commit, {path for path, _, _ in passages})
    people = ranked([*wrote, *reviews], view.committed_at)
    return tuple(Person(person.name, max(person.last, days.get(person.name, ""))) for person in people)


def ranked(contributions: Iterable[Contribution], now: str) -> tuple[Person, ...]:
    """At most three people by the lines that they wrote, older lines counting less; equal ones by name. No bots."""
    weights: dict[str, float] = {}
    last: dict[str, str] = {}
    for one in contributions:
        if one.name.endswith(BOT):
            continue
        weights[one.name] = weights.get(one.name, 0.0) + one.lines * 0.5 ** (
            _days_between(one.at, now) / HALF_LIFE_DAYS
        )
        last[one.name] = max(last.get(one.name, ""), one.at[:10])
    order = sorted(weights, key=lambda name: (-round(weights[name], 6), name))
    return tuple(Person(name, last[name]) for name in order[:MOST])


def _days_between(then: str, now: str) -> int:
    """The whole days from one moment to another; 0 where either is no moment."""
    try:
        return max(0, (datetime.fromisoformat(now) - datetime.fromisoformat(then)).days)
    except (TypeError, ValueError):
        return 0
