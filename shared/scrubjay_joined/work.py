"""The handoffs and pools of the team from a member's machine: kept on the server alone, as `scrubjay_agents` asks."""

import time
from collections.abc import Callable, Collection, Mapping
from typing import TYPE_CHECKING, Any, Final

from scrubjay.errors import (
    HandoffUnavailable,
    LimitExceeded,
    PermissionDenied,
    ScrubjayError,
    UnknownHandoff,
    UsageError,
)
from scrubjay.git.process import Git
from scrubjay.model.far import ANSWER_S
from scrubjay.model.frozen import field_names
from scrubjay.model.pattern import pattern
from scrubjay_agents.api import (
    FarAct,
    FarFindings,
    FarHandoffs,
    FarPool,
    FarSession,
    HandoffContext,
    HandoffResult,
    Uncommitted,
)
from scrubjay_joined.answers import read
from scrubjay_joined.client import AGAIN_S, TeamClient
from scrubjay_joined.errors import NotJoined, TeamAway, TeamRefusedCall, WriteLost
from scrubjay_joined.link import LOOK_S, TeamLink, link_of
from scrubjay_joined.work_forms import WireAct, WireFound, WireList, WirePoolAct, WirePools

if TYPE_CHECKING:
    from scrubjay.wiring.workspace import Workspace
    from scrubjay_joined.membership import Joined

TRY_S: Final = 5.0
"""Seconds for one try of an act; there are two, since an act is done once however often it is said."""

_ID: Final = pattern(r"[0-9a-f]{8,32}")


class WorkThere:
    """The handoffs and pools of the team that a home is in, for one worktree. Thread-safe."""

    def __init__(self, link: TeamLink, project: str, git: Git) -> None:
        self._link = link
        self._project = project
        self._git = git

    def called(self) -> str:
        """What the team is called; empty in a home that left. Raises ConfigError, NotJoined, UsageError."""
        joined = self._link.joined()
        return joined.name if joined is not None else ""

    def member(self) -> str:
        """The name of the member whose home it is; empty in a home that left. Raises ConfigError, NotJoined."""
        joined = self._link.joined()
        return joined.membership.member if joined is not None else ""

    def waiting(self, who: FarSession, limit: int, *, soon: bool = False) -> FarHandoffs:
        """What waits for a session's member and client, in a moment or not at all."""
        return self._list("/handoffs/pending", who, limit, ANSWER_S if soon else LOOK_S)

    def listed(self, who: FarSession, limit: int) -> FarHandoffs:
        """What the member may see, in a moment or not at all."""
        return self._list("/handoffs", who, limit, LOOK_S)

    def told(self, ids: Collection[str]) -> None:
        """Say that the sender was told how some ended."""
        self._moment(lambda client: client.post("/handoffs/told", {"ids": [*ids]}), ANSWER_S)

    def renew(self, who: FarSession) -> None:
        """Let a session's leases go on; waited for by nobody."""
        self._joined().client.within(TRY_S).post("/handoffs/renew", {"session": who.session})

    def find(self, who: FarSession, id: str) -> FarAct:
        """One handoff."""
        joined = self._joined()
        asked = {"session": who.session, "client": who.client}
        try:
            said = joined.client.within(TRY_S).get(f"/handoffs/{_checked(id)}", **asked)
        except TeamRefusedCall as refused:
            raise _refusal(joined, refused) from None
        return read(WireAct, said).value(self._here(joined, TRY_S), joined.name)

    def leave(self, who: FarSession, target: str, context: HandoffContext, ttl_seconds: int) -> FarAct:
        """Leave work; it names this worktree's repository where the team has it."""
        joined = self._joined()
        try:
            project = joined.projects.match(self._project, self._git).id
        except TeamAway as away:
            raise WriteLost(_nothing(joined, away)) from None
        body = {
            "target": target, "context": _context(context), "ttl_seconds": ttl_seconds, "project": project,
            "session": who.session, "client": who.client,
        }  # fmt: skip
        try:
            return self._acted(joined, "/handoffs", body)
        except UsageError:
            if project:
                joined.projects.forget(self._project)  # the grant may be gone: asked for again at the next one
            raise

    def accept(self, who: FarSession, id: str) -> FarAct:
        """Take a handoff."""
        return self._act(id, "accept", {"session": who.session, "client": who.client})

    def complete(self, who: FarSession, id: str, result: HandoffResult, lease: int) -> FarAct:
        """Bring a result."""
        body = {
            "session": who.session, "status": result.status, "notes": result.notes,
            "files_modified": list(result.files_modified), "lease": lease,
        }  # fmt: skip
        return self._act(id, "complete", body)

    def reject(self, who: FarSession, id: str, reason: str) -> FarAct:
        """Refuse a handoff, or give it back."""
        return self._act(id, "reject", {"session": who.session, "reason": reason})

    def cancel(self, who: FarSession, id: str) -> FarAct:
        """Withdraw a handoff."""
        return self._act(id, "cancel", {"session": who.session})

    def pools(self) -> tuple[FarPool, ...]:
        """The pools, in a moment or not at all."""
        said = self._moment(lambda client: client.get("/pools"), LOOK_S)
        return tuple(one.value() for one in read(WirePools, said).pools)

    def create_pool(self, name: str) -> FarPool:
        """Make a pool."""
        return self._pool("/pools", {"name": name})

    def join_pool(self, pool: str, permission: str, member: str) -> FarPool:
        """Let a member in."""
        return self._pool("/pools/join", {"pool": pool, "permission": permission, "member": member})

    def leave_pool(self, pool: str, member: str) -> FarPool:
        """Let a member out."""
        return self._pool("/pools/leave", {"pool": pool, "member": member})

    def share(self, pool: str, memory: str) -> tuple[FarPool, tuple[str, ...]]:
        """Share a memory of the team."""
        act = read(WirePoolAct, self._sent(self._joined(), "/pools/share", {"pool": pool, "memory": memory}))
        return act.pool.value(), tuple(act.others)

    def ask_pool(self, pool: str, query: str, limit: int) -> FarFindings:
        """Ask a pool."""
        body = {"pool": pool, "query": query, "limit": max(1, min(limit, 100))}
        found = read(WireFound, self._sent(self._joined(), "/pools/ask", body))
        return FarFindings(found.pool.value(), tuple(one.value() for one in found.memories), found.cut)

    def _joined(self) -> "Joined":
        joined = self._link.joined()
        if joined is None:
            raise NotJoined
        return joined

    def _here(self, joined: "Joined", seconds: float) -> str:
        """The id there of this worktree's project; empty for none, and where it can't be told in time."""
        if there := joined.projects.soon(self._project, self._git):
            return there
        joined.projects.wait(seconds)
        return joined.projects.known(self._project)

    def _list(self, path: str, who: FarSession, limit: int, seconds: float) -> FarHandoffs:
        asked: dict[str, str | int] = {"session": who.session, "client": who.client, "limit": max(1, min(limit, 100))}
        began = time.monotonic()
        said = self._moment(lambda client: client.get(path, **asked), seconds)
        joined = self._joined()
        left = max(0.0, began + seconds - time.monotonic())
        return read(WireList, said).value(self._here(joined, left), joined.name)

    def _moment(self, ask: Callable[[TeamClient], Mapping[str, Any]], seconds: float) -> Mapping[str, Any]:
        """What is read in a moment. Raises WriteLost where the server is away or late, and what it refuses.

        Who hurries more than a new connection takes says nothing of the server to others.
        """
        joined, circuit = self._joined(), self._link.circuit
        if why := circuit.why_not():
            raise WriteLost(f"{why}.")
        try:
            return ask(joined.client.within(seconds))
        except TeamAway as away:
            since = f"; {circuit.away()}" if seconds >= LOOK_S else ""
            raise WriteLost(f"it doesn't answer ({away.why}){since}.") from None
        except TeamRefusedCall as refused:
            raise _refusal(joined, refused) from None

    def _act(self, id: str, act: str, body: Mapping[str, Any]) -> FarAct:
        return self._acted(self._joined(), f"/handoffs/{_checked(id)}/{act}", body)

    def _acted(self, joined: "Joined", path: str, body: Mapping[str, Any]) -> FarAct:
        return read(WireAct, self._sent(joined, path, body)).value(self._here(joined, TRY_S), joined.name)

    def _pool(self, path: str, body: Mapping[str, Any]) -> FarPool:
        act = read(WirePoolAct, self._sent(self._joined(), path, body))
        return act.pool.value(act.permission)

    def _sent(self, joined: "Joined", path: str, body: Mapping[str, Any]) -> Mapping[str, Any]:
        """The answer to an act. Raises WriteLost without an answer, which says whether it may have been done."""
        client, reached, began = joined.client.within(TRY_S), False, time.monotonic()
        for left in (True, False):
            try:
                return client.post(path, body)
            except TeamAway as away:
                reached = reached or away.sent
                if not left or time.monotonic() - began > AGAIN_S:
                    raise WriteLost(_lost(joined, away) if reached else _nothing(joined, away)) from None
            except TeamRefusedCall as refused:
                raise _refusal(joined, refused) from None
        raise AssertionError("each round returns or raises")


