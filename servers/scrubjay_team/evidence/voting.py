"""How sessions with a fact ended, by members: each has one vote, the share of their sessions that ended well. Pure."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from fractions import Fraction
from typing import Final

from scrubjay.model.frozen import dataclass

FEWEST: Final = 3
"""Members whose votes are told, and count: of three, nobody who knows their own learns one other's."""

Session = tuple[str, bytes]
"""A member's id and the number of a session of theirs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Votes:
    """Votes of `n` members for a fact, and of `base_n` whose sessions were without it; all 0 of fewer than FEWEST.

    `successes` are whole votes of what `n` members said together, `base_rate` is the mean of the `base_n`.
    """

    successes: int = 0
    n: int = 0
    base_rate: float = 0.0
    base_n: int = 0


class Ended:
    """How a team's sessions ended that are known to have, and which memories each had.

    Sessions that had a memory, and whose end isn't known, have no vote.
    """

    def __init__(self, well: Mapping[Session, bool], had: Mapping[str, Collection[Session]]) -> None:
        self._well = well
        self._had = had
        self._all = _tallied(well.items())

    def votes(self, memories: Iterable[str]) -> Votes:
        """The votes for a fact that these memories state, by their ids: however many sessions, one for each member."""
        sessions = {one for memory in memories for one in self._had.get(memory, ()) if one in self._well}
        having = _tallied((one, self._well[one]) for one in sessions)
        if len(having) < FEWEST:
            return Votes()
        said = sum(map(_share, having.values()))
        without = [_share(left) for member, all in self._all.items() if (left := all - having.get(member, Counter()))]
        if len(without) < FEWEST:
            return Votes(successes=int(said), n=len(having))
        rate = round(float(sum(without) / len(without)), 6)
        return Votes(successes=int(said), n=len(having), base_rate=rate, base_n=len(without))


def _tallied(ended: Iterable[tuple[Session, bool]]) -> dict[str, Counter[bool]]:
    """How many sessions of each member ended well, and how many did not."""
    tallies: dict[str, Counter[bool]] = defaultdict(Counter)
    for (member, _), well in ended:
        tallies[member][well] += 1
    return tallies


def _share(tally: Counter[bool]) -> Fraction:
    """The share of sessions that ended well."""
    return Fraction(tally[True], tally.total())
