"""May this be remembered? Bounds, kinds and scopes, checked on a snapshot before anything is written. No I/O."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from scrubjay.errors import LimitExceeded, UsageError
from scrubjay.model.memory import Blocked, Change
from scrubjay.model.visible import storable
from scrubjay.secrets import find_secrets

KINDS = ("fact", "preference", "decision", "procedure", "incident", "episode", "question")
SCOPES = ("project", "user")

MAX_CHARACTERS = 10_000
"""Characters of the content, and of the quote."""

MAX_MERGED = 20
"""Memories that one may take the place of."""

MAX_BYTES = 256
"""Bytes of ids, keys and names (same place)."""

_TEXTS = ("content", "quote")
_NAMES = ("source", "supersedes", "key", "author", "session", "branch", "commit", "kind", "scope", "valid_until")


@dataclass(frozen=True, slots=True)
class RememberRequest:
    """A claim that somebody wants kept. `manual` is set by the command line alone; an MCP caller is an agent.

    `source` is what the caller says of where the claim comes from; it is kept as a claim, see `said_by`. `supersedes`
    is the id of a memory of the same scope, or its first eight digits or more; `how` says what becomes of it, and
    `others` are further ones for a merge. `terminal` is set where a person typed it; `approved` where a reviewer wrote
    it, so that nothing of it waits.
    """

    content: str
    kind: str = "fact"
    scope: str = "project"
    source: str = "agent"
    quote: str = ""
    supersedes: str = ""
    valid_until: str = ""
    key: str = ""
    author: str = ""
    session: str = ""
    branch: str = ""
    commit: str = ""
    manual: bool = False
    terminal: bool = False
    approved: bool = False
    how: Change = Change.SUPERSEDE
    others: tuple[str, ...] = ()

    @property
    def said_by(self) -> str:
        """Who vouches for the claim: text never decides, only the way in."""
        return "manual" if self.manual else "agent"

    @property
    def claimed(self) -> str:
        """The source that the caller names and nobody has checked; empty where it is the one above."""
        return "" if self.source == self.said_by else self.source


def checked(request: RememberRequest, today: date, allowed: Collection[str] = ()) -> RememberRequest | Blocked:
    """The request as it may be written, or why not. Raises UsageError, LimitExceeded for what is out of bounds.

    No error or reason repeats a secret: secrets are looked for before anything is named.
    `allowed` are marks of values that the user took for none.
    """
    for name in _TEXTS:
        if len(getattr(request, name)) > MAX_CHARACTERS:
            raise LimitExceeded(f"{name} has more than {MAX_CHARACTERS:,} characters. Say it shorter.")
    for name in _NAMES:
        if len(getattr(request, name).encode("utf-8", "replace")) > MAX_BYTES:
            raise LimitExceeded(f"{name} is longer than {MAX_BYTES} bytes. Shorten it.")
    if len(request.others) >= MAX_MERGED:
        raise LimitExceeded(f"At most {MAX_MERGED} memories become one. Merge them in steps.")
    texts: dict[str, Any] = {name: cleaned(getattr(request, name)) for name in (*_TEXTS, *_NAMES)}
    others = tuple(cleaned(one[:MAX_BYTES]) for one in request.others)
    asked = replace(request, **texts, others=others)
    kinds = {found.kind for text in texts.values() for found in find_secrets(text, allowed=allowed)}
    if kinds:
        return Blocked(
            f"it holds a secret ({', '.join(sorted(kinds))}); nothing was stored",
            "Leave the value out and say where it is kept instead.",
        )
    if not asked.content:
        raise UsageError("content is empty. Give one self-contained sentence.")
    if asked.kind not in KINDS:
        raise UsageError(f"kind {asked.kind[:40]!r} is unknown. There are: {', '.join(KINDS)}.")
    if asked.scope not in SCOPES:
        raise UsageError(f"scope {asked.scope[:40]!r} is unknown. There are: {', '.join(SCOPES)}.")
    if asked.valid_until:
        _check_end(asked.valid_until, today)
    return asked


def cleaned(text: str) -> str:
    """Text as it is kept, without white space around it."""
    return storable(text).strip()


def _check_end(text: str, today: date) -> None:
    try:
        end = date.fromisoformat(text)
    except ValueError:
        end = None
    if end is None or end.isoformat() != text:
        raise UsageError(f"valid_until {text[:40]!r} is no date. Write it as 2026-12-31.")
    if end < today:
        raise UsageError(f"valid_until {text} is over. Give a day to come, or leave it out.")
