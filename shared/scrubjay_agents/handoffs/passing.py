"""How much time has passed for a project's handoffs? What really passed, whatever a wall clock was set to."""

from datetime import datetime, timedelta

from scrubjay.model.clock import iso
from scrubjay.model.frozen import dataclass


@dataclass(frozen=True, slots=True)
class Running:
    """For how long a machine has run, asleep or not, since which start; `boot` is empty where it doesn't tell."""

    boot: str = ""
    seconds: int = 0


@dataclass(frozen=True, slots=True)
class Reading:
    """What a process reads at a moment: its wall clock, and how long the machine has run."""

    wall: datetime
    running: Running


@dataclass(frozen=True, slots=True)
class Now:
    """A moment: `wall` is what people are told, `steady` what deadlines count in. Both ISO 8601 in UTC.

    `steady` begins as the wall clock, and goes on with the time that passes.
    """

    steady: str
    wall: str


def after(steady: str, last: Reading | None, reading: Reading) -> Now:
    """The moment of a reading, where it was `steady` at the last one; None: there was none of this kind."""
    wall = iso(reading.wall)
    if last is None:
        return Now(max(steady, wall), wall)
    return Now(iso(datetime.fromisoformat(steady) + elapsed(last, reading)), wall)


def elapsed(last: Reading, reading: Reading) -> timedelta:
    """What has passed between two readings, never less than nothing.

    The machine tells it while it runs; wall clocks do across its starts, and where it doesn't.
    """
    if reading.running.boot and reading.running.boot == last.running.boot:
        return timedelta(seconds=max(0, reading.running.seconds - last.running.seconds))
    return max(timedelta(), reading.wall - last.wall)
