"""What waits to be told to others, and why was it decided so?"""

from typing import TYPE_CHECKING

from scrubjay.errors import NotFound
from scrubjay.model.frozen import dataclass, replace
from scrubjay.privacy.secrets.masking import mask
from scrubjay_growth.api import Decision, decide_promotion

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scrubjay.model.memory import Memory
    from scrubjay_growth.api import LoggedDecision, ShownProposal
    from scrubjay_ui.visit import Visit

ROWS = 50
CARDS = 20


@dataclass(frozen=True, slots=True)
class ShownPromotion:
    """A logged decision, and the memory that it was about; None where that isn't shown here any more."""

    logged: "LoggedDecision"
    memory: "Memory | None"


@dataclass(frozen=True, slots=True, kw_only=True)
class PromotionPage:
    """What waits, a page of `total`, and the log, the newest first. `older` is the row before which it goes on."""

    waiting: "tuple[ShownProposal, ...]"
    total: int
    log: tuple[ShownPromotion, ...]
    older: int
    last_pass: str
    mode: str


@dataclass(frozen=True, slots=True)
class ExplainedDecision:
    """The last decision on a memory, and what each path said of it."""

    memory: "Memory"
    logged: "LoggedDecision"
    decision: Decision


def promotion(visit: "Visit", page: int, before: int) -> PromotionPage:
    """A page of what waits, and the log before a row."""
    log = visit.workspace.promotion_log
    waiting = visit.workspace.proposals.waiting()
    shown = waiting[(page - 1) * CARDS : page * CARDS]
    rows = log.decisions(ROWS + 1, before=before)[::-1]
    return PromotionPage(
        waiting=tuple(replace(one, memory=masked(one.memory)) for one in shown),
        total=len(waiting),
        log=with_memories(visit, rows[:ROWS]),
        older=rows[ROWS - 1].id if len(rows) > ROWS else 0,
        last_pass=log.last_pass(),
        mode=visit.workspace.settings.promotion.mode,
    )


def with_memories(visit: "Visit", rows: "Iterable[LoggedDecision]") -> tuple[ShownPromotion, ...]:
    """Rows of the log with their memories, as far as this worktree shows them."""
    listed = tuple(rows)
    memories = visit.workspace.memories.of_ids({row.memory for row in listed})
    return tuple(
        ShownPromotion(row, masked(memories[row.memory]) if row.memory in memories else None) for row in listed
    )


def explained(visit: "Visit", id: str) -> ExplainedDecision:
    """Why a memory was decided on as it was. Raises NotFound."""
    memory = visit.workspace.memories.get(id)
    shown = visit.workspace.memories.of_ids([memory.id])
    rows = visit.workspace.promotion_log.decisions(1, memory=memory.id)
    if not rows or memory.id not in shown:
        raise NotFound(
            f"Memory {memory.id[:12]} was never decided on: nobody repeated it, and no session that ended had it."
        )
    return ExplainedDecision(masked(shown[memory.id]), rows[-1], decide_promotion(rows[-1].signal, rows[-1].config))


def masked(memory: "Memory") -> "Memory":
    """The memory without secrets, by today's rules."""
    return replace(memory, content=mask(memory.content).text)
