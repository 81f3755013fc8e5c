"""What did a person state on purpose? "Remember that …", "we decided …", "always …", "don't … again". Pure.

A statement counts only at the beginning of a sentence of the speaker's own: what stands behind "Bob said" or "if" is
somebody else's, or no statement. Rather too little than junk.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from scrubjay.extraction.candidate import Candidate
from scrubjay.extraction.sentences import own_sentences
from scrubjay.grounding.prose import own_prose
from scrubjay.model.stop_words import STOP_WORDS

MOST: Final = 10
"""Candidates of one turn."""

FEWEST_WORDS: Final = 2
"""Words that say something: with fewer a claim doesn't stand alone."""

_OPENER: Final = re.compile(
    r"(?:(?:ok(?:ay)?|so|and|also|but|yes|yeah|yep|right|well|great|good|thanks|btw|fyi|by the way|for the record|just"
    r"|hey|hi|claude|codex|one more thing|important|note|then|now|please|pls|kindly|ps)\b[\s,:;.!–—-]*)*",
    re.IGNORECASE,
)
_QUESTION: Final = re.compile(
    r"(?:do|did|does|can|could|should|shall|would|will|is|are|was|have|has|why|what|when|where|who|which|how)\b",
    re.IGNORECASE,
)
_POINTS_AWAY: Final = re.compile(
    r"(?:it|this|that|these|those|they|them|he|she|him|her)\b|(?:\w+ )?(?:do|did|doing) (?:it|this|that|so)\b"
    r"|.*\b(?:the above|as above|like this|like that)\b",
    re.IGNORECASE,
)
"""A claim that begins so needs the talk around it to be understood."""

_NO_ORDER: Final = (
    r"(?!mind\b|been\b|was\b|were\b|is\b|are\b|had\b|has\b|have\b|the\b|a\b|in\b|on\b|at\b|thought\b|seen\b|heard\b|knew\b"
    r"|wanted\b|\w+(?<![su])s\b|\w+ed\b|\w+ing\b)"
)
"""Behind "always" and "never": what isn't a verb that tells somebody to do something ("always fails", "never mind")."""

_PERSONAL: Final = re.compile(
    r"\b(?:i|my|me|mine|answers?|reply|replies|respond|explain|explanations?|tone|language|emojis?)\b", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class _Rule:
    """A form of words. `rest`: what is behind them is the claim, else the sentence from there on."""

    expression: re.Pattern[str]
    kind: str
    rest: bool = False


def _rule(words: str, kind: str, *, rest: bool = False) -> _Rule:
    return _Rule(re.compile(words, re.IGNORECASE), kind, rest)


_RULES: Final = (
    _rule(
        r"(?:(?:remember|note|keep in mind|bear in mind|take note|(?:don't|do not|never) forget)"
        r"(?:(?: this| the following)?(?: for (?:next time|later|the future))?(?:,? please)?\s*[:–—-]"
        r"|,? that\b(?! time)|,?(?= (?:always|never)\b))"
        r"|(?:remember|(?:don't|do not|never) forget) (?=to\b))\s*",
        "fact",
        rest=True,
    ),
    _rule(r"(?:reminder|rule|important):\s*", "fact", rest=True),
    _rule(r"(?:no|nope|actually|correction)\b[,:–—-]*\s*(?=[^.]*(?:, not | instead of ))", "fact", rest=True),
    _rule(r"correction:\s*", "fact", rest=True),
    _rule(
        r"(?:we|i)(?:'ve| have)?(?: just| now| finally| already| both| all)? (?:decided|agreed|settled on|chose)\b"
        r"(?! nothing| later| yet| not yet)",
        "decision",
    ),
    _rule(r"(?:the |our )?decision(?: is(?: that| to)?\b|:)\s*", "decision", rest=True),
    _rule(r"(?:from now on|going forward|in (?:the )?future)\b", "preference"),
    _rule(rf"(?:we |you (?:should |must )|i want you to )?(?:always|never) {_NO_ORDER}\w+", "preference"),
    _rule(r"(?:don't|do not|never) (?!forget\b).+? (?:again|any ?more)\b", "preference"),
    _rule(rf"[^,.;:!?]{{8,200}}, (?:so |and |please |but )*(?:never|always) {_NO_ORDER}\w+", "preference"),
    _rule(r"i (?:always |strongly |really |generally )*(?:prefer|favou?r)\b|my preference is\b", "preference"),
    _rule(r"(?:whenever|every time|each time) .+?, ?(?:always |please |then )?\w+", "procedure"),
)  # fmt: skip


def explicit_statements(text: str) -> tuple[Candidate, ...]:
    """The statements of a person's turn that ask to be remembered, at most ten, in their order, each once."""
    found: dict[str, Candidate] = {}
    for sentence in own_sentences(text):
        for candidate in _of_sentence(sentence):
            found.setdefault(candidate.content.lower(), candidate)
    return tuple(found.values())[:MOST]


def kind_of(claim: str) -> str:
    """The kind that a claim's own words show, else fact."""
    opened = _begin(own_prose(claim))
    return next((rule.kind for rule in _RULES if not rule.rest and rule.expression.match(claim, opened)), "fact")


def _of_sentence(sentence: str) -> Iterator[Candidate]:
    prose = own_prose(sentence)
    start = _begin(prose)
    if sentence.rstrip("\"')*_ ").endswith("?") or _QUESTION.match(prose, start):
        return
    for rule in _RULES:
        match = rule.expression.match(prose, start)
        if match is None:
            continue
        claim = sentence[len(prose[: match.end()].rstrip()) if rule.rest else start :].strip(" ,:;–—-")
        if rule.rest and claim.lower().startswith("to "):
            claim = claim[3:]
        if _stands_alone(claim):
            kind = kind_of(claim) if rule.rest and rule.kind == "fact" else rule.kind
            scope = "user" if kind == "preference" and _PERSONAL.search(claim) else "project"
            yield Candidate(_sentence(claim), kind, scope, claim if rule.rest else sentence)
        return


def _begin(prose: str) -> int:
    """Where the statement begins: behind "ok, so please"."""
    opener = _OPENER.match(prose)
    return opener.end() if opener else 0


def _stands_alone(claim: str) -> bool:
    content = re.sub(r"^(?:we |you (?:should|must) )?(?:always|never|don't|do not)\s+", "", claim, flags=re.IGNORECASE)
    words = [word for word in re.findall(r"[\w./:-]+", content.lower()) if word not in STOP_WORDS]
    return len(words) >= FEWEST_WORDS and not _POINTS_AWAY.match(content)


def _sentence(claim: str) -> str:
    """The claim as a sentence: a capital where its first word is a plain one, and an end."""
    first = claim.split(maxsplit=1)[0]
    claim = claim[0].upper() + claim[1:] if re.fullmatch(r"[a-z]+(?:['’][a-z]+)?,?", first) else claim
    return claim if claim.endswith((".", "!")) else f"{claim}."
