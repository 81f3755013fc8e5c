"""The pages about promotion."""

from typing import TYPE_CHECKING

from scrubjay.errors import NotFound
from scrubjay.model.frozen import dataclass, replace
from scrubjay.privacy.secrets.masking import mask
from scrubjay_growth.api import Decision, PromoteConfig, decide_promotion, parse_changes
from scrubjay_growth.api import replay as again
from scrubjay_growth.services import GrowthServices
from scrubjay_publishing.services import PublishingServices
from scrubjay_ui.endpoints import ViewRoute
from scrubjay_ui.views.promotion.telling import confirm, decline, tell

if TYPE_CHECKING:
    from collections.abc import Iterable

    from starlette.responses import Response

    from scrubjay.model.memory import Memory
    from scrubjay_growth.api import LoggedDecision, Replayed, ShownProposal
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
    log = GrowthServices.of(visit.workspace).promotion_log
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
    rows = GrowthServices.of(visit.workspace).promotion_log.decisions(1, memory=memory.id)
    if not rows or memory.id not in shown:
        raise NotFound(
            f"Memory {memory.id[:12]} was never decided on: nobody repeated it, and no session that ended had it."
        )
    return ExplainedDecision(masked(shown[memory.id]), rows[-1], decide_promotion(rows[-1].signal, rows[-1].config))


def masked(memory: "Memory") -> "Memory":
    """The memory without secrets, by today's rules."""
    return replace(memory, content=mask(memory.content).text)


NEWEST = 1_000
"""Decisions that are taken again."""

MOST = 100
"""Differing ones that are listed."""

BOUNDS = (
    ("frequency_threshold", "Frequency: standing above", 0.01),
    ("min_authors", "Frequency: authors, at least", 1),
    ("min_population", "Frequency: repeated facts, at least", 1),
    ("outcome_threshold", "Outcome: share that ended well above", 0.01),
    ("outcome_floor", "Outcome: lower bound above", 0.01),
    ("min_sessions", "Outcome: sessions with and without it, at least", 1),
    ("self_eval_threshold", "Judge: percentile above", 0.01),
    ("hysteresis", "More for what was kept before", 0.01),
    ("max_failures", "Falls after reported failures", 1),
)
"""The bounds that the form offers: name, words, and the step of its field."""


@dataclass(frozen=True, slots=True)
class BoundField:
    """A field of the form. `usual` is what holds unless it was logged otherwise."""

    name: str
    words: str
    step: float
    usual: float
    value: str


@dataclass(frozen=True, slots=True)
class DifferingDecision:
    """A decision, and what other bounds make of it."""

    shown: ShownPromotion
    replayed: "Replayed"


def replay(visit: "Visit") -> "Response":
    """The form; with a bound in it, what would have been decided otherwise. Nothing is changed."""
    usual = PromoteConfig()
    fields = tuple(
        BoundField(name, words, step, getattr(usual, name), visit.text(name)) for name, words, step in BOUNDS
    )
    changes = parse_changes(f"{field.name}={field.value}" for field in fields if field.value)
    rows = GrowthServices.of(visit.workspace).promotion_log.decisions(NEWEST) if changes else ()
    differing = [one for one in again(rows, changes) if one.differs]
    listed = differing[: -MOST - 1 : -1]
    shown = with_memories(visit, (one.logged for one in listed))
    return visit.page(
        "promotion/replay.html",
        title="Replay",
        fields=fields,
        changes=changes,
        total=len(rows),
        count=len(differing),
        differing=tuple(map(DifferingDecision, shown, listed)),
    )


STATES = {True: "passes", False: "doesn't pass", None: "abstains"}


def log(visit: "Visit") -> "Response":
    """What waits, and the log."""
    before, page = visit.number("before", 0, 0, 999_999_999), visit.number("page", 1, 1, 1_000)
    shown = promotion(visit, page, before)
    last = max(1, -(-shown.total // CARDS))
    return visit.page("promotion/page.html", title="Promotion", shown=shown, before=before, page=page, last=last)


def why(visit: "Visit") -> "Response":
    """The last decision on a memory."""
    shown = explained(visit, visit.params["id"])
    return visit.page("promotion/why.html", title="Why it was decided so", shown=shown, states=STATES)


def published(visit: "Visit") -> "Response":
    """What was published, and where it is now."""
    rows = PublishingServices.of(visit.workspace).publisher.published()[::-1]
    page = visit.number("page", 1, 1, 10_000)
    shown = rows[(page - 1) * ROWS : page * ROWS]
    return visit.page(
        "promotion/published.html", title="Published", rows=shown, page=page, last=max(1, -(-len(rows) // ROWS))
    )


ROUTES = (
    ViewRoute(path="/promotion", show=log),
    ViewRoute(path="/promotion/why/{id}", show=why),
    ViewRoute(path="/promotion/replay", show=replay),
    ViewRoute(path="/promotion/published", show=published),
    ViewRoute(path="/promotion/publish", show=tell),
    ViewRoute(path="/promotion/publish/confirm", show=confirm, writes=True),
    ViewRoute(path="/promotion/decline", show=decline, writes=True),
)
