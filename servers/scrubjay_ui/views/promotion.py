"""The pages about promotion."""

import hashlib
from collections.abc import Iterable

from starlette.responses import Response

from scrubjay.errors import ChangedMeanwhile, NotFound, UsageError
from scrubjay.model.frozen import dataclass, replace
from scrubjay.model.memory import Memory
from scrubjay.privacy.secrets.masking import mask
from scrubjay_growth.api import (
    GIT,
    Decision,
    LoggedDecision,
    PromoteConfig,
    Replayed,
    ShownProposal,
    decide_promotion,
    parse_changes,
)
from scrubjay_growth.api import replay as again
from scrubjay_growth.services import GrowthServices
from scrubjay_publishing.api import PlannedChange, PublishPlan, PublishRequest, readers
from scrubjay_publishing.services import PublishingServices
from scrubjay_ui.visit import Visit


@dataclass(frozen=True, slots=True, kw_only=True)
class TellingPlan:
    """What would happen: proposals that are approved, or memories that are published without one.

    `stamp` changes with anything that would be committed, or be told to others.
    """

    ids: tuple[str, ...]
    chosen: tuple[ShownProposal, ...]
    plan: PublishPlan | None
    changes: tuple[PlannedChange, ...] = ()
    stamp: str = ""


def planned(visit: Visit) -> TellingPlan:
    """What would happen if the memories of a request were told. Raises NotFound, PublishRefused, UsageError."""
    workspace = visit.workspace
    ids = tuple(dict.fromkeys(workspace.memories.get(id).id for id in visit.texts("id")))
    if not ids:
        raise UsageError("No memory is named.")
    waiting = {one.memory.id: one for one in workspace.proposals.waiting()}
    chosen = tuple(waiting[id] for id in ids if id in waiting)
    if chosen and len(chosen) < len(ids):
        raise UsageError("Some of these memories are proposed and some aren't. Decide on the proposed ones first.")
    to_git = tuple(id for id in ids if id not in waiting or waiting[id].proposal.target == GIT)
    if not to_git:
        return TellingPlan(ids=ids, chosen=chosen, plan=None, stamp=_stamp(chosen, None))
    own, topic = visit.text("own") == "1", "" if chosen else visit.text("topic")
    plan = PublishingServices.of(workspace).publisher.plan(PublishRequest(ids=to_git, topic=topic, own=own))
    changes = PublishingServices.of(workspace).publisher.changes(plan)
    return TellingPlan(ids=ids, chosen=chosen, plan=plan, changes=changes, stamp=_stamp(chosen, plan))


def tell(visit: Visit) -> Response:
    """The page that asks before memories are told to others."""
    asked = planned(visit)
    return visit.page(
        "promotion/tell.html",
        title="Publish" if asked.plan else "Tell the project",
        asked=asked,
        readers=readers(asked.plan) if asked.plan else "",
        own=visit.text("own"),
        topic=visit.text("topic"),
    )


def confirm(visit: Visit) -> Response:
    """Tell others what was shown. Raises ChangedMeanwhile where something else would be told now."""
    asked, workspace = planned(visit), visit.workspace
    if asked.stamp != visit.text("stamp"):
        raise ChangedMeanwhile("What would be told has changed since it was shown. Nothing was done; look again.")
    if asked.chosen:
        lines = workspace.proposals.approve(asked.chosen, workspace.settings.user_id)
        for id in asked.ids:
            visit.record("promote", id)
        return visit.redirect(visit.link("promotion"), " ".join(lines[:1]))
    if asked.plan is None:
        raise UsageError("No memory is named.")
    done = PublishingServices.of(workspace).publisher.publish(asked.plan)
    visit.record("publish", " ".join(asked.plan.memories))
    next_lines = " && ".join(asked.plan.commands)
    said = f"{asked.plan.branch} has it, as {done.commit[:10]}. Nothing was pushed; in a terminal: {next_lines}"
    return visit.redirect(visit.link("promotion", "published"), said)


