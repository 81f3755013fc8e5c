"""What comes of a try to take or change a handoff."""

from enum import StrEnum

from scrubjay.model.frozen import dataclass
from scrubjay_agents.handoffs.handoff import Handoff


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
    """It was so already: the same call again."""

    handoff: Handoff
