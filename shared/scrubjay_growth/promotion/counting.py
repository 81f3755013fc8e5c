"""How often did a fact occur, and to whom? From its members, those who said the same, and who states it. Pure."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from scrubjay.model.grade import Grade
from scrubjay.model.memory import Memory
from scrubjay_growth.promotion.facts import Occurrence, ShownBefore, Statement, members_that_count, stated_by_others
from scrubjay_growth.promotion.outcomes.ended import Outcomes
from scrubjay_growth.promotion.signal import PromoteSignal, rate

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