def decline(visit: Visit) -> Response:
    """Leave a proposed memory where it is, and never ask again."""
    workspace = visit.workspace
    chosen = workspace.proposals.named(visit.texts("id"))
    workspace.proposals.decline(chosen, workspace.settings.user_id, visit.text("reason"))
    for one in chosen:
        visit.record("decline", one.memory.id)
    return visit.redirect(visit.link("promotion"), "Declined: it stays where it is, and isn't proposed again.")


def _stamp(chosen: tuple[ShownProposal, ...], plan: PublishPlan | None) -> str:
    """A digest of all that others would be told, and of whom."""
    parts = [text for one in chosen for text in (one.memory.id, one.memory.content, one.seen, one.audience)]
    if plan is not None:
        parts += (plan.branch, plan.base.commit, plan.replaces, plan.message, *plan.removed)
        parts += (text for file in plan.files for text in (file.path, file.text))
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


ROWS = 50
CARDS = 20


@dataclass(frozen=True, slots=True)
class ShownPromotion:
    """A logged decision, and the memory that it was about; None where that isn't shown here any more."""

    logged: LoggedDecision
    memory: Memory | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PromotionPage:
    """What waits, a page of `total`, and the log, the newest first. `older` is the row before which it goes on."""

    waiting: tuple[ShownProposal, ...]
    total: int
    log: tuple[ShownPromotion, ...]
    older: int
    last_pass: str
    mode: str


@dataclass(frozen=True, slots=True)
class ExplainedDecision:
    """The last decision on a memory, and what each path said of it."""

    memory: Memory
    logged: LoggedDecision
    decision: Decision


def promotion(visit: Visit, page: int, before: int) -> PromotionPage:
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


def with_memories(visit: Visit, rows: Iterable[LoggedDecision]) -> tuple[ShownPromotion, ...]:
    """Rows of the log with their memories, as far as this worktree shows them."""
    listed = tuple(rows)
    memories = visit.workspace.memories.of_ids({row.memory for row in listed})
    return tuple(
        ShownPromotion(row, masked(memories[row.memory]) if row.memory in memories else None) for row in listed
    )


def explained(visit: Visit, id: str) -> ExplainedDecision:
    """Why a memory was decided on as it was. Raises NotFound."""
    memory = visit.workspace.memories.get(id)
    shown = visit.workspace.memories.of_ids([memory.id])
    rows = GrowthServices.of(visit.workspace).promotion_log.decisions(1, memory=memory.id)
    if not rows or memory.id not in shown:
        raise NotFound(
            f"Memory {memory.id[:12]} was never decided on: nobody repeated it, and no session that ended had it."
        )
    return ExplainedDecision(masked(shown[memory.id]), rows[-1], decide_promotion(rows[-1].signal, rows[-1].config))


def masked(memory: Memory) -> Memory:
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
    replayed: Replayed


def replay(visit: Visit) -> Response:
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


def log(visit: Visit) -> Response:
    """The page of the proposals that wait and of the log of decisions."""
    before, page = visit.number("before", 0, 0, 999_999_999), visit.number("page", 1, 1, 1_000)
    shown = promotion(visit, page, before)
    last = max(1, -(-shown.total // CARDS))
    return visit.page("promotion/page.html", title="Promotion", shown=shown, before=before, page=page, last=last)


def why(visit: Visit) -> Response:
    """The page of the last decision on a memory."""
    shown = explained(visit, visit.params["id"])
    return visit.page("promotion/why.html", title="Why it was decided so", shown=shown, states=STATES)


def published(visit: Visit) -> Response:
    """The page of what was published, and where it is now."""
    rows = PublishingServices.of(visit.workspace).publisher.published()[::-1]
    page = visit.number("page", 1, 1, 10_000)
    shown = rows[(page - 1) * ROWS : page * ROWS]
    return visit.page(
        "promotion/published.html", title="Published", rows=shown, page=page, last=max(1, -(-len(rows) // ROWS))
    )
