"""Entry point of the client hooks, started as `python -I -m MODULE --home HOME [--client CLIENT]`.

It reads one message from stdin and may print one JSON object. Whatever goes wrong, it ends with 0 and a line in the
log: a client must never be blocked, and no hook may fail because of its memory.
"""

import math
import os
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from scrubjay.errors import ScrubjayError
from scrubjay.git.head import head
from scrubjay.identity.person.lineage import Process, lineage
from scrubjay.identity.presence import Presence
from scrubjay.integrations.client_hooks import message as messages
from scrubjay.integrations.client_hooks import switches
from scrubjay.integrations.client_hooks.client import note_client
from scrubjay.integrations.client_hooks.context import BUSY_TIMEOUT_MS, TIMEOUT_S, HookContext, find_context
from scrubjay.integrations.client_hooks.home import entry_of, home_of
from scrubjay.integrations.client_hooks.hosts import RETELLS_AT_PROMPT, answer
from scrubjay.integrations.client_hooks.message import Message
from scrubjay.log import Log, home_log
from scrubjay.model.clock import Clock, system_clock
from scrubjay.model.counted import counted
from scrubjay.model.frozen import replace
from scrubjay.storage.database import Database

if TYPE_CHECKING:
    from scrubjay.storage.queue.job import Kind

_log = Log("scrubjay.integrations.client_hooks.event")  # not __name__: this module is the process's __main__

MAX_ANSWER = 20_000
"""Characters of an answer; a prepared briefing has 1,500 tokens."""

Enqueue = Callable[[str, "Kind"], None]
"""Queues a worker job for this worktree; the first argument is the cause."""

Handler = Callable[[HookContext, Message, Clock, Enqueue], str]


def on_session_start(place: HookContext, message: Message, clock: Clock, ask: Enqueue) -> str:
    """The briefing of a starting session. Queues a new one if the prepared one is out of date."""
    from scrubjay.integrations.client_hooks.session_start import (
        greet,  # late, like the others: an event pays for itself alone
    )

    greeting = greet(place, message, clock)
    if greeting.stale:
        ask("session start", "ingest")
    return greeting.text


def on_prompt_after_loss(place: HookContext, message: Message, clock: Clock, ask: Enqueue) -> str:
    """The briefing with the first prompt after a compaction, for a client that has no start then."""
    from scrubjay.integrations.client_hooks.session_start import has_forgotten

    if not has_forgotten(place, message, clock):
        return ""
    return on_session_start(place, replace(message, source="compact"), clock, ask)


def on_stop(place: HookContext, message: Message, clock: Clock, ask: Enqueue) -> str:
    """A turn ended: write a checkpoint, and queue the capture of what is worth keeping of it."""
    from scrubjay.integrations.client_hooks.checkpoint import checkpoint

    try:
        checkpoint(place, message, clock)
    finally:
        if message.transcript:
            ask(message.event, "capture")
    return ""


def on_leave(place: HookContext, message: Message, clock: Clock, ask: Enqueue) -> str:
    """Before compaction or at the session's end: write a checkpoint and queue an ingestion."""
    from scrubjay.integrations.client_hooks.checkpoint import checkpoint

    try:
        checkpoint(place, message, clock)
    finally:
        ask(message.event, "ingest")
    return ""


def on_prompt(place: HookContext, message: Message, clock: Clock, ask: Enqueue) -> str:
    """The few memories that the user's prompt is about."""
    from scrubjay.integrations.client_hooks.hint import hint

    return hint(place, message, clock)


def on_subagent(place: HookContext, message: Message, clock: Clock, ask: Enqueue) -> str:
    """How a sub-agent names itself: it shares the server process of the session that started it."""
    from scrubjay.integrations.client_hooks.subagent import line

    return line(message.session, message.origin.agent)


def on_move(place: HookContext, message: Message, clock: Clock, ask: Enqueue) -> str:
    """The working directory changed: no answer; every event records the session's worktree anyway."""
    return ""


EVENTS: Mapping[str, tuple[str, Handler]] = {
    "SessionStart": ("session_start", on_session_start),
    "CwdChanged": ("", on_move),
    "PreCompact": ("pre_compact", on_leave),
    "Stop": ("stop", on_stop),
    "SessionEnd": ("session_end", on_leave),
    "UserPromptSubmit": ("user_prompt_submit", on_prompt),
    "SubagentStart": (switches.AGENTS, on_subagent),
    "WorktreeCreate": ("", on_move),
}
"""The handled events: the switch that turns one off, and its handler.

WorktreeCreate is only parsed: a client that has such a hook leaves making the worktree to it, so none is installed.
"""


Wake = Callable[[Path, Mapping[str, str]], None]
"""Makes sure that a worker runs for a home."""


def handle_event(
    data: bytes,
    home: Path,
    environment: Mapping[str, str],
    clock: Clock,
    wake: Wake = lambda h, e: _start(h, e),
    until: float = math.inf,
    ancestors: Sequence[Process] = (),
    entry: str = "",
) -> str:
    """The output for a message. Makes no home and sets nothing up. Raises ScrubjayError, OSError.

    `ancestors` are those of the hook's process; they identify the client's process. `entry` names the client whose
    entry of ours was run, where it names one.

    After `until`, in monotonic seconds, optional work is skipped.
    """
    message = messages.parse(data, environment, entry)
    if not (home / "home.db").is_file():
        return ""
    if message is None or message.event not in EVENTS:
        description = message.event if message else f"{counted(len(data), 'byte')} that are no message of a client"
        _note(home, home, f"client hook: nothing to do for {description}", clock)
        return ""
    _log.debug("event %s", message.event)
    text = _handled(
        message, home=home, environment=environment, clock=clock, wake=wake, until=until, ancestors=ancestors
    )
    return _answered(message, "\n".join(filter(None, (text, _killed(home, message, ancestors)))))


