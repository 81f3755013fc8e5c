"""The steps that memory does of itself, in their order."""

from scrubjay.memory.grouping.comparing import cluster, compare_new, contradictions
from scrubjay.memory.grouping.guards import rule_for
from scrubjay.memory.lifecycle.undo import create, keep_newest
from scrubjay.memory.lifecycle.upkeep import fade
from scrubjay.memory.store.rows import Q
from scrubjay.memory.store.writing import WriteContext
from scrubjay.model.fingerprint import Fingerprint
from scrubjay.storage.driver import Connection
from scrubjay_growth.consolidation.consolidate import Step, StepRun
from scrubjay_growth.consolidation.ranks import rank

CHECKPOINT = "before consolidation "
KEPT = 30
"""Checkpoints of consolidation; people's own all stay."""


def own_steps(fingerprint: Fingerprint | None) -> tuple[Step, ...]:
    """Lifetimes, rank, group, contradictions, cluster; without an embedder nothing new is compared."""

    def group(run: StepRun) -> int:
        if fingerprint is None:
            return 0
        found = compare_new(run.memories, run.scope, rule_for(fingerprint.key), fingerprint.dim, run.stop)
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
    """Let go what had its time; a checkpoint from before stays where anything did."""
    ends = fade(run.memories.rehearsal(), run.scope, run.grading, run.stop)
    if not ends or run.is_dry:
        return ends if run.is_dry else fade(run.memories, run.scope, run.grading, run.stop)
    run.memories.writing(run.scope, _checkpoint)
    return fade(run.memories, run.scope, run.grading, run.stop)


def _checkpoint(connection: Connection, place: WriteContext) -> None:
    name = f"{CHECKPOINT}{place.now[:10]}"
    if connection.execute(Q.checkpoint, {"name": name}).fetchone() is None:
        keep_newest(connection, CHECKPOINT, KEPT - 1)
        create(connection, place, name, "scrubjay")
