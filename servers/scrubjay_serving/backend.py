"""Lifetime of the App, one a process: opened by the first call that needs it; and how long each call took."""

import os
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from functools import cached_property
from pathlib import Path
from secrets import token_hex
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Protocol, cast

from mcp.server.mcpserver import Context

from scrubjay.errors import ConfigError
from scrubjay.extensions.chosen import FILE
from scrubjay.extensions.loading import load
from scrubjay.git.process import GitEnvironment
from scrubjay.identity.insight.events import duration_event
from scrubjay.identity.person.lineage import Process, clients, lineage
from scrubjay.model.frozen import dataclass, field
from scrubjay.settings.home import home_folder

if TYPE_CHECKING:
    from scrubjay.app import App
    from scrubjay.identity.insight.counting import EventCounts
    from scrubjay.identity.presence.clients import ReportedSession
    from scrubjay.model.agent import Capability
    from scrubjay.settings.schema import Settings, Toolset


class _Call:
    """A call that runs; `counts` is None until its worktree is known."""

    counts: "EventCounts | None" = None


_RUNNING: ContextVar[_Call | None] = ContextVar("scrubjay_call", default=None)


@contextmanager
def timed_call(tool: str) -> Iterator[None]:
    """Count how long a call of a tool takes, an answer of its user's included."""
    call, started = _Call(), time.perf_counter()
    before = _RUNNING.set(call)
    try:
        yield
    finally:
        _RUNNING.reset(before)
        if call.counts is not None:
            call.counts.count(duration_event(tool, (time.perf_counter() - started) * 1000))


def counts_for(counts: "EventCounts") -> None:
    """Let the running call be counted in a project's event counts."""
    call = _RUNNING.get()
    if call is not None:
        call.counts = counts


_SETTINGS = "scrubjay.settings.layers:load_settings"

RESTS_AFTER_S = 30.0
"""Seconds without a question to the model after which its memory is given back. Loading it takes .1 s of CPU."""

Opener = Callable[[], "AbstractContextManager[App]"]
Ancestors = Callable[[], "Sequence[Process]"]
FileStamp = tuple[int, ...]
"""Inode, size and time of a file that is there: another one after each change."""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The start-up context of the process: its environment, its working directory, its `--repo` and `--client`."""

    environment: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    cwd: Path = field(default_factory=Path)
    repo: str = ""
    client: str = ""


CODEX = "codex"
"""The value of `--client` whose hooks its user has to review."""

ANSWER_SECONDS = 30.0
"""Seconds that a user has for a question."""


class Backend:
    """Holds the App of this process. Safe to use from several threads."""

    def __init__(
        self,
        surroundings: Surroundings,
        opener: Opener | None = None,
        *,
        answer_s: float = ANSWER_SECONDS,
        keeps_model: bool = True,
        ancestors: Ancestors | None = None,
    ) -> None:
        self.surroundings = surroundings
        self.answer_s = answer_s
        self.name = token_hex(8)
        """This server, for as long as it runs: its session where the client reports none."""
        self._opener = opener or (lambda: _open_app(surroundings.environment, keeps_model))
        self._ancestors = ancestors or (lambda: lineage(os.getppid()))
        self._lock = threading.Lock()
        self._context: AbstractContextManager[App] | None = None
        self._app: App | None = None
        self._closed = False
        self._toolsets: tuple[Path, FileStamp, tuple[Toolset, ...]] | None = None

    def app(self) -> "App":
        """The App, opened by the first caller. Raises ScrubjayError; the next call then tries again."""
        with self._lock:
            if self._closed:
                raise RuntimeError("the server is shutting down")
            if self._app is None:
                context = self._opener()
                self._app = context.__enter__()
                self._context = context
            return self._app

    def client_session(self) -> str:
        """The session that hooks report for the client's process; empty unless there is exactly one."""
        if self.client is None:
            return ""
        reported = self.app().client_sessions.of((self.client,))
        return reported[0].session if len(reported) == 1 else ""

    def own_client_session(self) -> "ReportedSession | None":
        """The session that hooks report for the program that started this server, where that is the client itself.

        None where another program stands between, where another agent started that client, and where it has several.
        """
        line = self._ancestors()
        parent, reports = line[:1], self.app().client_sessions
        reported = reports.of(parent)
        alone = len(reported) == 1 and not reported[0].nested and not reports.of(line[1:])
        return reported[0] if alone and clients(parent) and parent[0].started else None

    @cached_property
    def client(self) -> "Process | None":
        """The client process that started this server; None if its process number may have been reused."""
        nearest = clients(self._ancestors())[:1]
        return nearest[0] if nearest and nearest[0].started else None

    def known_toolsets(self) -> "tuple[Toolset, ...] | None":
        """The cached toolsets while the settings file is unchanged; None if the file must be read again."""
        if self._toolsets is not None and _file_stamp(self._toolsets[0]) == self._toolsets[1]:
            return self._toolsets[2]
        return None

    def toolsets(self) -> "tuple[Toolset, ...]":
        """The toolsets of the user's settings; only the core where these can't be read, which each call reports."""
        if (known := self.known_toolsets()) is not None:
            return known
        try:
            file = home_folder(self.surroundings.environment) / FILE
            stamp = _file_stamp(file)
            settings: Settings = load(_SETTINGS)(self.surroundings.environment)
        except ConfigError:
            return ("core",)
        found = (*settings.toolsets, "conversations") if settings.conversations.index else settings.toolsets
        self._toolsets = (file, stamp, found)
        return found

    def close(self) -> None:
        """Close the App if it was opened; a running transaction ends first. Later calls do nothing."""
        with self._lock:
            self._closed = True
            context, self._context, self._app = self._context, None, None
        if context is not None:
            context.__exit__(None, None, None)


def _file_stamp(file: Path) -> FileStamp:
    """Inode, size and mtime of a file; empty where there is none."""
    try:
        now = file.stat()
    except OSError:
        return ()
    return now.st_ino, now.st_size, now.st_mtime_ns


def _open_app(environment: Mapping[str, str], keeps_model: bool) -> "AbstractContextManager[App]":
    client = load("scrubjay.memory.transcript.session:client_of")(environment, Path.home())
    settings = load("scrubjay.identity.audit.trusted:with_trust")(load(_SETTINGS)(environment))
    opened: AbstractContextManager[App] = load("scrubjay.app:open_app")(
        settings,
        git_environment=GitEnvironment.of(environment),
        client=client,
        rests_after_s=RESTS_AFTER_S,
        keeps_model=keeps_model,
    )
    return opened


class Served(Protocol):
    """The parts of a running server that a call can reach."""

    backend: Backend
    needs: "dict[str, tuple[Capability, ...]]"
    writing: set[str]


def running_server(ctx: Context[Any, Any]) -> Served:
    """The server that runs a call."""
    return cast("Served", ctx.mcp_server)


def backend_of(ctx: Context[Any, Any]) -> Backend:
    """The backend of a call."""
    return running_server(ctx).backend
