"""What would other bounds have decided? A form, and what changes."""

from typing import TYPE_CHECKING

from scrubjay.model.frozen import dataclass
from scrubjay.promotion.replaying import parse_changes
from scrubjay.promotion.replaying import replay as again
from scrubjay.promotion.signal import PromoteConfig
from scrubjay_ui.views.promotion.queries import ShownPromotion, with_memories

if TYPE_CHECKING:
    from starlette.responses import Response

    from scrubjay.promotion.replaying import Replayed
    from scrubjay_ui.visit import Visit

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
    rows = visit.workspace.promotion_log.decisions(NEWEST) if changes else ()
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
