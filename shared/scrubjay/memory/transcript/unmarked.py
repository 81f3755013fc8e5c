"""Which turns did a person type, where the client marks no paste? Reads what Gemini CLI keeps beside its chats."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from scrubjay.memory.transcript.gemini import ENTERED, GEMINI, ROOT, entered
from scrubjay.memory.transcript.lines import opened
from scrubjay.memory.transcript.recording import Recording
from scrubjay.memory.transcript.session import Typed

FIRST: Final = 20
"""Records at a file's beginning that say whose session it is."""

LONGEST: Final = 400
"""Characters of the one line that counts as typed; no client marks so short a paste, and the person sees it."""

MOST: Final = 4 << 20
"""Bytes that are read of what was entered."""

Turns = Callable[[Typed], bool]
"""Whether a turn counts as typed by a person."""


def typed_turns(
    client: Recording, file: Path, session: str, first: Sequence[Mapping[str, Any]], lines: Iterable[bytes]
) -> Turns:
    """The turns of a session that count: one short line each, of a terminal's session in which nobody went back.

    In Gemini CLI's file they must also be among what was entered.
    """
    is_interactive = client.is_interactive
    if not is_interactive or not any(is_interactive(record, session) for record in first):
        return lambda turn: False
    if any(map(client.goes_back, lines)):
        return lambda turn: False
    if client is not GEMINI:
        return _is_short
    known = entered(_text(file.parent.parent / ENTERED), session)
    return lambda turn: _is_short(turn) and turn.text in known


def root_of(client: Recording, file: Path) -> str:
    """The folder of the project that a chat is about; empty where the client's records tell it."""
    return _text(file.parent.parent / ROOT).decode("utf-8", "replace").strip() if client is GEMINI else ""


def _is_short(turn: Typed) -> bool:
    return len(turn.text) <= LONGEST and "\n" not in turn.text


def _text(file: Path) -> bytes:
    stream = opened(file)
    if stream is None:
        return b""
    with stream:
        data = stream.read(MOST + 1)
    return data if len(data) <= MOST else b""
