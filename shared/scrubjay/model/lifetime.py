"""Lifetime of a memory: a pure rule over its kind, its grade and its repetitions."""

from bisect import bisect_right
from collections.abc import Collection, Sequence
from datetime import date, timedelta

from scrubjay.model.frozen import dataclass
from scrubjay.model.grade import Grade
from scrubjay.model.memory import MemoryStatus

FADING_KINDS = ("fact", "preference", "decision", "procedure")
"""Kinds that can fade. Incidents and episodes are dated, and a question stays open until answered: those don't."""

WORKED_DAYS = 30
"""Lifetime of a memory that only its author says, in days on which the project was worked on."""

MOST_DAYS = 180
"""Its maximum lifetime in days, however seldom the project was worked on; with a printed line alone: since that was."""

ARCHIVED_DAYS = 365

MAX_RENEWALS = 2
"""Repetitions that restart the lifetime of a memory that only its author says."""


@dataclass(frozen=True, slots=True)
class LifetimeFacts:
    """The facts that decide how long a memory lives.

    `grade` is its best one at the base branch, `repeated` the days on which other sessions repeated it, `observed`,
    where it leans on nothing but a printed line, the last day on which one showed it.
    """

    kind: str
    grade: Grade
    captured: date
    repeated: Collection[date] = ()
    observed: date | None = None

    @property
    def dated(self) -> bool:
        """Whether the memory rests on a printed line alone, which is true for its day only."""
        return self.observed is not None and self.grade in (Grade.QUOTED, Grade.GROUNDED)

    @property
    def counted_from(self) -> date:
        """The day from which its lifetime is counted."""
        if self.dated:
            return max(self.captured, self.observed or self.captured)
        later = sorted({day for day in self.repeated if day > self.captured})[:MAX_RENEWALS]
        return later[-1] if later else self.captured


def status_of(life: LifetimeFacts, worked: Sequence[date], today: date) -> MemoryStatus:
    """A memory's status by its lifetime: active, faded or archived. `worked` are the project's working days."""
    if life.kind not in FADING_KINDS or not (life.dated or life.grade is Grade.SAID):
        return MemoryStatus.ACTIVE
    age = today - life.counted_from
    if life.dated:
        return MemoryStatus.FADED if age >= timedelta(MOST_DAYS) else MemoryStatus.ACTIVE
    if age >= timedelta(ARCHIVED_DAYS):
        return MemoryStatus.ARCHIVED
    days = bisect_right(worked, today) - bisect_right(worked, life.counted_from)
    over = days >= WORKED_DAYS or age >= timedelta(MOST_DAYS)
    return MemoryStatus.FADED if over else MemoryStatus.ACTIVE
