"""Rendered pools: what was made, joined, left or shared, and what a pool answers."""

from typing import TYPE_CHECKING

from scrubjay_serving.heading import heading

if TYPE_CHECKING:
    from scrubjay.app import Workspace
    from scrubjay.model.agent import Caller
    from scrubjay.model.pool import MemoryPool, PoolPermission
    from scrubjay_agents.api import PoolAnswer, Share

DIGITS = 12
"""Digits of an agent's id or of a memory's."""


def created(workspace: "Workspace", pool: "MemoryPool") -> str:
    """A pool with its id, which others join by."""
    others = "Others join it with join_pool." if pool.scope else "Nobody else can join; its memories are the project's."
    return _said(workspace, f"pool {pool.name} · {pool.id} · {_reach(pool)}. {others}")


def joined(workspace: "Workspace", pool: "MemoryPool", given: "PoolPermission") -> str:
    """What an agent may do in a pool now."""
    return _said(workspace, f"{given} in pool {pool.name} · {_reach(pool)}")


def left(workspace: "Workspace", pool: "MemoryPool") -> str:
    """A pool that an agent left."""
    return _said(workspace, f"left pool {pool.name}; what was shared for others stays")


def shared(workspace: "Workspace", share: "Share") -> str:
    """A share; who shared the same before, and how far it was until now."""
    notes = [f"memory {share.memory[:DIGITS]} is shared in {share.pool.name} at scope {share.scope}"]
    if share.before is not None and share.before != share.scope:
        notes.append(f"before: {share.before}")
    if share.reach:
        notes.append(share.reach)
    if share.others:
        notes.append(f"also shared by {', '.join(agent[:DIGITS] for agent in share.others)}")
    return _said(workspace, "; ".join(notes))


def answered(workspace: "Workspace", answer: "PoolAnswer", caller: "Caller") -> str:
    """The memories of an answer, a line each with its grade, its pool and who shared it."""
    from scrubjay.memory.listing import memory_line

    lines = [heading(workspace, answer.view, f"pool {answer.pool.name}", answer.cut)]
    for shared in answer.memories:
        by = "you" if shared.agent == caller.agent else f"agent {shared.agent[:DIGITS]}"
        lines.append(f"{memory_line(shared.listed)} · shared {shared.shared_at[:10]} by {by}, {shared.scope}")
    return "\n".join(lines if answer.memories else [*lines, "nothing in this pool fits, as far as HEAD shows it"])


def _reach(pool: "MemoryPool") -> str:
    outer = " (in one home as user)" if pool.scope.is_outer else ""
    return f"scope {pool.scope}{outer}"


def _said(workspace: "Workspace", text: str) -> str:
    from scrubjay.git.head import head

    return f"{heading(workspace, head(workspace.git))}\n{text}"
