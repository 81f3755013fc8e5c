"""A request to remember: its bounds, kinds and scopes, checked on a snapshot, and its answer."""

import re
from calendar import monthrange
from collections.abc import Callable, Collection
from datetime import date, timedelta
from typing import Any, Final

from scrubjay.errors import LimitExceeded, UsageError
from scrubjay.memory.store.claim import MEMORY_KINDS, checked_applies, checked_tags, inferred_kind, is_wondering
from scrubjay.model.evidence import Act, Observation, Origin, TypedStatement, ValidationResult
from scrubjay.model.frozen import dataclass, replace
from scrubjay.model.grade import Grade
from scrubjay.model.lifetime import FADING_KINDS
from scrubjay.model.memory import QUESTION, Blocked, Change, Known, Memory, MemoryStatus
from scrubjay.model.pattern import MEMORY_ID, pattern
from scrubjay.model.visible import storable
from scrubjay.privacy.secrets.masking import find_secrets

SPRINT_DAYS = 14
RELEASE_DAYS = 90
"""A release has no date yet: a claim about the next one is over in a quarter at the latest."""


def _end_of_week(day: date) -> date:
    return day + timedelta(6 - day.weekday())


def _end_of_month(day: date) -> date:
    return day.replace(day=monthrange(day.year, day.month)[1])


def _end_of_quarter(day: date) -> date:
    return _end_of_month(day.replace(month=day.month + 2 - (day.month - 1) % 3, day=1))


_ENDS: Final[tuple[tuple[str, Callable[[date], date]], ...]] = (
    (r"today|tonight|this (?:morning|afternoon|evening)", lambda day: day),
    (r"tomorrow", lambda day: day + timedelta(1)),
    (r"this week(?:end)?", _end_of_week),
    (r"next week", lambda day: _end_of_week(day + timedelta(7))),
    (r"this month", _end_of_month),
    (r"next month", lambda day: _end_of_month(_end_of_month(day) + timedelta(1))),
    (r"this quarter", _end_of_quarter),
    (r"next quarter", lambda day: _end_of_quarter(_end_of_quarter(day) + timedelta(1))),
    (r"this year", lambda day: date(day.year, 12, 31)),
    (r"next year", lambda day: date(day.year + 1, 12, 31)),
    (r"this sprint", lambda day: day + timedelta(SPRINT_DAYS)),
    (r"next sprint", lambda day: day + timedelta(2 * SPRINT_DAYS)),
    (r"(?:the )?(?:next|upcoming|coming) release", lambda day: day + timedelta(RELEASE_DAYS)),
)

_ENDING: Final = tuple((pattern(rf"\b(?:{words})\b", re.IGNORECASE), end) for words, end in _ENDS)

_NOT_SAID: Final = pattern(r"`[^`]*`|\"[^\"]*\"|“[^”]*”|'[^']*\b(?:week|today|release)[^']*'")
"""Code and quotations: somebody else's words, of another day."""

_BEGINNING: Final = pattern(r"\b(?:since|from|as of|starting|beginning)\s+$", re.IGNORECASE)
"""Before words that say when something begins."""

_NOWADAYS: Final = pattern(r"(?:^|[.!?]\s+)today\b", re.IGNORECASE)
"""Opens a sentence about how things are by now."""


def implied_end(content: str, day: date) -> str:
    """The last day on which a claim made on `day` holds by its own wording, as ISO 8601; empty if it names none.

    Of several the latest, so that nothing ends too early.
    """
    text = _NOWADAYS.sub(" ", _NOT_SAID.sub(" ", content))
    ends = [
        end(day)
        for pattern, end in _ENDING
        for match in pattern.finditer(text)
        if not _BEGINNING.search(text[: match.start()])
    ]
    return max(ends).isoformat() if ends else ""


SCOPES = ("project", "user")

MAX_CHARACTERS = 10_000
"""Characters of the content, and of the quote."""

MAX_MERGED = 20
"""Memories that one may take the place of."""

MAX_BYTES = 256
"""Bytes of ids, keys and names (same place)."""

MAX_CITES = 3
"""Sources that one names beside its text."""

