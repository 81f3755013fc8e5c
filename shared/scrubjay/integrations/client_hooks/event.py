"""Entry point of the client hooks, started as `python -I -m MODULE --home HOME [--client CLIENT]`.

It reads one message from stdin and may print one JSON object. Whatever goes wrong, it ends with 0 and a line in the
log: a client must never be blocked, and no hook may fail because of its memory.
"""

import gc
import math
import os
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

if __name__ == "__main__":
    gc.disable()  # before most imports: what they make stays, and a hook is over before there is much to collect

from scrubjay.errors import ScrubjayError
from scrubjay.identity.person.lineage import Process, lineage
from scrubjay.identity.presence import Presence
from scrubjay.integrations.client_hooks import message as messages
from scrubjay.integrations.client_hooks import switches
from scrubjay.integrations.client_hooks.context import (
    BUSY_TIMEOUT_MS,
    TIMEOUT_S,
    Enqueue,
    HookContext,
    current_commit,
    find_context,
    note_client,
)
from scrubjay.integrations.client_hooks.hosts import RETELLS_AT_PROMPT, answer
from scrubjay.integrations.client_hooks.message import Message, entry_of, home_of
from scrubjay.log import Log, home_log
from scrubjay.model.clock import Clock, system_clock
from scrubjay.model.counted import counted
from scrubjay.storage.database import Database

if TYPE_CHECKING:
    from scrubjay.storage.queue.job import Kind

_log = Log("scrubjay.integrations.client_hooks.event")  # not __name__: this module is the process's __main__

MAX_ANSWER = 20_000
"""Characters of an answer; a prepared briefing has 1,500 tokens."""

Handler = Callable[[HookContext, Message, Clock, Enqueue], str]

EVENTS: Mapping[str, tuple[str, str]] = {
    "SessionStart": ("session_start", "session_start:on_start"),
    "CwdChanged": ("", ""),
    "PreCompact": ("pre_compact", "checkpoint:on_leave"),
    "Stop": ("stop", "checkpoint:on_stop"),
    "SessionEnd": ("session_end", "checkpoint:on_leave"),
    "UserPromptSubmit": ("user_prompt_submit", "hint:on_prompt"),
    "SubagentStart": (switches.AGENTS, "steps:on_subagent"),
    "WorktreeCreate": ("", ""),
}
"""The handled events: the switch that turns one off, and its handler, loaded for it alone: an event pays for itself.

One without a handler has no answer; it records the session's worktree, as every event does.
WorktreeCreate is only parsed: a client that has such a hook leaves making the worktree to it, so none is installed.
"""


def _handler(target: str) -> Handler:
    """The function that handles an event, by `module:function`."""
    module, _, name = target.partition(":")
    handler: Handler = getattr(import_module(f"scrubjay.integrations.client_hooks.{module}"), name)
    return handler


Wake = Callable[[Path, Mapping[str, str]], None]
"""Makes sure that a worker runs for a home."""


def handle_event(
    data: bytes,
    home: Path,
    environment: Mapping[str, str],
    clock: Clock,
    wake: Wake = lambda h, e: _start_worker(h, e),
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
        _log_note(home, home, f"client hook: nothing to do for {description}", clock)
        return ""
    _log.debug("event %s", message.event)
    text = _handled(
        message, home=home, environment=environment, clock=clock, wake=wake, until=until, ancestors=ancestors
    )
    return _answered(message, "\n".join(filter(None, (text, _killed_servers(home, message, ancestors)))))


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
    """The output for a message: what the handler of its event answers."""
    switch, target = EVENTS[message.event]
    retells = message.event == "UserPromptSubmit" and message.origin.host in RETELLS_AT_PROMPT
    if switch in switches.OFF_BY_DEFAULT and not retells and not switches.any_on(home, switch, switches.AGENTS):
        return ""
    with Database(home / "home.db", "home", busy_ms=BUSY_TIMEOUT_MS) as database:
        place = find_context(home, message.folder, environment, database, until)
        if place is None:
            return ""

        def trouble(error: Exception) -> None:
            description = f"{message.event}: {type(error).__name__}: {error}"
            _log_note(place.repository.worktree, place.folder, description, clock)

        def ask(cause: str, kind: "Kind") -> None:
            try:
                _enqueue(place, database, clock, cause, kind)
                wake(home, environment)
            except (ScrubjayError, OSError) as error:
                trouble(error)  # the next hook, search or server start tries again

        try:
            Presence(database, clock).report(message.session, place.repository.worktree)
            note_client(database, clock, message, ancestors, lambda: current_commit(place))
        except ScrubjayError as error:
            trouble(error)  # the briefing is worth more
        on = _Switches(place, ask)
        try:
            if on.is_on(switches.AGENTS):
                _record_event(place, message, clock)
        except ScrubjayError as error:
            trouble(error)  # the next event tells them
        try:
            if retells and on.is_on("session_start"):
                retold = _handler("session_start:on_prompt_after_loss")(place, message, clock, ask)
                if retold:
                    return retold
            return _handler(target)(place, message, clock, ask) if target and on.is_on(switch) else ""
        except Exception as error:
            trouble(error)
            raise


def _record_event(place: HookContext, message: Message, clock: Clock) -> None:
    """Tell extensions that a session lives, since it reported an event."""
    from scrubjay.integrations.client_hooks import steps

    if message.event not in steps.REPORTED:
        steps.report_activity(place, message.session, clock)


def _killed_servers(home: Path, message: Message, ancestors: Sequence[Process]) -> str:
    """Which of the client's servers were killed: nobody else tells its session that their tools are gone."""
    if message.event not in ("SessionStart", "UserPromptSubmit") or not (home / "serving").is_dir():
        return ""
    from scrubjay.identity.person.serving import take_killed  # late, like the handlers

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


def _start_worker(home: Path, environment: Mapping[str, str]) -> None:
    """Start the worker of a home."""
    from scrubjay.integrations.launching.launcher import running_launcher, start, start_worker

    start_worker(home, start(home, running_launcher()), environment)


def _log_note(worktree: Path, folder: Path, message: str, clock: Clock) -> None:
    from scrubjay.storage.queue.log import log

    log(worktree, folder, message, clock)


def main() -> int:
    """The process's entry point: reads stdin, arguments and environment."""
    home, entry = home_of(sys.argv[1:], os.environ), entry_of(sys.argv[1:])
    until = time.monotonic() - time.process_time() + TIMEOUT_S  # the imports are part of what a client waits for
    try:
        home_log(home, os.environ)
        above = lineage(os.getppid())
        raw = messages.read_bounded(sys.stdin.fileno())
        with _log.timed("client hook") as details:
            answer = handle_event(raw, home, os.environ, system_clock, until=until, ancestors=above, entry=entry)
            details.append(f"{counted(len(answer), 'character')} answered")
        if answer:
            sys.stdout.write(answer + "\n")
            sys.stdout.flush()
    except Exception as error:  # a client must not notice
        _log_note(home, home, f"client hook: {type(error).__name__}: {error}", system_clock)
        _silence()
    return 0


def _silence() -> None:
    """Redirect output, so that Python's last flush can't fail: stdout may be full, or have no reader."""
    with suppress(OSError, AttributeError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    sys.exit(main())
