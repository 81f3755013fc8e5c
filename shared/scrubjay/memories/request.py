"""May this be remembered? Bounds, kinds and scopes, checked on a snapshot before anything is written. No I/O."""

from dataclasses import dataclass, replace
from datetime import date

from scrubjay.errors import LimitExceeded, UsageError
from scrubjay.secrets import find_secrets

KINDS = ("fact", "preference", "decision", "procedure", "incident", "episode", "question")
SCOPES = ("project", "user")

MAX_CONTENT = 10_000
MAX_QUOTE = 10_000
MAX_BYTES = 256
"""Bytes of ids, keys and names (design, grounding.md, "Bounds")."""


@dataclass(frozen=True, slots=True)
class RememberRequest:
    """A claim that somebody wants kept. `manual` is set by the command line alone; an MCP caller is an agent."""

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


@dataclass(frozen=True, slots=True)
class Stored:
    """The claim is kept under this id, unreviewed. `again` says that its key had been used: nothing new was stored."""

    id: str
    again: bool = False


@dataclass(frozen=True, slots=True)
class Blocked:
    """The claim was not kept: why, the memory that stands in its way, and what to do."""

    reason: str
    do: str
    existing: str = ""


def checked(request: RememberRequest) -> RememberRequest | Blocked:
    """The request as it may be written, or why not. Raises UsageError, LimitExceeded for what is out of bounds."""
    content = " ".join(request.content.replace("\0", " ").split(" ")).strip()
    if not content:
        raise UsageError("content is empty. Give one self-contained sentence.")
    if len(content) > MAX_CONTENT or len(request.quote) > MAX_QUOTE:
        raise LimitExceeded(f"content and quote may have {MAX_CONTENT:,} characters each. Say it shorter.")
    for name in ("supersedes", "key", "author", "session", "source"):
        if len(getattr(request, name).encode("utf-8", "replace")) > MAX_BYTES:
            raise LimitExceeded(f"{name} is longer than {MAX_BYTES} bytes. Shorten it.")
    if request.kind not in KINDS:
        raise UsageError(f"kind {request.kind[:40]!r} is unknown. There are: {', '.join(KINDS)}.")
    if request.scope not in SCOPES:
        raise UsageError(f"scope {request.scope[:40]!r} is unknown. There are: {', '.join(SCOPES)}.")
    if request.valid_until and not _is_date(request.valid_until):
        raise UsageError(f"valid_until {request.valid_until[:40]!r} is no date. Write it as 2026-12-31.")
    kinds = {f.kind for text in (content, request.quote, request.source, request.key) for f in find_secrets(text)}
    if kinds:
        return Blocked(
            f"it holds a secret ({', '.join(sorted(kinds))}); nothing was stored",
            "Leave the value out and say where it is kept instead.",
        )
    return replace(request, content=content, source="manual" if request.manual else "agent")


def _is_date(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False
