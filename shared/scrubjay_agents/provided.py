"""Functions that agents provide to the core, for a worktree; light, as most projects have no handoff and no pool."""

from collections.abc import Callable, Collection, Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING, Final

from scrubjay.extensions.kinds.watched import NOTHING_SHOWN, Shown
from scrubjay.model.check import Check
from scrubjay.storage.database import Database
from scrubjay_agents.declared import WAITING
from scrubjay_agents.handoffs.brief import completed_sessions, has_any
from scrubjay_agents.services import AgentServices

if TYPE_CHECKING:
    from scrubjay.model.agent import Caller
    from scrubjay.wiring.workspace import Workspace


def has_handoffs(session_database: "Database") -> Callable[[], bool]:
    """A function which says whether there has been a handoff in the project; it needs no caller."""
    return partial(has_any, session_database)


def pools_of(workspace: "Workspace", ids: Collection[str]) -> Mapping[str, tuple[str, ...]]:
    """The names of the pools that share some memories, by memory."""
    return AgentServices.of(workspace).pool_gate.pools_of(ids)


def shared_in(workspace: "Workspace", id: str) -> tuple[str, ...]:
    """The names of the pools that a memory is shared in."""
    return AgentServices.of(workspace).sharing.shared_in(id)


def note_activity(workspace: "Workspace", session: str) -> None:
    """Renew the leases of a session that called; what was taken of a team was taken by this process."""
    AgentServices.of(workspace).handoff_store.renew(session)
    if (there := workspace.registry.in_use().get("handoffs_there")) is not None:
        there.seen(session)


def completed(workspace: "Workspace") -> frozenset[str]:
    """The sessions whose handoff was completed."""
    return completed_sessions(workspace.session_database)


def waiting_handoffs(workspace: "Workspace") -> Iterator[Check]:
    """Doctor's check of how many handoffs wait or are taken; nothing where there are none."""
    pending, accepted = AgentServices.of(workspace).handoff_store.open_counts()
    if pending or accepted:
        text = f"{pending:,} waiting, {accepted:,} taken"
        yield Check("handoffs", True, text, "", "`scrubjay handoff list` shows them")


def at_start(workspace: "Workspace", caller: "Callable[[], Caller]") -> str:
    """What a session of the command line is told of handoffs at its start; `caller` isn't asked if there are none."""
    if not has_any(workspace.session_database):
        return ""
    return AgentServices.of(workspace).handoffs.at_start(caller())


def notices(workspace: "Workspace", caller: "Callable[[], Caller]") -> tuple[str, ...]:
    """What needs the attention of whoever asks about handoffs; `caller` isn't asked if there are none."""
    if not has_any(workspace.session_database):
        return ()
    return AgentServices.of(workspace).handoffs.notices(caller())


MOST_WAITING: Final = 100
"""Handoffs that are watched; so many may wait for one target."""


def handoffs_shown(workspace: "Workspace", caller: "Caller", which: str) -> Shown:
    """The handoffs that the caller may take on this branch, each with its version."""
    if which != WAITING:
        return NOTHING_SHOWN
    waiting = AgentServices.of(workspace).handoffs.pending(caller, limit=MOST_WAITING)
    return {handoff.id: (handoff.version, handoff.expires_at) for handoff in waiting}


def pool_shown(workspace: "Workspace", caller: "Caller", called: str) -> Shown:
    """The memories that are shared in a pool, by id, with who shares each."""
    return AgentServices.of(workspace).pool_queries.shared(caller, called)
