"""Clock of a project's handoffs: the time that really passed, whatever a wall clock was set to."""

from datetime import datetime, timedelta
from enum import StrEnum

from scrubjay.model.clock import iso
from scrubjay.model.frozen import dataclass
from scrubjay_agents.handoffs.handoff import Handoff


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


def steady_moment(steady: str, last: Reading | None, reading: Reading) -> Now:
    """The steady time and wall time of a reading, counted on from the last one; None: there was none."""
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


class Refusal(StrEnum):
    """Why nothing was changed."""

    DENIED = "not there, or not for this agent"
    STATE = "its state doesn't allow it"
    ELSEWHERE = "taken from another worktree, and its lease isn't named"


@dataclass(frozen=True, slots=True)
class Refused:
    """Nothing was changed. `handoff` is None where the agent may not know of it."""

    why: Refusal
    handoff: Handoff | None = None


@dataclass(frozen=True, slots=True)
class Changed:
    """The handoff after the change."""

    handoff: Handoff


@dataclass(frozen=True, slots=True)
class KeptAsNote:
    """A result finishes nothing and was kept: somebody else has taken the handoff, or it has ended."""

    handoff: Handoff


@dataclass(frozen=True, slots=True)
class Repeated:
    """Nothing was changed, because the same call was made before."""

    handoff: Handoff
