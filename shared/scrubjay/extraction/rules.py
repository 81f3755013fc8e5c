"""What did a person state on purpose? "Remember that …", "we decided …", "always …", "don't … again". Pure.

A statement counts only at the beginning of a sentence of the speaker's own: what stands behind "Bob said" or "if" is
somebody else's, or no statement. Rather too little than junk.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from scrubjay.extraction.candidate import Candidate
from scrubjay.extraction.sentences import own_sentences
from scrubjay.grounding.prose import own_prose
from scrubjay.model.stop_words import STOP_WORDS
from scrubjay.observed.forms import expression, rows
from scrubjay.observed.kinds import Kind, Where, kinds

MOST: Final = 10
"""Candidates of one turn."""

FEWEST_WORDS: Final = 2
"""Words that say something: with fewer a claim doesn't stand alone."""

_TABLE, _PARTS = rows(Path(__file__).with_name("rules.tsv"))
_OPENER, _QUESTION, _POINTS_AWAY, _PERSONAL, _MOMENT, _HOST, _TO_DO = (
    _PARTS[name] for name in ("opener", "question", "points away", "personal", "moment", "host", "to do")
)


@dataclass(frozen=True, slots=True)
class _Rule:
    """A form of words. `rest`: what is behind them is the claim, else the sentence from there on."""

    expression: re.Pattern[str]
    kind: str
    rest: bool = False


_RULES: Final = tuple(_Rule(expression(form), kind, take == "rest") for _, kind, take, form in _TABLE)


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
    asks = sentence.rstrip("\"')*_ ").endswith("?") or _QUESTION.match(prose, start)
    if asks or Kind.JOKED in kinds(sentence, Where.ABOUT):
        return
    for rule in _RULES:
        match = rule.expression.match(prose, start) or (rule.expression.match(prose) if rule.rest else None)
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
    if _HOST.search(sentence) and not _TO_DO.match(prose, start):
        claim = sentence[start:]
        if _stands_alone(claim):
            yield Candidate(_sentence(claim), "fact", "project", sentence)


def _begin(prose: str) -> int:
    """Where the statement begins: behind "ok, so please"."""
    opener = _OPENER.match(prose)
    return opener.end() if opener else 0


def _stands_alone(claim: str) -> bool:
    content = re.sub(r"^(?:we |you (?:should|must) )?(?:always|never|don't|do not)\s+", "", claim, flags=re.IGNORECASE)
    words = [word for word in re.findall(r"[\w./:-]+", content.lower()) if word not in STOP_WORDS]
    return len(words) >= FEWEST_WORDS and not _POINTS_AWAY.match(content) and not _MOMENT.search(claim)


def _sentence(claim: str) -> str:
    """The claim as a sentence: a capital where its first word is a plain one, and an end."""
    first = claim.split(maxsplit=1)[0]
    claim = claim[0].upper() + claim[1:] if re.fullmatch(r"[a-z]+(?:['’][a-z]+)?,?", first) else claim
    return claim if claim.endswith((".", "!")) else f"{claim}."
