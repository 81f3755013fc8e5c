"""Facts, who stated them, how often they occurred independently, and in sessions that ended how. Pure."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from enum import StrEnum

from scrubjay.model.frozen import dataclass
from scrubjay.model.grade import Grade
from scrubjay.model.memory import Memory
from scrubjay_growth.promotion.decision import PromoteSignal, rate


@dataclass(frozen=True, slots=True)
class Fact:
    """A fact: the ids of memories that state it, in any order. `key` names it in every pass."""

    key: str
    members: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """A fact that a commit or document states: the memory's id or its words, by whom, where and when (ISO 8601)."""

    memory: str = ""
    text: str = ""
    author: str
    branch: str = ""
    commit: str = ""
    date: str = ""


@dataclass(frozen=True, slots=True)
class Occurrence:
    """Somebody came to a fact by themselves: when, who, in which session and client (empty: none is known)."""

    at: str
    author: str
    session: str = ""
    client: str = ""


ShownBefore = Callable[[str, Memory], bool]
"""Whether a session had been shown a memory or one like it."""


def members_that_count(members: Iterable[Memory], shown: ShownBefore) -> tuple[Memory, ...]:
    """The members that say the fact independently of the ones before: by another session, on another day, not shown it.

    What a person wrote outside of any session counts once for each person.
    """
    counted: list[Memory] = []
    for memory in sorted(members, key=lambda one: (one.recorded_at, one.id)):
        if all(_independent(memory, before, shown) for before in counted):
            counted.append(memory)
    return tuple(counted)


def _independent(memory: Memory, before: Memory, shown: ShownBefore) -> bool:
    """Whether a memory was said independently of an earlier one: by another session, on another day, not shown it."""
    if memory.session and memory.session == before.session:
        return False
    if not memory.session:
        return memory.author != before.author
    return memory.recorded_at[:10] != before.recorded_at[:10] and not shown(memory.session, before)


def stated_by_others(
    statements: Iterable[Statement],
    members: Collection[Memory],
    same: Callable[[str, str], bool],
    mine: Collection[str] = (),
) -> tuple[Statement, ...]:
    """The statements of a fact by people who wrote none of its members, the first of each person.

    A file with a member's own id is that memory, published: who commits it stands behind it. `mine` are the names of
    the user in git, who is the author of what their own agents write.
    """
    ids = {memory.id for memory in members}
    own = {*(memory.author for memory in members), *mine}
    first: dict[str, Statement] = {}
    for statement in sorted(statements, key=lambda one: (one.date, one.author, one.commit)):
        if statement.author in own or statement.author in first:
            continue
        says = statement.memory in ids or any(same(statement.text, memory.content) for memory in members)
        if says and statement.author:
            first[statement.author] = statement
    return tuple(first.values())


def strongest(members: Sequence[Memory], rank: Callable[[str], int]) -> Memory:
    """The member that stands for a fact: the best graded one (0 is the best), then the oldest."""
    return min(members, key=lambda memory: (rank(memory.id), memory.recorded_at, memory.id))


class Commits(StrEnum):
    """What became of the commits that a session made."""

    NONE = "none"
    OPEN = "not on the base branch yet"
    LEFT = "not on the base branch for two weeks"
    REACHED = "on the base branch"


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionEvidence:
    """What is known of a session. `tests` and `reported` are empty where nothing is known."""

    session: str
    readable: bool = False
    tests: str = ""
    reported: str = ""
    commits: Commits = Commits.NONE
    handed_over: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcomes:
    """How sessions ended, by session; which memories each had, by the beginnings of their ids; reported failures.

    `unreadable` counts sessions whose client keeps no transcript that could be read: they have no outcome.
    """

    well: dict[str, bool]
    had: dict[str, frozenset[str]]
    failed: dict[str, int]
    unreadable: int = 0


def ended_well(evidence: SessionEvidence) -> bool | None:
    """Whether a session ended well; None where nobody can say.

    What a script reports outranks the rest. Without a readable transcript nothing is said: where only success can be
    seen, every rate would be 1.
    """
    if evidence.reported:
        return evidence.reported == "well"
    if not evidence.readable:
        return None
    if evidence.commits is Commits.REACHED or evidence.tests == "passed" or evidence.handed_over:
        return True
    if evidence.tests == "failed" or evidence.commits is Commits.LEFT:
        return False
    return None


DIGITS = 12
"""Digits of a memory's id by which sessions that had it are noted."""


def occurrences(
    members: Sequence[Memory],
    repeats: Iterable[tuple[str, str]],
    statements: Iterable[Statement],
    *,
    since: str,
    shown: ShownBefore,
    same: Callable[[str, str], bool],
    mine: Collection[str],
    client_of: Callable[[str], str],
) -> tuple[Occurrence, ...]:
    """The independent occurrences of a fact since a moment, the oldest first.

    `repeats` are the sessions that came to a member by themselves, as ("session …", when), `mine` the user's names in
    git.
    """
    found = [
        Occurrence(
            memory.recorded_at, memory.author, memory.session[:DIGITS], client_of(memory.session) or memory.agent
        )
        for memory in members_that_count(members, shown)
    ]
    author = members[0].author if members else ""
    known = {one.session for one in found} - {""}
    days = {one.at[:10] for one in found if one.session}
    for what, at in repeats:
        session = what.removeprefix("session ")
        if session not in known and at[:10] not in days:
            known.add(session)
            days.add(at[:10])
            found.append(Occurrence(at, author, session, client_of(session)))
    found += [Occurrence(one.date, one.author) for one in stated_by_others(statements, members, same, mine)]
    return tuple(sorted((one for one in found if one.at >= since), key=lambda one: (one.at, one.author, one.session)))


def signal_of(
    members: Sequence[Memory],
    seen: Sequence[Occurrence],
    outcomes: Outcomes,
    grade: Grade,
    *,
    previous: str,
    never: tuple[str, ...],
    self_eval: float | None,
) -> PromoteSignal:
    """Everything that is known of a fact, as a value that is logged."""
    had = frozenset(one for memory in members for one in outcomes.had.get(memory.id[:DIGITS], ()))
    with_it = [well for session, well in outcomes.well.items() if session in had]
    without = [well for session, well in outcomes.well.items() if session not in had]
    return PromoteSignal(
        frequency=len(seen),
        authors=len({one.author for one in seen} - {""}),
        days=len({one.at[:10] for one in seen}),
        sessions=len({one.session for one in seen} - {""}),
        clients=len({one.client for one in seen} - {""}),
        grounded=grade >= Grade.GROUNDED,
        outcome_successes=sum(with_it),
        outcome_n=len(with_it),
        base_rate=round(rate(sum(without), len(without)), 6),
        base_n=len(without),
        self_eval=self_eval,
        failures=sum(outcomes.failed.get(memory.id[:DIGITS], 0) for memory in members),
        never=never,
        previous=previous,
    )


def best_grade(members: Iterable[Memory], grades: Mapping[str, Grade]) -> Grade:
    """The grade of a fact: that of its best member."""
    return max((grades.get(memory.id, Grade.SAID) for memory in members), default=Grade.SAID)