_ID = pattern(MEMORY_ID)
_TEXTS = ("content", "quote")
_NAMES = (
    "supersedes",
    "applies",
    "key",
    "author",
    "session",
    "branch",
    "commit",
    "kind",
    "scope",
    "valid_until",
    "client",
    "agent",
)
_FROM_GIT = ("branch", "commit")
"""What the claim doesn't say; secrets in it were masked where git was read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RememberRequest:
    """A claim that somebody wants kept.

    `kind` may be empty: then it is inferred. `origin` says what produced the words and `act` how a person stands behind
    them: both are set by the way in, never by text; `trusted` marks a script that the user's own file lets act as a
    person may. `supersedes` is the id of a memory of the same scope, or its first
    eight digits or more; `how` says what becomes of it, and `others` are further ones for a merge. `applies` says
    where the claim holds. `session` is the client's session that it was made in. `itself` is the id of a memory that
    is looked at again: it doesn't repeat itself. `observation` and `turn` are what the way in found of it in that
    session's transcript. `client` names the program in which a person confirmed it. `identified` is false where an
    agent named its session by itself. `agent` is the label of the one that writes, empty for a person. `id` is the one
    that it had before it left, kept where it is free; `cites` are sources that it names beside its text. `expected`
    are the stamps of what it replaces, in that order, as whoever writes saw them; none is no claim.
    """

    content: str
    kind: str = ""
    scope: str = "project"
    quote: str = ""
    supersedes: str = ""
    valid_until: str = ""
    applies: str = ""
    key: str = ""
    tags: tuple[str, ...] = ()
    author: str = ""
    origin: Origin = Origin.AGENT
    act: Act = Act.NONE
    trusted: bool = False
    session: str = ""
    branch: str = ""
    commit: str = ""
    how: Change = Change.SUPERSEDE
    others: tuple[str, ...] = ()
    itself: str = ""
    observation: Observation | None = None
    turn: TypedStatement | None = None
    client: str = ""
    identified: bool = True
    agent: str = ""
    id: str = ""
    cites: tuple[str, ...] = ()
    expected: tuple[str, ...] = ()

    @property
    def authority(self) -> bool:
        """Whether the request may end memories that outrank agents."""
        return self.origin is Origin.PERSON or self.trusted

    @property
    def confined(self) -> bool:
        """Whether a user's memory stays in its project: a reported preference, or one confirmed in a client."""
        preference = "preference" in (self.kind, inferred_kind(self.content))
        reported = preference and self.origin is not Origin.PERSON
        return self.scope == "user" and (reported or self.act is Act.ELICITED)

    @property
    def reviewed(self) -> bool:
        """Whether the request is what a person made of a held claim."""
        return self.act in (Act.APPROVED, Act.ELICITED)

    @property
    def replaces(self) -> tuple[str, ...]:
        """Ids of all memories that the request takes the place of, each once."""
        return tuple(id for id in dict.fromkeys((self.supersedes, *self.others)) if id)


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
    others = tuple(cleaned(other[:MAX_BYTES]) for other in request.others)
    if len(request.cites) > MAX_CITES:
        raise LimitExceeded(f"At most {MAX_CITES} sources stand beside a memory. Name those that say it best.")
    texts["cites"] = tuple(cleaned(cite[:MAX_BYTES]) for cite in request.cites[:MAX_CITES])
    texts["id"] = request.id if _ID.fullmatch(request.id) else ""
    texts["applies"] = checked_applies(request.applies)
    accepted = replace(request, **texts, others=others, tags=checked_tags(request.tags))
    written = [text for name, text in texts.items() if isinstance(text, str) and name not in _FROM_GIT]
    written += texts["cites"]
    kinds = {finding.kind for text in written for finding in find_secrets(text, allowed=allowed)}
    if kinds:
        return Blocked(
            f"it holds a secret ({', '.join(sorted(kinds))}); nothing was stored",
            "Leave the value out and say where it is kept instead.",
        )
    if not accepted.content:
        raise UsageError("content is empty. Give one self-contained sentence.")
    if accepted.origin is Origin.PERSON and is_wondering(accepted.content):
        accepted = replace(accepted, kind=QUESTION)
    if not accepted.kind:
        accepted = replace(accepted, kind=inferred_kind(accepted.content))
    if accepted.kind not in MEMORY_KINDS:
        raise UsageError(f"kind {accepted.kind[:40]!r} is unknown. There are: {', '.join(MEMORY_KINDS)}.")
    if accepted.scope not in SCOPES:
        raise UsageError(f"scope {accepted.scope[:40]!r} is unknown. There are: {', '.join(SCOPES)}.")
    if accepted.valid_until:
        _check_end(accepted.valid_until, today)
    elif accepted.kind in FADING_KINDS:
        accepted = replace(accepted, valid_until=implied_end(accepted.content, today))
    return accepted


def cleaned(text: str) -> str:
    """A text as it is kept: without white space around it, and without what no database accepts."""
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


def as_known(outcome: Known, grade: Grade) -> Known:
    """The outcome for a claim that was known already, with the grade that the memory has by now."""
    return replace(outcome, result=replace(outcome.result, grade=grade))


def with_notes(
    result: ValidationResult, request: RememberRequest, stored: RememberRequest, flagged: str
) -> ValidationResult:
    """The result with what the caller should know besides: the kind that was inferred, and personal data."""
    inferred = "" if request.kind else f" (kind: {stored.kind}, by its wording)"
    add = " ".join(filter(None, (result.add, flagged)))
    return replace(result, reason=f"{result.reason}{inferred}", add=add)


def still_held(memory: Memory, result: ValidationResult) -> ValidationResult:
    """The result, with the reason why the known memory still waits, if it does."""
    if memory.status is not MemoryStatus.HELD:
        return result
    reason = f"known already as {memory.id[:12]}, which is held: {memory.belief.reason}"
    return replace(result, reason=reason, add="It waits for a person: `scrubjay review`.")
