"""How does each client record a session? One value a client: where its files are, and what their lines say."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from scrubjay.memory.transcript.session import SessionEvent


@dataclass(frozen=True, slots=True, kw_only=True)
class Recording:
    """A client's recording: the folder of its files below its own, and what their lines and records say.

    `is_named` says whether a file's stem is that of a session, `events` what a record says that was made in a folder.
    `answers` and `calls` stand in a line with a tool's answer or call; where there are none each line is parsed.
    `linked` gives the record that a line is, and the one before it in the conversation, `folder_of` where the session
    works from a record on; each is empty where it doesn't say. `telling`: a line with none of them records nothing.

    `is_interactive` is there where the client marks no paste: whether a record says that a session, by its name, is a
    person's, in the terminal. `goes_back` says whether by a line the person went back: which turns still count isn't
    known then.
    """

    subfolder: str
    is_named: Callable[[str, str], bool]
    events: Callable[[Mapping[str, Any], str], Iterator[SessionEvent]]
    answers: tuple[bytes, ...] = ()
    calls: tuple[bytes, ...] = ()
    linked: Callable[[bytes], tuple[bytes, bytes]] = lambda _: (b"", b"")
    folder_of: Callable[[Mapping[str, Any]], str] = lambda _: ""
    telling: tuple[bytes, ...] = (b"",)
    is_interactive: Callable[[Mapping[str, Any], str], bool] | None = None
    goes_back: Callable[[bytes], bool] = lambda _: False


def texts_in(value: Any) -> Iterator[str]:
    """Every text in a JSON value, names of fields left out."""
    waiting = [value]
    while waiting:
        node = waiting.pop()
        if isinstance(node, str):
            yield node
        elif isinstance(node, dict):
            waiting += reversed(node.values())
        elif isinstance(node, list):
            waiting += reversed(node)
        elif isinstance(node, int | float) and not isinstance(node, bool):
            yield str(node)


def text_of(value: Any) -> str:
    """A text as it is; empty for anything else."""
    return value if isinstance(value, str) else ""
