"""Which memories did a session's agent name in what it asked of tools? Pure."""

import re
from collections.abc import Iterable
from typing import Final

from scrubjay.memory.transcript.session import RecordedSession

_ID: Final = re.compile(r"(?<![0-9A-Za-z_-])[0-9a-f]{8,32}(?![0-9A-Za-z_-])")

MOST: Final = 1_000
"""Ids of one session that are looked at."""

SHORTEST: Final = 8
"""Digits of an id by which a text names a memory."""


def named_ids(session: RecordedSession) -> tuple[str, ...]:
    """What may be a memory's id in the input of a call, each once; commits are among them."""
    found = dict.fromkeys(id for call in session.calls() for id in _ID.findall(call.inputs))
    return tuple(found)[:MOST]


def cited(named: Iterable[str], ids: Iterable[str]) -> tuple[str, ...]:
    """Those memories of which one of the texts is the id or its beginning."""
    texts = {text[:SHORTEST]: text for text in named}
    return tuple(id for id in ids if (text := texts.get(id[:SHORTEST])) is not None and id.startswith(text))
