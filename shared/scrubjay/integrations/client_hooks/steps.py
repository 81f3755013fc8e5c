"""Additions to a client's events by extensions and sub-agents: steps, and the session that a sub-agent passes."""

from typing import TYPE_CHECKING

from scrubjay.extensions.builtin import BUILT_IN
from scrubjay.extensions.loading import load, make, targets_of
from scrubjay.integrations.client_hooks.context import BUSY_TIMEOUT_MS, Enqueue, HookContext
from scrubjay.integrations.client_hooks.message import Message
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


def report_activity(place: HookContext, session: str, clock: Clock) -> None:
    """Tell the steps that a session did something. Raises ScrubjayError."""
    with Database(place.folder / "session.db", "session", busy_ms=BUSY_TIMEOUT_MS) as database:
        for step in hook_steps(place, database, clock):
            step.seen(session)


MAX_AGENT = 8
"""Characters of a sub-agent's id that are told, its end: Codex' ids begin with the time. With a UUID before them the
line had 38 tokens of o200k at most, of 2,000 random ones; 40 are allowed."""


def on_subagent(place: HookContext, message: Message, clock: Clock, ask: Enqueue) -> str:
    """The line that tells a sub-agent which session to pass: it shares its server with the session that started it."""
    return line(message.session, message.origin.agent)


def line(session: str, agent: str) -> str:
    """The line that tells a sub-agent which session to pass; empty where the client names no sub-agent."""
    return f"pass session={session}/{agent[-MAX_AGENT:]}" if agent else ""
