"""The steps that extensions add to the events of a client."""

from typing import TYPE_CHECKING

from scrubjay.extensions.builtin import BUILT_IN
from scrubjay.extensions.loading import load, make, targets_of
from scrubjay.integrations.client_hooks.context import BUSY_TIMEOUT_MS, HookContext
from scrubjay.integrations.client_hooks.switches import extensions_off, read_switches
from scrubjay.model.clock import Clock
from scrubjay.storage.database import Database

if TYPE_CHECKING:
    from scrubjay.extensions.kinds.functions import HookStep

REPORTED = frozenset({"Stop", "PreCompact", "SessionEnd"})
"""Events whose checkpoint is a sign of life by itself, or the end."""


def hook_steps(place: HookContext, database: Database, clock: Clock) -> "tuple[HookStep, ...]":
    """The steps of our own extensions that are on, over a project's session database, in the order of manifests."""
    off = extensions_off(read_switches(place.folder, place.repository.worktree))
    on = (extension for extension in BUILT_IN if extension.name not in off)
    given = {
        "home": place.home, "project_id": place.project, "session_database": database, "clock": clock,
    }  # fmt: skip
    return tuple(make(load(target), given) for target in targets_of("hook_step", on))


def seen(place: HookContext, session: str, clock: Clock) -> None:
    """Tell the steps that a session did something. Raises ScrubjayError."""
    with Database(place.folder / "session.db", "session", busy_ms=BUSY_TIMEOUT_MS) as database:
        for step in hook_steps(place, database, clock):
            step.seen(session)
