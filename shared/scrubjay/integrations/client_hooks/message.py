"""Message from a client to a hook: its command line, and one JSON object on stdin, read with a limit and validated."""

import json
import os
import select
import time
from collections.abc import Mapping, Sequence
from pathlib import Path, PurePath
from types import MappingProxyType

from scrubjay.integrations.client_hooks.hosts import (
    CLAUDE,
    GEMINI,
    IMPLIED_SOURCES,
    LISTS,
    NAMES,
    RECORDING,
    Payload,
    host_of,
    typed_prompt,
)
from scrubjay.model.frozen import dataclass
from scrubjay.model.visible import session_name


def home_of(arguments: Sequence[str], environment: Mapping[str, str]) -> Path:
    """The home of a hook's process; SCRUBJAY_HOME wins, as everywhere. It need not exist."""
    chosen = environment.get("SCRUBJAY_HOME", "")
    if not chosen and len(arguments) >= 2 and arguments[0] == "--home":
        chosen = arguments[1]
    if chosen:
        return Path(chosen).expanduser()
    import platformdirs  # late: 15 ms of CPU, and hooks that `init` installs name their home

    return Path(platformdirs.user_data_dir("scrubjay", appauthor=False))


def entry_of(arguments: Sequence[str]) -> str:
    """The client whose entry of ours was run; empty where it names none, as Claude Code's does."""
    return arguments[arguments.index("--client") + 1 :][0] if "--client" in arguments[:-1] else ""


MAX_BYTES = 1 << 20
"""Bytes of stdin that are read; Claude Code sends a few hundred."""

MAX_DRAINED = 64 << 20
"""Bytes that are drained from stdin in all, so that a client that writes more doesn't get a broken pipe."""

PATIENCE_S = 5.0
"""Seconds that a client has to write its message; clients themselves wait 10 for us, at a session's end 3."""

MAX_ID = 256
MAX_PATH = 4096
MAX_PROMPT = 4000
SOURCES = frozenset({"startup", "resume", "clear", "compact", "fork"})


@dataclass(frozen=True, slots=True)
class HookOrigin:
    """Where an event comes from: the client, its own name of the event, and the sub-agent that it is about.

    `record` is the client's own record of the session, whatever its form.
    """

    host: str = CLAUDE
    event: str = ""
    agent: str = ""
    record: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """An event: the client's session, its folder, the session's source, its transcript and the user's prompt.

    The last three are empty where the client doesn't send them. `event` is our name of it. Only a
    transcript of a form that is read as evidence is named; any other is `origin.record`.
    """

    event: str
    session: str
    folder: Path
    source: str
    transcript: str = ""
    prompt: str = ""
    origin: HookOrigin = HookOrigin()

    @property
    def record(self) -> str:
        """The client's record of the session where it is a file of lines; while it grows, the session is at work."""
        record = self.origin.record
        return record if record.endswith(".jsonl") and Path(record).is_absolute() else ""


def read_bounded(descriptor: int, patience_s: float = PATIENCE_S) -> bytes:
    """The bytes of a descriptor, at most MAX_BYTES and one more; the rest is drained.

    Where the other end stays open, what has come within `patience_s`.
    """
    until = time.monotonic() + patience_s
    data, count = bytearray(), 0
    while count < MAX_DRAINED and select.select([descriptor], [], [], max(0.0, until - time.monotonic()))[0]:
        more = os.read(descriptor, MAX_BYTES)
        if not more:
            break
        count += len(more)
        data += more[: MAX_BYTES + 1 - len(data)]
    return bytes(data)


def parse(data: bytes, variables: Mapping[str, str] = MappingProxyType({}), entry: str = "") -> Message | None:
    """The message in the data; None when invalid.

    `variables` may name the client's own folder, if the event names none. `entry` names the client whose entry of ours
    it ran.
    """
    if not data or len(data) > MAX_BYTES:
        return None
    try:
        payload = json.loads(data)
    except (ValueError, RecursionError):
        return None
    if not isinstance(payload, dict):
        return None
    host = host_of(payload, variables, entry)
    names = NAMES[host]
    reported = _text(payload, names.event, MAX_ID)
    session = session_name(_text(payload, names.session, MAX_ID))
    folder = Path(_text(payload, names.folder, MAX_PATH) or variables.get(names.here, ""))
    if not reported or not session or not folder.is_absolute():
        return None
    source = _text(payload, ("source",), MAX_ID) or IMPLIED_SOURCES.get(reported, "")
    source = names.sources.get(source, source)
    prompt = payload.get("prompt")
    record = _text(payload, ("transcript_path",), MAX_PATH)
    if isinstance(prompt, str) and host == GEMINI:
        prompt = typed_prompt(prompt)
    if isinstance(prompt, str) and "private" in prompt.lower():
        from scrubjay.model.private import without_private  # late: few prompts are

        prompt = without_private(prompt)
    return Message(
        event=names.events.get(reported, reported),
        session=session,
        folder=folder,
        source=source if source in SOURCES else "",
        transcript=record if host in RECORDING else "",
        prompt=prompt[:MAX_PROMPT] if isinstance(prompt, str) else "",
        origin=HookOrigin(host, reported, _text(payload, ("agent_id",), MAX_ID), record),
    )


def shows_commits(message: Message) -> bool:
    """Whether the client shows a session that starts so the newest commits itself.

    Claude Code does, known by where its transcripts are: `projects/<folder>/<session>.jsonl`.
    """
    transcript = PurePath(message.transcript)
    ours = transcript.parent.parent.name == "projects" and transcript.stem == message.session
    return ours and message.source in ("startup", "clear")


def _text(payload: Payload, names: Sequence[str], limit: int) -> str:
    """The first of some members that is a text; empty for none."""
    for name in names:
        value = payload.get(name)
        if name in LISTS and isinstance(value, list) and value:
            value = value[0]
        if isinstance(value, str) and value and len(value) <= limit and value.isprintable():
            return value
    return ""
