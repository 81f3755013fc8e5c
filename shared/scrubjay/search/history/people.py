"""Who knows a topic? Whoever wrote of it lately, by the lines that answer it; at most three, without numbers."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from typing import Final

from scrubjay.errors import GitFailed
from scrubjay.git.blame import blamed_lines, ignored_revisions
from scrubjay.git.process import Git
from scrubjay.model.history import CommitFacts, Contribution
from scrubjay.model.view import View
from scrubjay.search.history.authors import commit_facts, last_days
from scrubjay.search.history.values import BOT, Person

MOST: Final = 3
"""People that are named."""

HALF_LIFE_DAYS: Final = 730
"""Days after which a line counts half: who left knows less of what is there now. A choice, not measured."""

LINES_OF_A_COMMIT: Final = 10
"""Lines that a commit about the topic counts for, however many it changed: a commit that moves files knows nothing."""

BLAMED: Final = 5
"""Passages whose lines are blamed; each costs a git process."""

PATIENCE_S: Final = 10.0
"""Seconds for one passage. Beyond them the answer would depend on the load, so far more than a passage takes."""

Lines = tuple[str, int, int]
"""A path, with first and last line."""


LINES_OF_A_REVIEW: Final = 3
"""Lines that what a member said in a review of a topic's file counts for. A choice, not measured."""


def who_know(
    git: Git, view: View, passages: Sequence[Lines], commits: Mapping[str, CommitFacts],
    reviews: Sequence[Contribution] = (),
) -> tuple[Person, ...]:  # fmt: skip
    """At most three people, who knows most first. `passages` answer the topic, `commits` are about it; so do reviews.

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
    """At most three people by lines, each of which counts less the older it is; equal ones by name. No bot is one."""
    weights: dict[str, float] = {}
    last: dict[str, str] = {}
    for one in contributions:
        if one.name.endswith(BOT):
            continue
        weights[one.name] = weights.get(one.name, 0.0) + one.lines * 0.5 ** (_days(one.at, now) / HALF_LIFE_DAYS)
        last[one.name] = max(last.get(one.name, ""), one.at[:10])
    order = sorted(weights, key=lambda name: (-round(weights[name], 6), name))
    return tuple(Person(name, last[name]) for name in order[:MOST])


def _days(then: str, now: str) -> int:
    try:
        return max(0, (datetime.fromisoformat(now) - datetime.fromisoformat(then)).days)
    except (TypeError, ValueError):
        return 0
