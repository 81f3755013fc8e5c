"""How long does a memory last? One law over what it is, what it is worth and when it was said again. No I/O."""

from bisect import bisect_right
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from scrubjay.model.grade import Grade
from scrubjay.model.memory import MemoryStatus

FADING_KINDS = ("fact", "preference", "decision", "procedure")
"""What happened and what failed is dated, and a question is open until it is answered: those stay."""

WORKED_DAYS = 30
"""Days on which the project was worked on that an unconfirmed memory lasts."""

MOST_DAYS = 180
"""Days that it lasts at most, however seldom the project was worked on; and an observed one since it was last seen."""

ARCHIVED_DAYS = 365

HOLDING_OFF = 2
"""So often a repetition makes an unconfirmed memory young again."""


@dataclass(frozen=True, slots=True)
class Life:
    """What counts of a memory: its best grade at the base branch, the day it was captured, the days on which other
    sessions said it again, and the last day on which a transcript showed it (none: the day of capture)."""

    kind: str
    grade: Grade
    captured: date
    repeated: Collection[date] = ()
    observed: date | None = None

    @property
    def young(self) -> date:
        """The day from which its time is counted."""
        if self.grade is Grade.OBSERVED:
            return max(self.captured, self.observed or self.captured)
        later = sorted({day for day in self.repeated if day > self.captured})[:HOLDING_OFF]
        return later[-1] if later else self.captured


def status_of(life: Life, worked: Sequence[date], today: date) -> MemoryStatus:
    """Active, faded or archived. `worked` are the days on which the project was worked on, in order."""
    if life.kind not in FADING_KINDS or life.grade not in (Grade.OBSERVED, Grade.UNCONFIRMED):
        return MemoryStatus.ACTIVE
    age = today - life.young
    if life.grade is Grade.OBSERVED:
        return MemoryStatus.FADED if age >= timedelta(MOST_DAYS) else MemoryStatus.ACTIVE
    if age >= timedelta(ARCHIVED_DAYS):
        return MemoryStatus.ARCHIVED
    days = bisect_right(worked, today) - bisect_right(worked, life.young)
    over = days >= WORKED_DAYS or age >= timedelta(MOST_DAYS)
    return MemoryStatus.FADED if over else MemoryStatus.ACTIVE
