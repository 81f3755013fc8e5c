"""The steps that memory does of itself, in their order; what time makes lighter is weighed again."""

import json
import math
from datetime import date
from typing import TYPE_CHECKING, Final

from scrubjay.extensions.kinds.content import Embedder
from scrubjay.memory.grouping.comparing import cluster, compare_new, contradictions
from scrubjay.memory.grouping.guards import rule_for
from scrubjay.memory.grouping.same import SameFact
from scrubjay.memory.lifecycle.undo import create, keep_newest
from scrubjay.memory.lifecycle.upkeep import fade
from scrubjay.memory.store import rows
from scrubjay.memory.store.scopes import Scopes
from scrubjay.memory.store.writing import WriteContext
from scrubjay.model.grade import Grade
from scrubjay.operations.jobs.step import StepContext
from scrubjay.operations.jobs.vectors import lacks_vectors
from scrubjay.storage.driver import Connection, load
from scrubjay_graph.services import GraphServices
from scrubjay_growth.consolidation import Step, StepRun, unscoped
from scrubjay_growth.services import GrowthServices

if TYPE_CHECKING:
    from scrubjay.wiring.workspace import Workspace


CHECKPOINT = "before consolidation "
KEPT = 30
"""Checkpoints of consolidation; people's own all stay."""


def own_steps(embedder: Embedder | None) -> tuple[Step, ...]:
    """The steps lifetimes, rank, group, contradictions and cluster; without an embedder nothing new is compared."""

    def group(run: StepRun) -> int:
        if embedder is None:
            return 0
        mark = embedder.fingerprint
        found = compare_new(
            run.memories, run.scope, rule_for(mark.key), dim=mark.dim, same=SameFact(embedder), stop=run.stop
        )
        run.found = found if run.is_dry else run.found
        return len(found.links)

    return (
        Step("lifetimes", lifetimes),
        Step("rank", lambda run: rank(run.memories, run.scope)),
        Step("group", group),
        Step(
            "contradictions",
            lambda run: contradictions(run.memories, run.scope, run.grading, run.found.disputed),
        ),
        Step("cluster", lambda run: cluster(run.memories, run.scope, run.grading, run.found.links)),
    )


def lifetimes(run: StepRun) -> int:
    """Let memories fade whose time is over, after a checkpoint if there are any; returns how many changed."""
    ends = fade(run.memories.rehearsal(), run.scope, run.grading, run.stop)
    if not ends or run.is_dry:
        return ends if run.is_dry else fade(run.memories, run.scope, run.grading, run.stop)
    run.memories.writing(run.scope, _checkpoint)
    return fade(run.memories, run.scope, run.grading, run.stop)


def _checkpoint(connection: Connection, place: WriteContext) -> None:
    """Make the checkpoint of the day, unless there is one; old ones are dropped."""
    name = f"{CHECKPOINT}{place.now[:10]}"
    if connection.execute(rows.Q.checkpoint, {"name": name}).fetchone() is None:
        keep_newest(connection, CHECKPOINT, KEPT - 1)
        create(connection, place, name, "scrubjay")


def consolidation_steps(embedder: Embedder | None, services: "Workspace") -> tuple[Step, ...]:
    """The steps lifetimes, rank, group, contradictions and cluster, then the steps of others for all scopes at once."""
    return (
        *own_steps(embedder),
        unscoped("promote", lambda run: GrowthServices.of(services).promotion.run(dry_run=run.is_dry, stop=run.stop)),
        unscoped("procedures", lambda run: GrowthServices.of(services).procedures.learn(run.stop, is_dry=run.is_dry)),
        unscoped(
            "graph", lambda run: 0 if run.is_dry or "graph" not in services.registry else _refresh_graph(services)
        ),
    )


def _refresh_graph(services: "Workspace") -> int:
    """Build the graph of HEAD anew where it was asked for; returns how many graphs are new."""
    return GraphServices.of(services).graph.refresh()


HALF_LIFE: Final = 14
"""Days in which half of the weight goes."""

DIGITS: Final = 3


def weight(last_seen: date, today: date) -> float:
    """A memory's weight by its age, from 1 down to 0. Told, quoted or grounded memories are never weighed."""
    return round(math.exp2(-max(0, (today - last_seen).days) / HALF_LIFE), DIGITS)


Q = load(__package__)


def rank(memories: Scopes, scope: str) -> int:
    """Weigh what ages by the evidence that it had when it was captured; returns how many weights changed."""
    return memories.writing(scope, _rank)


def _rank(connection: Connection, place: WriteContext) -> int:
    """Store the weights that changed; returns how many."""
    params = {"project": place.owner, "said": Grade.SAID.rank}
    today = _day(place.now)
    rows = connection.execute(Q.aging, params).fetchall()
    weights = {row["number"]: weight(_day(row["last_seen"]), today) for row in rows}
    changed = [
        {"memory": row["number"], "weight": weights[row["number"]]}
        for row in rows
        if weights[row["number"]] != row["weight"]
    ]
    connection.executemany(Q.put_rank, changed)
    connection.execute(Q.drop_ranks, {"project": place.owner, "aging": json.dumps(sorted(weights))})
    return len(changed)


def _day(moment: str) -> date:
    """The day of a stored moment."""
    return date.fromisoformat(moment[:10])


def consolidation(context: StepContext) -> None:
    """Run the steps of the day's pass if it is due; a pass that makes way for other work goes on later."""
    workspace = context.workspace
    if context.makes_way() or not GrowthServices.of(workspace).consolidation.is_due() or lacks_vectors(context):
        return
    report = GrowthServices.of(workspace).consolidation.run(stop=context.makes_way)
    if report.total:
        done = ", ".join(f"{name} {count:,}" for name, count in report.changed.items() if count)
        context.log(f"consolidated: {done}{'' if report.ended else '; the rest comes later'}")