def _handled(
    message: Message,
    *,
    home: Path,
    environment: Mapping[str, str],
    clock: Clock,
    wake: Wake,
    until: float,
    ancestors: Sequence[Process],
) -> str:
    switch, handler = EVENTS[message.event]
    retells = message.event == "UserPromptSubmit" and message.origin.host in RETELLS_AT_PROMPT
    if switch in switches.OFF_BY_DEFAULT and not retells and not switches.any_on(home, switch, switches.AGENTS):
        return ""
    with Database(home / "home.db", "home", busy_ms=BUSY_TIMEOUT_MS) as database:
        place = find_context(home, message.folder, environment, database, until)
        if place is None:
            return ""

        def trouble(error: Exception) -> None:
            description = f"{message.event}: {type(error).__name__}: {error}"
            _note(place.repository.worktree, place.folder, description, clock)

        def ask(cause: str, kind: "Kind") -> None:
            try:
                _enqueue(place, database, clock, cause, kind)
                wake(home, environment)
            except (ScrubjayError, OSError) as error:
                trouble(error)  # the next hook, search or server start tries again

        try:
            Presence(database, clock).report(message.session, place.repository.worktree)
            note_client(database, clock, message, ancestors, lambda: head(place.git).commit)
        except ScrubjayError as error:
            trouble(error)  # the briefing is worth more
        on = _Switches(place, ask)
        try:
            if on.is_on(switches.AGENTS):
                _seen(place, message, clock)
        except ScrubjayError as error:
            trouble(error)  # the next event tells them
        try:
            if retells and on.is_on("session_start"):
                retold = on_prompt_after_loss(place, message, clock, ask)
                if retold:
                    return retold
            return handler(place, message, clock, ask) if on.is_on(switch) else ""
        except Exception as error:
            trouble(error)
            raise


def _seen(place: HookContext, message: Message, clock: Clock) -> None:
    """An event is a sign of life, as the steps of extensions hear."""
    from scrubjay.integrations.client_hooks import steps

    if message.event not in steps.REPORTED:
        steps.seen(place, message.session, clock)


def _killed(home: Path, message: Message, ancestors: Sequence[Process]) -> str:
    """Which of the client's servers were killed: nobody else tells its session that their tools are gone."""
    if message.event not in ("SessionStart", "UserPromptSubmit") or not (home / "serving").is_dir():
        return ""
    from scrubjay.identity.presence.serving import take_killed  # late, like the handlers

    return take_killed(home, ancestors)


def _answered(message: Message, text: str) -> str:
    """The answer that puts a text into the context of the message's client; empty for no text."""
    from scrubjay.model.visible import json_text, visible

    return json_text(answer(message.origin.host, message.origin.event, visible(text)[:MAX_ANSWER])) if text else ""


class _Switches:
    """What the settings let an event do, read once. Queues their reading if they have changed."""

    def __init__(self, place: HookContext, ask: Enqueue) -> None:
        self._compiled = switches.read_switches(place.folder, place.repository.worktree)
        self._stale = switches.is_stale(self._compiled)
        if self._stale:
            ask("settings have changed", "ingest")

    def is_on(self, switch: str) -> bool:
        """Whether a switch is on; an event without one always is."""
        return not switch or switches.is_on(self._compiled, switch, self._stale)


def _enqueue(place: HookContext, database: Database, clock: Clock, cause: str, kind: "Kind") -> None:
    """Queue a worker job; imported late, since most events don't need it."""
    from scrubjay.storage.queue.job import enqueue

    enqueue(database, clock, place.project, place.repository.worktree, kind, cause)


def _start(home: Path, environment: Mapping[str, str]) -> None:
    from scrubjay.integrations.launching.launcher import running_launcher, start, start_worker

    start_worker(home, start(home, running_launcher()), environment)


def _note(worktree: Path, folder: Path, message: str, clock: Clock) -> None:
    from scrubjay.storage.queue.log import log

    log(worktree, folder, message, clock)


def main() -> int:
    """The process's entry point: reads stdin, arguments and environment."""
    home, entry = home_of(sys.argv[1:], os.environ), entry_of(sys.argv[1:])
    until = time.monotonic() - time.process_time() + TIMEOUT_S  # the imports are part of what a client waits for
    try:
        home_log(home, os.environ)
        above = lineage(os.getppid())
        raw = messages.read(sys.stdin.fileno())
        with _log.timed("client hook") as details:
            answer = handle_event(raw, home, os.environ, system_clock, until=until, ancestors=above, entry=entry)
            details.append(f"{counted(len(answer), 'character')} answered")
        if answer:
            sys.stdout.write(answer + "\n")
            sys.stdout.flush()
    except Exception as error:  # a client must not notice
        _note(home, home, f"client hook: {type(error).__name__}: {error}", system_clock)
        _silence()
    return 0


def _silence() -> None:
    """Redirect output, so that Python's last flush can't fail: stdout may be full, or have no reader."""
    with suppress(OSError, AttributeError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    sys.exit(main())
