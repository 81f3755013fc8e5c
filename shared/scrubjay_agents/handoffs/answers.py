"""What the manager of handoffs answers: one that may be left, one that was taken, one with a result."""

from datetime import timedelta

from scrubjay.model.agent import Caller
from scrubjay.model.frozen import dataclass
from scrubjay_agents.handoffs.handoff import Handoff, HandoffContext
from scrubjay_agents.handoffs.moved import Moved


@dataclass(frozen=True, slots=True)
class Prepared:
    """A handoff that its sender may leave, before it is left."""

    sender: Caller
    target: str
    context: HandoffContext
    ttl: timedelta


@dataclass(frozen=True, slots=True)
class Taken:
    """A handoff that was taken, what moved since it was written, and the branch whose task it now is."""

    handoff: Handoff
    moved: Moved
    branch: str


@dataclass(frozen=True, slots=True)
class Finished:
    """A handoff after a result: it is done, or the result is kept as a note (`noted`). `learned` is to be judged.

    `repeated`: it was there already, and nothing was changed.
    """

    handoff: Handoff
    noted: bool
    repeated: bool
    learned: tuple[str, ...] = ()
