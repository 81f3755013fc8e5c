"""Phrases that mark a person's statement by themselves: "Remember that …", "we decided …", "always …". Pure.

They count only at the beginning of a sentence of the speaker's own: what stands behind "Bob said" or "if" is somebody
else's, or no statement. They tell the kind of a memory, too.
"""

import re
from pathlib import Path
from typing import Final

from scrubjay.context.extraction.text import Candidate
from scrubjay.memory.grounding.prose import own_prose
from scrubjay.memory.store.claim import is_wondering
from scrubjay.memory.transcript.voice import Kind, Where, expression, kinds, rows, without_quotations
from scrubjay.model.frozen import dataclass
from scrubjay.model.memory import QUESTION
from scrubjay.model.pattern import pattern
from scrubjay.text.words import STOP_WORDS, Word, words

_NOT_OWN: Final = frozenset({Kind.REPORTED, Kind.DOUBTED})

FEWEST_WORDS: Final = 2
"""Words that say something: with fewer a claim doesn't stand alone."""

_OWN: Final = pattern(r"[^\W\d_]{2}")

_TABLE, _PARTS = rows(Path(__file__).with_name("rules.tsv"))
_OPENER, _QUESTION, _POINTS_AWAY, _PERSONAL, _MOMENT = (
    _PARTS[name] for name in ("opener", "question", "points away", "personal", "moment")
)


@dataclass(frozen=True, slots=True)
class _Rule:
    """A form of words. `rest`: it announces what is behind it, else the claim is the sentence from there on."""

    expression: re.Pattern[str]
    kind: str
    rest: bool = False


_RULES: Final = tuple(_Rule(expression(form), kind, take == "rest") for _, kind, take, form in _TABLE)


def may_state(sentence: str) -> bool:
    """Whether a sentence says something of its own, and is neither a question nor a joke."""
    prose = own_prose(sentence)
    asks = sentence.rstrip("\"')*_ ").endswith("?") or _QUESTION.match(prose, _statement_start(prose))
    return (
        bool(_OWN.search(without_quotations(sentence))) and not asks and Kind.JOKED not in kinds(sentence, Where.ABOUT)
    )


def gives_away(sentence: str) -> bool:
    """Whether a sentence may report what somebody else says, or doubt it."""
    return not _NOT_OWN.isdisjoint(kinds(sentence, Where.BEFORE))


def announced(sentence: str) -> Candidate | None:
    """What a sentence asks to remember, or states in words that are mostly used to lay something down."""
    prose = own_prose(sentence)
    start = _statement_start(prose)
    if not may_state(sentence):
        return None
    for rule in _RULES:
        match = rule.expression.match(prose, start) or (rule.expression.match(prose) if rule.rest else None)
        if match is None:
            continue
        claim = sentence[len(prose[: match.end()].rstrip()) if rule.rest else start :].strip(" ,:;–—-")
        claim = claim[3:] if rule.rest and claim.lower().startswith("to ") else claim
        kind = "" if rule.kind == "fact" else rule.kind
        return None if _MOMENT.search(claim) else candidate(claim, claim if rule.rest else sentence, kind)
    return None


def candidate(claim: str, quote: str, kind: str = "") -> Candidate | None:
    """A candidate from a person's own claim; None where the claim says too little alone."""
    content = re.sub(r"^(?:we |you (?:should|must) )?(?:always|never|don't|do not)\s+", "", claim, flags=re.IGNORECASE)
    telling = [word for word in words(content.lower(), Word.JOINED) if word not in STOP_WORDS]
    if len(telling) < FEWEST_WORDS or _POINTS_AWAY.match(content):
        return None
    kind = kind or kind_of(claim)
    scope = "user" if kind == "preference" and _PERSONAL.search(claim) else "project"
    return Candidate(_sentence(claim), kind, scope, quote)


def kind_of(claim: str) -> str:
    """The kind that a claim's own words show, else fact."""
    if is_wondering(claim):
        return QUESTION
    opened = _statement_start(own_prose(claim))
    return next((rule.kind for rule in _RULES if not rule.rest and rule.expression.match(claim, opened)), "fact")


def _statement_start(prose: str) -> int:
    """Where the statement begins: behind "ok, so please"."""
    opener = _OPENER.match(prose)
    return opener.end() if opener else 0


def _sentence(claim: str) -> str:
    """The claim as a sentence: a capital where its first word is a plain one, and an end."""
    first = claim.split(maxsplit=1)[0]
    claim = claim[0].upper() + claim[1:] if re.fullmatch(r"[a-z]+(?:['’][a-z]+)?,?", first) else claim
    return claim if claim.endswith((".", "!")) else f"{claim}."
