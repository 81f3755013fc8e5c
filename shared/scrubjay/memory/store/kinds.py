"""What kind of claim is it? One of seven, inferred from how it is put where nobody says."""

import re
from functools import cache
from typing import Final

from scrubjay.model.memory import QUESTION

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

_WONDERS: Final = re.compile(
    r"\A\W*(?:(?:ok(?:ay)?|so|hm+|and|also|well)\b[\s,]*)*"
    r"(?:(?:maybe|perhaps) (?:\w+ ){1,3}(?:should|could|might|can|need|ought)\b|we might want to\b|(?:how|what) about\b"
    r"|(?:should|shall|could) (?:we|i)\b|why (?:don['’]t|not)\b)",
    re.IGNORECASE,
)

LONGEST: Final = 2_000
"""Characters that are looked at."""


def wonders(content: str) -> bool:
    """Whether a claim only wonders: "maybe we should …". A person who says so asks a question."""
    return bool(_WONDERS.match(content[:LONGEST]))


def inferred_kind(content: str) -> str:
    """The kind that a claim's wording shows; a fact where nothing does."""
    text = content[:LONGEST] if not content.rstrip().endswith("?") else content[-LONGEST:]
    return next((kind for kind, sign in _patterns() if sign.search(text)), "fact")


@cache
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple((kind, re.compile(sign, re.IGNORECASE)) for kind, sign in _SIGNS)