def _checked(id: str) -> str:
    """An id as it stands in a path. Raises UnknownHandoff for anything else."""
    begins = id.strip().lower().replace("-", "")
    if not _ID.fullmatch(begins):
        raise UnknownHandoff
    return begins


def _context(context: HandoffContext) -> dict[str, Any]:
    """A context as the server takes it: nothing of this machine's folders."""
    state = context.current_state
    return {
        "task_description": context.task_description,
        "current_state": {name: list(getattr(state, name)) for name in field_names(type(state))},
        "relevant_memories": list(context.relevant_memories),
        "relevant_files": list(context.relevant_files),
        "branch": context.branch,
        "commit": context.commit,
        "worktree": context.worktree,
        "uncommitted": [{name: getattr(one, name) for name in field_names(Uncommitted)} for one in context.uncommitted],
        "left_out": context.left_out,
    }


def _nothing(joined: "Joined", away: TeamAway) -> str:
    return (
        f"{joined.name} doesn't answer ({away.why}), so nothing was done, there or here, and nothing waits to be sent. "
        "Say it again later; `scrubjay team status` tells when it answers."
    )


def _lost(joined: "Joined", away: TeamAway) -> str:
    return (
        f"{joined.name} didn't answer ({away.why}), and it may have been done there; nothing waits here to be sent. "
        "Say the same again: what is done already isn't done twice."
    )


def _refusal(joined: "Joined", refused: TeamRefusedCall) -> ScrubjayError:
    """The core's own error for what a server refuses, so that whoever reads it knows what to do."""
    words = f"{joined.name} refused: {refused.message}"
    match refused.status:
        case 401:
            return PermissionDenied(
                f"{joined.name} refuses this home's token, so nothing was done: `scrubjay team leave`, then join anew."
            )
        case 403:
            return PermissionDenied(words)
        case 404:
            return UnknownHandoff(f"{words} Neither this home nor {joined.name} shows you one that is called so.")
        case 409:
            return HandoffUnavailable(words)
        case 429:
            return LimitExceeded(words)
    return UsageError(words)


def far_work(workspace: "Workspace") -> WorkThere:
    """The handoffs and pools of a worktree's team."""
    return WorkThere(link_of(workspace.user_settings, workspace.clock), workspace.project.id, workspace.git)
