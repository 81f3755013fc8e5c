"""A claim's parts: its kind, its tags, where it holds, what is counted of it, what it cites, its stamp. Pure."""

import hashlib
import re
from collections.abc import Iterable
from functools import cache
from typing import Final

from scrubjay.errors import LimitExceeded, UsageError, VersionConflict
from scrubjay.identity.insight.events import Event, remembered
from scrubjay.model.frozen import dataclass
from scrubjay.model.memory import QUESTION, Blocked, Held, Known, Memory, Outcome, Stored
from scrubjay.model.pattern import pattern
from scrubjay.model.visible import FORBIDDEN

MEMORY_KINDS: Final = ("fact", "preference", "decision", "procedure", "incident", "episode", QUESTION)

_SIGNS: Final = (
    (QUESTION, r"\?\W*\Z"),
    (
        "preference",
        r"\b(?:I|we) (?:\w+ )?prefer\b|\bprefers?\b|\b(?:I|we) (?:dis)?like\b|\A(?:please )?(?:always|never) \w+ ",
    ),
    (
        "decision",
        r"\b(?:we|I|they|the team) (?:have |has )?(?:decided|chose|agreed|settled on|opted for)\b"
        r"|\bdecided (?:to|on|against)\b|\bdecision:",
    ),
    ("incident", r"\b(?:outage|incident|post-?mortem|went down|data loss|broke (?:production|prod|main))\b"),
    ("episode", r"\b(?:failed because|tried .{1,80} but|did(?:n't| not) work|dead end)\b"),
    (
        "procedure",
        r"\Ato \w+.{0,80}?,? (?:do|run|use|call|set|execute|type)\b|\A(?:first|run|execute|install|deploy)\b.{0,200}"
        r"\bthen\b|\Ahow to\b|\brun `[^`]+` (?:to|before|after)\b",
    ),
)
"""The first that fits wins: a question may hold a decision, not the other way round."""

_WONDERS: Final = pattern(
    r"\A\W*(?:(?:ok(?:ay)?|so|hm+|and|also|well)\b[\s,]*)*"
    r"(?:(?:maybe|perhaps) (?:\w+ ){1,3}(?:should|could|might|can|need|ought)\b|we might want to\b|(?:how|what) about\b"
    r"|(?:should|shall|could) (?:we|i)\b|why (?:don['’]t|not)\b)",
    re.IGNORECASE,
)

LONGEST: Final = 2_000
"""Characters that are looked at."""


def is_wondering(content: str) -> bool:
    """Whether a claim only wonders: "maybe we should …". From a person it counts as a question."""
    return bool(_WONDERS.match(content[:LONGEST]))


def inferred_kind(content: str) -> str:
    """The kind that a claim's wording shows; a fact where nothing does."""
    text = content[:LONGEST] if not content.rstrip().endswith("?") else content[-LONGEST:]
    return next((kind for kind, sign in _kind_patterns() if sign.search(text)), "fact")


@cache
def _kind_patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple((kind, re.compile(sign, re.IGNORECASE)) for kind, sign in _SIGNS)


MOST = 20
LONGEST_TAG = 50
_TAG = pattern(r"[\w][\w.:/+-]*")


def checked_tags(tags: Iterable[str]) -> tuple[str, ...]:
    """The tags as they are kept, each once, sorted. Raises UsageError, LimitExceeded."""
    result = sorted({tag.strip(" ").removeprefix("#").lower() for tag in tags})
    if len(result) > MOST:
        raise LimitExceeded(f"A memory bears at most {MOST} tags, these are {len(result)}. Leave some out.")
    for tag in result:
        if len(tag) > LONGEST_TAG or not _TAG.fullmatch(tag):
            raise UsageError(
                f"Tag {tag[:40]!r} can't be kept: it has 1 to {LONGEST_TAG} letters, digits and . : / + - without "
                "spaces. Write it as db or team/ops, or leave it out."
            )
    return tuple(result)


def checked_applies(written: str) -> str:
    """The place where a claim holds, as it is kept; empty for everywhere. Raises UsageError if blank or hidden."""
    place = written.strip(" ")
    if written and not place:
        raise UsageError("applies is blank. Write where the claim holds, such as staging or v1, or leave it out.")
    unseen = [sign for sign in place if sign in "\t\n" or FORBIDDEN.match(sign)]
    if unseen:
        raise UsageError(
            f"applies holds {unseen[0]!a}, which can't be seen. Write plain words in one line, such as staging."
        )
    return place


def outcome_events(outcome: Outcome) -> tuple[Event, ...]:
    """The events to count for what became of a claim, with its grade."""
    result = outcome.result
    grade = str(result.grade) if result is not None and result.grade is not None else ""
    match outcome:
        case Stored():
            return remembered("stored", grade)
        case Known():
            return remembered("known", grade)
        case Held():
            return remembered("held", grade)
        case Blocked():
            return remembered("blocked", grade)


DIGITS = 16


def stamp(memory: Memory) -> str:
    """A hash that changes with a memory's words, kind, status, reason or validity; new evidence leaves it as it is."""
    belief = memory.belief
    told = (memory.content, memory.kind, belief.status, belief.reason, belief.valid_from, belief.valid_until)
    return hashlib.sha256("\x00".join(told).encode("utf-8", "replace")).hexdigest()[:DIGITS]


def unchanged(memory: Memory, expected: str) -> None:
    """Check that a memory still has the stamp `expected`, if one is given. Raises VersionConflict."""
    if expected and stamp(memory) != expected:
        raise VersionConflict(
            f"Memory {memory.id[:12]} was changed since you looked at it: it is {memory.status} now. Nothing was "
            f"changed by you. `scrubjay provenance {memory.id[:12]}` shows what happened."
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Anchor:
    """Something that a memory cites: the commit that brought it, when that was made, and the file's blob then.

    `lines` are hashes of what is cited where no sentence of it was kept; None while nobody has read it. `base_differed`
    says that the base branch had it otherwise when the memory was written; only then a copy of its patch counts.
    """

    commit: str
    patch_id: str
    path: str
    blob: str
    made_at: int = 0
    lines: tuple[str, ...] | None = ()
    base_differed: bool = True


ALWAYS = "9999"
"""Later than any moment that is written as ISO 8601."""


def moments(now: str, valid_at: str = "", known_at: str = "") -> dict[str, object]:
    """The parameters of a query for what was believed at a moment (`known_at`) about another (`valid_at`); empty is
    now.

    What holds now is what is believed to hold: of the clock is only asked whether a day that somebody gave is over. So
    one that is set back hides nothing that was kept, and brings back nothing that was replaced.
    """
    return {
        "at": valid_at or now,
        "begun": valid_at or ALWAYS,
        "known": known_at or ALWAYS,
        "past": bool(valid_at or known_at),
    }
