"""Which turns did a person type, where the client marks no paste? Reads what Gemini CLI keeps beside its chats."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, Protocol

from scrubjay.observed import gemini
from scrubjay.observed.session import Typed
from scrubjay.observed.tail import opened

FIRST: Final = 20
"""Records at a file's beginning that say whose session it is."""

LONGEST: Final = 400
"""Characters of the one line that counts as typed; no client marks so short a paste, and the person sees it."""

MOST: Final = 4 << 20
"""Bytes that are read of what was entered."""

Turns = Callable[[Typed], bool]
"""Whether a turn counts as typed by a person."""


class Unmarked(Protocol):
    """A parser of a client that marks no paste."""

    def is_interactive(self, record: Mapping[str, Any], session: str, /) -> bool:
        """Whether a record says that the session is a person's, in the terminal."""

    def goes_back(self, line: bytes, /) -> bool:
        """Whether the person went back: which turns still count isn't known then."""


def typed_turns(
    client: Unmarked, file: Path, session: str, first: Sequence[Mapping[str, Any]], lines: Iterable[bytes]
) -> Turns:
    """The turns of a session that count: one short line each, of a terminal's session in which nobody went back.

    In Gemini CLI's file they must also be among what was entered.
    """
    if not any(client.is_interactive(record, session) for record in first) or any(map(client.goes_back, lines)):
        return lambda turn: False
    if client is not gemini:
        return _is_short
    entered = gemini.entered(_text(file.parent.parent / gemini.ENTERED), session)
    return lambda turn: _is_short(turn) and turn.text in entered


def root_of(client: Unmarked, file: Path) -> str:
    """The folder of the project that a chat is about; empty where the client's records tell it."""
    named = file.parent.parent / gemini.ROOT
    return _text(named).decode("utf-8", "replace").strip() if client is gemini else ""


def _is_short(turn: Typed) -> bool:
    return len(turn.text) <= LONGEST and "\n" not in turn.text


def _text(file: Path) -> bytes:
    stream = opened(file)
    if stream is None:
        return b""
    with stream:
        data = stream.read(MOST + 1)
    return data if len(data) <= MOST else b""
